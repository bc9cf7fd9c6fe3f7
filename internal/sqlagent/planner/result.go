package planner

import (
	"slices"
)

// group adds what figures are given for each of.
func (b *builder) group(g grouping) error {
	s := b.s
	switch {
	case g.unit != "":
		return b.unit(g)
	case g.node != nil:
		return b.things(g.node)
	}
	options := s.columnOptions(g.means, b.root, func(c *column) bool { return c.kind != isOther })
	o, err := s.pick(options)
	if err != nil {
		return err
	}
	if o.column == nil { // a name of several parts
		return b.partsGroup(o)
	}
	if o.column.key {
		return errReading
	}
	b.reached(o.path)
	b.q.Groups = append(b.q.Groups, group{Refs: []ref{{hopsOf(o.path), o.column.Name}}})
	return nil
}

func (b *builder) partsGroup(o option) error {
	var refs []ref
	for _, c := range o.parts {
		refs = append(refs, ref{hopsOf(o.path), c.Name})
	}
	b.reached(o.path)
	b.q.Groups = append(b.q.Groups, group{Refs: refs})
	return nil
}

func (b *builder) reached(p path) { b.fans = b.fans || !p.allUp() }

// things groups by rows of a table: by their key, because two of them may have one name.
func (b *builder) things(n *node) error {
	p := b.path(n)
	if n != b.root && n.table == b.root.table && len(p) == 0 && len(b.s.figures) > 0 && !slices.ContainsFunc(b.s.figures, func(f figure) bool { return f.fn != "avg" }) {
		return nil // the average per round is that of all rounds
	}
	b.reached(p)
	hops := hopsOf(p)
	var refs []ref
	shown := n.table.shown()
	for _, out := range b.s.outs {
		if out.node == n || out.node == nil {
			o, err := b.s.pick(b.s.columnOptions(out.means, n, nil))
			if err != nil {
				return err
			}
			if len(o.path) > 0 {
				return errReading
			}
			for _, c := range columnsOf(o) {
				refs = append(refs, ref{hops, c.Name})
			}
		}
	}
	if len(refs) > 0 {
		if !slices.ContainsFunc(refs, func(r ref) bool {
			c := n.table.column(r.Column)
			return slices.Contains(shown, c) || n.table.IsUnique(c.Name)
		}) {
			return errReading // by that column, or by what has it?
		}
		b.s.outs = nil
	} else {
		for _, c := range shown {
			refs = append(refs, ref{hops, c.Name})
		}
	}
	g := group{Refs: refs}
	key := n.table.key()
	if key == nil {
		if len(n.table.PrimaryKey) == 0 {
			return errReading
		}
	} else if !n.table.labels() {
		g.Key = &ref{hops, key.Name}
	}
	b.q.Groups = append(b.q.Groups, g)
	return nil
}

func columnsOf(o option) []*column {
	if o.column == nil {
		return o.parts
	}
	return []*column{o.column}
}

// unit groups by a part of a date.
func (b *builder) unit(g grouping) error {
	s := b.s
	var o option
	var err error
	if s.times != nil {
		o, err = s.pick(s.columnOptions(s.times, b.root, func(c *column) bool { return c.kind == isDate }))
	} else if o, err = s.usedDate(b.root); err != nil {
		options, none, ok := s.verbDates(b.root.table)
		if none {
			options = s.dates(b.root.table)
		} else if !ok {
			return errReading
		}
		o, err = s.pick(options)
	}
	if err != nil {
		return err
	}
	if !o.path.allUp() {
		return errReading
	}
	r := ref{hopsOf(o.path), o.column.Name}
	b.q.Groups = append(b.q.Groups, group{Refs: []ref{r}, Unit: g.unit})
	if o.column.Nullable && !slices.ContainsFunc(b.root.conds, func(n *need) bool { return n.span != nil && n.means[0].column == o.column }) {
		b.more = append(b.more, cond{Kind: "compare", Ref: &r, Op: "null", Not: true}) // what has no date is in no month
	}
	return nil
}

// usedDate is the date of the root that a condition names: what was completed in 2025 is
// given by the month of its completion.
func (s *state) usedDate(n *node) (option, error) {
	for _, c := range n.conds {
		if c.span != nil && c.means[0].column.kind == isDate {
			return option{table: n.table, column: c.means[0].column}, nil
		}
	}
	return option{}, errReading
}

// columns decides what a list shows.
func (b *builder) columns() error {
	if slices.ContainsFunc(b.s.shows, func(n *node) bool { return len(b.q.Measures) > 0 || !b.path(n).allUp() }) {
		return errReading
	}
	if len(b.q.Measures) > 0 {
		if len(b.s.outs) > 0 || b.s.everything {
			return errReading
		}
		return nil
	}
	if len(b.q.Groups) > 0 {
		return errReading
	}
	if b.s.besides {
		for _, c := range b.root.table.shown() {
			b.add(ref{Column: c.Name})
		}
	}
	for _, out := range b.s.outs {
		if done, err := b.besideColumn(out); err != nil {
			return err
		} else if done {
			continue
		}
		options := b.s.columnOptions(out.means, b.root, func(c *column) bool { return c.kind != isOther })
		// The town of an employee is not that of the office, as long as nobody says so.
		options = slices.DeleteFunc(options, func(o option) bool {
			return len(o.path) > 0 && (!b.s.mentioned(o.table, b.root) && !(b.s.tail && len(o.path) == 1) || !o.path.allUp() || o.column != nil && o.column.key)
		})
		if len(options) == 0 {
			options = b.s.partOptions(out.means, b.root)
		}
		o, err := b.s.pick(options)
		if err != nil {
			return err
		}
		if !o.path.allUp() && (len(b.s.outs) > 1 || b.s.besides || b.s.mentioned(o.table, b.root) || b.s.limit > 0 || len(b.s.sorts) > 0 || len(o.path) > 1) {
			return errReading // rows of two tables beside each other
		}
		for _, c := range columnsOf(o) {
			b.add(ref{hopsOf(o.path), c.Name})
		}
	}
	defer b.beside()
	if b.s.besides {
		b.asked()
	}
	if b.s.everything && len(b.s.outs) == 0 {
		for _, c := range b.root.table.columns {
			if c.kind != isOther && !c.audit && len(b.q.Columns) < 20 {
				b.add(ref{Column: c.Name})
			}
		}
	} else if len(b.s.outs) == 0 {
		for _, c := range b.root.table.listed() {
			b.add(ref{Column: c.Name})
		}
		b.asked()
	}
	// Rows that others name are wanted once each.
	b.q.Distinct = b.s.distinct || len(b.q.Columns) > 0 && !slices.ContainsFunc(b.q.Columns, func(r ref) bool { return len(r.Path) == 0 })
	if len(b.s.outs) == 0 && b.s.distinct {
		b.q.Distinct = false
	}
	return nil
}

func (b *builder) add(r ref) {
	if !slices.ContainsFunc(b.q.Columns, r.equal) {
		b.q.Columns = append(b.q.Columns, r)
	}
}

// asked adds the columns that conditions compare: whoever asks for what was due in June
// wants to see when.
func (b *builder) asked() {
	for _, n := range b.root.conds {
		if c := n.means[0].column; (n.span != nil || n.cmp != nil && n.cmp.op != "=") && len(b.q.Columns) < 8 {
			b.add(ref{Column: c.Name})
		}
	}
	for _, o := range b.s.sorts {
		for _, m := range o.means {
			if m.column != nil && m.column.table == b.root.table && len(o.means) == 1 {
				b.add(ref{Column: m.column.Name})
			}
		}
	}
}

// sorts adds the order.
func (b *builder) sorts() error {
	s := b.s
	if s.super == "newest" || s.super == "oldest" {
		options, none, ok := s.verbDates(b.root.table)
		if none {
			options = s.dates(b.root.table)
		} else if !ok {
			return errReading
		}
		if s.aged && b.root.table.people() {
			options = slices.DeleteFunc(options, func(o option) bool { return !o.column.born() })
		}
		o, err := s.pick(options)
		if err != nil || len(b.q.Measures) > 0 {
			return orErr(err)
		}
		b.add(ref{Column: o.column.Name})
		b.q.Order = append(b.q.Order, order{Ref: &ref{Column: o.column.Name}, Desc: s.super == "newest"})
		if s.limit == 0 {
			s.limit = 1
		}
	} else if s.super != "" {
		return errReading
	}
	for _, o := range s.sorts {
		if o.count {
			if len(b.q.Measures) == 0 {
				return errReading
			}
			b.q.Order = append(b.q.Order, order{Measure: 1, Desc: o.desc})
			continue
		}
		found, err := s.pick(s.columnOptions(o.means, b.root, func(c *column) bool { return c.kind != isOther }))
		if err != nil {
			return err
		}
		if !found.path.allUp() || found.column == nil || len(b.q.Measures) > 0 {
			return errReading
		}
		r := ref{hopsOf(found.path), found.column.Name}
		if len(s.outs) == 0 {
			b.add(r)
		}
		b.q.Order = append(b.q.Order, order{Ref: &r, Desc: o.desc})
	}
	for _, o := range b.q.Order {
		if o.Ref == nil || o.Desc || s.limit == 0 || !s.p.columnAt(b.root.table, *o.Ref).Nullable {
			continue
		}
		b.q.Where = append(b.q.Where, cond{Kind: "compare", Ref: o.Ref, Op: "null", Not: true}) // what is not known is not the lowest
	}
	units := slices.ContainsFunc(b.q.Groups, func(g group) bool { return g.Unit != "" })
	if len(b.q.Order) == 0 && len(b.q.Measures) > 0 && len(b.q.Groups) > 0 && !units {
		b.q.Order = append(b.q.Order, order{Measure: 1, Desc: true})
	}
	return nil
}

// check refuses what would be misread.
func (b *builder) check() error {
	q := b.q
	taxed := func(r *ref) bool { return r != nil && b.s.p.columnAt(b.root.table, *r).taxed() == b.s.tax }
	if b.s.tax != "" && !slices.ContainsFunc(q.Measures, func(m measure) bool { return taxed(m.Ref) }) && !slices.ContainsFunc(q.Order, func(o order) bool { return taxed(o.Ref) }) {
		return errReading
	}
	if !b.s.alone(q.Where) || len(q.Groups) > 0 && b.s.averages(q.Where) {
		return errReading
	}
	if len(q.Columns) == 0 && len(q.Measures) == 0 || contradictory(q.Where) || !b.heard() {
		return errReading
	}
	if b.s.versus && !slices.ContainsFunc(q.Where, func(c cond) bool {
		return c.Kind == "compare" && c.Op == "in" && len(q.Groups) > 0 && q.Groups[0].Refs[0].equal(*c.Ref)
	}) {
		return errReading // the values of another column
	}
	if b.s.whoRows && (len(q.Measures) > 0 || len(q.Groups) > 0 || q.Limit > 0) {
		return errReading
	}
	if (q.Limit > 0 || b.s.who) && len(q.Measures) > 0 && len(q.Groups) == 0 {
		return errReading // a figure is nobody
	}
	return nil
}

// contradictory reports whether one column must have two values at once: then "and" meant
// something else.
func contradictory(conds []cond) bool {
	for i, a := range conds {
		if contradictory(a.Where) {
			return true
		}
		for _, b := range conds[:i] {
			if a.Kind == "compare" && b.Kind == "compare" && a.Op == "=" && b.Op == "=" && !a.Not && !b.Not && a.Ref.equal(*b.Ref) && a.Values[0] != b.Values[0] {
				return true
			}
		}
	}
	return false
}

// beside adds the names of things that are to be shown beside the root's.
func (b *builder) beside() {
	for _, n := range b.s.shows {
		for _, c := range n.table.shown() {
			b.add(ref{hopsOf(b.path(n)), c.Name})
		}
	}
}
