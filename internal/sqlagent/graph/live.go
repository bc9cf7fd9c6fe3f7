package graph

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// Introspect reads the tables of a live MySQL, MariaDB or TiDB by way of
// information_schema: columns, keys, foreign keys, comments and about how many rows there
// are. It reads no rows.
func Introspect(ctx context.Context, db *sql.DB) (*schema.Graph, error) {
	var name sql.NullString
	if err := db.QueryRowContext(ctx, "SELECT DATABASE()").Scan(&name); err != nil {
		return nil, err
	}
	if name.String == "" {
		return nil, say.Error("the connection names no database")
	}
	l := &live{db: db, g: schema.New(name.String, nil, nil), tables: map[string]*schema.Table{}}
	for _, step := range []func(context.Context) error{l.readTables, l.readColumns, l.readKeys} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for _, t := range l.tables {
		l.g.Put(t)
	}
	return l.g, l.readForeignKeys(ctx)
}

type live struct {
	db     *sql.DB
	g      *schema.Graph
	tables map[string]*schema.Table
}

// each runs a statement and takes its rows as texts.
func (l *live) each(ctx context.Context, query string, columns int, take func(row []sql.NullString)) error {
	rows, err := l.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	row := make([]sql.NullString, columns)
	into := make([]any, columns)
	for i := range row {
		into[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		take(row)
	}
	return rows.Err()
}

func (l *live) readTables(ctx context.Context) error {
	err := l.each(ctx, "SELECT TABLE_NAME, TABLE_COMMENT, TABLE_ROWS, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME", 4, func(row []sql.NullString) {
		t := &schema.Table{Name: row[0].String, Comment: row[1].String}
		if row[3].String == "VIEW" {
			t.Comment = "" // it says "VIEW"
		}
		fmt.Sscan(row[2].String, &t.Rows)
		l.tables[t.Name] = t
	})
	if err == nil && len(l.tables) == 0 {
		err = say.Error("the database {name} has no tables that this account may see", "name", l.g.Name)
	}
	return err
}

func (l *live) readColumns(ctx context.Context) error {
	return l.each(ctx, "SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION", 5, func(row []sql.NullString) {
		if t := l.tables[row[0].String]; t != nil {
			t.Columns = append(t.Columns, schema.Column{Name: row[1].String, Type: row[2].String, Nullable: row[3].String == "YES", Comment: row[4].String, Values: enumValues(row[2].String)})
		}
	})
}

// enumValues are the labels of "enum('a','b')".
func enumValues(kind string) []string {
	list, ok := strings.CutPrefix(kind, "enum('")
	if !ok {
		if list, ok = strings.CutPrefix(kind, "set('"); !ok {
			return nil
		}
	}
	values := strings.Split(strings.TrimSuffix(list, "')"), "','")
	for i, v := range values {
		values[i] = strings.ReplaceAll(v, "''", "'")
	}
	return values
}

// readKeys reads unique keys of whole columns.
func (l *live) readKeys(ctx context.Context) error {
	type key struct{ table, name string }
	var order []key
	columns, partial := map[key][]string{}, map[key]bool{}
	err := l.each(ctx, "SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0 ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX", 4, func(row []sql.NullString) {
		k := key{row[0].String, row[1].String}
		if columns[k] == nil {
			order = append(order, k)
		}
		columns[k] = append(columns[k], row[2].String)
		partial[k] = partial[k] || !row[2].Valid || row[3].Valid
	})
	for _, k := range order {
		switch t := l.tables[k.table]; {
		case t == nil || partial[k]:
		case k.name == "PRIMARY":
			t.PrimaryKey = columns[k]
		default:
			t.Unique = append(t.Unique, columns[k])
		}
	}
	return err
}

func (l *live) readForeignKeys(ctx context.Context) error {
	type key struct{ table, name, to string }
	var order []key
	from, to := map[key][]string{}, map[key][]string{}
	err := l.each(ctx, "SELECT TABLE_NAME, CONSTRAINT_NAME, REFERENCED_TABLE_NAME, COLUMN_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION", 5, func(row []sql.NullString) {
		k := key{row[0].String, row[1].String, row[2].String}
		if from[k] == nil {
			order = append(order, k)
		}
		from[k], to[k] = append(from[k], row[3].String), append(to[k], row[4].String)
	})
	for _, k := range order {
		a, okA := l.g.Table(k.table)
		b, okB := l.g.Table(k.to)
		if !okA || !okB {
			continue
		}
		if r, ok := keyBetween(a, b, from[k], to[k]); ok {
			r.Kind, r.Confidence, r.Name = schema.ForeignKey, 1, k.name
			l.g.Relationships = append(l.g.Relationships, r)
		}
	}
	return err
}
