package planner

import (
	"encoding/json"
	"slices"
)

// follow reads a question that goes on from the one before: it changes that one's query. It
// reports false if the question does not, and is to be read by itself.
func (p *Planner) follow(b *board, before *Reading) (Reading, bool) {
	if !p.valid(&before.query, 0) {
		return Reading{}, false
	}
	before = &Reading{query: clone(list(before.query)), sql: before.sql}
	whole := joinFolded(b.tokens)
	if contains(b.l.phrases[whole], "howmany") {
		return p.howMany(before)
	}
	if r, ok := p.nth(b, before); ok {
		return r, true
	}
	var best *found
	for _, d := range b.divisions() {
		items := d.items()
		if slices.ContainsFunc(items, func(it item) bool { return it.is("count", "much", "sum", "avg") }) {
			continue
		}
		f, ok := p.change(b, items, before)
		if ok && (best == nil || f.cost < best.cost) {
			best = &f
		}
	}
	if best == nil {
		return Reading{}, false
	}
	return p.finish(*best.q, confidence(best.cost)), true
}

// leans reports whether a question begins or ends as one that goes on.
func (b *board) leans() bool {
	for _, it := range b.at[0] {
		if it.is("only", "andby", "what_about", "order") {
			return true
		}
	}
	return slices.ContainsFunc(b.tokens, func(t token) bool { return contains(b.l.phrases[t.folded], "ones") })
}

// depends reports whether a question begins as one that is none by itself: "and in Cork?".
func (b *board) depends() bool {
	return slices.ContainsFunc(b.at[0], func(it item) bool { return it.is("only", "what_about") }) && !slices.ContainsFunc(b.at, func(items []item) bool {
		return slices.ContainsFunc(items, func(it item) bool { return it.is("count", "much") })
	})
}

func clone(q query) query {
	var out query
	data, _ := json.Marshal(q)
	json.Unmarshal(data, &out)
	return out
}

// howMany counts the rows of a list, or adds nothing to a figure.
func (p *Planner) howMany(before *Reading) (Reading, bool) {
	q := clone(before.query)
	if len(q.Measures) > 0 || q.Limit > 0 || q.Distinct {
		return Reading{}, false
	}
	q.Columns, q.Order, q.Measures = nil, nil, []measure{{Fn: "count"}}
	return p.finish(q, 1), true
}

// change reads items as a change of a query: another filter, group, order or limit.
func (p *Planner) change(b *board, items []item, before *Reading) (found, bool) {
	root := p.table(before.query.Root)
	thing := &node{table: root, means: []meaning{{table: root, quality: byName}}, last: -9}
	s := &state{p: p, l: b.l, items: trimmed(items), intent: "follow", target: thing, focus: thing, nodes: []*node{thing}}
	if len(s.items) == 0 {
		return found{}, false
	}
	q := clone(before.query)
	if len(q.Measures) > 0 && len(q.Groups) == 0 && slices.ContainsFunc(s.items, asksWhich) {
		return found{}, false // a number says neither who nor which
	}
	s.narrows = narrows(items)
	replaced := s.replace(p, root, &q)
	if len(s.items) > 0 {
		if err := s.read(); err != nil || s.target != thing || s.counted != nil || len(s.figures) > 0 {
			return found{}, false
		}
		if s.bare() || !s.merge(&q) {
			return found{}, false
		}
	} else if !replaced {
		return found{}, false
	}
	if !p.valid(&q, 0) {
		return found{}, false
	}
	text, _ := p.sql(&q)
	if text == before.sql {
		return found{}, false
	}
	return found{q: &q, sql: text, cost: s.cost}, true
}

// asksWhich reports whether an item asks for rows.
func asksWhich(it item) bool {
	return it.is("list") && contains([]string{"which", "who", "whose"}, fold(it.text))
}

// narrows reports whether items ask for some of the rows: "only", "the open ones", "of them".
func narrows(items []item) bool {
	for i, it := range items {
		text := fold(it.text)
		switch {
		case it.is("only"), it.class == aWord && contains([]string{"one", "ones", "of them", "of those", "of these"}, text):
			return true
		case contains([]string{"them", "those", "these"}, text) && i > 0 && items[i-1].is("of"):
			return true
		}
	}
	return false
}

// trimmed leaves out the words that only say that a question goes on.
func trimmed(items []item) []item {
	var out []item
	for i, it := range items {
		switch {
		case it.is("only", "ones"):
		case i == 0 && it.is("what_about"), i == 0 && it.is("and"):
		default:
			out = append(out, it)
		}
	}
	for len(out) > 0 && out[0].is("filler") {
		out = out[1:]
	}
	return out
}

// replace puts a value or a time in the place of the one that the query has, if the items
// say no more than that: "what about Milan?", "and in 2025?".
func (s *state) replace(p *Planner, root *table, q *query) bool {
	var value *item
	for i := range s.items {
		it := &s.items[i]
		switch {
		case it.class == aValue || it.class == aDate:
			if value != nil {
				return false
			}
			value = it
		case it.is("in", "for", "from", "of", "during", "filler", "and"):
		default:
			return false
		}
	}
	if value == nil || s.narrows && value.class == aValue {
		return false
	}
	n := 0
	p.eachCompare(root, q.Where, func(c *cond, column *column) {
		if value.class == aDate && c.Label != "" && column.kind == isDate {
			n++
		} else if value.class == aValue && slices.ContainsFunc(value.means, func(m meaning) bool { return m.column == column }) && c.Label == "" {
			n++
		}
	})
	if n != 1 {
		return false
	}
	p.eachCompare(root, q.Where, func(c *cond, column *column) {
		if value.class == aDate && c.Label != "" && column.kind == isDate {
			*c = cond{Kind: "compare", Ref: c.Ref, Op: "between", Values: []string{dateText(value.span.from), dateText(value.span.to)}, Text: true, Label: value.span.label}
			return
		}
		for _, m := range value.means {
			if value.class == aValue && m.column == column && c.Label == "" {
				*c = cond{Kind: "compare", Ref: c.Ref, Op: "=", Values: []string{*m.value}, Text: c.Text}
			}
		}
	})
	s.cost += perItem * float64(len(s.items))
	s.items = nil
	return true
}

// eachCompare visits all comparisons with their columns.
func (p *Planner) eachCompare(at *table, conds []cond, f func(*cond, *column)) {
	for i := range conds {
		c := &conds[i]
		switch c.Kind {
		case "compare":
			f(c, p.columnAt(at, *c.Ref))
		case "exists", "count":
			p.eachCompare(p.end(at, c.Path), c.Where, f)
		case "any":
			p.eachCompare(at, c.Where, f)
		}
	}
}

// merge adds what was read to a query.
func (s *state) merge(q *query) bool {
	if s.settleThings() != nil {
		return false
	}
	for _, n := range s.needs {
		if s.settleNeed(n) != nil {
			return false
		}
	}
	b := &builder{s: s, root: s.target, q: &query{Root: q.Root}}
	conds, err := b.conds(s.target, nil)
	if err != nil {
		return false
	}
	if s.narrows && len(conds)+len(s.groups)+len(s.sorts) == 0 && s.limit == 0 {
		return false // "the completed ones" asks for no column
	}
	for _, c := range conds {
		if s.narrows && others(q.Where, c) {
			return false // none of the open ones is paid
		}
		q.Where = replaced(q.Where, c)
	}
	if len(s.groups) > 0 && !b.regroup(q) {
		return false
	}
	if len(s.sorts) > 0 && !b.resort(q) {
		return false
	}
	for _, out := range s.outs {
		o, err := s.pick(s.columnOptions(out.means, s.target, nil))
		if err != nil || len(q.Measures) > 0 || len(o.path) > 0 {
			return false
		}
		for _, c := range columnsOf(o) {
			if r := (ref{Column: c.Name}); !slices.ContainsFunc(q.Columns, r.equal) {
				q.Columns = append(q.Columns, r)
			}
		}
	}
	if s.limit > 0 {
		if len(q.Measures) > 0 && len(q.Groups) == 0 {
			return false
		}
		q.Limit, q.Offset = s.limit, 0
	}
	return s.super == "" && !contradictory(q.Where)
}

// replaced puts a condition in the place of one on the same column.
func replaced(conds []cond, c cond) []cond {
	for i, old := range conds {
		if old.Kind == "compare" && c.Kind == "compare" && old.Ref.equal(*c.Ref) {
			conds[i] = c
			return conds
		}
	}
	return append(conds, c)
}

// bare reports whether another thing is named with nothing that joins it to the rows: "who is
// their manager?" asks for that one, and not which of them have one.
func (s *state) bare() bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool {
		return n != s.target && n.text != "" && n.via == nil && (n.conn == "" || n.conn == "that")
	})
}

// others reports whether a condition wants another value of a column than those that there are.
func others(conds []cond, c cond) bool {
	return c.Kind == "compare" && (c.Op == "=" || c.Op == "in") && slices.ContainsFunc(conds, func(old cond) bool {
		return old.Kind == "compare" && (old.Op == "=" || old.Op == "in") && old.Ref.equal(*c.Ref) && !slices.Equal(old.Values, c.Values)
	})
}

// regroup groups by something else. A list becomes a number for each.
func (b *builder) regroup(q *query) bool {
	for _, g := range b.s.groups {
		if b.group(g) != nil {
			return false
		}
	}
	if b.fans && slices.ContainsFunc(q.Measures, func(m measure) bool { return m.Fn == "sum" || m.Fn == "avg" }) {
		return false
	}
	if len(q.Measures) == 0 || b.fans {
		q.Columns, q.Measures, q.Distinct = nil, []measure{b.countRows()}, false
	}
	q.Groups, q.Having, q.Order, q.Limit = b.q.Groups, nil, nil, 0
	if !slices.ContainsFunc(q.Groups, func(g group) bool { return g.Unit != "" }) {
		q.Order = []order{{Measure: 1, Desc: true}}
	}
	return true
}

// resort orders by something else.
func (b *builder) resort(q *query) bool {
	q.Order = nil
	for _, o := range b.s.sorts {
		found, err := b.s.pick(b.s.columnOptions(o.means, b.root, func(c *column) bool { return c.kind != isOther }))
		if err != nil || found.column == nil || !found.path.allUp() || len(q.Measures) > 0 {
			return false
		}
		r := ref{hopsOf(found.path), found.column.Name}
		if !slices.ContainsFunc(q.Columns, r.equal) && !q.Distinct {
			q.Columns = append(q.Columns, r)
		}
		q.Order = append(q.Order, order{Ref: &r, Desc: o.desc})
	}
	return true
}
