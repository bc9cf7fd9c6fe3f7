package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/document"
)

// blocks makes blocks of what all pages have.
func (d *reading) blocks() []document.Block {
	pieces := withoutRepeats(d.pieces, d.labels, d.sheets, styleOf(d.pieces).body)
	pieces = joinKickers(pieces)
	s := styleOf(pieces)
	s.mark(pieces)
	markItems(pieces)
	out := make([]document.Block, 0, len(pieces))
	for _, p := range pieces {
		b := document.Block{Kind: p.kind, Level: p.level, Text: p.text, Veil: p.side.veil}
		b.Place = document.Place{Kind: document.Page, Number: p.page + 1, Label: d.labels[p.page]}
		if b.Text != "" {
			out = append(out, b)
		}
	}
	return out
}

// style is what headings are told by.
type style struct {
	// body is the size of most letters.
	body float64
	// sizes are those of headings, the largest first. One of the body's size stands for
	// bold ones.
	sizes []float64
	// boldIsRare says that a bold paragraph means something.
	boldIsRare bool
	// large is the size from which on letters that are not bold make a heading. If some
	// headings are bold, others that are hardly larger than the text are none.
	large float64
}

func styleOf(pieces []piece) (s style) {
	letters := make(map[float64]int)
	bold, all := 0, 0
	for _, p := range pieces {
		if p.side.veil != document.Seen {
			continue
		}
		n := utf8.RuneCountInString(p.text)
		letters[half(p.size)] += n
		all += n
		if p.isBold {
			bold += n
		}
	}
	most := 0
	for size, n := range letters {
		if n > most || n == most && size < s.body {
			most, s.body = n, size
		}
	}
	s.boldIsRare = 5*bold < 2*all
	s.large = 1.15 * s.body
	for i := range pieces {
		if p := &pieces[i]; p.isBold && s.boldIsRare && s.isHeading(p) {
			s.large = 1.4 * s.body
			break
		}
	}
	for i := range pieces {
		if p := &pieces[i]; s.isHeading(p) {
			s.sizes = append(s.sizes, s.sizeOf(p))
		}
	}
	slices.SortFunc(s.sizes, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
	s.sizes = slices.CompactFunc(s.sizes, func(a, b float64) bool { return max(a, b) < 1.04*min(a, b) })
	return s
}

// half is a size in half points.
func half(size float64) float64 { return math.Round(2*size) / 2 }

// isHeading reports whether a paragraph is a heading: it is short, and its letters are
// larger than the others or bold.
func (s style) isHeading(p *piece) bool {
	const mostRunes, mostLines = 200, 4
	if p.side.veil != document.Seen || p.side.turn == slanted || p.kind != document.Paragraph || p.lines > mostLines {
		return false
	}
	n := utf8.RuneCountInString(p.text)
	if n > mostRunes || n < 2 || !strings.ContainsFunc(p.text, unicode.IsLetter) {
		return false
	}
	least := s.large
	if p.isBold {
		least = 1.15 * s.body
	}
	if half(p.size) >= least && p.size >= s.body+1 {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(p.text)
	return p.isBold && s.boldIsRare && p.size >= 0.88*s.body && p.lines <= 2 && n <= 120 && !strings.ContainsRune(".,;", last)
}

func (s style) sizeOf(p *piece) float64 { return max(half(p.size), s.body) }

// mark says which pieces are headings, and which are notes: they are smaller than the
// text, and stand below it.
func (s style) mark(pieces []piece) {
	for i := range pieces {
		p := &pieces[i]
		if s.isHeading(p) {
			p.kind, p.marker = document.Heading, ""
			for at, size := range s.sizes {
				if s.sizeOf(p) >= size/1.04 {
					p.level = min(at+1, 6)
					break
				}
			}
		}
	}
	for i := range pieces {
		if p := &pieces[i]; p.size <= 0.93*s.body && p.kind == document.Paragraph && beginsLikeNote(p.text) && s.isBelowText(pieces, i) {
			p.kind, p.marker = document.Note, ""
		}
	}
}

func beginsLikeNote(text string) bool {
	return beginsWith(text, unicode.IsDigit) || strings.ContainsRune("*†‡§¹²³⁴⁵⁶⁷⁸⁹", firstRune(text))
}

// isBelowText reports whether a column has text above a piece and none below it.
func (s style) isBelowText(pieces []piece, at int) bool {
	const most = 300 // what a page has
	note := &pieces[at]
	isAbove := false
	for _, near := range [2]int{-1, 1} {
		for i := at + near; i >= max(0, at-most) && i < min(len(pieces), at+most) && pieces[i].page == note.page && pieces[i].side == note.side; i += near {
			p := &pieces[i]
			if p.size <= 0.93*s.body || p.box.right < note.box.left || p.box.left > note.box.right {
				continue
			}
			if p.y < note.y {
				return false
			}
			isAbove = true
		}
	}
	return isAbove
}

// joinKickers joins "Chapter 1" with the larger title below it.
func joinKickers(pieces []piece) (out []piece) {
	for _, p := range pieces {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if isKicker(last) && p.size > 1.1*last.size && p.page == last.page && p.side == last.side && p.kind == document.Paragraph && last.y-p.y < 6*p.size && last.y > p.y {
				p.text, p.box, p.lines = last.text+" "+p.text, p.box.and(last.box), p.lines+last.lines
				out[len(out)-1] = p
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// isKicker reports whether a text is a word with a number, as above titles of chapters.
func isKicker(p *piece) bool {
	word, number, ok := strings.Cut(p.text, " ")
	return ok && p.kind == document.Paragraph && p.lines == 1 && len(word) > 3 && strings.Trim(word, "0123456789") == word &&
		(isDigits(number) || len(number) == 1 || strings.Trim(number, "IVXLC") == "")
}

// markItems says how deep each item's list is, and which paragraphs with numbers are
// items: those with a neighbour before or after.
func markItems(pieces []piece) {
	const near = 8
	for i := range pieces {
		p := &pieces[i]
		if p.marker == "" || p.kind != document.Paragraph && p.kind != document.Item {
			continue
		}
		for at := i + 1; at < len(pieces) && at <= i+near; at++ {
			if next := &pieces[at]; next.marker != "" && (next.kind == document.Paragraph || next.kind == document.Item) && next.side == p.side && succeeds(p.marker, next.marker) {
				p.kind, next.kind = document.Item, document.Item
			}
		}
	}
	var lefts []float64
	for i := range pieces {
		p := &pieces[i]
		if p.kind != document.Item {
			if p.kind != document.Paragraph || len(lefts) > 0 && p.box.left < lefts[0]+0.7*p.size {
				lefts = lefts[:0]
			}
			continue
		}
		if i > 0 && (pieces[i-1].page != p.page || p.box.left > pieces[i-1].box.right) {
			lefts = lefts[:0] // in another column, lists begin elsewhere
		}
		for len(lefts) > 0 && p.box.left < lefts[len(lefts)-1]-0.7*p.size {
			lefts = lefts[:len(lefts)-1]
		}
		if len(lefts) == 0 || p.box.left > lefts[len(lefts)-1]+0.7*p.size {
			lefts = append(lefts, p.box.left)
		}
		p.level = min(len(lefts), 6)
	}
}
