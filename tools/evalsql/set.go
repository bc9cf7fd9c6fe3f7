package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
)

//go:embed testdata/*.jsonl
var sets embed.FS

// question is a line of the set.
type question struct {
	ID       string `json:"id"`
	Language string `json:"language"`
	Question string `json:"question"`
	// Kind says how hard it is: "single" table, "joins" of two or three, "many" with four
	// and more, two "roles" of one table, "unanswerable", "forbidden", "ambiguous".
	Kind string `json:"kind"`
	// History are the questions before a follow-up.
	History []message `json:"history,omitempty"`
	// SQL is the gold query by the names of base tables. Its columns are the least that an
	// answer must have. For an ambiguous question it is one of the readings.
	SQL string `json:"sql,omitempty"`
	// Alternatives are other readings that a careful person would accept.
	Alternatives []string `json:"sql_alternatives,omitempty"`
	Tables       []string `json:"tables,omitempty"`
	Joins        []string `json:"joins,omitempty"`
	// Ordered says that the question asks for an order.
	Ordered bool   `json:"ordered"`
	Expect  expect `json:"expect"`

	kept bool // it is of a half that is not looked at
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// expect is what is right to do with a question.
type expect string

const (
	expectAnswer       expect = "answer"
	expectUnanswerable expect = "unanswerable" // not in the data
	expectForbidden    expect = "forbidden"
	expectAsk          expect = "ask" // several readings: ask which
)

var (
	kinds     = []string{"single", "joins", "many", "roles", "unanswerable", "forbidden", "ambiguous"}
	languages = []string{"en", "de", "it", "es", "vi", "fr"}
	expects   = []expect{expectAnswer, expectUnanswerable, expectForbidden, expectAsk}
)

// golds are the gold query and its alternatives.
func (q question) golds() []string {
	if q.SQL == "" {
		return nil
	}
	return append([]string{q.SQL}, q.Alternatives...)
}

// halves are the files of questions, and whether each is one that is not looked at. The
// fresh ones were written later, the later ones after these, both divided by a hash of the
// question. The plain ones came last and are divided by chance.
var halves = map[string]bool{"open": false, "kept": true, "fresh-open": false, "fresh": true, "later-open": false, "later": true, "plain-open": false, "plain": true}

// loadHalf reads one of the halves, or both of the first set.
func loadHalf(half string) ([]question, error) {
	if half == "both" {
		open, err := loadHalf("open")
		if err != nil {
			return nil, err
		}
		kept, err := loadHalf("kept")
		return append(open, kept...), err
	}
	kept, known := halves[half]
	if !known {
		return nil, fmt.Errorf("there is no half %q: open, kept, both, fresh-open, fresh, later-open, later, plain-open or plain", half)
	}
	file, err := sets.Open("testdata/" + half + ".jsonl")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := readSet(file)
	if err != nil {
		return nil, fmt.Errorf("%s.jsonl: %w", half, err)
	}
	for i := range all {
		all[i].kept = kept
	}
	return all, nil
}

// loadFile reads questions of somebody else, in the same form.
func loadFile(name string) ([]question, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := readSet(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// readSet is strict: a misspelt member would change what is measured.
func readSet(r io.Reader) ([]question, error) {
	var all []question
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var q question
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		switch {
		case q.ID == "" || seen[q.ID]:
			return nil, fmt.Errorf("line %d: the id %q is empty or taken", n, q.ID)
		case q.Question == "":
			return nil, fmt.Errorf("line %d: no question", n)
		case !slices.Contains(kinds, q.Kind) || !slices.Contains(languages, q.Language) || !slices.Contains(expects, q.Expect):
			return nil, fmt.Errorf("line %d: unknown kind %q, language %q or expectation %q", n, q.Kind, q.Language, q.Expect)
		case q.Expect == expectAnswer && q.SQL == "":
			return nil, fmt.Errorf("line %d: an answer is expected, and there is no gold query", n)
		}
		seen[q.ID] = true
		all = append(all, q)
	}
	return all, lines.Err()
}
