package planner

import (
	"slices"
	"strings"
)

// What is valid has not reached the last day that a column gives for it; what has expired is past
// that day. Where a state is called so, the state is meant.

// lastDays are words of columns for the last day on which something holds.
const lastDays = " expires expiry expire expiration until "

// validity reads "valid" and "expired", before the noun or behind it.
func (s *state) validity(it *item) bool {
	if s.neg || s.op != nil || s.or || s.conn == "per" || s.attachTo() == nil && !s.tableFollows() || s.timeFollows() {
		return false
	}
	if next, _ := s.following(1); next.is("gt", "ge", "lt", "le") {
		return false // expired more than 30 days ago
	}
	var means []meaning
	for _, t := range s.p.tables {
		for _, c := range t.columns {
			if c.kind == isDate && slices.ContainsFunc(nameParts(c.Name), func(w string) bool { return strings.Contains(lastDays, " "+w+" ") }) &&
				!slices.ContainsFunc(t.columns, func(c *column) bool { return c.changes() && len(c.Values) > 0 }) {
				means = append(means, meaning{column: c, quality: byName})
			}
		}
	}
	today := daySpan(s.p.today())
	n := &need{means: means, node: s.attachTo(), span: &today, op: "since", near: true}
	if it.is("expired") {
		n.op = "before"
	}
	if s.tableFollows() {
		if s.intent == "" && s.target == nil && len(s.fns) == 0 {
			s.intent, s.implied = "list", true
		}
		n.beside = true
		s.pre = append(s.pre, n)
		return true
	}
	for n.node != s.target && n.node.parent != nil && !slices.ContainsFunc(n.node.means, func(m meaning) bool {
		return slices.ContainsFunc(means, func(d meaning) bool { return m.edge == nil && d.column.table == m.table })
	}) {
		n.node = n.node.parent // certificates of employees
	}
	s.needs, s.conn = append(s.needs, n), ""
	return true
}

// ago reports whether a time is so long ago.
func (it *item) ago() bool { return strings.HasSuffix(fold(it.text), " ago") }
