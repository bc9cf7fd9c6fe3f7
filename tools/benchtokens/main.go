// Benchtokens measures the counting of tokens beside other libraries, natively
// and in Chromium, and prints the tables of docs/performance.md.
//
//	go run ./tools/benchtokens [-only native|browser] [-quick] [-md] [-json FILE]
//
// It fetches and builds the other libraries itself, from their registries into
// build/, and makes the texts from what is on the machine. What cannot be had is
// told in one sentence and in its row, and the exit status is 1.
//
// Timings of different libraries are only compared within a round of one run:
// the libraries take turns, one at a time, and a ratio is the median over the
// rounds of the ratio within a round.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const toolDir = "tools/benchtokens"

// buildDir holds what is fetched, built and generated; git ignores it.
var buildDir = filepath.Join("build", "benchtokens")

func main() {
	only := flag.String("only", "", "measure only `native` or browser")
	quick := flag.Bool("quick", false, "small texts and few rounds: to try the benchmark, not to quote it")
	markdown := flag.Bool("md", false, "print the tables as Markdown")
	jsonFile := flag.String("json", "", "write every sample to `FILE`")
	flag.Parse()
	if *only != "" && *only != "native" && *only != "browser" {
		fmt.Fprintln(os.Stderr, "benchtokens: -only takes native or browser.")
		os.Exit(2)
	}
	complete, err := run(*only, *quick, *markdown, *jsonFile)
	if err != nil {
		fmt.Fprintf(os.Stderr, "benchtokens: %v\n", err)
		os.Exit(1)
	}
	if !complete {
		fmt.Fprintln(os.Stderr, "benchtokens: the tables are not complete; the reasons are above.")
		os.Exit(1)
	}
}

// report is everything a run measured, as -json writes it.
type report struct {
	Machine string         `json:"machine"`
	Texts   []text         `json:"texts"`
	Missing []string       `json:"missing,omitempty"`
	Native  []sample       `json:"native,omitempty"`
	Browser *browserReport `json:"browser,omitempty"`
}

// run returns whether every library and text was measured.
func run(only string, quick, markdown bool, jsonFile string) (complete bool, err error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return false, fmt.Errorf("find the module: %w", err)
	}
	if err := os.Chdir(filepath.Dir(strings.TrimSpace(string(out)))); err != nil {
		return false, err
	}
	if err := os.MkdirAll(buildDir, 0o755); err != nil {
		return false, err
	}
	rep := report{Machine: machine()}
	tell := func(sentence string) {
		progress("Not measured: %s.", sentence)
		rep.Missing = append(rep.Missing, sentence)
	}
	modules, npmErr := setupNpm()
	texts, runs, err := makeTexts(filepath.Join(buildDir, "texts"), quick, tell)
	if err != nil {
		return false, fmt.Errorf("make the texts: %w", err)
	}
	rep.Texts = texts
	e := effort{Rounds: 7, LeastMS: 100, Limit: 3 * time.Second}
	if quick {
		e = effort{Rounds: 2, LeastMS: 20, Limit: 2 * time.Second}
	}
	warnIfBusy()
	if only != "browser" {
		rep.Native = measureNative(setupNative(), texts, runs, e)
	}
	if only != "native" {
		if err = npmErr; err == nil {
			rep.Browser, err = measureBrowser(modules, texts, runs, e)
		}
		if err != nil {
			tell("the browser: " + err.Error())
		}
	}
	for _, failure := range rep.failures() {
		tell(failure)
	}
	if jsonFile != "" {
		if err := writeJSON(jsonFile, rep); err != nil {
			return false, err
		}
	}
	return len(rep.Missing) == 0, printReport(os.Stdout, rep, markdown)
}

func (rep report) failures() []string {
	failures := summarise(rep.Native).failures()
	if rep.Browser != nil {
		failures = append(failures, rep.Browser.summary().failures()...)
		failures = append(failures, rep.Browser.Failures...)
	}
	return failures
}

func writeJSON(path string, rep report) error {
	raw, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o644)
}

// machine names the processor, as Linux does.
func machine() string {
	raw, err := os.ReadFile("/proc/cpuinfo")
	if errors.Is(err, os.ErrNotExist) {
		return "unknown processor"
	}
	for line := range strings.Lines(string(raw)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return "unknown processor"
}

// warnIfBusy tells when other programs run: the libraries take turns, so ratios
// hold better than speeds, but neither is worth quoting from a busy machine.
func warnIfBusy() {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return
	}
	var load float64
	if _, err := fmt.Sscan(string(raw), &load); err == nil && load > 0.5*float64(runtime.NumCPU()) {
		progress("The machine is busy (load %.1f): the figures will be low and uneven.", load)
	}
}

func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}
