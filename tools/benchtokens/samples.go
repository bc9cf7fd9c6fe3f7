package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The ways in which a text is given to a library.
const (
	modeFirst  = "first"  // messages it has not seen before, once
	modeWarm   = "warm"   // all messages of the text, again and again
	modeWhole  = "whole"  // the text as one string
	modeLetter = "letter" // one string of one letter
)

// sample is what one library took for one file in one round.
type sample struct {
	Mode     string  `json:"mode"`
	Encoding string  `json:"encoding"`
	Text     string  `json:"text"`
	Lib      string  `json:"lib"`
	Round    int     `json:"round"`
	File     string  `json:"file"`
	Bytes    int     `json:"bytes"`
	Tokens   int     `json:"tokens"`
	Seconds  float64 `json:"seconds"` // of one pass: the median of the round's
	Failure  string  `json:"failure,omitempty"`
}

// place is a column of a table.
type place struct{ mode, encoding, text string }

// cell is a library's result in a column.
type cell struct {
	MBps float64 // median over the rounds
	// Ratio is how many times faster burrow was: the median over the rounds of
	// the ratio within a round, so that a machine that is busy for a while
	// slows both sides of it.
	Ratio  float64
	Excess int    // tokens more (or fewer) than most libraries count in the same files
	Bytes  int    // length of the longest text measured
	Note   string // why there is no result, or not for the whole text
}

type results struct {
	cells map[place]map[string]cell
}

func summarise(samples []sample) results {
	byPlace := map[place][]sample{}
	for _, s := range samples {
		at := place{s.Mode, s.Encoding, s.Text}
		byPlace[at] = append(byPlace[at], s)
	}
	r := results{cells: map[place]map[string]cell{}}
	for at, samples := range byPlace {
		usual := usualTokens(samples)
		// Seconds a byte, by burrow's function and round.
		reference := map[string]map[int]float64{burrowCount: {}, burrowEncode: {}}
		byLib := map[string][]sample{}
		for _, s := range samples {
			byLib[s.Lib] = append(byLib[s.Lib], s)
			if reference[s.Lib] != nil && s.Failure == "" {
				reference[s.Lib][s.Round] = s.Seconds / float64(s.Bytes)
			}
		}
		r.cells[at] = map[string]cell{}
		for lib, samples := range byLib {
			r.cells[at][lib] = summariseLib(samples, usual, reference[cmp.Or(against[lib], burrowCount)])
		}
	}
	return r
}

func summariseLib(samples []sample, usual map[string]int, reference map[int]float64) cell {
	var c cell
	var speeds, ratios []float64
	excess := map[string]int{}
	for _, s := range samples {
		if s.Failure != "" {
			c.Note = s.Failure
			continue
		}
		c.Bytes = max(c.Bytes, s.Bytes)
		speeds = append(speeds, float64(s.Bytes)/s.Seconds/1e6)
		excess[s.File] = s.Tokens - usual[s.File]
		if perByte, ok := reference[s.Round]; ok {
			ratios = append(ratios, s.Seconds/float64(s.Bytes)/perByte)
		}
	}
	c.MBps, c.Ratio = median(speeds), median(ratios)
	for _, n := range excess {
		c.Excess += n
	}
	return c
}

// failures lists what libraries could not do, one sentence for each reason. One
// letter is left out: failing there is a result.
func (r results) failures() []string {
	type reason struct{ lib, note string }
	places, failed := map[string]int{}, map[reason][]string{}
	for at, cells := range r.cells {
		for lib, c := range cells {
			if at.mode == modeLetter {
				continue
			}
			places[lib]++
			if c.Note != "" {
				why := reason{lib, c.Note}
				failed[why] = append(failed[why], at.text+" in "+at.encoding)
			}
		}
	}
	subjects := map[string][]string{}
	for why, where := range failed {
		subject := labels[why.lib]
		if len(where) < places[why.lib] {
			slices.Sort(where)
			subject += " on " + strings.Join(slices.Compact(where), ", ")
		}
		subjects[why.note] = append(subjects[why.note], subject)
	}
	var out []string
	for _, note := range sortedKeys(subjects) {
		slices.Sort(subjects[note])
		out = append(out, strings.Join(subjects[note], "; ")+": "+note)
	}
	return out
}

// usualTokens returns the count that most libraries agree on, for each file. No
// library is the judge of the others, this one included.
func usualTokens(samples []sample) map[string]int {
	votes := map[string]map[int]map[string]bool{}
	for _, s := range samples {
		if s.Failure != "" {
			continue
		}
		if votes[s.File] == nil {
			votes[s.File] = map[int]map[string]bool{}
		}
		if votes[s.File][s.Tokens] == nil {
			votes[s.File][s.Tokens] = map[string]bool{}
		}
		votes[s.File][s.Tokens][s.Lib] = true
	}
	usual := map[string]int{}
	for file, counts := range votes {
		most := 0
		for tokens, libs := range counts {
			if len(libs) > most || len(libs) == most && tokens < usual[file] {
				most, usual[file] = len(libs), tokens
			}
		}
	}
	return usual
}

func (c cell) String() string {
	if c.MBps == 0 {
		return c.Note
	}
	s := speed(c.MBps)
	if c.Ratio != 0 && c.Ratio != 1 {
		s += fmt.Sprintf(" (%s×)", speed(c.Ratio))
	}
	if c.Excess != 0 {
		s += fmt.Sprintf(", differs: %+d", c.Excess)
	}
	if c.Note != "" {
		s += ", " + c.Note
	}
	return s
}

// speed prints three digits, without decimals from 100 on.
func speed(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// median returns 0 for no values.
// fastest returns the least of the times, 0 if there are none because the library
// failed.
func fastest(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	return slices.Min(times)
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// quantile returns the value below which the share p of the values lies, and 0
// for no values.
func quantile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := p * float64(len(sorted)-1)
	low := int(at)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
