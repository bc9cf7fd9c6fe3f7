package answer

import (
	"math"
	"slices"
	"strings"
)

// figures are the numbers that an answer's rows support.
type figures struct {
	// plain are values, counts, sums, averages and differences; shares are ratios.
	plain, shares []float64
	texts         map[string]bool // of days and months
	asked         []mention
	rows          int
}

// mostCompared is up to how many values each is compared with each other. Among many
// differences nearly any number is one.
const mostCompared = 30

func newFigures(a Answer) *figures {
	f := &figures{texts: map[string]bool{}, asked: mentions(a.Question), rows: len(a.Rows)}
	f.plain = append(f.plain, float64(len(a.Rows)), float64(len(a.Columns)))
	for i := range a.Columns {
		f.column(a, i)
	}
	for _, row := range a.Rows {
		f.row(row)
	}
	return f
}

// column adds a column's values and what follows from them.
func (f *figures) column(a Answer, i int) {
	kinds, missing := map[string]bool{}, 0
	for _, row := range a.Rows {
		if row[i] == nil {
			missing++
			continue
		}
		kinds[*row[i]] = true
		f.text(*row[i])
	}
	f.plain = append(f.plain, float64(len(kinds)), float64(missing))
	values, ok := numbers(a.Rows, i)
	if !ok || len(values) == 0 {
		return
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	sorted := slices.Sorted(slices.Values(values))
	low, high := sorted[0], sorted[len(sorted)-1]
	middle := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	f.plain = append(f.plain, sum, sum/float64(len(values)), middle, high-low)
	for _, v := range values {
		f.shares = append(f.shares, ratio(v, sum))
	}
	f.leading(values, sum)
	f.compare(values)
}

// leading adds what the first rows have together: the top three of a list.
func (f *figures) leading(values []float64, sum float64) {
	part := 0.0
	for i, v := range values {
		if i == 10 {
			break
		}
		part += v
		f.plain = append(f.plain, part, sum-part)
		f.shares = append(f.shares, ratio(part, sum))
	}
}

// compare adds differences and ratios of each two values.
func (f *figures) compare(values []float64) {
	if len(values) > mostCompared {
		return
	}
	for i, v := range values {
		for _, w := range values[:i] {
			f.plain = append(f.plain, math.Abs(v-w))
			f.shares = append(f.shares, ratio(v, w), ratio(w, v), ratio(v-w, w), ratio(w-v, v))
		}
	}
}

// row compares the numbers of one row with each other.
func (f *figures) row(row []*string) {
	var values []float64
	for _, cell := range row {
		if cell == nil {
			continue
		}
		if n, ok := number(*cell); ok {
			values = append(values, n)
		}
	}
	if len(values) <= 8 {
		f.compare(values)
		for i, v := range values {
			for _, w := range values[:i] {
				f.plain = append(f.plain, v+w)
			}
		}
	}
}

// text adds the numbers that stand in a value: all of a number, those in a name, a date
// and its parts.
func (f *figures) text(value string) {
	if n, ok := number(value); ok {
		f.plain = append(f.plain, n)
		return
	}
	if t, ok := readDate(value); ok {
		f.texts[t.Format("2006-01-02")], f.texts[t.Format("2006-01")] = true, true
		f.plain = append(f.plain, float64(t.Year()), float64(t.Day()), float64(t.Month()))
		return
	}
	for _, m := range mentions(value) {
		f.plain = append(f.plain, m.value)
		if m.date != "" {
			f.texts[m.date] = true
		}
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// support reports whether a number of a text is one of these, as exactly as it is
// written.
func (f *figures) support(m mention) bool {
	if slices.ContainsFunc(f.asked, func(q mention) bool {
		return q.date == m.date && (m.date != "" || q.value == m.value || q.value == -m.value)
	}) {
		return true
	}
	if m.date != "" {
		return f.hasDate(m.date)
	}
	if m.rest && m.value < float64(f.rows) {
		return true
	}
	unit := m.unit
	if m.about || m.unit > 1 {
		unit = max(unit, roundTo(m.value))
	}
	near := func(known, said float64) bool {
		return math.Abs(math.Abs(known)-math.Abs(said)) <= unit/2+1e-9*math.Abs(said)
	}
	for _, known := range f.plain {
		if near(known, m.value) {
			return true
		}
	}
	for _, share := range f.shares {
		// A share is said as a percentage, as a factor, or as a change.
		if m.percent && (near(share*100, m.value) || near((share-1)*100, m.value) || near((1-share)*100, m.value)) || !m.percent && m.unit < 1 && near(share, m.value) {
			return true
		}
	}
	return false
}

// roundTo is the worth of a number's last digit that is not zero: 1000 of 12,000.
func roundTo(value float64) float64 {
	unit := 1.0
	for value != 0 && math.Mod(value, unit*10) == 0 && unit < 1e12 {
		unit *= 10
	}
	return unit
}

// hasDate reports whether a date of a text is one of the rows, or of the question.
func (f *figures) hasDate(date string) bool {
	if f.texts[date] {
		return true
	}
	if t, ok := readDate(date); ok {
		return f.texts[t.Format("2006-01-02")] || len(strings.Split(date, "-")) == 2 && f.texts[t.Format("2006-01")]
	}
	// A range, as 10-20: both ends must be known.
	for _, part := range strings.Split(date, "-") {
		value, unit, ok := readNumber(part)
		if !ok || !f.support(mention{value: value, unit: unit}) {
			return false
		}
	}
	return true
}
