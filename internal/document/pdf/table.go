package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/document"
)

// A grid is lines whose segments stand in columns: a table, or text in columns that is
// stored across them.
type grid struct {
	columns []span
	rows    []gridRow
}

// span is from where to where something is wide.
type span struct{ left, right float64 }

func (s span) overlaps(other span) bool { return s.left < other.right && other.left < s.right }

type gridRow struct {
	line line
	// cells has a segment for each column, nil where there is none.
	cells []*segment
}

// gridAt finds the longest grid that begins with the first of some lines, and how many
// lines it takes. It takes none if there is no grid.
func gridAt(lines []line) (g grid, taken int) {
	if len(lines) == 0 {
		return grid{}, 0
	}
	if len(lines[0].segments) < 2 {
		// The head of a table may have words that are closer to each other than cells are.
		const least = 3
		if len(lines) < 2 || len(lines[0].segments[0].parts) < least || len(lines[1].segments) < least {
			return grid{}, 0
		}
		g.widen(lines[1])
	}
	var fitted []line
	full := 0        // how many lines were taken when the last row with several cells was
	const most = 200 // no page has room for more
	for i, l := range lines[:min(len(lines), most)] {
		if i > 0 && !g.follows(lines[i-1], l) {
			break
		}
		if !g.widen(l) {
			if l = l.divide(g.columns); !g.widen(l) {
				break
			}
		}
		fitted = append(fitted, l)
		if len(l.segments) > 1 {
			full = i + 1
		}
	}
	if full == 0 || len(fitted[0].segments) < 2 {
		return grid{}, 0
	}
	taken = len(fitted)
	// Lines of a single cell at the end may be those of the last row, or be no part of it.
	for taken > full && !g.isTight(lines[taken-2], lines[taken-1]) {
		taken--
	}
	for _, l := range fitted[:taken] {
		g.rows = append(g.rows, g.row(l))
	}
	return g, taken
}

// follows reports whether a line can be a further one of a grid: it is below the one
// before, not far away, and if it has only one segment, it is as close as the lines of a
// paragraph are.
func (g *grid) follows(before, l line) bool {
	down := before.y - l.y
	if down <= 0 || down > 4*max(l.size, before.size) {
		return false
	}
	return len(l.segments) > 1 || g.isTight(before, l) && g.columnOf(l.segments[0]) >= 0
}

func (g *grid) isTight(before, l line) bool { return before.y-l.y < 1.5*max(l.size, before.size) }

// widen makes columns wide enough for a line, and adds those that it has beside them. It
// is false, and changes nothing, if the line does not fit into columns.
func (g *grid) widen(l line) bool {
	columns := slices.Clone(g.columns)
	for _, s := range l.segments {
		wide := span{s.box.left, s.box.right}
		at := -1
		for i, c := range columns {
			if !c.overlaps(wide) {
				continue
			}
			if at >= 0 {
				return false
			}
			at = i
		}
		if at < 0 {
			columns = append(columns, wide)
			continue
		}
		columns[at] = span{min(columns[at].left, wide.left), max(columns[at].right, wide.right)}
	}
	slices.SortFunc(columns, func(a, b span) int { return cmp.Compare(a.left, b.left) })
	for i := range columns[1:] {
		if columns[i].overlaps(columns[i+1]) {
			return false
		}
	}
	g.columns = columns
	return true
}

// divide divides segments that stand in several columns, if they were drawn in parts
// that do not.
func (l line) divide(columns []span) line {
	out := line{box: l.box, y: l.y, size: l.size, isBold: l.isBold}
	for _, s := range l.segments {
		last := -2
		for _, p := range s.parts {
			in, of := -1, 0
			for i, c := range columns {
				if c.overlaps(p.span) {
					in, of = i, of+1
				}
			}
			if of > 1 {
				return l
			}
			if in == last {
				same := &out.segments[len(out.segments)-1]
				same.text += " " + p.text
				same.box.right = p.right
				same.parts = append(same.parts, p)
				continue
			}
			cell := s
			cell.text, cell.parts, cell.isBroken = p.text, []part{p}, false
			cell.box.left, cell.box.right = p.left, p.right
			out.segments, last = append(out.segments, cell), in
		}
	}
	return out
}

func (g *grid) columnOf(s segment) int {
	for i, c := range g.columns {
		if c.overlaps(span{s.box.left, s.box.right}) {
			return i
		}
	}
	return -1
}

func (g *grid) row(l line) gridRow {
	r := gridRow{line: l, cells: make([]*segment, len(g.columns))}
	for i, s := range l.segments {
		at := g.columnOf(s)
		if r.cells[at] == nil {
			r.cells[at] = &l.segments[i]
			continue
		}
		both := *r.cells[at]
		both.text, both.box, both.isBroken = both.text+" "+s.text, both.box.and(s.box), s.isBroken
		r.cells[at] = &both
	}
	return r
}

// isProse reports whether a grid is text in columns: their lines are long, nearly all of
// them reach from edge to edge, and what stands beside each other is no pair.
func (g *grid) isProse() bool {
	const least, longText = 3, 24
	if len(g.rows) < least || len(g.columns) > 3 {
		return false
	}
	for i, c := range g.columns {
		letters, full, of := 0, 0, 0
		for _, r := range g.rows {
			if s := r.cells[i]; s != nil {
				letters += utf8.RuneCountInString(s.text)
				of++
				if s.box.width() > 0.8*(c.right-c.left) {
					full++
				}
			}
		}
		if of < least || letters < longText*of || 3*full < 2*of {
			return false
		}
	}
	return true
}

// isTable reports whether a grid is a table beyond doubt: it has enough rows, and in
// every column the cells begin, end or are centred at the same place.
func (g *grid) isTable() bool {
	full, filled := 0, 0
	for _, r := range g.rows {
		if len(r.line.segments) > 1 {
			full++
			filled += len(r.line.segments)
		}
	}
	if full < 2 || full < 3 && len(g.columns) < 3 || 5*filled < 3*full*len(g.columns) {
		return false
	}
	for i := range g.columns {
		var lefts, rights, middles []float64
		for _, r := range g.rows {
			if s := r.cells[i]; s != nil {
				lefts, rights = append(lefts, s.box.left), append(rights, s.box.right)
				middles = append(middles, (s.box.left+s.box.right)/2)
			}
		}
		slack := 0.7 * g.rows[0].line.size
		if !aligned(lefts, slack) && !aligned(rights, slack) && !aligned(middles, slack) {
			return false
		}
	}
	return true
}

// aligned reports whether most of some places are the same.
func aligned(places []float64, slack float64) bool {
	best := 0
	for _, a := range places {
		n := 0
		for _, b := range places {
			if math.Abs(a-b) <= slack {
				n++
			}
		}
		best = max(best, n)
	}
	return 4*best >= 3*len(places)
}

// pieces are a table's rows, as pieces of a page.
func (g *grid) pieces() (out []piece) {
	for i := 0; i < len(g.rows); {
		end := i + 1
		for end < len(g.rows) && g.goesOn(end) {
			end++
		}
		out = append(out, g.piece(g.rows[i:end]))
		i = end
	}
	if len(out) > 1 && isHead(out[0], out[1:]) {
		out[0].kind = document.Head
	}
	return out
}

// goesOn reports whether a line is a further one of the row before: its first column is
// empty, it is as close as lines of a paragraph are, and each of its cells has one above
// that it can go on from. Numbers do not go on.
func (g *grid) goesOn(i int) bool {
	r := g.rows[i]
	if r.cells[0] != nil || !g.isTight(g.rows[i-1].line, r.line) {
		return false
	}
	for at, s := range r.cells {
		before := g.rows[i-1].cells[at]
		if s != nil && (before == nil || isNumber(s.text) && isNumber(before.text)) {
			return false
		}
	}
	return true
}

// piece is a row of one or several lines.
func (g *grid) piece(rows []gridRow) piece {
	cells := make([]string, len(g.columns))
	for at := range cells {
		var join joiner
		for _, r := range rows {
			if s := r.cells[at]; s != nil {
				join.add(s.text, s.isBroken)
			}
		}
		cells[at] = strings.ReplaceAll(join.text(), "|", `\|`)
	}
	out := piece{kind: document.Row, cells: cells, box: rows[0].line.box, y: rows[0].line.y, size: rows[0].line.size, isBold: true, lines: len(rows)}
	for _, r := range rows {
		out.box = out.box.and(r.line.box)
		out.isBold = out.isBold && r.line.isBold
	}
	out.text = strings.Join(cells, document.Between)
	return out
}

// isHead reports whether a row names the columns of those below it: it alone is bold, or
// it alone has no numbers.
func isHead(first piece, rest []piece) bool {
	if slices.Contains(first.cells, "") && first.cells[0] != "" {
		return false
	}
	numbers := false
	for _, p := range rest {
		if p.isBold {
			return false
		}
		for _, c := range p.cells {
			numbers = numbers || isNumber(c)
		}
	}
	return first.isBold || numbers && !slices.ContainsFunc(first.cells, isNumber)
}

func isNumber(text string) bool {
	digits, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > letters
}
