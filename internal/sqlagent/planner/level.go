package planner

import "slices"

// levelIn reads "an expert in welding": a label of a table between, whose rows say how well
// somebody does something, or as what. Both are said of the same row.
func (s *state) levelIn(n *need) bool {
	prep, k := s.following(1)
	what, _ := s.following(k + 1)
	if n.neg || s.or || !prep.is("in", "of", "for") || what == nil || what.class != aValue || s.subject != nil || s.tableFollows() {
		return false
	}
	who := s.target
	if who == nil && !s.who {
		return false
	}
	for _, m := range n.means {
		if !m.label() || m.column.kind == isTruth {
			continue
		}
		between := m.column.table
		named := slices.ContainsFunc(s.p.near[between], func(st step) bool {
			return st.up && st.named && slices.ContainsFunc(what.means, func(v meaning) bool { return !v.label() && v.column.table == st.to() })
		})
		of := slices.IndexFunc(s.p.near[between], func(st step) bool {
			return st.up && st.named && st.to().person() && (who == nil || slices.ContainsFunc(who.means, func(t meaning) bool { return t.table == st.to() && t.edge == nil }))
		})
		if !named || of < 0 {
			continue
		}
		if who == nil {
			who = &node{text: "who", last: -9, means: []meaning{{table: s.p.near[between][of].to(), quality: byName}}}
			s.target, s.nodes = who, append(s.nodes, who)
		}
		at := &node{text: s.items[s.i].text, last: s.i, parent: who, conn: "with", means: []meaning{{table: between, quality: byName}}}
		n.node, n.exact, n.means = at, true, []meaning{m}
		s.nodes, s.needs, s.focus, s.conn = append(s.nodes, at), append(s.needs, n), at, ""
		return true
	}
	return false
}

// whoIs reads "who is on call": the people of rows for which something holds.
func (s *state) whoIs(n *need) bool {
	if !s.who || s.target != nil || n.neg || len(s.outs) > 0 || len(s.figures) > 0 || len(n.means) != 1 || n.means[0].column.kind != isTruth {
		return false // a state that several things have is that of none
	}
	m, people := n.means[0], 0
	for _, st := range s.p.near[m.column.table] {
		if st.up && !st.hub && st.named && st.to().person() {
			people++
		}
	}
	if !m.label() || people != 1 || m.column.table.person() {
		return false
	}
	thing := &node{text: s.items[s.i].text, last: s.i, means: []meaning{{table: m.column.table, quality: byName}}}
	n.node, s.target, s.focus, s.whoRows = thing, thing, thing, true
	s.nodes, s.needs = append(s.nodes, thing), append(s.needs, n)
	return true
}
