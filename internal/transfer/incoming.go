package transfer

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

// copyFile is a database file from anywhere, opened to copy rows out of it. Its
// triggers, views, indexes and virtual tables are never used: rows are read from
// ordinary tables, by lists of known columns.
type copyFile struct {
	db       *sqlite.DB
	verified bool
	version  int
}

// openCopy checks a file before any of its rows is used. The caller keeps the
// image.
func openCopy(ctx context.Context, image *sqlite.Image) (*copyFile, error) {
	verified, err := verify(ctx, image)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.OpenImage(image)
	if err != nil {
		return nil, unreadable(err)
	}
	f := &copyFile{db: db, verified: verified}
	defer store.Guard(ctx, db)()
	if err := f.check(); err != nil {
		db.Close()
		return nil, err
	}
	return f, nil
}

func (f *copyFile) close() { f.db.Close() }

// unreadable is the error of a file that SQLite cannot read.
func unreadable(err error) error {
	if errors.Is(err, sqlite.Interrupt) || errors.Is(err, sqlite.NoMemory) {
		return err
	}
	return &fault.Error{Code: fault.Invalid, Message: errDamaged.Message, Cause: err}
}

func (f *copyFile) check() error {
	id, err := f.db.Int("PRAGMA application_id")
	if err != nil {
		return unreadable(err)
	}
	version, err := f.db.Int("PRAGMA user_version")
	if err != nil {
		return unreadable(err)
	}
	f.version = int(version)
	switch {
	case id != store.ApplicationID || version < 1:
		return errNotOurs
	case f.version > store.Format():
		return fault.New(fault.Invalid, "This backup was made by a newer Burrow (format {version}, this one knows {format}). Update Burrow first.", "version", version, "format", store.Format())
	}
	for _, t := range append([]table{sessionsTable, messagesTable}, copiedTables...) {
		if err := f.checkTable(t); err != nil {
			return err
		}
	}
	return nil
}

// checkTable refuses a table that is not an ordinary one with our columns, or
// whose pages are damaged.
func (f *copyFile) checkTable(t table) error {
	kind := ""
	err := f.db.Each("PRAGMA main.table_list("+t.name+")", func(st *sqlite.Stmt) error {
		if st.Text(0) == "main" {
			kind = st.Text(2)
		}
		return nil
	})
	if err != nil {
		return unreadable(err)
	}
	if kind != "table" {
		return fault.New(fault.Invalid, "This file is not a Burrow history: it has no table {table}.", "table", t.name)
	}
	ordinary := map[string]bool{}
	if err := f.db.Each("PRAGMA main.table_xinfo("+t.name+")", func(st *sqlite.Stmt) error {
		const hidden = 6
		ordinary[st.Text(1)] = st.Int(hidden) == 0
		return nil
	}); err != nil {
		return unreadable(err)
	}
	for _, c := range append([]column{{name: "id"}}, t.columns...) {
		if c.since <= f.version && !ordinary[c.name] {
			return fault.New(fault.Invalid, "This file is not a Burrow history: its table {table} has no column {column}.", "table", t.name, "column", c.name)
		}
	}
	damage, err := f.db.Text("PRAGMA main.quick_check(" + t.name + ")")
	if err != nil {
		return unreadable(err)
	}
	if damage != "ok" {
		return unreadable(errors.New(t.name + ": " + damage))
	}
	return nil
}

// row is a row of a file: its key there, and a value for each column of its table.
// bad names a column with an invalid value.
type row struct {
	id     int64
	values []any
	bad    string
}

func (r row) text(t table, name string) string { s, _ := r.values[t.at(name)].(string); return s }
func (r row) int(t table, name string) int64   { n, _ := r.values[t.at(name)].(int64); return n }
func (r row) time(t table, name string) int64  { return min(max(r.int(t, name), 0), maxTime) }

// object is a JSON object. Whatever else the file has in its place says nothing that
// we know, and is no reason not to take the row.
func (r row) object(t table, name string) chat.RawJSON {
	text := r.text(t, name)
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return nil
	}
	return chat.RawJSON(text)
}

func (r row) uid(t table) (u chat.UID) {
	b, _ := r.values[t.at("uid")].([]byte)
	copy(u[:], b)
	return u
}

// query selects the columns of a table. Values longer than any of ours are not
// even read.
func (f *copyFile) query(t table, where string) string {
	const limit = store.MaxContent
	var b strings.Builder
	b.WriteString("SELECT id")
	for _, c := range t.columns {
		b.WriteString(", ")
		switch {
		case c.since > f.version:
			b.WriteString("NULL")
		case c.kind == 'i' || c.kind == 'r':
			b.WriteString(c.name)
		default:
			b.WriteString("CASE WHEN octet_length(" + c.name + ") <= " + strconv.Itoa(limit) + " THEN " + c.name + " END")
		}
	}
	return b.String() + " FROM main." + t.name + " " + where
}

// rows reads rows of a table and checks their values.
func (f *copyFile) rows(t table, where string, each func(row) error, args ...any) error {
	var ours error
	err := f.db.Each(f.query(t, where), func(st *sqlite.Stmt) error {
		r := row{id: st.Int64(0), values: make([]any, len(t.columns))}
		for i, c := range t.columns {
			value := st.Value(i + 1)
			if !c.fits(value) {
				r.bad = c.name
			}
			if text, isText := value.(string); isText {
				value = valid(text)
			}
			r.values[i] = value
		}
		ours = each(r)
		return ours
	}, args...)
	if err != nil && ours == nil {
		return unreadable(err)
	}
	return err
}

// fits reports whether the column can hold a value.
func (c column) fits(value any) bool {
	switch v := value.(type) {
	case nil:
		return c.null
	case int64:
		return c.kind == 'i' || c.kind == 'r'
	case string:
		return c.kind == 't' || c.kind == 'j' && json.Valid(v)
	case []byte:
		return c.kind == 'b' || c.kind == 'u' && len(v) == len(chat.UID{})
	}
	return false
}
