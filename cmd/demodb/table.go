//go:build gms_pure_go

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/proto/query"

	"burrow/internal/demo"
)

// table is a table of the demo database: rows that are never changed, and indexes over
// them. The engine's own tables in memory look at every row for every lookup, which makes
// a join of five tables take minutes; and they can be written to.
//
// There is no way to write: it implements none of the engine's interfaces for that.
type table struct {
	described *demo.Table
	schema    sql.Schema
	rows      []sql.Row
	indexes   []sql.Index
	keys      []sql.ForeignKeyConstraint
	parents   []sql.ForeignKeyConstraint

	// A table of some columns only has their places in a row, and all columns still for
	// the analyzer.
	all       sql.Schema
	projected []int
	names     []string

	// secure is what a secure view shows; nil in a table.
	secure *secure
}

var (
	_ sql.ForeignKeyTable       = (*table)(nil)
	_ sql.ProjectedTable        = (*table)(nil)
	_ sql.StatisticsTable       = (*table)(nil)
	_ sql.PrimaryKeyTable       = (*table)(nil)
	_ sql.CommentedTable        = (*table)(nil)
	_ sql.IndexAddressableTable = (*table)(nil)
)

// collation is what MySQL 8 compares by unless told otherwise: neither case nor accents
// count.
const collation = sql.Collation_utf8mb4_0900_ai_ci

func newTable(of *demo.Table) *table {
	t := &table{described: of}
	for _, c := range of.Columns {
		t.schema = append(t.schema, &sql.Column{
			Name: c.Name, Type: columnType(c), Nullable: c.Nullable, PrimaryKey: c.Name == "id",
			Source: of.Name, DatabaseSource: demo.Name, Comment: c.Comment,
		})
		if c.Held {
			t.keys = append(t.keys, sql.ForeignKeyConstraint{
				Name: of.ConstraintName(c), Database: demo.Name, Table: of.Name, Columns: []string{c.Name},
				ParentDatabase: demo.Name, ParentTable: c.References, ParentColumns: []string{"id"},
				OnUpdate: sql.ForeignKeyReferentialAction_DefaultAction, OnDelete: sql.ForeignKeyReferentialAction_DefaultAction,
				IsResolved: true,
			})
		}
	}
	t.all = t.schema
	t.indexed()
	return t
}

// indexed makes the indexes.
func (t *table) indexed() {
	for at, c := range t.described.Columns {
		switch {
		case c.Name == "id":
			t.indexes = append(t.indexes, &index{table: t, column: at, name: "PRIMARY", unique: true})
		case c.Unique || c.Indexed():
			t.indexes = append(t.indexes, &index{table: t, column: at, name: c.Name, unique: c.Unique})
		}
	}
}

// columnType is the engine's type of a column.
func columnType(c demo.Column) sql.Type {
	kind, size, _ := strings.Cut(strings.TrimSuffix(c.Type, ")"), "(")
	var a, b int
	fmt.Sscanf(size, "%d,%d", &a, &b)
	switch kind {
	case "int":
		return types.Int32
	case "tinyint":
		return types.Boolean
	case "varchar":
		return types.MustCreateString(query.Type_VARCHAR, int64(a), collation)
	case "char":
		return types.MustCreateString(query.Type_CHAR, int64(a), collation)
	case "varbinary":
		return types.MustCreateBinary(query.Type_VARBINARY, int64(a))
	case "decimal":
		return types.MustCreateColumnDecimalType(uint8(a), uint8(b))
	case "date":
		return types.Date
	case "datetime":
		return types.MustCreateDatetimeType(query.Type_DATETIME, 0)
	case "time":
		return types.Time
	case "enum":
		return types.MustCreateEnumType(strings.Split(strings.Trim(size, "'"), "','"), collation)
	}
	panic("demodb: no type for " + c.Type)
}

func (t *table) Name() string                   { return t.described.Name }
func (t *table) String() string                 { return t.described.Name }
func (t *table) Comment() string                { return t.described.Comment }
func (t *table) Collation() sql.CollationID     { return collation }
func (t *table) PreciseMatch() bool             { return false }
func (t *table) Projections() []string          { return t.names }
func (t *table) Schema(*sql.Context) sql.Schema { return t.schema }
func (t *table) DataLength(*sql.Context) (uint64, error) {
	return uint64(len(t.rows) * len(t.described.Columns) * 16), nil
}
func (t *table) GetIndexes(*sql.Context) ([]sql.Index, error) { return t.indexes, nil }

// RowCount is exact in a table alone: the engine answers COUNT(*) by it, and a view counts
// what the session may see.
func (t *table) RowCount(*sql.Context) (uint64, bool, error) {
	return uint64(len(t.rows)), t.secure == nil, nil
}

func (t *table) PrimaryKeySchema(*sql.Context) sql.PrimaryKeySchema {
	return sql.NewPrimaryKeySchema(t.all)
}

// WithProjections is the table with some of its columns.
func (t *table) WithProjections(_ *sql.Context, columns []string) (sql.Table, error) {
	some := *t
	some.names, some.projected, some.schema = columns, make([]int, 0, len(columns)), make(sql.Schema, 0, len(columns))
	for _, name := range columns {
		at := t.schema.IndexOfColName(name)
		if at < 0 {
			return nil, fmt.Errorf("table %s has no column %s", t.Name(), name)
		}
		place := at
		if t.projected != nil {
			place = t.projected[at]
		}
		some.projected = append(some.projected, place)
		some.schema = append(some.schema, t.schema[at])
	}
	return &some, nil
}

// part is the one part of a table, or the rows of a lookup: their places.
type part struct {
	places []int32
	whole  bool
}

func (*part) Key() []byte { return []byte("all") }

func (t *table) Partitions(*sql.Context) (sql.PartitionIter, error) {
	return sql.PartitionsToPartitionIter(&part{whole: true}), nil
}

func (t *table) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	all := &rows{table: t, part: p.(*part)}
	if t.secure == nil {
		return all, nil
	}
	return t.secure.rows(ctx, all)
}

// IndexedAccess is the table itself: a lookup says which index it means.
func (t *table) IndexedAccess(*sql.Context, sql.IndexLookup) sql.IndexedTable { return t }

// LookupPartitions finds the rows of a lookup.
func (t *table) LookupPartitions(ctx *sql.Context, lookup sql.IndexLookup) (sql.PartitionIter, error) {
	places, err := lookup.Index.(*index).find(ctx, lookup)
	if err != nil {
		return nil, err
	}
	return sql.PartitionsToPartitionIter(&part{places: places}), nil
}

// rows gives the rows of a part. They are shared, and the engine does not change them.
type rows struct {
	table *table
	part  *part
	next  int
}

func (r *rows) Next(*sql.Context) (sql.Row, error) {
	row, err := r.whole()
	if err != nil {
		return nil, err
	}
	return r.table.project(row), nil
}

// whole is the next row with all its columns.
func (r *rows) whole() (sql.Row, error) {
	at := r.next
	r.next++
	if r.part.whole {
		if at >= len(r.table.rows) {
			return nil, io.EOF
		}
		return r.table.rows[at], nil
	}
	if at >= len(r.part.places) {
		return nil, io.EOF
	}
	return r.table.rows[r.part.places[at]], nil
}

// project takes the columns of a row that the table has.
func (t *table) project(row sql.Row) sql.Row {
	if t.projected == nil {
		return row
	}
	some := make(sql.Row, len(t.projected))
	for i, place := range t.projected {
		some[i] = row[place]
	}
	return some
}

func (*rows) Close(*sql.Context) error { return nil }

var errReadOnly = errors.New("the demo database cannot be changed")

func (t *table) GetDeclaredForeignKeys(*sql.Context) ([]sql.ForeignKeyConstraint, error) {
	return t.keys, nil
}

func (t *table) GetReferencedForeignKeys(*sql.Context) ([]sql.ForeignKeyConstraint, error) {
	return t.parents, nil
}

func (t *table) CreateIndexForForeignKey(*sql.Context, sql.IndexDef) error  { return errReadOnly }
func (t *table) AddForeignKey(*sql.Context, sql.ForeignKeyConstraint) error { return errReadOnly }
func (t *table) DropForeignKey(*sql.Context, string, string, string) error  { return errReadOnly }
func (t *table) UpdateForeignKey(*sql.Context, string, sql.ForeignKeyConstraint) error {
	return errReadOnly
}
func (t *table) GetForeignKeyEditor(*sql.Context) sql.ForeignKeyEditor { return nil }
