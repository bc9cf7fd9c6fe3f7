package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"burrow/tools/testresult"
)

// event is a line that `go test -json` writes.
type event struct {
	Action     string
	Package    string
	ImportPath string // of what could not be compiled
	Test       string
	Output     string
}

// report turns the events into lines for people, and counts.
type report struct {
	w       io.Writer
	verbose bool
	skipped int
	// of each package that runs.
	running map[string]*output
	testresult.Result
}

// output is what a package and its tests have printed, in its order.
type output struct {
	lines  []line
	failed map[string]bool
}

type line struct{ test, text string }

func newReport(w io.Writer, verbose bool) *report {
	return &report{w: w, verbose: verbose, running: map[string]*output{}}
}

// progress matches what -json adds to the output of tests.
var progress = regexp.MustCompile(`^\s*(=== (RUN|PAUSE|CONT|NAME)\b|--- (PASS|SKIP): )`)

func (r *report) read(events io.Reader) {
	lines := bufio.NewReader(events)
	for {
		text, err := lines.ReadString('\n')
		if text != "" {
			var e event
			if json.Unmarshal([]byte(text), &e) != nil || e.Action == "" {
				fmt.Fprint(r.w, text)
			} else {
				r.take(e)
			}
		}
		if err != nil {
			return
		}
	}
}

func (r *report) take(e event) {
	if e.Action == "build-output" {
		fmt.Fprint(r.w, e.Output)
		return
	}
	if e.Package == "" {
		return
	}
	o := r.running[e.Package]
	if o == nil {
		o = &output{failed: map[string]bool{}}
		r.running[e.Package] = o
	}
	switch e.Action {
	case "output":
		switch {
		case progress.MatchString(e.Output):
		case r.verbose:
			fmt.Fprint(r.w, e.Output)
		default:
			o.lines = append(o.lines, line{e.Test, e.Output})
		}
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.ended(e, o)
			return
		}
		r.Tests++
		switch e.Action {
		case "fail":
			o.failed[e.Test] = true
		case "skip":
			r.skipped++
		}
	}
}

// ended prints a package that is done.
func (r *report) ended(e event, o *output) {
	delete(r.running, e.Package)
	for _, l := range o.lines {
		switch {
		case e.Action == "fail" && (l.test == "" || o.failed[l.test]):
			fmt.Fprint(r.w, l.text)
		// The line that sums a package up has its name; the rest is what passed.
		case l.test == "" && strings.Contains(l.text, e.Package):
			fmt.Fprint(r.w, l.text)
		}
	}
	if e.Action != "fail" {
		return
	}
	failed := len(r.Failed)
	for _, name := range slices.Sorted(maps.Keys(o.failed)) {
		// A test of which a part failed says so by that part.
		if !partFailed(o.failed, name) {
			r.Failed = append(r.Failed, e.Package+" "+name)
		}
	}
	if len(r.Failed) == failed {
		r.Failed = append(r.Failed, e.Package)
	}
}

func partFailed(failed map[string]bool, name string) bool {
	for other := range failed {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}

// end prints what is to be read last.
func (r *report) end() {
	fmt.Fprintf(r.w, "%d tests, %d failed, %d skipped\n", r.Tests, len(r.Failed), r.skipped)
	for _, name := range r.Failed {
		fmt.Fprintln(r.w, "  failed "+name)
	}
}
