// Package guard decides whether a query that a model wrote may run, and what runs in its
// place. It reads the text into a tree, refuses what it does not know, resolves every name
// as MySQL does, puts secure views in the place of base tables, and prints the tree that it
// checked. Running it, and who may read which rows, is left to package database and to the
// views.
//
// The text itself never leaves: servers disagree about comments, escapes and version
// hints, and only what this package has printed is the same for all of them. Whatever is
// not on a list here is refused: statements, kinds of expressions, functions, names.
//
// What a person may not see does not exist: a hidden column and one that was made up get
// the same answer, and suggestions are made from what is left.
package guard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // the values of the tree

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// Rules say what a person's queries may name.
type Rules struct {
	Graph *schema.Graph
	// Views are the secure views by the base table that each stands for.
	Views map[string]string
	// Readable are the tables that may be named; nil means all of the graph. A table and
	// its secure view are one.
	Readable []string
	// Hidden are columns by table that may not be named anywhere.
	Hidden map[string][]string
	// Sensitive are columns by base table of which only sums, averages and counts are
	// shown, over at least LeastGroup rows; 0 means 5.
	Sensitive  map[string][]string
	LeastGroup int
	// MaxRows is how many rows an answer may have; 0 means 100. Queries ask for one more,
	// so that it shows whether there were more.
	MaxRows int
	// MaxBytes is how long a query may be; 0 means 32 KiB.
	MaxBytes int
	// MaxListed is how many columns or tables a refusal lists; 0 means 100.
	MaxListed int
}

const (
	usualRows  = 100
	usualList  = 100
	usualBytes = 32 << 10
	mostOffset = 1_000_000
	mostParens = 100 // open at once
	mostDepth  = 400 // of a tree
	mostBlocks = 64  // SELECTs in a query
	// mostSources is how many tables a FROM may have. MySQL ends at 61.
	mostSources = 32
)

// Guard checks queries by one set of rules. It is safe for concurrent use.
type Guard struct {
	rules    Rules
	database string
	tables   map[string]*table // by folded name, views beside base tables
	names    []string          // of tables, for suggestions
	joins    joins
	idle     sync.Pool // checks, for the next query
}

// table is a table as queries may see it.
type table struct {
	name ast.CIStr // as it is called in queries and verdicts
	real ast.CIStr // as the server calls it: the secure view's name if there is one
	// base is the table whose relationships it has: itself, or what it is the view of.
	base    string
	columns []column
	byName  map[string]int
	hidden  []string // folded
	// key is what rows are counted by; only tables with sensitive columns have it.
	key []string
}

// New makes a guard. It refuses rules that contradict the graph.
func New(r Rules) (*Guard, error) {
	if r.Graph == nil {
		return nil, errors.New("guard: a graph is missing")
	}
	if r.MaxRows == 0 {
		r.MaxRows = usualRows
	}
	if r.MaxBytes == 0 {
		r.MaxBytes = usualBytes
	}
	if r.LeastGroup == 0 {
		r.LeastGroup = usualGroup
	}
	if r.MaxListed == 0 {
		r.MaxListed = usualList
	}
	g := &Guard{rules: r, database: fold(r.Graph.Name), tables: map[string]*table{}}
	g.idle.New = func() any { return &check{guard: g, parser: newParser()} }
	hidden, err := g.hiddenColumns()
	if err != nil {
		return nil, err
	}
	views := map[string]bool{}
	for base, view := range r.Views {
		if views[fold(view)] {
			return nil, fmt.Errorf("guard: two tables have the secure view %q", view)
		}
		views[fold(view)] = true
		if err := g.addView(base, view, hidden); err != nil {
			return nil, err
		}
	}
	for _, t := range r.Graph.Tables() {
		if g.tables[fold(t.Name)] == nil && g.readable(t.Name) {
			g.add(t.Name, t.Name, t.Name, t, hidden[fold(t.Name)])
		}
	}
	for _, name := range r.Readable {
		if _, ok := r.Graph.Table(name); !ok && !views[fold(name)] {
			return nil, fmt.Errorf("guard: %q is to be readable, and is no table", name)
		}
	}
	if err := g.checkSensitive(); err != nil {
		return nil, err
	}
	slices.Sort(g.names)
	g.joins = newJoins(g)
	return g, nil
}

func (g *Guard) hasView(name string) bool {
	for base := range g.rules.Views {
		if strings.EqualFold(base, name) {
			return true
		}
	}
	return false
}

func (g *Guard) readable(names ...string) bool {
	return g.rules.Readable == nil || slices.ContainsFunc(g.rules.Readable, func(name string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	})
}

// addView makes a base table's name and its view's name lead to the view. The view's
// columns are those that the graph says it has, else the base table's.
func (g *Guard) addView(base, view string, hidden map[string][]string) error {
	of, ok := g.rules.Graph.Table(base)
	shown := of
	if v, known := g.rules.Graph.Table(view); known {
		shown = v
	} else if !ok {
		return fmt.Errorf("guard: neither table %q nor its secure view %q is in the graph", base, view)
	}
	if ok {
		base = of.Name
	}
	if g.hasView(view) {
		return fmt.Errorf("guard: the secure view %q is also a table with a view", view)
	}
	if !g.readable(base, view) {
		return nil
	}
	if v, known := g.rules.Graph.Table(view); known {
		view = v.Name
	}
	not := slices.Concat(hidden[fold(base)], hidden[fold(view)])
	g.add(base, view, base, shown, not)
	g.add(view, view, base, shown, not)
	return nil
}

func (g *Guard) add(name, real, base string, of *schema.Table, hidden []string) {
	t := &table{name: ast.NewCIStr(name), real: ast.NewCIStr(real), base: fold(base), byName: map[string]int{}, hidden: hidden}
	for _, c := range of.Columns {
		lower := fold(c.Name)
		if slices.Contains(hidden, lower) {
			continue
		}
		t.byName[lower] = len(t.columns)
		t.columns = append(t.columns, column{name: c.Name, lower: lower, table: t, spoken: name + "." + c.Name, key: t.base + "." + lower})
	}
	g.tables[t.name.L] = t
	g.names = append(g.names, name)
}

func (g *Guard) hiddenColumns() (map[string][]string, error) {
	hidden := map[string][]string{}
	for name, columns := range g.rules.Hidden {
		for _, c := range columns {
			hidden[fold(name)] = append(hidden[fold(name)], fold(c))
		}
		_, ok := g.rules.Graph.Table(name)
		for _, view := range g.rules.Views {
			ok = ok || strings.EqualFold(name, view)
		}
		if !ok {
			return nil, fmt.Errorf("guard: columns of %q are to be hidden, and it is no table", name)
		}
	}
	return hidden, nil
}

// Check decides about a query. It never fails: what it cannot read is refused.
func (g *Guard) Check(sql string) Verdict {
	if r := g.readText(sql); r != nil {
		return Verdict{Refusals: []Refusal{*r}}
	}
	c := g.idle.Get().(*check)
	defer c.done()
	statement, r := parse(c.parser, sql)
	if r != nil {
		return Verdict{Refusals: []Refusal{*r}}
	}
	c.statement(statement)
	if len(c.refusals) > 0 {
		return Verdict{Tables: sorted(c.tables), Columns: sorted(c.columns), Refusals: c.refusals, Warnings: c.warnings}
	}
	text, r := write(statement, len(sql))
	if r != nil {
		return Verdict{Refusals: []Refusal{*r}}
	}
	return Verdict{OK: true, SQL: text, Tables: sorted(c.tables), Columns: sorted(c.columns), Views: c.views, Warnings: c.warnings}
}

// parse reads one statement. The parser is not ours, and it panics on some texts that it
// cannot read.
func parse(p *parser.Parser, sql string) (statement ast.StmtNode, r *Refusal) {
	defer func() {
		if recover() != nil {
			statement, r = nil, unreadable()
		}
	}()
	statements, _, err := p.ParseSQL(sql)
	if err != nil && strings.Contains(sql, " (") {
		// COUNT (*) is COUNT(*) in this mode; in the usual one, names of functions are
		// free for columns.
		p.SetSQLMode(mysql.ModeIgnoreSpace)
		statements, _, err = p.ParseSQL(sql)
		p.SetSQLMode(mysql.ModeNone)
	}
	if err != nil {
		return nil, unreadable()
	}
	if len(statements) != 1 {
		return nil, &Refusal{Code: Statements, Message: say.T("A query must be exactly one statement.")}
	}
	return statements[0], nil
}

func newParser() *parser.Parser {
	p := parser.New()
	p.SetSQLMode(mysql.ModeNone)
	return p
}

func unreadable() *Refusal {
	return &Refusal{Code: Syntax, Message: say.T("The query cannot be read as MySQL.")}
}

func fold(name string) string { return strings.ToLower(name) }
