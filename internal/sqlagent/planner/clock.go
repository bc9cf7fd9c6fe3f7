package planner

import (
	"strings"
	"time"
)

// CountsFromToday reports whether a question has a time that is another one on another day: "last
// month", "yesterday", "in May"; or a word such as "overdue" for which its query has today.
func CountsFromToday(question, sql string, today time.Time) bool {
	t := tokens(question)
	l := languageOf(t)
	one := &dateReader{l: l, today: day(2003, 2, 11), t: t}
	other := &dateReader{l: l, today: one.today.AddDate(14, 5, 9), t: t}
	dated := strings.Contains(sql, "'"+today.Format(time.DateOnly))
	for i := 0; i < len(t); i++ {
		if dated && one.is(i, "pastdue")+one.is(i, "valid")+one.is(i, "expired")+one.is(i, "now") > 0 {
			return true
		}
		a, n := one.read(i)
		if b, m := other.read(i); n != m || a != b {
			return true
		}
		i += max(n, 1) - 1
	}
	return false
}
