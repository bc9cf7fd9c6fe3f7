package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Gold queries call a column of months "month" and write 2026-03, one of quarters
// "quarter" and 2026-Q1, one of years "year" and 2026. An answer may write the same in
// other ways, and leave out the year where all rows are of one.

func isPeriod(column string) bool {
	return column == "month" || column == "quarter" || column == "year"
}

// goldYear is the year that all periods of a gold column are of, or 0.
func goldYear(values []*string) int {
	year := 0
	for _, v := range values {
		if v == nil || len(*v) < 4 {
			return 0
		}
		n, err := strconv.Atoi((*v)[:4])
		if err != nil || year != 0 && n != year {
			return 0
		}
		year = n
	}
	return year
}

// readPeriod is a key of a period: the same for the same period. A month or a quarter
// without its year is one of that year, if there is one.
func readPeriod(kind, v string, year int) (string, bool) {
	v = strings.TrimSpace(v)
	var part int
	if t, ok := parseTime(v); ok { // its first day
		year, part = t.Year(), periodOf(kind, t)
		return fmt.Sprint(year, " ", part), t.Equal(firstDay(kind, year, part))
	}
	switch kind {
	case "year":
		n, err := strconv.Atoi(v)
		return fmt.Sprint(n, " ", 1), err == nil
	case "month":
		return readMonth(v, year)
	}
	return readQuarter(v, year)
}

func readMonth(v string, year int) (string, bool) {
	for _, layout := range []string{"2006-01", "2006-1", "2006/01", "01/2006", "January 2006", "Jan 2006"} {
		if t, err := time.Parse(layout, v); err == nil {
			return fmt.Sprint(t.Year(), " ", int(t.Month())), true
		}
	}
	for _, layout := range []string{"1", "01", "January", "Jan"} {
		if t, err := time.Parse(layout, v); err == nil {
			return fmt.Sprint(year, " ", int(t.Month())), year > 0
		}
	}
	return "", false
}

// readQuarter reads 2026-Q1, 2026 Q1, 2026Q1, Q1 2026, Q1 and 1.
func readQuarter(v string, year int) (string, bool) {
	compact := strings.ToUpper(strings.NewReplacer("-", "", " ", "", "/", "").Replace(v))
	quarter := compact
	switch {
	case len(compact) == 6 && compact[4] == 'Q':
		quarter = compact[5:]
		year, _ = strconv.Atoi(compact[:4])
	case len(compact) == 6 && compact[0] == 'Q':
		quarter = compact[1:2]
		year, _ = strconv.Atoi(compact[2:])
	}
	n, err := strconv.Atoi(strings.TrimPrefix(quarter, "Q"))
	return fmt.Sprint(year, " ", n), err == nil && n >= 1 && n <= 4 && year > 0
}

func periodOf(kind string, t time.Time) int {
	switch kind {
	case "month":
		return int(t.Month())
	case "quarter":
		return (int(t.Month()) + 2) / 3
	}
	return 1
}

func firstDay(kind string, year, part int) time.Time {
	month := map[string]int{"month": part, "quarter": part*3 - 2, "year": 1}[kind]
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
}

// periodPairs are the periods that a column of years makes with another column: 2026 and 3
// for 2026-03, 2026 and 1 or Q1 for 2026-Q1.
func periodPairs(columns [][]*string, kind string) [][]*string {
	var pairs [][]*string
	for i, years := range columns {
		if !allYears(years) {
			continue
		}
		for j, parts := range columns {
			if pair := pairOf(kind, years, parts); i != j && pair != nil {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

func allYears(values []*string) bool {
	for _, v := range values {
		if v == nil {
			return false
		}
		if n, err := strconv.Atoi(*v); err != nil || n < 1900 || n > 2200 {
			return false
		}
	}
	return true
}

// pairOf is nil if a value is no part of a year.
func pairOf(kind string, years, parts []*string) []*string {
	pair := make([]*string, len(years))
	for i := range years {
		if parts[i] == nil {
			return nil
		}
		year, _ := strconv.Atoi(*years[i])
		var key string
		var ok bool
		if kind == "month" {
			key, ok = readMonth(*parts[i], year)
		} else {
			key, ok = readQuarter(*parts[i], year)
		}
		if !ok {
			return nil
		}
		var y, n int
		fmt.Sscan(key, &y, &n)
		if y != year {
			return nil
		}
		pair[i] = new(firstDay(kind, y, n).Format(time.DateOnly))
	}
	return pair
}
