package planner

import (
	"slices"
	"strings"
)

// word reads a word of the language.
func (s *state) word(it *item) error {
	next, _ := s.following(1)
	switch {
	case it.is("count"):
		return s.count(it)
	case it.is("much"):
		if s.much = true; s.intent != "count" || s.target == nil {
			s.intent = "list" // how many, and how much
		}
		if !s.valued {
			s.fns = append(s.fns, "sum")
		}
	case it.is("sum") && s.inAll(it, next):
	case it.is("by") && next != nil && next.class == aDate:
		s.when = "until" // due by 5 July
	case it.is("since", "until", "before", "after") && next != nil && next.class == aDate:
		for _, kind := range []string{"since", "until", "before", "after"} {
			if it.is(kind) {
				s.when = kind
			}
		}
	case it.is("before", "after") && (s.thanFollowsHere()):
		_, err := s.thanColumn(map[bool]string{true: "<", false: ">"}[it.is("before")])
		return err
	case it.is("more", "less"):
		return s.splitThan(it)
	case it.is("between"):
		return s.betweenNumbers()
	case it.is("gt", "ge", "lt", "le", "eq"):
		return s.comparison(it)
	case it.is("ormore", "orless"):
		return errReading // read with its number
	case it.is("per"):
		s.conn, s.focus = "per", s.target
	case it.is("order"):
		if next == nil || next.class == aDate || next.is("in", "from", "since", "until", "before", "after", "during", "this", "last") {
			return errReading // jobs ordered in May are in no order
		}
		s.conn = "order"
	case it.is("by"):
		s.conn = "by"
	case it.is("desc", "asc"):
		return s.direction(it)
	case it.is("max", "min", "newest", "oldest") && s.sortsFirst(it):
	case it.is("top") && (s.target == nil || s.intent == "follow") && s.topNumber():
		s.top = true
	case s.mostUnit && it.is("most", "fewest") && s.mostTimes(it):
	case it.is("most") && s.mostValues():
	case it.is("max", "min", "newest", "oldest", "most", "fewest") && s.superlative(it):
	case it.is("sum", "avg", "max", "min", "dear", "cheap"):
		return s.aggregate(it)
	case it.is("list") && (s.intent == "" || s.intent == "list" && !s.who && len(s.outs) == 0) && s.target == nil && len(s.fns) == 0:
		who := fold(it.text)
		s.intent, s.who = "list", who == "who" || who == "whose"
		s.whoNamed = who == "who" && next != nil && (next.class == aTable || next.class == aNumber || next.is("top", "max", "newest", "oldest"))
	case it.is("without"):
		s.conn, s.neg, s.neither = "with", !s.neg, !s.neg && it.is("neither")
	case it.is("neither", "nor"):
		return s.neitherNor(it)
	case it.is("not"):
		s.neg = !s.neg
	case it.is("widens") && it.is("with") && (s.intent == "count" || next != nil && next.class == aValue):
		return s.widened(it)
	case it.is("with"), it.is("link") && s.target != nil && next != nil:
		if s.conn = "with"; s.i == 0 && strings.HasPrefix(fold(it.text), "who ") {
			return errReading // who has tools is no tool
		}
	case it.is("valid", "expired") && s.validity(it):
	case it.is("pastdue"):
		if fold(it.text) == "overdue" {
			s.cost += .5 // a state that is called so is meant, where there is one
		}
		return s.pastDue(fold(it.text) == "overdue")
	default:
		return s.lesserWord(it, next)
	}
	return nil
}

// inAll reports whether a word that may ask for a sum only says that all of them are meant: how
// many are there altogether.
func (s *state) inAll(it, next *item) bool {
	if !contains([]string{"altogether", "overall", "combined", "total"}, fold(it.text)) || next != nil && next.class != aComma && !next.is("and") {
		return false
	}
	return s.intent == "count" && s.target != nil || s.much || s.valued
}

// unreal reports whether a word tells what ought to be instead of what is: "that should have
// been repaired by now", "to be completed in July".
func (s *state) unreal(it *item) bool {
	beside := func(k int) string {
		if other := s.peek(k); other != nil {
			return fold(other.text)
		}
		return ""
	}
	switch fold(it.text) {
	case "should":
		return strings.HasPrefix(beside(1), "have")
	case "be":
		return beside(-1) == "to"
	case "now":
		return beside(-1) == "by"
	}
	return false
}

// lesserWord reads words that join, describe or say nothing.
func (s *state) lesserWord(it, next *item) error {
	switch {
	case it.is("widens"):
		return s.widened(it)
	case it.is("common"):
		return s.common()
	case it.is("worth") && s.worth(next):
	case s.modifies(it):
	case it.is("that"):
		if next == nil && s.target != nil && contains([]string{"when", "where", "who", "which", "what", "whose"}, fold(it.text)) {
			return errReading // which are blocked, and when
		}
		if s.tail && s.andBefore() && contains([]string{"who", "whose", "which"}, fold(it.text)) {
			return errReading // who did it is asked, and not what is shown
		}
		s.conn = "that"
	case it.is("versus"):
		return s.setAgainst()
	case it.is("or"):
		s.or = true
	case it.is("both"):
		s.both = true
	case it.is("everything"):
		s.everything = true
	case it.is("distinct"):
		s.distinct = true
	case it.is("empty"):
		return s.empty()
	case it.is("in", "of", "from", "for", "to", "during"):
		s.preposition(it)
	case it.is("year", "quarter", "month", "week", "weekday", "day"):
		return s.unit(it)
	case s.unreal(it):
		return errReading // repaired is not what should have been
	case it.is("now") && s.intent != "follow":
		s.now = true
	case it.is("list", "day") && s.tail, it.is("andwhen") && s.dated() && next == nil:
		s.besides = true
	case it.is("money") && s.target != nil && s.intent == "count":
		return errReading
	case it.is("money") && s.target != nil && s.intent != "follow" && len(s.fns) == 0 && len(s.outs) == 0:
		s.much, s.fns = true, []string{"sum"} // expenses by category, in euros
	case it.is("and", "filler", "units", "single", "beside"), it.is("list") && (it.is("that") || s.intent == "list" && s.target == nil && len(s.outs) == 0):
	default:
		return errReading
	}
	return nil
}

// modifies reads words that say how the rest is meant: what is asked for, in percent, with
// tax or without.
func (s *state) modifies(it *item) bool {
	switch {
	case s.opens(it, "when"), s.opens(it, "where"):
		s.intent, s.asks = "list", fold(it.text)
	case it.is("share") && s.target == nil && s.intent != "follow" && len(s.fns) == 0:
		s.intent, s.share = "count", true
	case it.is("mostfirst") && len(s.groups) > 0 && len(s.sorts) == 0 && len(s.figures) == 0:
		s.intent, s.sorts = "count", append(s.sorts, sorting{count: true, desc: true})
	case it.is("gross", "net") && s.tax == "" && s.intent != "follow":
		s.tax = map[bool]string{true: "gross", false: "net"}[it.is("gross")]
	default:
		return false
	}
	return true
}

func (s *state) preposition(it *item) {
	for _, kind := range []string{"in", "of", "from", "for", "to", "during"} {
		if it.is(kind) {
			s.conn = kind
			return
		}
	}
}

func (s *state) topNumber() bool {
	next, _ := s.following(1)
	return next != nil && next.class == aNumber
}

// count reads "how many" and "number of": of the target, or of other rows beside it.
func (s *state) count(it *item) error {
	if before := s.peek(-1); len(s.fns) > 0 || before != nil && before.class == aColumn && strings.HasPrefix(it.text, "number") {
		return errReading // a phone number is no number of phones; the average number of jobs of an employee is no average of jobs
	}
	if s.numberEach() {
		return nil
	}
	if s.target == nil && s.intent != "count" && len(s.outs) == 0 {
		s.intent = "count"
		return nil
	}
	if s.counting || s.target == nil && s.intent == "count" {
		return nil
	}
	if s.intent == "count" && s.target != nil && s.andBefore() {
		return errReading // two numbers, of two things
	}
	if next, _ := s.following(1); s.target != nil && next.is("per", "by") {
		if s.who || len(s.outs)+len(s.figures)+len(s.groups)+len(s.sorts) > 0 || s.limit > 0 || s.op != nil || s.neg {
			return errReading
		}
		s.intent, s.conn, s.focus = "count", "", s.target // jobs completed yesterday, count by office
		return nil
	}
	if s.target == nil && len(s.outs) > 0 && s.intent == "list" && len(s.figures) == 0 {
		for _, out := range s.outs { // "each city and the number of customers"
			s.groups = append(s.groups, grouping{means: out.means})
		}
		s.outs, s.intent, s.conn = nil, "count", ""
		return nil
	}
	s.counting = true
	if s.target == nil {
		return errReading
	}
	if s.conn == "by" || s.conn == "order" {
		s.conn = "with"
		s.super = orElse(s.super, "most")
	}
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (s *state) aggregate(it *item) error {
	for _, fn := range []string{"sum", "avg", "max", "min"} {
		s.dear = it.is("dear", "cheap")
		if it.is(fn) || s.dear && it.is(map[string]string{"max": "dear", "min": "cheap"}[fn]) {
			s.fnWord, s.fnAt = fold(it.text), s.i
			if s.much && len(s.fns) == 1 {
				s.fns = nil // how high the average is
			}
			s.fns = append(s.fns, fn)
			s.plainTotal = fn == "sum" && !strings.Contains(it.text, " ")
			return nil
		}
	}
	return errReading
}

// direction reads "descending".
func (s *state) direction(it *item) error {
	desc := it.is("desc")
	if n := len(s.sorts); n > 0 {
		s.sorts[n-1].desc = desc
		return nil
	}
	next, _ := s.following(1)
	if next == nil || next.class != aColumn {
		return errReading
	}
	s.conn = "order"
	s.desc = map[bool]string{true: "desc", false: "asc"}[desc]
	return nil
}

// empty reads "missing" of a column that was named.
func (s *state) empty() error {
	if s.subject == nil {
		return errReading
	}
	s.needs = append(s.needs, &need{means: s.subject, node: s.subNode, null: true, neg: s.neg})
	s.subject, s.neg = nil, false
	return nil
}

// unit reads "month" where something is given for each one.
func (s *state) unit(it *item) error {
	s.groupOn()
	if s.intent == "list" && s.target == nil && len(s.outs) == 0 && len(s.groups) == 0 && slices.ContainsFunc(s.items[s.i:], func(it item) bool { return it.is("most", "fewest") }) {
		s.conn = "per" // in which month were the most
		s.mostUnit = true
	}
	if s.conn != "per" && s.conn != "by" && !it.is("unit_adverb") && !contains([]string{"monthly", "yearly", "annual", "daily", "weekly", "quarterly"}, it.text) {
		return errReading
	}
	for _, unit := range []string{"weekday", "year", "quarter", "month", "week", "day"} {
		if it.is(unit) {
			s.groups = append(s.groups, grouping{unit: unit})
			s.conn = ""
			return nil
		}
	}
	return errReading
}

// commonOf reads "the most common complaint category": of all categories that of complaints.
func (s *state) commonOf(of, c *item, n int) error {
	node := &node{means: of.means, text: of.text, last: s.i + n}
	means := slices.DeleteFunc(slices.Clone(c.means), func(m meaning) bool {
		return m.column == nil || !slices.ContainsFunc(of.means, func(t meaning) bool { return t.edge == nil && t.table == m.column.table })
	})
	if len(means) == 0 || s.target != nil || s.intent == "count" || s.neg || s.op != nil {
		return errReading
	}
	s.target, s.focus, s.nodes = node, node, append(s.nodes, node)
	s.intent, s.i = "count", s.i+n
	s.groups = append(s.groups, grouping{means: means})
	s.sorts = append(s.sorts, sorting{count: true, desc: true})
	if last := strings.Fields(fold(c.text)); s.limit == 0 && singular(last[len(last)-1]) == strings.TrimSuffix(last[len(last)-1], "e") {
		s.limit = 1
	}
	return nil
}

// common reads "the most common city of customers": the value that most rows have.
func (s *state) common() error {
	next, n := s.following(1)
	if after := s.peek(n + 1); next != nil && next.class == aTable && after != nil && after.class == aColumn {
		return s.commonOf(next, after, n+1)
	}
	if next == nil || next.class != aColumn && next.class != aTable || s.target != nil || s.intent == "count" {
		return errReading
	}
	s.intent, s.conn = "count", "per"
	s.sorts = append(s.sorts, sorting{count: true, desc: true})
	if s.limit == 0 {
		s.limit = 1
	}
	return nil
}
