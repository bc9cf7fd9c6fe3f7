package main

import (
	"context"
	"fmt"
	"path/filepath"

	"burrow/internal/encoder"
)

// useEncoder adds the product's ranking with the encoder of a directory, "" for none.
func useEncoder(dir string) error {
	if dir == "" {
		return nil
	}
	e, err := encoder.Open(filepath.Join(dir, encoder.File))
	if err != nil {
		return err
	}
	r := reader{e, map[string][]float32{}}
	rankers = append(rankers, ranker{"recall, and " + encoder.Name, r.prepare})
	return nil
}

// reader reads every text once: that takes minutes.
type reader struct {
	encoder *encoder.Encoder
	known   map[string][]float32
}

func (r reader) prepare(c conversation) chooser {
	return recalling(c, func(text string) []float32 {
		asked, meant := r.vector(text), make([]float32, len(c.Turns))
		for i, t := range c.Turns {
			for j, v := range r.vector(t.Text) {
				meant[i] += v * asked[j]
			}
		}
		return meant
	})
}

func (r reader) vector(text string) []float32 {
	v, there := r.known[text]
	if !there {
		made, err := r.encoder.Encode(context.Background(), []string{text})
		if err != nil { // only a context that ends is an error
			panic(fmt.Sprintf("encode: %v", err))
		}
		v = made[0]
		r.known[text] = v
	}
	return v
}
