package words

import "strings"

// stepOf reads last, this and next; 2 is none of them.
func stepOf(word string) int {
	switch {
	case Among(" last previous prior preceding past ", word):
		return -1
	case Among(" this current ", word):
		return 0
	case Among(" next following coming ", word):
		return 1
	}
	return 2
}

// counted reads what is counted from today: today, next Friday, last month, in 3
// weeks, 2 days ago, the past 30 days.
func (r *dateReader) counted() (Range, int) {
	first, second, third := r.word(0), r.word(1), r.word(2)
	switch {
	case first == "today", first == "tonight":
		return days(r.Today, 1), 1
	case first == "yesterday":
		return days(r.Today-1, 1), 1
	case first == "day" && second == "before" && third == "yesterday":
		return days(r.Today-2, 1), 3
	}
	if n := Count(first); n > 0 && third == "ago" {
		if span := r.ago(n, second); span.To > span.From {
			return span, 3
		}
	}
	if step := stepOf(first); step < 2 && !(r.Past && step > 0) {
		if span := r.stepped(step, second); span.To > span.From {
			return span, 2
		}
	}
	if !r.Past {
		return r.ahead()
	}
	return Range{}, 0
}

// ahead reads what only a question that is not about the past may mean.
func (r *dateReader) ahead() (Range, int) {
	first, second := r.word(0), r.word(1)
	if first == "tomorrow" {
		return days(r.Today+1, 1), 1
	}
	if first == "day" && second == "after" && r.word(2) == "tomorrow" {
		return days(r.Today+2, 1), 3
	}
	if weekday := place(weekdayNames, first, false); weekday > 0 {
		return days(r.Today+r.daysTo(weekday-1, 0), 1), 1
	}
	step := stepOf(first)
	if n := Count(second); n > 0 && (first == "in" || step == -1 || step == 1) {
		if step == -1 {
			n = -n
		}
		to, ok := r.moved(n, r.word(2))
		switch {
		case !ok:
		case first == "in":
			return days(to, 1), 3
		case step == -1:
			return Range{to, r.Today + 1}, 3
		default:
			return Range{r.Today, to + 1}, 3
		}
	}
	return Range{}, 0
}

// daysTo counts the days to a weekday: the last one, the one of today or coming,
// or the next one after today.
func (r *dateReader) daysTo(weekday, step int) Day {
	ahead := (weekday - r.Today.weekday() + 7) % 7
	switch {
	case step < 0:
		ahead -= 7
	case step > 0 && ahead == 0:
		ahead = 7
	}
	return Day(ahead)
}

// stepped reads what follows last, this or next. A week begins on Monday.
func (r *dateReader) stepped(step int, unit string) Range {
	monday := r.Today - Day((r.Today.weekday()+6)%7) + Day(7*step)
	switch unit {
	case "night":
		return days(r.Today+Day(step), 1)
	case "week":
		return days(monday, 7)
	case "weekend":
		return days(monday+5, 2)
	case "month":
		return months(r.year, r.month+step, 1)
	case "quarter":
		return months(r.year, (r.month-1)/3*3+1+3*step, 3)
	case "year":
		return months(r.year+step, 1, 12)
	}
	weekday := place(weekdayNames, unit, len(unit) == 3 && step != 0)
	if weekday == 0 {
		return Range{}
	}
	if r.Past {
		step = -1
	}
	return days(r.Today+r.daysTo(weekday-1, step), 1)
}

// ago is less exact the longer ago it is, if the question is about the past.
func (r *dateReader) ago(n int, unit string) Range {
	exact, ok := r.moved(-n, unit)
	if !ok {
		return Range{}
	}
	length := 1
	if r.Past {
		switch unit[0] {
		case 'w':
			length = 7
		case 'm':
			length = 30
		case 'y':
			length = 365
		}
		exact = r.Today - Day(n*length+length/2)
	}
	return days(exact, length)
}

// moved returns the day so many days, weeks, months or years from today. ok is
// false for another unit, and for a year that nobody means.
func (r *dateReader) moved(n int, unit string) (to Day, ok bool) {
	year, month, date := r.Today.Date()
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		to = r.Today + Day(n)
	case "week":
		to = r.Today + Day(7*n)
	case "month":
		to = On(year, month+n, date)
	case "year":
		to = On(year+n, month, date)
	default:
		return 0, false
	}
	return to, On(1000, 1, 1) <= to && to <= maxDay
}
