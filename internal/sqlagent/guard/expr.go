package guard

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/charset"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/say"
)

// expr checks an expression and gives what stands in its place. Kinds that are not listed
// are refused.
func (c *check) expr(e ast.ExprNode, s *scope) ast.ExprNode {
	if c.depth++; c.depth > mostDepth {
		c.refuse(TooDeep, say.T("The query is nested too deeply."), "")
		c.depth--
		return e
	}
	defer func() { c.depth-- }()
	switch n := e.(type) {
	case *ast.ColumnNameExpr:
		c.resolve(n.Name, s)
	case *driver.ValueExpr:
		return c.value(n)
	case *ast.ParenthesesExpr:
		n.Expr = c.expr(n.Expr, s)
		if inner, ok := n.Expr.(*ast.ParenthesesExpr); ok {
			return inner
		}
	case *ast.UnaryOperationExpr:
		n.V = c.expr(n.V, s)
		if inner, ok := n.V.(*ast.UnaryOperationExpr); ok && n.Op == opcode.Minus && inner.Op == opcode.Minus {
			n.V = &ast.ParenthesesExpr{Expr: inner} // two dashes are not printed
		}
	case *ast.BinaryOperationExpr:
		n.L, n.R = c.expr(n.L, s), c.expr(n.R, s)
		if n.Op == opcode.Mod {
			return modulo(n)
		}
	case *ast.BetweenExpr:
		n.Expr, n.Left, n.Right = c.expr(n.Expr, s), c.expr(n.Left, s), c.expr(n.Right, s)
	case *ast.IsNullExpr:
		n.Expr = c.expr(n.Expr, s)
	case *ast.IsTruthExpr:
		n.Expr = c.expr(n.Expr, s)
	case *ast.RowExpr:
		c.exprs(n.Values, s)
	case *ast.PatternInExpr:
		c.in(n, s)
	case *ast.PatternLikeOrIlikeExpr:
		c.like(n, s)
	case *ast.PatternRegexpExpr:
		n.Expr, n.Pattern = c.expr(n.Expr, s), c.pattern(n.Pattern)
	case *ast.SubqueryExpr:
		c.query(n.Query, s, s.tables, inExpression)
	case *ast.ExistsSubqueryExpr:
		n.Sel = c.expr(n.Sel, s)
	case *ast.CompareSubqueryExpr:
		n.L, n.R = c.expr(n.L, s), c.expr(n.R, s)
	case *ast.CaseExpr:
		c.cases(n, s)
	case *ast.SetCollationExpr:
		n.Expr = c.expr(n.Expr, s)
		set, _, _ := strings.Cut(n.Collate, "_")
		c.charset(set)
	case *ast.PositionExpr, *ast.TimeUnitExpr, *ast.TrimDirectionExpr: // a number or a word
	case *ast.FuncCallExpr, *ast.FuncCastExpr, *ast.AggregateFuncExpr, *ast.WindowFuncExpr:
		c.call(n, s)
	default:
		c.refuse(Expression, say.T("The query has an expression that is not allowed."), "")
	}
	return e
}

// modulo puts a remainder and its parts into parentheses. The parser makes a % b of
// MOD(a, b) too, and prints it without those that it needs.
func modulo(n *ast.BinaryOperationExpr) ast.ExprNode {
	for _, side := range []*ast.ExprNode{&n.L, &n.R} {
		switch (*side).(type) {
		case *ast.ParenthesesExpr, *ast.ColumnNameExpr, *driver.ValueExpr, *ast.FuncCallExpr, *ast.AggregateFuncExpr:
		default:
			*side = &ast.ParenthesesExpr{Expr: *side}
		}
	}
	return &ast.ParenthesesExpr{Expr: n}
}

func (c *check) exprs(list []ast.ExprNode, s *scope) {
	for i, e := range list {
		list[i] = c.expr(e, s)
	}
}

func (c *check) in(n *ast.PatternInExpr, s *scope) {
	n.Expr = c.expr(n.Expr, s)
	c.exprs(n.List, s)
	if n.Sel != nil {
		n.Sel = c.expr(n.Sel, s)
	}
}

// like checks LIKE. ILIKE is TiDB's alone. What escapes is said if it is not the
// backslash, and the backslash is written as its code, as in all strings.
func (c *check) like(n *ast.PatternLikeOrIlikeExpr, s *scope) {
	n.Expr, n.Pattern = c.expr(n.Expr, s), c.expr(n.Pattern, s)
	if !n.IsLike {
		c.refuse(Expression, say.T("The query has an expression that is not allowed."), "LIKE")
	}
}

func (c *check) cases(n *ast.CaseExpr, s *scope) {
	if n.Value != nil {
		n.Value = c.expr(n.Value, s)
	}
	for _, when := range n.WhenClauses {
		when.Expr, when.Result = c.expr(when.Expr, s), c.expr(when.Result, s)
	}
	if n.ElseClause != nil {
		n.ElseClause = c.expr(n.ElseClause, s)
	}
}

// charset refuses character sets in which the bytes of a quote or a backslash may be part
// of a letter.
func (c *check) charset(name string) {
	switch fold(name) {
	case "", charset.CharsetUTF8MB4, charset.CharsetUTF8, charset.CharsetUTF8MB3, charset.CharsetASCII, charset.CharsetLatin1, charset.CharsetBin:
	default:
		c.refuse(Expression, say.T("Only the character sets utf8mb4, utf8, latin1, ascii and binary are allowed."), "")
	}
}

// value checks a constant. A text with a backslash is printed as its bytes: whether a
// backslash is one depends on the mode of a session.
func (c *check) value(n *driver.ValueExpr) ast.ExprNode {
	c.charset(n.Type.GetCharset())
	text, ok := textOf(n)
	if ok && (n.Kind() == driver.KindBinaryLiteral || strings.ContainsRune(text, '\\')) {
		return &coded{ValueExpr: n, bytes: text}
	}
	if ok {
		n.Type.SetCharset(charset.CharsetUTF8MB4)
	}
	return n
}

// textOf is a constant's text, if it is one: 'a', or _utf8mb4 x'61' as it is printed.
func textOf(n *driver.ValueExpr) (string, bool) {
	switch {
	case n.Kind() == driver.KindString:
		return n.GetString(), true
	case n.Kind() == driver.KindBinaryLiteral && n.Type.GetCharset() == charset.CharsetUTF8MB4:
		return string(n.GetBytes()), true
	}
	return "", false
}
