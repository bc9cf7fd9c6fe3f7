package encoder

import (
	"encoding/binary"
	"fmt"
	"math"

	"burrow/internal/gguf"
)

// model is a file of one. Damage is an error, however it is: the file may be anybody's.
type model struct {
	values  map[string][]byte
	tensors map[string]tensor
	data    []byte
	err     error // the first
}

type tensor struct {
	size   [2]uint64 // of a row, and how many
	kind   uint32
	offset uint64
}

func readModel(file []byte) (*model, error) {
	r, tensorCount, pairCount, err := gguf.Open(file)
	if err != nil {
		return nil, err
	}
	f := &model{values: make(map[string][]byte), tensors: make(map[string]tensor)}
	for range pairCount {
		key, kind := string(r.Text()), r.Uint32()
		before := r.Rest
		r.Skip(kind)
		if r.Short {
			return nil, gguf.ErrShort
		}
		f.values[key] = before[:len(before)-len(r.Rest)]
	}
	for range tensorCount {
		t, name := tensor{size: [2]uint64{1, 1}}, string(r.Text())
		dims := r.Uint32()
		for i := range min(dims, 2) {
			t.size[i] = r.Uint64()
		}
		t.kind, t.offset = r.Uint32(), r.Uint64()
		if r.Short || dims > 2 {
			return nil, gguf.ErrShort
		}
		f.tensors[name] = t
	}
	f.data = r.Data(file)
	return f, nil
}

// text returns a value that is a text, without its length.
func (f *model) text(key string) string {
	if v := f.values[key]; len(v) > 8 {
		return string(v[8:])
	}
	return ""
}

// number returns the four bytes of a value as a number.
func (f *model) number(key string) uint32 {
	if v := f.values[key]; len(v) == 4 {
		return binary.LittleEndian.Uint32(v)
	}
	return 0
}

func (f *model) pieces() (pieces, error) {
	list := &gguf.Reader{Rest: f.values["tokenizer.ggml.tokens"]}
	if list.Uint32() != gguf.Text {
		return pieces{}, errUnfit
	}
	p := pieces{ids: make(map[string]int32), count: int(list.Uint64()),
		first: int32(f.number("tokenizer.ggml.cls_token_id")), last: int32(f.number("tokenizer.ggml.seperator_token_id")), unknown: int32(f.number("tokenizer.ggml.unknown_token_id"))}
	for i := range p.count {
		piece := string(list.Text())
		if list.Short {
			return pieces{}, gguf.ErrShort
		}
		p.ids[piece] = int32(i)
		p.longest = max(p.longest, len(piece))
	}
	for _, id := range []int32{p.first, p.last, p.unknown} {
		if id <= 0 || int(id) >= p.count {
			return pieces{}, errUnfit
		}
	}
	return p, nil
}

// raw returns a tensor's data if it is of this kind and has this size, or more rows.
func (f *model) raw(name string, kind uint32, rows, columns int) []byte {
	t, there := f.tensors[name]
	size := uint64(4 * rows * columns)
	if kind == gguf.Q8_0 {
		size = uint64(rows * columns / gguf.BlockWeights * gguf.Q8_0Bytes)
	}
	fits := there && t.kind == kind && t.size[0] == uint64(columns) && t.size[1] >= uint64(rows) && t.offset <= uint64(len(f.data)) && size <= uint64(len(f.data))-t.offset
	if !fits {
		if f.err == nil {
			f.err = fmt.Errorf("%s: %w", name, errUnfit)
		}
		return nil
	}
	return f.data[t.offset : t.offset+size]
}

// blocks returns a copy, so that the whole file need not stay in memory.
func (f *model) blocks(name string, rows, columns int) []byte {
	return append([]byte(nil), f.raw(name, gguf.Q8_0, rows, columns)...)
}

func (f *model) floats(name string, rows, columns int) []float32 {
	data := f.raw(name, gguf.F32, rows, columns)
	out := make([]float32, len(data)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out
}

func (f *model) norm(name string, width int) levels {
	return levels{f.floats(name+".weight", 1, width), f.floats(name+".bias", 1, width)}
}

func (f *model) linear(name string, rows, columns int) linear {
	return linear{packWeights(f.raw(name+".weight", gguf.Q8_0, rows, columns), columns), f.floats(name+".bias", 1, rows)}
}
