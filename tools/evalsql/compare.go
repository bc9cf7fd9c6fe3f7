package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An answer matches a gold result if it has the same number of rows, and if for each gold
// column there is a column of its own in the answer such that the rows, reduced to these
// columns, are the same: as a multiset, or in order where the question asks for one.
//
// Other columns, names and another order of columns are fine. What counts as the same
// value depends on the type of the gold column:
//
//   - numbers are equal as numbers. Where the gold query rounds, the answer may have more
//     digits, but not fewer;
//   - dates are equal as days and times, however they are written;
//   - texts are equal byte by byte, so that a postal code is no number;
//   - NULL equals NULL and nothing else.
//
// Two liberties are taken with how people show things: a first and a last name may stand
// in one column, and a month or a quarter may be written in several ways (period.go).

// matches reports whether an answer matches one of the gold results.
func matches(golds []result, got result, ordered bool) bool {
	return slices.ContainsFunc(golds, func(gold result) bool {
		if len(gold.rows) != len(got.rows) {
			return false
		}
		if len(gold.rows) == 0 {
			return true
		}
		return slices.ContainsFunc(withNames(gold), func(g result) bool { return match(g, got, ordered) })
	})
}

// match looks for the columns of the answer that are the gold ones.
func match(gold, got result, ordered bool) bool {
	candidates := make([][][]string, len(gold.columns)) // by gold column: its values in the answer, as keys
	keys := make([][]string, len(gold.columns))
	for i, c := range gold.columns {
		known := goldColumn(gold, i)
		keys[i] = known.keys
		for _, values := range columnsOf(got, c.name) {
			found := known.read(values)
			if found != nil && sameValues(known.keys, found, ordered) {
				candidates[i] = append(candidates[i], found)
			} else {
				candidates[i] = append(candidates[i], nil)
			}
		}
	}
	return assign(keys, candidates, nil, map[int]bool{}, ordered)
}

// assign tries all ways of giving each gold column one of the answer's. There are few:
// most columns differ in their values.
func assign(keys [][]string, candidates [][][]string, chosen [][]string, used map[int]bool, ordered bool) bool {
	at := len(chosen)
	if at == len(keys) {
		return sameValues(joined(keys), joined(chosen), ordered)
	}
	for j, values := range candidates[at] {
		if values == nil || used[j] {
			continue
		}
		used[j] = true
		if assign(keys, candidates, append(slices.Clone(chosen), values), used, ordered) {
			return true
		}
		used[j] = false
	}
	return false
}

// joined makes one key of each row.
func joined(columns [][]string) []string {
	rows := make([]string, len(columns[0]))
	for i := range rows {
		parts := make([]string, len(columns))
		for j := range columns {
			parts[j] = strconv.Quote(columns[j][i])
		}
		rows[i] = strings.Join(parts, "|")
	}
	return rows
}

func sameValues(a, b []string, ordered bool) bool {
	if ordered {
		return slices.Equal(a, b)
	}
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// columnsOf are the columns of an answer in which those of a gold column may be. For a
// month or a quarter there are also those that it makes with a year in another column.
func columnsOf(r result, gold string) [][]*string {
	var all [][]*string
	for i := range r.columns {
		all = append(all, r.values(i))
	}
	if gold == "month" || gold == "quarter" {
		all = append(all, periodPairs(all, gold)...)
	}
	return all
}

// values are those of a column.
func (r result) values(at int) []*string {
	values := make([]*string, len(r.rows))
	for i, row := range r.rows {
		values[i] = row[at]
	}
	return values
}

// known is a gold column with a key for each value.
type known struct {
	column
	keys    []string
	numbers []float64 // sorted, of a column of numbers
	year    int       // of all periods of a column, or 0
}

const null = "NULL"

func goldColumn(r result, at int) known {
	k := known{column: r.columns[at]}
	values := r.values(at)
	for _, v := range values {
		if v == nil {
			continue
		}
		if n, ok := parseNumber(*v); ok && k.kind == number {
			k.numbers = append(k.numbers, n)
		}
	}
	slices.Sort(k.numbers)
	if isPeriod(k.name) {
		k.year = goldYear(values)
	}
	k.keys = k.read(values)
	return k
}

// read makes keys of values: the same keys for the same values. It returns nil if a value
// cannot be one of the column.
func (k known) read(values []*string) []string {
	keys := make([]string, len(values))
	for i, v := range values {
		if v == nil {
			keys[i] = null
			continue
		}
		key, ok := k.key(*v)
		if !ok {
			return nil
		}
		keys[i] = "=" + key
	}
	return keys
}

func (k known) key(v string) (string, bool) {
	if isPeriod(k.name) {
		return readPeriod(k.name, v, k.year)
	}
	switch k.kind {
	case number:
		n, ok := parseNumber(v)
		if !ok {
			return "", false
		}
		return strconv.FormatFloat(k.nearest(n), 'g', -1, 64), true
	case date:
		t, ok := parseTime(v)
		return t.Format(time.DateTime), ok
	}
	return v, true
}

// nearest is the number of the gold column that a number stands for, or the number.
func (k known) nearest(n float64) float64 {
	at, _ := slices.BinarySearch(k.numbers, n)
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(k.numbers) && k.equal(k.numbers[i], n) {
			return k.numbers[i]
		}
	}
	return n
}

// equal compares numbers. Servers add up decimals as floating point, so that the last
// digits may differ.
func (k known) equal(gold, n float64) bool {
	noise := 1e-9 * math.Max(1, math.Abs(gold))
	if k.places < 0 {
		return math.Abs(gold-n) <= noise
	}
	return math.Abs(gold-n) <= math.Pow10(-k.places)/2+noise
}

func parseNumber(v string) (float64, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

var timeLayouts = []string{time.DateOnly, time.DateTime, "2006-01-02 15:04:05.999999", "2006-01-02T15:04:05", time.RFC3339Nano}

func parseTime(v string) (time.Time, bool) {
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, strings.TrimSpace(v)); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// withNames are a gold result, and the same with first and last names in one column.
func withNames(gold result) []result {
	all := []result{gold}
	for _, join := range []func(first, last string) string{
		func(first, last string) string { return first + " " + last },
		func(first, last string) string { return last + ", " + first },
	} {
		if r, ok := joinNames(gold, join); ok {
			all = append(all, r)
		}
	}
	return all
}

func joinNames(gold result, join func(first, last string) string) (result, bool) {
	r := result{rows: make([][]*string, len(gold.rows))}
	for i := 0; i < len(gold.columns); i++ {
		c := gold.columns[i]
		who, isFirst := strings.CutSuffix(strings.ToLower(c.name), "firstname")
		both := isFirst && i+1 < len(gold.columns) && strings.ToLower(gold.columns[i+1].name) == who+"lastname"
		for j, row := range gold.rows {
			v := row[i]
			if both && v != nil && row[i+1] != nil {
				v = new(join(*v, *row[i+1]))
			}
			r.rows[j] = append(r.rows[j], v)
		}
		if both {
			i++
		}
		r.columns = append(r.columns, column{name: c.name, kind: c.kind, places: c.places})
	}
	return r, len(r.columns) < len(gold.columns)
}
