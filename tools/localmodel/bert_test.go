package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/gguf"
)

// safetensors writes tensors of 32-bit floats, each of the value of its number.
func safetensors(t *testing.T, shapes map[string][]uint64, names []string) []byte {
	t.Helper()
	head := map[string]any{"__metadata__": map[string]string{"format": "pt"},
		"embeddings.position_ids": map[string]any{"dtype": "I64", "shape": []int{1, 1}, "data_offsets": []int{0, 8}}}
	data := bytes.NewBuffer(make([]byte, 8))
	for i, name := range names {
		begin, count := data.Len(), uint64(1)
		for _, d := range shapes[name] {
			count *= d
		}
		for range count {
			binary.Write(data, binary.LittleEndian, float32(i+1))
		}
		head[name] = map[string]any{"dtype": "F32", "shape": shapes[name], "data_offsets": []int{begin, data.Len()}}
	}
	text, err := json.Marshal(head)
	require.NoError(t, err)
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), data.Bytes()...)
}

// smallBERT has all tensors, in small.
func smallBERT(t *testing.T) []byte {
	t.Helper()
	shapes, names := map[string][]uint64{}, []string{}
	for _, r := range bertTensors() {
		shape := []uint64{3, 32}
		if strings.Contains(r.from, "LayerNorm") {
			shape = []uint64{32}
		}
		shapes[r.from+".weight"] = shape
		names = append(names, r.from+".weight")
		if r.bias {
			shapes[r.from+".bias"] = []uint64{32}
			names = append(names, r.from+".bias")
		}
	}
	return safetensors(t, shapes, names)
}

func manyWords() []string {
	words := make([]string, bertWordCount)
	for i := range words {
		words[i] = fmt.Sprint("w", i)
	}
	words[tokenPad], words[tokenUnk], words[tokenCls], words[tokenSep], words[tokenMask] = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
	words[200] = "##ing"
	return words
}

func TestEncoderIsWrittenAsLlamaReadsIt(t *testing.T) {
	made, err := convertBERT(smallBERT(t), []byte(strings.Join(manyWords(), "\n")+"\n"))
	require.NoError(t, err)
	r := &gguf.Reader{Rest: made}
	require.Equal(t, "GGUF", string(r.Take(4)))
	require.Equal(t, uint32(3), r.Uint32())
	tensorCount, pairCount := r.Uint64(), r.Uint64()
	values := map[string][]byte{}
	for range pairCount {
		key, kind := string(r.Text()), r.Uint32()
		before := r.Rest
		r.Skip(kind)
		values[key] = before[:len(before)-len(r.Rest)]
	}
	number := func(key string) uint32 { return binary.LittleEndian.Uint32(values[key]) }
	require.Equal(t, "bert", string(values["general.architecture"][8:]))
	require.Equal(t, uint32(6), number("bert.block_count"))
	require.Equal(t, uint32(1), number("bert.pooling_type"))
	require.Equal(t, uint32(102), number("tokenizer.ggml.seperator_token_id"))
	require.Equal(t, []byte{0}, values["bert.attention.causal"])
	require.Equal(t, float32(1e-12), math.Float32frombits(number("bert.attention.layer_norm_epsilon")))

	list := &gguf.Reader{Rest: values["tokenizer.ggml.tokens"]}
	require.Equal(t, uint32(gguf.Text), list.Uint32())
	pieces := make([]string, list.Uint64())
	for i := range pieces {
		pieces[i] = string(list.Text())
	}
	require.Len(t, pieces, bertWordCount)
	require.Equal(t, []string{"[PAD]", "▁w1", "[CLS]", "ing"}, []string{pieces[0], pieces[1], pieces[tokenCls], pieces[200]})
	kinds := values["tokenizer.ggml.token_type"][12:]
	require.Equal(t, []byte{3, 0, 0, 0, 1, 0, 0, 0}, kinds[:8], "a control token, a word")

	require.Equal(t, uint64(3+2+bertBlocks*16), tensorCount)
	require.Equal(t, "token_embd.weight", string(r.Text()))
	require.Equal(t, []uint64{2, 32, 3}, []uint64{uint64(r.Uint32()), r.Uint64(), r.Uint64()}, "the length of a row comes first")
	require.Equal(t, uint32(gguf.Q8_0), r.Uint32())
	require.Zero(t, r.Uint64())
	require.Equal(t, "position_embd.weight", string(r.Text()))
	r.Take(4 + 8 + 8)
	require.Equal(t, uint32(gguf.F32), r.Uint32())
	require.Equal(t, uint64(128), r.Uint64(), "aligned, behind three blocks")
	require.False(t, r.Short)
	// It is a file that can be read whole, and has nothing left to convert.
	again, err := requantize(bytes.Clone(made))
	require.NoError(t, err)
	require.Equal(t, made, again)
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	words := []byte(strings.Join(manyWords(), "\n"))
	_, err := convertBERT(smallBERT(t), words[:100])
	require.ErrorContains(t, err, "words instead of 30522")
	_, err = convertBERT([]byte("short"), words)
	require.ErrorIs(t, err, errSafetensors)
	_, err = convertBERT(safetensors(t, nil, nil), words)
	require.ErrorContains(t, err, "no tensor embeddings.word_embeddings.weight")
	whole := smallBERT(t)
	_, err = convertBERT(whole[:len(whole)-1], words)
	require.ErrorIs(t, err, errSafetensors)
}
