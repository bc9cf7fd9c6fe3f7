// Command evalfaq measures which questions the FAQ answers:
//
//	go run ./tools/evalfaq -verbose
//
// testdata/pairs.jsonl has a FAQ in five languages, testdata/probes.jsonl questions that
// mean one of its own in other words (near) and questions that only look like one (far).
// They are by an author who had not seen the rules. Half of the questions were drawn by
// chance to be kept: these are counted, and never listed.
//
// Everyday questions that have nothing to do with the FAQ show what else is offered to a
// model: the half "dev" of tools/evalrecall/testdata/unrelated.txt is counted with the open
// questions, and "held" with the kept ones.
//
// A far question that is answered, or a near one with the answer of another pair, is an
// error of the program: it exits with 1.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
	"burrow/internal/store"
)

// A probe is a question, with the pair that is to answer it, "" for none.
type probe struct {
	ID, Kind, Question string
	Expect             string
}

// A pair is one of the FAQ.
type pair struct {
	ID, Question, Answer string
	Also                 []string
}

// result counts the probes of one half.
type result struct {
	near, answered   int
	far, farAnswered int
	// offered are near questions whose pair is among those that a model is shown,
	// farOffered far ones that it is shown any with.
	offered, farOffered int
	// unrelated are everyday questions, strayed those that are shown any with.
	unrelated, strayed int
	wrong              int // those and the near ones with the answer of another pair
	missed             []probe
}

var errWrong = errors.New("a question got an answer that is not its own")

func main() {
	dir := flag.String("sets", "tools/evalfaq/testdata", "the `directory` of the sets")
	half := flag.String("half", "both", "which questions: open, kept or both")
	verbose := flag.Bool("verbose", false, "list what is not answered, of the open half")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *dir, *half, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "evalfaq:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, dir, half string, verbose bool) error {
	halves := []string{"open", "kept"}
	if half != "both" {
		halves = []string{half}
	}
	wrong := 0
	fmt.Fprintf(w, "%-5s %13s %12s %12s %11s %17s\n", "", "near answered", "far answered", "near offered", "far offered", "unrelated offered")
	for _, name := range halves {
		r, err := measure(ctx, dir, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-5s %6d of %3d %5d of %3d %5d of %3d %4d of %3d %10d of %3d\n", name, r.answered, r.near, r.farAnswered, r.far, r.offered, r.near, r.farOffered, r.far, r.strayed, r.unrelated)
		wrong += r.wrong
		for _, p := range r.missed {
			if verbose && name == "open" {
				fmt.Fprintf(w, "      %s %s %s\n", p.ID, p.Expect, p.Question)
			}
		}
	}
	if wrong > 0 {
		return errWrong
	}
	return nil
}

// measure asks the questions of one half.
func measure(ctx context.Context, dir, half string) (r result, err error) {
	history, err := store.Open(":memory:", store.Options{}, 1)
	if err != nil {
		return r, err
	}
	defer history.Close()
	pairs, err := read[pair](filepath.Join(dir, "pairs.jsonl"))
	if err != nil {
		return r, err
	}
	names := map[string]string{} // of pairs, by their UIDs
	for _, p := range pairs {
		kept, err := history.KeepPairs(ctx, []chat.Pair{{Question: p.Question, Also: p.Also, Answer: p.Answer}}, 1)
		if err != nil {
			return r, err
		}
		names[kept[0].UID.String()] = p.ID
	}
	drawn, err := os.ReadFile(filepath.Join(dir, "split.txt"))
	if err != nil {
		return r, err
	}
	probes, err := read[probe](filepath.Join(dir, "probes.jsonl"))
	if err != nil {
		return r, err
	}
	source := &faqsource.Source{Store: history}
	for _, p := range probes {
		if !strings.Contains(string(drawn), p.ID+"\t"+half+"\n") {
			continue
		}
		found, err := source.Gather(ctx, gather.Question{Asked: chat.Message{Content: p.Question}}, nil)
		if err != nil {
			return r, err
		}
		answered := ""
		if len(found.Sources) > 0 {
			answered = names[found.Sources[0].ID]
		}
		r.count(p, answered)
		offered, err := faqsource.Near{Source: source}.Pairs(ctx, p.Question)
		if err != nil {
			return r, err
		}
		r.offer(p, offered, names)
	}
	return r, r.stray(ctx, faqsource.Near{Source: source}, filepath.Join(dir, everyday), map[string]string{"open": "dev | ", "kept": "held | "}[half])
}

// everyday are the questions that have nothing to do with the FAQ, beside its directory.
const everyday = "../../evalrecall/testdata/unrelated.txt"

// stray counts the everyday questions of a half that a model would be shown pairs with.
func (r *result) stray(ctx context.Context, near faqsource.Near, name, half string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		question, is := strings.CutPrefix(line, half)
		if !is {
			continue
		}
		offered, err := near.Pairs(ctx, strings.TrimSpace(question))
		if err != nil {
			return err
		}
		if r.unrelated++; len(offered) > 0 {
			r.strayed++
		}
	}
	return nil
}

// count adds a question with the pair that answered it.
func (r *result) count(p probe, answered string) {
	if p.Kind == "far" {
		r.far++
	} else {
		r.near++
	}
	if p.Kind == "far" && answered != "" {
		r.farAnswered++
	}
	switch {
	case answered != p.Expect && answered != "":
		r.wrong++
	case answered != "":
		r.answered++
	case p.Kind == "near":
		r.missed = append(r.missed, p)
	}
}

// offer counts a question with the pairs that a model would be shown.
func (r *result) offer(p probe, offered []chat.Pair, names map[string]string) {
	if p.Kind == "far" && len(offered) > 0 {
		r.farOffered++
	}
	for _, one := range offered {
		if p.Kind == "near" && names[one.UID.String()] == p.Expect {
			r.offered++
		}
	}
}

// read reads a file of JSON objects, one a line.
func read[T any](name string) (out []T, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		out = append(out, one)
	}
	return out, lines.Err()
}
