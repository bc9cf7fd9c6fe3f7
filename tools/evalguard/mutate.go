package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/sqlagent/schema"
)

// mutant is a gold query with one mistake of the kinds that models make.
type mutant struct {
	question
	kind string
	// right are the suggestions that would mend it.
	right []string
}

// mutator makes mistakes in queries over one database.
type mutator struct {
	graph *schema.Graph
	r     *rand.Rand
	// What the query has, with what each table is called there.
	columns []place
	tables  []*ast.TableSource
	joins   []*ast.BinaryOperationExpr
	scopes  []map[string]*schema.Table
	labels  map[string]bool
	at      map[*ast.BinaryOperationExpr]map[string]*schema.Table
}

// place is a column where it is named: of is its table, around are the tables that it may
// be of.
type place struct {
	name   *ast.ColumnName
	of     *schema.Table
	around map[string]*schema.Table
}

// Enter notes names and joins on the way down.
func (m *mutator) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.SelectStmt:
		around := map[string]*schema.Table{}
		if len(m.scopes) > 0 {
			for name, t := range m.scopes[len(m.scopes)-1] {
				around[name] = t
			}
		}
		if n.From != nil {
			m.sources(n.From.TableRefs, around)
		}
		m.scopes = append(m.scopes, around)
	case *ast.SelectField:
		if n.AsName.L != "" {
			m.labels[n.AsName.L] = true
		}
	case *ast.ColumnName:
		if len(m.scopes) > 0 {
			m.column(n, m.scopes[len(m.scopes)-1])
		}
	case *ast.Join:
		if n.On != nil {
			m.equalities(n.On.Expr)
		}
	}
	return n, false
}

// Leave forgets the tables of a SELECT.
func (m *mutator) Leave(n ast.Node) (ast.Node, bool) {
	if _, ok := n.(*ast.SelectStmt); ok {
		m.scopes = m.scopes[:len(m.scopes)-1]
	}
	return n, true
}

func (m *mutator) sources(n ast.ResultSetNode, around map[string]*schema.Table) {
	switch n := n.(type) {
	case *ast.Join:
		m.sources(n.Left, around)
		if n.Right != nil {
			m.sources(n.Right, around)
		}
	case *ast.TableSource:
		name, ok := n.Source.(*ast.TableName)
		if !ok {
			return
		}
		if t, ok := m.graph.Table(name.Name.O); ok {
			as := n.AsName.L
			if as == "" {
				as = name.Name.L
			}
			around[as] = t
			m.tables = append(m.tables, n)
		}
	}
}

func (m *mutator) column(n *ast.ColumnName, around map[string]*schema.Table) {
	p := place{n, around[n.Table.L], around}
	if n.Table.L == "" {
		for _, as := range slices.Sorted(maps.Keys(around)) {
			if _, ok := around[as].Column(n.Name.O); ok {
				p.of = around[as]
			}
		}
	}
	if p.of != nil {
		if _, ok := p.of.Column(n.Name.O); ok {
			m.columns = append(m.columns, p)
		}
	}
}

func (m *mutator) equalities(e ast.ExprNode) {
	n, ok := e.(*ast.BinaryOperationExpr)
	if !ok {
		return
	}
	if n.Op == opcode.LogicAnd {
		m.equalities(n.L)
		m.equalities(n.R)
	}
	l, lok := n.L.(*ast.ColumnNameExpr)
	r, rok := n.R.(*ast.ColumnNameExpr)
	around := m.scopes[len(m.scopes)-1]
	if n.Op == opcode.EQ && lok && rok && around[l.Name.Table.L] != nil && around[r.Name.Table.L] != nil && l.Name.Table.L != r.Name.Table.L {
		m.joins = append(m.joins, n)
		m.at[n] = around
	}
}

// mutants makes up to three mistakes of each kind in a query.
func mutants(q question, g *schema.Graph, r *rand.Rand) []mutant {
	p := parser.New()
	p.SetSQLMode(mysql.ModeNone)
	statements, _, err := p.ParseSQL(q.sql)
	if err != nil {
		return nil
	}
	m := &mutator{graph: g, r: r, labels: map[string]bool{}, at: map[*ast.BinaryOperationExpr]map[string]*schema.Table{}}
	statements[0].Accept(m)
	var out []mutant
	add := func(kind string, right ...string) {
		var sql strings.Builder
		if statements[0].Restore(format.NewRestoreCtx(format.DefaultRestoreFlags|format.RestoreStringWithoutCharset, &sql)) == nil {
			out = append(out, mutant{question{q.set, q.database, sql.String()}, kind, right})
		}
	}
	for range 2 {
		m.wrongColumn(add)
		m.wrongTable(add)
		m.otherTable(add)
		m.wrongJoin(add)
	}
	return out
}

func pick[T any](r *rand.Rand, list []T) (one T, ok bool) {
	if len(list) == 0 {
		return one, false
	}
	return list[r.IntN(len(list))], true
}

// wrongColumn misspells a column, calls it as its table does, or takes it from another
// table of the query.
func (m *mutator) wrongColumn(add func(string, ...string)) {
	p, ok := pick(m.r, m.columns)
	if !ok {
		return
	}
	was := *p.name
	right := p.of.Name + "." + p.name.Name.O
	for _, name := range []string{typo(m.r, was.Name.O), p.of.Name + "_" + was.Name.O, plural(was.Name.O)} {
		if p.unknown(name) && !m.labels[strings.ToLower(name)] {
			p.name.Name = ast.NewCIStr(name)
			add("column", right)
			*p.name = was
		}
	}
	for _, as := range slices.Sorted(maps.Keys(p.around)) {
		if _, has := p.around[as].Column(was.Name.O); !has && was.Table.L != "" && as != was.Table.L {
			p.name.Table = ast.NewCIStr(as)
			add("column of another table", right, was.Table.O+"."+was.Name.O)
			*p.name = was
			break
		}
	}
}

func (p place) unknown(name string) bool {
	for _, t := range p.around {
		if _, ok := t.Column(name); ok {
			return false
		}
	}
	return true
}

// wrongTable misspells a table, or makes it many or one.
func (m *mutator) wrongTable(add func(string, ...string)) {
	n, ok := pick(m.r, m.tables)
	if !ok {
		return
	}
	name := n.Source.(*ast.TableName)
	was := name.Name
	t, _ := m.graph.Table(was.O)
	for _, other := range []string{typo(m.r, was.O), plural(was.O), "tbl_" + was.O} {
		if _, known := m.graph.Table(other); !known {
			name.Name = ast.NewCIStr(other)
			add("table", t.Name)
			name.Name = was
		}
	}
}

// otherTable takes another table of the database that lacks a column that the query has of
// the right one.
func (m *mutator) otherTable(add func(string, ...string)) {
	n, ok := pick(m.r, m.tables)
	if !ok || n.AsName.L == "" {
		return
	}
	name := n.Source.(*ast.TableName)
	was := name.Name
	t, _ := m.graph.Table(was.O)
	other, _ := pick(m.r, m.graph.Tables())
	lacks, right := false, []string{t.Name}
	for _, p := range m.columns {
		if _, has := other.Column(p.name.Name.O); p.name.Table.L == n.AsName.L && p.of == t {
			lacks = lacks || !has
			right = append(right, t.Name+"."+p.name.Name.O)
		}
	}
	if lacks {
		name.Name = ast.NewCIStr(other.Name)
		add("another table", right...)
		name.Name = was
	}
}

// wrongJoin puts another column of the same table into a join: an existing one that no
// declared key joins with the other side.
func (m *mutator) wrongJoin(add func(string, ...string)) {
	n, ok := pick(m.r, m.joins)
	if !ok {
		return
	}
	l, r := n.L.(*ast.ColumnNameExpr).Name, n.R.(*ast.ColumnNameExpr).Name
	right := []string{l.Table.O + "." + l.Name.O + " = " + r.Table.O + "." + r.Name.O, r.Table.O + "." + r.Name.O + " = " + l.Table.O + "." + l.Name.O}
	around := m.at[n]
	for _, side := range []*ast.ColumnName{l, r} {
		was := side.Name
		c, ok := pick(m.r, around[side.Table.L].Columns)
		if !ok {
			continue
		}
		side.Name = ast.NewCIStr(c.Name)
		same := around[l.Table.L] == around[r.Table.L] && l.Name.L == r.Name.L
		if !strings.EqualFold(c.Name, was.O) && !same && !declared(m.graph, around[l.Table.L], l.Name.O, around[r.Table.L], r.Name.O) {
			add("join column", right...)
		}
		side.Name = was
	}
}

// declared reports whether a key, or two keys to the same column, joins two columns.
func declared(g *schema.Graph, a *schema.Table, ca string, b *schema.Table, cb string) bool {
	targets := func(t *schema.Table, c string) map[string]bool {
		out := map[string]bool{strings.ToLower(t.Name + "." + c): true}
		for range 3 {
			for _, r := range g.Relationships {
				from, to := strings.ToLower(r.FromTable+"."+r.Columns[0].From), strings.ToLower(r.ToTable+"."+r.Columns[0].To)
				if out[from] {
					out[to] = true
				}
			}
		}
		return out
	}
	other := targets(b, cb)
	for t := range targets(a, ca) {
		if other[t] {
			return true
		}
	}
	return false
}

func typo(r *rand.Rand, name string) string {
	if len(name) < 3 {
		return name + "x"
	}
	i := 1 + r.IntN(len(name)-2)
	switch r.IntN(3) {
	case 0:
		return name[:i] + name[i+1:]
	case 1:
		return name[:i] + name[i:i+1] + name[i:]
	}
	return name[:i] + name[i+1:i+2] + name[i:i+1] + name[i+2:]
}

func plural(name string) string {
	if one, ok := strings.CutSuffix(name, "s"); ok {
		return one
	}
	return name + "s"
}
