package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/gguf"
)

func TestHalfFloatsComeBack(t *testing.T) {
	for h := range uint16(0x7c00) { // all that are finite and not negative
		require.Equal(t, h, toHalf(gguf.FromHalf(h)), "%#04x", h)
	}
	require.Equal(t, float32(1), gguf.FromHalf(0x3c00))
	require.Equal(t, float32(-2), gguf.FromHalf(0xc000))
	require.Equal(t, uint16(0x7c00), toHalf(1e6))
	require.Equal(t, uint16(0x3c00), toHalf(1+1.0/4096), "to the nearest")
}

// Eight bits say what four bits and a minimum said, up to half a step of theirs.
func TestWeightsStayWhatTheyWere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		block := make([]byte, q4_1Bytes)
		step, least := random.Float32()/8, random.Float32()-1
		binary.LittleEndian.PutUint16(block, toHalf(step))
		sign := uint16(0)
		if least < 0 {
			sign = 0x8000
		}
		binary.LittleEndian.PutUint16(block[2:], toHalf(float32(math.Abs(float64(least))))|sign)
		for i := 4; i < len(block); i++ {
			block[i] = byte(random.Uint32())
		}
		got := toQ8_0(block)
		require.Len(t, got, gguf.Q8_0Bytes)
		scale := gguf.FromHalf(binary.LittleEndian.Uint16(got))
		for i := range gguf.BlockWeights {
			q := block[4+i%16] >> (4 * (i / 16)) & 15
			want := float32(q)*gguf.FromHalf(binary.LittleEndian.Uint16(block)) + gguf.FromHalf(binary.LittleEndian.Uint16(block[2:]))
			require.InDelta(t, want, float32(int8(got[2+i]))*scale, float64(scale)*0.6)
		}
	}
	require.Equal(t, make([]byte, gguf.Q8_0Bytes), toQ8_0(make([]byte, q4_1Bytes)), "nothing stays nothing")
}

// small is a file with a text, a list, the number that changes, and two tensors.
func small() []byte {
	var b bytes.Buffer
	write := func(values ...any) {
		for _, v := range values {
			if s, ok := v.(string); ok {
				binary.Write(&b, binary.LittleEndian, uint64(len(s)))
				b.WriteString(s)
				continue
			}
			binary.Write(&b, binary.LittleEndian, v)
		}
	}
	b.WriteString("GGUF")
	write(uint32(3), uint64(2), uint64(3))
	write("general.name", uint32(8), "small")
	write("general.file_type", uint32(4), uint32(3))
	write("words", uint32(9), uint32(8), uint64(2), "a", "b")
	write("norm", uint32(1), uint64(2), uint32(gguf.F32), uint64(0))
	write("weights", uint32(2), uint64(32), uint64(2), uint32(gguf.Q4_1), uint64(32))
	for b.Len()%gguf.Alignment != 0 {
		b.WriteByte(0)
	}
	write(float32(1), float32(2), make([]byte, 24), bytes.Repeat([]byte{0, 0x3c, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15}, 2))
	return b.Bytes()
}

func TestOnlyTypesOffsetsAndDataChange(t *testing.T) {
	got, err := requantize(small())
	require.NoError(t, err)
	require.Contains(t, string(got), "general.name")
	// Reading it again finds nothing left to convert.
	again, err := requantize(bytes.Clone(got))
	require.NoError(t, err)
	require.Equal(t, got, again)
	require.Zero(t, len(got)%gguf.Alignment)
}

func TestHalfAFileIsAnError(t *testing.T) {
	whole := small()
	for n := range len(whole) - 1 {
		_, err := requantize(bytes.Clone(whole[:n]))
		require.Error(t, err, n)
	}
}
