package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The package's file has its weights as Q4_1, for which llama.cpp has no vector code
// in WebAssembly: it reads 12 tokens a second there. As Q8_0, for which it has, the
// same weights are read several times faster, for half as many bytes more. Eight
// bits hold what four bits and a minimum said, so the answers stay the same in all
// but the last digits.
//
// A GGUF file is a header, key-value pairs, the tensors' names, shapes, types and
// offsets, and then, aligned, their data. Only types, offsets and data change.

// ggml's numbers of the types of tensors that occur in the file.
const (
	typeF32  = 0
	typeQ4_1 = 3
	typeQ8_0 = 8
)

const (
	blockWeights = 32
	q4_1Bytes    = 20 // two half floats, 16 bytes of two weights each
	q8_0Bytes    = 34 // a half float, 32 bytes
	alignment    = 32 // unless the file says otherwise, which this one does not
	// mostlyQ8_0 is llama.cpp's number for the file as a whole.
	mostlyQ8_0 = 7
)

var errShort = errors.New("the file ends early")

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
	r := &reader{rest: source}
	if string(r.take(4)) != "GGUF" || r.u32() != 3 {
		return nil, errors.New("not a GGUF file of version 3")
	}
	tensorCount, pairCount := r.u64(), r.u64()
	for range pairCount {
		key := string(r.text())
		kind := r.u32()
		if key == "general.file_type" && kind == 4 && len(r.rest) >= 4 {
			binary.LittleEndian.PutUint32(r.rest, mostlyQ8_0)
		}
		r.skip(kind)
	}
	head := source[:len(source)-len(r.rest)]
	var tensors []tensor
	for range tensorCount {
		t := tensor{name: r.text(), weights: 1}
		for range r.u32() {
			t.dims = append(t.dims, r.u64())
		}
		for _, d := range t.dims {
			t.weights *= d
		}
		t.kind, t.offset = r.u32(), r.u64()
		tensors = append(tensors, t)
	}
	if r.short {
		return nil, errShort
	}
	data := r.rest
	if pad := (len(source) - len(data)) % alignment; pad > 0 {
		data = data[min(alignment-pad, len(data)):]
	}
	return rewrite(head, tensors, data)
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
			return nil, errShort
		}
		own, kind := data[t.offset:t.offset+size], t.kind
		if kind == typeQ4_1 {
			own, kind = toQ8_0(own), typeQ8_0
		}
		offset := uint64(len(body))
		body = append(body, own...)
		for len(body)%alignment != 0 {
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
	for out.Len()%alignment != 0 {
		out.WriteByte(0)
	}
	out.Write(body)
	return out.Bytes(), nil
}

func bytesOf(kind uint32, weights uint64) (uint64, error) {
	switch {
	case kind == typeF32:
		return 4 * weights, nil
	case weights%blockWeights != 0:
		return 0, errors.New("its weights are not whole blocks")
	case kind == typeQ4_1:
		return weights / blockWeights * q4_1Bytes, nil
	case kind == typeQ8_0:
		return weights / blockWeights * q8_0Bytes, nil
	}
	return 0, fmt.Errorf("type %d is not known here", kind)
}

// toQ8_0 converts blocks. A weight of Q4_1 is q·d+m with q of four bits; the first
// sixteen are in the low halves of the bytes. One of Q8_0 is q·d with q from -127
// to 127.
func toQ8_0(from []byte) []byte {
	to := make([]byte, 0, len(from)/q4_1Bytes*q8_0Bytes)
	var weights [blockWeights]float32
	for ; len(from) > 0; from = from[q4_1Bytes:] {
		step := fromHalf(binary.LittleEndian.Uint16(from))
		least := fromHalf(binary.LittleEndian.Uint16(from[2:]))
		var most float32
		for i, b := range from[4:q4_1Bytes] {
			weights[i] = float32(b&15)*step + least
			weights[i+blockWeights/2] = float32(b>>4)*step + least
		}
		for _, w := range weights {
			most = max(most, float32(math.Abs(float64(w))))
		}
		scale := toHalf(most / 127)
		to = binary.LittleEndian.AppendUint16(to, scale)
		inverse := float64(0)
		if d := fromHalf(scale); d != 0 {
			inverse = 1 / float64(d)
		}
		for _, w := range weights {
			q := math.Round(float64(w) * inverse)
			to = append(to, byte(int8(max(-127, min(127, q)))))
		}
	}
	return to
}

func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10)&31, uint32(h)&1023
	switch exponent {
	case 0: // zero, or a number below the normal ones
		value := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(value) | sign)
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
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

// reader takes values off the front of a file. After the end it gives zeros, and
// short is set.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.short, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) u32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) text() []byte { return r.take(r.u64()) }

// skip passes over a value of one of the format's types.
func (r *reader) skip(kind uint32) {
	sizes := []uint64{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8}
	switch {
	case kind == 8:
		r.text()
	case kind == 9:
		element, count := r.u32(), r.u64()
		for range count {
			if r.short {
				return
			}
			r.skip(element)
		}
	case kind < uint32(len(sizes)):
		r.take(sizes[kind])
	default:
		r.short = true
	}
}
