package planner

import (
	"slices"
	"strings"
)

// doing reads "how much did customers pay": what they do is rows of a table of its own that
// is called so, and names them.
func (s *state) doing() {
	each := s.target == nil && len(s.groups) == 1 && s.groups[0].node != nil // how much did each customer pay
	if !s.much || s.intent == "count" || len(s.fns) != 1 || s.target == nil && !each || len(s.outs) > 0 || len(s.figures) > 0 {
		return
	}
	doer := s.target
	if each {
		doer = s.groups[0].node
	}
	for i, hint := range s.hints {
		if hint.from < s.items[doer.last].from {
			continue
		}
		n := &node{text: hint.text, last: doer.last}
		for _, t := range s.p.tables {
			if len(t.words) == 1 && verbBase(strings.ToLower(t.Name)) == verbBase(fold(hint.text)) && slices.ContainsFunc(s.p.near[t], func(st step) bool {
				return st.up && slices.ContainsFunc(doer.means, func(m meaning) bool { return m.table == st.to() && m.edge == nil })
			}) {
				n.means = append(n.means, meaning{table: t, quality: byName})
			}
		}
		if len(n.means) != 1 {
			continue
		}
		if !each {
			doer.parent, doer.conn = n, "of"
		}
		for _, need := range s.needs {
			if (need.node == doer || need.node == nil) && !need.beside {
				need.node = n
			}
		}
		s.target, s.focus, s.nodes = n, n, append(s.nodes, n)
		s.hints = slices.Delete(s.hints, i, i+1)
		return
	}
}

// does reports whether a verb says what the target did, rather than what was done with it:
// then an amount of the target's own is not meant.
func (s *state) does() bool {
	return slices.ContainsFunc(s.hints, func(h *item) bool { return s.target.last >= 0 && h.from > s.items[s.target.last].from })
}

// again reads a table that is named once more to say which of its rows are left out:
// "invoices, excluding cancelled invoices".
func (s *state) again(n *node, pre []*need) bool {
	if !slices.ContainsFunc(pre, func(p *need) bool { return p.neg }) && (!s.neg || len(pre) == 0) || s.target == nil || !sameTables(n, s.target) || s.op != nil {
		return false
	}
	for _, p := range pre {
		p.node, p.neg = s.target, true
	}
	s.nodes = s.nodes[:len(s.nodes)-1]
	s.neg, s.conn, s.focus = false, "", s.target
	return true
}

// pastDue reads "past their deadline": a date on which something is due, before today.
func (s *state) pastDue(overdue bool) error {
	if s.attachTo() == nil && !s.tableFollows() {
		return errReading
	}
	var means []meaning
	for _, t := range s.p.tables {
		for _, c := range t.columns {
			if c.kind == isDate && slices.Contains(nameParts(c.Name), "due") {
				means = append(means, meaning{column: c, quality: byName})
			}
		}
	}
	day := daySpan(s.p.today())
	n := &need{means: means, node: s.attachTo(), span: &day, op: "before", neg: s.neg, near: true, overdue: overdue}
	if s.tableFollows() {
		if s.intent == "" && s.target == nil && len(s.fns) == 0 {
			s.intent, s.implied = "list", true
		}
		n.neg, n.beside = false, true
		s.pre = append(s.pre, n)
		return nil
	}
	s.needs = append(s.needs, n)
	s.neg, s.conn = false, ""
	return nil
}

// sortsFirst reads "largest amount first": an order, behind all else.
func (s *state) sortsFirst(it *item) bool {
	next, n := s.following(1)
	first, k := s.following(n + 1)
	end, _ := s.following(k + 1)
	if s.target == nil || s.super != "" || len(s.sorts) > 0 || next == nil || next.class != aColumn || !first.is("top") || fold(first.text) != "first" || end != nil {
		return false
	}
	s.sorts = append(s.sorts, sorting{means: next.means, desc: it.is("max", "newest")})
	s.i += k
	return true
}

// mostTimes reads "in which month did we have the most complaints".
func (s *state) mostTimes(it *item) bool {
	next, _ := s.following(1)
	if s.target != nil || len(s.groups) != 1 || len(s.sorts) > 0 || next == nil || next.class != aTable && next.class != aValue {
		return false
	}
	s.intent, s.conn = "count", ""
	s.sorts = append(s.sorts, sorting{count: true, desc: it.is("most")})
	if s.limit == 0 {
		s.limit = 1
	}
	return true
}

// mostValues reads "in which three towns do we have the most customers": the values of a column
// that most rows have.
func (s *state) mostValues() bool {
	next, _ := s.following(1)
	if s.who || s.target != nil || len(s.outs) != 1 || s.intent != "list" || s.super != "" || len(s.figures) > 0 || next == nil || next.class != aTable && next.class != aValue {
		return false
	}
	s.groups = append(s.groups, grouping{means: s.outs[0].means})
	s.outs, s.intent, s.conn = nil, "count", ""
	s.sorts = append(s.sorts, sorting{count: true, desc: true})
	if s.limit == 0 {
		s.limit = 1
	}
	return true
}
