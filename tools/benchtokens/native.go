package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"burrow/tools/benchtokens/peer"
)

// effort is how much a run measures.
type effort struct {
	Rounds  int           // over a text that was seen
	LeastMS int           // of passes in such a round
	Limit   time.Duration // for the answer to one question about one letter
}

// A pass of a whole text may take long in a slow library, but not for ever.
const answerLimit = 2 * time.Minute

// measureNative runs all subjects over all texts, one at a time. They take
// turns within a round, and each round starts with another of them.
func measureNative(subjects []subject, texts []text, runs []letterRun, e effort) []sample {
	n := native{subjects: subjects, effort: e}
	for _, s := range subjects {
		if s.Missing == nil {
			defer s.Process.Stop()
		}
	}
	for _, encoding := range encodings {
		for _, t := range texts {
			progress("measuring %s in %s", t.Name, encoding)
			n.text(encoding, t)
		}
		progress("measuring one letter in %s", encoding)
		n.letter(encoding, runs)
	}
	return n.samples
}

type native struct {
	subjects []subject
	effort   effort
	samples  []sample
}

func (n *native) text(encoding string, t text) {
	for _, s := range n.subjects {
		// Its answer is of no interest: a library that fails here fails below.
		_, _ = s.ask(encoding, peer.Request{File: t.Warmup.Path}, answerLimit)
	}
	for round, part := range t.Parts {
		n.round(place{modeFirst, encoding, t.Name}, round, peer.Request{File: part.Path, Warmup: t.Warmup.Path}, part, n.subjects)
	}
	for round := range n.effort.Rounds {
		all := peer.Request{File: t.All.Path, LeastMS: n.effort.LeastMS}
		n.round(place{modeWarm, encoding, t.Name}, round, all, t.All, n.quickEnough(round))
		whole := peer.Request{File: t.Whole.Path, LeastMS: n.effort.LeastMS}
		n.round(place{modeWhole, encoding, t.Name}, round, whole, t.Whole, n.quickEnough(round))
	}
}

// quickEnough leaves tiktoken-go, which takes seconds for a text, out of all
// rounds but the first.
func (n *native) quickEnough(round int) []subject {
	if round == 0 {
		return n.subjects
	}
	var quick []subject
	for _, s := range n.subjects {
		if s.Lib != tiktokenGoEncode {
			quick = append(quick, s)
		}
	}
	return quick
}

func (n *native) round(at place, round int, request peer.Request, f file, subjects []subject) {
	for i := range subjects {
		s := subjects[(i+round)%len(subjects)]
		answer, err := s.ask(at.encoding, request, answerLimit)
		n.record(at, s, round, f, answer, err)
	}
}

// letter gives each library longer and longer runs of one letter. The longest
// that it finishes within the limit is the one that its rounds measure.
func (n *native) letter(encoding string, runs []letterRun) {
	at := place{modeLetter, encoding, "one letter"}
	longest := map[string]letterRun{}
	for _, s := range n.subjects {
		for _, r := range runs {
			if _, err := s.ask(encoding, peer.Request{File: r.Probe.Path}, n.effort.Limit); err != nil {
				failure := err.Error()
				if s.Missing == nil {
					failure = letterFailure(err, r.Probe, n.effort.Limit)
				}
				n.samples = append(n.samples, sample{Mode: at.mode, Encoding: at.encoding, Text: at.text, Lib: s.Lib, Failure: failure})
				break
			}
			longest[s.Lib] = r
		}
	}
	for round := range len(letters) - 1 {
		for _, s := range n.subjects {
			if r, ok := longest[s.Lib]; ok {
				f := r.Rounds[round]
				answer, err := s.ask(encoding, peer.Request{File: f.Path, Warmup: r.Probe.Path}, answerLimit)
				n.record(at, s, round, f, answer, err)
			}
		}
	}
}

func letterFailure(err error, f file, limit time.Duration) string {
	if errors.Is(err, peer.ErrSlow) {
		return fmt.Sprintf("over %.0f s for %s", limit.Seconds(), size(f.Bytes))
	}
	return fmt.Sprintf("fails at %s: %v", size(f.Bytes), err)
}

func size(bytes int) string {
	if bytes >= 1_000_000 {
		return fmt.Sprintf("%d MB", bytes/1_000_000)
	}
	return fmt.Sprintf("%d kB", bytes/1000)
}

func (s subject) ask(encoding string, request peer.Request, limit time.Duration) (peer.Answer, error) {
	if s.Missing != nil {
		return peer.Answer{}, s.Missing
	}
	request.Lib, request.Encoding = s.Lib, encoding
	return s.Process.Ask(request, limit)
}

func (n *native) record(at place, s subject, round int, f file, answer peer.Answer, err error) {
	got := sample{
		Mode: at.mode, Encoding: at.encoding, Text: at.text, Lib: s.Lib, Round: round,
		File: filepath.Base(f.Path), Bytes: f.Bytes, Tokens: answer.Tokens,
	}
	if err != nil {
		got.Failure = err.Error()
	} else {
		passes := make([]float64, len(answer.Passes))
		for i, ns := range answer.Passes {
			passes[i] = float64(ns) / 1e9
		}
		got.Seconds = fastest(passes)
	}
	n.samples = append(n.samples, got)
}
