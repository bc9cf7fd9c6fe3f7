package recall

import (
	"unicode"
	"unicode/utf8"
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
	case isIgnored(r):
		return ignored
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		if isPacked(r) {
			return packed
		}
		return letter
	}
	return separator
}

func isAlphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// isIgnored is true of marks that some type and others leave out: accents apart
// from their letters, Hebrew points, Arabic vowels, joiners, selectors.
func isIgnored(r rune) bool {
	return r == 0xad || 0x300 <= r && r <= 0x36f || 0x591 <= r && r <= 0x5c7 && r != 0x5be ||
		0x64b <= r && r <= 0x652 || r == 0x640 || r == 0x670 ||
		0x200b <= r && r <= 0x200d || r == 0x2060 || 0xfe00 <= r && r <= 0xfe0f || r == 0xfeff
}

// isPacked is true in the blocks of scripts that are written without spaces, and
// of Hangul, whose words carry their particles.
func isPacked(r rune) bool {
	switch {
	case r < 0xe00:
		return false
	case r <= 0xeff, // Thai, Lao
		0x1000 <= r && r <= 0x109f, 0x1100 <= r && r <= 0x11ff, 0x1780 <= r && r <= 0x17ff, // Myanmar, Jamo, Khmer
		0x2e80 <= r && r <= 0xa4cf, // radicals, kana, Bopomofo, Han, Yi
		0xac00 <= r && r <= 0xd7ff, 0xf900 <= r && r <= 0xfaff, 0xff66 <= r && r <= 0xffdc:
		return true
	}
	return 0x20000 <= r && r <= 0x3ffff
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
