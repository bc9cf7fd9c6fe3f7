package store

import (
	"strings"

	"burrow/internal/words"
)

// The search index holds terms that words.Cutter makes and nothing else, so that
// index, query and highlighting cannot disagree. A query of two or more characters
// of a script without spaces is a phrase of pairs, and one of a single character is
// a prefix that finds every pair it begins.
//
// FTS5 gets the terms with spaces between them. Its tokenizer is "ascii", which
// leaves everything beyond ASCII alone; unicode61 knows the letters of 2012 and
// cuts Devanagari words at their vowels.

// indexVersion changes whenever the terms of a text do. A database with another
// version is indexed again when it is opened.
const indexVersion = 1

// A term is a folded piece of a text that begins and ends at these bytes.
type term struct {
	text       string
	start, end int
	kind       words.TermKind
}

// eachTerm calls f with the terms of a text, in order, until f returns false.
func eachTerm(text string, f func(term) bool) {
	var cutter words.Cutter
	cutter.Each(text, func(t words.Term) bool {
		return f(term{string(t.Text), t.Start, t.End, t.Kind})
	})
}

// indexText returns the terms of a text with spaces between them, and how many
// there are.
func indexText(text string) (terms string, count int) {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	var cutter words.Cutter
	cutter.Each(text, func(t words.Term) bool {
		if count > 0 {
			b.WriteByte(' ')
		}
		b.Write(t.Text)
		count++
		return true
	})
	return b.String(), count
}
