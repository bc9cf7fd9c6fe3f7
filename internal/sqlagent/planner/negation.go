package planner

import (
	"slices"
	"strings"

	"burrow/internal/say"
)

// neitherNor reads "neither paid nor cancelled" and "neither contracts nor complaints": each of
// the two is negated.
func (s *state) neitherNor(it *item) error {
	if it.is("neither") {
		if s.neg || s.or || s.neither {
			return errReading
		}
		s.neg, s.neither = true, true
		return nil
	}
	if !s.neither || s.neg || s.or {
		return errReading
	}
	s.neg, s.neither = true, false
	if f := s.focus; f != nil && f.neg && f.last == s.i-1 {
		s.conn = "with"
		return nil
	}
	s.or = true
	return nil
}

// undone are states of what came to nothing.
const undone = " cancelled canceled rejected declined lost skipped removed "

// goneOn has for a state those of rows that were in it before: what is invoiced is completed.
var goneOn = map[string]string{
	"completed": " invoiced billed paid archived ", "done": " invoiced billed paid archived ", "finished": " invoiced billed paid archived ",
	"delivered": " invoiced billed paid ", "approved": " paid reimbursed ", "submitted": " approved rejected paid reimbursed ",
	"sent": " paid partlypaid overdue accepted rejected ", "ordered": " received delivered ",
}

// saidOf reports whether the question says of the same thing that it is in a state of a column.
func (s *state) saidOf(n *need, c *column) bool {
	return slices.ContainsFunc(s.needs, func(x *need) bool {
		return x != n && !x.neg && x.span == nil && x.cmp == nil && x.node == n.node && slices.ContainsFunc(x.means, func(m meaning) bool { return m.value != nil && m.column == c })
	})
}

// exclude adds a state to those that rows must not have.
func (n *need) exclude(c *column, value string) {
	last := n
	for ; last.or != nil; last = last.or {
	}
	last.or = &need{means: []meaning{{column: c, value: &value, quality: byName}}, node: n.node, neg: true}
}

// negated makes states that rows must not have whole: what was invoiced has been completed. It
// asks what is meant by a single one: what is not paid is sent, overdue or cancelled, and a
// cancelled one is hardly meant.
func (s *state) negated(n *need, o option) error {
	if !n.neg || valueOf(n, o) == nil || len(o.column.Values) < 3 || s.saidOf(n, o.column) {
		return nil // completed ones that are not invoiced
	}
	is := func(v string) bool { return strings.Contains(undone, " "+strings.ToLower(v)+" ") }
	single := n.or == nil && !is(o.value)
	out := []string{o.value}
	for x := n.or; x != nil; x = x.or {
		for _, m := range x.means {
			if m.column == o.column && m.value != nil {
				out = append(out, *m.value)
			}
		}
	}
	for _, v := range slices.Clone(out) {
		for _, later := range o.column.Values {
			if strings.Contains(goneOn[strings.ToLower(v)], " "+strings.ToLower(later)+" ") && !slices.Contains(out, later) {
				n.exclude(o.column, later)
				out = append(out, later)
			}
		}
	}
	at := slices.IndexFunc(o.column.Values, func(v string) bool { return is(v) && !slices.Contains(out, v) })
	if !single || at < 0 {
		return nil
	}
	other, all := o.column.Values[at], strings.Join(out, "”, “")
	i, err := s.choose([]string{
		say.T("all but “{value}”", "value", all),
		say.T("neither “{value}” nor “{other}”", "value", all, "other", other),
	})
	if i == 1 {
		n.exclude(o.column, other)
	}
	return err
}
