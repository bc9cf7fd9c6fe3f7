package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// What a salary is shows in an average over one person. Columns that the rules call
// sensitive can therefore be named in sums, averages and counts alone, by themselves and
// not in an expression that leaves out all but one; and a query that does so shows only
// groups of enough rows of their table. Rows are counted by their key, so that a join that
// repeats one does not make a crowd of it.
//
// Two such queries can be subtracted from each other: everybody's average, and that of all
// but one. This rule does not know what was asked before.

// summing are the functions that a sensitive column may stand in. The smallest and the
// largest value are somebody's.
var summing = setOf("count sum avg var_pop var_samp variance stddev_pop stddev_samp stddev std")

// usualGroup is how many rows a group has at least.
const usualGroup = 5

// sensitiveColumns are those of a table, of which the key is the base table's.
func (g *Guard) sensitiveColumns(of *schema.Table) map[string]bool {
	out := map[string]bool{}
	for name, columns := range g.rules.Sensitive {
		if strings.EqualFold(name, of.Name) {
			for _, c := range columns {
				out[fold(c)] = true
			}
		}
	}
	return out
}

// markSensitive notes which columns of a table are sensitive, and the key that its rows are
// counted by.
func (g *Guard) markSensitive(t *table) error {
	base, known := g.rules.Graph.Table(t.base)
	if !known {
		return nil // the graph knows only its view, and no rule can name it
	}
	sensitive := g.sensitiveColumns(base)
	if len(sensitive) == 0 {
		return nil
	}
	t.key = base.PrimaryKey
	for _, name := range t.key {
		if _, ok := t.byName[fold(name)]; !ok {
			return fmt.Errorf("guard: columns of %q are sensitive, and %q does not show its key", base.Name, t.real.O)
		}
	}
	if len(t.key) == 0 {
		return fmt.Errorf("guard: columns of %q are sensitive, and it has no key", base.Name)
	}
	for i := range t.columns {
		t.columns[i].sensitive = sensitive[t.columns[i].lower]
	}
	return nil
}

// checkSensitive marks the sensitive columns of all tables.
func (g *Guard) checkSensitive() error {
	for name, columns := range g.rules.Sensitive {
		of, ok := g.rules.Graph.Table(name)
		for _, view := range g.rules.Views {
			ok = ok && !strings.EqualFold(name, view)
		}
		if !ok {
			return fmt.Errorf("guard: columns of %q are sensitive, and it is no base table", name)
		}
		for _, c := range columns {
			if !slices.ContainsFunc(of.Columns, func(have schema.Column) bool { return strings.EqualFold(have.Name, c) }) {
				return fmt.Errorf("guard: %q is sensitive, and is no column of %q", c, name)
			}
		}
	}
	for _, t := range g.tables {
		if err := g.markSensitive(t); err != nil {
			return err
		}
	}
	return nil
}

// guarded reports whether a table has columns that * must not show.
func (t *table) guarded() bool {
	return len(t.hidden) > 0 || slices.ContainsFunc(t.columns, func(c column) bool { return c.sensitive })
}

// crowd is a sensitive column that a SELECT adds up, with its table.
type crowd struct {
	source *source
	column *column
}

// aggregate checks the arguments of a function over groups.
func (c *check) aggregate(n *ast.AggregateFuncExpr, s *scope) {
	name, rest := summed(n)
	if name == nil {
		c.exprs(n.Args, s)
		return
	}
	c.exprs(rest, s)
	c.summing = s
	f := c.resolve(name.Name, s)
	c.summing = nil
	if f.source != nil && f.column.sensitive && !slices.Contains(s.crowds, crowd(f)) {
		s.crowds = append(s.crowds, crowd(f))
	}
}

// summed is the column that a function adds up by itself, or nil, and the other columns in
// it. Counting rows that have a value is one way to, so that what crowded has written can
// be checked again.
func summed(n *ast.AggregateFuncExpr) (of *ast.ColumnNameExpr, rest []ast.ExprNode) {
	if fold(n.F) == ast.AggFuncCount && n.Distinct {
		if f, ok := n.Args[0].(*ast.FuncCallExpr); ok && f.FnName.L == ast.If && len(f.Args) == 3 {
			empty, isTest := f.Args[0].(*ast.IsNullExpr)
			null, isValue := f.Args[1].(ast.ValueExpr)
			if isTest && !empty.Not && isValue && null.GetValue() == nil {
				of, _ = empty.Expr.(*ast.ColumnNameExpr)
				return of, append([]ast.ExprNode{f.Args[2]}, n.Args[1:]...)
			}
		}
	}
	if len(n.Args) > 1 || !summing[fold(n.F)] {
		return nil, nil
	}
	of, _ = n.Args[0].(*ast.ColumnNameExpr)
	return of, nil
}

// maySum refuses a sensitive column where it is not added up over its own SELECT.
func (c *check) maySum(f found) bool {
	if !f.column.sensitive || c.summing != nil && f.source.home == c.summing {
		return true
	}
	c.refuse(Small, say.T("'{column}' can only be counted, added up or averaged, by itself, over at least {least} rows.", "column", f.column.spoken, "least", c.guard.rules.LeastGroup), "")
	return false
}

// crowded adds to a HAVING that each group has enough rows with each sensitive column.
func (c *check) crowded(having *ast.HavingClause, crowds []crowd) *ast.HavingClause {
	for _, of := range crowds {
		name := func(column string) ast.ExprNode {
			return &ast.ColumnNameExpr{Name: &ast.ColumnName{Table: of.source.name, Name: ast.NewCIStr(column)}}
		}
		key := of.source.table.key
		first := &ast.FuncCallExpr{Tp: ast.FuncCallExprTypeKeyword, FnName: ast.NewCIStr(ast.If),
			Args: []ast.ExprNode{&ast.IsNullExpr{Expr: name(of.column.name)}, ast.NewValueExpr(nil, "", ""), name(key[0])}}
		count := &ast.AggregateFuncExpr{F: ast.AggFuncCount, Distinct: true, Args: []ast.ExprNode{first}}
		for _, column := range key[1:] {
			count.Args = append(count.Args, name(column))
		}
		enough := ast.ExprNode(&ast.BinaryOperationExpr{Op: opcode.GE, L: count, R: ast.NewValueExpr(uint64(c.guard.rules.LeastGroup), "", "")})
		if having != nil {
			enough = &ast.BinaryOperationExpr{Op: opcode.LogicAnd, L: &ast.ParenthesesExpr{Expr: having.Expr}, R: enough}
		}
		having = &ast.HavingClause{Expr: enough}
		c.warnings = append(c.warnings, Refusal{Code: Small, Message: say.T("'{column}' is sensitive: fewer than {least} rows are not added up.", "column", of.column.spoken, "least", c.guard.rules.LeastGroup)})
	}
	return having
}
