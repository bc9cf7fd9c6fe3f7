package planner

import (
	"slices"

	"burrow/internal/say"
)

// A number of rows may say which groups are wanted: "towns with more than 150 locations",
// "inspectors with more than 20 inspections, and how many each". A group without rows is not
// there, so that only "more than" and "at least" can be read so.

// having is which groups are wanted, by their first figure.
type having struct {
	Op    string `json:"op"`
	Value string `json:"value"`
}

// valuesWith reads "which towns have more than 150 locations": values of a column, by how many
// rows have them. It is called with the table whose rows are counted.
func (s *state) valuesWith(n *node) bool {
	if s.target != nil || s.who || len(s.outs) != 1 || s.intent == "count" || s.op == nil || len(s.op.values) != 1 || !s.atLeast(s.op) || s.conn != "with" || s.neg || n.via != nil || len(s.figures)+len(s.fns)+len(s.groups) > 0 {
		return false
	}
	means := slices.DeleteFunc(slices.Clone(s.outs[0].means), func(m meaning) bool {
		return m.column == nil || m.column.kind == isDate || !slices.ContainsFunc(n.means, func(t meaning) bool { return t.edge == nil && t.table == m.column.table })
	})
	if len(means) == 0 {
		return false
	}
	s.groups, s.outs = append(s.groups, grouping{means: means}), nil
	s.target, s.focus, s.intent, s.conn = n, n, "count", ""
	s.having, s.op = s.op, nil
	return true
}

func (s *state) atLeast(c *compare) bool { return c.op == ">" || c.op == ">=" }

// numberEach reads "and how many each" behind "inspectors with more than 20 inspections": the
// number is shown, too.
func (s *state) numberEach() bool {
	if s.target == nil || s.counted != nil || s.intent == "count" || s.having != nil || len(s.outs)+len(s.figures)+len(s.groups)+len(s.sorts) > 0 {
		return false
	}
	limits := 0
	for _, n := range s.nodes {
		if n.cmp != nil {
			limits++
		}
	}
	at := slices.IndexFunc(s.nodes, func(n *node) bool {
		return limits == 1 && n.cmp != nil && n.parent == s.target && !n.neg && len(n.cmp.values) == 1 && s.atLeast(n.cmp)
	})
	if at < 0 {
		return false
	}
	n := s.nodes[at]
	for i := range s.items[s.i+1:] {
		it := &s.items[s.i+1+i]
		same := it.class == aTable && (slices.EqualFunc(it.means, n.means, sameMeaning) || slices.EqualFunc(it.means, s.target.means, sameMeaning))
		if !same && it.class != aComma && !it.is("filler", "per", "of", "ones", "with", "and", "in", "for") {
			return false
		}
	}
	s.having, n.cmp = n.cmp, nil
	n.conn, s.counted = "count", n
	s.i = len(s.items) - 1
	return true
}

// having writes which groups are wanted.
func (w *writer) having(q *query) string {
	if q.Having == nil {
		return ""
	}
	return " HAVING " + w.measure(q.Measures[0]) + " " + q.Having.Op + " " + q.Having.Value
}

// valid reports whether it is one that this package writes.
func (h *having) valid(q *query) bool {
	return h == nil || len(q.Groups) > 0 && len(q.Measures) > 0 && q.Measures[0].Fn == "count" && (h.Op == ">" || h.Op == ">=") && isNumeric(h.Value)
}

func (h *having) text() string {
	return say.T("only where it is {count}", "count", opText(h.Op)+h.Value)
}
