// Package schema holds what is known of a database: its tables with their columns and
// keys, and the relationships along which they can be joined. It reads and writes the
// JSON format of join graphs; finding, checking and weighing relationships is left to
// others.
//
// Names are kept as the database spells them and found whatever their case: MySQL on
// Linux tells the case of tables apart and that of columns never, and a question or a
// model tells neither.
package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Version is that of the JSON format.
const Version = 1

// Graph is a database's tables and relationships. Make one with New or Read, which keep
// the index of names; it is not to be changed while others read it.
type Graph struct {
	// Name is the database's, if one is known.
	Name          string
	Relationships []Relationship

	tables map[string]*Table // by folded name
	others members
}

// Table is a table or a view.
type Table struct {
	Name    string
	Comment string
	Columns []Column
	// PrimaryKey names its columns in the key's order; empty if there is none or none is
	// known.
	PrimaryKey []string
	// Unique are the other sets of columns whose values together occur once.
	Unique [][]string
	// Rows is about how many rows there are, or 0 if nobody has looked.
	Rows int64

	byName map[string]int
	others members
}

// Column is a column of a table. Only the name is always known.
type Column struct {
	Name     string
	Type     string // as the database writes it: "int(11)", "enum('a','b')"
	Comment  string
	Nullable bool
	// Values are some of a column that has few: the labels of an enumeration, a status.
	Values []string

	others members
}

// Kind says where a relationship comes from.
type Kind string

const (
	ForeignKey  Kind = "foreign_key" // the database holds it
	Association Kind = "association" // the application's models declare it
	Inferred    Kind = "inferred"    // names, types and values speak for it
	Manual      Kind = "manual"      // somebody wrote it down
)

// Cardinality says how many rows of either side belong together, from first.
type Cardinality string

const (
	ManyToOne  Cardinality = "N:1"
	OneToMany  Cardinality = "1:N"
	OneToOne   Cardinality = "1:1"
	ManyToMany Cardinality = "N:N"
)

// Reverse is the cardinality seen from the other side.
func (c Cardinality) Reverse() Cardinality {
	switch c {
	case ManyToOne:
		return OneToMany
	case OneToMany:
		return ManyToOne
	}
	return c
}

// Pair are two columns that are equal in rows that belong together.
type Pair struct{ From, To string }

// Relationship says how rows of two tables belong together.
type Relationship struct {
	FromTable, ToTable string
	// Columns has one pair, or several for a key of several columns.
	Columns     []Pair
	Kind        Kind
	Confidence  float64 // 0 to 1
	Cardinality Cardinality
	// Name is the constraint's, or the role's that an association gives: a work order
	// has an employee as "supervisor".
	Name string
	// Note says why the confidence is what it is.
	Note string

	others members
}

// New makes a graph of tables and relationships. Of two tables whose names differ in
// case alone the later one counts.
func New(name string, tables []*Table, relationships []Relationship) *Graph {
	g := &Graph{Name: name, Relationships: relationships, tables: make(map[string]*Table, len(tables))}
	for _, t := range tables {
		g.Put(t)
	}
	return g
}

// Put adds a table, or replaces the one of its name.
func (g *Graph) Put(t *Table) {
	t.index()
	g.tables[fold(t.Name)] = t
}

// Remove takes a table out, with its relationships.
func (g *Graph) Remove(name string) {
	delete(g.tables, fold(name))
	g.Relationships = slices.DeleteFunc(g.Relationships, func(r Relationship) bool {
		return strings.EqualFold(r.FromTable, name) || strings.EqualFold(r.ToTable, name)
	})
}

// Table finds a table whatever the case of its name.
func (g *Graph) Table(name string) (*Table, bool) {
	t, ok := g.tables[fold(name)]
	return t, ok
}

// Tables are all tables by name.
func (g *Graph) Tables() []*Table {
	return slices.SortedFunc(maps.Values(g.tables), func(a, b *Table) int { return cmp.Compare(a.Name, b.Name) })
}

// Len is the number of tables.
func (g *Graph) Len() int { return len(g.tables) }

// Column finds a column whatever the case of its name.
func (t *Table) Column(name string) (*Column, bool) {
	i, ok := t.byName[fold(name)]
	if !ok {
		return nil, false
	}
	return &t.Columns[i], true
}

// IsUnique reports whether the values of these columns together occur once: whether they
// hold the primary key or another unique one.
func (t *Table) IsUnique(columns ...string) bool {
	holds := func(key []string) bool {
		return len(key) > 0 && !slices.ContainsFunc(key, func(k string) bool {
			return !slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, k) })
		})
	}
	return holds(t.PrimaryKey) || slices.ContainsFunc(t.Unique, holds)
}

// Reversed is the same relationship from the other side.
func (r Relationship) Reversed() Relationship {
	r.FromTable, r.ToTable = r.ToTable, r.FromTable
	r.Cardinality = r.Cardinality.Reverse()
	r.Columns = slices.Clone(r.Columns)
	for i, p := range r.Columns {
		r.Columns[i] = Pair{From: p.To, To: p.From}
	}
	return r
}

// Same reports whether two relationships join the same columns, in either direction.
func (r Relationship) Same(other Relationship) bool { return r.Key() == other.Key() }

// Key is the same for relationships that are the same.
func (r Relationship) Key() string { return min(r.spelled(), r.Reversed().spelled()) }

func (r Relationship) spelled() string {
	pairs := make([]string, 0, len(r.Columns))
	for _, p := range r.Columns {
		pairs = append(pairs, p.From+"="+p.To)
	}
	slices.Sort(pairs)
	return fold(r.FromTable + ">" + r.ToTable + ":" + strings.Join(pairs, ","))
}

func (t *Table) index() {
	t.byName = make(map[string]int, len(t.Columns))
	for i, c := range t.Columns {
		t.byName[fold(c.Name)] = i
	}
}

func fold(name string) string { return strings.ToLower(name) }

// Quote writes a name as it stands in a statement.
func Quote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
