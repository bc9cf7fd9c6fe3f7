package words

import "strings"

// A Token is a word of a text in which dates are looked for.
type Token struct {
	Text    string // in lower case
	Capital bool   // begins with a capital letter, or may for all that is known
	// Sign divides it from the next word: '-', '/' or '.' if that alone stands
	// between them, ' ' for space, ',' for another pause, 0 for a sentence's end.
	Sign byte
}

// Dates says how dates are read.
type Dates struct {
	// Today is what "last week" is counted from. At 0 only whole dates are read.
	Today Day
	// DayFirst reads 3/5/2026 as 3 May.
	DayFirst bool
	// Past reads a question about what was: a date without a year is the last one
	// that has begun, "2 weeks ago" is a week around that day, months and years need
	// no preposition, and the future is not read.
	Past bool
	// Yearless reads a day without a year too, as one of the year 2000.
	Yearless bool
}

// A Date is what some words name.
type Date struct {
	Range
	Counted  bool // from today
	Yearless bool
}

// maxDateWords is the most that a date has.
const maxDateWords = 6

// dateReader stands at the word with which a date may begin.
type dateReader struct {
	Dates
	words       []Token // up to the end of the sentence
	before      string  // the word in front
	year, month int     // of today
	yearless    bool
}

// Read returns the date that begins with token i and how many tokens it has, 0 if
// there is none or no such day.
func (d Dates) Read(tokens []Token, i int) (Date, int) {
	if c := tokens[i].Text; c == "" || !IsDigit(c[0]) && !Among(dateBeginnings, c) {
		return Date{}, 0
	}
	r := dateReader{Dates: d, words: tokens[i:min(i+maxDateWords, len(tokens))]}
	for k := range r.words {
		if r.words[k].Sign == 0 {
			r.words = r.words[:k+1]
			break
		}
	}
	if i > 0 && tokens[i-1].Sign != 0 {
		r.before = tokens[i-1].Text
	}
	if d.Today != 0 {
		r.Today = min(max(d.Today, 1), maxDay)
		r.year, r.month, _ = r.Today.Date()
	}
	span, n := r.numeric()
	if n == 0 {
		span, n = r.named()
	}
	if n == 0 {
		span, n = r.quarter()
	}
	counted := false
	if n == 0 && d.Today != 0 {
		span, n = r.counted()
		counted = n > 0
	}
	if n == 0 {
		span, n = r.yearAlone()
	}
	if span.From >= span.To {
		return Date{}, 0
	}
	return Date{span, counted, r.yearless}, n
}

const (
	monthNames   = "january february march april may june july august september october november december"
	weekdayNames = "sunday monday tuesday wednesday thursday friday saturday"
	ordinals     = "first second third fourth"
	// dateBeginnings are all words that a date may begin with.
	dateBeginnings = " " + monthNames + " jan feb mar apr jun jul aug sep sept oct nov dec " + weekdayNames + " " + ordinals + " " + countNames +
		" q1 q2 q3 q4 today tonight tomorrow yesterday day last previous prior preceding past this current next following coming in "
	// prepositions stand before a month or a year.
	prepositions = " in since until by during for of from before after "
)

func (r *dateReader) word(k int) string {
	if k >= len(r.words) {
		return ""
	}
	return r.words[k].Text
}

// place returns a word's place in a list, from 1; 0 if it is not in it. Words may
// be cut after three letters if they are short.
func place(list, word string, short bool) int {
	n := 0
	for name := range strings.FieldsSeq(list) {
		if n++; word == name || short && word == name[:3] {
			return n
		}
	}
	return 0
}

// MonthOf returns the number of a month's English name or its abbreviation, 0 if
// it is none.
func MonthOf(word string) int {
	if word == "sept" {
		return 9
	}
	if len(word) < 3 {
		return 0
	}
	return place(monthNames, word, true)
}

// dayOfMonth reads 12, 12th, 1st; 0 is no day.
func dayOfMonth(word string) int {
	if n := Digits(Ordinal(word)); n <= 31 && len(word) <= 4 {
		return max(n, 0)
	}
	return 0
}

// fullYear makes 24 2024 and 98 1998; 0 is no year.
func fullYear(word string) int {
	n := Digits(word)
	switch {
	case len(word) == 4 && 1000 <= n && n <= 2999:
		return n
	case len(word) == 2 && 0 <= n && n < 70:
		return 2000 + n
	case len(word) == 2 && n >= 70:
		return 1900 + n
	}
	return 0
}

// day is the range of a day that exists.
func day(year, month, dayOfMonth int) Range {
	from := On(year, month, dayOfMonth)
	if year < 1000 || month < 1 || month > 12 || dayOfMonth < 1 || from >= On(year, month+1, 1) {
		return Range{}
	}
	return days(from, 1)
}

// numeric reads 2024-03-12, 12/3/24, 12.3.2024.
func (r *dateReader) numeric() (Range, int) {
	if len(r.words) < 3 || !isJoin(r.words[0].Sign) || !isJoin(r.words[1].Sign) {
		return Range{}, 0
	}
	a, b, c := r.word(0), r.word(1), r.word(2)
	if len(a) == 4 {
		return day(fullYear(a), Digits(b), Digits(c)), 3
	}
	month, date := Digits(a), Digits(b)
	if r.DayFirst || r.words[0].Sign == '.' || month > 12 {
		month, date = date, month
	}
	return day(fullYear(c), month, date), 3
}

func isJoin(sign byte) bool { return sign == '-' || sign == '/' || sign == '.' }

// yearSaid reads a year of four digits, or "last year", at word k. n is 0 if
// neither stands there.
func (r *dateReader) yearSaid(k int) (year, n int) {
	if text := r.word(k); len(text) == 4 && fullYear(text) > 0 {
		return fullYear(text), 1
	}
	if step := stepOf(r.word(k)); r.Today != 0 && step < 2 && r.word(k+1) == "year" {
		return r.year + step, 2
	}
	return 0, 0
}

// yearOf returns the year at word k, or the one that is meant where none is said.
func (r *dateReader) yearOf(k, month, day int) (year, n int) {
	if year, n = r.yearSaid(k); n > 0 {
		return year, n
	}
	switch {
	case r.Dates.Yearless:
		r.yearless = true
		return 2000, 0
	case r.Past && r.Today != 0 && On(r.year, month, day) > r.Today:
		return r.year - 1, 0
	}
	return r.year, 0 // 0 is none
}

// named reads 12 March 2024, March 12, 2024, 12th of March, March 2024, in March.
func (r *dateReader) named() (Range, int) {
	if date := dayOfMonth(r.word(0)); date > 0 {
		k := 1
		if r.word(k) == "of" {
			k++
		}
		month := MonthOf(r.word(k))
		if month == 0 {
			return Range{}, 0
		}
		year, n := r.yearOf(k+1, month, date)
		return day(year, month, date), k + 1 + n
	}
	month := MonthOf(r.word(0))
	if month == 0 {
		return Range{}, 0
	}
	if date := dayOfMonth(r.word(1)); date > 0 && r.words[0].Sign == ' ' {
		year, n := r.yearOf(2, month, date)
		return day(year, month, date), 2 + n
	}
	if year, n := r.yearSaid(1); n == 1 {
		return months(year, month, 1), 2
	}
	if r.Today != 0 && r.monthAlone(month) {
		year, _ := r.yearOf(1, month, 1)
		return months(year, month, 1), 1
	}
	return Range{}, 0
}

// monthAlone is true of a month and not of a verb or a name: "may" and "march" are
// verbs more often, "jan" is a name.
func (r *dateReader) monthAlone(month int) bool {
	if r.Past {
		return len(r.word(0)) > 3 || Among(" in of since last ", r.before)
	}
	return Among(prepositions, r.before) && (r.words[0].Capital || month != 3 && month != 5)
}

// quarter reads Q3 2023, Q3 last year, Q3, the third quarter of 2023.
func (r *dateReader) quarter() (Range, int) {
	text := r.word(0)
	q, n := 0, 1
	switch {
	case len(text) == 2 && text[0] == 'q':
		q = Digits(text[1:])
	case r.word(1) == "quarter":
		n = 2
		if q = place(ordinals, text, false); q == 0 && text != Ordinal(text) {
			q = Digits(Ordinal(text))
		}
	}
	if q < 1 || q > 4 {
		return Range{}, 0
	}
	k := n
	if r.word(k) == "of" || r.word(k) == "in" {
		k++
	}
	year, more := r.yearSaid(k)
	if more > 0 {
		n = k + more
	} else if year = r.year; r.Past && On(year, 3*q-2, 1) > r.Today {
		year--
	}
	if year < 1000 {
		return Range{}, 0
	}
	return months(year, 3*q-2, 3), n
}

// yearAlone reads 2023: after "in" and its like, or anywhere in a question about
// the past.
func (r *dateReader) yearAlone() (Range, int) {
	year, n := r.yearSaid(0)
	if n != 1 || year < 1800 || year > 2100 {
		return Range{}, 0
	}
	if r.Past && 1900 <= year && year < 2100 || !r.Past && (Among(prepositions, r.before) || Among(" year and to ", r.before)) {
		return months(year, 1, 12), 1
	}
	return Range{}, 0
}
