package main

import (
	"context"
	"fmt"
	"path/filepath"

	"burrow/internal/encoder"
	"burrow/internal/recall"
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
	with := floored{"recall, and " + encoder.Name, func(c conversation, least float32) chooser { return recalling(c, r.meant(c), least) }}
	flooreds = append(flooreds, with)
	rankers = append(rankers, ranker{with.name, func(c conversation) chooser { return with.prepare(c, recall.LeastHeld) }})
	return nil
}

// reader reads every text once: that takes minutes.
type reader struct {
	encoder *encoder.Encoder
	known   map[string][]float32
}

// meant says how close the turns of a conversation are to a question.
func (r reader) meant(c conversation) func(text string) []float32 {
	return func(text string) []float32 {
		asked, meant := r.vector(text), make([]float32, len(c.Turns))
		for i, t := range c.Turns {
			for j, v := range r.vector(t.Text) {
				meant[i] += v * asked[j]
			}
		}
		return meant
	}
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
