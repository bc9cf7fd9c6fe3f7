package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// A gold query agrees with the plan for its tables if each of its SELECTs with several
// tables makes the same columns of these tables equal as the plan does (a.x = c.id and
// c.id = b.y make a.x and b.y equal, with or without c), or if it joins pairs of columns
// that the plan reports as ties or roles, at least one for each table but the first. Sub-queries
// are SELECTs of their own; a table that is joined with itself counts once.

// block is a SELECT of a gold query.
type block struct {
	tables []string
	pairs  []string // "a.x=b.y", sorted sides
}

type agreement struct {
	queries, agree, ties, noPath int
}

func evalJoins(dir string, missed bool) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "set\tgraph\tqueries of several tables\tagree\tshare\twith a tie\tno path")
	for _, load := range []func(string) (*set, error){loadSpider, loadBIRD} {
		s, err := load(dir)
		if err != nil {
			return err
		}
		for _, inferred := range []bool{false, true} {
			a := s.agreement(inferred, missed && inferred)
			name := "foreign keys"
			if inferred {
				name = "foreign keys and inferred"
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%.3f\t%d\t%d\n", s.name, name, a.queries, a.agree, float64(a.agree)/float64(a.queries), a.ties, a.noPath)
		}
	}
	return w.Flush()
}

func (s *set) agreement(inferred, missed bool) agreement {
	var a agreement
	finders := map[string]*joingraph.Finder{}
	graphs := map[string]*schema.Graph{}
	for _, db := range s.databases {
		g := schema.New(db.Name, db.Tables(), slices.Clone(db.Relationships))
		if inferred {
			graph.Infer(g)
		}
		graphs[db.Name], finders[db.Name] = g, joingraph.New(g, joingraph.Options{})
	}
	for _, q := range s.questions {
		blocks := readBlocks(q, graphs[q.database])
		if len(blocks) == 0 {
			continue
		}
		a.queries++
		agrees, tied, none := true, false, false
		for _, b := range blocks {
			plan, err := finders[q.database].Connect(b.tables...)
			if err != nil {
				none = true
			}
			ok := err == nil && b.agrees(plan)
			tied = tied || len(plan.Ties) > 0
			agrees = agrees && ok
			if !ok && missed {
				fmt.Printf("%s %v: gold %v, plan %v %v\n", q.database, b.tables, b.pairs, planPairs(plan), err)
			}
		}
		if agrees {
			a.agree++
		}
		if tied {
			a.ties++
		}
		if none {
			a.noPath++
		}
	}
	return a
}

func pairText(tableA, columnA, tableB, columnB string) string {
	a, b := strings.ToLower(tableA+"."+columnA), strings.ToLower(tableB+"."+columnB)
	return min(a, b) + "=" + max(a, b)
}

func relationshipPairs(r schema.Relationship) []string {
	var pairs []string
	for _, p := range r.Columns {
		pairs = append(pairs, pairText(r.FromTable, p.From, r.ToTable, p.To))
	}
	return pairs
}

func planPairs(p joingraph.Plan) []string {
	var pairs []string
	for _, j := range p.Joins {
		pairs = append(pairs, relationshipPairs(j.Relationship)...)
	}
	return pairs
}

// classes are the columns of given tables that pairs make equal.
func classes(pairs, tables []string) string {
	of := map[string]string{}
	find := func(c string) string {
		for of[c] != "" && of[c] != c {
			c = of[c]
		}
		return c
	}
	for _, pair := range pairs {
		a, b, _ := strings.Cut(pair, "=")
		a, b = find(a), find(b)
		of[max(a, b)], of[min(a, b)] = min(a, b), min(a, b)
	}
	together := map[string][]string{}
	for _, pair := range pairs {
		a, b, _ := strings.Cut(pair, "=")
		for _, c := range []string{a, b} {
			if table, _, _ := strings.Cut(c, "."); contains(tables, table) && !slices.Contains(together[find(c)], c) {
				together[find(c)] = append(together[find(c)], c)
			}
		}
	}
	var all []string
	for _, columns := range together {
		if slices.Sort(columns); len(columns) > 1 {
			all = append(all, strings.Join(columns, "="))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ";")
}

func (b block) agrees(p joingraph.Plan) bool {
	planned := planPairs(p)
	if classes(planned, b.tables) == classes(b.pairs, b.tables) {
		return true
	}
	possible := slices.Clone(planned)
	for _, t := range p.Ties {
		for _, o := range t.Options {
			for _, r := range o {
				possible = append(possible, relationshipPairs(r)...)
			}
		}
	}
	for _, j := range p.Joins {
		for _, r := range j.Roles {
			possible = append(possible, relationshipPairs(r)...)
		}
	}
	for _, pair := range b.pairs {
		if !slices.Contains(possible, pair) {
			return false
		}
	}
	return len(b.pairs) >= len(b.tables)-1 && len(p.Bridges) == 0
}

// readBlocks collects the SELECTs of a gold query that join several tables.
func readBlocks(q question, g *schema.Graph) []block {
	v := &blockVisitor{g: g}
	q.statement.Accept(v)
	return v.blocks
}

type blockVisitor struct {
	g      *schema.Graph
	blocks []block
}

func (v *blockVisitor) Enter(n ast.Node) (ast.Node, bool) {
	if s, ok := n.(*ast.SelectStmt); ok && s.From != nil {
		r := &blockReader{g: v.g, alias: map[string]*schema.Table{}}
		r.from(s.From.TableRefs)
		for _, on := range r.on {
			r.condition(on)
		}
		if s.Where != nil {
			r.condition(s.Where)
		}
		slices.Sort(r.pairs)
		r.pairs = slices.Compact(r.pairs)
		if len(r.tables) > 1 && len(r.pairs) > 0 {
			v.blocks = append(v.blocks, r.block)
		}
	}
	return n, false
}

func (v *blockVisitor) Leave(n ast.Node) (ast.Node, bool) { return n, true }

type blockReader struct {
	block
	g     *schema.Graph
	alias map[string]*schema.Table
	on    []ast.ExprNode
}

func (r *blockReader) from(n ast.ResultSetNode) {
	switch n := n.(type) {
	case *ast.Join:
		r.from(n.Left)
		if n.Right != nil {
			r.from(n.Right)
		}
		if n.On != nil {
			r.on = append(r.on, n.On.Expr)
		}
	case *ast.TableSource:
		if name, ok := n.Source.(*ast.TableName); ok {
			if t, ok := r.g.Table(name.Name.O); ok {
				as := n.AsName.L
				if as == "" {
					as = name.Name.L
				}
				r.alias[as] = t
				if !slices.Contains(r.tables, t.Name) {
					r.tables = append(r.tables, t.Name)
				}
			}
		}
	}
}

// condition reads the equalities of columns that all must hold.
func (r *blockReader) condition(e ast.ExprNode) {
	switch e := e.(type) {
	case *ast.ParenthesesExpr:
		r.condition(e.Expr)
	case *ast.BinaryOperationExpr:
		if e.Op == opcode.LogicAnd {
			r.condition(e.L)
			r.condition(e.R)
			return
		}
		a, columnA := r.column(e.L)
		b, columnB := r.column(e.R)
		if e.Op == opcode.EQ && a != nil && b != nil && a != b {
			r.pairs = append(r.pairs, pairText(a.Name, columnA, b.Name, columnB))
		}
	}
}

func (r *blockReader) column(e ast.ExprNode) (*schema.Table, string) {
	c, ok := e.(*ast.ColumnNameExpr)
	if !ok {
		return nil, ""
	}
	if c.Name.Table.L != "" {
		return r.alias[c.Name.Table.L], c.Name.Name.O
	}
	for _, t := range r.alias {
		if _, ok := t.Column(c.Name.Name.O); ok {
			return t, c.Name.Name.O
		}
	}
	return nil, ""
}
