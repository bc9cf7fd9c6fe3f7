package config

import (
	"strings"

	"burrow/internal/say"
)

// unknown says that there is no such setting, and which may be meant. The name is
// shown only if it looks like a setting's: it may be a key that was pasted to the
// wrong place.
func unknown(name string) error {
	if name == Translation {
		return say.Error("{name} can only be set in the environment", "name", name)
	}
	best, least := "", 1<<30
	for _, s := range settings {
		// A name in another case is as near as can be.
		upper := strings.ToUpper(name)
		if d := distance(upper, s.name); d < least || d == least && shortens(s.name, upper) {
			best, least = s.name, d
		}
	}
	if least <= max(2, len(best)/3) {
		return say.Error("there is no setting {name}; did you mean {meant}?", "name", name, "meant", best)
	}
	if len(name) > 40 || name != strings.ToUpper(name) {
		return say.Error("there is no setting of this name; the nearest is {nearest}", "nearest", best)
	}
	return say.Error("there is no setting {name}; the nearest is {nearest}", "name", name, "nearest", best)
}

// shortens reports whether the letters of short stand in long in the same order,
// as those of DB_PWD do in DB_PASSWORD.
func shortens(short, long string) bool {
	for i := 0; i < len(long) && short != ""; i++ {
		if long[i] == short[0] {
			short = short[1:]
		}
	}
	return short == ""
}

// nearMiss returns the setting that a name differs from by its case or by one
// edit, "" if there is none.
func nearMiss(name string) string {
	for _, s := range settings {
		if strings.EqualFold(name, s.name) || distance(name, s.name) == 1 {
			return s.name
		}
	}
	return ""
}

// distance is how many letters must be added, dropped, changed or swapped with
// their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
