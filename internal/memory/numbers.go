package memory

import (
	"strings"

	"burrow/internal/words"
)

// Numbers and dates are compared by value, because a model writes them its own
// way: 1,200 is 1200, 10k is 10,000, 5th is 5, and 2026-03-05 is March 5, 2026.

// day is a date: year·10000 + month·100 + day. The year is 0 where none is said.
type day int

func dayFrom(d words.Day, yearless bool) day {
	year, month, date := d.Date()
	if yearless {
		year = 0
	}
	return day(year*10000 + month*100 + date)
}

func (d day) year() int    { return int(d) / 10000 }
func (d day) undated() day { return d % 10000 }

// tokens are the words as the reader of dates takes them.
func tokens(list []word) []words.Token {
	out := make([]words.Token, len(list))
	for i := range list {
		out[i] = words.Token{Text: list[i].folded, Capital: true, Sign: ' '}
	}
	return out
}

// dateAt returns the day that begins with token i and how many tokens it has, 0 if
// none does.
func dateAt(list []words.Token, i int) (day, int) {
	date, n := words.Dates{Yearless: true}.Read(list, i)
	if n == 0 || date.To-date.From > 1 {
		return 0, 0
	}
	return dayFrom(date.From, date.Yearless), n
}

// datesOf returns what a word like 2026-03-05, 5.3.2026 or 3/5/2026 may mean as a
// date. Years of two digits are taken after dots and slashes only: what has
// hyphens, such as 25-01-06, is a name more often.
func datesOf(folded string) []day {
	at := strings.IndexAny(folded, "-./")
	if at < 1 {
		return nil
	}
	sign := folded[at]
	parts := strings.Split(folded, folded[at:at+1])
	if len(parts) != 3 || sign == '-' && len(parts[0]) < 4 && len(parts[2]) < 4 {
		return nil
	}
	list := make([]words.Token, 3)
	for i, part := range parts {
		list[i] = words.Token{Text: part, Sign: sign}
	}
	var out []day
	if date, n := (words.Dates{DayFirst: true}).Read(list, 0); n == 3 {
		out = append(out, dayFrom(date.From, false))
	}
	if date, n := (words.Dates{}).Read(list, 0); n == 3 && sign == '/' {
		out = append(out, dayFrom(date.From, false))
	}
	return out
}

// numbersOf returns what a word may mean as a number, in plain digits.
func numbersOf(folded string) (out []string) {
	digits, zeros := words.Ordinal(folded), 0
	if rest := strings.TrimRight(digits, "kmbnriod"); len(rest) < len(digits) {
		if zeros = words.Magnitude(digits[len(rest):], true); zeros > 0 {
			digits = rest
		}
	}
	fraction, whole := words.Numbers(digits)
	for _, number := range [...]string{fraction, whole} {
		if number != "" {
			out = append(out, words.Plain(words.Scaled(number, zeros)))
		}
	}
	return out
}
