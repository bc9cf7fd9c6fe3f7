package recall

import (
	"unicode"
	"unicode/utf8"

	"burrow/internal/letters"
)

// maxWordRunes is where a word is cut and the next one begins. A line of base64
// is no word.
const maxWordRunes = 64

// A wordCutter divides texts into words the way package store does for its search:
// letters and digits in a row, in lower case and without accents. Scripts that are
// written without spaces give overlapping pairs of characters; a character stands
// alone only if its run has no other.
type wordCutter struct {
	word []byte // what is handed out, overwritten by the next word

	runes, begin         int // of the word so far
	last                 rune
	lastBegin, runLength int // of the run without spaces so far
}

// each calls f with each word, whether it is of a script without spaces, and where
// it begins. f must not keep the bytes.
func (c *wordCutter) each(text string, f func(w []byte, packed bool, start int)) {
	c.runes, c.runLength = 0, 0
	for at, r := range text {
		switch classify(r) {
		case ignored:
		case separator:
			c.endWord(f)
			c.endRun(f)
		case packed:
			c.endWord(f)
			if c.runLength > 0 {
				c.word = utf8.AppendRune(utf8.AppendRune(c.word[:0], c.last), r)
				f(c.word, true, c.lastBegin)
			}
			c.last, c.lastBegin = r, at
			c.runLength++
		case letter:
			c.endRun(f)
			if c.runes == maxWordRunes {
				c.endWord(f)
			}
			if c.runes == 0 {
				c.begin, c.word = at, c.word[:0]
			}
			c.runes++
			c.word = appendFolded(c.word, r)
		}
	}
	c.endWord(f)
	c.endRun(f)
}

func (c *wordCutter) endWord(f func(w []byte, packed bool, start int)) {
	if c.runes > 0 {
		f(c.word, false, c.begin)
	}
	c.runes = 0
}

func (c *wordCutter) endRun(f func(w []byte, packed bool, start int)) {
	if c.runLength == 1 {
		c.word = utf8.AppendRune(c.word[:0], c.last)
		f(c.word, true, c.lastBegin)
	}
	c.runLength = 0
}

type class byte

const (
	separator class = iota
	letter
	packed  // of a script without spaces
	ignored // as if it were not there
)

func classify(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if isAlphanumeric(r) {
			return letter
		}
	case letters.IsIgnored(r):
		return ignored
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		if letters.IsPacked(r) {
			return packed
		}
		return letter
	}
	return separator
}

func isAlphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// unaccented has the letters U+00E0 to U+017F without their accents; a full stop
// means that the letter stays as it is.
const unaccented = "aaaaaa.ceeeeiiiidnooooo.ouuuuy.y" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllllllllnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"

// appendFolded appends a letter in lower case without its accent.
func appendFolded(w []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(w, byte(r))
	}
	if 0xff01 <= r && r <= 0xff5e { // full-width ASCII
		return appendFolded(w, r-0xfee0)
	}
	r = unicode.ToLower(r)
	if i := int(r) - 0xe0; 0 <= i && i < len(unaccented) && unaccented[i] != '.' {
		return append(w, unaccented[i])
	}
	switch r {
	case 'ß':
		return append(w, "ss"...)
	case 'ё':
		r = 'е'
	}
	return utf8.AppendRune(w, r)
}
