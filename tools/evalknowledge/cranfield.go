package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The Cranfield collection: 1,400 abstracts, 225 questions, and how well which abstract
// answers which, from 1 (completely) to 4 (hardly).

type abstract struct {
	number      int
	title, text string
}

type question struct {
	text  string
	gains map[int]float64 // by abstract
}

type collection struct {
	abstracts []abstract
	questions []question
}

func loadCranfield(dir string) (out collection, err error) {
	err = records(filepath.Join(dir, "cran.all.1400"), func(number int, fields map[string]string) {
		out.abstracts = append(out.abstracts, abstract{number, fields["T"], fields["W"]})
	})
	if err != nil {
		return out, err
	}
	// Judgements count the questions as they stand, not by their numbers.
	err = records(filepath.Join(dir, "cran.qry"), func(_ int, fields map[string]string) {
		out.questions = append(out.questions, question{fields["W"], map[int]float64{}})
	})
	if err != nil {
		return out, err
	}
	file, err := os.Open(filepath.Join(dir, "cranqrel"))
	if err != nil {
		return out, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var q, document, code int
		if _, err := fmt.Sscan(lines.Text(), &q, &document, &code); err != nil {
			return out, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		if code >= 1 && code <= 4 {
			out.questions[q-1].gains[document] = float64(5 - code)
		}
	}
	return out, lines.Err()
}

// records reads a file of numbered records with fields: .I 1, .T, then lines.
func records(path string, each func(number int, fields map[string]string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for record := range strings.SplitSeq("\n"+string(text), "\n.I ") {
		first, rest, _ := strings.Cut(record, "\n")
		number, err := strconv.Atoi(strings.TrimSpace(first))
		if err != nil {
			continue // before the first
		}
		fields := map[string]string{}
		name := ""
		for line := range strings.Lines(rest) {
			if len(line) >= 2 && line[0] == '.' && line[1] >= 'A' && line[1] <= 'Z' && strings.TrimSpace(line[2:]) == "" {
				name = line[1:2]
				continue
			}
			fields[name] += line
		}
		for name, text := range fields {
			fields[name] = strings.Join(strings.Fields(text), " ")
		}
		each(number, fields)
	}
	return nil
}
