package tokens

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A draft counts a text that is being edited: an edit costs about as much as the
// few pieces around it, however long the text is.
//
// The text lies in chunks of about chunkBytes, each a whole number of pieces, with
// the count of each piece. Where a piece ends depends only on the text from its
// start on. So an edit leaves all pieces alone that did not look ahead as far as
// the edit; and behind it, as soon as a new piece ends where an old one did, all
// that follow are the old ones.
//
// How far a piece looks ahead: at most reach bytes behind its end (a character, or
// a contraction), with two exceptions. White space looks on to the first character
// that is none. And in o200k_base a word that ends with a caseless letter has
// looked for a small letter behind the capitals that follow, which are the next
// piece. Call a piece solid if its first or second character is not white space.
// If a solid piece begins 2*reach bytes before some point, then all pieces before
// its predecessor are settled, whatever comes after that point.

const (
	chunkBytes = 1 << 10
	reach      = utf8.UTFMax
)

// settled returns the piece from which an edit at from must divide the text
// anew: its chunk, how many pieces of the chunk come before it, and the chunk's
// offset in the text.
func (d *Draft) settled(from int) (first, keep, offset int) {
	for first+1 < len(d.chunks) && offset+len(d.chunks[first].text) < from {
		offset += len(d.chunks[first].text)
		first++
	}
	for anchored := false; ; {
		c := &d.chunks[first]
		for i := len(c.pieces) - 1; i >= 0; i-- {
			if anchored {
				return first, i, offset
			}
			anchored = c.pieces[i].solid() && offset+c.start(i)+2*reach <= from
		}
		if first == 0 {
			return 0, 0, 0
		}
		first--
		offset -= len(d.chunks[first].text)
	}
}

// splice makes an edit in the chunks first to last, from and to relative to
// them. It keeps that many pieces of the first chunk and divides the text behind
// them anew until it meets an old piece. If it meets none, it reports false and
// has changed nothing: more chunks are needed.
func (d *Draft) splice(first, last, keep, from, to int, insert string) bool {
	old := d.chunks[first : last+1]
	text := joined(old)
	text = text[:from] + insert + text[to:]
	pieces := slices.Clone(old[0].pieces[:keep])
	p := old[0].start(keep)
	rest := oldPieces{chunks: old, shift: len(insert) - (to - from), from: from + len(insert)}
	meets := -1
	sc := d.encoding.scratches.Get().(*scratch)
	defer d.encoding.scratches.Put(sc)
	for {
		if meets < 0 && rest.begins(p) {
			meets = len(pieces)
		}
		if p == len(text) {
			if last+1 < len(d.chunks) {
				return false
			}
			break
		}
		end, valid := d.encoding.next(text, p)
		tokens := uint32(len(d.encoding.piece(sc, text, p, end, valid)))
		solid := isSolid(text, p, end)
		if solid && meets >= 0 && meets < len(pieces) && p+2*reach <= len(text) {
			break
		}
		pieces = append(pieces, newDraftPiece(end, tokens, solid))
		p = end
	}
	if meets >= 0 {
		pieces = rest.appendTo(pieces[:meets])
	}
	d.store(first, last, text, pieces)
	return true
}

func joined(chunks []chunk) string {
	if len(chunks) == 1 {
		return chunks[0].text
	}
	var b strings.Builder
	for i := range chunks {
		b.WriteString(chunks[i].text)
	}
	return b.String()
}

// isSolid reports whether the piece text[p:end] is more than white space.
func isSolid(text string, p, end int) bool {
	c, size := classAt(text, p)
	if c.blank() && p+size < end {
		c, _ = classAt(text, p+size)
	}
	return !c.blank()
}

// oldPieces walks over the pieces that lie behind an edit, in the coordinates of
// the new text.
type oldPieces struct {
	chunks []chunk
	shift  int // of the text behind the edit
	from   int // where it begins
	chunk  int
	offset int // of the chunk, before the edit
	piece  int // the first that begins at or behind what was last asked for
}

// begins reports whether an old piece behind the edit begins at p, or the old
// text ends there. It is asked with rising p.
func (o *oldPieces) begins(p int) bool {
	for p >= o.from {
		c := &o.chunks[o.chunk]
		if o.piece == len(c.pieces) && o.chunk+1 < len(o.chunks) {
			o.offset += len(c.text)
			o.chunk++
			o.piece = 0
			continue
		}
		start := o.offset + c.start(o.piece) + o.shift
		if start >= p {
			return start == p
		}
		if o.piece == len(c.pieces) {
			return false
		}
		o.piece++
	}
	return false
}

// appendTo appends the pieces from where begins last reported true.
func (o *oldPieces) appendTo(pieces []draftPiece) []draftPiece {
	for ; o.chunk < len(o.chunks); o.chunk++ {
		c := &o.chunks[o.chunk]
		for _, piece := range c.pieces[o.piece:] {
			piece.end += uint32(o.offset + o.shift)
			pieces = append(pieces, piece)
		}
		o.offset += len(c.text)
		o.piece = 0
	}
	return pieces
}

// store puts text, divided into pieces, in the place of the chunks first to last.
func (d *Draft) store(first, last int, text string, pieces []draftPiece) {
	for i := first; i <= last; i++ {
		d.bytes -= len(d.chunks[i].text)
		d.count -= d.chunks[i].count
	}
	d.bytes += len(text)
	var chunks []chunk
	for start := 0; len(pieces) > 0; {
		n, most := 0, start+chunkBytes
		if len(text)-start <= 2*chunkBytes {
			most = len(text)
		}
		c := chunk{}
		for n < len(pieces) && (n == 0 || int(pieces[n].end) <= most) {
			c.count += pieces[n].tokens()
			n++
		}
		end := int(pieces[n-1].end)
		c.text = text[start:end]
		c.utf16 = utf16Len(c.text)
		c.pieces = pieces[:n:n]
		for i := range c.pieces {
			c.pieces[i].end -= uint32(start)
		}
		chunks = append(chunks, c)
		d.count += c.count
		pieces = pieces[n:]
		start = end
	}
	d.chunks = slices.Replace(d.chunks, first, last+1, chunks...)
}
