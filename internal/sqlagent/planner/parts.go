package planner

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// split divides a question into its sentences. Marks within names, as in "Co. KG", end none.
func split(question string) []string {
	var out []string
	from := 0
	for i := 1; i+2 < len(question); i++ {
		end := question[i] == '?' || question[i] == ';' || question[i] == '!' || question[i] == '.' && i > 3 && isLower(question[i-1]) && isLower(question[i-2]) && isLower(question[i-3])
		if end && question[i+1] == ' ' && isWordByte(question[i+2]) {
			out, from = append(out, question[from:i+1]), i+2
		}
	}
	return append(out, question[from:])
}

// withoutLead leaves out what somebody says about themselves before the question: "I am new
// here:".
func withoutLead(question string) string {
	at := strings.IndexAny(question, ":,.!–-")
	if at < 0 {
		return question
	}
	lead, rest := question[:at], strings.TrimLeft(question[at:], ":,.!–- ")
	t := tokens(lead)
	if rest == "" || !contains(languages()[0].phrases[joinFolded(t)], "lead") {
		return question
	}
	return rest
}

// readParts reads a question of two sentences, the second of which only says in which form
// the answer is wanted.
func (p *Planner) readParts(ctx context.Context, parts []string, before *Reading) (Reading, error) {
	none := p.notUnderstood(nil, whyRead())
	if len(parts) != 2 {
		return Reading{}, none
	}
	r, err := p.Read(ctx, strings.TrimSpace(parts[0]), before)
	if err != nil || len(r.Choices) > 0 {
		if err == nil {
			err = none
		}
		return Reading{}, err
	}
	b, err := p.newBoard(ctx, parts[1], nil)
	if err != nil {
		return Reading{}, err
	}
	for _, form := range []func(*board, Reading) (Reading, bool){p.listForm, p.sortedForm, p.cutForm, p.shownForm} {
		if r, ok := form(b, r); ok {
			return r, nil
		}
	}
	if r, ok, err := p.groupedForm(ctx, b, r); ok || err != nil {
		return r, err
	}
	if r, ok, err := p.onlyForm(ctx, parts[1], r); ok || err != nil {
		return r, err
	}
	if r, ok, err := p.addTail(ctx, parts[0], parts[1], before); ok || err != nil {
		return r, err
	}
	return Reading{}, none
}

// listForm reads "List them.": the list that was asked for.
func (p *Planner) listForm(b *board, r Reading) (Reading, bool) {
	return r, len(r.query.Measures) == 0 && contains(b.l.phrases[joinFolded(b.tokens)], "listthem")
}

// sortedForm reads "Largest first." of figures, which are to be in that order.
func (p *Planner) sortedForm(b *board, r Reading) (Reading, bool) {
	kinds := b.l.phrases[joinFolded(b.tokens)]
	if !contains(kinds, "downward") && !contains(kinds, "upward") || len(r.query.Order) != 1 {
		return r, false
	}
	q := clone(r.query)
	o := &q.Order[0]
	if o.Measure == 0 && p.columnAt(p.table(q.Root), *o.Ref).kind != isNumber {
		return r, false
	}
	down := contains(kinds, "downward")
	if o.Desc != down && q.Limit > 0 {
		return r, false // the five largest ones, smallest first
	}
	o.Desc = down
	return p.finish(q, r.Confidence), true
}

// cutForm reads "Show the best three.": of what is in that order.
func (p *Planner) cutForm(b *board, r Reading) (Reading, bool) {
	n, best, worst := 0, false, false
	for i, t := range b.tokens {
		kinds := b.l.phrases[t.folded]
		number := t.int()
		if word, ok := b.l.numbers[t.folded]; ok && t.number == "" {
			number = word
		}
		switch {
		case number > 0 && n == 0:
			n = number
		case contains(kinds, "top") || contains(kinds, "max"):
			best = true
		case contains(kinds, "min"):
			worst = true
		case i == 0 && contains(kinds, "list"), contains(kinds, "only"), contains(kinds, "filler"), contains(kinds, "ones"):
		default:
			return r, false
		}
	}
	q := clone(r.query)
	if n == 0 || best == worst || len(q.Order) != 1 || q.Limit > 1 || q.Order[0].Desc != best {
		return r, false
	}
	q.Limit = n
	return p.finish(q, r.Confidence), true
}

// shownForm reads "List the name and the phone number.": what is shown of each row.
func (p *Planner) shownForm(b *board, r Reading) (Reading, bool) {
	root := p.table(r.query.Root)
	at := root
	if len(r.query.Measures) > 0 {
		if len(r.query.Groups) != 1 || r.query.Groups[0].Key == nil || len(r.query.Measures) != 1 {
			return r, false
		}
		at = p.end(root, r.query.Groups[0].Key.Path)
	}
	for _, d := range b.divisions() {
		items := d.items()
		if len(items) == 0 || !items[0].is("list") {
			continue
		}
		refs, ok := p.shownColumns(items[1:], b.l, at, r.query)
		if !ok {
			continue
		}
		q := clone(r.query)
		if len(q.Measures) > 0 {
			q.Groups[0].Refs = refs
		} else if q.Columns = refs; q.Distinct {
			return r, false
		}
		if !p.valid(&q, 0) {
			return r, false
		}
		return p.finish(q, r.Confidence), true
	}
	return r, false
}

// shownColumns are the columns that some items name, all of one table.
func (p *Planner) shownColumns(items []item, l *language, at *table, q query) ([]ref, bool) {
	var hops []hop
	if len(q.Groups) > 0 {
		hops = q.Groups[0].Key.Path
	}
	counts := len(q.Measures) > 0 && q.Measures[0].Fn == "count"
	is := func(it item, t *table) bool {
		return it.class == aTable && slices.ContainsFunc(it.means, func(m meaning) bool { return m.table == t && m.edge == nil && m.kind == nil })
	}
	thing := &node{table: at}
	s := &state{p: p, l: l, target: thing, nodes: []*node{thing}}
	var refs []ref
	for i := range items {
		it := &items[i]
		switch {
		case it.class == aComma, it.is("and", "both", "filler"):
		case is(*it, at) && i+1 < len(items) && items[i+1].class == aColumn: // the shop name
		case counts && it.is("count"): // the number of customers is shown anyway
		case counts && i > 0 && items[i-1].is("count") && is(*it, p.table(q.Root)):
		case it.class == aColumn:
			own := slices.DeleteFunc(s.columnOptions(it.means, thing, nil), func(o option) bool { return len(o.path) > 0 })
			o, err := s.pick(own)
			if err != nil {
				return nil, false
			}
			for _, c := range columnsOf(o) {
				refs = append(refs, ref{hops, c.Name})
			}
		default:
			return nil, false
		}
	}
	return refs, len(refs) > 0
}

// groupedForm reads "Give me the count for every reason.": the same figure for each.
func (p *Planner) groupedForm(ctx context.Context, b *board, r Reading) (Reading, bool, error) {
	if len(r.query.Groups) > 0 || len(r.query.Measures) != 1 {
		return r, false, nil
	}
	for _, d := range b.divisions() {
		items := d.items()
		per := slices.IndexFunc(items, func(it item) bool { return it.is("per", "by") })
		if per < 0 || !items[0].is("list", "count", "per", "by", "sum", "avg") {
			continue
		}
		fits := true
		for i, it := range items[:per] {
			names := it.is("count") && r.query.Measures[0].Fn == "count" || it.is("sum") && r.query.Measures[0].Fn == "sum" || it.is("avg") && r.query.Measures[0].Fn == "avg"
			names = names || r.query.Measures[0].Fn == "count" && contains([]string{"number", "numbers", "figure", "figures", "counts"}, fold(it.text))
			fits = fits && (names || it.is("filler", "ones") || i == 0 && it.is("list"))
		}
		if !fits {
			continue
		}
		rest, err := p.newBoard(ctx, "by "+b.text(items[per].to, len(b.tokens)-items[per].to), &r)
		if err != nil {
			return r, false, err
		}
		if out, ok := p.follow(rest, &r); ok && slices.Equal(measuresOf(out.query), measuresOf(r.query)) && len(out.query.Groups) == 1 {
			return out, true, nil
		}
		return r, false, nil
	}
	return r, false, nil
}

// onlyWords are those before what an answer is limited to.
const onlyWords = " i we only just mean meant need want care about but please and those them the ones that are is who were "

// onlyForm reads "Only the cancelled ones.": the same with one more condition.
func (p *Planner) onlyForm(ctx context.Context, part string, r Reading) (Reading, bool, error) {
	words := strings.Fields(strings.TrimRight(part, "?.! "))
	limits := false
	for len(words) > 0 && strings.Contains(onlyWords, " "+fold(words[0])+" ") {
		limits = limits || contains([]string{"only", "just", "mean", "meant"}, fold(words[0]))
		words = words[1:]
	}
	if !limits || len(words) == 0 || r.query.Limit > 0 {
		return r, false, nil
	}
	b, err := p.newBoard(ctx, "only "+strings.Join(words, " "), &r)
	if err != nil {
		return r, false, err
	}
	out, ok := p.follow(b, &r)
	if !ok || len(out.query.Where) <= len(r.query.Where) || !sameBut(out.query, r.query) {
		return r, false, nil
	}
	return out, true, nil
}

// sameBut reports whether a query differs from another one only by more conditions.
func sameBut(q, before query) bool {
	q.Where = q.Where[:len(before.Where)]
	a, _ := json.Marshal(q)
	b, _ := json.Marshal(list(before))
	return string(a) == string(b)
}

// measuresOf are the functions of a query's figures.
func measuresOf(q query) []string {
	var out []string
	for _, m := range q.Measures {
		out = append(out, m.Fn)
	}
	return out
}
