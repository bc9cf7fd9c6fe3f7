package planner

import (
	"slices"
	"strings"
)

// thingsOf is the table whose rows are of a kind, if the kind's name can stand for them:
// lorries are vehicles, electricians are employees. It is the table that the kinds are
// called after, or the only one that names them.
func (p *Planner) thingsOf(kinds *table) *table {
	var only []*table
	for _, s := range p.near[kinds] {
		if s.up || s.hub || !s.named || s.optional {
			continue
		}
		if kinds.partOf(s.many) && kinds.kinds() {
			return s.many
		}
		if !slices.Contains(only, s.many) {
			only = append(only, s.many)
		}
	}
	if len(only) == 1 && only[0].person() {
		return only[0]
	}
	return nil
}

// kinds reports whether a table's rows are kinds of things.
func (t *table) kinds() bool {
	return strings.Contains(" type kind category class ", " "+lastWord(t.Name)+" ")
}

// labels reports whether a table's rows are known by their names alone. Two with the same name,
// of two companies say, are one to whoever asks.
func (t *table) labels() bool {
	return t.kinds() || strings.Contains(" title reason priority source method status stage ", " "+lastWord(t.Name)+" ")
}

// addKinds adds, for a value that names a kind, the things of that kind.
func (b *board) addKinds(i, n int, means []meaning) {
	if b.tokens[i].quoted || b.tokens[i].capital && b.l.name != "de" {
		return
	}
	for _, m := range means {
		if m.value == nil || m.label() || !slices.Contains(m.column.table.shown(), m.column) {
			continue
		}
		if t := b.p.thingsOf(m.column.table); t != nil {
			kind := m
			b.add(item{class: aTable, from: i, to: i + n, means: []meaning{{table: t, quality: byShort, kind: &kind}}, cost: .3})
		}
	}
}

// ofKind adds the condition that things named by their kind are of it.
func (s *state) ofKind(n *node) {
	if len(n.means) == 1 && n.means[0].kind != nil {
		s.needs = append(s.needs, &need{means: []meaning{*n.means[0].kind}, node: n})
	}
}

// isKind reads "how many who left were electricians": the kind is said of the things themselves.
func (s *state) isKind(n *node, described []*need) bool {
	if n.means[0].kind == nil || s.target == nil || len(described) > 0 || s.neg || s.op != nil || s.counting || s.super != "" {
		return false
	}
	before := s.peek(-1)
	if !before.is("filler") || !contains([]string{"are", "is", "were", "was"}, fold(before.text)) || !slices.ContainsFunc(s.target.means, func(m meaning) bool { return m.table == n.means[0].table && m.edge == nil && m.kind == nil }) {
		return false
	}
	s.needs[len(s.needs)-1].node = s.target
	s.nodes = s.nodes[:len(s.nodes)-1]
	s.focus, s.conn = s.target, ""
	return true
}

// kindOf makes the kinds of "each kind of plant" those of the thing: it reports false if
// another thing's were meant, since a kind of priority is no kind of job.
func (s *state) kindOf(n *node) bool {
	if !s.peek(-1).is("of") || len(s.groups) == 0 || s.groups[len(s.groups)-1].node == nil {
		return true
	}
	g := s.groups[len(s.groups)-1].node
	if g.last != s.i-2 || slices.ContainsFunc(g.means, func(m meaning) bool { return m.quality > byHead }) {
		return true
	}
	g.means = slices.DeleteFunc(slices.Clone(g.means), func(k meaning) bool {
		return k.table == nil || !slices.ContainsFunc(n.means, func(m meaning) bool { return m.edge == nil && k.table.partOf(m.table) })
	})
	for i := range g.means {
		g.means[i].quality = byComment // it is named in full
	}
	return len(g.means) > 0
}

// addParticles adds words that belong to the verb before them and say no more: sent out.
func (b *board) addParticles(i int) {
	if b.l.name != "en" || i == 0 || !strings.Contains(" out up off away back in ", " "+b.tokens[i].folded+" ") || b.tokens[i].folded == "in" {
		return
	}
	for _, items := range b.at[max(0, i-3):i] {
		for _, it := range items {
			if it.to == i && (it.class == aHint || it.class == aVerb || it.class == aValue && strings.HasSuffix(b.tokens[i-1].folded, "t")) {
				b.add(item{class: aWord, from: i, to: i + 1, kinds: []string{"filler"}, cost: .1})
				return
			}
		}
	}
}

// taxed reports whether a column's sums are with tax or without, as its comment or its name
// says; "" if they do not say.
func (c *column) taxed() string {
	comment := strings.ToLower(c.Comment)
	switch w := nameParts(c.Name); {
	case strings.Contains(comment, "without tax"), strings.Contains(comment, "before tax"), strings.Contains(comment, "excluding tax"), slices.Contains(w, "net"):
		return "net"
	case strings.Contains(comment, "with tax"), strings.Contains(comment, "including tax"), slices.Contains(w, "gross"):
		return "gross"
	case slices.Contains(w, "tax") || slices.Contains(w, "vat"):
		return "tax"
	}
	return ""
}

// byTax leaves the columns that are with tax or without, as the question says. The tax
// itself is no amount of a thing as long as nobody asks for it.
func (s *state) byTax(means []meaning) []meaning {
	if len(means) < 2 && s.tax == "" {
		return means
	}
	return slices.DeleteFunc(slices.Clone(means), func(m meaning) bool {
		return m.column == nil || s.tax != "" && m.column.taxed() != s.tax || s.tax == "" && m.column.taxed() == "tax"
	})
}
