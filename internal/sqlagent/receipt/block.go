package receipt

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/sqlagent/schema"
)

// block is a SELECT.
type block struct {
	in      *inspector
	tables  named
	sources []*source
	equals  []equality
	// fixed are columns that have one value in all rows of a group, or in all rows.
	fixed map[ref]bool
	// where are the parts of WHERE.
	where  []ast.ExprNode
	fields *ast.FieldList
}

// source is an entry of a FROM.
type source struct {
	name  string        // folded, as columns are qualified by it
	table *schema.Table // nil if it is derived, or not known
	inner *derived      // of a derived table or a table expression
	// optional says that its row may be missing: it is the far side of an outer join.
	optional bool
	kind     string // of the join that added it: "", "inner", "left", "right"
}

// ref is a column of a source.
type ref struct {
	src  *source
	name string // folded
}

// equality says that two columns of different sources are equal.
type equality struct{ a, b ref }

// derived is a query as a table.
type derived struct {
	columns []output
	keys    [][]string
	single  bool // it has at most one row
}

type output struct {
	name string // folded
	// repeated says that the value's own row may be in several rows.
	repeated bool
}

func (d *derived) rename(from, to string) {
	for i := range d.columns {
		if d.columns[i].name == from {
			d.columns[i].name = to
		}
	}
	for _, key := range d.keys {
		for i := range key {
			if key[i] == from {
				key[i] = to
			}
		}
	}
}

// block reads a SELECT, notes its joins and what is wrong with its aggregates, and says
// what it is as a table.
func (in *inspector) block(n *ast.SelectStmt, tables named, outermost bool) *derived {
	b := &block{in: in, tables: tables, fixed: map[ref]bool{}, fields: n.Fields}
	if n.From != nil {
		b.from(n.From.TableRefs)
	}
	b.where = conjuncts(n.Where)
	for _, part := range b.where {
		b.condition(part, false)
	}
	b.group(n.GroupBy)
	b.propagate()
	b.subqueries(n)
	b.aggregates(n, outermost)
	b.joins(n, outermost)
	if outermost {
		in.receipt.Labels, in.receipt.Decimals = b.labels(), b.decimals()
	}
	return b.result(n)
}

// from adds the entries of a FROM, and returns those of this part of it.
func (b *block) from(node ast.ResultSetNode) []*source {
	switch n := node.(type) {
	case *ast.Join:
		left := b.from(n.Left)
		if n.Right == nil {
			return left
		}
		right := b.from(n.Right)
		b.side(n, left, right)
		both := slices.Concat(left, right)
		for _, name := range n.Using {
			b.using(name.Name.L, left, right)
		}
		if n.On != nil {
			for _, part := range conjuncts(n.On.Expr) {
				b.condition(part, n.Tp != ast.CrossJoin)
			}
		}
		return both
	case *ast.TableSource:
		src := b.entry(n)
		b.sources = append(b.sources, src)
		return []*source{src}
	}
	return nil
}

// side notes what an outer join makes of its sides.
func (b *block) side(n *ast.Join, left, right []*source) {
	kind, missing := "inner", []*source(nil)
	switch n.Tp {
	case ast.LeftJoin:
		kind, missing = "left", right
	case ast.RightJoin:
		kind, missing = "right", left
	}
	for _, s := range missing {
		s.optional = true
	}
	if len(right) > 0 && right[0].kind == "" {
		right[0].kind = kind
	}
}

func (b *block) entry(n *ast.TableSource) *source {
	src := &source{name: n.AsName.L}
	name, ok := n.Source.(*ast.TableName)
	if !ok {
		src.inner = b.in.read(n.Source, b.tables, false)
		return src
	}
	if src.name == "" {
		src.name = name.Name.L
	}
	if d := b.tables[name.Name.L]; d != nil {
		src.inner = d
		return src
	}
	called := name.Name.O
	if base, isView := b.in.base[name.Name.L]; isView {
		b.in.receipt.Views = append(b.in.receipt.Views, called)
		called = base
	}
	src.table, _ = b.in.graph.Table(called)
	return src
}

func (b *block) using(name string, left, right []*source) {
	var l, r *source
	for _, s := range left {
		if l == nil && s.has(name) {
			l = s
		}
	}
	for _, s := range right {
		if r == nil && s.has(name) {
			r = s
		}
	}
	if l != nil && r != nil {
		b.equals = append(b.equals, equality{ref{l, name}, ref{r, name}})
	}
}

func (s *source) has(column string) bool {
	if s.inner != nil {
		return slices.ContainsFunc(s.inner.columns, func(o output) bool { return o.name == column })
	}
	if s.table == nil {
		return false
	}
	_, ok := s.table.Column(column)
	return ok
}

// find is the column that a name means, or nothing if it is none of this block's: one of
// a query around it has one value here.
func (b *block) find(n *ast.ColumnName) (ref, bool) {
	for _, s := range b.sources {
		if n.Table.L == s.name || n.Table.L == "" && s.has(n.Name.L) {
			return ref{s, n.Name.L}, true
		}
	}
	return ref{}, false
}

// condition notes what a part of ON or WHERE says of columns. What is only said where an
// outer join finds a partner holds for that partner.
func (b *block) condition(e ast.ExprNode, outer bool) {
	n, ok := bare(e).(*ast.BinaryOperationExpr)
	if !ok || n.Op != opcode.EQ {
		return
	}
	l, isL := b.columnOf(n.L)
	r, isR := b.columnOf(n.R)
	switch {
	case isL && isR:
		if l.src != r.src {
			b.equals = append(b.equals, equality{l, r})
		}
	case isL && len(b.columns(n.R)) == 0 && (!outer || l.src.optional):
		b.fixed[l] = true
	case isR && len(b.columns(n.L)) == 0 && (!outer || r.src.optional):
		b.fixed[r] = true
	}
}

func (b *block) columnOf(e ast.ExprNode) (ref, bool) {
	name, ok := bare(e).(*ast.ColumnNameExpr)
	if !ok {
		return ref{}, false
	}
	return b.find(name.Name)
}

// group fixes the columns that rows are grouped by.
func (b *block) group(by *ast.GroupByClause) {
	if by == nil {
		return
	}
	for _, item := range by.Items {
		if c, ok := b.columnOf(b.meant(item.Expr)); ok {
			b.fixed[c] = true
		}
	}
}

// meant is the field that a position or a label in GROUP BY or ORDER BY stands for.
func (b *block) meant(e ast.ExprNode) ast.ExprNode {
	switch n := bare(e).(type) {
	case *ast.PositionExpr:
		if n.N >= 1 && n.N <= len(b.fields.Fields) && b.fields.Fields[n.N-1].Expr != nil {
			return b.fields.Fields[n.N-1].Expr
		}
	case *ast.ColumnNameExpr:
		if _, known := b.find(n.Name); !known && n.Name.Table.L == "" {
			for _, f := range b.fields.Fields {
				if f.AsName.L == n.Name.Name.L && f.Expr != nil {
					return f.Expr
				}
			}
		}
	}
	return e
}

// propagate fixes what is equal to something fixed.
func (b *block) propagate() {
	for grown := true; grown; {
		grown = false
		for _, eq := range b.equals {
			if b.fixed[eq.a] != b.fixed[eq.b] {
				b.fixed[eq.a], b.fixed[eq.b], grown = true, true, true
			}
		}
	}
}

// conjuncts are the parts of a condition that all hold.
func conjuncts(e ast.ExprNode) []ast.ExprNode {
	if e == nil {
		return nil
	}
	if n, ok := bare(e).(*ast.BinaryOperationExpr); ok && n.Op == opcode.LogicAnd {
		return append(conjuncts(n.L), conjuncts(n.R)...)
	}
	return []ast.ExprNode{e}
}

// bare is an expression without parentheses.
func bare(e ast.ExprNode) ast.ExprNode {
	for {
		p, ok := e.(*ast.ParenthesesExpr)
		if !ok {
			return e
		}
		e = p.Expr
	}
}
