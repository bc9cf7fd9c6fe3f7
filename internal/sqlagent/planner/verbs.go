package planner

import (
	"slices"
	"strings"
	"sync"

	"burrow/internal/sqlagent/schema"
)

// verb is a word of columns that a verb of a question stands for.
type verb struct {
	stem  string
	light bool // it says only that something happened
}

// sameVerbs has for a verb those that names of columns have for it.
var sameVerbs = sync.OnceValue(func() map[string][]verb {
	text, err := data.ReadFile("data/verbs.txt")
	if err != nil {
		panic("planner: " + err.Error())
	}
	out := map[string][]verb{}
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for said := range strings.SplitSeq(rest, ",") {
			said, light := strings.CutPrefix(strings.TrimSpace(said), "~")
			out[said] = append(out[said], verb{schema.Stem(name), light})
		}
	}
	return out
})

// hint adds a verb that says no more than the tables do, or that names a date.
func (b *board) hint(i, n int, means []meaning) {
	t := b.tokens[i : i+n]
	if v, ok := sameVerbs()[joinFolded(t)]; ok && i > 0 && b.l.name == "en" && (b.asks(i) || !slices.ContainsFunc(means, func(m meaning) bool { return m.value == nil && m.quality >= byComment && !isDateMeaning(m) })) {
		b.add(item{class: aHint, from: i, to: i + n, verbs: append(slices.Clone(v), verb{stem: t[0].stem}), cost: .3})
		return
	}
	if n != 1 || len(b.l.phrases[t[0].folded]) > 0 || b.l.name != "en" || !b.p.said[t[0].stem] && !b.p.said[verbBase(t[0].folded)] {
		return
	}
	if b.verbForm(i, means) {
		b.add(item{class: aHint, from: i, to: i + 1, verbs: []verb{{stem: t[0].stem}}, cost: .3})
	} else if i > 0 && strings.HasSuffix(t[0].folded, "ed") && !slices.ContainsFunc(means, func(m meaning) bool { return m.value == nil && m.quality >= byComment && !isDateMeaning(m) }) {
		b.add(item{class: aHint, from: i, to: i + 1, verbs: []verb{{stem: t[0].stem}}, cost: .5}) // ordered this year and then cancelled
	}
}

// hint reads a verb. What was never done has no date of it.
func (s *state) hint(it *item) error {
	if s.target != nil && !s.neg && s.thanFollows() {
		if s.subject, s.subNode = s.p.datesOf(it.verbs), s.attachTo(); len(s.subject) == 0 && !it.light() {
			return errReading
		}
		return nil
	}
	if next, _ := s.following(1); it.light() && !s.neg && s.target != nil && next.is("gt", "ge", "lt", "le") {
		return nil // vehicles that have done more than 250,000 km
	}
	if !s.neg || s.conn == "with" {
		s.hints = append(s.hints, it)
		return nil
	}
	if s.attachTo() == nil || s.timeFollows() {
		return errReading
	}
	n := &need{node: s.attachTo(), null: true, near: true}
	for _, t := range s.p.tables {
		for _, c := range t.columns {
			if c.kind == isDate && c.Nullable && !c.audit && c.tells(it.verbs) {
				n.means = append(n.means, meaning{column: c, quality: byName})
			}
		}
	}
	if len(n.means) == 0 {
		return errReading
	}
	s.needs, s.neg = append(s.needs, n), false
	return nil
}

// asks reports whether "did" or the like stands before a word, so that it is the verb.
func (b *board) asks(i int) bool {
	for k := max(0, i-6); k < i; k++ {
		if f := b.tokens[k].folded; f == "did" || f == "do" || f == "does" {
			return true
		}
	}
	return false
}

// verbDates are the dates of a table that a verb names: a job is completed on its completion.
// none reports that there is no verb; false, that its date cannot be found.
func (s *state) verbDates(t *table) (out []option, none, ok bool) {
	if len(s.hints) == 0 {
		return nil, true, true
	}
	for _, it := range s.hints {
		if slices.ContainsFunc(t.columns, func(c *column) bool { return slices.Contains(c.Values, fold(it.text)) }) &&
			!slices.ContainsFunc(t.columns, func(c *column) bool { return c.kind == isDate && slices.Contains(c.words, schema.Stem(fold(it.text))) }) {
			return nil, false, false // an accepted offer whose time is over did not expire
		}
		for _, v := range it.verbs {
			for _, c := range t.columns {
				if c.kind == isDate && !c.audit && c.tells([]verb{v}) && !slices.ContainsFunc(out, func(o option) bool { return o.column == c }) {
					out = append(out, option{table: t, column: c, label: columnLabel(c)})
				}
			}
		}
		if len(out) > 0 {
			return out, false, true
		}
		out = s.dates(t)
		if len(out) != 1 || !it.light() && !s.saysVerb(t, it) {
			return nil, false, false
		}
	}
	return out, false, true
}

// byVerbs are those of some columns that a verb names, if there are: kilometres that were
// driven are no planned ones.
func (s *state) byVerbs(means []meaning) []meaning {
	for i, it := range s.hints {
		named := slices.DeleteFunc(slices.Clone(means), func(m meaning) bool {
			return m.column == nil || !slices.ContainsFunc(it.verbs, func(v verb) bool { return slices.Contains(m.column.words, v.stem) })
		})
		if len(named) == 0 {
			// The amount that was invoiced is that of invoices.
			for _, m := range means {
				if m.column != nil && len(m.column.table.words) == 1 && slices.ContainsFunc(it.verbs, func(v verb) bool { return v.stem == m.column.table.words[0] }) {
					m.quality = max(m.quality, byShort)
					named = append(named, m)
				}
			}
		}
		if len(named) > 0 && len(named) < len(means) {
			s.hints = slices.Delete(slices.Clone(s.hints), i, i+1)
			return named
		}
	}
	return means
}

func (it *item) light() bool {
	return slices.ContainsFunc(it.verbs, func(v verb) bool { return v.light })
}

// saysVerb reports whether a table's name or comment has a verb.
func (s *state) saysVerb(t *table, it *item) bool {
	if slices.ContainsFunc(it.verbs, func(v verb) bool { return slices.Contains(t.words, v.stem) }) {
		return true
	}
	said := fold(it.text)
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(t.Comment), func(r rune) bool { return r < 'a' || r > 'z' }), func(w string) bool {
		// Credit notes on invoices are not what was invoiced.
		return w == said || strings.HasSuffix(w, "ed") && verbBase(w) == verbBase(said)
	})
}

// heard reports whether each verb of a question is one of the root's: said of the table, of
// a column that cannot be empty, or of a date that a condition names. What has a day of
// completion need not be completed.
func (b *builder) heard() bool {
	t := b.root.table
	for _, it := range b.s.hints {
		timed := slices.ContainsFunc(b.s.needs, func(n *need) bool { return n.span != nil }) || slices.ContainsFunc(b.q.Groups, func(g group) bool { return g.Unit != "" })
		if b.s.saysVerb(t, it) || it.light() && timed {
			continue
		}
		said := slices.ContainsFunc(t.columns, func(c *column) bool {
			return (c.tells(it.verbs) || slices.ContainsFunc(it.verbs, func(v verb) bool { return slices.Contains(c.words, v.stem) })) && (timed || (!c.Nullable && !c.ahead()) || c.kind != isDate)
		})
		if !said {
			return false
		}
	}
	return true
}

// joined makes the people of "who joined us this year" what is asked for: the only ones
// with such a date.
func (s *state) joined() {
	if !s.who || s.target != nil || len(s.hints) != 1 || len(s.figures) > 0 {
		return
	}
	n := &node{text: s.hints[0].text}
	for _, t := range s.p.tables {
		if t.person() && slices.ContainsFunc(t.columns, func(c *column) bool { return c.kind == isDate && c.tells(s.hints[0].verbs[:1]) }) {
			n.means = append(n.means, meaning{table: t, quality: byName})
		}
	}
	if len(n.means) == 1 {
		s.target, s.focus, s.nodes = n, n, append(s.nodes, n)
	}
}

// person reports whether rows of a table are people: they have a first and a last name.
func (t *table) person() bool { return len(t.shown()) == 2 && lastWord(t.shown()[0].Name) == "name" }

// people shows who is asked for by "who" and "whose": the target, if it was named as in
// "who are our customers" or has names of people, or else the only people that its rows
// name.
func (b *builder) people() error {
	if !b.s.who || len(b.s.outs) > 0 || b.root.table.person() || len(b.q.Groups) > 0 || len(b.q.Measures) > 0 {
		return nil
	}
	if b.s.whoNamed {
		return nil
	}
	if b.s.limit > 0 {
		return errReading // who has the most hours is not who has the row with the most
	}
	var found []path
	for _, s := range b.s.p.near[b.root.table] {
		if s.up && !s.hub && s.named && s.to().person() { // not who sent them
			found = append(found, path{s})
		}
	}
	if len(found) != 1 {
		return errReading
	}
	b.q.Columns = nil
	for _, c := range found[0][0].to().shown() {
		b.add(ref{hopsOf(found[0]), c.Name})
	}
	b.q.Distinct = true
	return nil
}

// whoHas makes people what is asked for by "who has the most skills": those whom the rows
// belong to, or who are joined to them by a table that is called after them. What also
// belongs to somebody else, as an invoice does to a customer, may be theirs.
func (s *state) whoHas(of *node) {
	n := &node{text: "who"}
	if s.super != "most" {
		return // who has none has the fewest
	}
	for _, m := range of.means {
		if m.table == nil || m.edge != nil {
			continue
		}
		owner := s.owner(m.table)
		if owner == nil {
			return
		}
		if who := (meaning{table: owner, quality: byName}); !slices.ContainsFunc(n.means, func(m meaning) bool { return sameMeaning(m, who) }) {
			n.means = append(n.means, who)
		}
	}
	if len(n.means) == 1 {
		s.target, s.nodes = n, append(s.nodes, n)
	}
}

// owner is the table of the only people, and the only ones at all, that rows of a table can
// be said to be of.
func (s *state) owner(t *table) *table {
	var all, people []*table
	if slices.ContainsFunc(t.columns, func(c *column) bool { return c.kind == isNumber && !c.key && isMoney(c) }) {
		return nil // the most expenses may be the highest ones
	}
	add := func(to *table, named bool) {
		if to == t || !to.party() {
			return
		}
		if !slices.Contains(all, to) {
			all = append(all, to)
		}
		if named && to.person() {
			people = append(people, to)
		}
	}
	called := slices.ContainsFunc(s.p.near[t], func(st step) bool { return st.up && st.to().person() && t.partOf(st.to()) })
	for _, st := range s.p.near[t] {
		if st.up {
			if st.hub { // the company that keeps the row
				continue
			}
			if add(st.to(), st.named); !st.to().person() && !st.to().kinds() && !called {
				return nil // an appointment is also that of a job, and of who does it
			}
			continue
		}
		for _, far := range s.p.near[st.to()] {
			if far.up && far.named && st.to().partOf(far.to()) && s.p.bridges(st.to(), t) {
				add(far.to(), true)
			}
		}
	}
	if len(all) != 1 || len(people) != 1 {
		return nil
	}
	return people[0]
}

// bridges reports whether rows of a table name those of another.
func (p *Planner) bridges(t, of *table) bool {
	return slices.ContainsFunc(p.near[t], func(s step) bool { return s.up && s.to() == of && s.named })
}

// party reports whether rows of a table are somebody: they have a phone number or an address
// for mail.
func (t *table) party() bool {
	return t.person() || slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.Contains(c.words, "phone") || slices.Contains(c.words, "email")
	})
}
