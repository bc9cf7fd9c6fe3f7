package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// target is one line under the tables: what must hold, what was measured.
type target struct {
	Held     bool
	What     string
	Measured string
}

func (t target) String() string {
	verdict := "miss"
	if t.Held {
		verdict = "pass"
	}
	return fmt.Sprintf("%s: %s: %s", verdict, t.What, t.Measured)
}

// faster holds if burrow is at least times faster than each library in each
// place. A library that could not do one letter but did the texts is beaten there;
// any other result that is not there is a miss. The measured part names the
// places that miss, or the closest one if none does.
func (r results) faster(what string, times float64, libs []string, places []place) target {
	t := target{What: what}
	var misses []string
	closest, least := "", math.Inf(1)
	for _, at := range places {
		for _, lib := range libs {
			own, c := r.cells[at][burrowCount], r.cells[at][lib]
			if at.mode == modeLetter && own.MBps != 0 && c.MBps == 0 && closest != "" {
				continue
			}
			if own.MBps == 0 || c.MBps == 0 {
				t.Measured = fmt.Sprintf("no result for %s, %s, %s", at.text, at.mode, at.encoding)
				return t
			}
			found := fmt.Sprintf("%s× on %s, %s, %s", speed(c.Ratio), at.text, at.mode, at.encoding)
			if len(libs) > 1 {
				found += ", " + labels[lib]
			}
			if c.Ratio < times {
				misses = append(misses, found)
			}
			if c.Ratio < least {
				closest, least = found, c.Ratio
			}
		}
	}
	if t.Held = len(misses) == 0; t.Held {
		t.Measured = "at least " + closest
	} else {
		t.Measured = strings.Join(misses, "; ")
	}
	return t
}

func (r results) nativeTargets() []target {
	texts := []string{"prose", "code", "CJK"}
	everywhere := slices.Concat(columns(modeFirst, texts...), columns(modeWarm, texts...), columns(modeWhole, texts...), columns(modeLetter, "one letter"))
	targets := r.proseAndCode("native", 8, pythonEncode)
	for _, lib := range rustLibs {
		targets = append(targets, r.faster("native, ahead of "+labels[lib]+" on each text", 1, []string{lib}, everywhere))
	}
	return append(targets, r.letterTarget("native"))
}

func (r results) browserTargets() []target {
	all := []string{gptCount, gptEncode, aiEncode, wasmEncode}
	return slices.Concat(
		r.proseAndCode("browser", 6, gptCount),
		r.proseAndCode("browser", 4, aiEncode),
		[]target{
			r.faster("browser, ahead of all on CJK not seen before", 1, all, columns(modeFirst, "CJK")),
			r.faster("browser, ahead of all on CJK, the same messages again", 1, all, columns(modeWarm, "CJK")),
			r.letterTarget("browser"),
		})
}

// proseAndCode is two targets: a message is counted once, when it is new; a
// library that remembers texts is also compared where that helps it most.
func (r results) proseAndCode(where string, times float64, lib string) []target {
	what := fmt.Sprintf("%s, prose and code at least %g times %s", where, times, labels[lib])
	return []target{
		r.faster(what+", new messages", times, []string{lib}, columns(modeFirst, "prose", "code")),
		r.faster(what+", the same messages again", times, []string{lib}, columns(modeWarm, "prose", "code")),
	}
}

// letterTarget: a run of one letter must not cost more per byte than prose.
func (r results) letterTarget(where string) target {
	t := target{What: where + ", 1 MB of one letter not slower per byte than prose", Held: true}
	var measured []string
	for _, encoding := range encodings {
		letter := r.cells[place{modeLetter, encoding, "one letter"}][burrowCount]
		prose := r.cells[place{modeWarm, encoding, "prose"}][burrowCount]
		measured = append(measured, fmt.Sprintf("%s %s against %s MB/s", encoding, speed(letter.MBps), speed(prose.MBps)))
		if letter.Bytes < letterBytes[len(letterBytes)-1] || letter.MBps < prose.MBps {
			t.Held = false
		}
	}
	t.Measured = strings.Join(measured, ", ")
	return t
}

// atMost holds if every measured value is at most limit.
func atMost(what string, limit float64, unit string, values map[string]float64) target {
	t := target{What: what, Held: len(values) > 0}
	var measured []string
	for _, name := range sortedKeys(values) {
		measured = append(measured, fmt.Sprintf("%s %s %s", name, speed(values[name]), unit))
		if values[name] > limit {
			t.Held = false
		}
	}
	t.Measured = strings.Join(measured, ", ")
	return t
}
