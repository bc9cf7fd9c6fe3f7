package main

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // the values of the tree

	"burrow/internal/demo"
)

// shape is what a query reads: its tables and the conditions by which they are joined,
// by the names of base tables.
type shape struct {
	tables, joins []string
}

// shapeOf reads the tables and joins of a query. A secure view counts as its table, and a
// condition is written in one order, so that two queries can be compared.
func shapeOf(sql string) (shape, error) {
	statement, err := parser.New().ParseOneStmt(sql, "", "")
	if err != nil {
		return shape{}, err
	}
	w := &shapeWalk{names: map[string]string{}}
	statement.Accept(w)
	var s shape
	for _, name := range w.tables {
		if !slices.Contains(s.tables, name) {
			s.tables = append(s.tables, name)
		}
	}
	for _, pair := range w.pairs {
		left, right := w.column(pair[0]), w.column(pair[1])
		if left == "" || right == "" || pair[0].Table.L == pair[1].Table.L {
			continue
		}
		join := min(left, right) + " = " + max(left, right)
		if !slices.Contains(s.joins, join) {
			s.joins = append(s.joins, join)
		}
	}
	slices.Sort(s.tables)
	slices.Sort(s.joins)
	return s, nil
}

// shapeWalk collects names first and resolves them in the end: a column may come before
// the table that it is of.
type shapeWalk struct {
	names  map[string]string // base tables by what the query calls them
	tables []string
	pairs  [][2]*ast.ColumnName
}

func (w *shapeWalk) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.TableSource:
		if t, ok := n.Source.(*ast.TableName); ok {
			base := baseTable(t.Name.O)
			w.tables = append(w.tables, base)
			called := n.AsName.L
			if called == "" {
				called = t.Name.L
			}
			w.names[called] = base
		}
	case *ast.BinaryOperationExpr:
		left, ok := n.L.(*ast.ColumnNameExpr)
		right, both := n.R.(*ast.ColumnNameExpr)
		if ok && both && n.Op == opcode.EQ {
			w.pairs = append(w.pairs, [2]*ast.ColumnName{left.Name, right.Name})
		}
	}
	return n, false
}

func (w *shapeWalk) Leave(n ast.Node) (ast.Node, bool) { return n, true }

func (w *shapeWalk) column(c *ast.ColumnName) string {
	table, ok := w.names[c.Table.L]
	if !ok {
		return ""
	}
	return table + "." + c.Name.O
}

// baseTable is the table of the demo database that a name stands for, spelled as it is
// there. Names that are not there stay as they are.
func baseTable(name string) string {
	for base, view := range demo.SecureViews {
		if strings.EqualFold(view, name) {
			return base
		}
	}
	for _, t := range demo.Tables() {
		if strings.EqualFold(t.Name, name) {
			return t.Name
		}
	}
	return name
}
