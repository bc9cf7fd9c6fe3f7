package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// A work conversation of our own: several projects, people, dates and numbers, and
// questions that ask for its facts in other words than it used. It was written before
// the ranking was looked at for it. The questions about one half of the projects were
// used to choose weights, those about the other half were not; each has a few in
// languages other than English. Evidence of a fact that was corrected later is both
// what was said first and the correction.
//
//go:embed testdata/work
var work embed.FS

// The halves of the questions, and their kinds, which stand for categories.
var (
	workHalves = []string{"dev", "held"}
	workKinds  = []string{"plain", "corrected"}
)

// loadWork reads the conversation, once for each half of its questions.
func loadWork() ([]conversation, error) {
	lines, err := workLines("conversation.txt")
	if err != nil {
		return nil, err
	}
	all := make([]conversation, len(workHalves))
	number := make(map[string]int)
	turns, err := turnsOf(lines)
	if err != nil {
		return nil, err
	}
	for n, t := range turns {
		number[t.ID] = n
	}
	for i := range all {
		all[i].Turns = turns
	}
	if lines, err = workLines("questions.txt"); err != nil {
		return nil, err
	}
	for _, line := range lines {
		fields := strings.Split(line, " | ")
		half, kind := slices.Index(workHalves, fields[0]), slices.Index(workKinds, fields[1])
		if len(fields) != 4 || half < 0 || kind < 0 {
			return nil, fmt.Errorf("read the questions: %q is none", line)
		}
		q := question{Text: fields[2], Category: kind + 1}
		for id := range strings.FieldsSeq(fields[3]) {
			n, there := number[id]
			if !there {
				return nil, fmt.Errorf("read the questions: no message %s for %q", id, q.Text)
			}
			q.Evidence = append(q.Evidence, n)
		}
		all[half].Name = "work, " + workHalves[half]
		all[half].Questions = append(all[half].Questions, q)
	}
	return all, nil
}

func workLines(name string) ([]string, error) {
	text, err := work.ReadFile("testdata/work/" + name)
	return strings.Split(strings.TrimSpace(string(text)), "\n"), err
}
