package understand

import (
	"strings"
	"time"
)

// A dateReader finds dates word by word.
type dateReader struct {
	text     string
	words    []word
	now      time.Time // zero: relative dates are not read
	dayFirst bool
}

const monthNames = "january february march april may june july august september october november december"
const shortMonths = "jan feb mar apr may jun jul aug sep oct nov dec"
const weekdayNames = "sunday monday tuesday wednesday thursday friday saturday"

func monthOf(t string) int { return max(place(monthNames, t), place(shortMonths, t)) }

func (d *dateReader) word(i int) string {
	if i < 0 || i >= len(d.words) || i > 0 && d.words[i].gap == sentence {
		return ""
	}
	return d.words[i].text
}

// joinedBy is true if one mark and nothing else divides word i from the next.
func (d *dateReader) joinedBy(i int, marks string) bool {
	if i+1 >= len(d.words) {
		return false
	}
	between := d.text[d.words[i].end:d.words[i+1].start]
	return len(between) == 1 && strings.Contains(marks, between)
}

// read returns a date or a range and how many words it takes, 0 if none.
func (d *dateReader) read(i int) (string, int) {
	if value, n := d.numeric(i); n > 0 {
		return value, n
	}
	if value, n := d.named(i); n > 0 {
		return value, n
	}
	if value, n := d.quarter(i); n > 0 {
		return value, n
	}
	if !d.now.IsZero() {
		if value, n := d.relative(i); n > 0 {
			return value, n
		}
	}
	return d.year(i)
}

func number(t string) int {
	if t == "" || len(t) > 4 || !allDigits(t) {
		return -1
	}
	n := 0
	for i := range len(t) {
		n = 10*n + int(t[i]-'0')
	}
	return n
}

// dayNumber reads 12, 12th, 1st.
func dayNumber(t string) int {
	for _, end := range [...]string{"st", "nd", "rd", "th"} {
		t = strings.TrimSuffix(t, end)
	}
	if n := number(t); 1 <= n && n <= 31 {
		return n
	}
	return 0
}

// fullYear makes 24 2024 and 98 1998.
func fullYear(t string) int {
	n := number(t)
	switch {
	case len(t) == 4 && 1000 <= n && n <= 2999:
		return n
	case len(t) == 2 && 0 <= n && n < 70:
		return 2000 + n
	case len(t) == 2 && n >= 70:
		return 1900 + n
	}
	return 0
}

// numeric reads 2024-03-12, 12/3/24, 12.3.2024.
func (d *dateReader) numeric(i int) (string, int) {
	if !d.joinedBy(i, "-/.") || !d.joinedBy(i+1, "-/.") {
		return "", 0
	}
	mark := d.text[d.words[i].end]
	a, b, c := d.word(i), d.word(i+1), d.word(i+2)
	value := ""
	if len(a) == 4 {
		value = day(fullYear(a), number(b), number(c))
	} else if month, dom := number(a), number(b); d.dayFirst || mark == '.' || month > 12 {
		value = day(fullYear(c), dom, month)
	} else {
		value = day(fullYear(c), month, dom)
	}
	return value, sized(value, 3)
}

// day writes a date that exists, "" for one that does not.
func day(year, month, dayOfMonth int) string {
	if year < 1000 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > lastDay(year, month) {
		return ""
	}
	return itoa(year) + "-" + two(month) + "-" + two(dayOfMonth)
}

func two(n int) string {
	if n < 10 {
		return "0" + itoa(n)
	}
	return itoa(n)
}

func lastDay(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func months(year, from, to int) string {
	for from < 1 {
		year, from, to = year-1, from+12, to+12
	}
	for from > 12 {
		year, from, to = year+1, from-12, to-12
	}
	return day(year, from, 1) + "/" + day(year, to, lastDay(year, to))
}

// named reads 12 March 2024, March 12, 2024, 12th of March, March 2024, last March.
func (d *dateReader) named(i int) (string, int) {
	if dom := dayNumber(d.word(i)); dom > 0 {
		k := i + 1
		if d.word(k) == "of" {
			k++
		}
		m := monthOf(d.word(k))
		if m == 0 {
			return "", 0
		}
		year, n := d.yearBehind(k+1, m, dom)
		value := day(year, m, dom)
		return value, sized(value, k+1-i+n)
	}
	m := monthOf(d.word(i))
	if m == 0 {
		return "", 0
	}
	if dom := dayNumber(d.word(i + 1)); dom > 0 && len(d.word(i+1)) <= 4 && d.words[i+1].gap == space {
		year, n := d.yearBehind(i+2, m, dom)
		value := day(year, m, dom)
		return value, sized(value, 2+n)
	}
	if year := fullYear(d.word(i + 1)); year > 0 && len(d.word(i+1)) == 4 {
		return months(year, m, m), 2
	}
	switch before := d.word(i - 1); {
	case d.now.IsZero():
	case before == "in" || before == "since" || before == "until" || before == "by" || before == "during" || before == "for" || before == "of":
		if d.words[i].capital || d.word(i) != "may" && d.word(i) != "march" {
			return months(d.now.Year(), m, m), 1
		}
	}
	return "", 0
}

// sized is how many words a date takes, none if it does not exist.
func sized(value string, n int) int {
	if value == "" {
		return 0
	}
	return n
}

// yearBehind reads the year of a day; without one it is this year's.
func (d *dateReader) yearBehind(i, month, dom int) (year, n int) {
	if y := fullYear(d.word(i)); y > 0 && len(d.word(i)) == 4 {
		return y, 1
	}
	if d.now.IsZero() {
		return 0, 0
	}
	return d.now.Year(), 0
}

// quarter reads Q3 2023, Q3 last year, Q3, the third quarter of 2023.
func (d *dateReader) quarter(i int) (string, int) {
	t := d.word(i)
	q, n := 0, 0
	switch {
	case len(t) == 2 && t[0] == 'q' && '1' <= t[1] && t[1] <= '4':
		q, n = int(t[1]-'0'), 1
	case ordinalOf(t) > 0 && ordinalOf(t) <= 4 && d.word(i+1) == "quarter":
		q, n = ordinalOf(t), 2
	default:
		return "", 0
	}
	k := i + n
	if d.word(k) == "of" || d.word(k) == "in" {
		k++
	}
	year := 0
	if y := fullYear(d.word(k)); y > 0 && len(d.word(k)) == 4 {
		year, n = y, k+1-i
	} else if step := stepOf(d.word(k)); d.word(k+1) == "year" && step < 2 && !d.now.IsZero() {
		year, n = d.now.Year()+step, k+2-i
	} else if !d.now.IsZero() {
		year = d.now.Year()
	}
	if year == 0 {
		return "", 0
	}
	return months(year, 3*q-2, 3*q), n
}

// stepOf reads last, this and next; 2 is none of them.
func stepOf(t string) int {
	switch t {
	case "last", "previous", "past":
		return -1
	case "this", "current":
		return 0
	case "next", "coming":
		return 1
	}
	return 2
}

// relative reads today, next Friday, last month, in 3 weeks, 2 days ago, the past
// 30 days.
func (d *dateReader) relative(i int) (string, int) {
	t := d.word(i)
	switch t {
	case "today":
		return d.offset(0), 1
	case "tomorrow":
		return d.offset(1), 1
	case "yesterday":
		return d.offset(-1), 1
	}
	if t == "day" && (d.word(i+1) == "after" && d.word(i+2) == "tomorrow") {
		return d.offset(2), 3
	}
	if t == "day" && (d.word(i+1) == "before" && d.word(i+2) == "yesterday") {
		return d.offset(-2), 3
	}
	if wd := place(weekdayNames, t); wd > 0 {
		return d.offset(d.daysTo(wd-1, 0)), 1
	}
	if step := stepOf(t); step < 2 {
		if wd := place(weekdayNames, d.word(i+1)); wd > 0 {
			return d.offset(d.daysTo(wd-1, step)), 2
		}
		if value := d.period(d.word(i+1), step); value != "" {
			return value, 2
		}
		if n := max(number(d.word(i+1)), place(numberWords, d.word(i+1))); n > 0 && n < 4000 && step != 0 {
			if days := d.span(n*step, d.word(i+2)); days != "" {
				return days, 3
			}
		}
	}
	if t == "in" {
		if n := max(number(d.word(i+1)), place(numberWords, d.word(i+1))); n > 0 && n < 4000 {
			if at, ok := d.moved(n, d.word(i+2)); ok {
				return iso(at), 3
			}
		}
	}
	if n := max(number(t), place(numberWords, t)); n > 0 && n < 4000 && d.word(i+2) == "ago" {
		if at, ok := d.moved(-n, d.word(i+1)); ok {
			return iso(at), 3
		}
	}
	return "", 0
}

// daysTo counts the days to a weekday: the last one, the one of today or coming,
// the one of the next week if that is not within two days.
func (d *dateReader) daysTo(weekday, step int) int {
	ahead := (weekday - int(d.now.Weekday()) + 7) % 7
	switch {
	case step < 0 && ahead == 0:
		return -7
	case step < 0:
		return ahead - 7
	case step > 0 && ahead == 0:
		return 7
	}
	return ahead
}

func (d *dateReader) offset(days int) string { return iso(d.now.AddDate(0, 0, days)) }

func iso(t time.Time) string { return day(t.Year(), int(t.Month()), t.Day()) }

// period is the whole week, month, quarter or year so many from now. A week begins
// on Monday.
func (d *dateReader) period(unit string, step int) string {
	y, m := d.now.Year(), int(d.now.Month())
	switch unit {
	case "week":
		monday := d.now.AddDate(0, 0, 7*step-(int(d.now.Weekday())+6)%7)
		return iso(monday) + "/" + iso(monday.AddDate(0, 0, 6))
	case "month":
		return months(y, m+step, m+step)
	case "quarter":
		first := (m-1)/3*3 + 1 + 3*step
		return months(y, first, first+2)
	case "year":
		return months(y+step, 1, 12)
	}
	return ""
}

func (d *dateReader) moved(n int, unit string) (time.Time, bool) {
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		return d.now.AddDate(0, 0, n), true
	case "week":
		return d.now.AddDate(0, 0, 7*n), true
	case "month":
		return d.now.AddDate(0, n, 0), true
	case "year":
		return d.now.AddDate(n, 0, 0), true
	}
	return time.Time{}, false
}

// span is from now to so many days, weeks, months or years away.
func (d *dateReader) span(n int, unit string) string {
	at, ok := d.moved(n, unit)
	if !ok {
		return ""
	}
	if n < 0 {
		return iso(at) + "/" + iso(d.now)
	}
	return iso(d.now) + "/" + iso(at)
}

// year reads 2023 behind "in" and its like.
func (d *dateReader) year(i int) (string, int) {
	t := d.word(i)
	if len(t) != 4 || fullYear(t) < 1800 || fullYear(t) > 2100 {
		return "", 0
	}
	switch d.word(i - 1) {
	case "in", "since", "of", "during", "from", "until", "before", "after", "year", "for", "and", "to":
		return months(fullYear(t), 1, 12), 1
	}
	return "", 0
}
