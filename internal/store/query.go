package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A phrase is a row of terms that must stand one behind the other.
type phrase struct {
	terms []string
	// prefix says that the last term may go on.
	prefix bool
}

const (
	// maxPhrases and maxTerms bound what a query costs. Words beyond them are not
	// looked at.
	maxPhrases = 32
	maxTerms   = 128
)

// parseQuery reads what a user typed: words, all of which must occur, the last
// of them perhaps unfinished, and "phrases in quotes". It knows no operators, so
// that every text is a query.
func parseQuery(query string) []phrase {
	var all []phrase
	terms := 0
	add := func(text string, unfinished bool) {
		p := makePhrase(text, unfinished)
		if left := maxTerms - terms; len(p.terms) > left {
			p = phrase{terms: p.terms[:left]}
		}
		if len(p.terms) == 0 || len(all) == maxPhrases {
			return
		}
		terms += len(p.terms)
		all = append(all, p)
	}
	for query != "" {
		at := strings.IndexFunc(query, isQuote)
		if at < 0 {
			at = len(query)
		}
		words := strings.FieldsFunc(query[:at], unicode.IsSpace)
		for i, w := range words {
			add(w, i == len(words)-1 && at == len(query))
		}
		if at == len(query) {
			break
		}
		query = strings.TrimLeftFunc(query[at:], isQuote)
		end := strings.IndexFunc(query, isQuote)
		if end < 0 {
			add(query, true)
			break
		}
		add(query[:end], false)
		query = strings.TrimLeftFunc(query[end:], isQuote)
	}
	return all
}

func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' || r == '„' }

// makePhrase turns a piece of a query into terms. The run at its end may go on in
// a text, so the term for the end of a run is left out, and a single character is
// looked for as the beginning of a pair.
func makePhrase(text string, unfinished bool) phrase {
	var p phrase
	var last term
	eachTerm(text, func(t term) bool {
		p.terms = append(p.terms, t.text)
		last = t
		return len(p.terms) <= maxTerms
	})
	switch last.kind {
	case words.Tail:
		p.terms = p.terms[:len(p.terms)-1]
	case words.Single, words.Emoji:
		p.prefix = len(p.terms) > 0
	case words.Word:
		// Words that begin with one letter are too many to look for.
		p.prefix = unfinished && utf8.RuneCountInString(last.text) > 1
	}
	return p
}

// expression writes phrases in FTS5's language. Terms hold neither quotes nor
// anything else that it would read.
func expression(phrases []phrase, place string) string {
	var b strings.Builder
	if place != "" {
		b.WriteString(`place : "` + place + `" AND `)
	}
	b.WriteString(`text : (`)
	for i, p := range phrases {
		if i > 0 {
			b.WriteString(` AND `)
		}
		b.WriteString(`"` + strings.Join(p.terms, " ") + `"`)
		if p.prefix {
			b.WriteString(` *`)
		}
	}
	b.WriteString(`)`)
	return b.String()
}

// matchAt reports whether the phrase stands at position i of terms.
func (p phrase) matchAt(terms []term, i int) bool {
	if i+len(p.terms) > len(terms) {
		return false
	}
	for j, want := range p.terms {
		have := terms[i+j].text
		if have == want || p.prefix && j == len(p.terms)-1 && strings.HasPrefix(have, want) {
			continue
		}
		return false
	}
	return true
}
