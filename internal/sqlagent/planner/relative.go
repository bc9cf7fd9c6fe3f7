package planner

import (
	"strconv"
	"time"
)

// relative reads what is counted from today: yesterday, last month, the last 30 days, two
// weeks ago.
func (r *dateReader) relative(i int) (span, int) {
	for kind, delta := range map[string]int{"today": 0, "yesterday": -1, "tomorrow": 1} {
		if n := r.is(i, kind); n > 0 {
			return daySpan(r.today.AddDate(0, 0, delta)), n
		}
	}
	for kind, unit := range map[string]string{"yearstart": "year", "monthstart": "month"} {
		if n := r.is(i, kind); n > 0 && contains(r.l.phrases[r.at(i-1).folded], "since") {
			return r.period(0, unit), n
		}
	}
	for _, step := range []struct {
		kind  string
		delta int
	}{{"this", 0}, {"last", -1}, {"next", 1}} {
		n := r.is(i, step.kind)
		if n == 0 {
			continue
		}
		if count, m := r.count(i + n); m > 0 && step.delta != 0 {
			if unit, u := r.unit(i + n + m); u > 0 {
				return r.rolling(count*step.delta, unit), n + m + u
			}
		}
		if unit, u := r.unit(i + n); u > 0 {
			return r.period(step.delta, unit), n + u
		}
	}
	// "il mese scorso", "tháng trước": the unit comes first.
	if unit, u := r.unit(i); u > 0 {
		for kind, delta := range map[string]int{"after_this": 0, "after_last": -1, "after_next": 1} {
			if n := r.is(i+u, kind); n > 0 {
				return r.period(delta, unit), u + n
			}
		}
	}
	if count, m := r.count(i); m > 0 {
		if unit, u := r.unit(i + m); u > 0 {
			ago, than := r.is(i+m+u, "ago"), r.at(i-1).folded == "than" || r.at(i-1).folded == "over"
			if ago > 0 && (unit == "day" || than) || than && r.at(i-2).folded == "older" {
				return daySpan(r.rolling(-count, unit).from), m + u + ago
			}
			if n := r.is(i+m+u, "after_last"); n > 0 {
				return r.rolling(-count, unit), m + u + n
			}
		}
	}
	return span{}, 0
}

func (r *dateReader) count(i int) (int, int) {
	if n := r.at(i).int(); n > 0 && n < 1000 {
		return n, 1
	}
	if n, ok := r.l.numbers[r.at(i).folded]; ok && n > 0 {
		return n, 1
	}
	return 0, 0
}

var units = []string{"year", "quarter", "month", "week", "day"}

// unit reads a unit of time.
func (r *dateReader) unit(i int) (string, int) {
	for _, unit := range units {
		if n := r.is(i, unit); n > 0 {
			return unit, n
		}
	}
	return "", 0
}

// period is the year, quarter, month, week or day so many away from today's. Weeks begin on
// Monday.
func (r *dateReader) period(delta int, unit string) span {
	y, m, _ := r.today.Date()
	switch unit {
	case "year":
		return yearSpan(y + delta)
	case "quarter":
		first := (int(m)-1)/3*3 + 1 + 3*delta
		s := monthSpan(y, first, 3)
		s.label = "Q" + strconv.Itoa((int(s.from.Month())+2)/3) + " " + strconv.Itoa(s.from.Year())
		return s
	case "month":
		return monthSpan(y, int(m)+delta, 1)
	case "week":
		monday := r.today.AddDate(0, 0, -(int(r.today.Weekday())+6)%7+7*delta)
		return span{from: monday, to: monday.AddDate(0, 0, 7), label: "the week of " + monday.Format("2 January 2006")}
	}
	return daySpan(r.today.AddDate(0, 0, delta))
}

// rolling is a time that ends or begins today.
func (r *dateReader) rolling(count int, unit string) span {
	var to time.Time
	switch unit {
	case "year":
		to = r.today.AddDate(count, 0, 0)
	case "quarter":
		to = r.today.AddDate(0, 3*count, 0)
	case "month":
		to = r.today.AddDate(0, count, 0)
	case "week":
		to = r.today.AddDate(0, 0, 7*count)
	default:
		to = r.today.AddDate(0, 0, count)
	}
	s := span{from: to, to: r.today.AddDate(0, 0, 1)}
	if count > 0 {
		s = span{from: r.today, to: to.AddDate(0, 0, 1)}
	}
	s.label = s.from.Format("2 January 2006") + " to " + s.to.AddDate(0, 0, -1).Format("2 January 2006")
	return s
}
