package receipt

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/schema"
)

// joins notes how each source of a block is joined with those before it.
func (b *block) joins(n *ast.SelectStmt, outermost bool) {
	for i, to := range b.sources {
		if i == 0 {
			continue
		}
		j, pairs := b.join(to, b.sources[:i])
		from := b.sources[0]
		if len(pairs) > 0 {
			from = pairs[0].a.src
		}
		if j.Type == "inner" && len(pairs) > 0 {
			b.losses(&j, n, from, to, pairs, outermost)
		}
		b.in.receipt.Joins = append(b.in.receipt.Joins, j)
	}
}

// join is the join of a source with one before it, and the columns that are equal in it.
func (b *block) join(to *source, before []*source) (Join, []equality) {
	var pairs []equality
	for _, eq := range b.equals {
		if eq.a.src == to {
			eq.a, eq.b = eq.b, eq.a
		}
		if eq.b.src == to && slices.Contains(before, eq.a.src) && (len(pairs) == 0 || pairs[0].a.src == eq.a.src) {
			pairs = append(pairs, eq)
		}
	}
	j := Join{Join: answer.Join{From: before[0].shown(), To: to.shown(), Type: to.kind}}
	if j.Type == "" {
		j.Type = "inner"
	}
	if len(pairs) == 0 {
		if j.Type == "inner" {
			j.Type = "cross"
		}
		return j, nil
	}
	b.describe(&j, pairs)
	return j, pairs
}

// describe says what a join is by its columns.
func (b *block) describe(j *Join, pairs []equality) {
	from, to := pairs[0].a.src, pairs[0].b.src
	j.From, j.To, j.Kind, j.Role = from.shown(), to.shown(), "", ""
	var on []string
	for _, eq := range pairs {
		on = append(on, eq.a.src.shown()+"."+eq.a.column()+" = "+eq.b.src.shown()+"."+eq.b.column())
	}
	j.On = strings.Join(on, " AND ")
	if r, ok := b.relationship(pairs[0].a, pairs[0].b); ok {
		j.Kind = string(r.Kind)
		if b.hasRoles(r) {
			j.Role = r.Name
		}
	}
	j.Cardinality = string(b.cardinality(from, to, pairs))
}

// cardinality goes by the keys of both sides, and by the graph where it knows none.
func (b *block) cardinality(from, to *source, pairs []equality) schema.Cardinality {
	var a, c []string
	for _, eq := range pairs {
		a, c = append(a, eq.a.name), append(c, eq.b.name)
	}
	oneFrom := from.isUnique(a) || b.declaredOne(pairs[0].b, pairs[0].a) || from.inner != nil && from.inner.single
	oneTo := to.isUnique(c) || b.declaredOne(pairs[0].a, pairs[0].b) || to.inner != nil && to.inner.single
	switch {
	case oneFrom && oneTo:
		return schema.OneToOne
	case oneTo:
		return schema.ManyToOne
	case oneFrom:
		return schema.OneToMany
	}
	return schema.ManyToMany
}

// hasRoles reports whether other columns join the same two tables.
func (b *block) hasRoles(r schema.Relationship) bool {
	return slices.ContainsFunc(b.in.graph.Relationships, func(o schema.Relationship) bool {
		same := strings.EqualFold(o.FromTable, r.FromTable) && strings.EqualFold(o.ToTable, r.ToTable) ||
			strings.EqualFold(o.FromTable, r.ToTable) && strings.EqualFold(o.ToTable, r.FromTable)
		return same && !o.Same(r)
	})
}

func (s *source) shown() string {
	if s.table != nil {
		return s.table.Name
	}
	return s.name
}

func (c ref) column() string {
	if c.src.table != nil {
		if col, ok := c.src.table.Column(c.name); ok {
			return col.Name
		}
	}
	return c.name
}

// losses says how to count the rows that an inner join leaves out, and turns the join so
// that they are those of From. Rows that point at one of another table are counted; where
// the answer has a line for each row of that other table, those without any are.
func (b *block) losses(j *Join, n *ast.SelectStmt, from, to *source, pairs []equality, outermost bool) {
	if from.table == nil || to.table == nil || !outermost {
		return
	}
	turn := func() {
		for i, eq := range pairs {
			pairs[i] = equality{eq.b, eq.a}
		}
		from, to = to, from
		b.describe(j, pairs)
	}
	if j.Cardinality == string(schema.OneToMany) {
		turn()
	}
	listed := j.Cardinality == string(schema.ManyToOne) && b.listed(n, to)
	if listed && len(b.about(from)) == 0 {
		turn()
	}
	if len(b.about(to)) > 0 {
		// Rows without a partner would not have met the condition either.
		return
	}
	if b.held(j, to, pairs) {
		if column, ok := from.table.Column(pairs[0].a.name); ok && column.Type != "" && !column.Nullable {
			j.Lost = new(int64) // each row has a partner
			return
		}
		j.Count = b.countMissing(from, pairs[0].a)
	} else {
		j.Count = b.countLost(from, to, pairs)
	}
	j.Warns = j.Count != "" && (b.whole(from) || listed)
}

// held reports whether the database itself holds that what From points at is there, so
// that only rows that point at nothing are lost. A view may hide what is there.
func (b *block) held(j *Join, to *source, pairs []equality) bool {
	viewed := false
	for _, base := range b.in.base {
		viewed = viewed || strings.EqualFold(base, to.table.Name)
	}
	return j.Kind == string(schema.ForeignKey) && j.Cardinality == string(schema.ManyToOne) && len(pairs) == 1 && (!viewed || b.in.query.Whole)
}

// listed reports whether an answer has a line of counts or sums for each row of a source,
// and all of them are asked for.
func (b *block) listed(n *ast.SelectStmt, s *source) bool {
	if n.GroupBy == nil || n.Having != nil || b.in.receipt.Limit > 0 {
		return false
	}
	grouped := slices.ContainsFunc(n.GroupBy.Items, func(item *ast.ByItem) bool {
		c, ok := b.columnOf(b.meant(item.Expr))
		return ok && c.src == s
	})
	return grouped && slices.ContainsFunc(n.Fields.Fields, func(f *ast.SelectField) bool { return f.Expr != nil && ast.HasAggFlag(f.Expr) })
}

// about are the conditions that name a source's columns beside those that join it.
func (b *block) about(s *source) (found []ast.ExprNode) {
	for _, e := range b.where {
		columns := b.columns(e)
		other := slices.ContainsFunc(columns, func(c ref) bool { return c.src != s })
		if len(columns) > 0 && !other {
			found = append(found, e)
		}
	}
	return found
}

// countLost is the query that counts rows of one table without a partner in another,
// among those that meet the conditions on them. It is a join, which servers without
// clever plans are quicker at than at subqueries.
func (b *block) countLost(from, to *source, pairs []equality) string {
	where, ok := b.conditionsOn(from)
	if !ok {
		return ""
	}
	var on []string
	for _, eq := range pairs {
		on = append(on, eq.b.spelled()+" = "+eq.a.spelled())
	}
	return "SELECT COUNT(*) AS lost FROM " + from.entry() + " LEFT JOIN " + to.entry() + " ON " + strings.Join(on, " AND ") +
		" WHERE " + where + pairs[0].b.spelled() + " IS NULL"
}

// countMissing is the query that counts rows that point at nothing.
func (b *block) countMissing(from *source, pointer ref) string {
	where, ok := b.conditionsOn(from)
	if !ok {
		return ""
	}
	return "SELECT COUNT(*) AS lost FROM " + from.entry() + " WHERE " + where + pointer.spelled() + " IS NULL"
}

// conditionsOn are the conditions on a source alone, each with an AND behind it. Those
// with subqueries cannot be told apart from the rest.
func (b *block) conditionsOn(s *source) (string, bool) {
	var where strings.Builder
	for _, e := range b.about(s) {
		text := printed(e)
		if strings.Contains(strings.ToUpper(text), "SELECT") {
			return "", false
		}
		where.WriteString("(" + text + ") AND ")
	}
	return where.String(), true
}

func (c ref) spelled() string { return schema.Quote(c.src.name) + "." + schema.Quote(c.column()) }

func (s *source) entry() string {
	if fold(s.table.Name) == s.name {
		return schema.Quote(s.table.Name)
	}
	return schema.Quote(s.table.Name) + " AS " + schema.Quote(s.name)
}
