package tokens

import (
	"errors"
	"strings"
)

// ErrRange is returned for an edit outside the text.
var ErrRange = errors.New("the edit is outside the draft")

// Draft is a text with its count. It is for one goroutine at a time.
type Draft struct {
	encoding *Encoding
	chunks   []chunk
	bytes    int
	count    int
}

type chunk struct {
	text   string
	pieces []draftPiece
	count  int
	utf16  int
}

// draftPiece is one piece of a chunk: where it ends in the chunk, and in one word
// its number of tokens and whether it is solid (see splice.go).
type draftPiece struct {
	end  uint32
	info uint32
}

func newDraftPiece(end int, tokens uint32, solid bool) draftPiece {
	p := draftPiece{uint32(end), tokens << 1}
	if solid {
		p.info |= 1
	}
	return p
}

func (p draftPiece) tokens() int { return int(p.info >> 1) }
func (p draftPiece) solid() bool { return p.info&1 != 0 }

// start returns where piece i of the chunk begins.
func (c *chunk) start(i int) int {
	if i == 0 {
		return 0
	}
	return int(c.pieces[i-1].end)
}

// NewDraft returns a draft of text.
func NewDraft(e *Encoding, text string) *Draft {
	d := &Draft{encoding: e}
	_ = d.Replace(0, 0, text)
	return d
}

// Count returns the number of tokens of the text.
func (d *Draft) Count() int { return d.count }

// Len returns the length of the text in bytes.
func (d *Draft) Len() int { return d.bytes }

// LenUTF16 returns the length of the text in UTF-16 code units.
func (d *Draft) LenUTF16() int {
	n := 0
	for i := range d.chunks {
		n += d.chunks[i].utf16
	}
	return n
}

// Text returns the text.
func (d *Draft) Text() string {
	var b strings.Builder
	b.Grow(d.bytes)
	for i := range d.chunks {
		b.WriteString(d.chunks[i].text)
	}
	return b.String()
}

// Encoding returns the encoding that counts.
func (d *Draft) Encoding() *Encoding { return d.encoding }

// ReplaceUTF16 is Replace with offsets in UTF-16 code units, which is what a text
// field in a browser gives. An offset inside a surrogate pair is moved to its
// start, so that a character is never cut.
func (d *Draft) ReplaceUTF16(from, to int, text string) error {
	if from < 0 || to < from {
		return ErrRange
	}
	start, ok := d.byteOffset(from)
	if !ok {
		return ErrRange
	}
	end, ok := d.byteOffset(to)
	if !ok {
		return ErrRange
	}
	return d.Replace(start, end, text)
}

func (d *Draft) byteOffset(units int) (int, bool) {
	at := 0
	for i := range d.chunks {
		c := &d.chunks[i]
		if units >= c.utf16 {
			units -= c.utf16
			at += len(c.text)
			continue
		}
		if c.utf16 == len(c.text) {
			return at + units, true // each byte a unit: ASCII
		}
		for j, r := range c.text {
			if n := utf16Units(r); units < n {
				return at + j, true
			} else {
				units -= n
			}
		}
	}
	return at, units == 0
}

func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += utf16Units(r)
	}
	return n
}

// Replace puts text in the place of the bytes from from to to. Insertion and
// deletion are cases of it.
func (d *Draft) Replace(from, to int, text string) error {
	if from < 0 || to < from || to > d.bytes {
		return ErrRange
	}
	if from == to && text == "" {
		return nil
	}
	if len(d.chunks) == 0 {
		d.chunks = []chunk{{}}
	}
	first, keep, offset := d.settled(from)
	last, end := first, offset+len(d.chunks[first].text)
	for ; end < to; end += len(d.chunks[last].text) {
		last++
	}
	if end-offset+len(text)-(to-from) < chunkBytes/2 && last+1 < len(d.chunks) {
		last++ // so that deleting leaves no crumbs
	}
	for !d.splice(first, last, keep, from-offset, to-offset, text) {
		last = min(len(d.chunks)-1, 2*last-first+1)
	}
	return nil
}
