package planner

import (
	"slices"
	"strings"
)

// A list may be followed by what to show of each row: "lifts: serial number and customer",
// "jobs in progress with the supervisor's name", "contracts, together with the customer".

// shows are words that ask to see things, so that "with" says what to see beside them.
const shows = " list show show me give give me display print "

// seen reports whether a thing is to be shown beside the target: "list jobs with supervisor
// and dispatcher". It is one that each row of the target names, and nothing is said of it.
func (s *state) seen(n *node, described bool) bool {
	if s.intent == "count" || s.intent == "follow" || s.target == nil || described || s.op != nil || s.neg || n.via != nil || len(s.figures) > 0 || s.counted != nil || s.valueFollows() || s.timeFollows() {
		return false
	}
	if !slices.ContainsFunc(n.means, func(m meaning) bool { return s.names(s.target, m) }) {
		return false
	}
	if s.listed() {
		return s.ended()
	}
	if s.conn == "with" && fold(s.withWord()) == "with" && s.peek(-1).is("with") && s.listGoesOn() && s.intent != "count" {
		return true // jobs on hold with supervisor and branch
	}
	if s.andBefore() && len(s.shows) > 0 && s.shows[len(s.shows)-1].last == s.i-2 && s.ended() {
		return true
	}
	if first := s.listWord(); s.intent != "list" || s.implied || first == nil || !strings.Contains(shows, " "+fold(first.text)+" ") {
		return false
	}
	if before := s.peek(-1); before.is("filler") && contains([]string{"a", "an", "any"}, before.text) {
		return false // employees with a manager are those that have one
	}
	on := s.conn == "with" && contains([]string{"with", "including", "include"}, fold(s.withWord()))
	return on || s.andBefore() && len(s.shows) > 0 && s.shows[len(s.shows)-1].last >= s.i-3
}

// listGoesOn reports whether another column or thing comes behind "and", with nothing said of it.
func (s *state) listGoesOn() bool {
	and, n := s.following(1)
	next, k := s.following(n + 1)
	end, _ := s.following(k + 1)
	return (and.is("and") || and != nil && and.class == aComma) && next != nil && (next.class == aColumn || next.class == aTable) && (end == nil || end.class == aComma || end.is("and"))
}

// listed reports whether what comes now is said to be shown: behind a colon, behind "together
// with", behind "with the", or joined by "and" to what is.
func (s *state) listed() bool {
	if s.target == nil || s.intent == "count" || s.intent == "follow" || s.neg || s.op != nil || len(s.figures) > 0 || s.counted != nil {
		return false
	}
	article := false
	for k := 1; ; k++ {
		it := s.peek(-k)
		switch {
		case it == nil:
			return false
		case it.is("filler"):
			article = article || contains([]string{"the", "their", "its", "his", "her"}, fold(it.text))
		case it.is("beside"):
			return true
		case it.class == aComma || it.is("and"):
			return s.tail && (it.text == ":" || len(s.outs)+len(s.shows) > 0)
		case it.is("with"):
			return article && contains([]string{"with", "including", "include"}, fold(it.text))
		default:
			return false
		}
	}
}

// ended reports whether nothing is said of the thing just named, but whose it is: "the
// customer they belong to".
func (s *state) ended() bool {
	next, n := s.following(1)
	if next == nil || next.class == aComma || next.is("and") {
		return true
	}
	if next.is("that") {
		next, n = s.following(n + 1)
	}
	after, _ := s.following(n + 1)
	return next != nil && (next.class == aVerb || next.is("of", "in", "with")) && after == nil
}

// otherColumn reads a column of a thing that each row names: "with the plate of their
// vehicle".
func (s *state) otherColumn(it *item) bool {
	if !s.listed() || !s.ofOther() {
		return false
	}
	_, k := s.following(1)
	thing, k := s.following(k + 1)
	n := &node{means: slices.DeleteFunc(slices.Clone(thing.means), func(m meaning) bool { return !s.names(s.target, m) }), text: thing.text, last: s.i + k}
	if len(n.means) == 0 {
		return false
	}
	s.i += k
	if !s.ended() {
		s.i -= k
		return false
	}
	s.nodes = append(s.nodes, n)
	s.show(n)
	s.outs = append(s.outs, output{means: it.means, node: n})
	return true
}

// names reports whether rows of a node name what is meant, each at most one.
func (s *state) names(of *node, m meaning) bool {
	return slices.ContainsFunc(of.means, func(t meaning) bool {
		return t.edge == nil && slices.ContainsFunc(s.p.near[t.table], func(st step) bool {
			return st.up && !st.hub && st.to() == m.table && (m.edge == nil && st.named || m.edge == st.edge)
		})
	})
}

func (s *state) listWord() *item {
	for i := range s.items[:s.i] {
		if s.items[i].is("list") {
			return &s.items[i]
		}
	}
	return nil
}

func (s *state) withWord() string {
	for k := 1; ; k++ {
		it := s.peek(-k)
		if it == nil || it.is("with") {
			return textOf(it)
		}
	}
}

func textOf(it *item) string {
	if it == nil {
		return ""
	}
	return it.text
}

// show puts a thing beside the target.
func (s *state) show(n *node) {
	n.parent, n.conn, s.conn = s.target, "show", ""
	s.shows, s.besides = append(s.shows, n), true
}

// dated reports whether a time was given, so that the date is shown.
func (s *state) dated() bool {
	return s.intent == "list" && slices.ContainsFunc(s.needs, func(n *need) bool { return n.span != nil })
}

// besideColumn adds a column that was named to be shown.
func (b *builder) besideColumn(out output) (bool, error) {
	if out.node == nil || out.node.conn != "show" || out.node == b.root {
		return false, nil
	}
	o, err := b.s.pick(b.s.columnOptions(out.means, out.node, func(c *column) bool { return c.kind != isOther && c.table == out.node.table }))
	if err != nil {
		return true, err
	}
	for _, c := range columnsOf(o) {
		b.add(ref{hopsOf(b.path(out.node)), c.Name})
	}
	return true, nil
}
