package planner

import (
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// ofOther reports whether a column is that of another thing than the target: "and the names
// of dogs they own".
func (s *state) ofOther() bool {
	next, n := s.following(1)
	after, _ := s.following(n + 1)
	return next.is("of") && after != nil && after.class == aTable
}

// column reads the mention of a column.
func (s *state) column(it *item) error {
	if s.figureMore(it) {
		return nil
	}
	s.groupOn()
	switch {
	case s.op != nil && len(s.op.values) == 0:
		s.subject, s.subNode, s.conn = it.means, s.attachTo(), ""
		return nil
	case s.op != nil && len(s.op.values) > 0:
		s.needs = append(s.needs, &need{means: it.means, node: s.attachTo(), cmp: s.op, neg: s.neg})
		s.op, s.neg, s.conn = nil, false, ""
		return nil
	case s.ofValue(it):
		return nil
	case len(s.fns) == 0 && s.target == nil && s.sums(it) && !strings.Contains(it.text, " ") && !slices.ContainsFunc(s.items, func(it item) bool { return it.class == aTable }):
		return errReading // the total of what?
	case len(s.fns) == 0 && s.target == nil && s.intent != "count" && s.sums(it):
		s.fns = []string{"sum"}
		return s.figure(it)
	case (s.conn == "per" || s.conn == "by" && !s.top) && len(s.fns) == 1 && (s.fns[0] == "sum" || s.fns[0] == "avg") && s.target != nil && s.super == "" && s.plain(it):
		s.groups = append(s.groups, grouping{means: it.means}) // credit notes, sum by reason
		s.conn = ""
		return nil
	case s.calls(it) && s.conn == "with" && s.target != nil && s.super == "":
		return errReading // the total of invoices with tax is not that of the tax
	case s.calls(it):
		return s.figure(it)
	case s.super == "newest" || s.super == "oldest":
		if slices.ContainsFunc(it.means, isDateMeaning) {
			return s.superColumn(it)
		}
		return s.bareColumn(it) // the latest complaints with their status
	case s.super != "":
		return s.superColumn(it)
	case s.conn == "order":
		s.sorts = append(s.sorts, sorting{means: it.means, desc: s.desc == "desc"})
		s.conn = ""
		return nil
	case s.conn == "by" && s.top && len(s.sorts) == 0:
		s.sorts = append(s.sorts, sorting{means: it.means, desc: true})
		s.conn = ""
		return nil
	case s.conn == "per", s.conn == "by":
		if !slices.ContainsFunc(s.groups, func(g grouping) bool { return slices.EqualFunc(g.means, it.means, sameMeaning) }) {
			s.groups = append(s.groups, grouping{means: it.means})
		}
		s.conn = ""
		return nil
	}
	return s.bareColumn(it)
}

// figureMore reads the second word for a figure that was just named: kilometres driven.
func (s *state) figureMore(it *item) bool {
	n, k := len(s.figures), 1
	for s.peek(-k).is("filler") {
		k++
	}
	if before := s.peek(-k); n == 0 || before == nil || before.class != aColumn || !slices.EqualFunc(before.means, s.figures[n-1].means, sameMeaning) {
		return false
	}
	both := sameColumns(s.figures[n-1].means, it.means)
	if len(both) == 0 || len(both) == len(s.figures[n-1].means) {
		return false
	}
	s.figures[n-1].means = both
	return true
}

// bareColumn reads a column that waits for nothing: of a condition, a time, or to be shown.
func (s *state) bareColumn(it *item) error {
	switch {
	case s.counting:
		return errReading
	case s.target != nil && !s.neg && slices.ContainsFunc(it.means, isDateMeaning) && s.thanFollows():
		s.subject, s.subNode, s.conn = slices.DeleteFunc(slices.Clone(it.means), func(m meaning) bool { return !isDateMeaning(m) }), s.attachTo(), ""
		return nil
	case s.who && s.target == nil && s.timeFollows() && len(s.outs) == 0 && slices.ContainsFunc(it.means, isDateMeaning):
		s.done(it) // who left in 2025
		return nil
	case s.timeFollows() && slices.ContainsFunc(it.means, isDateMeaning):
		s.timed(it)
		return nil
	case s.timeBefore(it):
		return nil
	case slices.ContainsFunc(it.means, isDateMeaning) && (s.who && s.target == nil && s.newestFollows() || s.superFollows() && s.target != nil):
		s.done(it) // who was hired most recently, the office that completed the most jobs
		return nil
	case s.byFollows() && slices.ContainsFunc(it.means, isDateMeaning):
		return errReading // who did it is asked, and not when
	case s.condFollows(it):
		s.subject, s.subNode = it.means, s.attachTo()
		s.conn = ""
		return nil
	case s.intent == "count" && s.lacks(it):
		return nil
	case s.intent == "count":
		if s.target == nil && len(s.figures) == 0 {
			s.figures = append(s.figures, figure{fn: s.howMany(it), means: it.means})
			s.intent = "list"
			return nil
		}
		if slices.ContainsFunc(it.means, isDateMeaning) {
			s.times, s.timeNode = it.means, s.attachTo() // for "per month"
			return nil
		}
		return errReading
	case s.lacks(it):
		return nil
	case s.otherColumn(it):
		return nil
	case s.neg || s.target != nil && s.ofOther():
		return errReading
	}
	if s.columnOfNext(it) || s.asks != "when" && s.didBefore() && slices.ContainsFunc(it.means, isDateMeaning) {
		return errReading // planned orders, and what we spent, are no days
	}
	if s.intent == "" && s.target != nil && s.counted == nil && !s.andBefore() && s.conn != "with" && len(s.outs) == 0 && s.focus == s.target {
		s.intent = "list"
	}
	s.besides = s.besides || s.listed()
	s.outs = append(s.outs, output{means: it.means, node: s.target})
	s.conn = ""
	return nil
}

// plain reports whether a column cannot be added up.
func (s *state) plain(it *item) bool {
	return !slices.ContainsFunc(it.means, func(m meaning) bool { return m.column != nil && m.column.kind == isNumber })
}

// columnOfNext reports whether a verb that names a date describes the noun behind it.
func (s *state) columnOfNext(it *item) bool {
	next := s.peek(1)
	return s.target == nil && next != nil && next.class == aTable && strings.HasSuffix(fold(it.text), "ed") && slices.ContainsFunc(it.means, isDateMeaning)
}

// lacks reads a column that must be empty: "customers without an email address".
func (s *state) lacks(it *item) bool {
	if !s.neg || s.conn != "with" || s.target == nil || s.ofOther() {
		return false
	}
	means := slices.DeleteFunc(slices.Clone(it.means), func(m meaning) bool { return m.column == nil || !m.column.Nullable || m.column.key })
	if len(means) == 0 {
		return false
	}
	s.needs = append(s.needs, &need{means: means, node: s.attachTo(), null: true, near: true})
	s.neg, s.conn = false, ""
	return true
}

// timed takes a date whose time comes next.
func (s *state) timed(it *item) {
	s.times, s.timeNode = slices.DeleteFunc(slices.Clone(it.means), func(m meaning) bool { return !isDateMeaning(m) }), s.attachTo()
	if strings.HasSuffix(fold(it.text), "since") && s.when == "" {
		s.when = "since" // customers since 2020
	}
}

// howMany is the figure that "how many" asks for: hours are added up, towns are counted.
func (s *state) howMany(it *item) string {
	for _, m := range it.means {
		if m.column == nil || m.column.kind != isNumber || m.column.key {
			return "distinct"
		}
	}
	return "sum"
}

// ofValue reads a column behind its value: "high severity".
func (s *state) ofValue(it *item) bool {
	before := s.peek(-1)
	if before == nil || before.class != aValue {
		return false
	}
	var last *need
	if len(s.pre) > 0 {
		last = s.pre[len(s.pre)-1]
	} else if len(s.needs) > 0 {
		last = s.needs[len(s.needs)-1]
	}
	if last == nil || last.means == nil || last.or != nil || !slices.ContainsFunc(last.means, func(m meaning) bool { return m.value != nil && columnAmong(it.means, m.column) }) {
		return false
	}
	last.means = slices.DeleteFunc(slices.Clone(last.means), func(m meaning) bool { return !columnAmong(it.means, m.column) })
	last.named, last.exact = true, false
	return true
}

// sums reports whether a column's name begins as a sum does: the total amount of invoices
// is one figure and no list.
func (s *state) sums(it *item) bool {
	words := strings.Fields(fold(it.text))
	return slices.ContainsFunc(words, func(w string) bool { return contains(s.l.phrases[w], "sum") }) &&
		slices.ContainsFunc(it.means, func(m meaning) bool { return m.column != nil && m.column.kind == isNumber })
}

func isDateMeaning(m meaning) bool { return m.column != nil && m.column.kind == isDate }

// figure reads a column that is added up or averaged.
func (s *state) figure(it *item) error {
	for _, fn := range s.fns {
		s.figures = append(s.figures, figure{fn: fn, means: it.means, node: s.focus})
	}
	s.fns = nil
	if s.super != "" {
		s.sorts = append(s.sorts, sorting{count: true, desc: s.super == "max" || s.super == "most"})
		if s.limit == 0 && !s.top {
			s.limit = 1
		}
		s.super = ""
	} else if s.conn == "by" && s.top {
		s.sorts = append(s.sorts, sorting{count: true, desc: true})
	} else if s.conn == "per" || s.conn == "by" && s.target != nil {
		return errReading
	}
	s.conn = ""
	return nil
}

// superColumn reads the column of "with the highest credit limit".
func (s *state) superColumn(it *item) error {
	switch s.super {
	case "max", "min":
		s.sorts = append(s.sorts, sorting{means: it.means, desc: s.super == "max"})
	case "most", "fewest":
		s.figures = append(s.figures, figure{fn: "sum", means: it.means, node: s.focus})
		s.sorts = append(s.sorts, sorting{count: true, desc: s.super == "most"})
	default:
		s.sorts = append(s.sorts, sorting{means: it.means, desc: s.super == "newest"})
	}
	if s.limit == 0 && !s.top {
		s.limit = 1
	}
	s.super, s.conn = "", ""
	return nil
}

// timeBefore reads a date's name behind its time, where verbs come last: "2025 ausgestellt".
func (s *state) timeBefore(it *item) bool {
	before := s.peek(-1)
	n := len(s.needs)
	if before == nil || before.class != aDate || n == 0 || !s.needs[n-1].own || s.needs[n-1].span == nil || !slices.ContainsFunc(it.means, isDateMeaning) {
		return false
	}
	s.needs[n-1].own = false
	s.needs[n-1].means = slices.DeleteFunc(slices.Clone(it.means), func(m meaning) bool { return !isDateMeaning(m) })
	return true
}

// timeFollows reports whether a time comes next, behind a preposition.
func (s *state) timeFollows() bool {
	next, n := s.following(1)
	if next.is("in", "on", "of", "from", "for", "during", "since", "until", "before", "after", "between", "to", "by") {
		next, _ = s.following(n + 1)
	}
	return next != nil && next.class == aDate
}

// superFollows reports whether "the most" comes next.
func (s *state) superFollows() bool {
	next, _ := s.following(1)
	return next.is("most", "fewest")
}

func (s *state) newestFollows() bool {
	next, n := s.following(1)
	end, _ := s.following(n + 1)
	return next.is("newest", "oldest") && end == nil
}

// didBefore reports whether "did" stands before, so that a verb is asked about.
func (s *state) didBefore() bool {
	return slices.ContainsFunc(s.items[:s.i], func(it item) bool { return it.is("filler") && contains([]string{"did", "do", "does"}, it.text) })
}

// done takes a date's name for the verb that it is.
func (s *state) done(it *item) {
	hint := *it
	hint.class, hint.verbs = aHint, nil
	for _, w := range schema.TextWords(it.text) {
		hint.verbs = append(hint.verbs, verb{stem: w})
	}
	s.hints = append(s.hints, &hint)
}

// byFollows reports whether "by" and somebody come next: "installed by Anna Rossi".
func (s *state) byFollows() bool {
	next, n := s.following(1)
	who, _ := s.following(n + 1)
	return next.is("by") && who != nil && (who.class == aValue || who.class == aTable)
}

// condFollows reports whether what comes next says what the column must hold.
func (s *state) condFollows(it *item) bool {
	next, n := s.following(1)
	of := false
	for next.is("of", "in", "as", "that", "not", "by") || next.is("without") && strings.HasSuffix(next.text, "not") {
		of = of || next.is("of", "in")
		next, n = s.following(n + 1)
	}
	if next == nil {
		return false
	}
	if of && (s.peek(n+1) != nil && s.peek(n+1).class == aTable || slices.ContainsFunc(it.means, func(m meaning) bool { return m.parts != nil })) {
		return false // the town of the Berlin office, the address of Berlin
	}
	switch next.class {
	case aNumber:
		// The id of the one with the most is no number, and "name the three" asks for no name.
		return isDigit(next.text[0]) || !of && !slices.ContainsFunc(it.means, func(m meaning) bool { return m.column != nil && m.column.kind == isText })
	case aText:
		return true
	case aValue:
		return slices.ContainsFunc(next.means, func(m meaning) bool { return columnAmong(it.means, m.column) })
	}
	return next.is("gt", "ge", "lt", "le", "eq", "between", "empty")
}

func columnAmong(means []meaning, c *column) bool {
	return slices.ContainsFunc(means, func(m meaning) bool { return m.column == c || slices.Contains(m.parts, c) })
}
