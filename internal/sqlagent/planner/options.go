package planner

import (
	"slices"
	"strings"
)

// columnOptions are the columns that some words may mean, seen from a node: its own first,
// then those of tables that the question names, then those that belong to it.
func (s *state) columnOptions(means []meaning, n *node, fits func(*column) bool) []option {
	var out []option
	for _, m := range means {
		c := m.column
		if m.parts != nil {
			c = m.parts[0]
		}
		if c == nil || fits != nil && !fits(c) {
			continue
		}
		base := 2 * (1 - m.quality)
		if c.audit {
			base += .2
		}
		o := option{table: c.table, column: m.column, parts: m.parts, label: columnLabel(c)}
		if n == nil || n.table == c.table {
			o.cost = base
			out = append(out, o)
			continue
		}
		for _, p := range s.p.paths(n.table, c.table) {
			near := s.mentioned(c.table, n)
			if m.quality <= byHead && !near {
				continue
			}
			if !near && (c.kind == isDate || len(p) > 2 || m.parts != nil || c.generic() || c.audit) {
				continue
			}
			o.path, o.cost = p, base+.4+.3*float64(len(p))+roleCost(p, nil)
			if near {
				o.cost = base + .1
			}
			o.label = columnLabel(c) + " – " + pathLabel(p)
			out = append(out, o)
		}
	}
	return out
}

// mentioned reports whether the question names a table beside a node's own.
func (s *state) mentioned(t *table, but *node) bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return n != but && n.table == t })
}

// nodeAt is the node of a table that hangs on another along a path: one that is there, or
// a new one.
func (s *state) nodeAt(n *node, t *table, p path) *node {
	if len(p) == 0 {
		return n
	}
	for _, o := range s.nodes {
		if o.table != t || o.neg || o.cmp != nil || o.conn == "per" {
			continue
		}
		if o.parent == n && (o.link.same(p) || s.mentioned(t, n)) {
			return o
		}
		if n.parent == o && n.link.reversed().same(p) {
			return o
		}
	}
	o := &node{table: t, parent: n, conn: "of", link: p}
	s.nodes = append(s.nodes, o)
	return o
}

// settleNeed decides on the column of a condition and puts it to its node.
func (s *state) settleNeed(n *need) error {
	if n.node == nil {
		n.node = s.root()
	}
	if n.own && n.span != nil {
		n.node = eventNode(n.node)
	}
	if root := s.root(); n.own && n.span != nil && n.node == s.target && root != nil && root != n.node && root.table != nil && len(s.dates(root.table)) > 0 {
		n.node = root
	}
	if n.node == nil || n.node.table == nil {
		return errReading
	}
	if n.pair != nil {
		return s.settlePair(n)
	}
	if n.text != nil && n.cmp != nil {
		return s.keyNeed(n)
	}
	if n.own {
		return s.ownNeed(n)
	}
	var options []option
	if n.span == nil && n.cmp == nil && n.text == nil && !n.null {
		options = s.valueOptions(n)
	} else {
		options = s.columnOptions(n.means, n.node, func(c *column) bool {
			switch {
			case n.near && c.table != n.node.table:
				return false
			case n.span != nil:
				return c.kind == isDate
			case n.cmp != nil:
				return c.kind == isNumber || c.kind == isText && n.cmp.op == "="
			case n.text != nil:
				return c.kind == isText
			}
			return true
		})
	}
	if n.cmp != nil {
		// Which of the other rows is compared is not said: a survey has answers with many ratings.
		options = slices.DeleteFunc(options, func(o option) bool { return !o.path.allUp() && !s.mentioned(o.table, n.node) })
	}
	o, err := s.pick(options)
	if err != nil {
		return err
	}
	if o.column == nil {
		return errReading
	}
	if err := s.negated(n, o); err != nil {
		return err
	}
	if err := n.several(o); err != nil {
		return err
	}
	child := n.node != s.target && n.node.parent != nil && !n.node.link.allUp()
	for other := n.or; other != nil; other = other.or {
		if other.and && (s.both || child || !o.path.allUp()) {
			return errReading // both at once, each in a row of its own
		}
	}
	at := s.nodeAt(n.node, o.column.table, o.path)
	if n.neg && at != n.node {
		// None of the other rows is so, not: one of them is not so.
		at = &node{table: o.column.table, parent: n.node, conn: "of", link: o.path, neg: true}
		s.nodes = append(s.nodes, at)
		n.neg = false
	}
	n.means = []meaning{{column: o.column, value: valueOf(n, o)}}
	at.conds = append(at.conds, n)
	return nil
}

func valueOf(n *need, o option) *string {
	if n.span != nil || n.cmp != nil || n.text != nil || n.null {
		return nil
	}
	return &o.value
}

// valueOptions are the columns that hold a value, near the node that it describes.
func (s *state) valueOptions(n *need) []option {
	var out []option
	for at, more := n.node, 0.0; at != nil; at, more = at.parent, more+.25 {
		if (n.exact || n.beside) && at != n.node {
			break
		}
		for _, m := range n.means {
			base := 2*(1-m.quality) + more
			o := option{table: m.column.table, column: m.column, value: *m.value, more: m.more, said: m.said, label: valueLabel(m)}
			if m.column.table == at.table {
				if n.via == nil {
					o.cost = base
					if n.beside && m.column.named() && !slices.Contains(at.table.shown(), m.column) {
						o.cost += .1
					}
					o.path = s.between(n.node, at)
					out = append(out, o)
				}
				if !slices.ContainsFunc(n.via, func(e *edge) bool { return e.many == e.one }) {
					continue
				}
			}
			found := s.p.paths(at.table, m.column.table)
			if n.exact || m.label() && !n.named && !(at == n.node && s.describes(n, m, found)) {
				continue // a state is that of the thing that is spoken of
			}
			if n.via != nil {
				found = s.along(at.table, m.column.table, n.via)
			}
			for _, p := range found {
				if (at != n.node || n.beside) && !p.allUp() {
					continue
				}
				if n.via == nil && slices.ContainsFunc(p, func(s step) bool { return s.hub }) && !s.mentioned(m.column.table, at) {
					continue // a country is not that of the company that keeps the row
				}
				o.path = append(s.between(n.node, at), p...)
				o.cost = base + .4 + .3*float64(len(p)) + roleCost(p, n.via)
				if s.mentioned(m.column.table, at) {
					o.cost = base + .05
				}
				o.label = valueLabel(m) + " – " + pathLabel(p)
				out = append(out, o)
			}
		}
	}
	if slices.ContainsFunc(out, func(o option) bool { return o.path.allUp() }) {
		for i, o := range out {
			if !o.path.allUp() && !o.path[0].to().partOf(n.node.table) {
				out[i].cost += .15 // an office is in the country of its region, not of its employees
			}
		}
	}
	return byNames(out)
}

// describes reports whether an adjective may be a label of what every row names: critical
// deficiencies are those with a critical code. A state is the thing's own.
func (s *state) describes(n *need, m meaning, found []path) bool {
	if !n.beside || len(m.column.Values) == 0 || strings.Contains(" status state stage result kind type ", " "+lastWord(m.column.Name)+" ") || m.quality < byName {
		return false
	}
	own := slices.ContainsFunc(n.means, func(o meaning) bool { return o.column.table == n.node.table })
	return !own && len(found) == 1 && len(found[0]) == 1 && found[0][0].up && !found[0][0].optional && !found[0][0].hub
}

// byNames leaves out what only says the same of a thing as its name does: the office that is
// called Dublin, and stands there.
func byNames(options []option) []option {
	return slices.DeleteFunc(options, func(o option) bool {
		return len(o.path) > 0 && !slices.Contains(o.table.shown(), o.column) && slices.ContainsFunc(options, func(x option) bool {
			return x.table == o.table && x.column != o.column && slices.Contains(x.table.shown(), x.column) && x.path.same(o.path) && x.value == o.value
		})
	})
}

// between is the path from a node to one that it hangs on.
func (s *state) between(from, to *node) path {
	var out path
	for at := from; at != to; at = at.parent {
		out = append(out, at.link.reversed()...)
	}
	return out
}

// keyNeed is a row by its number: its key, or a column that is called so.
func (s *state) keyNeed(n *need) error {
	key := n.node.table.key()
	if key == nil || key.kind != isNumber {
		return errReading
	}
	for _, c := range n.node.table.columns {
		w := nameParts(c.Name)
		if end := w[len(w)-1]; c != key && !c.key && (end == "number" || end == "no" || end == "nr") && c.kind == isNumber {
			return errReading // which of the two is meant is not sure
		}
	}
	n.means = []meaning{{column: key}}
	n.text = nil
	n.node.conds = append(n.node.conds, n)
	return nil
}

// belowOptions are columns of tables whose rows name those of a node, directly or by way of
// one other table.
func (s *state) belowOptions(means []meaning, n *node, fits func(*column) bool) []option {
	var out []option
	for _, m := range means {
		if m.column == nil || !fits(m.column) || m.quality < byComment {
			continue
		}
		for _, p := range s.p.paths(n.table, m.column.table) {
			if p.reversed().allUp() && len(p) <= 2 {
				out = append(out, option{table: m.column.table, column: m.column, path: p, cost: .4 + 2*(1-m.quality) + .3*float64(len(p)) + roleCost(p, nil), label: columnLabel(m.column) + " – " + pathLabel(p)})
			}
		}
	}
	return out
}

// partOptions are columns of tables that hold parts of a thing, and are called after it:
// the address of a customer is that of the customer's locations.
func (s *state) partOptions(means []meaning, n *node) []option {
	var out []option
	for _, m := range means {
		c := m.column
		if m.parts != nil {
			c = m.parts[0]
		}
		if c == nil || !c.table.partOf(n.table) {
			continue
		}
		for _, p := range s.p.paths(n.table, c.table) {
			if len(p) == 1 && !p[0].up {
				out = append(out, option{table: c.table, column: m.column, parts: m.parts, path: p, cost: .5 + 2*(1-m.quality) + roleCost(p, nil), label: columnLabel(c) + " – " + pathLabel(p)})
			}
		}
	}
	return out
}
