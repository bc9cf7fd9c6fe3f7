package planner

import (
	"slices"
	"strings"
)

// Tools are lent and given back, and people join a crew and leave it: rows between two tables may
// end. "Which employees have a ladder?" asks for those who have one now, and not for everybody
// who ever had one.

// stillHeld adds to what somebody has that it was not given back.
func (b *builder) stillHeld() {
	now := b.s.now
	for _, it := range b.s.items {
		for w := range strings.FieldsSeq(fold(it.text)) {
			if contains([]string{"had", "ever", "never", "been"}, w) {
				return
			}
			now = now || it.class == aWord && contains([]string{"have", "has", "hold", "holds"}, w)
		}
	}
	for i := range b.q.Where {
		if now {
			b.open(&b.q.Where[i])
		}
	}
}

// open adds to a condition that the rows on the way to others have not ended.
func (b *builder) open(c *cond) {
	at, ended := b.s.p.ended(b.root.table, c, " returned left ")
	if ended == nil || c.Path[at].Up || slices.ContainsFunc(c.Where, func(w cond) bool { return w.Kind != "compare" }) {
		return
	}
	for i, w := range c.Where {
		c.Where[i].Ref = &ref{slices.Concat(c.Path[at+1:], w.Ref.Path), w.Ref.Column}
	}
	c.Path = c.Path[:at+1]
	c.Where = append(c.Where, cond{Kind: "compare", Ref: &ref{Column: ended.Name}, Op: "null"})
}

// mayHaveEnded reports whether a condition leads through rows that end, and does not say whether
// they have.
func (b *builder) mayHaveEnded() bool {
	return slices.ContainsFunc(b.q.Where, func(c cond) bool {
		_, ended := b.s.p.ended(b.root.table, &c, " ends returned left until ")
		return ended != nil
	})
}

// ended is the first column on the way of a condition that says when a row ended, by one of the
// words, and that the condition does not mention.
func (p *Planner) ended(root *table, c *cond, words string) (at int, _ *column) {
	if c.Kind != "exists" {
		return 0, nil
	}
	for at := range c.Path {
		for _, col := range p.end(root, c.Path[:at+1]).columns {
			if col.kind == isDate && col.Nullable && strings.Contains(words, " "+nameParts(col.Name)[0]+" ") &&
				!slices.ContainsFunc(c.Where, func(w cond) bool { return w.Ref != nil && w.Ref.Column == col.Name }) {
				return at, col
			}
		}
	}
	return 0, nil
}
