// Package faqsource answers questions from the FAQ: pairs of a question and the answer
// that people have agreed on. It is asked before any model and any other source, and
// answers only a question that is a pair's own or one of its other wordings, by
// understand.Gist. What is merely near goes along with the question as material. The
// package also says what an import would do, and reads and writes CSV files; pairs are kept
// by package store.
//
// Two pairs of one gist with different answers are refused where they are kept. If a merge
// brings them together all the same, neither answers.
package faqsource

import (
	"context"
	"sync/atomic"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/say"
	"burrow/internal/understand"
)

// Gatherers are the FAQ as a source that comes first, and as one among others.
func Gatherers(s Store) gather.Gatherers {
	source := &Source{Store: s}
	return gather.Gatherers{source, Near{source}}
}

// Name is what it is called in answers.
const Name = "faq"

// Store is what is needed of the history. *store.Store is one.
type Store interface {
	PairsMark(ctx context.Context) (string, error)
	Pairs(ctx context.Context) ([]chat.Pair, error)
}

// Source is the gatherer. It is safe for concurrent use.
type Source struct {
	Store Store
	// index is kept until the pairs are others. It is read and replaced without a lock:
	// who builds one may be in a transaction that another one waits for.
	index atomic.Pointer[index]
	// wordings are kept as the index is, for what is only near.
	wordings atomic.Pointer[wordingIndex]
}

// index are the pairs by their gists, as they were read.
type index struct {
	known
	mark string
}

// About says what it is.
func (s *Source) About() gather.About {
	return gather.About{Name: Name, Label: say.T("FAQ"), First: true}
}

// Gather finds the pair of a question.
func (s *Source) Gather(ctx context.Context, q gather.Question, _ func(string)) (out gather.Evidence, err error) {
	if q.Reading == nil {
		q.Reading = &understand.Options{}
	}
	index, err := s.current(ctx, q.Reading)
	if err != nil || index == nil {
		return out, err
	}
	gist, ok := understand.GistOf(q.Asked.Content, *q.Reading)
	if of := index.owners[gist]; ok && of != nil && !of.several {
		out.Answer = of.pair.Answer
		out.Sources = []chat.Source{{Kind: chat.FAQSource, Name: of.pair.Question, ID: of.pair.UID.String()}}
	}
	return out, nil
}

// current is the index of the pairs that there are, nil if there is none.
func (s *Source) current(ctx context.Context, o *understand.Options) (*index, error) {
	mark, err := s.Store.PairsMark(ctx)
	if err != nil || mark == "" {
		return nil, err
	}
	last := s.index.Load()
	if last != nil && last.mark == mark && last.reading.Languages == o.Languages && last.reading.DayFirst == o.DayFirst {
		return last, nil
	}
	pairs, err := s.Store.Pairs(ctx)
	if err != nil {
		return nil, err
	}
	last = &index{known{o, map[understand.Gist]*owner{}}, mark}
	for i := range pairs {
		last.add(&pairs[i])
	}
	s.index.Store(last)
	return last, nil
}
