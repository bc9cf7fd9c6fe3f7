package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"burrow/internal/tokens"
)

// budgets are for the whole context, in tokens of cl100k_base.
var budgets = []int{1200, 4000}

// framingTokens are reserved for what is said around the recalled turns.
const framingTokens = 40

// A meter counts what a context costs and looks for the evidence in it.
type meter struct {
	encoding *tokens.Encoding
}

// A result is what was found of one question's evidence.
type result struct {
	conversation int
	question     int
	found        float64 // share of its evidence that is in the context
	taken        []int
}

func newMeter() (*meter, error) {
	e, err := tokens.Embedded(tokens.Cl100k)
	return &meter{e}, err
}

// run asks all questions of all conversations.
func (m *meter) run(all []conversation, r ranker, budget int) ([]result, error) {
	var results []result
	for i, c := range all {
		costs := make([]int, len(c.Turns))
		for j, t := range c.Turns {
			costs[j] = m.encoding.Count(t.line())
		}
		choose := r.prepare(c)
		for j, q := range c.Questions {
			left := budget - m.encoding.CountMessage("user", q.Text) - framingTokens
			taken := choose(q, prices{left, func(i int) int { return costs[i] }, m.dayTokens()})
			if used := m.encoding.Count(render(c, taken)); used > left {
				return nil, fmt.Errorf("%s takes %d tokens of %d for question %d of %s", r.name, used, left, j, c.Name)
			}
			results = append(results, result{i, j, q.found(taken), taken})
		}
	}
	return results, nil
}

// found returns the share of the evidence that is among the turns taken.
func (q question) found(taken []int) float64 {
	count := 0
	for _, e := range q.Evidence {
		if slices.Contains(taken, e) {
			count++
		}
	}
	return float64(count) / max(float64(len(q.Evidence)), 1)
}

// render writes the turns as a prompt has them: a line with the date before the
// first of each day, a line a turn. Each line ends in a newline, so that the sum of
// the lines' tokens is that of the whole.
func render(c conversation, taken []int) string {
	var b strings.Builder
	day := ""
	for _, i := range slices.Sorted(slices.Values(taken)) {
		if d := c.Turns[i].day(); d != day {
			day = d
			b.WriteString(d)
		}
		b.WriteString(c.Turns[i].line())
	}
	return b.String()
}

func (t turn) line() string { return t.Role + ": " + t.Text + "\n" }

func (t turn) day() string { return time.UnixMilli(t.Time).UTC().Format("2 January 2006") + "\n" }

// dayTokens is what the line with a date costs: the same for all days of a century.
func (m *meter) dayTokens() int {
	return m.encoding.Count(time.Date(2023, 9, 28, 0, 0, 0, 0, time.UTC).Format("2 January 2006") + "\n")
}

// now is when the questions are asked: the day after the last turn.
func (c conversation) now() int64 {
	return time.UnixMilli(c.Turns[len(c.Turns)-1].Time).AddDate(0, 0, 1).UnixMilli()
}
