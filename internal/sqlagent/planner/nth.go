package planner

import "slices"

// nth reads a question about one row of the answer before: "the second one's address".
func (p *Planner) nth(b *board, before *Reading) (Reading, bool) {
	n, at := b.ordinal()
	if n == 0 {
		return Reading{}, false
	}
	of, root := p.rowsOf(before)
	if root == nil || root.key() == nil {
		return Reading{}, false
	}
	if before.query.Limit > 0 && n > before.query.Limit {
		return Reading{}, false
	}
	// What is left of the question is what is asked of the row.
	rest := &board{p: p, l: b.l, tokens: slices.Concat(b.tokens[:at[0]], b.tokens[at[1]:]), found: map[string][]meaning{}}
	rest.fill()
	thing := func() *node {
		return &node{table: root, means: []meaning{{table: root, quality: byName}}, last: -9}
	}
	here := cond{Kind: "nth", Of: of, N: n}
	if len(rest.tokens) == 0 {
		q := query{Root: root.Name, Where: []cond{here}}
		for _, c := range root.columns {
			if c.kind != isOther && !c.audit && len(q.Columns) < 12 {
				q.Columns = append(q.Columns, ref{Column: c.Name})
			}
		}
		return p.finish(q, 1), p.valid(&q, 0)
	}
	for _, d := range rest.divisions() {
		t := thing()
		s := &state{p: p, l: b.l, items: d.items(), intent: "list", target: t, focus: t, nodes: []*node{t}}
		if s.read() != nil || len(s.outs) == 0 || len(s.needs) > 0 || len(s.groups) > 0 || s.counted != nil {
			continue
		}
		q, err := s.build()
		if err != nil {
			continue
		}
		q.Where, q.Distinct = append(q.Where, here), false
		if p.valid(q, 0) {
			return p.finish(*q, confidence(s.cost)), true
		}
	}
	return Reading{}, false
}

// rowsOf is the query whose rows are spoken of, and the table whose rows they are.
func (p *Planner) rowsOf(before *Reading) (*query, *table) {
	q := clone(before.query)
	root := p.table(q.Root)
	switch {
	case len(q.Measures) == 0 && !q.Distinct:
		return &q, root
	case len(q.Groups) == 1 && q.Groups[0].Key != nil:
		return &q, p.end(root, q.Groups[0].Key.Path)
	}
	return nil, nil
}

// listed reports whether the rows of a query are those of a table.
func (p *Planner) listed(q *query, t *table) bool {
	_, root := p.rowsOf(&Reading{query: *q})
	return root == t
}

// list is the query that a question goes on from: of a single row, the list that has it.
func list(q query) query {
	for _, c := range q.Where {
		if c.Kind == "nth" {
			return *c.Of
		}
	}
	return q
}

// ordinal finds "the second one's" and gives its number and its tokens.
func (b *board) ordinal() (n int, at [2]int) {
	for i, t := range b.tokens {
		n := b.l.orders[t.folded]
		if d := dayNumber(t); n == 0 && d > 0 && t.number == "" {
			n = d
		}
		if n == 0 {
			continue
		}
		from, to := i, i+1
		for from > 0 && contains(b.l.phrases[b.tokens[from-1].folded], "filler") {
			from--
		}
		if from > 0 && contains(b.l.phrases[b.tokens[from-1].folded], "of") {
			from--
		}
		for to < len(b.tokens) && (contains(b.l.phrases[b.tokens[to].folded], "ones") || b.tokens[to].folded == "'s") {
			to++
		}
		if to == i+1 && to < len(b.tokens) && !contains(b.l.phrases[b.tokens[to].folded], "of") {
			return 0, at // the first name
		}
		return n, [2]int{from, to}
	}
	return 0, at
}
