package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// A drawing has columns of boxes. A relationship leads from the row of its column to the
// row of the key, so that lines need few words. The layout is in four steps: levels, which
// say how far to the right a table stands; columns, which divide levels that would be too
// high; the order within a column, by where a table's neighbours are; and coordinates. The
// same graph gives the same picture.

// box is a table in a drawing.
type box struct {
	name    string
	rows    []string // columns that are shown
	key     map[string]bool
	level   int
	column  int
	place   float64 // where in its column it wants to be
	x, y    int
	w, h    int
	focus   bool
	between bool // somebody did not ask for it
}

// line is a relationship in a drawing.
type line struct {
	r        schema.Relationship
	from, to *box
}

const (
	rowHeight  = 17
	headHeight = 24
	boxGap     = 22
	columnGap  = 120
	letter     = 7
	margin     = 28
	tallest    = 1100 // of a column, before it is divided
)

type drawing struct {
	title string
	note  string
	boxes []*box
	lines []line
	w, h  int
}

func (d *drawing) box(name string) *box {
	for _, b := range d.boxes {
		if strings.EqualFold(b.name, name) {
			return b
		}
	}
	return nil
}

// show adds the columns of a relationship to its boxes.
func (d *drawing) show(r schema.Relationship) {
	from, to := d.box(r.FromTable), d.box(r.ToTable)
	if from == nil || to == nil {
		return
	}
	d.lines = append(d.lines, line{r, from, to})
	for _, p := range r.Columns {
		from.row(p.From)
		to.row(p.To)
	}
}

func (b *box) row(column string) {
	if !slices.ContainsFunc(b.rows, func(c string) bool { return strings.EqualFold(c, column) }) {
		b.rows = append(b.rows, column)
	}
}

// size sets how large a box is; keys come first, the rest by name.
func (b *box) size() {
	slices.SortFunc(b.rows, func(x, y string) int {
		if b.key[strings.ToLower(x)] != b.key[strings.ToLower(y)] {
			if b.key[strings.ToLower(x)] {
				return -1
			}
			return 1
		}
		return cmp.Compare(strings.ToLower(x), strings.ToLower(y))
	})
	widest := len([]rune(b.name)) + 1
	for _, r := range b.rows {
		widest = max(widest, len([]rune(r))+3)
	}
	b.w = widest*letter + 28
	b.h = headHeight + rowHeight*len(b.rows) + 6
}

// rowY is the middle of a column's row.
func (b *box) rowY(column string) int {
	i := slices.IndexFunc(b.rows, func(c string) bool { return strings.EqualFold(c, column) })
	return b.y + headHeight + rowHeight*max(i, 0) + rowHeight/2
}

// spread gives levels to all boxes that the first ones hang together with: what a table
// points at stands to its right.
func (d *drawing) spread(first ...*box) {
	level := make(map[*box]int)
	queue := slices.Clone(first)
	for _, b := range first {
		level[b] = b.level
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for _, n := range d.around(b) {
			if _, ok := level[n.box]; !ok {
				level[n.box] = level[b] + n.step
				queue = append(queue, n.box)
			}
		}
	}
	for b, l := range level {
		b.level = l
	}
}

type step struct {
	*box
	step int
}

// around are a box's neighbours by name.
func (d *drawing) around(b *box) []step {
	var near []step
	for _, l := range d.lines {
		switch {
		case l.from == l.to:
		case l.from == b:
			near = append(near, step{l.to, 1})
		case l.to == b:
			near = append(near, step{l.from, -1})
		}
	}
	slices.SortStableFunc(near, func(x, y step) int { return cmp.Compare(x.name, y.name) })
	return near
}

// arrange sets coordinates.
func (d *drawing) arrange() {
	for _, b := range d.boxes {
		b.size()
	}
	slices.SortFunc(d.boxes, func(a, b *box) int { return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.name, b.name)) })
	columns := d.divide()
	for range 6 {
		for _, column := range columns {
			d.order(column)
		}
		slices.Reverse(columns)
	}
	d.place(columns)
}

// divide makes columns of levels; one that is too high becomes several.
func (d *drawing) divide() [][]*box {
	byLevel := make(map[int][]*box)
	for _, b := range d.boxes {
		byLevel[b.level] = append(byLevel[b.level], b)
	}
	var columns [][]*box
	for _, level := range slices.Sorted(maps.Keys(byLevel)) {
		boxes := byLevel[level]
		total := 0
		for _, b := range boxes {
			total += b.h + boxGap
		}
		parts := (total + tallest - 1) / tallest
		limit, sum := total/max(parts, 1), 0
		var column []*box
		for _, b := range boxes {
			if sum > limit && len(column) > 0 {
				columns, column, sum = append(columns, column), nil, 0
			}
			column = append(column, b)
			sum += b.h + boxGap
		}
		columns = append(columns, column)
	}
	for i, column := range columns {
		for k, b := range column {
			b.column, b.place = i, float64(k)/float64(len(column))
		}
	}
	return columns
}

// order sorts a column by the middle of each box's neighbours.
func (d *drawing) order(column []*box) {
	want := make(map[*box]float64)
	for _, b := range column {
		near := d.around(b)
		sum := b.place
		for _, n := range near {
			sum += n.place
		}
		want[b] = sum / float64(len(near)+1)
	}
	slices.SortStableFunc(column, func(a, b *box) int { return cmp.Or(cmp.Compare(want[a], want[b]), cmp.Compare(a.name, b.name)) })
	for i, b := range column {
		b.place = (float64(i) + .5) / float64(len(column))
	}
}

// place sets coordinates: columns beside each other, each in the middle of the height.
func (d *drawing) place(columns [][]*box) {
	x, top := margin, margin+34
	highest := 0
	heights := make([]int, len(columns))
	for i, column := range columns {
		for _, b := range column {
			heights[i] += b.h + boxGap
		}
		heights[i] -= boxGap
		highest = max(highest, heights[i])
	}
	for i, column := range columns {
		y, widest := top+(highest-heights[i])/2, 0
		for _, b := range column {
			b.x, b.y = x, y
			y += b.h + boxGap
			widest = max(widest, b.w)
		}
		for _, b := range column {
			b.w = widest
		}
		x += widest + columnGap
	}
	d.w, d.h = x-columnGap+margin, top+highest+margin
	if d.selfJoins(columns) {
		d.w += columnGap
	}
}

// selfJoins reports whether the last column needs room on its right.
func (d *drawing) selfJoins(columns [][]*box) bool {
	last := columns[len(columns)-1]
	return slices.ContainsFunc(d.lines, func(l line) bool {
		return l.from.column == l.to.column && slices.Contains(last, l.from)
	})
}
