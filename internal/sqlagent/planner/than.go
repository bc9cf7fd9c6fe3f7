package planner

import "slices"

// Two columns of a row may be compared with each other: "more kilometres than planned",
// "completed after the scheduled date", "a sales price below their cost price". What is not said
// on the left is the column that goes with the one on the right: the other one in the same unit,
// or the row's own day.

// pair is a comparison of two columns.
type pair struct {
	op    string
	left  []meaning // nil if it is not said
	right []meaning
	refs  [2]ref // when it is settled
}

// comparedColumn reads the column behind a comparison where no number follows it. It gives how
// many items that are.
func (s *state) comparedColumn(from int) ([]meaning, int) {
	var means []meaning
	n := from
	for k := from; ; k++ {
		it := s.peek(k)
		switch {
		case it == nil:
			return means, n
		case it.class == aColumn && means == nil:
			means, n = it.means, k
		case it.class == aColumn:
			if both := sameColumns(means, it.means); len(both) > 0 {
				means, n = both, k
				continue
			}
			return means, n
		case means == nil && (it.is("filler") || it.is("day") && !it.is("per")):
		case means != nil && it.class == aNumber:
			return nil, 0
		default:
			return means, n
		}
	}
}

// sameColumns are the columns that two mentions have in common: kilometres that were driven.
func sameColumns(a, b []meaning) []meaning {
	return slices.DeleteFunc(slices.Clone(a), func(m meaning) bool {
		return m.column == nil || m.value != nil || !slices.ContainsFunc(b, func(o meaning) bool { return o.column == m.column && o.value == nil })
	})
}

// thanColumn reads "longer than planned" and "after the due date of the invoice" behind the
// comparison. It reports whether a column is what is compared with.
func (s *state) thanColumn(op string) (bool, error) {
	right, n := s.comparedColumn(1)
	if right == nil {
		return false, nil
	}
	if s.neg || s.op != nil || s.or || s.target == nil || s.byNumber() {
		return true, errReading
	}
	if of, t := s.peek(n+1), s.peek(n+2); of.is("of") {
		k := n + 2
		for ; t.is("filler"); t = s.peek(k) {
			k++
		}
		if t = s.peek(k); t != nil && t.class == aTable {
			right = slices.DeleteFunc(slices.Clone(right), func(m meaning) bool {
				return m.column == nil || !slices.ContainsFunc(t.means, func(o meaning) bool { return o.edge == nil && o.table == m.column.table })
			})
			n = k
		}
	}
	if s.subject == nil && slices.ContainsFunc(right, isDateMeaning) && (len(s.hints) > 0 || s.stateBefore()) {
		return true, errReading // paid after the due date: no state says when
	}
	need := &need{node: s.attachTo(), pair: &pair{op: op, left: s.subject, right: right}}
	if s.subject != nil {
		need.node = s.subNode
	}
	s.needs = append(s.needs, need)
	s.subject, s.conn = nil, ""
	s.i += n
	return true, nil
}

// byNumber reports whether a number stands before a comparison: by how much is not read.
func (s *state) byNumber() bool {
	for k := 1; k < 4; k++ {
		if it := s.peek(-k); it != nil && it.class == aNumber {
			return true
		}
	}
	return false
}

// stateBefore reports whether a value stands right before, with words between that say nothing.
func (s *state) stateBefore() bool {
	for k := 1; ; k++ {
		if it := s.peek(-k); !it.is("filler") {
			return it != nil && it.class == aValue
		}
	}
}

// splitThan reads "more kilometres than planned": what is compared stands within the comparison.
func (s *state) splitThan(it *item) error {
	op := map[bool]string{true: ">", false: "<"}[it.is("more")]
	var left []meaning
	for k := 1; ; k++ {
		it := s.peek(k)
		switch {
		case it == nil:
			return errReading
		case it.is("than"):
			if left == nil {
				return errReading
			}
			s.i += k
			s.subject, s.subNode = left, s.attachTo()
			is, err := s.thanColumn(op)
			if !is {
				return errReading
			}
			return err
		case it.is("filler"):
		case it.class == aColumn && left == nil:
			left = it.means
		case it.class == aColumn:
			if left = sameColumns(left, it.means); len(left) == 0 {
				return errReading
			}
		case it.class == aHint && left != nil:
			left = slices.DeleteFunc(slices.Clone(left), func(m meaning) bool {
				return m.column == nil || !slices.ContainsFunc(it.verbs, func(v verb) bool { return slices.Contains(m.column.words, v.stem) })
			})
		default:
			return errReading
		}
	}
}

// thanFollows reports whether a comparison with a date of another name comes next.
func (s *state) thanFollows() bool {
	next, n := s.following(1)
	if !next.is("before", "after") {
		return false
	}
	right, _ := s.comparedColumn(n + 1)
	return slices.ContainsFunc(right, isDateMeaning)
}

// thanFollowsHere reports whether a date of a column comes next.
func (s *state) thanFollowsHere() bool {
	right, _ := s.comparedColumn(1)
	return slices.ContainsFunc(right, isDateMeaning)
}

// datesOf are the dates that a verb names, in any table.
func (p *Planner) datesOf(verbs []verb) []meaning {
	var out []meaning
	for _, t := range p.tables {
		for _, c := range t.columns {
			if c.kind == isDate && !c.audit && c.tells(verbs) {
				out = append(out, meaning{column: c, quality: byName})
			}
		}
	}
	return out
}

// settlePair decides which columns are compared: two numbers or two dates, each of the row itself
// or of one that it names.
func (s *state) settlePair(n *need) error {
	fits := func(c *column) bool { return (c.kind == isNumber || c.kind == isDate) && !c.key && !c.audit }
	reach := func(means []meaning) []option {
		out := slices.DeleteFunc(s.columnOptions(means, n.node, fits), func(o option) bool { return o.column == nil || !o.path.allUp() })
		if len(out) > 0 {
			return out
		}
		for _, st := range s.p.near[n.node.table] { // the due date of the invoice that a payment is for
			for _, m := range means {
				if st.up && !st.hub && st.named && m.column != nil && m.column.table == st.to() && fits(m.column) {
					out = append(out, option{table: st.to(), column: m.column, path: path{st}, cost: .4 + 2*(1-m.quality)})
				}
			}
		}
		return out
	}
	type both struct {
		l, r option
		cost float64
	}
	var found []both
	for _, r := range reach(n.pair.right) {
		lefts := reach(n.pair.left)
		if n.pair.left == nil {
			lefts = s.counterparts(n.node.table, r)
		}
		for _, l := range lefts {
			if l.column != r.column && l.column.kind == r.column.kind {
				found = append(found, both{l, r, l.cost + r.cost})
			}
		}
	}
	if len(found) == 0 {
		return errReading
	}
	best := found[0]
	for _, f := range found[1:] {
		if f.cost < best.cost {
			best = f
		}
	}
	for _, f := range found {
		if f.cost < best.cost+.05 && (f.l.column != best.l.column || f.r.column != best.r.column || !f.l.path.same(best.l.path) || !f.r.path.same(best.r.path)) {
			return errReading
		}
	}
	s.cost += best.cost
	n.pair.refs = [2]ref{{hopsOf(best.l.path), best.l.column.Name}, {hopsOf(best.r.path), best.r.column.Name}}
	n.means = []meaning{{column: best.l.column}}
	n.node.conds = append(n.node.conds, n)
	return nil
}

// counterparts are the columns of a table that go with one that they are compared with: numbers
// in the same unit, or the day of the row.
func (s *state) counterparts(t *table, of option) []option {
	if of.column.kind == isDate {
		dates := slices.DeleteFunc(s.dates(t), func(o option) bool { return o.column == of.column })
		if len(dates) != 1 {
			return nil
		}
		return dates
	}
	var out []*column
	for _, c := range of.column.table.columns {
		if c != of.column && c.kind == isNumber && !c.key && len(c.words) > 1 && lastWord(c.Name) == lastWord(of.column.Name) {
			out = append(out, c)
		}
	}
	if len(out) != 1 || len(of.path) > 0 {
		return nil
	}
	return optionsOf(out)
}

// columns writes a comparison of two columns.
func (w *writer) columns(c cond) string {
	return w.column(*c.Ref, false) + " " + c.Op + " " + w.column(*c.Than, false)
}

// validThan reports whether two columns can be compared.
func (p *Planner) validThan(at *table, c cond) bool {
	if c.Ref == nil || c.Than == nil || c.Not || len(c.Values) > 0 || !contains(comparisons, c.Op) || len(c.Than.Path) > 2*mostHops {
		return false
	}
	a, b := p.columnAt(at, *c.Ref), p.columnAt(at, *c.Than)
	return a != nil && b != nil && a.kind == b.kind && (a.kind == isNumber || a.kind == isDate) && !down(c.Ref.Path) && !down(c.Than.Path)
}

func down(path []hop) bool { return slices.ContainsFunc(path, func(h hop) bool { return !h.Up }) }
