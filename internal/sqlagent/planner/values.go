package planner

import (
	"slices"

	"burrow/internal/sqlagent/schema"
)

// value reads a value of a column.
func (s *state) value(it *item) error {
	means := it.means
	if before := s.peek(-2); s.figuresToo() || s.andBefore() && before != nil && before.class == aTable && !s.tableFollows() && slices.ContainsFunc(s.p.lexicon.of[schema.Stem(fold(it.text))], func(m meaning) bool { return m.table != nil && m.quality > byHead }) {
		return errReading // complaints and invoices, and not complaints about invoices
	}
	if s.subject != nil {
		means = slices.DeleteFunc(slices.Clone(means), func(m meaning) bool { return !columnAmong(s.subject, m.column) })
		if len(means) == 0 {
			return errReading
		}
	}
	if before := s.peek(-1); s.target != nil && !s.tableFollows() && !s.columnAhead() && (before.is("filler", "with", "that", "not") || before.is("units")) {
		s.ownAmount() // offers above 10,000 euros that have been sent
	}
	n := &need{means: means, node: s.attachTo(), neg: s.neg, via: s.verb}
	if before := s.peek(-1); before != nil && n.via == nil && len(s.needs) > 0 && oneName(before, it) {
		n.via = s.needs[len(s.needs)-1].via // the last name is that of the same person
	}
	if s.subject != nil {
		n.node, n.named = s.subNode, true
	}
	if s.neg && s.conn == "with" && s.subject == nil && s.tableFollows() {
		n.neg = false // "no active contract": there is none, and not: one that is not active
	} else {
		s.neg = false
	}
	if s.tableFollows() {
		n.via = nil // the verb is about the noun
	} else {
		s.verb = nil
	}
	if before := s.peek(-1); before != nil && before.class == aTable {
		n.beside, n.exact = true, true
	} else if before.is("by") && s.focus != nil && s.focus.last == s.i-2 && slices.ContainsFunc(s.focus.means, func(m meaning) bool { return m.edge != nil }) {
		n.exact = true
	} else if before != nil && before.class == aValue && len(s.needs) > 0 && s.needs[len(s.needs)-1].exact {
		n.exact = true
	}
	if s.conn == "per" || (s.op != nil || s.counting || s.super == "most" || s.super == "fewest") && !s.tableFollows() {
		return errReading
	}
	if prev := s.lastValue(); prev != nil && s.joinsWith(prev, n) {
		for ; prev.or != nil; prev = prev.or {
		}
		prev.or = n
		n.and = !s.or
		if s.versus && len(s.groups) == 0 {
			s.againstBy(n)
		}
		s.or, s.conn = false, ""
		return nil
	}
	if s.or {
		return errReading
	}
	s.subject = nil
	if !s.tableFollows() {
		s.conn = ""
	}
	switch {
	case s.levelIn(n):
		return nil
	case s.columnAhead() && !s.tableFollows() && slices.ContainsFunc(n.means, meaning.label):
		n.node = nil // billable hours: of what the hours are of
		s.needs = append(s.needs, n)
		return nil
	case s.tableFollows():
		if s.intent == "" && s.target == nil && len(s.fns) == 0 {
			s.intent, s.implied = "list", true
		}
		n.beside = true
		s.pre = append(s.pre, n)
		return nil
	case n.node == nil:
		return s.valueAlone(n)
	case s.hasRole(n):
	}
	s.needs = append(s.needs, n)
	return nil
}

// lastValue is the condition of the value before, if only "and" or "or" stands between.
func (s *state) lastValue() *need {
	for k := 1; ; k++ {
		it := s.peek(-k)
		switch {
		case it == nil:
			return nil
		case it.class == aComma, it.is("and", "or", "nor", "filler", "in", "versus"), s.or && it.is("with") && contains([]string{"have", "has", "had"}, fold(it.text)):
			continue
		case it.class == aValue && k > 1:
			if len(s.pre) > 0 {
				return s.pre[len(s.pre)-1]
			}
			if len(s.needs) > 0 && s.needs[len(s.needs)-1].means != nil {
				return s.needs[len(s.needs)-1]
			}
		}
		return nil
	}
}

// joinsWith reports whether a value goes with the one before: another of the same column.
func (s *state) joinsWith(prev, n *need) bool {
	if n.neg && !prev.neg || prev.neg && !n.neg && !s.or && !s.andBefore() {
		return false
	}
	if prev.neg && !n.neg && !s.or && s.peek(-1).class == aComma {
		return false // not approved, that is: submitted
	}
	both := slices.ContainsFunc(n.means, func(m meaning) bool { return columnAmong(prev.means, m.column) })
	if both {
		keep := func(m meaning) bool { return !columnAmong(prev.means, m.column) }
		n.means = slices.DeleteFunc(slices.Clone(n.means), keep)
	}
	return both
}

// tableFollows reports whether a value stands in front of the noun that it describes.
func (s *state) tableFollows() bool {
	for k := 1; ; k++ {
		it := s.peek(k)
		switch {
		case it == nil:
			return false
		case it.class == aValue || it.class == aComma || it.is("and", "or", "versus"):
			continue
		}
		return it.class == aTable
	}
}

// valueAlone reads a name without a table: "the phone number of Anna Rossi".
func (s *state) valueAlone(n *need) error {
	if s.whoIs(n) {
		return nil
	}
	if before := s.peek(-1); len(s.figures) > 0 && (!slices.ContainsFunc(n.means, meaning.label) || before.is("filler") && contains([]string{"is", "are", "was", "were"}, before.text)) {
		s.needs = append(s.needs, n) // the hours that Anna Rossi worked: of what the hours are of
		return nil
	}
	if len(s.outs) == 0 || slices.ContainsFunc(n.means, meaning.label) {
		return errReading
	}
	thing := &node{text: s.items[s.i].text, last: s.i}
	for _, m := range n.means {
		if !slices.ContainsFunc(thing.means, func(o meaning) bool { return o.table == m.column.table }) {
			thing.means = append(thing.means, meaning{table: m.column.table, quality: byName})
		}
	}
	n.node, s.target, s.focus = thing, thing, thing
	s.nodes, s.needs = append(s.nodes, thing), append(s.needs, n)
	return nil
}

// hasRole makes the thing that a name stands for the one that has the role before it: the
// account manager of Schulz is that of a customer who is called so.
func (s *state) hasRole(n *need) bool {
	if n.node != s.target || n.neg || s.i == 0 || !s.peek(-1).is("of", "for", "in") && !s.peek(-2).is("of", "for", "in") {
		return false
	}
	owner := &node{text: s.items[s.i].text, last: s.i, parent: s.target, conn: "of"}
	for _, role := range s.target.means {
		for _, m := range n.means {
			if role.edge != nil && m.column.table == role.edge.many && !m.label() && slices.Contains(role.edge.many.shown(), m.column) &&
				!slices.ContainsFunc(owner.means, func(o meaning) bool { return o.table == m.column.table }) {
				owner.means = append(owner.means, meaning{table: m.column.table, quality: byName})
			}
		}
	}
	if len(owner.means) == 0 {
		return false
	}
	n.node, n.exact, n.beside, s.focus = owner, true, true, owner
	s.nodes = append(s.nodes, owner)
	return true
}

// verbOf reads a verb behind who does it: "customers that each office serves". It says by
// which key the two belong together.
func (s *state) verbOf(edges []*edge) bool {
	if len(s.nodes) < 2 || s.target == nil {
		return false
	}
	n := s.nodes[len(s.nodes)-1]
	if n == s.target || n.via != nil || n.parent != nil && n.parent != s.target || n.cmp != nil || n.neg || n.conn == "count" {
		return false
	}
	for _, e := range edges {
		if slices.ContainsFunc(n.means, func(m meaning) bool { return m.edge == e }) {
			return true // what each supervisor supervises
		}
		if slices.ContainsFunc(n.means, func(m meaning) bool { return m.edge == nil && m.table == e.one }) &&
			slices.ContainsFunc(s.target.means, func(m meaning) bool { return m.edge == nil && m.table == e.many }) {
			n.via = append(n.via, e)
		}
	}
	return n.via != nil
}

// role reads a verb that says which key is meant: "supervised".
func (s *state) role(it *item) error {
	if s.target == nil {
		if !s.who {
			return errReading
		}
		n := &node{text: it.text, last: s.i}
		for _, e := range it.edges {
			if !slices.ContainsFunc(n.means, func(m meaning) bool { return m.table == e.one }) {
				n.means = append(n.means, meaning{table: e.one, quality: byName})
			}
		}
		s.nodes = append(s.nodes, n)
		s.target, s.focus, s.verb = n, n, it.edges
		return nil
	}
	next, n := s.following(1)
	if of, _ := s.following(n + 1); next.is("most", "fewest") && of != nil && of.class == aColumn {
		s.done(it) // who worked the most hours
		return nil
	}
	if next.is("by") {
		s.i += n
		next, _ = s.following(1)
		s.conn = "that"
	}
	if next == nil || next.class == aDate || next.is("in", "during", "since", "before", "after", "between") {
		if f := s.focus; f != nil && slices.ContainsFunc(f.means, func(m meaning) bool { return m.edge != nil && slices.Contains(it.edges, m.edge) }) {
			return nil // what a dispatcher plans
		}
		if s.verbOf(it.edges) {
			return nil
		}
		// "work orders that Anna Rossi supervised in 2025"
		if k := len(s.needs) - 1; k >= 0 && s.needs[k].means != nil && s.needs[k].via == nil && s.needs[k].cmp == nil {
			for ; k >= 0 && s.needs[k].via == nil && s.needs[k].means != nil && s.needs[k].node == s.needs[len(s.needs)-1].node; k-- {
				s.needs[k].via = it.edges
			}
			return nil
		}
		return errReading
	}
	s.verb = it.edges
	if s.conn == "" || s.conn == "in" {
		s.conn = "that"
	}
	return nil
}
