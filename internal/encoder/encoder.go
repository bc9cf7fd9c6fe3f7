// Package encoder runs a sentence encoder of BERT's kind, all-MiniLM-L6-v2, in the
// program itself: a text becomes a vector that points the same way as those of texts
// that mean much the same. It decides how the file is read, how a text is cut into
// pieces and how exact the sums are; what the vectors are for is left to its caller.
//
// The browser runs the same file by llama.cpp. Both compute with 8 bits and cut texts
// after as many pieces, so that their vectors may stand beside each other.
package encoder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"burrow/internal/gguf"
)

// Name is the model's, and File what its file is called where model files are kept.
const (
	Name = "all-MiniLM-L6-v2"
	File = Name + ".Q8_0.gguf"
)

// maxTokens is how much of a text counts, as the model was trained: about 200 words.
const maxTokens = 256

// Encoder makes vectors of texts. It is safe for concurrent use.
type Encoder struct {
	name   string
	pieces pieces

	width, heads int
	epsilon      float32

	words     []byte // the embeddings of all pieces, as Q8_0
	positions []float32
	segment   []float32
	norm      levels
	layers    []layer
}

var errUnfit = errors.New("this is no sentence encoder that can be used here")

// Open reads the file of an encoder.
func Open(path string) (*Encoder, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	e, err := load(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return e, nil
}

func load(data []byte) (*Encoder, error) {
	f, err := readModel(data)
	if err != nil {
		return nil, err
	}
	if f.text("general.architecture") != "bert" || f.text("tokenizer.ggml.model") != "bert" || f.number("bert.pooling_type") != poolingMean {
		return nil, errUnfit
	}
	e := &Encoder{
		name:    strings.Clone(f.text("general.name")),
		width:   int(f.number("bert.embedding_length")),
		heads:   int(f.number("bert.attention.head_count")),
		epsilon: math.Float32frombits(f.number("bert.attention.layer_norm_epsilon")),
	}
	inner := int(f.number("bert.feed_forward_length"))
	if !isWidth(e.width) || !isWidth(inner) || e.heads == 0 || e.width%e.heads != 0 {
		return nil, errUnfit
	}
	if e.pieces, err = f.pieces(); err != nil {
		return nil, err
	}
	e.words = f.blocks("token_embd.weight", e.pieces.count, e.width)
	e.positions = f.floats("position_embd.weight", maxTokens, e.width)
	e.segment = f.floats("token_types.weight", 1, e.width)
	e.norm = f.norm("token_embd_norm", e.width)
	for i := range f.number("bert.block_count") {
		at := fmt.Sprintf("blk.%d.", i)
		e.layers = append(e.layers, layer{
			query: f.linear(at+"attn_q", e.width, e.width), key: f.linear(at+"attn_k", e.width, e.width), value: f.linear(at+"attn_v", e.width, e.width),
			out: f.linear(at+"attn_output", e.width, e.width), outNorm: f.norm(at+"attn_output_norm", e.width),
			up: f.linear(at+"ffn_up", inner, e.width), down: f.linear(at+"ffn_down", e.width, inner), downNorm: f.norm(at+"layer_output_norm", e.width),
		})
		if f.err != nil {
			break
		}
	}
	return e, f.err
}

// poolingMean is llama.cpp's number for the mean of all pieces' vectors.
const poolingMean = 1

// isWidth is true of rows of whole blocks, of a size that a small model has.
func isWidth(n int) bool { return n > 0 && n <= 1<<14 && n%gguf.BlockWeights == 0 }

// Name is the model's name.
func (e *Encoder) Name() string { return e.name }

// Encode returns the vectors of texts, unless ctx ends first.
func (e *Encoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		v, err := e.encode(ctx, text)
		if err != nil {
			return nil, err
		}
		vectors[i] = v
	}
	return vectors, nil
}

func (e *Encoder) encode(ctx context.Context, text string) ([]float32, error) {
	ids := e.pieces.cut(text, maxTokens)
	n := len(ids)
	x := make([]float32, n*e.width)
	for i, id := range ids {
		row := x[i*e.width : (i+1)*e.width]
		unpackRow(e.words, int(id), row)
		position := e.positions[i*e.width : (i+1)*e.width]
		for j := range row {
			row[j] += position[j] + e.segment[j]
		}
		e.norm.apply(row, e.epsilon)
	}
	for i := range e.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.layers[i].run(x, e.heads, e.epsilon)
	}
	mean := make([]float32, e.width)
	for i, v := range x {
		mean[i%e.width] += v
	}
	return unit(mean), nil
}

// unit makes a vector of length one; nothing stays nothing.
func unit(v []float32) []float32 {
	sum := float64(0)
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	if sum > 0 {
		by := float32(1 / math.Sqrt(sum))
		for i := range v {
			v[i] *= by
		}
	}
	return v
}
