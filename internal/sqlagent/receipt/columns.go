package receipt

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// walker visits a tree without going into subqueries, which are blocks of their own.
type walker struct{ enter func(ast.Node) bool }

func (w *walker) walk(e ast.Node) {
	if e != nil {
		e.Accept(w)
	}
}

// Enter is called by the tree.
func (w *walker) Enter(n ast.Node) (ast.Node, bool) {
	if _, ok := n.(*ast.SubqueryExpr); ok {
		return n, true
	}
	return n, !w.enter(n)
}

// Leave is called by the tree.
func (w *walker) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// columns are those of this block that an expression names.
func (b *block) columns(e ast.ExprNode) (found []ref) {
	w := &walker{enter: func(n ast.Node) bool {
		if name, ok := n.(*ast.ColumnNameExpr); ok {
			if c, known := b.find(name.Name); known {
				found = append(found, c)
			}
		}
		return true
	}}
	w.walk(e)
	return found
}

// valueColumns are the columns that the value of an expression is made of. Conditions
// choose a value and are none of it, unless the values are constants: then the rows that
// meet the condition are counted.
func (b *block) valueColumns(e ast.ExprNode) []ref {
	var values, conditions []ast.ExprNode
	switch n := bare(e).(type) {
	case *ast.CaseExpr:
		conditions = append(conditions, n.Value)
		for _, when := range n.WhenClauses {
			conditions, values = append(conditions, when.Expr), append(values, when.Result)
		}
		values = append(values, n.ElseClause)
	case *ast.FuncCallExpr:
		if !strings.EqualFold(n.FnName.O, "if") || len(n.Args) != 3 {
			return b.columns(e)
		}
		conditions, values = n.Args[:1], n.Args[1:]
	default:
		return b.columns(e)
	}
	var found []ref
	for _, v := range values {
		if v != nil {
			found = append(found, b.valueColumns(v)...)
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, c := range conditions {
		if c != nil {
			found = append(found, b.columns(c)...)
		}
	}
	return found
}

// subqueries reads those in expressions, each by itself: what they name of this block has
// one value there.
func (b *block) subqueries(n *ast.SelectStmt) {
	find := subqueryFinder{found: func(s *ast.SubqueryExpr) { b.in.read(s.Query, b.tables, false) }}
	for _, f := range n.Fields.Fields {
		if f.Expr != nil {
			f.Expr.Accept(&find)
		}
	}
	for _, e := range b.where {
		e.Accept(&find)
	}
	if n.Having != nil {
		n.Having.Expr.Accept(&find)
	}
}

type subqueryFinder struct{ found func(*ast.SubqueryExpr) }

// Enter is called by the tree.
func (f *subqueryFinder) Enter(n ast.Node) (ast.Node, bool) {
	if s, ok := n.(*ast.SubqueryExpr); ok {
		f.found(s)
		return n, true
	}
	return n, false
}

// Leave is called by the tree.
func (f *subqueryFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }
