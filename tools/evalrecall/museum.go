package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The long conversation of package turn's tests, of somebody who works at a museum: half
// of its questions are in its words, half in others.
const museumDir = "internal/turn/testdata/recall"

// museumKinds stand for categories.
var museumKinds = []string{"words", "para"}

// loadMuseum reads it below the project's directory.
func loadMuseum(root string) ([]conversation, error) {
	read := func(name string) ([]string, error) {
		text, err := os.ReadFile(filepath.Join(root, museumDir, name))
		return strings.Split(strings.TrimSpace(string(text)), "\n"), err
	}
	c := conversation{Name: "museum"}
	lines, err := read("conversation.txt")
	if err != nil {
		return nil, err
	}
	if c.Turns, err = turnsOf(lines); err != nil {
		return nil, err
	}
	if lines, err = read("questions.txt"); err != nil {
		return nil, err
	}
	for _, line := range lines {
		fields := strings.Split(line, " | ")
		kind := slices.Index(museumKinds, fields[0])
		if len(fields) != 3 || kind < 0 {
			return nil, fmt.Errorf("read the questions: %q is none", line)
		}
		q := question{Text: fields[1], Category: kind + 1}
		for number := range strings.FieldsSeq(fields[2]) {
			n, err := strconv.Atoi(number)
			if err != nil || n >= len(c.Turns) {
				return nil, fmt.Errorf("read the questions: no message %s for %q", number, q.Text)
			}
			q.Evidence = append(q.Evidence, n)
		}
		c.Questions = append(c.Questions, q)
	}
	return []conversation{c}, nil
}

// turnsOf reads a conversation: "# " and when it goes on, then a line a message, with its
// name, who says it, and what.
func turnsOf(lines []string) (out []turn, err error) {
	var now time.Time
	for _, line := range lines {
		if day, ok := strings.CutPrefix(line, "# "); ok {
			if now, err = time.Parse("2006-01-02 15:04", day); err != nil {
				return nil, err
			}
			continue
		}
		head, text, _ := strings.Cut(line, ": ")
		id, role, _ := strings.Cut(head, " ")
		now = now.Add(time.Minute)
		out = append(out, turn{id, role, text, now.UnixMilli()})
	}
	return out, nil
}
