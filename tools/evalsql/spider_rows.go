package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	_ "github.com/ncruces/go-sqlite3/driver" // the engine of made-up rows
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
)

const (
	madeUp     = 5  // databases
	rowsOfEach = 60 // of a table
)

// rowSet is a schema with made-up rows, several times over.
type rowSet struct {
	graph *schema.Graph
	pools map[planner.Place][]string // what gold queries look for
	dbs   []*sql.DB
}

func makeUp(g *schema.Graph, of []spiderQuestion) (*rowSet, error) {
	r := &rowSet{graph: g, pools: map[planner.Place][]string{}}
	for _, q := range of {
		r.collect(q.Query)
	}
	for seed := range uint64(madeUp) {
		db, err := r.fill(seed)
		if err != nil {
			r.close()
			return nil, err
		}
		r.dbs = append(r.dbs, db)
	}
	return r, nil
}

func (r *rowSet) close() {
	for _, db := range r.dbs {
		db.Close()
	}
}

// Lookup finds what gold queries look for, as a database with such rows would.
func (r *rowSet) Lookup(_ context.Context, texts []string, in []planner.Place) ([]planner.Match, error) {
	var out []planner.Match
	for _, place := range in {
		for _, value := range r.pools[planner.Place{Table: strings.ToLower(place.Table), Column: strings.ToLower(place.Column)}] {
			if slices.ContainsFunc(texts, func(t string) bool { return strings.EqualFold(t, value) }) {
				out = append(out, planner.Match{Place: place, Value: value})
			}
		}
	}
	return out, nil
}

// collect adds the values that a gold query compares columns with.
func (r *rowSet) collect(query string) {
	statement, err := parser.New().ParseOneStmt(query, "", "")
	if err != nil {
		return
	}
	v := &literals{names: map[string]string{}}
	statement.Accept(v)
	for _, c := range v.found {
		for _, t := range r.graph.Tables() {
			if of, known := v.names[c.column.Table.L]; known && !strings.EqualFold(of, t.Name) || !slices.Contains(v.tables, strings.ToLower(t.Name)) {
				continue
			}
			for _, column := range t.Columns {
				place := planner.Place{Table: strings.ToLower(t.Name), Column: strings.ToLower(column.Name)}
				if strings.EqualFold(column.Name, c.column.Name.O) && !slices.Contains(r.pools[place], c.value) {
					r.pools[place] = append(r.pools[place], c.value)
				}
			}
		}
	}
}

type literal struct {
	column *ast.ColumnName
	value  string
}

// literals collects comparisons of columns with values.
type literals struct {
	names  map[string]string
	tables []string
	found  []literal
}

func (v *literals) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.TableSource:
		if t, ok := n.Source.(*ast.TableName); ok {
			v.tables = append(v.tables, t.Name.L)
			v.names[n.AsName.L], v.names[t.Name.L] = t.Name.L, t.Name.L
			delete(v.names, "")
		}
	case *ast.BinaryOperationExpr:
		v.pair(n.L, n.R)
		v.pair(n.R, n.L)
	case *ast.PatternInExpr:
		for _, e := range n.List {
			v.pair(n.Expr, e)
		}
	case *ast.BetweenExpr:
		v.pair(n.Expr, n.Left)
		v.pair(n.Expr, n.Right)
	}
	return n, false
}

func (v *literals) Leave(n ast.Node) (ast.Node, bool) { return n, true }

func (v *literals) pair(left, right ast.Node) {
	column, ok := left.(*ast.ColumnNameExpr)
	value, is := right.(*driver.ValueExpr)
	if !ok || !is {
		return
	}
	if text := fmt.Sprint(value.GetValue()); text != "" {
		v.found = append(v.found, literal{column.Name, text})
	}
}

// fill makes one database.
func (r *rowSet) fill(seed uint64) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", "file::memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	m := &maker{r: r, rand: rand.New(rand.NewPCG(seed, 7)), columns: map[planner.Place][]string{}, busy: map[planner.Place]bool{}}
	for _, t := range r.graph.Tables() {
		if strings.HasPrefix(t.Name, "sqlite_") {
			continue // the engine's own
		}
		var names, marks []string
		for _, c := range t.Columns {
			kind := " TEXT"
			if c.Type == "int" || c.Type == "boolean" {
				kind = " NUMERIC" // so that a gold query's "80000" is a number
			}
			names, marks = append(names, schema.Quote(c.Name)+kind), append(marks, "?")
			m.column(t, c.Name)
		}
		if _, err := db.Exec("CREATE TABLE " + schema.Quote(t.Name) + " (" + strings.Join(names, ", ") + ")"); err != nil {
			return db, err
		}
		insert := "INSERT INTO " + schema.Quote(t.Name) + " VALUES (" + strings.Join(marks, ", ") + ")"
		seen := map[string]bool{}
		for i := range rowsOfEach {
			var values []any
			key := ""
			for _, c := range t.Columns {
				v := m.column(t, c.Name)[i]
				if slices.ContainsFunc(t.PrimaryKey, func(k string) bool { return strings.EqualFold(k, c.Name) }) {
					key += v + "|"
				}
				values = append(values, typed(c.Type, v))
			}
			if key != "" && seen[key] {
				continue
			}
			seen[key] = true
			if _, err := db.Exec(insert, values...); err != nil {
				return db, err
			}
		}
	}
	return db, nil
}

func typed(kind, v string) any {
	if n, err := strconv.ParseFloat(v, 64); err == nil && (kind == "int" || kind == "boolean") {
		if n == float64(int64(n)) {
			return int64(n)
		}
		return n
	}
	return v
}

// maker makes columns up. A key that names rows of another table has values of that one.
type maker struct {
	r       *rowSet
	rand    *rand.Rand
	columns map[planner.Place][]string
	busy    map[planner.Place]bool
}

func (m *maker) column(t *schema.Table, name string) []string {
	place := planner.Place{Table: strings.ToLower(t.Name), Column: strings.ToLower(name)}
	if values, ok := m.columns[place]; ok {
		return values
	}
	m.busy[place] = true
	defer delete(m.busy, place)
	key := len(t.PrimaryKey) == 1 && strings.EqualFold(t.PrimaryKey[0], name)
	var values []string
	for _, rel := range m.r.graph.Relationships {
		if strings.EqualFold(rel.FromTable, t.Name) && strings.EqualFold(rel.Columns[0].From, name) && rel.Confidence >= 1 {
			to, _ := m.r.graph.Table(rel.ToTable)
			if !m.busy[planner.Place{Table: strings.ToLower(to.Name), Column: strings.ToLower(rel.Columns[0].To)}] {
				values = m.named(m.column(to, rel.Columns[0].To), key)
				break
			}
		}
	}
	if values == nil {
		values = m.fresh(t, name, key)
	}
	m.columns[place] = values
	return values
}

// named are values of another column: some more often than others, and some never.
func (m *maker) named(of []string, once bool) []string {
	order := m.rand.Perm(len(of))
	values := make([]string, rowsOfEach)
	for i := range values {
		at := i
		if !once {
			f := m.rand.Float64()
			at = int(f * f * f * float64(len(of)) * .7)
		}
		values[i] = of[order[at]]
	}
	return values
}

func (m *maker) fresh(t *schema.Table, name string, key bool) []string {
	pool := m.r.pools[planner.Place{Table: strings.ToLower(t.Name), Column: strings.ToLower(name)}]
	kind := ""
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			kind = c.Type
		}
	}
	values := make([]string, rowsOfEach)
	// Names are told apart, too: two countries of one name would make a right answer wrong.
	key = key || kind == "varchar(100)" && strings.HasSuffix(strings.ToLower(name), "name")
	for i := range values {
		switch {
		case key && i < len(pool):
			values[i] = pool[i]
		case key && kind == "int":
			values[i] = strconv.Itoa(1000 + i)
		case key:
			values[i] = "k" + strconv.Itoa(1000+i)
		case len(pool) > 0 && m.rand.Float64() < .6:
			values[i] = m.near(pool[m.rand.IntN(len(pool))], kind)
		case kind == "int":
			values[i] = strconv.Itoa(1 + m.rand.IntN(5000))
		case kind == "boolean":
			values[i] = strconv.Itoa(m.rand.IntN(2))
		case kind == "datetime":
			values[i] = fmt.Sprintf("20%02d-%02d-%02d", 5+m.rand.IntN(20), 1+m.rand.IntN(12), 1+m.rand.IntN(28))
		default:
			values[i] = "w" + strconv.Itoa(m.rand.IntN(40))
		}
	}
	return values
}

// near is a value that a gold query looks for, or of a number one beside it.
func (m *maker) near(value, kind string) string {
	if n, err := strconv.ParseFloat(value, 64); err == nil && kind == "int" && m.rand.IntN(2) == 0 {
		return strconv.FormatFloat(n+float64(m.rand.IntN(2000)-1000)*max(1, n/2000), 'f', 0, 64)
	}
	return value
}
