package planner

import "slices"

// Two values may be set against each other: "open vs resolved complaints" asks for the figure of
// each, so that it is given by the column that holds them.

// setAgainst reads "vs" between two values of one column.
func (s *state) setAgainst() error {
	before := s.peek(-1)
	next, _ := s.following(1)
	if before == nil || before.class != aValue || next == nil || next.class != aValue || s.neg || s.or || s.op != nil || s.versus {
		return errReading
	}
	if !slices.ContainsFunc(next.means, func(m meaning) bool { return columnAmong(before.means, m.column) }) {
		return errReading
	}
	s.or, s.versus = true, true
	return nil
}

// againstBy groups by the column of two values that are set against each other.
func (s *state) againstBy(n *need) {
	var by []meaning
	for _, m := range n.means {
		if !slices.ContainsFunc(by, func(o meaning) bool { return o.column == m.column }) {
			by = append(by, meaning{column: m.column, quality: m.quality})
		}
	}
	s.groups = append(s.groups, grouping{means: by})
}
