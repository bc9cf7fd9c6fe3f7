package planner

import "slices"

// inTotal are words that ask for a number of what is named, in each language.
var inTotal = []string{"in total", "in all", "insgesamt", "in totale", "en total", "au total", "tổng cộng"}

// root is the node whose rows are counted or shown.
func (s *state) root() *node {
	if s.counted != nil {
		return s.counted
	}
	for _, f := range s.figures {
		if f.node != nil && f.node.table != nil && len(f.means) == 1 && f.means[0].column != nil && f.means[0].column.table == f.node.table {
			return f.node
		}
	}
	return s.target
}

// build settles everything and makes the query.
func (s *state) build() (*query, error) {
	if err := s.settleThings(); err != nil {
		return nil, err
	}
	root := s.root()
	if root == nil {
		return nil, errReading
	}
	if err := s.present(root); err != nil {
		return nil, err
	}
	if err := s.stillDue(); err != nil {
		return nil, err
	}
	for _, n := range s.needs {
		for o := n; o != nil; o = o.or {
			if o != n {
				o.node = n.node
			}
		}
		if err := s.settleNeed(n); err != nil {
			return nil, err
		}
	}
	b := &builder{s: s, root: root, q: &query{Root: root.table.Name}}
	if err := b.result(); err != nil {
		return nil, err
	}
	conds, err := b.conds(root, nil)
	if err != nil {
		return nil, err
	}
	b.q.Where = append(conds, b.more...)
	b.stillHeld()
	if s.now && b.mayHaveEnded() {
		return nil, errReading
	}
	if s.share {
		if err := b.shareOf(); err != nil {
			return nil, err
		}
	}
	if err := b.sorts(); err != nil {
		return nil, err
	}
	if err := b.people(); err != nil {
		return nil, err
	}
	b.q.Limit = s.limit
	if s.having != nil {
		b.q.Having = &having{s.having.op, s.having.values[0]}
		for _, r := range b.q.Groups[0].Refs {
			if s.p.columnAt(root.table, r).Nullable && b.q.Groups[0].Key == nil {
				b.q.Where = append(b.q.Where, cond{Kind: "compare", Ref: &r, Op: "null", Not: true}) // what has no town is in none
			}
		}
	}
	if len(b.q.Order) > 0 || b.q.Limit > 0 {
		b.q.Distinct = false
	}
	return b.q, b.check()
}

// settleThings decides which tables the nodes are, and which columns the figures.
func (s *state) settleThings() error {
	if s.target != nil {
		if err := s.settleNode(s.target); err != nil {
			return err
		}
	}
	for _, n := range slices.Clone(s.nodes) {
		if n.conn == "per" {
			continue
		}
		if err := s.settleNode(n); err != nil {
			return err
		}
	}
	s.sumBelow()
	for i := range s.figures {
		if err := s.settleFigure(&s.figures[i]); err != nil {
			return err
		}
	}
	root := s.root()
	for _, g := range s.groups {
		if g.node == nil {
			continue
		}
		if root == nil {
			return errReading
		}
		g.node.parent = root
		if slices.ContainsFunc(g.node.means, func(m meaning) bool { return m.table == root.table && m.edge == nil }) {
			g.node.table, g.node.link = root.table, nil
			continue
		}
		if err := s.settleNode(g.node); err != nil {
			return err
		}
	}
	return nil
}

// settleFigure decides which column is added up, and from which node.
func (s *state) settleFigure(f *figure) error {
	at := f.node
	if at == nil {
		at = s.target
	}
	fits := func(c *column) bool {
		switch f.fn {
		case "sum", "avg":
			return c.kind == isNumber && !c.key && !contains([]string{"number", "no", "nr", "code", "position"}, lastWord(c.Name)) // a number of rows is no line number
		case "min", "max":
			return (c.kind == isNumber || c.kind == isDate) && !c.key
		}
		return c.kind != isDate && c.kind != isOther
	}
	f.means = s.byTax(s.byVerbs(f.means))
	options := s.columnOptions(f.means, at, fits)
	if at != nil {
		// What is not the thing's own is added up over the rows that belong to it.
		options = slices.DeleteFunc(options, func(o option) bool {
			return len(o.path) > 0 && (!s.mentioned(o.table, at) && !o.path.reversed().allUp() || o.column != nil && o.column.kind == isDate)
		})
		options = append(options, s.belowOptions(f.means, at, func(c *column) bool { return fits(c) && c.kind != isDate })...)
	}
	if at == nil {
		// No table is named: the column must be the only one of its name.
		least := options
		if o, err := s.pick(least); err != nil || o.column == nil {
			return orErr(err)
		} else {
			n := &node{table: o.column.table, means: []meaning{{table: o.column.table, quality: 1}}}
			s.nodes = append(s.nodes, n)
			s.target, f.node = n, n
			f.means = []meaning{{column: o.column}}
			return nil
		}
	}
	o, err := s.pick(options)
	if err != nil || o.column == nil {
		return orErr(err)
	}
	f.means = []meaning{{column: o.column}}
	f.node = s.nodeAt(at, o.column.table, o.path)
	return nil
}

func orErr(err error) error {
	if err == nil {
		return errReading
	}
	return err
}

// builder makes a query of settled nodes, seen from the root.
type builder struct {
	s    *state
	root *node
	q    *query
	more []cond // what groups ask of rows
	fans bool   // a group is reached by a join that repeats rows of the root
}

// hops is the path from the root to a node.
func (b *builder) path(n *node) path {
	up := func(n *node) (chain []*node) {
		for ; n != nil; n = n.parent {
			chain = append(chain, n)
		}
		return chain
	}
	mine, roots := up(n), up(b.root)
	for i, a := range mine {
		k := slices.Index(roots, a)
		if k < 0 {
			continue
		}
		var out path
		for _, x := range roots[:k] {
			out = append(out, x.link.reversed()...)
		}
		for _, x := range slices.Backward(mine[:i]) {
			out = append(out, x.link...)
		}
		return out
	}
	return nil
}

// result decides what is shown: figures, groups and columns.
func (b *builder) result() error {
	s := b.s
	if s.counted != nil && !slices.ContainsFunc(s.groups, func(g grouping) bool { return g.node == s.target }) {
		s.groups = append([]grouping{{node: s.target}}, s.groups...)
	}
	figureRoot := slices.ContainsFunc(s.figures, func(f figure) bool { return f.node == b.root })
	if figureRoot && s.target != nil && s.target != b.root && (len(s.sorts) > 0 || s.intent == "list" && len(s.outs) > 0) {
		s.groups = append([]grouping{{node: s.target}}, s.groups...)
	}
	if figureRoot && s.target == b.root && slices.ContainsFunc(s.sorts, func(o sorting) bool { return o.count }) && len(s.groups) == 0 {
		return b.ownOrder()
	}
	for _, g := range s.groups {
		if err := b.group(g); err != nil {
			return err
		}
	}
	switch {
	case len(s.figures) > 0:
		if s.intent == "count" && s.counted == nil {
			// How many there are, and what they are worth.
			if s.figures[0].node != s.target || b.root != s.target || len(s.sorts) > 0 {
				return errReading
			}
			b.q.Measures = append(b.q.Measures, b.countRows())
		}
		for _, f := range s.figures {
			if err := b.figure(f); err != nil {
				return err
			}
		}
		if len(s.outs) > 0 && len(b.q.Groups) == 0 {
			return errReading
		}
	case s.counted != nil || s.intent == "count" || len(b.q.Groups) > 0:
		if len(b.q.Groups) > 0 && s.intent == "list" && s.counted == nil && !s.implied {
			return errReading // "list customers by city" is no number
		}
		b.q.Measures = append(b.q.Measures, b.countRows())
	case slices.ContainsFunc(s.items, func(it item) bool { return contains(inTotal, fold(it.text)) }):
		return errReading // "which expenses, in total" is a number, and not which one
	}
	return b.columns()
}

// figuresToo reports whether a figure was named beside a number of rows. What is said behind it
// may be said of the figure alone: how many customers, and the average limit of blocked ones.
func (s *state) figuresToo() bool {
	return s.intent == "count" && s.target != nil && s.counted == nil && len(s.figures) > 0
}

// ownOrder reads "the customer with the most credit": rows by their own column.
func (b *builder) ownOrder() error {
	s := b.s
	c := s.figures[0].means[0].column
	for i := range s.sorts {
		if s.sorts[i].count {
			s.sorts[i].count, s.sorts[i].means = false, []meaning{{column: c, quality: 1}}
		}
	}
	s.figures = nil
	return b.columns()
}

func (b *builder) countRows() measure {
	key := b.root.table.key()
	if b.fans && key != nil {
		return measure{Fn: "count", Ref: &ref{Column: key.Name}, Distinct: true}
	}
	return measure{Fn: "count"}
}

func (b *builder) figure(f figure) error {
	p := b.path(f.node)
	c := f.means[0].column
	r := &ref{Path: hopsOf(p), Column: c.Name}
	if f.fn == "distinct" {
		b.q.Measures = append(b.q.Measures, measure{Fn: "count", Ref: r, Distinct: true})
		return nil
	}
	if f.node != b.root && !(f.fn == "min" || f.fn == "max") || b.fans && f.fn != "min" && f.fn != "max" {
		return errReading // rows would be added up more than once
	}
	if !p.allUp() {
		return errReading
	}
	b.q.Measures = append(b.q.Measures, measure{Fn: f.fn, Ref: r})
	return nil
}

// sumBelow reads "top customers by credit" and "top employees by hours": where the column
// is not the thing's own, it is added up over the rows that belong to it.
func (s *state) sumBelow() {
	if s.target == nil || s.target.table == nil || s.counted != nil || len(s.figures) > 0 {
		return
	}
	for i, o := range s.sorts {
		if o.count || len(s.columnOptions(o.means, s.target, nil)) > 0 {
			continue
		}
		s.figures = append(s.figures, figure{fn: "sum", means: o.means, node: s.target, below: true})
		s.sorts[i] = sorting{count: true, desc: o.desc}
		return
	}
}
