package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"burrow/internal/gguf"
)

// The package's file has its weights as Q4_1, for which llama.cpp has no vector code
// in WebAssembly: it reads 12 tokens a second there. As Q8_0, for which it has, the
// same weights are read several times faster, for half as many bytes more. Eight
// bits hold what four bits and a minimum said, so the answers stay the same in all
// but the last digits. Only types, offsets and data of the file change.

const (
	q4_1Bytes = 20 // two half floats, 16 bytes of two weights each
	// mostlyQ8_0 is llama.cpp's number for the file as a whole.
	mostlyQ8_0 = 7
)

// tensor is one entry of the list, and where its data is in the source.
type tensor struct {
	name    []byte
	dims    []uint64
	kind    uint32
	offset  uint64
	weights uint64
}

// requantize returns a GGUF file whose Q4_1 tensors are Q8_0.
func requantize(source []byte) ([]byte, error) {
	r, tensorCount, pairCount, err := gguf.Open(source)
	if err != nil {
		return nil, err
	}
	for range pairCount {
		key := string(r.Text())
		kind := r.Uint32()
		if key == "general.file_type" && kind == 4 && len(r.Rest) >= 4 {
			binary.LittleEndian.PutUint32(r.Rest, mostlyQ8_0)
		}
		r.Skip(kind)
	}
	head := source[:len(source)-len(r.Rest)]
	var tensors []tensor
	for range tensorCount {
		t := tensor{name: r.Text(), weights: 1}
		for range r.Uint32() {
			t.dims = append(t.dims, r.Uint64())
		}
		for _, d := range t.dims {
			t.weights *= d
		}
		t.kind, t.offset = r.Uint32(), r.Uint64()
		tensors = append(tensors, t)
	}
	if r.Short {
		return nil, gguf.ErrShort
	}
	return rewrite(head, tensors, r.Data(source))
}

func rewrite(head []byte, tensors []tensor, data []byte) ([]byte, error) {
	out := bytes.NewBuffer(bytes.Clone(head))
	var body []byte
	for _, t := range tensors {
		size, err := bytesOf(t.kind, t.weights)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		if t.offset > uint64(len(data)) || size > uint64(len(data))-t.offset {
			return nil, gguf.ErrShort
		}
		own, kind := data[t.offset:t.offset+size], t.kind
		if kind == gguf.Q4_1 {
			own, kind = toQ8_0(own), gguf.Q8_0
		}
		offset := uint64(len(body))
		body = append(body, own...)
		for len(body)%gguf.Alignment != 0 {
			body = append(body, 0)
		}
		write := func(v any) { binary.Write(out, binary.LittleEndian, v) } // into memory
		write(uint64(len(t.name)))
		out.Write(t.name)
		write(uint32(len(t.dims)))
		write(t.dims)
		write(kind)
		write(offset)
	}
	for out.Len()%gguf.Alignment != 0 {
		out.WriteByte(0)
	}
	out.Write(body)
	return out.Bytes(), nil
}

func bytesOf(kind uint32, weights uint64) (uint64, error) {
	switch {
	case kind == gguf.F32:
		return 4 * weights, nil
	case weights%gguf.BlockWeights != 0:
		return 0, errors.New("its weights are not whole blocks")
	case kind == gguf.Q4_1:
		return weights / gguf.BlockWeights * q4_1Bytes, nil
	case kind == gguf.Q8_0:
		return weights / gguf.BlockWeights * gguf.Q8_0Bytes, nil
	}
	return 0, fmt.Errorf("type %d is not known here", kind)
}

// toQ8_0 converts blocks. A weight of Q4_1 is q·d+m with q of four bits; the first
// sixteen are in the low halves of the bytes.
func toQ8_0(from []byte) []byte {
	to := make([]byte, 0, len(from)/q4_1Bytes*gguf.Q8_0Bytes)
	var weights [gguf.BlockWeights]float32
	for ; len(from) > 0; from = from[q4_1Bytes:] {
		step := gguf.FromHalf(binary.LittleEndian.Uint16(from))
		least := gguf.FromHalf(binary.LittleEndian.Uint16(from[2:]))
		for i, b := range from[4:q4_1Bytes] {
			weights[i] = float32(b&15)*step + least
			weights[i+gguf.BlockWeights/2] = float32(b>>4)*step + least
		}
		to = appendQ8_0(to, weights[:])
	}
	return to
}

// appendQ8_0 appends a block. One of its weights is q·d with q from -127 to 127.
func appendQ8_0(to []byte, weights []float32) []byte {
	var most float32
	for _, w := range weights {
		most = max(most, float32(math.Abs(float64(w))))
	}
	scale := toHalf(most / 127)
	to = binary.LittleEndian.AppendUint16(to, scale)
	inverse := float64(0)
	if d := gguf.FromHalf(scale); d != 0 {
		inverse = 1 / float64(d)
	}
	for _, w := range weights {
		q := math.Round(float64(w) * inverse)
		to = append(to, byte(int8(max(-127, min(127, q)))))
	}
	return to
}

// toHalf rounds to the nearest, to even in the middle. Scales are small and not
// negative: what would overflow becomes infinite.
func toHalf(f float32) uint16 {
	if f >= 65520 {
		return 31 << 10
	}
	if f < 1.0/(1<<14) {
		return uint16(math.RoundToEven(float64(f) * (1 << 24)))
	}
	bits := math.Float32bits(f)
	rounded := bits + 0xfff + bits>>13&1
	return uint16(rounded>>13 - 112<<10)
}
