package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"burrow/internal/gguf"
)

// The package of the sentence encoder has its weights as 32-bit floats, in a file of
// PyTorch's kind: the length of a JSON header, the header with each tensor's type,
// shape and place, then the data. llama.cpp, and with it the browser, wants a GGUF
// file of the architecture "bert", which is also a quarter as large with its matrices
// as Q8_0.

// What all-MiniLM-L6-v2 is, as its package's config.json says it.
const (
	bertBlocks    = 6
	bertContext   = 512
	bertWidth     = 384
	bertInner     = 1536
	bertHeads     = 12
	bertKinds     = 2 // of segments: a text, or the second of two
	bertEpsilon   = 1e-12
	bertWordCount = 30522
	poolingMean   = 1 // llama.cpp's number
)

// The numbers of the tokens that are no words.
const (
	tokenPad  = 0
	tokenUnk  = 100
	tokenCls  = 101
	tokenSep  = 102
	tokenMask = 103
)

// A tensor's name in GGUF and in the package, without ".weight" or ".bias".
type renamed struct {
	to, from string
	bias     bool
	exact    bool // stays as 32-bit floats: llama.cpp adds it as it is
}

func bertTensors() []renamed {
	all := []renamed{
		{"token_embd", "embeddings.word_embeddings", false, false},
		{"position_embd", "embeddings.position_embeddings", false, true},
		{"token_types", "embeddings.token_type_embeddings", false, true},
		{"token_embd_norm", "embeddings.LayerNorm", true, true},
	}
	for i := range bertBlocks {
		to, from := fmt.Sprintf("blk.%d.", i), fmt.Sprintf("encoder.layer.%d.", i)
		all = append(all,
			renamed{to + "attn_q", from + "attention.self.query", true, false},
			renamed{to + "attn_k", from + "attention.self.key", true, false},
			renamed{to + "attn_v", from + "attention.self.value", true, false},
			renamed{to + "attn_output", from + "attention.output.dense", true, false},
			renamed{to + "attn_output_norm", from + "attention.output.LayerNorm", true, true},
			renamed{to + "ffn_up", from + "intermediate.dense", true, false},
			renamed{to + "ffn_down", from + "output.dense", true, false},
			renamed{to + "layer_output_norm", from + "output.LayerNorm", true, true})
	}
	return all
}

// convertBERT makes the GGUF file of the weights and the list of words.
func convertBERT(weights, words []byte) ([]byte, error) {
	from, err := readSafetensors(weights)
	if err != nil {
		return nil, err
	}
	list := strings.Split(strings.TrimSuffix(string(words), "\n"), "\n")
	if len(list) != bertWordCount {
		return nil, fmt.Errorf("there are %d words instead of %d", len(list), bertWordCount)
	}
	var out ggufFile
	out.describeBERT(list)
	for _, r := range bertTensors() {
		names := []string{".weight"}
		if r.bias {
			names = append(names, ".bias")
		}
		for _, suffix := range names {
			t, there := from[r.from+suffix]
			if !there {
				return nil, fmt.Errorf("there is no tensor %s%s", r.from, suffix)
			}
			out.addTensor(r.to+suffix, t, r.exact || suffix == ".bias")
		}
	}
	return out.bytes(), nil
}

func (g *ggufFile) describeBERT(words []string) {
	g.text("general.architecture", "bert")
	g.text("general.name", "all-MiniLM-L6-v2")
	g.text("general.license", "apache-2.0")
	g.number("general.file_type", mostlyQ8_0)
	g.number("general.quantization_version", 2)
	g.number("bert.block_count", bertBlocks)
	g.number("bert.context_length", bertContext)
	g.number("bert.embedding_length", bertWidth)
	g.number("bert.feed_forward_length", bertInner)
	g.number("bert.attention.head_count", bertHeads)
	g.pair("bert.attention.layer_norm_epsilon", gguf.Float, float32(bertEpsilon))
	g.pair("bert.attention.causal", gguf.Bool, false)
	g.number("bert.pooling_type", poolingMean)
	g.text("tokenizer.ggml.model", "bert")
	g.text("tokenizer.ggml.pre", "default")
	g.number("tokenizer.ggml.token_type_count", bertKinds)
	// llama.cpp marks the pieces that begin a word, BERT those that do not.
	pieces, kinds := make([]string, len(words)), make([]int32, len(words))
	for i, w := range words {
		const normal, control = 1, 3
		kinds[i] = normal
		inside, isInside := strings.CutPrefix(w, "##")
		switch {
		case i == tokenPad || i >= tokenUnk && i <= tokenMask:
			pieces[i], kinds[i] = w, control
		case isInside:
			pieces[i] = inside
		default:
			pieces[i] = "▁" + w
		}
	}
	g.texts("tokenizer.ggml.tokens", pieces)
	g.pair("tokenizer.ggml.token_type", gguf.List, uint32(gguf.Int), uint64(len(kinds)), kinds)
	g.number("tokenizer.ggml.unknown_token_id", tokenUnk)
	g.number("tokenizer.ggml.seperator_token_id", tokenSep) // as llama.cpp spells it
	g.number("tokenizer.ggml.padding_token_id", tokenPad)
	g.number("tokenizer.ggml.cls_token_id", tokenCls)
	g.number("tokenizer.ggml.mask_token_id", tokenMask)
}

// floats is a tensor of 32-bit floats, its rows one after another.
type floats struct {
	shape []uint64
	data  []byte
}

var errSafetensors = errors.New("the weights are not as they should be")

// readSafetensors returns the tensors of 32-bit floats by their names.
func readSafetensors(file []byte) (map[string]floats, error) {
	r := &gguf.Reader{Rest: file}
	head := r.Take(r.Uint64())
	var entries map[string]json.RawMessage
	if r.Short || json.Unmarshal(head, &entries) != nil {
		return nil, errSafetensors
	}
	all := make(map[string]floats)
	for name, text := range entries {
		var entry struct {
			Kind  string    `json:"dtype"`
			Shape []uint64  `json:"shape"`
			Place [2]uint64 `json:"data_offsets"`
		}
		if name == "__metadata__" {
			continue
		}
		if err := json.Unmarshal(text, &entry); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if entry.Kind != "F32" {
			continue
		}
		size := uint64(4)
		for _, d := range entry.Shape {
			size *= d
		}
		begin, end := entry.Place[0], entry.Place[1]
		if begin > end || end > uint64(len(r.Rest)) || end-begin != size {
			return nil, fmt.Errorf("%s: %w", name, errSafetensors)
		}
		all[name] = floats{entry.Shape, r.Rest[begin:end]}
	}
	return all, nil
}

// asQ8_0 returns the weights in blocks; rows are of whole blocks.
func (f floats) asQ8_0() []byte {
	out := make([]byte, 0, len(f.data)/4/gguf.BlockWeights*gguf.Q8_0Bytes)
	block := make([]float32, gguf.BlockWeights)
	for data := f.data; len(data) > 0; data = data[4*gguf.BlockWeights:] {
		for i := range block {
			block[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		out = appendQ8_0(out, block)
	}
	return out
}

// ggufFile is a file that is being written.
type ggufFile struct {
	pairs, tensors, data   bytes.Buffer
	pairCount, tensorCount uint64
}

func put(to *bytes.Buffer, values ...any) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			binary.Write(to, binary.LittleEndian, uint64(len(s))) // into memory
			to.WriteString(s)
			continue
		}
		binary.Write(to, binary.LittleEndian, v)
	}
}

func (g *ggufFile) pair(key string, kind uint32, values ...any) {
	put(&g.pairs, key, kind)
	put(&g.pairs, values...)
	g.pairCount++
}

func (g *ggufFile) text(key, value string) { g.pair(key, gguf.Text, value) }

func (g *ggufFile) number(key string, value uint32) { g.pair(key, gguf.Uint, value) }

func (g *ggufFile) texts(key string, list []string) {
	g.pair(key, gguf.List, uint32(gguf.Text), uint64(len(list)))
	for _, s := range list {
		put(&g.pairs, s)
	}
}

// addTensor adds a tensor, as Q8_0 unless it is to be exact.
func (g *ggufFile) addTensor(name string, t floats, exact bool) {
	kind, data := uint32(gguf.F32), t.data
	if !exact {
		kind, data = gguf.Q8_0, t.asQ8_0()
	}
	put(&g.tensors, name, uint32(len(t.shape)))
	for i := range t.shape {
		put(&g.tensors, t.shape[len(t.shape)-1-i]) // the length of a row comes first
	}
	put(&g.tensors, kind, uint64(g.data.Len()))
	g.data.Write(data)
	pad(&g.data)
	g.tensorCount++
}

func pad(b *bytes.Buffer) {
	for b.Len()%gguf.Alignment != 0 {
		b.WriteByte(0)
	}
}

func (g *ggufFile) bytes() []byte {
	var out bytes.Buffer
	out.WriteString("GGUF")
	put(&out, uint32(3), g.tensorCount, g.pairCount)
	out.Write(g.pairs.Bytes())
	out.Write(g.tensors.Bytes())
	pad(&out)
	out.Write(g.data.Bytes())
	return out.Bytes()
}
