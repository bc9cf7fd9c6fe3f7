package main

import (
	"context"
	"errors"
	"math"
	"syscall/js"

	"burrow/internal/gather"
)

// encoder is the one that the page runs, by its name.
type encoder struct {
	host js.Value
	name string
}

// encoderOf returns the page's encoder as it is at the time of the call: nil as long as
// the user has none.
func encoderOf(host js.Value) func() gather.Encoder {
	return func() gather.Encoder {
		name := host.Get("encoder").String()
		if name == "" {
			return nil
		}
		return encoder{host, name}
	}
}

func (e encoder) Name() string { return e.name }

var errVectors = errors.New("the encoder gave another number of vectors than it got texts")

// Encode asks the page, by the promise of a Float32Array with all vectors in it. The page
// is told if nobody waits any more.
func (e encoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	stop := js.Global().Get("AbortController").New()
	packed, err := await(ctx, e.host.Call("encode", list, stop.Get("signal")))
	if err != nil {
		stop.Call("abort")
		return nil, err
	}
	length := len(packed) / 4 / len(texts)
	if length == 0 || length*4*len(texts) != len(packed) {
		return nil, errVectors
	}
	numbers := make([]float32, length*len(texts))
	for i := range numbers {
		b := packed[4*i:]
		numbers[i] = math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
	}
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = numbers[i*length : (i+1)*length : (i+1)*length]
	}
	return vectors, nil
}
