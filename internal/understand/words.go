package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is a run of letters and digits of a text. Apostrophes within belong to
// it, but for the possessive's, which is noted and cut off.
type word struct {
	text       string // in lower case
	stem       string // what forms of the same word have in common
	start, end int    // of the word as it is written, the possessive's s left out
	kind       kind
	gap        gap // what stands before it
	capital    bool
	possessive bool
}

// gap is what divides a word from the one before.
type gap byte

const (
	space    gap = iota // spaces or a hyphen
	quote               // a quotation mark or bracket
	pause               // comma, colon, dash
	sentence            // the end of a sentence or line, or the text's beginning
)

// is is true if the word is of one of the kinds.
func (w *word) is(k kind) bool { return w.kind&k != 0 }

// content is true of words that carry a subject.
func (w *word) content() bool { return w.kind&function == 0 }

// maxWords is how many words of a text are read: a question that is longer is a
// pasted document.
const maxWords = 4000

// cut appends the words of a text.
func cut(words []word, text string) []word {
	before, begin, first := sentence, -1, len(words)
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWordRune(r):
			if begin < 0 {
				begin = i
			}
		case begin >= 0 && (r == '\'' || r == '’') && continues(text[i+size:]):
		default:
			if begin >= 0 {
				if words = append(words, newWord(text, begin, i, before)); len(words)-first >= maxWords {
					return words
				}
				before, begin = space, -1
			}
			before = max(before, gapOf(r, text[i+size:]))
		}
		i += size
	}
	if begin >= 0 {
		words = append(words, newWord(text, begin, len(text), before))
	}
	return words
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// continues is true if a letter comes next.
func continues(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return isWordRune(r)
}

func gapOf(r rune, rest string) gap {
	switch r {
	case ' ', '\t', '-', '\'', '’', '/', '&', '_', '*', '`':
		return space
	case '"', '“', '”', '(', ')', '[', ']', '«', '»':
		return quote
	case '?', '!', '\n', '|':
		return sentence
	case '.':
		if rest == "" || rest[0] == ' ' || rest[0] == '\n' {
			return sentence
		}
		return space
	}
	return pause
}

func newWord(text string, begin, end int, before gap) word {
	raw := text[begin:end]
	w := word{start: begin, end: end, gap: before}
	for _, s := range [...]string{"'s", "’s", "'S"} {
		if strings.HasSuffix(raw, s) && len(raw) > len(s) {
			w.possessive = true
			w.end -= len(s)
			raw = raw[:len(raw)-len(s)]
		}
	}
	r, _ := utf8.DecodeRuneInString(raw)
	w.capital = unicode.IsUpper(r)
	w.text = strings.ToLower(raw)
	if strings.Contains(w.text, "’") {
		w.text = strings.ReplaceAll(w.text, "’", "'")
	}
	w.stem = stem(w.text)
	w.kind = kindOf(w.text, w.stem)
	if raw == "US" || raw == "IT" || raw == "WHO" {
		w.kind = 0 // a country, a trade, a body of the United Nations
	}
	return w
}

// stem cuts English endings off. It only cuts, so that a stem is a part of its
// word and costs no memory; what it leaves is for comparing, not for showing.
func stem(w string) string {
	if len(w) < 4 || w[len(w)-1] > 'z' || w[len(w)-1] < 'a' {
		return w
	}
	w = cutEnd(w, "s", "ss", "us", "is")
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = undouble(w[:len(w)-3])
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = undouble(w[:len(w)-2])
	}
	w = cutEnd(w, "e")
	w = cutEnd(w, "i")
	return cutEnd(w, "y")
}

// cutEnd cuts one letter off a word of at least four, unless it ends otherwise.
func cutEnd(w, end string, except ...string) string {
	if len(w) < 4 || !strings.HasSuffix(w, end) {
		return w
	}
	for _, e := range except {
		if strings.HasSuffix(w, e) {
			return w
		}
	}
	return w[:len(w)-len(end)]
}

// undouble makes "stopp" of "stopping" "stop".
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
