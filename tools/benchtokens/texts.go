package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	textBytes    = 2_000_000
	messageBytes = 10_000
	// The first part of a text warms up, each following one is a round on text
	// that a library has not seen.
	textParts = 8
)

// letterBytes are the lengths of the runs of one letter. Libraries that need
// quadratic time are stopped at a short one. The first letter finds the length
// that a library can do; each following one is a round, for a library that
// remembers pieces would only look the same one up.
var (
	letterBytes = []int{10_000, 100_000, 1_000_000}
	letters     = []string{"a", "e", "o", "n"}
)

// letterRun is one length of the letters.
type letterRun struct {
	Probe  file
	Rounds []file
}

// text is a benchmark's input: files of messages as package peer reads them.
type text struct {
	Name   string
	Source string // for the caption of the tables
	Warmup file
	Parts  []file // disjoint, none of them in Warmup
	All    file   // Warmup and Parts, cut into messages
	Whole  file   // the same as one string
}

// file is one file of messages and the bytes of UTF-8 in them.
type file struct {
	Path  string
	Bytes int
}

// makeTexts writes the texts into dir. A source that cannot be had is left out
// and told to missing in one sentence.
func makeTexts(dir string, quick bool, missing func(string)) ([]text, []letterRun, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	size := textBytes
	if quick {
		size /= 4
	}
	sources := []struct {
		name string
		read func(size int) (content, source string, err error)
	}{
		{"prose", goProse},
		{"code", goCode},
		{"CJK", cjkProse},
	}
	var texts []text
	for _, source := range sources {
		content, caption, err := source.read(size)
		if err != nil {
			missing("the " + source.name + " text: " + err.Error())
			continue
		}
		t, err := divide(dir, source.name, content)
		if err != nil {
			return nil, nil, err
		}
		t.Source = caption
		texts = append(texts, t)
	}
	runs, err := makeRuns(dir)
	return texts, runs, err
}

func makeRuns(dir string) ([]letterRun, error) {
	runs := make([]letterRun, len(letterBytes))
	for i, n := range letterBytes {
		for _, letter := range letters {
			f, err := writeMessages(filepath.Join(dir, fmt.Sprintf("letter-%s-%d.json", letter, n)), []string{strings.Repeat(letter, n)})
			if err != nil {
				return nil, err
			}
			if runs[i].Probe.Path == "" {
				runs[i].Probe = f
			} else {
				runs[i].Rounds = append(runs[i].Rounds, f)
			}
		}
	}
	return runs, nil
}

// divide deals the messages of a text to its parts in turn, so that every part
// has the same mixture of languages and packages.
func divide(dir, name, content string) (text, error) {
	messages := cut(content, messageBytes)
	parts := make([][]string, textParts)
	for i, message := range messages {
		parts[i%textParts] = append(parts[i%textParts], message)
	}
	t := text{Name: name}
	for i, part := range parts {
		f, err := writeMessages(filepath.Join(dir, fmt.Sprintf("%s-%d.json", name, i)), part)
		if err != nil {
			return text{}, err
		}
		if i == 0 {
			t.Warmup = f
		} else {
			t.Parts = append(t.Parts, f)
		}
	}
	var err error
	if t.All, err = writeMessages(filepath.Join(dir, name+"-all.json"), messages); err != nil {
		return text{}, err
	}
	t.Whole, err = writeMessages(filepath.Join(dir, name+"-whole.json"), []string{content})
	return t, err
}

func writeMessages(path string, messages []string) (file, error) {
	raw, err := json.Marshal(messages)
	if err != nil {
		return file{}, err
	}
	f := file{Path: path}
	for _, message := range messages {
		f.Bytes += len(message)
	}
	return f, os.WriteFile(path, raw, 0o644)
}

// cut divides content into messages of at most size bytes, after a line where
// there is one in the second half, else between two characters.
func cut(content string, size int) []string {
	var messages []string
	for len(content) > size {
		end := size
		if line := strings.LastIndexByte(content[:size], '\n') + 1; line > size/2 {
			end = line
		}
		for !utf8.RuneStart(content[end]) {
			end--
		}
		messages = append(messages, content[:end])
		content = content[end:]
	}
	return append(messages, content)
}

// spread picks pieces at equal distances until they have about size bytes, so
// that a text comes from all of its source and not from the start of it.
func spread(pieces []string, size int) string {
	total := 0
	for _, piece := range pieces {
		total += len(piece)
	}
	var out strings.Builder
	seen := 0
	for _, piece := range pieces {
		// Take a piece when the output is not ahead of its share of what was seen.
		if out.Len()*total <= seen*size {
			out.WriteString(piece)
		}
		seen += len(piece)
	}
	return out.String()
}
