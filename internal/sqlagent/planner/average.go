package planner

import "slices"

// averaged reads "above the average", "below the average credit limit" and "than the average
// of all customers" behind the comparison that they belong to. It reports whether an average
// comes next.
func (s *state) averaged(op string) (bool, error) {
	next, n := s.following(1)
	if !next.is("avg") {
		return false, nil
	}
	if s.neg || s.op != nil || s.or || s.target == nil || op == "=" {
		return true, errReading
	}
	need := &need{means: s.subject, node: s.attachTo(), cmp: &compare{op: op, avg: true}}
	if s.subject != nil {
		need.node = s.subNode
	}
	s.i += n
	if c, n := s.following(1); c != nil && c.class == aColumn {
		if need.means != nil && !slices.EqualFunc(need.means, c.means, sameMeaning) {
			return true, errReading // an age is not above the average weight
		}
		need.means = c.means
		s.i += n
	}
	if err := s.averageOf(need); err != nil {
		return true, err
	}
	need.own = need.means == nil
	s.needs = append(s.needs, need)
	s.subject, s.conn = nil, ""
	return true, nil
}

// averageOf reads what an average is said to be of: of all rows of the same thing. Any other
// average is not read.
func (s *state) averageOf(n *need) error {
	next, k := s.following(1)
	if next == nil || next.class == aComma || next.is("and", "order", "desc", "asc") {
		return nil
	}
	if !next.is("of", "for", "among", "in") {
		return errReading
	}
	t, m := s.following(k + 1)
	if t == nil || t.class != aTable || n.node == nil || !slices.EqualFunc(t.means, n.node.means, sameMeaning) {
		return errReading
	}
	if after, _ := s.following(m + 1); after != nil && after.class != aComma && !after.is("and", "order", "desc", "asc") {
		return errReading
	}
	n.cmp.all = slices.ContainsFunc(s.items[s.i+1:s.i+m], func(it item) bool { return it.is("filler") && fold(it.text) == "all" })
	s.i += m
	return nil
}

// alone reports whether every average is that of the rows that the question is about: beside
// other conditions it may be of all rows, or of those for which they hold.
func (s *state) alone(conds []cond) bool {
	for _, c := range conds {
		if c.Kind == "average" && !c.All && len(conds) > 1 || !s.alone(c.Where) || len(conds) > 1 && s.averages(c.Where) {
			return false
		}
	}
	return true
}

// averages reports whether conditions compare with an average that is not said to be of all.
func (s *state) averages(conds []cond) bool {
	return slices.ContainsFunc(conds, func(c cond) bool { return c.Kind == "average" && !c.All || s.averages(c.Where) })
}

// average writes the comparison of a column with its average over all rows.
func (w *writer) average(c cond) string {
	column := w.p.columnAt(w.root, *c.Ref)
	in := w.p.newWriter(column.table, w.taken, w.tables)
	figure := in.measure(measure{Fn: "avg", Ref: &ref{Column: column.Name}})
	return w.column(*c.Ref, false) + " " + c.Op + " (SELECT " + figure + " FROM " + in.from() + ")"
}
