package gguf_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/gguf"
)

func TestHalfFloats(t *testing.T) {
	for half, want := range map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: 1.0 / (1 << 24), 0x8400: -1.0 / (1 << 14), 0x7c00: float32(math.Inf(1)),
	} {
		require.Equal(t, want, gguf.FromHalf(half), "%#04x", half)
	}
}

// list is a value: its elements' type, how many it says it has, and what follows.
func list(element uint32, count uint64, rest ...byte) []byte {
	out := binary.LittleEndian.AppendUint32(nil, element)
	return append(binary.LittleEndian.AppendUint64(out, count), rest...)
}

// A file says how much of it is to be passed over: no more is than there is.
func TestSkippingEndsWithTheFile(t *testing.T) {
	r := &gguf.Reader{Rest: list(gguf.Bool, 2, 1, 0, 7)}
	r.Skip(gguf.List)
	require.False(t, r.Short)
	require.Equal(t, []byte{7}, r.Rest)
	for name, value := range map[string][]byte{
		"fewer elements than it says": list(gguf.Bool, 1<<62, 1, 0),
		"lists of lists":              list(gguf.List, 1, list(gguf.Bool, 0)...),
		"an unknown type":             list(13, 1, 0),
		"no length":                   {8, 0, 0},
	} {
		r := &gguf.Reader{Rest: value}
		r.Skip(gguf.List)
		require.True(t, r.Short, name)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("GGUF\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, _, pairs, err := gguf.Open(file)
		if err != nil {
			return
		}
		for range pairs {
			if r.Text(); r.Short {
				return
			}
			r.Skip(r.Uint32())
		}
		require.LessOrEqual(t, len(r.Data(file)), len(file))
	})
}
