package memory

import (
	"strconv"
	"strings"
)

// Numbers and dates are compared by value, because a model writes them its own
// way: 1,200 is 1200, 10k is 10,000, 5th is 5, and 2026-03-05 is March 5, 2026.

// day is a date: year·10000 + month·100 + day. The year is 0 where none is said.
type day int

func dayOf(year, month, date int) (day, bool) {
	if month < 1 || month > 12 || date < 1 || date > 31 || year < 0 || year > 9999 {
		return 0, false
	}
	return day(year*10000 + month*100 + date), true
}

func (d day) year() int    { return int(d) / 10000 }
func (d day) undated() day { return d % 10000 }

var monthNames = [...]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// monthOf returns the number of a month's English name or its abbreviation, 0 if
// it is none.
func monthOf(folded string) int {
	for i, name := range monthNames {
		if folded == name || folded == name[:3] || i == 8 && folded == "sept" {
			return i + 1
		}
	}
	return 0
}

// numbersOf returns what a word may mean as a number, in plain digits.
func numbersOf(folded string) []string {
	digits, scale := ordinal(folded), 0
	if rest, ok := strings.CutSuffix(digits, "k"); ok {
		digits, scale = rest, 3
	} else if rest, ok := strings.CutSuffix(digits, "m"); ok {
		digits, scale = rest, 6
	}
	if digits == "" || strings.Trim(digits, "0123456789.,") != "" {
		return nil
	}
	at := strings.LastIndexAny(digits, ",.")
	if at < 0 {
		return []string{plain(digits, "", scale)}
	}
	whole, fraction := digits[:at], digits[at+1:]
	single := !strings.Contains(whole, digits[at:at+1])
	whole = strings.ReplaceAll(strings.ReplaceAll(whole, ",", ""), ".", "")
	var out []string
	if single {
		out = append(out, plain(whole, fraction, scale))
	}
	if len(fraction) == 3 { // it may be a group of digits
		out = append(out, plain(whole+fraction, "", scale))
	}
	return out
}

// plain writes a number in one way only: without zeros in front and behind,
// 10^scale multiplied in.
func plain(whole, fraction string, scale int) string {
	for ; scale > 0; scale-- {
		if fraction == "" {
			fraction = "0"
		}
		whole, fraction = whole+fraction[:1], fraction[1:]
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	return whole
}

// ordinal returns the digits of 5th.
func ordinal(folded string) string {
	n := len(folded) - 2
	if n > 0 && among(" st nd rd th ", folded[n:]) && isDigit(rune(folded[n-1])) {
		return folded[:n]
	}
	return folded
}

var numberWords = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// spelledOut returns the number that a word names, -1 if it is none.
func spelledOut(folded string) int {
	for n, name := range numberWords {
		if folded == name {
			return n
		}
	}
	return -1
}

// datesOf returns what a word like 2026-03-05, 5.3.2026 or 3/5/2026 may mean as a
// date. Years of two digits are taken after dots and slashes only: what has
// hyphens, such as 25-01-06, is a name more often.
func datesOf(folded string) []day {
	at := strings.IndexAny(folded, "-./")
	if at < 1 {
		return nil
	}
	parts := strings.Split(folded, folded[at:at+1])
	if len(parts) != 3 {
		return nil
	}
	var n [3]int
	for i, part := range parts {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil || len(part) > 4 || len(part) == 3 {
			return nil
		}
	}
	year, month, date := n[2], n[1], n[0]
	switch {
	case len(parts[0]) == 4:
		year, date = date, year
	case len(parts[2]) == 4:
	case folded[at] == '-':
		return nil
	case year < 100:
		year += 2000
	}
	var out []day
	if d, ok := dayOf(year, month, date); ok {
		out = append(out, d)
	}
	if d, ok := dayOf(year, date, month); ok && folded[at] == '/' {
		out = append(out, d)
	}
	return out
}

// dateAt returns the date that begins at words[i] and how many words it has:
// "5 March 2026", "5th of March", "March 5, 2026". n is 0 if none does.
func dateAt(words []word, i int) (d day, n int) {
	at := func(k int) string {
		if i+k < len(words) {
			return words[i+k].folded
		}
		return ""
	}
	var month, date, used int
	if month = monthOf(at(0)); month > 0 {
		date, used = smallNumber(at(1)), 2
	} else if date = smallNumber(at(0)); date > 0 {
		used = 2
		if at(1) == "of" {
			used = 3
		}
		month = monthOf(at(used - 1))
	}
	if month == 0 || date == 0 {
		return 0, 0
	}
	year := 0
	if text := at(used); len(text) == 4 {
		if n, err := strconv.Atoi(text); err == nil && n > 1000 {
			year, used = n, used+1
		}
	}
	d, ok := dayOf(year, month, date)
	if !ok {
		return 0, 0
	}
	return d, used
}

// smallNumber returns 1 to 31 for "5" and "5th", else 0.
func smallNumber(folded string) int {
	n, err := strconv.Atoi(ordinal(folded))
	if err != nil || n < 1 || n > 31 || len(folded) > 4 {
		return 0
	}
	return n
}

// dateOfTime returns the day of a time in Unix milliseconds, in UTC, moved by some
// days. It is the usual arithmetic on years that begin in March.
func dateOfTime(ms int64, move int) day {
	z := int(ms/86_400_000) + move + 719_468
	era := z / 146_097
	doe := z - era*146_097
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	month := mp + 3
	year := yoe + era*400
	if month > 12 {
		month, year = month-12, year+1
	}
	return day(year*10000 + month*100 + doy - (153*mp+2)/5 + 1)
}

// String is the date as 2026-03-05.
func (d day) String() string {
	two := func(n int) string { return strconv.Itoa(100 + n)[1:] }
	return strconv.Itoa(d.year()) + "-" + two(int(d)/100%100) + "-" + two(int(d)%100)
}
