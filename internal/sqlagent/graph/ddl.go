package graph

import (
	"errors"
	"io"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // values of literals

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// Problem is something that could not be read or used, and was left out.
type Problem struct {
	File string
	Line int
	Text string
}

// ReadDDL reads table definitions in MySQL's dialect, as SHOW CREATE TABLE and mysqldump
// write them, into a graph. Everything else in a dump is passed over. What cannot be read
// is a problem, and the rest is there all the same.
func ReadDDL(g *schema.Graph, file string, r io.Reader) ([]Problem, error) {
	d := &ddl{g: g, file: file, parser: parser.New()}
	s := newStatements(r)
	for {
		st, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d.problems, err
		}
		d.read(st)
	}
	d.connect()
	return d.problems, nil
}

type ddl struct {
	g        *schema.Graph
	file     string
	parser   *parser.Parser
	problems []Problem
	keys     []foreignKey
}

// foreignKey waits until all tables are known.
type foreignKey struct {
	line        int
	name        string
	from, to    string
	fromColumns []string
	toColumns   []string
}

func (d *ddl) problem(line int, text string) {
	d.problems = append(d.problems, Problem{d.file, line, text})
}

func (d *ddl) read(st statement) {
	what := strings.ToUpper(strings.Join(strings.Fields(st.text[:min(len(st.text), 80)]), " "))
	for _, word := range []string{"OR REPLACE ", "TEMPORARY ", "UNIQUE "} {
		what = strings.Replace(what, word, "", 1)
	}
	if !strings.HasPrefix(what, "CREATE TABLE") && !strings.HasPrefix(what, "ALTER TABLE") && !strings.HasPrefix(what, "CREATE INDEX") {
		return // views, routines, triggers, databases
	}
	node, err := d.parser.ParseOneStmt(st.text, "", "")
	if err != nil {
		d.problem(st.line, say.T("this definition cannot be read: {why}", "why", brief(err)))
		return
	}
	switch n := node.(type) {
	case *ast.CreateTableStmt:
		d.create(n, st.line)
	case *ast.AlterTableStmt:
		d.alter(n, st.line)
	case *ast.CreateIndexStmt:
		if t, ok := d.g.Table(n.Table.Name.O); ok && n.KeyType == ast.IndexKeyTypeUnique {
			t.Unique = append(t.Unique, keyColumns(n.IndexPartSpecifications))
		}
	}
}

// brief is the beginning of what the parser says: it quotes the rest of the text.
func brief(err error) string {
	text := err.Error()
	if i := strings.Index(text, " near \""); i >= 0 {
		near := []rune(text[i+7:])
		if len(near) > 40 {
			near = append(near[:40], '…')
		}
		text = text[:i] + " near \"" + strings.TrimSuffix(string(near), "\"") + "\""
	}
	return strings.Join(strings.Fields(text), " ")
}

func (d *ddl) create(n *ast.CreateTableStmt, line int) {
	name := n.Table.Name.O
	if n.ReferTable != nil {
		if like, ok := d.g.Table(n.ReferTable.Name.O); ok {
			copied := *like
			copied.Name = name
			d.g.Put(&copied)
			return
		}
	}
	if len(n.Cols) == 0 {
		d.problem(line, say.T("table {table} has no columns", "table", name))
		return
	}
	t := &schema.Table{Name: name}
	for _, c := range n.Cols {
		d.column(t, c, line)
	}
	for _, c := range n.Constraints {
		d.constraint(t, c, line)
	}
	for _, o := range n.Options {
		if o.Tp == ast.TableOptionComment {
			t.Comment = o.StrValue
		}
	}
	d.g.Put(t)
}

func (d *ddl) column(t *schema.Table, c *ast.ColumnDef, line int) {
	column := schema.Column{Name: c.Name.Name.O, Nullable: true}
	if c.Tp != nil {
		column.Type = c.Tp.CompactStr()
		column.Values = c.Tp.GetElems()
	}
	for _, o := range c.Options {
		switch o.Tp {
		case ast.ColumnOptionPrimaryKey:
			t.PrimaryKey, column.Nullable = []string{column.Name}, false
		case ast.ColumnOptionUniqKey:
			t.Unique = append(t.Unique, []string{column.Name})
		case ast.ColumnOptionNotNull:
			column.Nullable = false
		case ast.ColumnOptionComment:
			if v, ok := o.Expr.(ast.ValueExpr); ok {
				column.Comment = v.GetString()
			}
		case ast.ColumnOptionReference:
			d.foreign(t.Name, "", []string{column.Name}, o.Refer, line)
		}
	}
	t.Columns = append(t.Columns, column)
}

func (d *ddl) constraint(t *schema.Table, c *ast.Constraint, line int) {
	switch c.Tp {
	case ast.ConstraintPrimaryKey:
		t.PrimaryKey = keyColumns(c.Keys)
	case ast.ConstraintUniq, ast.ConstraintUniqKey, ast.ConstraintUniqIndex:
		if key := keyColumns(c.Keys); len(key) > 0 {
			t.Unique = append(t.Unique, key)
		}
	case ast.ConstraintForeignKey:
		d.foreign(t.Name, c.Name, keyColumns(c.Keys), c.Refer, line)
	}
}

// keyColumns are the columns of a key; none if a part of it is an expression or a prefix
// of a column, which says nothing of the column.
func keyColumns(parts []*ast.IndexPartSpecification) []string {
	var columns []string
	for _, p := range parts {
		if p.Column == nil || p.Length > 0 {
			return nil
		}
		columns = append(columns, p.Column.Name.O)
	}
	return columns
}

func (d *ddl) foreign(table, name string, columns []string, to *ast.ReferenceDef, line int) {
	if to == nil || to.Table == nil {
		return
	}
	d.keys = append(d.keys, foreignKey{line: line, name: name, from: table, to: to.Table.Name.O,
		fromColumns: columns, toColumns: keyColumns(to.IndexPartSpecifications)})
}

// alter adds keys: dumps of other programs define them behind the tables.
func (d *ddl) alter(n *ast.AlterTableStmt, line int) {
	t, ok := d.g.Table(n.Table.Name.O)
	if !ok {
		d.problem(line, say.T("there is no table {table} to alter", "table", n.Table.Name.O))
		return
	}
	for _, spec := range n.Specs {
		switch spec.Tp {
		case ast.AlterTableAddConstraint:
			d.constraint(t, spec.Constraint, line)
		case ast.AlterTableAddColumns:
			for _, c := range spec.NewColumns {
				d.column(t, c, line)
			}
			d.g.Put(t)
		}
	}
}

// connect makes relationships of the foreign keys.
func (d *ddl) connect() {
	for _, k := range d.keys {
		from, okFrom := d.g.Table(k.from)
		to, okTo := d.g.Table(k.to)
		if !okFrom || !okTo {
			d.problem(k.line, say.T("a foreign key of {table} points at {other}, which is not defined here", "table", k.from, "other", k.to))
			continue
		}
		if len(k.toColumns) == 0 {
			k.toColumns = to.PrimaryKey
		}
		if r, ok := keyBetween(from, to, k.fromColumns, k.toColumns); ok {
			r.Kind, r.Confidence, r.Name = schema.ForeignKey, 1, k.name
			d.g.Relationships = append(d.g.Relationships, r)
			continue
		}
		d.problem(k.line, say.T("the columns of a foreign key from {table} to {other} do not exist", "table", k.from, "other", k.to))
	}
}

// keyBetween makes a relationship of columns that exist, with its cardinality and the
// names as the tables spell them.
func keyBetween(from, to *schema.Table, fromColumns, toColumns []string) (schema.Relationship, bool) {
	r := schema.Relationship{FromTable: from.Name, ToTable: to.Name, Cardinality: schema.ManyToOne}
	if len(fromColumns) == 0 || len(fromColumns) != len(toColumns) {
		return r, false
	}
	for i := range fromColumns {
		a, okA := from.Column(fromColumns[i])
		b, okB := to.Column(toColumns[i])
		if !okA || !okB {
			return r, false
		}
		r.Columns = append(r.Columns, schema.Pair{From: a.Name, To: b.Name})
	}
	r.Cardinality = cardinality(from, to, r.Columns)
	return r, true
}

// cardinality is what the keys say of columns that are equal.
func cardinality(from, to *schema.Table, pairs []schema.Pair) schema.Cardinality {
	var a, b []string
	for _, p := range pairs {
		a, b = append(a, p.From), append(b, p.To)
	}
	switch left, right := from.IsUnique(a...), to.IsUnique(b...); {
	case left && right:
		return schema.OneToOne
	case right:
		return schema.ManyToOne
	case left:
		return schema.OneToMany
	}
	return schema.ManyToMany
}
