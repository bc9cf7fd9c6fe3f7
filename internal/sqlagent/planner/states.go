package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// People have words for several states at once: an unpaid invoice was sent, is overdue or
// was paid in part, but is neither paid nor cancelled; an open job is one that somebody
// still has to do. Which states these are follows from the labels of a column.

// ended are states of what came to nothing, reached of what came to its end.
const (
	ended   = undone + "expired missed refused failed withdrawn void "
	reached = " done completed complete finished paid closed resolved repaired received returned kept accepted approved won sold invoiced billed converted delivered reimbursed archived "
	begun   = " draft "
)

// stillOpen are words for what has not come to its end, asked those for what somebody has to
// decide on.
var (
	stillOpen = []string{"open", "outstanding", "unfinished", "incomplete", "unsettled"}
	asked     = []string{"pending", "waiting", "awaiting approval", "waiting for approval", "waiting to be approved", "to be approved", "awaiting decision", "waiting for a decision"}
)

func among(list, label string) bool { return strings.Contains(list, " "+strings.ToLower(label)+" ") }

// addStates adds what people say for several states of a column.
func (p *Planner) addStates(c *column) {
	if !c.changes() || len(c.Values) < 3 || c.kind == isTruth {
		return
	}
	var open, drafts []string
	ends := false
	for _, v := range c.Values {
		switch {
		case among(reached, v):
			ends = true
		case among(ended, v):
		case among(begun, v):
			drafts = append(drafts, v)
		default:
			open = append(open, v)
		}
	}
	if !ends || len(open) == 0 {
		return
	}
	for _, word := range stillOpen {
		if !slices.ContainsFunc(c.Values, func(v string) bool { return strings.EqualFold(v, word) }) && !slices.Contains(c.Values, "open") && !among(" approved ", strings.Join(c.Values, " ")) {
			p.addState(word, c, open, drafts)
		}
	}
	for _, v := range c.Values {
		if !among(reached, v) || !strings.HasSuffix(v, "d") {
			continue
		}
		// Before it: neither that nor a later one.
		other := slices.ContainsFunc(c.Values, func(o string) bool { return o != v && among(reached, o) && !among(goneOn[strings.ToLower(v)], o) })
		if !other {
			p.addState("un"+strings.ToLower(v), c, open, drafts)
		}
	}
	var waits []string
	for _, v := range open {
		if among(" requested submitted proposed ", v) {
			waits = append(waits, v)
		}
	}
	if len(waits) == 1 && len(open) == 1 {
		for _, word := range asked {
			p.addState(word, c, waits, nil)
		}
	}
}

// stillDue says of what is overdue that it is not done: of rows with a state that the
// question does not name, it is one in which something has yet to happen.
func (s *state) stillDue() error {
	for _, n := range slices.Clone(s.needs) {
		if !n.overdue || n.node == nil || n.node.table == nil || !n.node.table.ends() {
			continue
		}
		label := func(m meaning) bool {
			return m.value != nil && m.column.table == n.node.table && len(m.column.Values) > 0
		}
		if slices.ContainsFunc(s.needs, func(n *need) bool { return slices.ContainsFunc(n.means, label) }) {
			continue
		}
		var means []meaning
		for _, m := range s.p.lexicon.of["open"] {
			if label(m) && m.column.changes() {
				means = append(means, m)
			}
		}
		if len(means) != 1 || n.neg {
			return errReading // what was due and is done is not overdue
		}
		s.needs = append(s.needs, &need{means: means, node: n.node, exact: true})
	}
	return nil
}

// addState adds a word for several states. Whether a draft is one of them is for the person
// to say.
func (p *Planner) addState(word string, c *column, states, drafts []string) {
	var stems []string
	for w := range strings.FieldsSeq(word) {
		stems = append(stems, schema.Stem(w))
	}
	p.lexicon.add(stems, meaning{column: c, value: &states[0], more: states[1:], said: word, quality: bySynonym})
	if len(drafts) > 0 {
		all := append(slices.Clone(states), drafts...)
		p.lexicon.add(stems, meaning{column: c, value: &all[0], more: all[1:], said: word, quality: bySynonym})
	}
}

// several adds the other states that a word stands for.
func (n *need) several(o option) error {
	if len(o.more) == 0 {
		return nil
	}
	if n.neg || n.or != nil {
		return errReading // what is not unpaid is paid, or was cancelled
	}
	n.said = o.said
	last := n
	for _, v := range o.more {
		last.or = &need{means: []meaning{{column: o.column, value: &v, quality: byName}}, node: n.node}
		last = last.or
	}
	return nil
}
