package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"burrow/internal/say"
)

// openInput opens a file, or standard input for "-".
func openInput(name string, in io.Reader) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(in), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, plain(name, err)
	}
	return file, nil
}

// noQuestion says that a line of a batch cannot be read.
func noQuestion(n int, err error) string {
	return say.T("Line {n} is not a question: {why}", "n", n, "why", err.Error())
}

// answerBatch answers each line of a file, or of standard input, with one line of
// JSON, in order. Lines are counted from 1; empty ones have no answer.
func answerBatch(name string, std streams, answer func(line string, n int) any) error {
	in, err := openInput(name, std.in)
	if err != nil {
		return err
	}
	defer in.Close()
	// Each line leaves its garbage, and little else is in use: collecting at 4 MB of it,
	// as Go does by itself, is a sixth of the time. GOGC in the environment counts first.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	out := bufio.NewWriter(std.out)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	lines := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if strings.TrimSpace(line) != "" {
			if err := encoder.Encode(answer(line, n)); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return plain(name, err)
		}
	}
}
