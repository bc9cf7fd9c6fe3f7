package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"burrow/internal/recall"
)

// What people ask that has nothing to do with any of the conversations, in five
// languages. It was written before there was a floor; the first half was used to choose
// it, the other was not.
//
//go:embed testdata/unrelated.txt
var unrelatedText string

// unrelated returns the questions of a half: "dev" or "held".
func unrelated(half string) (out []question) {
	for line := range strings.Lines(unrelatedText) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), half+" | "); ok {
			out = append(out, question{Text: text})
		}
	}
	return out
}

// floored is the product's ranking with a floor of choice.
type floored struct {
	name    string
	prepare func(c conversation, least float32) chooser
}

var flooreds = []floored{{"recall", func(c conversation, least float32) chooser { return recalling(c, nil, least) }}}

// floors are tried; the first is none.
var floors = []float32{0, 0.7, recall.LeastHeld, 1.1, 1.4, 1.8}

// printFloors has a row for each floor: what the questions find within the first budget,
// and how many of the unrelated ones recall nothing, of each half and, of the half that
// is held out, in each conversation.
func (m *meter) printFloors(w io.Writer, all []conversation) error {
	fmt.Fprintln(w)
	heads := []string{"floor", "least", "evidence", "tokens", "nothing, chosen on", "nothing, held out", "tokens if unrelated"}
	for _, c := range all {
		heads = append(heads, c.Name)
	}
	printRow(w, heads)
	printRow(w, strings.Split(strings.Repeat("---,", len(heads)-1)+"---", ","))
	for _, f := range flooreds {
		for _, least := range floors {
			r := ranker{f.name, func(c conversation) chooser { return f.prepare(c, least) }}
			results, err := m.run(all, r, budgets[0])
			if err != nil {
				return err
			}
			found := means(all, results)[0]
			cells := []string{f.name, fmt.Sprint(least), fmt.Sprintf("%.4f", found.sum/max(float64(found.count), 1)), fmt.Sprintf("%.0f", m.tokens(all, results))}
			var by []string
			tokens := 0.0
			for _, half := range workHalves {
				asked := asking(all, unrelated(half))
				results, err := m.run(asked, r, budgets[0])
				if err != nil {
					return err
				}
				cells = append(cells, nothing(results, -1))
				tokens += m.tokens(asked, results) / float64(len(workHalves))
				by = by[:0]
				for i := range asked {
					by = append(by, nothing(results, i))
				}
			}
			printRow(w, append(append(cells, fmt.Sprintf("%.0f", tokens)), by...))
		}
	}
	return nil
}

// asking has other questions about the same conversations.
func asking(all []conversation, questions []question) []conversation {
	out := make([]conversation, len(all))
	for i, c := range all {
		out[i] = conversation{c.Name, c.Turns, questions}
	}
	return out
}

// nothing is the share of the results in a conversation, -1 for all, that took nothing.
func nothing(results []result, conversation int) string {
	count, none := 0, 0
	for _, r := range results {
		if conversation < 0 || r.conversation == conversation {
			count++
			if len(r.taken) == 0 {
				none++
			}
		}
	}
	return fmt.Sprintf("%.3f", float64(none)/max(float64(count), 1))
}

// tokens is what the turns that were taken have on average.
func (m *meter) tokens(all []conversation, results []result) float64 {
	sum := 0
	for _, r := range results {
		sum += m.encoding.Count(render(all[r.conversation], r.taken))
	}
	return float64(sum) / max(float64(len(results)), 1)
}
