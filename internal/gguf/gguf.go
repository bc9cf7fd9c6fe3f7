// Package gguf has what is common to those who read or write GGUF files: the values of
// the format, taken off the front of a file that may be damaged.
//
// A GGUF file is a header, key-value pairs, the tensors' names, shapes, types and
// offsets, and then, aligned, their data.
package gguf

import (
	"encoding/binary"
	"errors"
	"math"
)

// ggml's numbers of types of tensors.
const (
	F32  = 0
	Q4_1 = 3
	Q8_0 = 8
)

// The format's numbers of types of values.
const (
	Uint  = 4
	Int   = 5
	Float = 6
	Bool  = 7
	Text  = 8
	List  = 9
)

const (
	// Alignment is that of the data, unless a file says otherwise.
	Alignment = 32
	// BlockWeights is how many weights of a small type share a scale.
	BlockWeights = 32
	// Q8_0Bytes is the size of a block: a half float, 32 signed bytes.
	Q8_0Bytes = 34
)

// ErrShort is the error of a file that has less than it says.
var ErrShort = errors.New("the file ends early")

// Reader takes values off the front of a file. After the end it gives zeros, and
// Short is set.
type Reader struct {
	Rest  []byte
	Short bool
}

// Open reads the header. The pairs come next, then the tensors.
func Open(file []byte) (r *Reader, tensors, pairs uint64, err error) {
	r = &Reader{Rest: file}
	if string(r.Take(4)) != "GGUF" || r.Uint32() != 3 {
		return nil, 0, 0, errors.New("not a GGUF file of version 3")
	}
	return r, r.Uint64(), r.Uint64(), nil
}

// Data is what of a file is the tensors' data, when they have been read.
func (r *Reader) Data(file []byte) []byte {
	data := r.Rest
	if over := (len(file) - len(data)) % Alignment; over > 0 {
		data = data[min(Alignment-over, len(data)):]
	}
	return data
}

// Take returns the next n bytes, nil if there are fewer.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Short, r.Rest = true, nil
		return nil
	}
	taken := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return taken
}

// Uint32 returns the next number of 32 bits.
func (r *Reader) Uint32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 returns the next number of 64 bits.
func (r *Reader) Uint64() uint64 {
	if b := r.Take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Text returns the next text, which has its length in front.
func (r *Reader) Text() []byte { return r.Take(r.Uint64()) }

// Skip passes over a value of one of the format's types.
func (r *Reader) Skip(kind uint32) {
	sizes := []uint64{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8}
	switch {
	case kind == Text:
		r.Text()
	case kind == List:
		element, count := r.Uint32(), r.Uint64()
		for range count {
			if r.Short || element == List {
				r.Short = true
				return
			}
			r.Skip(element)
		}
	case kind < uint32(len(sizes)):
		r.Take(sizes[kind])
	default:
		r.Short = true
	}
}

// FromHalf returns the number that a half float is.
func FromHalf(h uint16) float32 {
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
