package guard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/guard/guardtest"
)

// seen is an independent walk over what the guard printed.
type seen struct {
	tables, expressions, functions []string
	locks                          bool
}

func (s *seen) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.TableName:
		s.tables = append(s.tables, n.Schema.O+"."+n.Name.O)
	case *ast.CommonTableExpression:
		s.expressions = append(s.expressions, "."+n.Name.O)
	case *ast.FuncCallExpr:
		s.functions = append(s.functions, n.FnName.L)
	case *ast.SelectStmt:
		s.locks = s.locks || n.LockInfo != nil || n.SelectIntoOpt != nil
	case *ast.VariableExpr:
		s.functions = append(s.functions, "@")
	}
	return n, false
}

func (s *seen) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// requireSafe checks what the guard printed without its help: one query, of which each
// table is one that may be read, as a secure view if there is one.
func requireSafe(t *testing.T, sql string, v Verdict) {
	t.Helper()
	statements, _, err := newParser().ParseSQL(v.SQL)
	require.NoError(t, err, "%s\n%s", sql, v.SQL)
	require.Len(t, statements, 1, sql)
	var s seen
	statements[0].Accept(&s)
	require.False(t, s.locks, sql)
	for _, name := range s.tables {
		if slices.Contains(s.expressions, name) {
			continue
		}
		_, hasView := companyViews[strings.TrimPrefix(name, ".")]
		require.False(t, hasView, "%s is read instead of its view\n%s\n%s", name, sql, v.SQL)
		require.True(t, slices.Contains(readable, name), "%s may not be read\n%s\n%s", name, sql, v.SQL)
	}
	for _, name := range s.functions {
		require.True(t, allowed[name] || literals[name], "%s is called\n%s\n%s", name, sql, v.SQL)
	}
	require.NotContains(t, v.SQL, `\`)
	for _, hidden := range []string{"salary", "passwordhash"} {
		require.NotContains(t, strings.ToLower(v.SQL), hidden)
	}
}

// readable are the tables that company's person may read, as the server calls them.
var readable = []string{
	".secure_customer", ".secure_customerlocation", ".secure_customercontact", ".secure_workorder", ".secure_employee", ".secure_user",
	".crew", ".employeeCrew", ".invoice", ".payment", ".inspections", ".category", ".island", ".reef",
}

// Tables stand in every place where one can: select list, FROM, ON, WHERE, HAVING, ORDER
// BY, windows, table expressions, derived tables, IN, ANY, EXISTS, CASE, set operations.
func TestGeneratedQueriesReadViewsOnly(t *testing.T) {
	n := 50_000
	if testing.Short() {
		n = 300
	}
	g := company(t, nil)
	graph := companyGraph()
	for _, t := range graph.Tables() {
		// Hidden columns are named by wild queries only.
		t.Columns = slices.DeleteFunc(t.Columns, func(c schemaColumn) bool { return c.Name == "salary" || c.Name == "passwordHash" })
	}
	graph.Remove("secret")
	passed, tables := 0, map[string]int{}
	for i, wild := range []bool{false, true} {
		queries := guardtest.New(graph, uint64(i+1))
		queries.Wild = wild
		for range n / 2 {
			sql := queries.Query()
			v := g.Check(sql)
			if !wild {
				require.True(t, v.OK, "%s: %v", sql, v.Refusals)
			}
			if v.OK {
				passed++
				requireSafe(t, sql, v)
			}
			for _, name := range v.Tables {
				if !wild {
					tables[name]++
				}
			}
		}
	}
	require.Greater(t, passed, n/2)
	require.Len(t, tables, len(readable))
}

// What is printed is read again as the tree that was checked, by its structure: two
// trees that differ may print the same.
func TestPrintedParsesBackEqual(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 100
	}
	g := company(t, nil)
	queries := guardtest.New(companyGraph(), 3)
	for range n {
		requireRoundTrip(t, g, queries.Query())
	}
	for _, sql := range accepted {
		requireRoundTrip(t, g, sql[0])
	}
}

// requireRoundTrip reports whether a query was accepted and came back.
func requireRoundTrip(t *testing.T, g *Guard, sql string) bool {
	t.Helper()
	if g.readText(sql) != nil {
		return false
	}
	p := newParser()
	tree, r := parse(p, sql)
	if r != nil {
		return false
	}
	c := &check{guard: g}
	c.statement(tree)
	if len(c.refusals) > 0 {
		return false
	}
	text, r := write(tree, 0)
	if r != nil {
		return false
	}
	checked := dump(tree)
	again, _, err := newParser().ParseSQL(text)
	require.NoError(t, err, "%s\n%s", sql, text)
	require.Len(t, again, 1)
	require.Equal(t, checked, dump(again[0]), "%s\n%s", sql, text)
	v := g.Check(text)
	require.True(t, v.OK, "%s\n%s: %v", sql, text, v.Refusals)
	// A label that was too long in the query may fit as it is printed; after that nothing
	// changes.
	require.Equal(t, v.SQL, g.Check(v.SQL).SQL)
	return true
}

// dump is a tree as text, without parentheses, which the tree does not need.
func dump(n ast.Node) string {
	d := &dumper{}
	n.Accept(d)
	return d.out.String()
}

type dumper struct {
	out   strings.Builder
	depth int
}

func (d *dumper) Enter(n ast.Node) (ast.Node, bool) {
	if _, ok := n.(*ast.ParenthesesExpr); ok {
		return n, false
	}
	fmt.Fprintf(&d.out, "%*s%T", d.depth, "", n)
	switch n := n.(type) {
	case *driver.ValueExpr:
		fmt.Fprintf(&d.out, " %q", valueOf(n))
	case *ast.ColumnName:
		d.out.WriteString(" " + n.OrigColName())
	case *ast.TableName:
		d.out.WriteString(" " + n.Schema.O + "." + n.Name.O)
	case *ast.TableSource:
		d.out.WriteString(" " + n.AsName.O)
	case *ast.SelectField:
		d.out.WriteString(" " + n.AsName.O)
	case *ast.BinaryOperationExpr:
		d.out.WriteString(" " + n.Op.String())
	case *ast.UnaryOperationExpr:
		d.out.WriteString(" " + n.Op.String())
	case *ast.FuncCallExpr:
		d.out.WriteString(" " + n.FnName.L)
	case *ast.AggregateFuncExpr:
		fmt.Fprintf(&d.out, " %s %v", strings.ToLower(n.F), n.Distinct)
	case *ast.WindowFuncExpr:
		fmt.Fprintf(&d.out, " %s %v", strings.ToLower(n.Name), n.Distinct)
	case *ast.Join:
		fmt.Fprintf(&d.out, " %d %d %v", n.Tp, len(n.Using), n.NaturalJoin)
	case *ast.SelectStmt:
		fmt.Fprintf(&d.out, " %v", n.Distinct)
		if n.AfterSetOperator != nil {
			d.out.WriteString(" " + n.AfterSetOperator.String())
		}
	case *ast.PatternInExpr:
		fmt.Fprintf(&d.out, " %v", n.Not)
	case *ast.PatternLikeOrIlikeExpr:
		fmt.Fprintf(&d.out, " %v %q", n.Not, n.Escape)
	case *ast.PatternRegexpExpr:
		fmt.Fprintf(&d.out, " %v", n.Not)
	case *ast.BetweenExpr:
		fmt.Fprintf(&d.out, " %v", n.Not)
	case *ast.ExistsSubqueryExpr:
		fmt.Fprintf(&d.out, " %v", n.Not)
	case *ast.IsNullExpr:
		fmt.Fprintf(&d.out, " %v", n.Not)
	case *ast.IsTruthExpr:
		fmt.Fprintf(&d.out, " %v %d", n.Not, n.True)
	case *ast.CompareSubqueryExpr:
		fmt.Fprintf(&d.out, " %s %v", n.Op, n.All)
	case *ast.ByItem:
		fmt.Fprintf(&d.out, " %v", n.Desc)
	case *ast.TimeUnitExpr:
		d.out.WriteString(" " + n.Unit.String())
	case *ast.FuncCastExpr:
		d.out.WriteString(" " + n.Tp.String())
	case *ast.FrameBound:
		fmt.Fprintf(&d.out, " %d %v", n.Type, n.UnBounded)
	}
	d.out.WriteByte('\n')
	d.depth++
	return n, false
}

func (d *dumper) Leave(n ast.Node) (ast.Node, bool) {
	if _, ok := n.(*ast.ParenthesesExpr); !ok {
		d.depth--
	}
	return n, true
}

// valueOf is a constant's value, whatever it is written as.
func valueOf(n *driver.ValueExpr) string {
	switch n.Kind() {
	case driver.KindString:
		return n.GetString()
	case driver.KindBinaryLiteral:
		return string(n.GetBytes())
	}
	var out strings.Builder
	_ = n.Restore(format.NewRestoreCtx(printed, &out))
	return out.String()
}

// go test -fuzz FuzzCheck ./internal/sqlagent/guard
func FuzzCheck(f *testing.F) {
	for _, sql := range accepted {
		f.Add(sql[0])
	}
	for _, sql := range []string{"SELECT 1 /*! x */", "SELECT '\\'", "SELECT MOD(1 + 2, 3) * 4", fiveJoins} {
		f.Add(sql)
	}
	g := company(f, nil)
	f.Fuzz(func(t *testing.T, sql string) {
		v := g.Check(sql)
		require.Equal(t, v.OK, len(v.Refusals) == 0)
		if v.OK {
			requireSafe(t, sql, v)
			requireRoundTrip(t, g, sql)
		}
	})
}

// go test -fuzz FuzzPattern ./internal/sqlagent/guard
func FuzzPattern(f *testing.F) {
	f.Add("^a+$")
	f.Add("(a|b)?c*")
	f.Fuzz(func(t *testing.T, pattern string) {
		if bounded(pattern) {
			require.LessOrEqual(t, len(pattern), longestPattern)
			require.NotContains(t, pattern, ")*")
			require.NotContains(t, pattern, "}{")
		}
	})
}

// A check uses the memory of those before it: its verdict is that of a guard which has
// seen nothing, in whatever order and however many are at work.
func TestVerdictsDoNotDependOnWhatCameBefore(t *testing.T) {
	g := company(t, nil)
	var texts []string
	for _, pair := range accepted {
		texts = append(texts, pair[0])
	}
	wild := guardtest.New(companyGraph(), 5)
	wild.Wild = true
	for range 100 {
		texts = append(texts, wild.Query())
	}
	want := make([]Verdict, len(texts))
	for i, sql := range texts {
		want[i] = company(t, nil).Check(sql)
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			order := rand.New(rand.NewPCG(uint64(worker), 1)).Perm(len(texts))
			for _, i := range order {
				assert.Equal(t, want[i], g.Check(texts[i]), texts[i])
			}
		})
	}
	all.Wait()
}
