package graph

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// DrawOptions say what is drawn.
type DrawOptions struct {
	// Most is how many tables a neighbourhood has, 20 if zero.
	Most int
	// MinConfidence is how sure a relationship must be, joingraph's default if zero.
	MinConfidence float64
	// Common draws the columns that nearly every table has, too.
	Common bool
}

func (o DrawOptions) set() DrawOptions {
	o.Most = cmp.Or(o.Most, 20)
	o.MinConfidence = cmp.Or(o.MinConfidence, joingraph.DefaultConfidence)
	return o
}

// relationships are those that are drawn, one for each set of columns. left is how many
// were left out because nearly every table has them.
func (o DrawOptions) relationships(g *schema.Graph) (kept []schema.Relationship, left int) {
	seen := make(map[string]bool)
	common := joingraph.Common(g)
	for _, r := range g.Relationships {
		if r.Confidence < o.MinConfidence || seen[r.Key()] {
			continue
		}
		seen[r.Key()] = true
		if r.Cardinality == schema.OneToMany {
			r = r.Reversed()
		}
		if !o.Common && common(r) {
			left++
			continue
		}
		kept = append(kept, r)
	}
	slices.SortFunc(kept, func(a, b schema.Relationship) int { return cmp.Compare(a.Key(), b.Key()) })
	return kept, left
}

func newBox(t *schema.Table) *box {
	b := &box{name: t.Name, key: map[string]bool{}}
	for _, column := range t.PrimaryKey {
		b.key[strings.ToLower(column)] = true
		b.row(column)
	}
	return b
}

// DrawTable draws a table with its neighbours: those that it points at on the right, those
// that point at it on the left. The nearest come first, and of equally near ones those with
// the most relationships to what is there.
func DrawTable(w io.Writer, g *schema.Graph, table string, o DrawOptions) error {
	t, ok := g.Table(table)
	if !ok {
		return say.Error("there is no table {table}", "table", table)
	}
	o = o.set()
	all, left := o.relationships(g)
	d := &drawing{title: say.T("{table} and its neighbours", "table", t.Name)}
	center := newBox(t)
	center.focus = true
	d.boxes = append(d.boxes, center)
	rest := d.surround(g, all, o.Most)
	for _, r := range all {
		d.show(r)
	}
	d.spread(center)
	d.arrange()
	d.note = leftOut(rest, left)
	return d.write(w, true)
}

// surround adds neighbours up to a number. It returns how many were left out next to what
// is there.
func (d *drawing) surround(g *schema.Graph, all []schema.Relationship, most int) int {
	for {
		ties := make(map[string]int)
		for _, r := range all {
			from, to := d.box(r.FromTable), d.box(r.ToTable)
			if from != nil && to == nil {
				ties[r.ToTable]++
			} else if to != nil && from == nil {
				ties[r.FromTable]++
			}
		}
		names := slices.SortedFunc(keys(ties), func(a, b string) int { return cmp.Or(cmp.Compare(ties[b], ties[a]), cmp.Compare(a, b)) })
		room := most - len(d.boxes)
		for _, name := range names[:min(room, len(names))] {
			if t, ok := g.Table(name); ok {
				d.boxes = append(d.boxes, newBox(t))
			}
		}
		// One ring of neighbours is what was asked for; a small one gets a second.
		if len(names) >= room || len(names) == 0 || len(d.boxes) > 4 {
			return max(0, len(names)-room)
		}
	}
}

func leftOut(tables, common int) string {
	var parts []string
	if tables > 0 {
		parts = append(parts, say.Plural(tables, "{n} more neighbour is not drawn", "{n} more neighbours are not drawn"))
	}
	if common > 0 {
		parts = append(parts, say.Plural(common, "{n} relationship by a column that nearly every table has is not drawn", "{n} relationships by columns that nearly every table has are not drawn"))
	}
	return strings.Join(parts, "; ")
}

// DrawPlan draws tables that are joined: the plan's own relationships, and those of its
// roles and ties.
func DrawPlan(w io.Writer, g *schema.Graph, plan joingraph.Plan, asked []string) error {
	d := &drawing{title: strings.Join(asked, ", ")}
	add := func(name string) {
		if t, ok := g.Table(name); ok && d.box(name) == nil {
			b := newBox(t)
			b.focus = slices.ContainsFunc(asked, func(a string) bool { return strings.EqualFold(a, name) })
			b.between = !b.focus
			d.boxes = append(d.boxes, b)
		}
	}
	var all []schema.Relationship
	keep := func(r schema.Relationship) {
		add(r.FromTable)
		add(r.ToTable)
		if r.Cardinality == schema.OneToMany {
			r = r.Reversed()
		}
		if !slices.ContainsFunc(all, r.Same) {
			all = append(all, r)
		}
	}
	add(plan.Tables[0])
	for _, j := range plan.Joins {
		keep(j.Relationship)
		for _, r := range j.Roles {
			keep(r)
		}
	}
	for _, t := range plan.Ties {
		for _, path := range t.Options {
			for _, r := range path {
				keep(r)
			}
		}
	}
	for _, r := range all {
		d.show(r)
	}
	d.ladder(plan)
	d.arrange()
	if len(plan.Ties) > 0 {
		d.note = say.T("several paths are equally short: all are drawn")
	}
	return d.write(w, true)
}

// ladder puts the tables of a plan beside each other in the order of the joins.
func (d *drawing) ladder(plan joingraph.Plan) {
	first := d.box(plan.Tables[0])
	placed := []*box{first}
	for _, j := range plan.Joins {
		from, to := d.box(j.FromTable), d.box(j.ToTable)
		to.level = from.level + 1
		placed = append(placed, to)
	}
	d.spread(placed...)
}

// DrawAll draws all tables. Of many, only lines without labels.
func DrawAll(w io.Writer, g *schema.Graph, o DrawOptions) error {
	o = o.set()
	all, left := o.relationships(g)
	d := &drawing{title: cmp.Or(g.Name, say.T("all tables"))}
	for _, t := range g.Tables() {
		d.boxes = append(d.boxes, newBox(t))
	}
	for _, r := range all {
		d.show(r)
	}
	for {
		begin := d.busiest()
		if begin == nil {
			break
		}
		begin.level = 0
		d.spread(begin)
		for _, b := range d.part(begin) {
			b.between = true // reached; the mark is taken back below
		}
	}
	for _, b := range d.boxes {
		b.between = false
	}
	d.arrange()
	d.note = leftOut(0, left)
	const labelled = 40
	return d.write(w, g.Len() <= labelled)
}

// busiest is the box with the most lines that has not been reached yet.
func (d *drawing) busiest() *box {
	var best *box
	most := -1
	for _, b := range d.boxes {
		if n := len(d.around(b)); !b.between && n > most {
			best, most = b, n
		}
	}
	return best
}

// part are the boxes that hang together with one.
func (d *drawing) part(begin *box) []*box {
	found := []*box{begin}
	for i := 0; i < len(found); i++ {
		for _, n := range d.around(found[i]) {
			if !slices.Contains(found, n.box) {
				found = append(found, n.box)
			}
		}
	}
	return found
}
