package recall

// A span is days from one to another, which is not included. Days are counted from
// 1 January 1970.
type span struct{ from, to int }

const (
	minuteMs = 60 * 1000
	dayMs    = 24 * 60 * minuteMs
)

// dayOf returns the day of a time in Unix milliseconds at so many minutes east of
// UTC.
func dayOf(timeMs int64, zoneMinutes int) int {
	timeMs += int64(zoneMinutes) * minuteMs
	day := timeMs / dayMs
	if timeMs%dayMs < 0 {
		day--
	}
	return int(day)
}

// date returns the day with a date of the Gregorian calendar. Months before January
// and after December are of the years around. Years begin with March here, so that
// the day that some years have is their last.
//
// Not inlined: its copies were a fifth of this file in the core.
//
//go:noinline
func date(year, month, day int) int {
	months := year*12 + month - 3
	year = months / 12
	fromMarch := months % 12
	return year*365 + year/4 - year/100 + year/400 + (fromMarch*153+2)/5 + day - 1 - 719468
}

// dateOf is the reverse of date, for days from the year 1 to 9999.
func dateOf(day int) (year, month, dayOfMonth int) {
	year = (day+719468)*400/146097 + 1
	for date(year, 1, 1) > day {
		year--
	}
	for month = 12; date(year, month, 1) > day; {
		month--
	}
	return year, month, day - date(year, month, 1) + 1
}

// A dateReader finds the days a question names: "on 7 May", "June 2023", "last
// week", "3 days ago", "2023-05-07". What has no year is the last one that has
// begun by now.
type dateReader struct {
	words    []string // in lower case
	relative []bool   // words of a date that is counted from today
	today    int
	year     int // of today
	month    int
	spans    []span
}

// readDates returns the spans named by the words of a question, and which words
// only say how long ago. Messages have no reason to repeat these, while "June" may
// be in one.
func readDates(words []string, today int) (spans []span, relative []bool) {
	r := dateReader{words: words, relative: make([]bool, len(words)), today: min(max(today, 0), maxDay)}
	r.year, r.month, _ = dateOf(r.today)
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

// maxDay is in the year 9999.
const maxDay = 2932896

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
	year := r.lastYear(month, 1)
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
		return r.addDays(date(year, month, day), 1, 3)
	}
	return r.add(date(year, 1, 1), date(year+1, 1, 1), 1)
}

// counted reads a date that is counted from today.
func (r *dateReader) counted(i int) int {
	switch word := r.words[i]; word {
	case "yesterday":
		return r.addDays(r.today-1, 1, 1)
	case "today", "tonight":
		return r.addDays(r.today, 1, 1)
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
		year, size = r.lastYear(month, day), 2
	}
	return r.addDays(date(year, month, day), 1, size)
}

// lastYear returns the last year in which a day has begun.
func (r *dateReader) lastYear(month, day int) int {
	if date(r.year, month, day) > r.today {
		return r.year - 1
	}
	return r.year
}

// ago is less exact the longer ago it is.
func (r *dateReader) ago(n int, unit string) int {
	for i, name := range units {
		if unit == name || unit == name+"s" {
			days := unitDays[i]
			return r.addDays(r.today-n*days-days/2, days, 3)
		}
	}
	return 0
}

// relativeTo reads what follows "last" or "this".
func (r *dateReader) relativeTo(last bool, unit string) int {
	const size = 2
	back := 0
	if last {
		back = 1
	}
	weekday := (r.today + 4) % 7 // 1 January 1970 was a Thursday
	monday := r.today - (weekday+6)%7
	switch unit {
	case "night":
		return r.addDays(r.today-back, 1, size)
	case "week":
		return r.addDays(monday-7*back, 7, size)
	case "weekend":
		return r.addDays(monday+5-7*back, 2, size)
	case "month":
		return r.add(date(r.year, r.month-back, 1), date(r.year, r.month-back+1, 1), size)
	case "year":
		return r.add(date(r.year-back, 1, 1), date(r.year-back+1, 1, 1), size)
	}
	if day := indexOf(weekdays, unit); day >= 0 {
		return r.addDays(r.today-(weekday-day+6)%7-1, 1, size)
	}
	return 0
}

func (r *dateReader) addDays(from, days, size int) int { return r.add(from, from+days, size) }

//go:noinline
func (r *dateReader) add(from, to, size int) int {
	r.spans = append(r.spans, span{from, to})
	return size
}

//go:noinline
func (r *dateReader) word(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i]
}

var (
	months   = fields(monthNames)
	weekdays = fields(dayNames)
	units    = fields("day week month year")
	unitDays = [...]int{1, 7, 30, 365}
)

// monthOf returns a month's number, 0 if the word is none. Names may be cut after
// three letters.
func monthOf(word string) int { return indexOf(months, word) + 1 }

//go:noinline
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
//
//go:noinline
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
