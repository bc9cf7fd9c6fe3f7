package agent

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
)

// Planner reads questions by package planner. today is the clock, for "last month".
func Planner(today func() time.Time, maxRows int) func(*schema.Graph, planner.Values) Reader {
	return func(known *schema.Graph, values planner.Values) Reader {
		return planned{planner.New(known, planner.Options{Today: today, Values: values, MaxRows: maxRows})}
	}
}

type planned struct{ p *planner.Planner }

func (p planned) Read(ctx context.Context, question string, before json.RawMessage) (Reading, error) {
	var last *planner.Reading
	if len(before) > 0 {
		if restored, err := p.p.Restore(before); err == nil {
			last = &restored
		}
	}
	got, err := p.p.Read(ctx, question, last)
	if err != nil {
		return Reading{}, why(err)
	}
	return readingOf(got), nil
}

func (p planned) Restore(data []byte) (Reading, error) {
	got, err := p.p.Restore(data)
	if err != nil {
		return Reading{}, why(err)
	}
	return readingOf(got), nil
}

func (p planned) Hints(ctx context.Context, question string) (planner.Hints, error) {
	return p.p.Hints(ctx, question)
}

func (p planned) Examples() []string { return p.p.Examples() }

func why(err error) error {
	if missed, ok := errors.AsType[*planner.NotUnderstood](err); ok {
		return &NotUnderstood{Why: missed.Why, Examples: missed.Examples}
	}
	return err
}

func readingOf(got planner.Reading) Reading {
	r := Reading{SQL: got.SQL(), Sentence: got.Sentence(), Counts: got.Counts(), Done: got.Done(), Percent: got.Percent(), Sure: got.Confidence >= planner.MinConfidence, Named: got.Named}
	for _, c := range got.Choices {
		r.Choices = append(r.Choices, answer.Choice{Label: c.Label, Apply: c.Apply})
	}
	if state, err := json.Marshal(got); err == nil {
		r.State = state
	}
	return r
}
