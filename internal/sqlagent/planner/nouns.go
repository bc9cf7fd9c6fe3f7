package planner

import (
	"slices"
)

// table reads the mention of a table, or of a role.
func (s *state) table(it *item) error {
	n := &node{means: it.means, text: it.text, last: s.i, via: s.verb}
	before := s.peek(-1)
	s.verb = nil
	s.groupOn()
	if misplaced(n, before) || !s.kindOf(n) {
		return errReading
	}
	described := s.describe(n)
	s.nodes = append(s.nodes, n)
	if s.ofKind(n); (s.conn == "by" || s.conn == "per") && n.means[0].kind != nil {
		return errReading // by card is no payment of another kind
	}
	if s.again(n, described) || s.isKind(n, described) {
		return nil
	}
	switch {
	case s.rolesFirst(n):
		s.conn = ""
		return nil
	case s.seen(n, len(described) > 0):
		s.show(n)
		return nil
	case s.counting || s.super == "most" || s.super == "fewest":
		return s.countBeside(n)
	case s.topBy(n) && s.columnAhead():
		n.parent, n.conn, s.focus = s.target, "count", n // top customers by invoice amount
	case s.topBy(n):
		s.super = "most"
		return s.countBeside(n)
	case (len(s.fns) > 0 || s.super == "max" || s.super == "min") && s.target != nil && s.columnAhead():
		n.parent, n.conn, s.focus = s.target, "count", n // the highest invoice amount
		if s.conn == "by" {
			return nil
		}
	case s.conn == "per" && s.target != nil && sameTables(n, s.target) && (s.counted != nil || len(s.figures) > 0):
		s.nodes = s.nodes[:len(s.nodes)-1] // the target once more: "… in each country"
	case s.conn == "per" && s.target == nil && len(s.roles) > 0:
		s.target, s.focus = n, n
		s.showRoles()
	case s.conn == "per" && s.target == nil && len(s.outs) > 0 && len(s.figures) == 0 && s.intent != "count":
		s.target, s.focus = n, n // the names of every singer
	case s.conn == "per" || s.conn == "by" && !s.valueFollows() && n.via == nil:
		if next := s.peek(1); s.op != nil || s.neg || next != nil && next.class == aTable {
			return errReading // for every inspection form is not for every inspection
		}
		s.groups = append(s.groups, grouping{node: n})
		n.conn, s.conn = "per", ""
		return nil
	case s.valuesWith(n):
		return nil
	case s.target == nil && s.who && s.conn == "in" && n.via == nil && s.peopleOf(n):
	case s.target == nil:
		if n.via != nil {
			return errReading
		}
		s.target, s.focus = n, n
		if s.neg || s.op != nil {
			return errReading
		}
		s.showRoles()
	case before != nil && before.class == aTable && s.focus != nil && s.focus.last == s.i-1:
		n.means = slices.DeleteFunc(slices.Clone(n.means), func(m meaning) bool { return m.quality <= byHead })
		s.compound(n)
	case s.theirs(before) && s.op == nil && !s.neg && n.via == nil && s.counted == nil:
		n.parent, n.conn = s.target, "show" // departments and their heads
		s.shows = append(s.shows, n)
	case slices.ContainsFunc(s.nodes[:len(s.nodes)-1], func(o *node) bool { return o.conn != "per" && sameTables(o, n) }):
		return errReading // the same thing twice: whether it is the same one is not sure
	default:
		if err := s.attach(n); err != nil {
			return err
		}
	}
	s.conn = ""
	return nil
}

// describe puts what stands before a noun to it.
func (s *state) describe(n *node) []*need {
	described := s.pre
	for _, pre := range described {
		pre.node = n
		s.needs = append(s.needs, pre)
	}
	s.pre = nil
	return described
}

// topBy reports whether a thing is what others are ranked by: top customers by invoices.
func (s *state) topBy(n *node) bool {
	return s.top && s.conn == "by" && s.target != nil && n.via == nil && len(s.sorts) == 0 && len(s.fns) == 0 && !s.valueFollows()
}

// misplaced reports whether a word is no table because of the one before it: a user account
// is no account of the ledger, a skill level no stock level, and cats as pets are the same ones.
func misplaced(n *node, before *item) bool {
	if before != nil && before.class == aTable && !slices.ContainsFunc(n.means, func(m meaning) bool { return m.quality > byHead }) {
		return true
	}
	return before.is("filler") && fold(before.text) == "as"
}

// attach hangs a table onto the one it says something about.
func (s *state) attach(n *node) error {
	if s.figuresToo() {
		return errReading
	}
	n.parent, n.conn, n.neg = s.attachTo(), s.conn, s.neg
	if s.beside() {
		n.parent, n.conn = s.focus.parent, orElse(n.conn, s.focus.conn)
	}
	if s.op != nil {
		if len(s.op.values) == 0 {
			return errReading
		}
		n.cmp, s.op = s.op, nil
	}
	s.neg, s.focus = false, n
	if n.conn == "" && n.cmp == nil && n.via == nil && !n.neg {
		// Two things side by side, with nothing that says how they belong together.
		if (s.intent == "list" || s.intent == "count") && s.andBefore() {
			return errReading
		}
		n.conn = "with"
	}
	return nil
}

// beside reports whether a thing is joined by "and" or "but" to the one before, and hangs
// on the same thing as that one: customers with a contract but no plan.
func (s *state) beside() bool {
	if s.focus == nil || s.focus.parent == nil || !contains([]string{"with", "that", "without"}, s.focus.conn) {
		return false
	}
	for k := s.focus.last + 1; k < s.i; k++ {
		if it := &s.items[k]; it.is("and", "nor") || it.class == aComma {
			return true
		}
	}
	return false
}

// columnAhead reports whether a column comes right behind: of the table that was named.
func (s *state) columnAhead() bool {
	next := s.peek(1)
	return next != nil && next.class == aColumn
}

// groupOn goes on with groups: "per priority and status".
func (s *state) groupOn() {
	if s.conn == "" && s.andBefore() && s.grouped > 0 && s.grouped == s.i-2 && s.op == nil && !s.neg {
		s.conn = "per"
	}
	if s.conn == "per" || s.conn == "by" {
		s.grouped = s.i
	}
}

// theirs reports whether a thing is to be shown beside the target: it is said to be theirs.
func (s *state) theirs(before *item) bool {
	return s.intent == "list" && before.is("filler") && contains([]string{"their", "its", "his", "her"}, before.text) && len(s.figures) == 0
}

func sameTables(a, b *node) bool { return slices.EqualFunc(a.means, b.means, sameMeaning) }

func (s *state) andBefore() bool {
	before := s.peek(-1)
	return before != nil && (before.class == aComma || before.is("and", "or"))
}

// compound reads "customer invoices": the second one is meant, and it belongs to the first.
func (s *state) compound(n *node) {
	first := s.focus
	n.parent, n.conn, n.neg, n.cmp = first.parent, first.conn, first.neg, first.cmp
	first.parent, first.conn, first.neg, first.cmp = n, "of", false, nil
	for _, need := range s.needs {
		if need.node == first && need.means != nil {
			need.node = n // "open customer complaints": complaints are open
		}
	}
	if s.target == first {
		s.target = n
	}
	if s.counted == first {
		s.counted = n
	}
	s.focus = n
}

// countBeside reads what is counted beside the target: "customers with the most invoices".
func (s *state) countBeside(n *node) error {
	if s.target == nil && s.who && len(s.outs) == 0 {
		s.whoHas(n)
	}
	if s.target == nil || s.counted != nil || s.neg {
		return errReading
	}
	n.parent, n.conn = s.target, "count"
	if s.super != "" {
		s.sorts = append(s.sorts, sorting{count: true, desc: s.super == "most" || s.super == "max"})
		if s.limit == 0 && !s.top {
			s.limit = 1
		}
	}
	s.counted, s.focus, s.counting, s.super, s.conn = n, n, false, "", ""
	return nil
}

// valueFollows reports whether a value comes next: then a table says where it stands.
func (s *state) valueFollows() bool {
	next, _ := s.following(1)
	return next != nil && (next.class == aValue || next.class == aText || next.class == aNumber)
}
