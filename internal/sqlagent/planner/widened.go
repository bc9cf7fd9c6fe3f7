package planner

import (
	"slices"
	"strings"
)

// Some phrases only say that nothing is left out: "across all offices", "regardless of status",
// "whether active or not", "including those who have left". Without a condition that they would
// loosen they change nothing.

// widened reads such a phrase up to the next mark or to the end.
func (s *state) widened(it *item) error {
	word, k := fold(it.text), 1
	tables, columns, values, negs := 0, 0, 0, 0
	for ; s.peek(k) != nil && s.peek(k).class != aComma; k++ {
		switch next := s.peek(k); {
		case next.class == aTable:
			tables++
		case next.class == aColumn, next.class == aHint:
			columns++
		case next.class == aValue:
			if slices.ContainsFunc(s.needs, func(n *need) bool {
				return slices.ContainsFunc(n.means, func(m meaning) bool { return m.value != nil && columnAmong(next.means, m.column) })
			}) {
				return errReading // active ones, including blocked ones
			}
			values++
		case next.is("not"):
			negs++
		case next.is("filler", "or", "and", "with", "that", "since", "ones", "list", "now"):
		default:
			return errReading
		}
	}
	fits := false
	switch {
	case s.target == nil, s.neg, s.op != nil, s.conn == "per", s.or:
	case strings.Contains(word, " all"):
		fits = tables == 1 && columns+values+negs == 0
	case word == "whether":
		fits = values == 1 && negs == 1 && tables+columns == 0
	case strings.HasPrefix(word, "including"):
		fits = tables == 0 && negs == 0 && columns+values == 1 && s.peek(-1) != nil && s.peek(-1).class == aComma
	default:
		fits = columns == 1 && tables+values+negs == 0
	}
	if !fits {
		return errReading
	}
	s.i += k - 1
	return nil
}
