package words

import "unicode/utf8"

// MaxTermRunes is where a term is cut and the next one begins. A line of base64
// is no word.
const MaxTermRunes = 64

// A TermKind says where in its text a term comes from.
type TermKind byte

// The kinds of terms.
const (
	Word   TermKind = iota
	Pair            // two characters of a run without spaces
	Single          // a run of one character
	Tail            // the last character of a run, after its pairs
	Emoji
)

// A Term is a folded piece of a text, which begins and ends at these bytes. The
// next term overwrites Text.
type Term struct {
	Text       []byte
	Start, End int
	Kind       TermKind
}

// A Cutter cuts texts into terms, so that search and recall agree on them:
//
//   - Words are letters, digits and marks in a row, in lower case, without the
//     accents and vowel signs that people leave out when they type.
//   - Scripts that are written without spaces give overlapping pairs: 会議室 is
//     会議, 議室 and, as the end of its run, 室.
//   - An emoji is a term of its own.
//
// The zero value is ready. A Cutter that is used again needs no new memory.
type Cutter struct {
	take func(Term) bool
	text []byte

	runes, begin int // of the word so far
	run          int // length of the run so far
	last         rune
	lastBegin    int // of the run's last character
	lastEnd      int
}

// Each calls take with the terms of a text, in order, until it returns false.
func (c *Cutter) Each(text string, take func(Term) bool) {
	c.take, c.runes, c.run = take, 0, 0
	for at, r := range text {
		switch Classify(r) {
		case Ignored:
		case Separator:
			if !c.endWord(at) || !c.endRun() {
				return
			}
		case Letter:
			if !c.endRun() || c.runes == MaxTermRunes && !c.endWord(at) {
				return
			}
			if c.runes == 0 {
				c.begin, c.text = at, c.text[:0]
			}
			c.runes++
			c.text = AppendFolded(c.text, r)
		case Packed:
			if !c.endWord(at) || !c.goOn(r, at) {
				return
			}
		case Picture:
			if !c.endWord(at) || !c.endRun() {
				return
			}
			c.text = utf8.AppendRune(c.text[:0], r)
			if !take(Term{c.text, at, at + utf8.RuneLen(r), Emoji}) {
				return
			}
		}
	}
	if c.endWord(len(text)) {
		c.endRun()
	}
}

func (c *Cutter) endWord(at int) bool {
	if c.runes == 0 {
		return true
	}
	c.runes = 0
	return c.take(Term{c.text, c.begin, at, Word})
}

// goOn adds a character to the run.
func (c *Cutter) goOn(r rune, at int) bool {
	before, begin, end := c.last, c.lastBegin, at+utf8.RuneLen(r)
	c.last, c.lastBegin, c.lastEnd = r, at, end
	if c.run++; c.run == 1 {
		return true
	}
	c.text = utf8.AppendRune(utf8.AppendRune(c.text[:0], before), r)
	return c.take(Term{c.text, begin, end, Pair})
}

func (c *Cutter) endRun() bool {
	if c.run == 0 {
		return true
	}
	kind := Tail
	if c.run == 1 {
		kind = Single
	}
	c.run = 0
	c.text = utf8.AppendRune(c.text[:0], c.last)
	return c.take(Term{c.text, c.lastBegin, c.lastEnd, kind})
}
