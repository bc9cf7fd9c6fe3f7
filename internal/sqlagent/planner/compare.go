package planner

import "slices"

// comparison reads "more than".
func (s *state) comparison(it *item) error {
	op := ""
	for kind, sign := range map[string]string{"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "="} {
		if it.is(kind) {
			op = sign
		}
	}
	if is, err := s.averaged(op); is {
		return err
	}
	if is, err := s.thanColumn(op); is {
		return err
	}
	next, _ := s.following(1)
	if next == nil || s.op != nil {
		return errReading
	}
	if next.class == aDate && next.ago() && op != "=" { // more than 30 days ago
		s.when = map[bool]string{true: "before", false: "since"}[op[0] == '>']
		return nil
	}
	if next.class == aColumn && s.subject == nil { // above age 40
		_, n := s.following(1)
		if number, _ := s.following(n + 1); number == nil || number.class != aNumber {
			return errReading
		}
	} else if next.class != aNumber {
		return errReading
	}
	s.op = &compare{op: op}
	return nil
}

// between reads two numbers; two dates are read with the first of them.
func (s *state) betweenNumbers() error {
	a, n := s.following(1)
	if a != nil && a.class == aDate {
		return nil
	}
	if a == nil || a.class != aNumber {
		return errReading
	}
	and, m := s.following(n + 1)
	b, k := s.following(m + 1)
	if !and.is("and", "to") || b == nil || b.class != aNumber {
		return errReading
	}
	s.i += k
	s.op = &compare{op: "between", values: []string{a.number, b.number}}
	return s.compared()
}

// superlative reads "the most", "highest" and "latest" where they choose rows: it reports
// false where they are figures, as in "the highest price".
func (s *state) superlative(it *item) bool {
	next, n := s.following(1)
	kind := ""
	for _, k := range []string{"most", "fewest", "newest", "oldest", "max", "min"} {
		if it.is(k) {
			kind = k
			break
		}
	}
	switch kind {
	case "newest", "oldest":
		if next == nil && s.super == "" && s.who && len(s.hints) == 1 {
			s.super = kind // who was hired most recently
			return true
		}
		if s.super != "" || next == nil || next.class == aDate {
			return false
		}
		if next.class == aNumber {
			next, _ = s.following(n + 1)
		}
		if next == nil || s.target == nil && next.class != aTable && next.class != aValue {
			return false
		}
		if s.target != nil && next.class == aTable && !slices.EqualFunc(next.means, s.target.means, sameMeaning) {
			return false // a customer's last job is not the last customer
		}
		s.super, s.aged = kind, fold(it.text) == "oldest"
		return true
	case "max", "min":
		if s.target == nil || s.super != "" || next == nil {
			return false
		}
		if s.conn != "with" && s.conn != "that" && s.conn != "by" && s.conn != "order" {
			return false
		}
		s.super = kind
		return true
	}
	if s.target == nil && !s.who || s.super != "" {
		return false
	}
	s.super = kind
	if s.limit == 0 {
		s.limit = 1
	}
	return true
}
