package main

import (
	"fmt"
	"io"
	"strings"
)

const (
	nativeCaption = "Each library in a process of its own; time is processor time of the whole process, so that threads gain nothing. A text is divided into messages of 10 kB. " +
		"MB are 10^6 bytes of UTF-8; of the passes of a round the fastest counts, since what slows others is the machine; speeds are medians over rounds, in brackets how many times faster burrow was in the same round: " +
		"its Encode where a library both counts and encodes and this is its encode, else its Count."
	browserCaption = "Each library in a worker of its own, messages of 10 kB, cross-origin isolated. " +
		"Burrow's figures include copying the text into the core, and with Encode the ids out of it."
	differsCaption = "\"differs\" is how many tokens more or fewer than most libraries one counts."
)

func printReport(w io.Writer, rep report, markdown bool) error {
	var tables []table
	var targets []target
	texts := []string{"prose", "code", "CJK"}
	if rep.Native != nil {
		r := summarise(rep.Native)
		libs := append([]string{burrowCount, burrowEncode, pythonEncode}, append(rustLibs, tiktokenGoEncode)...)
		tables = append(tables,
			r.speeds("Native, messages not seen before, one pass.", libs, columns(modeFirst, texts...)),
			r.speeds("Native, the same messages again and again.", libs, columns(modeWarm, texts...)),
			r.speeds("Native, the text as one string, and 1 MB of one letter.", libs,
				append(columns(modeWhole, texts...), columns(modeLetter, "one letter")...)))
		targets = append(targets, r.nativeTargets()...)
	}
	if rep.Browser != nil {
		r := rep.Browser.summary()
		libs := append([]string{burrowCount, burrowInside}, browserLibs[1:]...)
		tables = append(tables,
			r.speeds("Browser, messages not seen before, one pass.", libs, columns(modeFirst, texts...)),
			r.speeds("Browser, the same messages again and again.", libs, columns(modeWarm, texts...)),
			r.speeds("Browser, 1 MB of one letter as one string.", libs, columns(modeLetter, "one letter")),
			rep.Browser.waits())
		targets = append(targets, r.browserTargets()...)
		targets = append(targets, rep.Browser.waitTargets()...)
	}
	fmt.Fprintf(w, "%s. %s\n", rep.Machine, captionSources(rep.Texts))
	if rep.Native != nil {
		fmt.Fprintf(w, "\n%s %s\n", nativeCaption, differsCaption)
	}
	if rep.Browser != nil {
		fmt.Fprintf(w, "\n%s %s\n", rep.Browser.version(), browserCaption)
	}
	for _, t := range tables {
		if err := t.write(w, markdown); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	for _, t := range targets {
		if markdown {
			fmt.Fprint(w, "- ")
		}
		fmt.Fprintln(w, t)
	}
	return nil
}

// version picks the browser's name and major version from its user agent.
func (r *browserReport) version() string {
	for field := range strings.FieldsSeq(r.UserAgent) {
		if version, ok := strings.CutPrefix(field, "HeadlessChrome/"); ok {
			return "Chromium " + version + "."
		}
		if version, ok := strings.CutPrefix(field, "Chrome/"); ok {
			return "Chromium " + version + "."
		}
	}
	return r.UserAgent + "."
}

// waits is the table of what a person waits for.
func (r *browserReport) waits() table {
	t := table{
		Caption: fmt.Sprintf("Browser, ms: from the vocabulary's bytes having arrived to the table being ready, median of %d fresh workers; "+
			"one key in a draft of 20 kB at a random place, inserted or deleted in turn, with the count after it.", loadTimes),
		Head: []string{"", "ready", "slowest", "key, median", "key, p99"},
	}
	for _, encoding := range encodings {
		loads, keys := r.Loads[encoding], r.Keystrokes[encoding]
		t.Rows = append(t.Rows, []string{
			encoding, speed(median(loads)), speed(quantile(loads, 1)),
			fmt.Sprintf("%.4f", median(keys)), fmt.Sprintf("%.4f", quantile(keys, 0.99)),
		})
	}
	return t
}

func (r *browserReport) waitTargets() []target {
	ready, medians, p99s := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, encoding := range encodings {
		if len(r.Loads[encoding]) > 0 {
			ready[encoding] = median(r.Loads[encoding])
		}
		if keys := r.Keystrokes[encoding]; len(keys) > 0 {
			medians[encoding], p99s[encoding] = median(keys), quantile(keys, 0.99)
		}
	}
	return []target{
		atMost("browser, vocabulary ready within 100 ms", 100, "ms", ready),
		atMost("browser, a key counted within 0.1 ms, median", 0.1, "ms", medians),
		atMost("browser, a key counted within 0.1 ms, p99", 0.1, "ms", p99s),
	}
}
