package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A figure is a number that documents state and that can be made again.
type figure struct {
	claim   string
	command string
	// make gives the number, as the command prints it.
	make func(project) (float64, error)
	// near lets a stated number differ by less than one in its last digit: the size
	// of a build depends a little on the version of Go.
	near bool
	// data says that the command needs data that are not part of the project. The
	// test leaves such a figure out.
	data   bool
	quotes []quote
}

// A quote is a place that states a figure. In text, {} stands for it and # for any
// other number; per is its unit, if that is not one: 1e6 for MB, 0.01 for per cent.
type quote struct {
	file, text string
	per        float64
}

// A project is where documents and sources are.
type project struct{ root, data string }

func (p project) read(file string) (string, error) {
	text, err := os.ReadFile(filepath.Join(p.root, filepath.FromSlash(file)))
	return string(text), err
}

// words are the numbers that documents write as words.
var words = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// number matches a number as documents write it.
const number = `(\d[\d,]*(?:\.\d+)?|\.\d+|(?i:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))`

// pattern matches the places of a quote; its only group is the number.
func (q quote) pattern() (*regexp.Regexp, error) {
	before, after, ok := strings.Cut(q.text, "{}")
	if !ok || strings.Contains(after, "{}") {
		return nil, fmt.Errorf("%q wants one {}", q.text)
	}
	literal := func(text string) string {
		return strings.ReplaceAll(regexp.QuoteMeta(text), "#", "(?:"+number[1:])
	}
	return regexp.Compile(literal(before) + number + literal(after))
}

func (q quote) scaled(value float64) float64 {
	if q.per == 0 {
		return value
	}
	return value / q.per
}

// stated reads a number.
func stated(text string) float64 {
	if n := slices.Index(words, strings.ToLower(text)); n >= 0 {
		return float64(n)
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// like writes a number as another one is written: as a word, with as many
// decimals, without a zero before the point.
func like(text string, value float64) string {
	if n := slices.Index(words, strings.ToLower(text)); n >= 0 && value == math.Trunc(value) && value >= 0 && int(value) < len(words) {
		out := words[int(value)]
		if text[0] < 'a' {
			out = strings.ToUpper(out[:1]) + out[1:]
		}
		return out
	}
	_, fraction, _ := strings.Cut(text, ".")
	out := strconv.FormatFloat(value, 'f', len(fraction), 64)
	switch {
	case strings.HasPrefix(text, "."):
		return strings.TrimPrefix(out, "0")
	case stated(text) >= 1000 && !strings.Contains(text, ","):
		return out
	}
	return grouped(out)
}

// grouped puts commas into a number.
func grouped(digits string) string {
	whole, fraction, split := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if split {
		whole += "." + fraction
	}
	return whole
}

// holds says that a stated number is the value.
func (f figure) holds(text string, value float64) bool {
	if f.near {
		_, fraction, _ := strings.Cut(text, ".")
		return math.Abs(stated(text)-value) < math.Pow10(-len(fraction))
	}
	return text == like(text, value)
}

// check returns a sentence for each place that states another number or none.
func (f figure) check(p project, value float64) (wrong []string, err error) {
	for _, q := range f.quotes {
		pattern, err := q.pattern()
		if err != nil {
			return nil, err
		}
		text, err := p.read(q.file)
		if err != nil {
			return nil, err
		}
		found := pattern.FindAllStringSubmatch(text, -1)
		if len(found) == 0 {
			wrong = append(wrong, fmt.Sprintf("%s does not say %q (%s); if the sentence was changed, change tools/figures/registry.go", q.file, q.text, f.claim))
		}
		for _, match := range found {
			if !f.holds(match[1], q.scaled(value)) {
				wrong = append(wrong, fmt.Sprintf("%s says %q, but `%s` gives %s (%s): `make figures WRITE=1` corrects it", q.file, match[0], f.command, plain(q.scaled(value)), f.claim))
			}
		}
	}
	return wrong, nil
}

// state puts the value where the documents state another.
func (f figure) state(p project, value float64) error {
	for _, q := range f.quotes {
		pattern, err := q.pattern()
		if err != nil {
			return err
		}
		text, err := p.read(q.file)
		if err != nil {
			return err
		}
		out := pattern.ReplaceAllStringFunc(text, func(found string) string {
			at := pattern.FindStringSubmatchIndex(found)
			if old := found[at[2]:at[3]]; !f.holds(old, q.scaled(value)) {
				return found[:at[2]] + like(old, q.scaled(value)) + found[at[3]:]
			}
			return found
		})
		if out == text {
			continue
		}
		if err := os.WriteFile(filepath.Join(p.root, filepath.FromSlash(q.file)), []byte(out), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// places names the documents that state the figure.
func (f figure) places() string {
	var names []string
	for _, q := range f.quotes {
		if !slices.Contains(names, q.file) {
			names = append(names, q.file)
		}
	}
	return strings.Join(names, ", ")
}

// plain writes a number for a table.
func plain(value float64) string {
	return grouped(strings.TrimRight(strings.TrimRight(strconv.FormatFloat(value, 'f', 3, 64), "0"), "."))
}
