package guard

import (
	"math/bits"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/say"
)

// equality is a condition that two columns are equal.
type equality struct{ a, b found }

// condition checks what follows ON or WHERE, part by part, and notes which tables it
// connects and which columns it joins. home has the sources of the whole FROM.
func (c *check) condition(e ast.ExprNode, s, home *scope) ast.ExprNode {
	switch n := e.(type) {
	case *ast.ParenthesesExpr:
		n.Expr = c.condition(n.Expr, s, home)
		return n
	case *ast.BinaryOperationExpr:
		if n.Op == opcode.LogicAnd || n.Op == opcode.LogicOr {
			if c.depth++; c.depth <= mostDepth {
				n.L, n.R = c.condition(n.L, s, home), c.condition(n.R, s, home)
				c.depth--
				return n
			}
			c.depth--
		}
	}
	home.touched = 0
	if eq, ok := c.equality(e, s); ok {
		home.equals = append(home.equals, eq)
	} else {
		e = c.expr(e, s)
	}
	home.groups.connect(home.touched)
	return e
}

// equality resolves a condition if it is that two columns are equal.
func (c *check) equality(e ast.ExprNode, s *scope) (eq equality, ok bool) {
	n, ok := e.(*ast.BinaryOperationExpr)
	if !ok || n.Op != opcode.EQ {
		return eq, false
	}
	l, ok := n.L.(*ast.ColumnNameExpr)
	if !ok {
		return eq, false
	}
	r, ok := n.R.(*ast.ColumnNameExpr)
	if !ok {
		return eq, false
	}
	return equality{c.resolve(l.Name, s), c.resolve(r.Name, s)}, true
}

// groups say for each source of a FROM which group it is in, by the first one's number.
type groups []int

// connect puts the sources of these numbers into one group.
func (g groups) connect(sources uint64) {
	if bits.OnesCount64(sources) < 2 {
		return
	}
	to := g[bits.TrailingZeros64(sources)]
	for i, group := range g {
		if sources&(1<<i) != 0 && group != to {
			for j := range g {
				if g[j] == group {
					g[j] = to
				}
			}
		}
	}
}

// joined checks how the sources of a FROM belong together, once its conditions are known.
func (c *check) joined(s *scope) {
	var apart []int
	for i, src := range s.sources {
		if !src.single && !slices.Contains(apart, s.groups[i]) {
			apart = append(apart, s.groups[i])
		}
	}
	// A condition with a wrong name joins nothing, and that has been said.
	if len(apart) > 1 && len(c.refusals) == 0 {
		a, b := s.sources[slices.Index(s.groups, apart[0])], s.sources[slices.Index(s.groups, apart[1])]
		c.refuse(Cartesian, say.T("Nothing joins '{one}' with '{other}': every row of one would stand beside every row of the other.", "one", a.name.O, "other", b.name.O), c.guard.joins.suggest(a, b))
	}
	c.joinedRightly(s)
}

// joinedRightly refuses joins of columns that do not belong together. Where other columns
// join the same tables, directly or by others between them, a condition more is a filter:
// paid on the day of the invoice.
func (c *check) joinedRightly(s *scope) {
	rightly := make(groups, len(s.sources))
	for i := range rightly {
		rightly[i] = i
	}
	var doubted, outer []equality
	for _, eq := range s.equals {
		switch {
		case eq.a.source == nil || eq.b.source == nil: // a label, or a name that is wrong
		case eq.a.source.home != s || eq.b.source.home != s:
			outer = append(outer, eq)
		case c.belong(eq):
			rightly.connect(1<<eq.a.source.index | 1<<eq.b.source.index)
		default:
			doubted = append(doubted, eq)
		}
	}
	for _, eq := range doubted {
		if rightly[eq.a.source.index] != rightly[eq.b.source.index] {
			c.doubt(eq)
		}
	}
	c.correlatedRightly(s, outer)
}

// correlatedRightly refuses a query inside of another that compares a key of one with a
// column of the other that does not belong to it, if nothing else connects the two.
func (c *check) correlatedRightly(s *scope, outer []equality) {
	if slices.ContainsFunc(outer, c.belong) {
		return
	}
	for _, eq := range outer {
		if (eq.a.source.home == s || eq.b.source.home == s) && (c.isJoined(eq.a) || c.isJoined(eq.b)) {
			c.doubt(eq)
		}
	}
}

// isJoined reports whether a column is a key, or points to one.
func (c *check) isJoined(f found) bool {
	key, _ := f.key()
	return c.guard.joins.isKey[key]
}
