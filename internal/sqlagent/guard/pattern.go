package guard

import (
	"regexp/syntax"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/say"
)

const (
	longestPattern = 200
	// mostRepeats is how many parts of a pattern may repeat: a server that tries all ways
	// to match needs time that grows with that power of a text's length.
	mostRepeats = 2
	// mostChoices is how many parts may be there or not, or be one or the other. Each
	// doubles the ways.
	mostChoices = 6
)

// pattern checks a regular expression. Servers match by backtracking, and not all of them
// stop when a query's time is over: so the pattern must be a constant that cannot take
// long.
func (c *check) pattern(e ast.ExprNode) ast.ExprNode {
	if n, ok := e.(*driver.ValueExpr); ok {
		if text, ok := textOf(n); ok && bounded(text) {
			return c.value(n)
		}
	}
	c.refuse(Pattern, say.T("A regular expression must be a short constant with at most two repeats, each of a single character: use LIKE, or a simpler one."), "LIKE")
	return e
}

// bounded reports whether a pattern is one that Go reads too, that repeats only single
// characters, at most two of them, and has few choices. What (? begins differs between
// servers, and hides groups from this count.
func bounded(pattern string) bool {
	if len(pattern) > longestPattern || strings.Contains(pattern, "(?") {
		return false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	var n counts
	n.add(re)
	if strings.Contains(pattern, "(") {
		// Within groups choices multiply; Go leaves out those that it finds equal, servers
		// may not.
		n.choices += strings.Count(pattern, "|")
	}
	return !n.nested && n.repeats <= mostRepeats && n.choices <= mostChoices
}

type counts struct {
	repeats, choices int
	nested           bool
}

func (n *counts) add(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		n.repeats++
		switch of := re.Sub[0]; of.Op {
		case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		default:
			n.nested = true
		}
	case syntax.OpQuest:
		n.choices++
	}
	for _, sub := range re.Sub {
		n.add(sub)
	}
}
