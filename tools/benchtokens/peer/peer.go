// Package peer is the protocol between the benchmark and the programs it
// measures, in the form that Go programs use.
//
// Each library runs in a process of its own, so that a library that panics, eats
// the memory or never ends is a result and not the end of the run, and so that no
// cache or heap is shared. A request is a line of JSON on stdin, an answer a line
// of JSON on stdout:
//
//	{"lib":"burrow count","encoding":"o200k_base","file":"prose.json","least_ms":100}
//	{"tokens":412345,"passes":[23100000,23050000]}
//	{"error":"panicked"}
//
// The file holds a JSON array of strings, the messages. A pass counts each of
// them once; passes are repeated until least_ms have gone by, at least one.
// Only the counting is timed: tokens is the sum of one pass, passes are
// nanoseconds of processor time of the whole process. That is what a pass takes
// on an idle machine with one processor: it does not grow when others run, and a
// library gains nothing from threads of its own. A request may name a "warmup" file as well, to be passed over
// once before the clock starts. The programs in other languages implement the same loop.
package peer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// Request asks for passes over one file.
type Request struct {
	Lib      string `json:"lib"`
	Encoding string `json:"encoding"`
	File     string `json:"file"`
	LeastMS  int    `json:"least_ms"`
	// Warmup names a file to pass over once before the clock starts, so that a
	// pass over text that is new to the library does not find the processor's
	// caches full of what another process did in its turn.
	Warmup string `json:"warmup,omitempty"`
}

// Answer is what the passes took; Error is set instead when there were none.
type Answer struct {
	Tokens int     `json:"tokens"`
	Passes []int64 `json:"passes"`
	Error  string  `json:"error,omitempty"`
}

// Count returns how many tokens a text has.
type Count func(text string) int

// Serve answers requests until in ends. It calls load once for each pair of
// library and encoding, outside the timed part.
func Serve(in io.Reader, out io.Writer, load func(lib, encoding string) (Count, error)) error {
	loaded := map[Request]Count{}
	requests := json.NewDecoder(bufio.NewReader(in))
	answers := json.NewEncoder(out)
	for {
		var request Request
		if err := requests.Decode(&request); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		answer, err := run(loaded, request, load)
		if err != nil {
			answer = Answer{Error: err.Error()}
		}
		if err := answers.Encode(answer); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
}

func run(loaded map[Request]Count, request Request, load func(lib, encoding string) (Count, error)) (Answer, error) {
	key := Request{Lib: request.Lib, Encoding: request.Encoding}
	count, ok := loaded[key]
	if !ok {
		var err error
		if count, err = load(request.Lib, request.Encoding); err != nil {
			return Answer{}, err
		}
		loaded[key] = count
	}
	messages, err := read(request.File)
	if err != nil {
		return Answer{}, err
	}
	if request.Warmup != "" {
		warmup, err := read(request.Warmup)
		if err != nil {
			return Answer{}, err
		}
		passes(warmup, count, 0)
	}
	return passes(messages, count, time.Duration(request.LeastMS)*time.Millisecond), nil
}

func read(path string) ([]string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var messages []string
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	return messages, nil
}

func passes(messages []string, count Count, least time.Duration) Answer {
	var answer Answer
	for start := time.Now(); ; {
		answer.Tokens = 0
		pass := processorTime()
		for _, message := range messages {
			answer.Tokens += count(message)
		}
		answer.Passes = append(answer.Passes, int64(processorTime()-pass))
		if time.Since(start) >= least {
			return answer
		}
	}
}
