package pdf

import (
	"math"
	"strings"
	"unicode/utf8"

	"burrow/internal/document"
)

// segment is a part of a line without a gap that is wider than one between words.
type segment struct {
	text string
	box  box
	y    float64
	// size and isBold are those of most of its letters.
	size   float64
	isBold bool
	// isBroken says that its last word goes on in the next line.
	isBroken bool
	isRight  bool // runs from right to left
	// parts are what was drawn one after another, each a word or more.
	parts []part
}

// part is a part of a segment, where it may be divided if it turns out to be two cells of
// a table that stand close to each other.
type part struct {
	text string
	span
}

// line is what stands at one height, in one column or as a row of a table.
type line struct {
	segments []segment
	box      box
	y, size  float64
	isBold   bool
}

// side is text that a page has to be held in one way to be read, with one veil.
type side struct {
	turn turn
	veil document.Veil
}

// sides are the texts of a page, in the order in which they are given: what is seen and
// upright first.
func (p *page) sides() []side {
	var all []side
	for _, veil := range []document.Veil{document.Seen, document.Pale, document.Tiny, document.Outside, document.Hidden} {
		for _, turn := range []turn{0, 1, 3, 2, slanted} {
			all = append(all, side{turn, veil})
		}
	}
	has := make(map[side]bool)
	for _, g := range p.glyphs {
		if g.run >= 0 && !isSpace(g.r) {
			has[side{p.runs[g.run].turn, g.veil}] = true
		}
	}
	var out []side
	for _, s := range all {
		if has[s] {
			out = append(out, s)
		}
	}
	return out
}

// segments are those of one side, in the order in which the file has them, which is
// nearly always that in which they are read.
func (p *page) segments(of side) []segment {
	var b segmentBuilder
	for _, g := range p.glyphs {
		if g.run < 0 || isSpace(g.r) {
			b.hasSpace = true
			continue
		}
		r := &p.runs[g.run]
		if r.turn != of.turn || g.veil != of.veil {
			b.hasSpace = true
			continue
		}
		b.add(g, r)
	}
	b.end()
	return b.out
}

// segmentBuilder puts glyphs together.
type segmentBuilder struct {
	out  []segment
	open segment
	text strings.Builder
	last glyph
	// lastSize is that of the last glyph, size that of the largest one.
	lastSize, size float64
	hasSpace       bool
	// letters counts glyphs by size and weight.
	letters  map[float64]int
	bold, of int
	// from is where the open part begins in the text.
	from int
}

// wideGap is a gap between cells or columns, in sizes of the letters beside it. Words of
// justified lines are hardly ever that far apart, and columns hardly ever closer.
const wideGap = 1.0

// closeGap is a gap between things that are drawn one after another, and could be one
// between cells.
const closeGap = 0.2

func (b *segmentBuilder) add(g glyph, r *run) {
	size := max(r.size, 0.1)
	if b.of > 0 && !b.goesOn(g, size) {
		b.end()
	}
	if b.of == 0 {
		b.open = segment{box: g.box, y: g.y}
		b.letters = make(map[float64]int)
		b.hasSpace = false
	}
	if size > b.size*1.1 { // before it were marks of a note
		if b.of > 0 && !b.hasSpace && g.y < b.open.y {
			b.hasSpace = true
		}
		b.size, b.open.y = size, g.y
	}
	if b.hasSpace && b.of > 0 && g.run != b.last.run && g.box.left-b.last.box.right > closeGap*size {
		b.endPart()
	}
	if b.open.isBroken { // a hyphen that is not at the end of its line
		b.text.WriteByte('-')
		b.open.isBroken = false
	}
	if b.hasSpace && b.text.Len() > 0 {
		b.text.WriteByte(' ')
	}
	b.hasSpace = false
	switch {
	case g.r == 0x02 || g.r == 0xfffe:
		b.open.isBroken = true
	case g.r > ' ' && g.r < 0x7f:
		b.text.WriteByte(byte(g.r))
	case isControl(g.r) && b.text.Len() == 0:
		b.text.WriteString(unknownSign)
	default:
		b.text.WriteString(plain(g.r))
	}
	b.open.isRight = b.open.isRight || isRightToLeft(g.r)
	b.open.box = b.open.box.and(g.box)
	if len(b.open.parts) == 0 {
		b.open.parts = append(b.open.parts, part{span: span{g.box.left, g.box.right}})
	}
	last := &b.open.parts[len(b.open.parts)-1]
	last.left, last.right = min(last.left, g.box.left), max(last.right, g.box.right, g.box.left+0.1)
	b.last, b.lastSize = g, size
	b.letters[math.Round(size*4)/4]++
	b.of++
	if r.isBold {
		b.bold++
	}
}

// goesOn reports whether a glyph belongs to the open segment.
func (b *segmentBuilder) goesOn(g glyph, size float64) bool {
	large := max(b.size, size)
	gap := max(g.box.left-b.last.box.right, b.last.box.left-g.box.right)
	rise := math.Abs(g.y - b.open.y)
	if b.open.isRight || isRightToLeft(g.r) {
		return rise < 0.3*large && gap < 8*large
	}
	if gap > wideGap*large || g.box.right < b.open.box.left {
		return false
	}
	raised := min(b.size, size) < 0.85*large && rise < 0.7*large && gap < 0.4*large
	// Letters that are set back over others that are there already begin a new line.
	return (rise < 0.25*large || raised) && g.box.left > b.last.box.left-large
}

// endPart ends a part, and begins another.
func (b *segmentBuilder) endPart() {
	last := &b.open.parts[len(b.open.parts)-1]
	last.text = strings.TrimSpace(b.text.String()[b.from:])
	b.from = b.text.Len()
	b.open.parts = append(b.open.parts, part{span: span{math.Inf(1), math.Inf(-1)}})
}

// unknownSign stands for a character at the beginning of a text that no font can name. If
// a space follows, it is nearly always the bullet of a list.
const unknownSign = "•"

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }

func (b *segmentBuilder) end() {
	if text := strings.TrimSpace(b.text.String()); text != "" {
		last := &b.open.parts[len(b.open.parts)-1]
		last.text = strings.TrimSpace(b.text.String()[b.from:])
		b.open.box.right = max(b.open.box.right, b.open.box.left+0.1) // for letters without a width
		most := 0
		for size, n := range b.letters {
			if n > most || n == most && size > b.open.size {
				most, b.open.size = n, size
			}
		}
		b.open.text, b.open.isBold = text, 2*b.bold > b.of
		b.out = append(b.out, b.open)
	}
	b.text.Reset()
	b.open, b.size, b.bold, b.of, b.from, b.hasSpace = segment{}, 0, 0, 0, 0, false
}

// lines puts segments of one height together.
func lines(segments []segment) (out []line) {
	for _, s := range segments {
		if at := lineFor(out, s); at >= 0 {
			out[at].add(s)
			continue
		}
		out = append(out, alone(s))
	}
	for i := range out {
		out[i].joinMarkers()
	}
	return out
}

// addBullets puts a sign in front of lines that have a drawn one: a small dot, circle or
// square to the left of their first letters. Browsers draw those of lists.
func (p *page) addBullets(lines []line) {
	const most = 500
	var dots []box
	for _, o := range p.scene.objects {
		if len(dots) == most {
			break
		}
		if w, h := o.box.width(), o.box.height(); o.kind == isPath && w > 1 && w < 10 && h > 0.8*w && h < 1.25*w {
			dots = append(dots, o.box)
		}
	}
	if len(dots) == 0 || p.turned != 0 {
		return
	}
	for i := range lines {
		l := &lines[i]
		first := &l.segments[0]
		for _, dot := range dots {
			middle := (dot.top + dot.bottom) / 2
			isBeside := dot.right < first.box.left && first.box.left-dot.right < 1.5*l.size
			if isBeside && middle > l.y && middle < l.y+0.7*l.size && dot.width() < 0.7*l.size && bullet(first.text+" ") == "" {
				first.text = unknownSign + " " + first.text
				first.box.left, l.box.left = dot.left, dot.left
				break
			}
		}
	}
}

// joinMarkers joins what an item of a list begins with and its text: they are no cells.
func (l *line) joinMarkers() {
	for i := 0; i+1 < len(l.segments); i++ {
		s, next := l.segments[i], l.segments[i+1]
		if next.box.left-s.box.right > 4*s.size || bullet(s.text+" ") != s.text && number(s.text+" ") != s.text {
			continue
		}
		next.text, next.box, next.parts = s.text+" "+next.text, next.box.and(s.box), append(s.parts, next.parts...)
		l.segments = append(l.segments[:i], l.segments[i+1:]...)
		l.segments[i] = next
	}
}

// lineFor finds the line that a segment stands in, which is one of the last: cells of a
// table may have several lines, and come one after another.
func lineFor(out []line, s segment) int {
	const back, most = 8, 100
	for at := len(out) - 1; at >= max(0, len(out)-back); at-- {
		l := &out[at]
		if len(l.segments) < most && math.Abs(l.y-s.y) < 0.3*max(l.size, s.size) && (s.box.left >= l.box.right-1 || s.box.right <= l.box.left+1) {
			return at
		}
	}
	return -1
}

func (l *line) add(s segment) {
	at := len(l.segments)
	for at > 0 && l.segments[at-1].box.left > s.box.left {
		at--
	}
	l.segments = append(l.segments, segment{})
	copy(l.segments[at+1:], l.segments[at:])
	l.segments[at] = s
	l.box = l.box.and(s.box)
	l.isBold = l.isBold && s.isBold
	l.size = max(l.size, s.size)
}

// text is a line's text, and whether its last word goes on in the next one.
func (l *line) text() (text string, isBroken bool) {
	var parts []string
	for _, s := range l.segments {
		parts = append(parts, s.text)
		isBroken = s.isBroken
	}
	if l.segments[0].isRight {
		for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
			parts[i], parts[j] = parts[j], parts[i]
		}
		isBroken = l.segments[0].isBroken
	}
	return strings.Join(parts, " "), isBroken
}

// alone makes a line of one segment.
func alone(s segment) line {
	return line{segments: []segment{s}, box: s.box, y: s.y, size: s.size, isBold: s.isBold}
}

// plain is a character as it is searched for: ligatures are taken apart, and what only
// tells a program where lines may end is left out.
func plain(r rune) string {
	switch r {
	case 0xfb00:
		return "ff"
	case 0xfb01:
		return "fi"
	case 0xfb02:
		return "fl"
	case 0xfb03:
		return "ffi"
	case 0xfb04:
		return "ffl"
	case 0xfb05, 0xfb06:
		return "st"
	case 0xad, 0x200b, 0x2060, 0xfeff, 0:
		return ""
	}
	if !utf8.ValidRune(r) {
		return "\ufffd"
	}
	return document.Clean(string(r))
}

// isRightToLeft knows the scripts that are: Hebrew, Arabic and their neighbours.
func isRightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xfeff || r >= 0x10800 && r < 0x11000
}
