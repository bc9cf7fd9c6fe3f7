package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"burrow/internal/proxy"
)

// budget holds limits in bytes as a browser transfers them: brotli, or the file
// itself where that is smaller.
type budget struct {
	Files  map[string]limit `json:"files"` // by name without the hash
	Groups []group          `json:"groups"`
}

// group is files that are loaded together.
type group struct {
	Name string `json:"name"`
	limit
	Files []string `json:"files"`
}

// limit is what a part may weigh. Beside it stands what it weighed when the limit was set,
// so that growth is seen long before it is too much.
type limit struct {
	MaxBytes int64  `json:"max_bytes"`
	WasBytes int64  `json:"was_bytes"`
	Why      string `json:"why"`
}

func readBudget(file string) (budget, error) {
	var b budget
	text, err := os.ReadFile(file)
	if err != nil {
		return b, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a misspelt limit would limit nothing
	if err := d.Decode(&b); err != nil {
		return b, fmt.Errorf("read %s: %w", file, err)
	}
	return b, nil
}

// weigh returns the table of all files and a sentence for each limit exceeded.
// A limit for a file that is not there is exceeded too: after a rename it would
// guard nothing.
func weigh(files []proxy.File, b budget) (table string, over []string) {
	sizes := make(map[string]int64)
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	// Numbers are aligned right; the name after the last tab is not aligned.
	row := func(cells ...string) { fmt.Fprintln(w, strings.Join(cells[1:], "\t")+"\t  "+cells[0]) }
	row("file", "raw", "gzip", "brotli", "budget", "growth")
	check := func(what string, size int64, l limit) (budget, growth string) {
		if l.MaxBytes == 0 {
			return "-", "-"
		}
		if size > l.MaxBytes {
			over = append(over, fmt.Sprintf("%s has %s bytes, %s over its budget of %s (%s)",
				what, digits(size), digits(size-l.MaxBytes), digits(l.MaxBytes), l.Why))
		}
		return digits(l.MaxBytes), signed(size - l.WasBytes)
	}

	sorted := slices.SortedFunc(slices.Values(files), func(a, b proxy.File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range sorted {
		sizes[f.Name] = transferred(f)
		budget, growth := check(f.Name, sizes[f.Name], b.Files[f.Name])
		row(f.Name, digits(f.Raw), orDash(f.Gzip), orDash(f.Brotli), budget, growth)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Files)) {
		if _, ok := sizes[name]; !ok {
			over = append(over, fmt.Sprintf("%s has a budget but was not built", name))
		}
	}
	for _, g := range b.Groups {
		var sum int64
		for _, name := range g.Files {
			size, ok := sizes[name]
			if !ok {
				over = append(over, fmt.Sprintf("%s belongs to %s but was not built", name, g.Name))
			}
			sum += size
		}
		budget, growth := check(g.Name, sum, g.limit)
		row(g.Name, "", "", digits(sum), budget, growth)
	}
	w.Flush()
	return text.String(), over
}

func transferred(f proxy.File) int64 {
	if f.Brotli > 0 {
		return f.Brotli
	}
	return f.Raw
}

func orDash(n int64) string {
	if n == 0 {
		return "-"
	}
	return digits(n)
}

// signed writes n with its sign.
func signed(n int64) string {
	if n < 0 {
		return "-" + digits(-n)
	}
	return "+" + digits(n)
}

// digits writes n with a comma before each group of three.
func digits(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
