package understand

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A word is a run of letters and digits of a text. It includes apostrophes inside,
// except the possessive's, which is noted and cut off.
type word struct {
	_          [0]func() // not to be compared
	text       string    // in lower case
	start, end int       // of the word as it is written, the possessive's s left out
	stem       string    // what forms of the same word have in common
	root       root      // its hash, for comparing
	kind       kind
	field      field
	gap        gap // what stands before it
	mark       mark
	class      class
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

// content is true of words that carry a subject.
func (w *word) content() bool { return w.kind&function == 0 }

// is is true if the word is of one of the kinds.
func (w *word) is(k kind) bool { return w.kind&k != 0 }

// specific is true of words that name a topic.
func (w *word) specific() bool {
	return w.kind&(function|asking|relational|verb|quality) == 0
}

// maxWords is how many words of a text are read: a longer question is a pasted
// document.
const maxWords = 4000

// cut appends the words of a text.
func cut(words []word, text string) []word {
	words = slices.Grow(words, len(text)/5+2)
	first := len(words)
	low := lowered(text)
	before := sentence
	for i := 0; i < len(text) && len(words)-first < maxWords; {
		begin := i
		for i < len(text) {
			c := text[i]
			if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
				i++
				continue
			}
			if c < utf8.RuneSelf && c != '\'' {
				break
			}
			size := goesOn(text[i:], i > begin)
			if size == 0 {
				break
			}
			i += size
		}
		if i > begin {
			words = append(words, word{start: begin, end: i, gap: before})
			words[len(words)-1].read(text, low)
			before = space
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		before = max(before, gapOf(r, text[i:]))
	}
	return words
}

// goesOn returns the size of the next character if the word goes on with it: a
// letter beyond ASCII, or an apostrophe between letters.
func goesOn(text string, inside bool) int {
	r, size := utf8.DecodeRuneInString(text)
	if r == '\'' || r == '’' {
		next, _ := utf8.DecodeRuneInString(text[size:])
		if !inside || !isWordRune(next) {
			return 0
		}
		return size
	}
	if !isWordRune(r) {
		return 0
	}
	return size
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// lowered returns a text in lower case with every letter in its place: a letter
// whose small form has another length stays as it is.
func lowered(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); i++ {
		c := b[i]
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(b[i:])
			if small := unicode.ToLower(r); utf8.RuneLen(small) == size {
				utf8.EncodeRune(b[i:], small)
			}
			i += size - 1
		}
	}
	return string(b)
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

// read fills in what a word's letters tell.
func (w *word) read(text, low string) {
	raw := text[w.start:w.end]
	if n := len(raw); n > 2 && raw[n-1]|0x20 == 's' && (raw[n-2] < '0' || raw[n-2] >= utf8.RuneSelf) {
		for _, mark := range [...]string{"'", "’"} {
			if owner, ok := strings.CutSuffix(raw[:n-1], mark); ok && owner != "" {
				w.possessive = true
				raw = owner
				w.end = w.start + len(raw)
				break
			}
		}
	}
	w.capital = 'A' <= raw[0] && raw[0] <= 'Z'
	if raw[0] >= utf8.RuneSelf {
		r, _ := utf8.DecodeRuneInString(raw)
		w.capital = unicode.IsUpper(r)
	}
	w.text = low[w.start:w.end]
	if len(raw) > 4 && strings.Contains(w.text, "’") {
		w.text = strings.ReplaceAll(w.text, "’", "'")
	}
	n := words.StemLength(w.text)
	w.stem = w.text[:n]
	w.root = hashed(hashSeed, w.stem)
	w.look(w.root, hashed(w.root, w.text[n:]))
	if raw == "US" || raw == "IT" || raw == "WHO" {
		w.kind, w.mark, w.class = 0, 0, 0 // a country, a trade, a body of the United Nations
	}
}

// A root is the hash of a word's stem. With 32 bits, two words of a conversation do
// not collide by chance.
type root uint32

const hashSeed root = 2166136261

// hashed is FNV-1a, so that the hash of a word goes on from that of its stem.
func hashed(h root, s string) root {
	for i := range len(s) {
		h = (h ^ root(s[i])) * 16777619
	}
	return h
}

// clip cuts a text to its beginning.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xc0 == 0x80 {
		most--
	}
	return text[:most]
}
