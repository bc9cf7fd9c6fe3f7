package agent

import (
	"slices"
	"strconv"
	"strings"
)

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// superlatives ask for the first row alone. Words in -est do, too.
var superlatives = []string{"most", "least", "first", "last", "top", "best", "worst", "next", "only", "single", "max", "maximum", "min", "minimum", "est"}

// asksForFew reports whether a question itself asks for so many rows: by the number, or
// for one row by a superlative.
func asksForFew(question string, rows int) bool {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return strings.ContainsRune(" \t\n,.;:?!()-\"'", r) })
	if slices.Contains(words, strconv.Itoa(rows)) || rows < len(numerals) && slices.Contains(words, numerals[rows]) {
		return true
	}
	if rows != 1 {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(superlatives, w) || strings.HasSuffix(w, "est") && len(w) > 4
	})
}
