package read

import (
	"math"
	"strconv"
	"strings"
)

// maxSerial is behind the last day that Excel knows, the end of the year 9999.
const maxSerial = 2_958_466

// dates say on which day a workbook begins to count.
type dates struct{ since1904 bool }

var (
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	dayNames   = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// moment is a day and a time of day.
type moment struct {
	year, month, day, weekday int
	seconds                   int // of the day
	fraction                  string
	all                       float64 // seconds since the first day
}

// at is the moment that a number stands for, rounded to so many digits of a second.
func (d dates) at(serial float64, digits int) moment {
	unit := math.Pow(10, float64(digits))
	ticks := math.Round(serial * 86_400 * unit)
	all := math.Floor(ticks / unit)
	days := int(all / 86_400)
	m := moment{seconds: int(all) - days*86_400, all: all}
	if digits > 0 {
		text := strconv.Itoa(int(ticks - all*unit))
		m.fraction = strings.Repeat("0", max(0, digits-len(text))) + text
	}
	if d.since1904 {
		days += 1462
	}
	m.weekday = (days + 6) % 7
	switch {
	case days == 60 && !d.since1904:
		// Excel believes that 1900 was a leap year, as Lotus 1-2-3 did.
		m.year, m.month, m.day = 1900, 2, 29
		return m
	case days < 60 && !d.since1904:
		days++
	}
	m.year, m.month, m.day = civil(days)
	return m
}

// civil is the date so many days after the 30th of December 1899.
func civil(days int) (year, month, day int) {
	// Years are counted from March, so that the leap day is the last of one.
	// 693,899 days lie between the 1st of March of the year 0 and that day.
	days += 693_899
	era := days / 146_097
	ofEra := days % 146_097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36_524 - ofEra/146_096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	from := (5*ofYear + 2) / 153
	day = ofYear - (153*from+2)/5 + 1
	month = from + 3
	year = yearOfEra + 400*era
	if month > 12 {
		month, year = month-12, year+1
	}
	return year, month, day
}

// dateOf writes a number as a date.
func (s *formatSection) dateOf(serial float64, date dates) string {
	digits := 0
	for i, p := range s.parts {
		if p.kind == point {
			for _, next := range s.parts[i+1:] {
				if next.kind != digitPlace || digits == 3 {
					break
				}
				digits++
			}
			break
		}
	}
	m := date.at(serial, digits)
	var b strings.Builder
	hasFraction := false
	for i, p := range s.parts {
		switch p.kind {
		case literal, slash, groupMark, percent:
			b.WriteString(p.text)
		case point:
			if hasFraction = !hasFraction && digits > 0; hasFraction {
				b.WriteString("." + m.fraction)
			} else {
				b.WriteByte('.')
			}
		case halfDay:
			half := "AM"
			if m.seconds >= 43_200 {
				half = "PM"
			}
			b.WriteString(half[:len(p.text)/2])
		case elapsed:
			per := map[byte]float64{'h': 3600, 'm': 60, 's': 1}[p.text[0]]
			b.WriteString(digitsOf(int(m.all/per), len(p.text)))
		case datePart:
			b.WriteString(s.part(i, p.text, m))
		}
	}
	return b.String()
}

// part writes a part of a date. "m" is minutes behind hours and before seconds.
func (s *formatSection) part(i int, text string, m moment) string {
	n := len(text)
	switch text[0] {
	case 'y':
		if n < 3 {
			return digitsOf(m.year%100, 2)
		}
		return digitsOf(m.year, 4)
	case 'd':
		switch {
		case n == 3:
			return dayNames[m.weekday][:3]
		case n > 3:
			return dayNames[m.weekday]
		}
		return digitsOf(m.day, n)
	case 'h':
		hours := m.seconds / 3600
		if s.twelve {
			hours = (hours+11)%12 + 1
		}
		return digitsOf(hours, min(n, 2))
	case 's':
		return digitsOf(m.seconds%60, min(n, 2))
	}
	switch {
	case n <= 2 && s.isMinute(i):
		return digitsOf(m.seconds/60%60, n)
	case n == 3:
		return monthNames[m.month-1][:3]
	case n == 4:
		return monthNames[m.month-1]
	case n > 4:
		return monthNames[m.month-1][:1]
	}
	return digitsOf(m.month, n)
}

// isMinute reports whether the part there stands behind hours or before seconds.
func (s *formatSection) isMinute(i int) bool {
	for at := i - 1; at >= 0; at-- {
		if p := s.parts[at]; p.kind == datePart || p.kind == elapsed {
			if p.text[0] == 'h' {
				return true
			}
			break
		}
	}
	for _, p := range s.parts[i+1:] {
		if p.kind == datePart || p.kind == elapsed {
			return p.text[0] == 's'
		}
	}
	return false
}

// digitsOf writes a number with at least so many digits.
func digitsOf(n, least int) string {
	text := strconv.Itoa(n)
	return strings.Repeat("0", max(0, min(least, 20)-len(text))) + text
}
