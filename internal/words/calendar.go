package words

import "strconv"

// Day is a day of the Gregorian calendar, counted from 1 January 1970.
type Day int

// maxDay is in the year 9999.
const maxDay = 2932896

const (
	minuteMs = 60 * 1000
	dayMs    = 24 * 60 * minuteMs
)

// DayOf returns the day of a time in Unix milliseconds, so many minutes east of
// UTC.
func DayOf(timeMs int64, zoneMinutes int) Day {
	timeMs += int64(zoneMinutes) * minuteMs
	day := timeMs / dayMs
	if timeMs%dayMs < 0 {
		day--
	}
	return Day(day)
}

// On returns the day with a date. Months before January and after December are
// those of the years around, and so with days. Years begin with March here, so
// that a leap year's additional day is its last.
//
// Not inlined: its copies were a fifth of this code in the core.
//
//go:noinline
func On(year, month, day int) Day {
	months := year*12 + month - 3
	year = months / 12
	fromMarch := months % 12
	return Day(year*365 + year/4 - year/100 + year/400 + (fromMarch*153+2)/5 + day - 1 - 719468)
}

// Date is the reverse of On, for days from the year 1 to 9999.
func (d Day) Date() (year, month, day int) {
	year = (int(d)+719468)*400/146097 + 1
	for On(year, 1, 1) > d {
		year--
	}
	for month = 12; On(year, month, 1) > d; {
		month--
	}
	return year, month, int(d-On(year, month, 1)) + 1
}

// weekday counts from Sunday. 1 January 1970 was a Thursday.
func (d Day) weekday() int { return (int(d) + 4) % 7 }

// String is the date as 2026-03-05.
func (d Day) String() string {
	year, month, day := d.Date()
	return strconv.Itoa(year) + "-" + strconv.Itoa(100 + month)[1:] + "-" + strconv.Itoa(100 + day)[1:]
}

// A Range is the days from one to another, which is not included.
type Range struct{ From, To Day }

// String is a date, or two with a slash between them: the first and the last day.
func (r Range) String() string {
	if r.To-r.From == 1 {
		return r.From.String()
	}
	return r.From.String() + "/" + (r.To - 1).String()
}

func days(from Day, n int) Range { return Range{from, from + Day(n)} }

func months(year, month, n int) Range {
	return Range{On(year, month, 1), On(year, month+n, 1)}
}
