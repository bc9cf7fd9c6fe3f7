//go:build gms_pure_go

package main

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"burrow/internal/demo"
)

// database is the one database that there is, and the provider of it and of functions
// that the engine lacks.
type database struct {
	tables map[string]*table // by name in small letters
	names  []string
}

var (
	_ sql.DatabaseProvider = (*database)(nil)
	_ sql.FunctionProvider = (*database)(nil)
	_ sql.ViewDatabase     = (*database)(nil)
	_ sql.CollatedDatabase = (*database)(nil)
	_ sql.ReadOnlyDatabase = (*database)(nil)
)

// load makes the database with all rows. It calls progress after each table.
func load(progress func(table string, rows int)) *database {
	d := &database{tables: map[string]*table{}}
	for _, described := range demo.Tables() {
		d.tables[strings.ToLower(described.Name)] = newTable(described)
		d.names = append(d.names, described.Name)
	}
	for _, t := range d.tables {
		for _, key := range t.keys {
			parent := d.tables[strings.ToLower(key.ParentTable)]
			parent.parents = append(parent.parents, key)
		}
	}
	var last *table
	var values *converter
	for described, row := range demo.Rows() {
		if last == nil || last.described != described {
			if last != nil {
				progress(last.Name(), len(last.rows))
			}
			last = d.tables[strings.ToLower(described.Name)]
			values = newConverter(last)
		}
		last.rows = append(last.rows, values.row(row))
	}
	progress(last.Name(), len(last.rows))
	for _, name := range d.names {
		if view, ok := demo.SecureViews[name]; ok {
			d.tables[view] = newSecure(d.tables[strings.ToLower(name)], view)
			d.names = append(d.names, view)
		}
	}
	return d
}

// rowCount is that of all tables.
func (d *database) rowCount() int {
	count := 0
	for _, t := range d.tables {
		if t.secure == nil {
			count += len(t.rows)
		}
	}
	return count
}

func (d *database) Name() string                                 { return demo.Name }
func (d *database) IsReadOnly() bool                             { return true }
func (d *database) GetCollation(*sql.Context) sql.CollationID    { return collation }
func (d *database) GetTableNames(*sql.Context) ([]string, error) { return d.names, nil }
func (d *database) AllDatabases(*sql.Context) []sql.Database     { return []sql.Database{d} }
func (d *database) HasDatabase(_ *sql.Context, name string) bool {
	return strings.EqualFold(name, demo.Name)
}
func (d *database) SetCollation(*sql.Context, sql.CollationID) error { return errReadOnly }

func (d *database) Database(_ *sql.Context, name string) (sql.Database, error) {
	if !strings.EqualFold(name, demo.Name) {
		return nil, sql.ErrDatabaseNotFound.New(name)
	}
	return d, nil
}

func (d *database) GetTableInsensitive(_ *sql.Context, name string) (sql.Table, bool, error) {
	t, ok := d.tables[strings.ToLower(name)]
	if !ok {
		return nil, false, nil
	}
	return t, true, nil
}

// To the engine there are no views: it asks all the same.
func (d *database) AllViews(*sql.Context) ([]sql.ViewDefinition, error) { return nil, nil }
func (d *database) GetViewDefinition(*sql.Context, string) (sql.ViewDefinition, bool, error) {
	return sql.ViewDefinition{}, false, nil
}
func (d *database) CreateView(*sql.Context, string, string, string) error { return errReadOnly }
func (d *database) DropView(*sql.Context, string) error                   { return errReadOnly }

// Function finds functions before the engine looks for its own.
func (d *database) Function(_ *sql.Context, name string) (sql.Function, bool) {
	f, ok := functions[strings.ToLower(name)]
	return f, ok
}
