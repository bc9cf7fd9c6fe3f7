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

func (d *dateReader) word(i int) *word {
	if i < 0 || i >= len(d.words) || i > 0 && d.words[i].gap == sentence {
		return &noWord
	}
	return &d.words[i]
}

func (d *dateReader) mark(i int) mark { return d.word(i).mark }

// joinedBy is true if one mark and nothing else divides word i from the next.
func (d *dateReader) joinedBy(i int) bool {
	if i+1 >= len(d.words) || d.words[i+1].start != d.words[i].end+1 {
		return false
	}
	c := d.text[d.words[i].end]
	return c == '-' || c == '/' || c == '.'
}

// read returns a date or a range and how many words it takes, 0 if none.
func (d *dateReader) read(i int) (value string, n int) {
	if value, n = d.numeric(i); n == 0 {
		value, n = d.named(i)
	}
	if n == 0 {
		value, n = d.quarter(i)
	}
	if n == 0 && !d.now.IsZero() {
		value, n = d.relative(i)
	}
	if n == 0 {
		value, n = d.yearAlone(i)
	}
	if value == "" {
		n = 0 // a date that does not exist
	}
	return value, n
}

// number reads up to four digits; -1 is no number.
func number(t string) int {
	if len(t) > 4 || !allDigits(t) {
		return -1
	}
	n := 0
	for i := range len(t) {
		n = 10*n + int(t[i]-'0')
	}
	return n
}

// dayNumber reads 12, 12th, 1st; 0 is no day.
func dayNumber(t string) int {
	if n := len(t); n > 2 && isDigit(t[0]) {
		switch t[n-2:] {
		case "st", "nd", "rd", "th":
			t = t[:n-2]
		}
	}
	if n := number(t); len(t) <= 2 && 1 <= n && n <= 31 {
		return n
	}
	return 0
}

// fullYear makes 24 2024 and 98 1998; 0 is no year.
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

// year reads a year of four digits, or "last year"; without one it is this year's.
func (d *dateReader) year(i int) (year, n int) {
	if t := d.word(i).text; len(t) == 4 && fullYear(t) > 0 {
		return fullYear(t), 1
	}
	if d.now.IsZero() {
		return 0, 0
	}
	if step := stepOf(d.mark(i)); step < 2 && d.mark(i+1) == mYear {
		return d.now.Year() + step, 2
	}
	return d.now.Year(), 0
}

func monthOf(m mark) int {
	if mJanuary <= m && m <= mDecember {
		return int(m-mJanuary) + 1
	}
	return 0
}

// numeric reads 2024-03-12, 12/3/24, 12.3.2024.
func (d *dateReader) numeric(i int) (string, int) {
	if !d.joinedBy(i) || !d.joinedBy(i+1) {
		return "", 0
	}
	a, b, c := d.word(i).text, d.word(i+1).text, d.word(i+2).text
	if len(a) == 4 {
		return day(fullYear(a), number(b), number(c)), 3
	}
	month, dom := number(a), number(b)
	if d.dayFirst || d.text[d.words[i].end] == '.' || month > 12 {
		month, dom = dom, month
	}
	return day(fullYear(c), month, dom), 3
}

// day writes a date that exists, "" for one that does not.
func day(year, month, dayOfMonth int) string {
	if year < 1000 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > lastDay(year, month) {
		return ""
	}
	return itoa(year) + "-" + itoa(100 + month)[1:] + "-" + itoa(100 + dayOfMonth)[1:]
}

func lastDay(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// months is a range from one month to another, counted from the year's first.
func months(year, from, to int) string {
	for from < 1 {
		year, from, to = year-1, from+12, to+12
	}
	for from > 12 {
		year, from, to = year+1, from-12, to-12
	}
	if year < 1000 {
		return ""
	}
	return day(year, from, 1) + "/" + day(year, to, lastDay(year, to))
}

// named reads 12 March 2024, March 12, 2024, 12th of March, March 2024, in March.
func (d *dateReader) named(i int) (string, int) {
	if dom := dayNumber(d.word(i).text); dom > 0 {
		k := i + 1
		if d.mark(k) == mOf {
			k++
		}
		m := monthOf(d.mark(k))
		if m == 0 {
			return "", 0
		}
		year, n := d.year(k + 1)
		return day(year, m, dom), k + 1 - i + n
	}
	m := monthOf(d.mark(i))
	if m == 0 {
		return "", 0
	}
	next := d.word(i + 1)
	if dom := dayNumber(next.text); dom > 0 && next.gap == space {
		year, n := d.year(i + 2)
		return day(year, m, dom), 2 + n
	}
	if year, n := d.year(i + 1); n == 1 {
		return months(year, m, m), 2
	}
	if w := d.word(i); !d.now.IsZero() && before(d.mark(i-1)) && (w.capital || w.mark != mMay && w.mark != mMarch) {
		return months(d.now.Year(), m, m), 1
	}
	return "", 0
}

// before is true of words that stand before a month or a year.
func before(m mark) bool {
	switch m {
	case mIn, mSince, mUntil, mBy, mDuring, mFor, mOf, mFrom, mBefore, mAfter:
		return true
	}
	return false
}

// quarter reads Q3 2023, Q3 last year, Q3, the third quarter of 2023.
func (d *dateReader) quarter(i int) (string, int) {
	w := d.word(i)
	q, n := ordinalOf(w), 2
	if t := w.text; len(t) == 2 && t[0] == 'q' {
		q, n = number(t[1:]), 1
	} else if d.mark(i+1) != mQuarter {
		return "", 0
	}
	if q < 1 || q > 4 {
		return "", 0
	}
	k := i + n
	if d.mark(k) == mOf || d.mark(k) == mIn {
		k++
	}
	year, more := d.year(k)
	if more > 0 {
		n = k + more - i
	}
	return months(year, 3*q-2, 3*q), n
}

// stepOf reads last, this and next; 2 is none of them.
func stepOf(m mark) int {
	switch m {
	case mLast, mPrevious, mPast:
		return -1
	case mThis, mCurrent:
		return 0
	case mNext, mComing:
		return 1
	}
	return 2
}

// relative reads today, next Friday, last month, in 3 weeks, 2 days ago, the past
// 30 days.
func (d *dateReader) relative(i int) (string, int) {
	t, next, third := d.mark(i), d.mark(i+1), d.mark(i+2)
	switch {
	case mToday <= t && t <= mYesterday:
		return d.offset([...]int{0, 1, -1}[t-mToday]), 1
	case t == mDay && next == mAfter && third == mTomorrow:
		return d.offset(2), 3
	case t == mDay && next == mBefore && third == mYesterday:
		return d.offset(-2), 3
	case mSunday <= t && t <= mSaturday:
		return d.offset(d.daysTo(t, 0)), 1
	}
	if step := stepOf(t); step < 2 {
		if mSunday <= next && next <= mSaturday {
			return d.offset(d.daysTo(next, step)), 2
		}
		if value := d.period(next, step); value != "" {
			return value, 2
		}
		if n := d.count(i + 1); n > 0 && step != 0 {
			if at, ok := d.moved(n*step, i+2); ok && step < 0 {
				return iso(at) + "/" + iso(d.now), 3
			} else if ok {
				return iso(d.now) + "/" + iso(at), 3
			}
		}
	}
	if n := d.count(i + 1); t == mIn && n > 0 {
		if at, ok := d.moved(n, i+2); ok {
			return iso(at), 3
		}
	}
	if n := d.count(i); n > 0 && third == mAgo {
		if at, ok := d.moved(-n, i+1); ok {
			return iso(at), 3
		}
	}
	return "", 0
}

// count reads a number of days or weeks; 0 is none.
func (d *dateReader) count(i int) int {
	if n := number(d.word(i).text); 0 < n && n < 4000 {
		return n
	}
	return numberOf(d.word(i))
}

// daysTo counts the days to a weekday: the last one, the one of today or coming,
// or the next one after today.
func (d *dateReader) daysTo(weekday mark, step int) int {
	ahead := (int(weekday-mSunday) - int(d.now.Weekday()) + 7) % 7
	switch {
	case step < 0:
		return ahead - 7
	case step > 0 && ahead == 0:
		return 7
	}
	return ahead
}

func (d *dateReader) offset(days int) string { return iso(d.now.AddDate(0, 0, days)) }

func iso(t time.Time) string {
	year, month, dom := t.Date()
	return day(year, int(month), dom)
}

// period is the whole week, month, quarter or year so many from now. A week begins
// on Monday.
func (d *dateReader) period(unit mark, step int) string {
	year, month, _ := d.now.Date()
	m := int(month)
	switch unit {
	case mWeek:
		monday := 7*step - (int(d.now.Weekday())+6)%7
		return d.offset(monday) + "/" + d.offset(monday+6)
	case mMonth:
		return months(year, m+step, m+step)
	case mQuarter:
		first := (m-1)/3*3 + 1 + 3*step
		return months(year, first, first+2)
	case mYear:
		return months(year+step, 1, 12)
	}
	return ""
}

// moved returns the time so many days, weeks, months or years from now.
func (d *dateReader) moved(n, unit int) (time.Time, bool) {
	switch strings.TrimSuffix(d.word(unit).text, "s") {
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

// yearAlone reads 2023 behind "in" and its like.
func (d *dateReader) yearAlone(i int) (string, int) {
	year, n := d.year(i)
	if n != 1 || year < 1800 || year > 2100 {
		return "", 0
	}
	if m := d.mark(i - 1); before(m) || m == mYear || m == mAnd || m == mTo {
		return months(year, 1, 12), 1
	}
	return "", 0
}
