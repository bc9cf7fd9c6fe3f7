// Package testresult is what a run of tests hands to tools/suites: how many there were, and
// the names of those that failed or passed at a later try only. A runner appends a line of
// JSON to the file that BURROW_TEST_RESULTS names; web/test/failures.ts writes the same.
package testresult

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// File is the name of the variable.
const File = "BURROW_TEST_RESULTS"

// Result is one run.
type Result struct {
	Tests  int      `json:"tests"`
	Failed []string `json:"failed,omitempty"`
	Flaky  []string `json:"flaky,omitempty"`
}

// Append adds a result to the file, if one is asked for.
func Append(r Result) error {
	name := os.Getenv(File)
	if name == "" {
		return nil
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// Sum reads what the runs of a suite came to; none if there is no file.
func Sum(name string) (sum Result, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return sum, nil
	}
	if err != nil {
		return sum, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return sum, fmt.Errorf("read %s: %w", name, err)
		}
		sum.Tests += r.Tests
		sum.Failed = append(sum.Failed, r.Failed...)
		sum.Flaky = append(sum.Flaky, r.Flaky...)
	}
	return sum, lines.Err()
}
