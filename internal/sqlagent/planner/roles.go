package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// addDoer adds who did something by the name that English has for it: the reviewer of an
// inspection is in reviewedBy.
func (p *Planner) addDoer(e *edge) {
	if e.hub || !e.deed || len(e.plain) != 1 || !strings.HasSuffix(e.plain[0], "ed") {
		return
	}
	base := strings.TrimSuffix(e.plain[0], "ed")
	for _, doer := range []string{base + "er", base + "or"} {
		p.lexicon.add([]string{schema.Stem(doer)}, meaning{table: e.one, edge: e, quality: byShort, last: doer})
	}
}

// peopleOf makes the people of "who works in the finance department" what is asked for: the
// only ones that name it.
func (s *state) peopleOf(in *node) bool {
	who := &node{text: "who", last: -9}
	for _, m := range in.means {
		if m.edge != nil || m.quality < byComment {
			continue
		}
		for _, st := range s.p.near[m.table] {
			if !st.up && st.named && st.to().person() && !slices.ContainsFunc(who.means, func(o meaning) bool { return o.table == st.to() }) {
				who.means = append(who.means, meaning{table: st.to(), quality: byName})
			}
		}
	}
	if len(who.means) != 1 {
		return false
	}
	s.target, s.focus, s.nodes = who, in, append(s.nodes, who)
	in.parent, in.conn = who, "in"
	return true
}

// rolesFirst reads "the inspector and the reviewer of every inspection": roles that stand
// before the thing that has them.
func (s *state) rolesFirst(n *node) bool {
	role := func(m meaning) bool { return m.edge != nil }
	if s.target != nil || s.intent != "list" || s.neg || s.op != nil || len(s.pre) > 0 || len(s.fns) > 0 || len(s.outs) > 0 || !slices.ContainsFunc(n.means, role) {
		return false
	}
	next, k := s.following(1)
	after, _ := s.following(k + 1)
	more := (next.is("and") || next != nil && next.class == aComma) && after != nil && after.class == aTable && slices.ContainsFunc(after.means, role)
	if !more && !(len(s.roles) > 0 && next.is("of", "for", "per")) {
		return false
	}
	n.means = slices.DeleteFunc(slices.Clone(n.means), func(m meaning) bool { return m.edge == nil })
	s.roles = append(s.roles, n)
	return true
}

// showRoles hangs roles that were named before onto the thing that has them.
func (s *state) showRoles() {
	for _, n := range s.roles {
		s.show(n)
	}
	s.roles = nil
}

// isDoer reports whether a word is the noun for who does something, and not the verb.
func isDoer(word string, means []meaning) bool {
	word = strings.TrimSuffix(word, "s")
	return (strings.HasSuffix(word, "er") || strings.HasSuffix(word, "or")) && slices.ContainsFunc(means, func(m meaning) bool { return m.edge != nil })
}
