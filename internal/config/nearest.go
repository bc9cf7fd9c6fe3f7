package config

import (
	"strings"

	"burrow/internal/say"
	"burrow/internal/words"
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
		if d := words.Edits(upper, s.name); d < least || d == least && shortens(s.name, upper) {
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
		if strings.EqualFold(name, s.name) || words.Edits(name, s.name) == 1 {
			return s.name
		}
	}
	return ""
}
