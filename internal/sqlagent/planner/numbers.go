package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// number reads a number: of a comparison, a limit, or the key of a row.
func (s *state) number(it *item) error {
	next, n := s.following(1)
	orMore := next.is("ormore", "orless")
	switch {
	case s.op != nil && len(s.op.values) == 0:
		s.op.values = []string{it.number}
		return s.compared()
	case orMore:
		s.op = &compare{op: ">=", values: []string{it.number}}
		if next.is("orless") {
			s.op.op = "<="
		}
		s.i += n
		return s.compared()
	case s.subject != nil:
		s.op = &compare{op: "=", values: []string{it.number}}
		return s.compared()
	case s.target == nil && s.limit == 0 && it.whole() && s.limits():
		s.limit = atoi(it.number)
		if s.super == "" {
			s.top = true
		}
		return nil
	case s.intent == "follow" && s.top && s.limit == 0 && it.whole():
		s.limit = atoi(it.number)
		return nil
	case s.afterTable() && it.whole() && isDigit(it.text[0]) && !(len(it.text) == 4 && it.number >= "1900" && it.number < "2200" && strings.HasSuffix(fold(s.peek(-1).text), "s")): // invoices 2025 are those of a year
		s.needs = append(s.needs, &need{node: s.focus, cmp: &compare{op: "=", values: []string{it.number}}, text: &it.number})
		return nil
	case s.conn == "with" && next != nil && next.class == aTable && it.whole():
		s.op = &compare{op: "=", values: []string{it.number}}
		return nil
	}
	return errReading
}

func (it *item) whole() bool { return atoi(it.number) > 0 && itoa(atoi(it.number)) == it.number }

func atoi(s string) int {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) || n > 1e8 {
			return -1
		}
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// limits reports whether a number says how many rows are wanted: before the noun.
func (s *state) limits() bool {
	if s.intent == "count" {
		return false
	}
	for k := 1; ; k++ {
		next, n := s.following(k)
		switch {
		case next == nil:
			return false
		case next.class == aTable:
			return true
		case next.class == aColumn:
			return slices.ContainsFunc(s.items[s.i+n:], func(it item) bool { return it.is("most") })
		case next.class == aValue, next.is("most", "max", "min", "newest", "oldest", "fewest", "dear", "cheap"):
			k = n
			continue
		}
		return false
	}
}

// afterTable reports whether the item before is the table that is spoken of.
func (s *state) afterTable() bool {
	before := s.peek(-1)
	return before != nil && before.class == aTable && s.focus != nil && s.focus.last == s.i-1 && s.op == nil
}

// compared makes a comparison of the column that was named; else it waits for one.
func (s *state) compared() error {
	if next, n := s.following(1); next.is("units") {
		s.i += n
	}
	if s.subject == nil {
		s.verbCompared()
		return nil
	}
	s.needs = append(s.needs, &need{means: s.subject, node: s.subNode, cmp: s.op, neg: s.neg})
	s.subject, s.op, s.neg, s.conn = nil, nil, false, ""
	return nil
}

// verbCompared reads "scored below 50": the verb is the name of the column.
func (s *state) verbCompared() {
	if len(s.hints) == 0 || s.target == nil {
		return
	}
	hint := s.hints[len(s.hints)-1]
	before := s.peek(-1)
	if s.op == nil || before == nil || s.peek(-2) == nil || s.peek(-2).from != hint.from {
		return
	}
	n := &need{node: s.attachTo(), cmp: s.op, near: true}
	for _, t := range s.p.tables {
		for _, c := range t.columns {
			if c.kind == isNumber && !c.key && len(c.words) == 1 && slices.ContainsFunc(hint.verbs, func(v verb) bool { return c.words[0] == v.stem }) {
				n.means = append(n.means, meaning{column: c, quality: byName})
			}
		}
	}
	if len(n.means) > 0 && !s.neg {
		s.needs, s.hints, s.op = append(s.needs, n), s.hints[:len(s.hints)-1], nil
	}
}

// quoted reads a text that the database was not asked for: it needs a column.
func (s *state) quoted(it *item) error {
	if s.subject == nil || s.op != nil {
		return errReading
	}
	text := it.text
	s.needs = append(s.needs, &need{means: s.subject, node: s.subNode, text: &text, neg: s.neg})
	s.subject, s.neg, s.conn = nil, false, ""
	return nil
}

// date reads a time, or two of them with "and" or "to" between.
func (s *state) date(it *item) error {
	d := it.span
	before := s.peek(-1)
	for k := 2; before.is("filler"); k++ {
		before = s.peek(-k)
	}
	if d.closed {
		s.when = ""
	} else if before.is("between", "from", "since") {
		and, n := s.following(1)
		b, m := s.following(n + 1)
		if and.is("and", "to", "until") && b != nil && b.class == aDate {
			if d.loose && !b.span.loose {
				d = d.upTo(b.span) // between July and September 2026
			}
			d = span{from: d.from, to: b.span.to, label: d.label + " to " + b.span.label, loose: d.loose && b.span.loose && d.from.Before(b.span.from)}
			s.i += m
			s.when = ""
		} else if before.is("between") {
			return errReading
		}
	}
	s.ownAmount()
	if s.subject != nil || s.op != nil || s.conn == "per" || s.conn == "order" || s.or {
		return errReading
	}
	if before.is("from") && s.when == "since" && !before.is("in") && before.text == "from" && s.closedDate() {
		s.when = "" // "invoices from 2025" are of that year
	}
	if s.participle() {
		return errReading
	}
	n := &need{means: s.times, node: s.timeNode, span: &d, op: s.when, neg: s.neg, own: s.times == nil, aim: before.is("for"), soon: s.starting()}
	if n.node == nil {
		n.node = s.attachTo()
	}
	if n.node != s.target && s.happened() {
		return errReading
	}
	s.needs = append(s.needs, n)
	s.times, s.timeNode, s.when, s.neg, s.conn = nil, nil, "", false, ""
	return nil
}

// ownAmount takes a number that waits for its column for the amount of the thing itself: over
// 500 euros in May.
func (s *state) ownAmount() {
	if s.op != nil && len(s.op.values) > 0 && s.target != nil && s.subject == nil {
		s.needs = append(s.needs, &need{node: s.attachTo(), cmp: s.op, own: true, neg: s.neg})
		s.op, s.neg = nil, false
	}
}

// starting reports whether the verb before a time is not in the past: what starts in July may
// be yet to come.
func (s *state) starting() bool {
	for k := 1; k < 4; k++ {
		if it := s.peek(-k); it != nil && (it.class == aHint || it.class == aColumn) {
			return contains([]string{"start", "starts", "starting", "begin", "begins", "beginning"}, fold(it.text))
		}
	}
	return false
}

// closedDate reports whether nothing follows that makes it the beginning of a time.
func (s *state) closedDate() bool {
	next, _ := s.following(1)
	return next == nil || !next.is("to", "until")
}

// participle reports whether a state stands right before a time: "invoices paid in May" may
// mean when they were paid, or that they are paid now.
func (s *state) participle() bool {
	before := s.peek(-1)
	if !before.is("in", "on", "during", "since", "before", "after", "between", "from", "until") && !(before != nil && before.class == aValue) {
		return false
	}
	if before.class != aValue {
		before = s.peek(-2)
	}
	if before == nil || before.class != aValue || len(s.needs) == 0 {
		return false
	}
	for _, m := range before.means {
		if !s.about(m.column.table) {
			continue
		}
		if (len(m.column.Values) > 0 || m.column.kind == isTruth) && !s.onlyDate(m, before) {
			return true
		}
	}
	return false
}

// happened reports whether a state was said as something that was done: "were invoiced to
// customers since April" is about when, and no state says that.
func (s *state) happened() bool {
	for i := range s.items[:s.i] {
		if i > 0 && s.items[i].class == aValue && strings.HasSuffix(fold(s.items[i].text), "ed") && contains([]string{"was", "were", "been", "got"}, fold(s.items[i-1].text)) {
			return true
		}
	}
	return false
}

// about reports whether a question may be about a table, as far as it was read.
func (s *state) about(t *table) bool {
	if s.target != nil {
		return true
	}
	return slices.ContainsFunc(s.figures, func(f figure) bool {
		return slices.ContainsFunc(f.means, func(m meaning) bool { return m.column != nil && m.column.table == t })
	})
}

// onlyDate reports whether the table of a state has one date that can be meant, and no
// other table tells when the state came about.
func (s *state) onlyDate(m meaning, it *item) bool {
	t := m.column.table
	dates := s.dates(t)
	if len(dates) != 1 {
		return false
	}
	// Who is on call in May is so on a day of May: the row is about that day.
	always := m.column.kind == isTruth && !t.lasts() && !dates[0].column.Nullable
	if m.column.changes() && !t.happens() && !always {
		return false
	}
	if s.verbNames(t, it) {
		return false
	}
	stem := schema.Stem(fold(it.text))
	for _, near := range append([]step{{&edge{many: t, one: t}, true}}, s.p.near[t]...) {
		for _, c := range near.to().columns {
			if c.kind == isDate && slices.Contains(c.words, stem) {
				return false
			}
		}
	}
	return true
}

// changes reports whether a label is a state that came about after the row did, on a day that
// its dates need not tell: a vehicle that was sold in 2024 was bought before. What kind
// something is, and how it came out, is so from the beginning.
func (c *column) changes() bool {
	return c.kind == isTruth || strings.Contains(" status state stage phase ", " "+lastWord(c.Name)+" ")
}

// happens reports whether rows of a table take place at a time, with a beginning and an end:
// an appointment that was missed in May was one in May.
func (t *table) happens() bool {
	begins := func(word string) bool {
		return slices.ContainsFunc(t.columns, func(c *column) bool {
			return c.kind == isDate && !c.Nullable && strings.HasPrefix(strings.ToLower(c.Name), word)
		})
	}
	return begins("start") && begins("end")
}

// verbNames reports whether a state's name is a verb that people use for a date of a table:
// what expired is what was valid until then.
func (s *state) verbNames(t *table, it *item) bool {
	base := verbBase(fold(it.text))
	for said, verbs := range sameVerbs() {
		if verbBase(said) == base && slices.ContainsFunc(t.columns, func(c *column) bool {
			return c.kind == isDate && !c.audit && slices.ContainsFunc(verbs, func(v verb) bool { return !v.light && slices.Contains(c.words, v.stem) })
		}) {
			return true
		}
	}
	return false
}
