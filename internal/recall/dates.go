package recall

import "time"

// A span is a stretch of time in Unix milliseconds, its end not included.
type span struct{ from, to int64 }

const dayMs = 24 * 3600 * 1000

// A dateReader finds the days a question names: "on 7 May", "June 2023", "last
// week", "3 days ago", "2023-05-07". What has no year is the last one that has
// begun by now.
type dateReader struct {
	words    []string // in lower case
	relative []bool   // words of a date that is counted from today
	today    time.Time
	spans    []span
}

// readDates returns the spans named by the words of a question, and which words
// only say how long ago. Messages have no reason to repeat these, while "June" may
// be in one.
func readDates(words []string, now int64) (spans []span, relative []bool) {
	y, m, d := time.UnixMilli(now).UTC().Date()
	r := dateReader{words: words, relative: make([]bool, len(words)), today: date(y, int(m), d)}
	for i := 0; i < len(words); i++ {
		size := r.absolute(i)
		if size == 0 {
			size = r.counted(i)
			for j := range size {
				r.relative[i+j] = true
			}
		}
		i += max(size-1, 0)
	}
	return r.spans, r.relative
}

func date(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// absolute reads a date that begins at word i and returns how many words it has.
func (r *dateReader) absolute(i int) int {
	number, digits := numberOf(r.words[i])
	if digits == 4 {
		return r.afterYear(number, i)
	}
	if month := monthOf(r.word(i + 1)); month > 0 && isDay(number, digits) { // 7 May
		return r.day(month, number, i+2)
	}
	month := monthOf(r.words[i])
	if month == 0 {
		return 0
	}
	number, digits = numberOf(r.word(i + 1))
	if isDay(number, digits) { // May 7
		return r.day(month, number, i+2)
	}
	if digits == 4 {
		return r.add(date(number, month, 1), date(number, month+1, 1), 2)
	}
	// "may" alone is a verb more often than a month, "jan" a name.
	if before := r.word(i - 1); len(r.words[i]) == 3 && before != "in" && before != "of" && before != "since" && before != "last" {
		return 0
	}
	year := r.year(month, 1)
	return r.add(date(year, month, 1), date(year, month+1, 1), 1)
}

// afterYear reads 2023-05-07, or a year alone.
func (r *dateReader) afterYear(year, i int) int {
	if year < 1900 || year >= 2100 {
		return 0
	}
	month, digits := numberOf(r.word(i + 1))
	day, dayDigits := numberOf(r.word(i + 2))
	if digits == 2 && month >= 1 && month <= 12 && dayDigits == 2 && isDay(day, dayDigits) {
		return r.add(date(year, month, day), date(year, month, day+1), 3)
	}
	return r.add(date(year, 1, 1), date(year+1, 1, 1), 1)
}

// counted reads a date that is counted from today.
func (r *dateReader) counted(i int) int {
	switch word := r.words[i]; word {
	case "yesterday":
		return r.add(r.today.AddDate(0, 0, -1), r.today, 1)
	case "today", "tonight":
		return r.add(r.today, r.today.AddDate(0, 0, 1), 1)
	case "last", "this":
		return r.relativeTo(word == "last", r.word(i+1))
	}
	if number, digits := numberOf(r.words[i]); digits > 0 && digits < 4 && r.word(i+2) == "ago" {
		return r.ago(number, r.word(i+1))
	}
	return 0
}

// day adds a day whose year may stand at word i.
func (r *dateReader) day(month, day, i int) int {
	year, digits := numberOf(r.word(i))
	size := 3
	if digits != 4 {
		year, size = r.year(month, day), 2
	}
	return r.add(date(year, month, day), date(year, month, day+1), size)
}

// year returns the last year in which a day has begun.
func (r *dateReader) year(month, day int) int {
	if date(r.today.Year(), month, day).After(r.today) {
		return r.today.Year() - 1
	}
	return r.today.Year()
}

// ago is less exact the longer ago it is.
func (r *dateReader) ago(n int, unit string) int {
	const size = 3
	t := r.today
	switch unit {
	case "day", "days":
		return r.add(t.AddDate(0, 0, -n), t.AddDate(0, 0, 1-n), size)
	case "week", "weeks":
		return r.add(t.AddDate(0, 0, -7*n-3), t.AddDate(0, 0, 4-7*n), size)
	case "month", "months":
		return r.add(t.AddDate(0, -n, -15), t.AddDate(0, -n, 16), size)
	case "year", "years":
		return r.add(date(t.Year()-n, 1, 1), date(t.Year()-n+1, 1, 1), size)
	}
	return 0
}

// relativeTo reads what follows "last" or "this".
func (r *dateReader) relativeTo(last bool, unit string) int {
	t, back := r.today, 0
	if last {
		back = 1
	}
	monday := t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
	switch unit {
	case "night":
		return r.add(t.AddDate(0, 0, -back), t.AddDate(0, 0, 1-back), 2)
	case "week":
		return r.add(monday.AddDate(0, 0, -7*back), monday.AddDate(0, 0, 7-7*back), 2)
	case "weekend":
		return r.add(monday.AddDate(0, 0, 5-7*back), monday.AddDate(0, 0, 7-7*back), 2)
	case "month":
		return r.add(date(t.Year(), int(t.Month())-back, 1), date(t.Year(), int(t.Month())-back+1, 1), 2)
	case "year":
		return r.add(date(t.Year()-back, 1, 1), date(t.Year()-back+1, 1, 1), 2)
	}
	if day := indexOf(weekdays, unit); day >= 0 {
		since := (int(t.Weekday())-day+6)%7 + 1
		return r.add(t.AddDate(0, 0, -since), t.AddDate(0, 0, 1-since), 2)
	}
	return 0
}

func (r *dateReader) add(from, to time.Time, size int) int {
	r.spans = append(r.spans, span{from.UnixMilli(), to.UnixMilli()})
	return size
}

func (r *dateReader) word(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i]
}

var (
	months   = fields(monthNames)
	weekdays = fields(dayNames)
)

// monthOf returns a month's number, 0 if the word is none. Names may be cut after
// three letters.
func monthOf(word string) int { return indexOf(months, word) + 1 }

func indexOf(list []string, word string) int {
	for i, name := range list {
		if word == name || word == name[:3] {
			return i
		}
	}
	return -1
}

func isDay(number, digits int) bool { return digits > 0 && digits <= 2 && number >= 1 && number <= 31 }

// numberOf returns a word's value and how many digits it has; "7th" is 7.
func numberOf(word string) (value, digits int) {
	for digits < len(word) && digits < 5 && '0' <= word[digits] && word[digits] <= '9' {
		value = value*10 + int(word[digits]-'0')
		digits++
	}
	switch word[digits:] {
	case "", "st", "nd", "rd", "th":
		return value, digits
	}
	return 0, 0
}
