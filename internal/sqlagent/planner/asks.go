package planner

import (
	"slices"
	"strings"
)

// opens reports whether a question begins with a word: nothing was read before it.
func (s *state) opens(it *item, word string) bool {
	if s.l.name != "en" || fold(it.text) != word || s.target != nil || len(s.outs) > 0 || len(s.figures) > 0 || len(s.fns) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.items[:s.i], func(o item) bool { return !o.is("filler", "and", "list") })
}

// answersAsked makes what "when" and "where" ask for a column that is shown: the date that
// the verb names, or the columns of an address. A question with neither is not read, since
// the names that would be shown are no answer.
func (s *state) answersAsked() error {
	switch s.asks {
	case "when":
		return s.answersWhen()
	case "where":
		return s.answersWhere()
	}
	return nil
}

func (s *state) answersWhen() error {
	if slices.ContainsFunc(s.outs, func(o output) bool { return slices.ContainsFunc(o.means, isDateMeaning) }) {
		return nil
	}
	if s.target == nil || len(s.outs) > 0 || len(s.hints) != 1 {
		return errReading
	}
	out := output{node: s.target}
	for _, m := range s.target.means {
		if m.table == nil || m.edge != nil {
			continue
		}
		for _, c := range m.table.columns {
			if c.kind == isDate && !c.audit && c.tells(s.hints[0].verbs) {
				out.means = append(out.means, meaning{column: c, quality: byName})
			}
		}
	}
	if len(out.means) == 0 {
		return errReading
	}
	s.outs, s.hints = append(s.outs, out), nil
	return nil
}

func (s *state) answersWhere() error {
	if s.target == nil || len(s.outs) > 0 || len(s.hints) > 0 || s.intent == "count" {
		return errReading
	}
	for _, m := range s.p.lexicon.of["address"] {
		if slices.ContainsFunc(s.target.means, func(t meaning) bool { return t.edge == nil && len(m.parts) > 0 && t.table == m.parts[0].table }) {
			s.outs = append(s.outs, output{means: []meaning{m}, node: s.target})
			return nil
		}
	}
	return errReading
}

// worth reads "what are these jobs worth": the sum of money that they come to. A price is that
// of one thing, and says nothing of how many there are.
func (s *state) worth(next *item) bool {
	if s.much && len(s.fns) == 1 && s.target != nil {
		return true // how much are they worth
	}
	ends := next == nil || next.class == aComma || next.is("gross", "net", "per", "by", "sum", "much")
	if !ends || s.target == nil || s.intent != "list" && s.intent != "count" || s.who || len(s.fns) > 0 || len(s.figures) > 0 || len(s.outs) > 0 || s.op != nil || s.neg {
		return false
	}
	s.fns, s.much, s.valued = []string{"sum"}, true, true
	return true
}

// calls reports whether "the highest" may be said of a column: a date is not the highest,
// but the latest.
func (s *state) calls(it *item) bool {
	if len(s.fns) == 0 {
		return false
	}
	if s.fns[0] != "max" && s.fns[0] != "min" || strings.HasPrefix(s.fnWord, "ma") || strings.HasPrefix(s.fnWord, "mi") {
		return true
	}
	return slices.ContainsFunc(it.means, func(m meaning) bool { return !isDateMeaning(m) })
}

// dearest reads "the largest invoice" and "the three most expensive parts": rows by the sum
// of money that they have. What lasts, as a customer, is large in some other way.
func (s *state) dearest() {
	if len(s.fns) != 1 || s.fns[0] != "max" && s.fns[0] != "min" || s.target == nil || len(s.figures) > 0 || len(s.sorts) > 0 || s.super != "" || s.intent == "count" {
		return
	}
	if s.fnWord == "longest" || s.fnWord == "shortest" {
		return // a job takes long, and costs much
	}
	if s.target.last < s.fnAt {
		return // who wrote the most expensive offer is not the most expensive one
	}
	by := sorting{desc: s.fns[0] == "max"}
	for _, m := range s.target.means {
		if m.table == nil || m.edge != nil || m.quality < byComment {
			continue
		}
		for _, c := range m.table.columns {
			if c.kind != isNumber || c.key || !isMoney(c) || lastWord(c.Name) == "limit" {
				continue
			}
			if s.dear || !m.table.lasts() {
				by.means = append(by.means, meaning{column: c, quality: byName})
			}
		}
	}
	if by.means = s.byTax(by.means); len(by.means) == 0 {
		return
	}
	if s.limit == 0 {
		s.limit = 1
	}
	s.intent, s.fns, s.sorts = "list", nil, append(s.sorts, by)
}
