package planner

import (
	"strconv"
	"strings"
	"time"
)

// span is a time from a day to the day after the last one; either may be open.
type span struct {
	from, to time.Time
	// label says it in words: "June 2026".
	label string
	// loose is a month without its year, closed a time that was given with its end.
	loose, closed bool
}

func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

func (s span) year() bool {
	return s.from.Month() == 1 && s.from.Day() == 1 && s.to.Equal(s.from.AddDate(1, 0, 0))
}

// dateReader reads dates of a question.
type dateReader struct {
	l     *language
	today time.Time
	t     []token
}

// read gives the time that begins with a token, and how many tokens it has; 0 is none.
func (r *dateReader) read(i int) (span, int) {
	for _, f := range []func(int) (span, int){r.iso, r.dayRange, r.dayMonth, r.monthRange, r.monthYear, r.quarter, r.half, r.relative, r.year} {
		if s, n := f(i); n > 0 {
			return s, n
		}
	}
	return span{}, 0
}

func (r *dateReader) at(i int) token {
	if i < 0 || i >= len(r.t) {
		return token{}
	}
	return r.t[i]
}

// is matches a kind's phrase at a token and gives how many it has.
func (r *dateReader) is(i int, kind string) int {
	for n := min(r.l.longest, len(r.t)-i); n > 0; n-- {
		if contains(r.l.phrases[joinFolded(r.t[i:i+n])], kind) {
			return n
		}
	}
	return 0
}

func joinFolded(t []token) string {
	parts := make([]string, len(t))
	for i := range t {
		parts[i] = t[i].folded
	}
	return strings.Join(parts, " ")
}

func daySpan(d time.Time) span {
	return span{from: d, to: d.AddDate(0, 0, 1), label: d.Format("2 January 2006")}
}

// iso reads 2026-06-30, 30.6.2026 and 30/6/2026. Where both orders are possible it reads
// nothing: 3/5/2026 is two days.
func (r *dateReader) iso(i int) (span, int) {
	text := r.at(i).text
	sep := strings.IndexAny(text, "-./")
	if sep < 0 || text == "" || !isDigit(text[0]) {
		return span{}, 0
	}
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '-' || c == '.' || c == '/' })
	if len(parts) == 2 && len(parts[0]) == 4 {
		parts = append(parts, "")
	}
	if len(parts) != 3 {
		return span{}, 0
	}
	var n [3]int
	for k, part := range parts {
		n[k], _ = strconv.Atoi(part)
	}
	y, m, d := n[0], n[1], n[2]
	if len(parts[0]) != 4 {
		y, m, d = n[2], n[1], n[0]
		if text[sep] == '/' && d <= 12 && m <= 12 && d != m {
			return span{}, 0
		}
		if m > 12 {
			m, d = d, m
		}
	}
	if y < 1000 || m < 1 || m > 12 || d > 31 {
		return span{}, 0
	}
	if parts[2] == "" {
		return monthSpan(y, m, 1), 1
	}
	date := day(y, m, d)
	if date.Day() != d {
		return span{}, 0
	}
	return daySpan(date), 1
}

func monthSpan(y, m, months int) span {
	from := day(y, m, 1)
	return span{from: from, to: from.AddDate(0, months, 0), label: from.Format("January 2006")}
}

// month reads a month's name, of one or two words.
func (r *dateReader) month(i int) (m, n int) {
	if m = r.l.months[r.at(i).folded+" "+r.at(i+1).folded]; m > 0 {
		return m, 2
	}
	return r.l.months[strings.TrimSuffix(r.at(i).folded, ".")], 1
}

// yearAt reads a year of four digits, or "last year", after a month or a day.
func (r *dateReader) yearAt(i int) (y, n int) {
	if contains(r.l.phrases[r.at(i).folded], "of") || r.at(i).mark {
		if y, n = r.yearAt(i + 1); n > 0 {
			return y, n + 1
		}
		return 0, 0
	}
	if t := r.at(i); len(t.text) == 4 && t.int() >= 1900 && t.int() < 2200 {
		return t.int(), 1
	}
	for kind, delta := range map[string]int{"this": 0, "last": -1, "next": 1} {
		if n := r.is(i, kind); n > 0 && r.is(i+n, "year") > 0 {
			return r.today.Year() + delta, n + r.is(i+n, "year")
		}
	}
	return 0, 0
}

// dayMonth reads 30 June 2026, 30th of June, June 30, 2026.
func (r *dateReader) dayMonth(i int) (span, int) {
	d, k := dayNumber(r.at(i)), i+1
	if d == 0 {
		m, n := r.month(i)
		if d = dayNumber(r.at(i + n)); m == 0 || d == 0 || r.at(i+n).mark {
			return span{}, 0
		}
		return r.onDay(m, d, i+n+1, i)
	}
	if contains(r.l.phrases[r.at(k).folded], "of") {
		k++
	}
	m, n := r.month(k)
	if m == 0 {
		return span{}, 0
	}
	return r.onDay(m, d, k+n, i)
}

// dayRange reads "1 and 15 June" and "15 to 21 June 2026".
func (r *dateReader) dayRange(i int) (span, int) {
	d := dayNumber(r.at(i))
	kinds := r.l.phrases[r.at(i+1).folded]
	if d == 0 || r.at(i).mark || i == 0 || !contains(kinds, "and") && !contains(kinds, "to") {
		return span{}, 0
	}
	before := r.l.phrases[r.at(i-1).folded]
	last, n := r.dayMonth(i + 2)
	if dayNumber(r.at(i+2)) <= d || n == 0 || !contains(before, "between") && !contains(before, "from") {
		return span{}, 0
	}
	from := day(last.from.Year(), int(last.from.Month()), d)
	return span{from: from, to: last.to, label: from.Format("2 January 2006") + " to " + last.label, closed: true}, n + 2
}

func (r *dateReader) onDay(m, d, k, i int) (span, int) {
	y, n := r.yearAt(k)
	if n == 0 {
		y = r.today.Year()
	}
	date := day(y, m, d)
	if date.Day() != d {
		return span{}, 0
	}
	return daySpan(date), k + n - i
}

func dayNumber(t token) int {
	digits := strings.TrimRight(t.folded, "stndrh.º°")
	if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= 31 && len(digits) <= 2 {
		return n
	}
	return 0
}

// monthYear reads June 2026, June last year, June.
func (r *dateReader) monthYear(i int) (span, int) {
	m, n := r.month(i)
	if m == 0 {
		return span{}, 0
	}
	y, more := r.yearAt(i + n)
	if more == 0 {
		// "may" is a verb, and "march" another: as months they follow a preposition.
		before := r.l.phrases[r.at(i-1).folded]
		if r.l.name == "en" && (m == 5 || m == 3) && !r.at(i).capital && len(before) == 0 {
			return span{}, 0
		}
		y = r.today.Year()
		if m > int(r.today.Month()) && !r.future(i) {
			y--
		}
	}
	s := monthSpan(y, m, 1)
	s.loose = more == 0
	return s, n + more
}

// monthRange reads "July or August 2026", "June and July" and "January to June 2026".
func (r *dateReader) monthRange(i int) (span, int) {
	from, n := r.month(i)
	kinds := r.l.phrases[r.at(i+n).folded]
	to, k := r.month(i + n + 1)
	if from == 0 || to <= from || r.l.name != "en" || contains(r.l.phrases[r.at(i-1).folded], "between") {
		return span{}, 0
	}
	next := contains(kinds, "or") || contains(kinds, "and")
	if !(next && to == from+1) && !contains(kinds, "to") {
		return span{}, 0
	}
	last, m := r.monthYear(i + n + 1)
	if m == 0 || m < k {
		return span{}, 0
	}
	s := monthSpan(last.from.Year(), from, to-from+1)
	s.label, s.loose, s.closed = s.from.Format("January")+" to "+last.label, last.loose, true
	return s, n + 1 + m
}

// upTo is a month without its year, in the year of the time that it reaches to.
func (s span) upTo(end span) span {
	m := int(s.from.Month())
	y := end.to.AddDate(0, 0, -1).Year()
	if !day(y, m, 1).Before(end.to) {
		y--
	}
	return monthSpan(y, m, 1)
}

// future reports whether words before a date look ahead.
func (r *dateReader) future(i int) bool {
	return r.is(i-1, "next") > 0 || contains(r.l.phrases[r.at(i-1).folded], "until")
}

// quarter reads Q1 2026, the first quarter of 2026.
func (r *dateReader) quarter(i int) (span, int) {
	q, n := 0, 1
	text := r.at(i).folded
	if len(text) == 2 && (text[0] == 'q' || text[0] == 't') && isDigit(text[1]) {
		q = int(text[1] - '0')
	} else if u := r.is(i+1, "quarter"); u > 0 {
		if q = r.l.orders[text]; q == 0 {
			q = dayNumber(r.at(i))
		}
		n = 1 + u
	}
	if q < 1 || q > 4 {
		return span{}, 0
	}
	y, more := r.yearAt(i + n)
	if more == 0 {
		y = r.today.Year()
		if 3*q-2 > int(r.today.Month()) {
			y--
		}
	}
	s := monthSpan(y, 3*q-2, 3)
	s.label = "Q" + strconv.Itoa(q) + " " + strconv.Itoa(y)
	return s, n + more
}

// half reads the first half of 2026.
func (r *dateReader) half(i int) (span, int) {
	n := r.is(i, "half")
	if n == 0 {
		return span{}, 0
	}
	y, more := r.yearAt(i + n)
	if more == 0 {
		return span{}, 0
	}
	s := monthSpan(y, 6*r.l.halves[joinFolded(r.t[i:i+n])]-5, 6)
	s.label = s.from.Format("January") + " to " + s.to.AddDate(0, 0, -1).Format("January 2006")
	return s, n + more
}

// year reads 2025, and the year 2025.
func (r *dateReader) year(i int) (span, int) {
	n := r.is(i, "year")
	t := r.at(i + n)
	if len(t.text) != 4 || t.int() < 1900 || t.int() >= 2200 {
		return span{}, 0
	}
	return yearSpan(t.int()), n + 1
}

func yearSpan(y int) span {
	return span{from: day(y, 1, 1), to: day(y+1, 1, 1), label: strconv.Itoa(y)}
}
