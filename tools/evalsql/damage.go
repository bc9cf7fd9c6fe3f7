package main

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"burrow/internal/demo"
)

// The errors that are put into gold queries: those that models make.
const (
	wrongColumn = "wrong column" // a column that is not there, in the words of the right one
	wrongJoin   = "wrong join"   // columns that do not belong together
	wrongTable  = "wrong table"  // a table that is not there
	wrongView   = "secure_ name" // a secure view that is not there
)

var damageKinds = []string{wrongColumn, wrongJoin, wrongTable, wrongView}

// damage is a gold query with one error, and what somebody must be told to mend it.
type damage struct {
	kind, sql string
	// wrong is the name that the error shows: of a column or a table.
	wrong string
	// tables and columns are the names that a correction needs.
	tables, columns []string
}

// errNoPlace is for a query that an error of a kind does not fit into.
var errNoPlace = errors.New("no place for this error")

// damaged puts an error of a kind into a query.
func damaged(query, kind string, r *rand.Rand) (damage, error) {
	statement, err := parser.New().ParseOneStmt(query, "", "")
	if err != nil {
		return damage{}, err
	}
	b := &breaker{r: r, tables: map[string]*demo.Table{}, labels: map[string]bool{}}
	statement.Accept(b)
	d := damage{kind: kind}
	switch kind {
	case wrongColumn:
		err = b.breakColumn(&d)
	case wrongJoin:
		err = b.breakJoin(&d)
	case wrongTable, wrongView:
		err = b.breakTable(&d)
	}
	if err != nil {
		return damage{}, err
	}
	var text strings.Builder
	const flags = format.RestoreStringSingleQuotes | format.RestoreKeyWordUppercase | format.RestoreNameBackQuotes |
		format.RestoreSpacesAroundBinaryOperation | format.RestoreStringWithoutDefaultCharset
	if err := statement.Restore(format.NewRestoreCtx(flags, &text)); err != nil {
		return damage{}, err
	}
	d.sql = text.String()
	return d, nil
}

// breaker knows where the names of a query are.
type breaker struct {
	r       *rand.Rand
	tables  map[string]*demo.Table // by what the query calls them
	sources []*ast.TableName
	columns []*ast.ColumnName
	joins   []*ast.BinaryOperationExpr
	labels  map[string]bool // of columns of the result, which look like columns elsewhere
}

func (b *breaker) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.TableSource:
		if t, ok := n.Source.(*ast.TableName); ok {
			b.sources = append(b.sources, t)
			called := n.AsName.L
			if called == "" {
				called = t.Name.L
			}
			b.tables[called] = demo.Find(baseTable(t.Name.O))
		}
	case *ast.SelectField:
		b.labels[n.AsName.L] = true
	case *ast.ColumnName:
		b.columns = append(b.columns, n)
	case *ast.BinaryOperationExpr:
		_, left := n.L.(*ast.ColumnNameExpr)
		_, right := n.R.(*ast.ColumnNameExpr)
		if left && right && n.Op == opcode.EQ {
			b.joins = append(b.joins, n)
		}
	}
	return n, false
}

func (b *breaker) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// tableOf is the table of a column; nil if it is a label or cannot be told.
func (b *breaker) tableOf(c *ast.ColumnName) *demo.Table {
	if c.Table.L != "" {
		return b.tables[c.Table.L]
	}
	if len(b.tables) != 1 || b.labels[c.Name.L] {
		return nil
	}
	for _, t := range b.tables {
		return t
	}
	return nil
}

// breakColumn gives a column a name that is not there, wherever it is named.
func (b *breaker) breakColumn(d *damage) error {
	places := slices.Collect(func(yield func(*ast.ColumnName) bool) {
		for _, c := range b.columns {
			if t := b.tableOf(c); t != nil && c.Name.L != "id" && t.Index(c.Name.O) >= 0 && !yield(c) {
				return
			}
		}
	})
	if len(places) == 0 {
		return errNoPlace
	}
	place := places[b.r.IntN(len(places))]
	t, name := b.tableOf(place), place.Name.O
	d.tables, d.columns = []string{t.Name}, []string{name}
	d.wrong = b.invent(columnInventions(t.Name, name), func(invented string) bool {
		return slices.ContainsFunc(b.usedTables(), func(t *demo.Table) bool { return hasColumn(t, invented) })
	})
	for _, c := range places {
		if b.tableOf(c) == t && c.Name.O == name {
			c.Name = ast.NewCIStr(d.wrong)
		}
	}
	return nil
}

// breakJoin joins by the id of the table whose foreign key it should be, or by a column of
// it that refers to nothing.
func (b *breaker) breakJoin(d *damage) error {
	if len(b.joins) == 0 {
		return errNoPlace
	}
	join := b.joins[b.r.IntN(len(b.joins))]
	left, right := join.L.(*ast.ColumnNameExpr).Name, join.R.(*ast.ColumnNameExpr).Name
	key := right
	if left.Name.L != "id" {
		key = left
	}
	t := b.tableOf(key)
	if t == nil || key.Name.L == "id" || left.Table.L == right.Table.L || b.tableOf(left) == nil || b.tableOf(right) == nil {
		return errNoPlace
	}
	d.tables = []string{b.tableOf(left).Name, b.tableOf(right).Name}
	d.columns = []string{left.Name.O, right.Name.O}
	others := []string{"id"}
	for _, c := range t.Columns {
		if c.References == "" && len(c.Among) == 0 && c.Name != "id" {
			others = append(others, c.Name)
		}
	}
	d.wrong = others[0]
	if b.r.IntN(2) == 1 {
		d.wrong = others[b.r.IntN(len(others))]
	}
	key.Name = ast.NewCIStr(d.wrong)
	return nil
}

// breakTable gives a table a name that is not there.
func (b *breaker) breakTable(d *damage) error {
	source := b.sources[b.r.IntN(len(b.sources))]
	t := demo.Find(baseTable(source.Name.O))
	d.tables = []string{t.Name}
	for _, c := range b.columns {
		if b.tableOf(c) == t && !slices.Contains(d.columns, c.Name.O) {
			d.columns = append(d.columns, c.Name.O)
		}
	}
	names := tableInventions(t.Name)
	if d.kind == wrongView {
		names = viewInventions(t.Name)
	}
	d.wrong = b.invent(names, isTable)
	for _, s := range b.sources {
		if demo.Find(baseTable(s.Name.O)) == t {
			s.Name = ast.NewCIStr(d.wrong)
		}
	}
	// Columns that are named by the table, and not by what the query calls it.
	for _, c := range b.columns {
		if c.Table.L == strings.ToLower(t.Name) {
			c.Table = ast.NewCIStr(d.wrong)
		}
	}
	return nil
}

func (b *breaker) usedTables() []*demo.Table {
	var all []*demo.Table
	for _, t := range b.tables {
		if t != nil {
			all = append(all, t)
		}
	}
	return all
}

// invent takes one of some names that nothing has.
func (b *breaker) invent(names []string, taken func(string) bool) string {
	names = slices.DeleteFunc(names, taken)
	return names[b.r.IntN(len(names))]
}

func hasColumn(t *demo.Table, name string) bool {
	return slices.ContainsFunc(t.Columns, func(c demo.Column) bool { return strings.EqualFold(c.Name, name) })
}

func isTable(name string) bool {
	for _, t := range demo.Tables() {
		if strings.EqualFold(t.Name, name) || strings.EqualFold(demo.SecureViews[t.Name], name) {
			return true
		}
	}
	return false
}

// columnInventions are names that a model might think a column has.
func columnInventions(table, column string) []string {
	names := []string{table + title(column), column + "Value", "the" + title(column)}
	if s := snake(column); s != column {
		names = append(names, s)
	}
	return names
}

func tableInventions(table string) []string {
	names := []string{table + "s", "tbl_" + table, table + "Record"}
	if s := snake(table); s != table {
		names = append(names, s, s+"s")
	}
	return names
}

func viewInventions(table string) []string {
	return []string{"secure_" + strings.ToLower(table), "secure_" + snake(table) + "s", "secure_" + strings.ToLower(table) + "_view"}
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// snake is a name with underscores: totalAmount is total_amount.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
