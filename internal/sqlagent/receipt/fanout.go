package receipt

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"

	"burrow/internal/say"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/schema"
)

// counts are the aggregates that are wrong where rows are repeated.
var counts = []string{"count", "sum", "avg", "std", "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp"}

// aggregates warns of those that count a row more than once.
func (b *block) aggregates(n *ast.SelectStmt, outermost bool) {
	w := &walker{enter: func(node ast.Node) bool {
		a, ok := node.(*ast.AggregateFuncExpr)
		if ok && !a.Distinct && slices.Contains(counts, strings.ToLower(a.F)) && len(a.Args) > 0 {
			b.aggregate(a, outermost)
		}
		return true
	}}
	for _, f := range n.Fields.Fields {
		w.walk(f.Expr)
	}
	if n.Having != nil {
		w.walk(n.Having.Expr)
	}
	if n.OrderBy != nil {
		for _, item := range n.OrderBy.Items {
			w.walk(item.Expr)
		}
	}
}

func (b *block) aggregate(a *ast.AggregateFuncExpr, outermost bool) {
	var owners []ref
	for _, arg := range a.Args {
		owners = append(owners, b.valueColumns(arg)...)
	}
	if len(owners) == 0 {
		b.rowCount(a, outermost)
		return
	}
	if slices.ContainsFunc(owners, func(c ref) bool { return !b.repeats(c) }) {
		return
	}
	one := owners[0].src
	many := b.repeater(one)
	if many == nil {
		// The rows were repeated inside of a derived table.
		b.warn(say.T("{aggregate} counts rows more than once: the query inside repeats them. The number may be too high.", "aggregate", b.spelled(a)))
		return
	}
	b.warn(say.T("Each {one} with several {many} rows is counted several times, so {aggregate} may be too high.",
		"aggregate", b.spelled(a), "one", one.label(), "many", many.label()))
}

// rowCount looks at a count of rows, which has no column of its own.
func (b *block) rowCount(a *ast.AggregateFuncExpr, outermost bool) {
	if len(b.sources) < 2 {
		return
	}
	grains := b.grains()
	if len(grains) == 0 {
		b.warn(say.T("{aggregate} counts combinations of rows: several joins repeat each other's rows. The number may be too high.", "aggregate", b.spelled(a)))
		return
	}
	if !slices.ContainsFunc(grains, func(s *source) bool { return !b.missing(s) }) {
		other := b.sources[0]
		if other == grains[0] {
			other = b.sources[1]
		}
		b.warn(say.T("{aggregate} counts a {one} without a {many} as one.", "aggregate", b.spelled(a), "one", other.label(), "many", grains[0].label()))
	}
	if outermost {
		b.countedAnother(a, grains)
	}
}

// missing reports whether a source's row may be missing from a row of the result: an outer
// join adds it, and no condition asks for it.
func (b *block) missing(s *source) bool {
	if !s.optional {
		return false
	}
	return !slices.ContainsFunc(b.where, func(e ast.ExprNode) bool {
		if null, ok := bare(e).(*ast.IsNullExpr); ok && !null.Not {
			return false
		}
		return slices.ContainsFunc(b.columns(e), func(c ref) bool { return c.src == s })
	})
}

// countedAnother warns if the question asks how many there are of one thing and the rows
// of another are counted.
func (b *block) countedAnother(a *ast.AggregateFuncExpr, grains []*source) {
	asked := b.askedFor()
	if asked == nil || slices.ContainsFunc(grains, func(g *source) bool { return g == asked || g.bridges(asked) }) {
		return
	}
	b.warn(say.T("{aggregate} counts every {many}, also several of one {one}.", "aggregate", b.spelled(a), "many", grains[0].label(), "one", asked.label()))
}

// bridges reports whether a table is called after another one, as customerTag is after
// tag: its rows are what the other's are called by.
func (s *source) bridges(other *source) bool {
	if s.table == nil {
		return false
	}
	own := schema.Words(s.table.Name)
	return !slices.ContainsFunc(schema.Words(other.table.Name), func(w string) bool { return !slices.Contains(own, w) })
}

// countingWords begin a question about a number of things.
var countingWords = [][]string{{"how", "many"}, {"number", "of"}, {"count", "of"}, {"count", "the"}, {"count"}}

// askedFor is the source that a question wants to know the number of, or nil.
func (b *block) askedFor() *source {
	words := schema.TextWords(b.in.query.Question)
	for _, begin := range countingWords {
		stems := make([]string, len(begin))
		for i, w := range begin {
			stems[i] = schema.Stem(w)
		}
		for i := 0; i+len(stems) <= len(words); i++ {
			if slices.Equal(words[i:i+len(stems)], stems) {
				return b.calledAt(words[i+len(stems):])
			}
		}
	}
	return nil
}

// calledAt is the source whose name stands at the beginning of some words, or behind an
// adjective or two. Of two that begin there the longer name counts.
func (b *block) calledAt(words []string) *source {
	for skip := 0; skip <= 2 && skip < len(words); skip++ {
		var best *source
		length := 0
		for _, s := range b.sources {
			if s.table == nil {
				continue
			}
			name := schema.Words(s.table.Name)
			if len(name) > length && len(name) <= len(words)-skip && slices.Equal(name, words[skip:skip+len(name)]) {
				best, length = s, len(name)
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// repeater is a source whose rows repeat those of another, or nil.
func (b *block) repeater(one *source) *source {
	known := b.determined(one)
	// The one that is joined to something known says it best.
	for _, eq := range b.equals {
		for _, pair := range []equality{eq, {eq.b, eq.a}} {
			if known[pair.a.src] && !known[pair.b.src] {
				return pair.b.src
			}
		}
	}
	for _, s := range b.sources {
		if !known[s] {
			return s
		}
	}
	return nil
}

func (b *block) warn(text string) {
	w := answer.Warning{Kind: answer.FanOut, Text: text}
	if !slices.Contains(b.in.receipt.Warnings, w) {
		b.in.receipt.Warnings = append(b.in.receipt.Warnings, w)
	}
}

// label is what a source's rows are called.
func (s *source) label() string {
	if s.table != nil {
		return answer.Label(s.table.Name)
	}
	return s.name
}

// spelled is an aggregate as it is written in the query.
func (b *block) spelled(a *ast.AggregateFuncExpr) string {
	text := strings.ReplaceAll(printed(a), "`", "")
	if strings.EqualFold(text, "count(1)") {
		return "COUNT(*)"
	}
	return text
}

// printed writes an expression as the guard does.
func printed(e ast.Node) string {
	var out strings.Builder
	const flags = format.RestoreStringSingleQuotes | format.RestoreKeyWordUppercase | format.RestoreNameBackQuotes |
		format.RestoreSpacesAroundBinaryOperation | format.RestoreStringWithoutDefaultCharset
	if e.Restore(format.NewRestoreCtx(flags, &out)) != nil {
		return ""
	}
	return out.String()
}
