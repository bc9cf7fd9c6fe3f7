package receipt

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"burrow/internal/sqlagent/schema"
)

// determined are the sources whose rows a row of one source determines, itself included.
// Without a source they are those that are fixed for a group or for all rows.
func (b *block) determined(by *source) map[*source]bool {
	known := map[*source]bool{}
	if by != nil {
		known[by] = true
	}
	for grown := true; grown; {
		grown = false
		for _, s := range b.sources {
			if !known[s] && b.follows(s, known) {
				known[s], grown = true, true
			}
		}
	}
	return known
}

// follows reports whether a source's row is determined: whether a key of it is held by
// columns that are fixed or equal to those of rows that are known.
func (b *block) follows(s *source, known map[*source]bool) bool {
	if s.inner != nil && s.inner.single {
		return true
	}
	var bound []string
	for column := range b.fixed {
		if column.src == s {
			bound = append(bound, column.name)
		}
	}
	for _, eq := range b.equals {
		here, there := eq.a, eq.b
		if there.src == s {
			here, there = there, here
		}
		if here.src != s || !known[there.src] {
			continue
		}
		bound = append(bound, here.name)
		if b.declaredOne(there, here) {
			return true
		}
	}
	return s.isUnique(bound)
}

func (s *source) isUnique(columns []string) bool {
	if s.table != nil {
		return s.table.IsUnique(columns...)
	}
	return s.inner != nil && slices.ContainsFunc(s.inner.keys, func(key []string) bool {
		return !slices.ContainsFunc(key, func(k string) bool { return !slices.Contains(columns, k) })
	})
}

// declaredOne reports whether the graph says that a row on the one side has at most one on
// the other, where it knows no key of the other.
func (b *block) declaredOne(from, to ref) bool {
	if from.src.table == nil || to.src.table == nil || len(to.src.table.PrimaryKey) > 0 || len(to.src.table.Unique) > 0 {
		return false
	}
	r, ok := b.relationship(from, to)
	return ok && (r.Cardinality == schema.ManyToOne || r.Cardinality == schema.OneToOne)
}

// relationship is that of the graph between two columns, in their direction.
func (b *block) relationship(from, to ref) (schema.Relationship, bool) {
	if from.src.table == nil || to.src.table == nil {
		return schema.Relationship{}, false
	}
	want := schema.Relationship{FromTable: from.src.table.Name, ToTable: to.src.table.Name, Columns: []schema.Pair{{From: from.name, To: to.name}}}
	best, found := schema.Relationship{}, false
	for _, r := range b.in.graph.Relationships {
		if !r.Same(want) || found && r.Confidence <= best.Confidence {
			continue
		}
		if fold(r.FromTable) != fold(want.FromTable) || fold(r.Columns[0].From) != fold(want.Columns[0].From) {
			r = r.Reversed()
		}
		best, found = r, true
	}
	return best, found
}

// whole reports whether a source has a row of its own in each row of the result.
func (b *block) whole(s *source) bool { return len(b.determined(s)) == len(b.sources) }

// grains are the sources that have.
func (b *block) grains() []*source {
	var out []*source
	for _, s := range b.sources {
		if b.whole(s) {
			out = append(out, s)
		}
	}
	return out
}

// result says what a block is as a table.
func (b *block) result(n *ast.SelectStmt) *derived {
	d := &derived{single: b.single(n)}
	plain := map[ref]string{} // columns that are given as they are, by what they are called
	owners := map[*source]bool{}
	for _, f := range n.Fields.Fields {
		if f.WildCard != nil {
			b.star(f.WildCard.Table.L, d, plain, owners)
			continue
		}
		name := f.AsName.L
		column, ok := b.columnOf(f.Expr)
		if name == "" && ok {
			name = column.name
		}
		d.columns = append(d.columns, output{name: name, repeated: ok && n.GroupBy == nil && b.repeats(column)})
		if ok {
			plain[column] = name
			owners[column.src] = true
		} else {
			owners[nil] = true
		}
	}
	d.keys = b.keys(n, plain)
	if n.Distinct {
		var all []string
		for i := range d.columns {
			all = append(all, d.columns[i].name)
			// Rows that were repeated are one again if they are of one table.
			d.columns[i].repeated = d.columns[i].repeated && len(owners) > 1
		}
		d.keys = append(d.keys, all)
	}
	return d
}

func (b *block) single(n *ast.SelectStmt) bool {
	if n.From == nil {
		return true
	}
	if n.Limit != nil {
		if count, ok := limitOf(n.Limit); ok && count == 1 {
			return true
		}
	}
	if n.GroupBy != nil {
		return false
	}
	return slices.ContainsFunc(n.Fields.Fields, func(f *ast.SelectField) bool { return f.Expr != nil && ast.HasAggFlag(f.Expr) })
}

// star gives all columns of a source, or of all.
func (b *block) star(of string, d *derived, plain map[ref]string, owners map[*source]bool) {
	for _, s := range b.sources {
		if of != "" && s.name != of {
			continue
		}
		owners[s] = true
		for _, name := range s.columns() {
			c := ref{s, name}
			plain[c] = name
			d.columns = append(d.columns, output{name: name, repeated: b.repeats(c)})
		}
	}
}

func (s *source) columns() (names []string) {
	if s.inner != nil {
		for _, o := range s.inner.columns {
			names = append(names, o.name)
		}
	} else if s.table != nil {
		for _, c := range s.table.Columns {
			names = append(names, fold(c.Name))
		}
	}
	return names
}

// keys are sets of a block's columns that occur once: what it is grouped by, or the keys
// of a table that has a row of its own in each of its rows.
func (b *block) keys(n *ast.SelectStmt, plain map[ref]string) (keys [][]string) {
	if n.GroupBy != nil {
		var key []string
		for _, item := range n.GroupBy.Items {
			name := b.outputOf(item.Expr, plain)
			if name == "" {
				return nil
			}
			key = append(key, name)
		}
		return [][]string{key}
	}
	for _, s := range b.grains() {
		for _, key := range s.allKeys() {
			var names []string
			for _, column := range key {
				if name, ok := plain[ref{s, fold(column)}]; ok {
					names = append(names, name)
				}
			}
			if len(names) == len(key) && len(key) > 0 {
				keys = append(keys, names)
			}
		}
	}
	return keys
}

// outputOf is what a block calls something that it is grouped by, or "".
func (b *block) outputOf(e ast.ExprNode, plain map[ref]string) string {
	if p, ok := bare(e).(*ast.PositionExpr); ok && p.N >= 1 && p.N <= len(b.fields.Fields) {
		f := b.fields.Fields[p.N-1]
		if f.AsName.L != "" {
			return f.AsName.L
		}
		e = f.Expr
	}
	if c, ok := b.columnOf(e); ok {
		if name, given := plain[c]; given {
			return name
		}
		for _, eq := range b.equals {
			for _, pair := range []equality{eq, {eq.b, eq.a}} {
				if name, given := plain[pair.b]; pair.a == c && given {
					return name
				}
			}
		}
		return ""
	}
	if name, ok := bare(e).(*ast.ColumnNameExpr); ok {
		return name.Name.Name.L // a label
	}
	for _, f := range b.fields.Fields {
		if f.Expr != nil && f.AsName.L != "" && printed(f.Expr) == printed(e) {
			return f.AsName.L
		}
	}
	return ""
}

func (s *source) allKeys() [][]string {
	if s.inner != nil {
		return s.inner.keys
	}
	if s.table == nil {
		return nil
	}
	return append([][]string{s.table.PrimaryKey}, s.table.Unique...)
}

// repeats reports whether the row that a column's value comes from may be in several rows
// of the result.
func (b *block) repeats(c ref) bool {
	if !b.whole(c.src) {
		return true
	}
	if c.src.inner == nil {
		return false
	}
	i := slices.IndexFunc(c.src.inner.columns, func(o output) bool { return o.name == c.name })
	return i >= 0 && c.src.inner.columns[i].repeated
}
