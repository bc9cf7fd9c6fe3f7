package planner

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/say"
)

// "How many days pass on average between the order and the completion of a job?" asks for the time
// between two dates of a row. Both are said by what was done on them, as verbs or as nouns. The
// rest of the question says of which rows, and is read as one that counts them.

// elapsedWords may stand before the two dates, and deedFillers beside them.
const (
	elapsedWords = " on average averagely avg mean typical what is was the how many number of days day time times long does do did it take takes took pass passes passed lie lies elapse elapses go goes by there are in a an us we need needs our longest shortest maximum minimum max min gap interval delay usually show me tell please "
	timeWords    = " days day time long gap interval delay "
	deedFillers  = " the a an its their it they being is are was were been be has have having date day of on actual and "
)

var elapsedFns = map[string]string{"average": "avg", "avg": "avg", "mean": "avg", "longest": "max", "maximum": "max", "max": "max", "shortest": "min", "minimum": "min", "min": "min"}

// elapsed reads such a question.
func (p *Planner) elapsed(ctx context.Context, question string) (Reading, bool, error) {
	t := tokens(strings.TrimRight(question, "?.! "))
	at := slices.IndexFunc(t, func(t token) bool { return contains([]string{"between", "from", "to", "until"}, t.folded) })
	if at <= 0 || languageOf(t).name != "en" {
		return Reading{}, false, nil
	}
	fn, timed := "", false
	for _, w := range t[:at] {
		if !w.mark && !strings.Contains(elapsedWords, " "+w.folded+" ") {
			return Reading{}, false, nil
		}
		timed = timed || !w.mark && strings.Contains(timeWords, " "+w.folded+" ")
		if f := elapsedFns[w.folded]; f != "" {
			if fn != "" && fn != f {
				return Reading{}, false, nil
			}
			fn = f
		}
	}
	mid := 0 // "to resolve a complaint": from the day of the complaint
	if join := map[string]string{"between": "and", "from": "to"}[t[at].folded]; join != "" {
		if mid = slices.IndexFunc(t[at:], func(t token) bool { return t.folded == join }); mid < 2 {
			return Reading{}, false, nil
		}
	} else if !slices.ContainsFunc(t[:at], func(t token) bool { return contains([]string{"take", "takes", "took"}, t.folded) }) {
		return Reading{}, false, nil
	}
	if fn == "" || !timed {
		return Reading{}, false, nil
	}
	for _, of := range p.tables {
		q, ok := p.elapsedOf(t, at+1, at+mid, of)
		if !ok {
			continue
		}
		r, err := p.readWhole(ctx, q.question, nil)
		if err != nil && !isNotUnderstood(err) {
			return Reading{}, false, err
		}
		if err != nil || len(r.Choices) > 0 || p.table(r.query.Root) != of || len(r.query.Measures) != 1 || r.query.Measures[0].Ref != nil || r.query.Measures[0].Fn != "count" || r.query.Having != nil {
			continue
		}
		out := clone(r.query)
		out.Measures[0] = measure{Fn: fn, Ref: &ref{Column: q.to.Name}, Since: &ref{Column: q.from.Name}}
		if !p.valid(&out, 0) {
			continue
		}
		return p.finish(out, r.Confidence), true, nil
	}
	return Reading{}, false, nil
}

// span of two dates of a table, and the question that counts the rows.
type elapsedDates struct {
	from, to *column
	question string
}

// elapsedOf finds the two dates in a table that the question names: the first one said between
// two tokens, and the second one behind them.
func (p *Planner) elapsedOf(t []token, from, mid int, of *table) (elapsedDates, bool) {
	named, to := p.namedAt(t, from, of)
	if named < 0 {
		return elapsedDates{}, false
	}
	within := func(i int) bool { return i >= named && i < to }
	deed := func(i, end int) (*column, int) {
		var found *column
		for ; i < end; i++ {
			if t[i].mark || within(i) || strings.Contains(deedFillers, " "+t[i].folded+" ") {
				continue
			}
			c, n := of.dateOf(t[i:end])
			if c == nil {
				return nil, 0
			}
			found, i = c, i+n
			break
		}
		for i < end && (contains([]string{"date", "day", "on"}, t[i].folded) || within(i) && i < mid) {
			i++
		}
		return found, i
	}
	a, end := deed(from, mid)
	if own := (&state{p: p}).dates(of); mid < from && len(own) == 1 && !own[0].column.Nullable {
		a = own[0].column
	}
	for ; end < mid; end++ {
		if !within(end) && !strings.Contains(deedFillers, " "+t[end].folded+" ") {
			return elapsedDates{}, false
		}
	}
	b, end := deed(mid+1, len(t))
	if a == nil || b == nil || a == b {
		return elapsedDates{}, false
	}
	rest := t[end:]
	for len(rest) > 0 && (rest[0].mark || contains([]string{"of", "for", "a", "an", "the", "in", "our", "all"}, rest[0].folded)) && named >= end {
		rest = rest[1:]
	}
	words := []string{"how many"}
	if named < end {
		words = append(words, plural(of.Name))
	}
	for _, w := range rest {
		if words = append(words, w.text); w.quoted {
			words[len(words)-1] = "\"" + w.text + "\""
		}
	}
	return elapsedDates{a, b, strings.Join(words, " ")}, true
}

// namedAt finds where a question names a table.
func (p *Planner) namedAt(t []token, from int, of *table) (int, int) {
	for i := from; i < len(t); i++ {
		for n := min(4, len(t)-i); n > 0; n-- {
			stems := make([]string, n)
			for k := range stems {
				stems[k] = t[i+k].stem
			}
			if slices.ContainsFunc(p.meanings(strings.Join(stems, " "), joinFolded(t[i:i+n]), n), func(m meaning) bool {
				return m.table == of && m.edge == nil && m.quality >= byComment && sameForm(t[i+n-1].folded, m)
			}) {
				return i, i + n
			}
		}
	}
	return -1, -1
}

// dateOf is the only date of a table that some words begin by naming, and how many they are.
func (t *table) dateOf(words []token) (*column, int) {
	for n := min(2, len(words)); n > 0; n-- {
		said := joinFolded(words[:n])
		var found []*column
		for _, c := range t.columns {
			if c.kind == isDate && !c.audit && c.saidBy(said, n == 1) {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			return found[0], n
		}
	}
	return nil, 0
}

// saidBy reports whether a word is a form of what a date is called, or of what was done on it.
func (c *column) saidBy(word string, single bool) bool {
	if v := sameVerbs()[word]; len(v) > 0 && c.tells(v) && !c.ahead() {
		return true
	}
	if !single {
		return false
	}
	said := nameParts(c.Name)
	if !c.ahead() {
		said = append(said, c.deeds...) // on the day by which it must be paid nobody need have paid
	}
	return slices.ContainsFunc(said, func(w string) bool { return len(w) > 2 && sameRoot(word, w) })
}

// sameRoot reports whether two words are forms of one: completion and completed, receipt and
// received.
func sameRoot(a, b string) bool {
	if a == b || len(a) > 3 && verbBase(a) == verbBase(b) {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 5 && len(a)-n <= 3 && len(b)-n <= 3
}

// elapsedText says such a figure.
func (p *Planner) elapsedText(root *table, m measure) string {
	from, to := p.refText(root, *m.Since), p.refText(root, *m.Ref)
	switch m.Fn {
	case "max":
		return say.T("most days from {a} to {b}", "a", from, "b", to)
	case "min":
		return say.T("fewest days from {a} to {b}", "a", from, "b", to)
	}
	return say.T("average number of days from {a} to {b}", "a", from, "b", to)
}

// validElapsed reports whether a figure is of the days between two dates of a row.
func (p *Planner) validElapsed(root *table, m measure) bool {
	if m.Ref == nil || m.Distinct || len(m.Ref.Path)+len(m.Since.Path) > 0 || m.Fn != "avg" && m.Fn != "max" && m.Fn != "min" {
		return false
	}
	a, b := p.columnAt(root, *m.Since), p.columnAt(root, *m.Ref)
	return a != nil && b != nil && a.kind == isDate && b.kind == isDate
}
