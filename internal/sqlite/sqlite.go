// Package sqlite is SQLite behind one small API with two engines: in the browser
// the official build, called wasm to wasm on files of the origin's private file
// system; natively a build inside the program. It decides how a database is
// opened, how bytes cross into SQLite's memory, and which errors mean what.
// Tables and their meaning are left to package store.
//
// A DB is for one goroutine at a time. The pragmas of Open have a fixed order:
// in the browser, locking_mode must come before the first read, else a database
// whose last owner was killed cannot be opened again.
package sqlite

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/fault"
)

// Options say how to open a database. The zero value is right for a file that is
// read and written.
type Options struct {
	// ReadOnly refuses all writes, and does not make a missing file.
	ReadOnly bool
	// Attempts is how often a transaction tries to begin while another holds the
	// database, with FirstWait before the second attempt and twice as long
	// before each other. 0 means 3 attempts from 0.1 s. These come after the
	// engine's own wait of 5 s.
	Attempts  int
	FirstWait time.Duration
	// Journal is "wal" if empty. Others lose data when the program is killed;
	// they are for tests that show that.
	Journal string
}

// Home says where a database lives.
type Home struct {
	// Kept is false for a database that ends with the page or the program.
	Kept bool
	// Reason is why it is not kept, as a sentence, empty if it is.
	Reason string
}

// Memory as a name opens a database that ends with the connection.
const Memory = ":memory:"

// DB is an open database.
type DB struct {
	conn
	options Options
	idle    map[string]*Stmt // prepared by Exec and Each, not in use now
	inTx    bool
}

// Open opens a database, making it if it is not there. In the browser the name is
// one of the origin's pool of files. Where that cannot be had the database is in
// memory, and Home says why.
func Open(name string, o Options) (*DB, error) {
	if o.Attempts == 0 {
		o.Attempts, o.FirstWait = 3, 100*time.Millisecond
	}
	if o.Journal == "" {
		o.Journal = "wal"
	}
	db := &DB{options: o, idle: map[string]*Stmt{}}
	if err := db.open(name, o); err != nil {
		return nil, fault.Note("open "+name, err)
	}
	for _, pragma := range pragmas(name, o) {
		if err := db.retried(func() error { return db.exec(pragma) }); err != nil {
			db.close()
			return nil, fault.Note("open "+name+": "+pragma, err)
		}
	}
	if err := db.defend(true); err != nil {
		db.close()
		return nil, fault.Note("open "+name, err)
	}
	return db, nil
}

// Defend says whether the tables that a virtual table keeps its data in are
// read-only, and the schema safe from direct changes. Open turns it on.
func (db *DB) Defend(on bool) error { return db.defend(on) }

// limits are the most that SQLite compiles, by its own numbers: a file may come
// from anywhere, and its schema is compiled before anybody can look at it. Our own
// statements are far below.
var limits = [...]struct{ limit, most int32 }{
	{0, 128 << 20}, // bytes of a value or row
	{1, 100_000},   // bytes of a statement
	{2, 100},       // columns
	{3, 200},       // depth of an expression
	{4, 50},        // selects in one
	{5, 250_000},   // instructions of a statement
	{7, 0},         // attached databases
}

// OpenImage opens a copy of a database that may come from anywhere, to read: it
// cannot be written, its schema is not trusted, and what it says of its own
// journal is not followed. The image must stay until the database is closed.
func OpenImage(im *Image) (*DB, error) {
	db := &DB{options: Options{ReadOnly: true, Attempts: 1}, idle: map[string]*Stmt{}}
	im.forgetJournal()
	if err := db.openImage(im); err != nil {
		return nil, fault.Note("open image", err)
	}
	for _, pragma := range []string{"trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "mmap_size = 0"} {
		if err := db.exec("PRAGMA " + pragma); err != nil {
			db.close()
			return nil, fault.Note("open image", err)
		}
	}
	return db, nil
}

// Close gives back what the database holds. The journal is written into the
// database first, if it can be.
func (db *DB) Close() error {
	for _, s := range db.idle {
		s.finalize()
	}
	db.idle = nil
	return db.close()
}

// Exec runs statements. With arguments it must be a single one.
func (db *DB) Exec(sql string, args ...any) error {
	if len(args) == 0 {
		return db.retried(func() error { return db.exec(sql) })
	}
	return db.retried(func() error { return db.Each(sql, nil, args...) })
}

// Each runs one statement and calls row for each of its rows; an error of row
// ends it. Statements are kept prepared for their next use.
func (db *DB) Each(sql string, row func(*Stmt) error, args ...any) (err error) {
	s := db.idle[sql]
	if s != nil {
		delete(db.idle, sql) // row may ask the same again
	} else if s, err = db.Prepare(sql); err != nil {
		return err
	}
	defer func() {
		if resetErr := s.Reset(); resetErr != nil || db.idle == nil || db.idle[sql] != nil {
			s.Close()
			return
		}
		db.idle[sql] = s
	}()
	if err := s.Bind(args...); err != nil {
		return err
	}
	for {
		there, err := s.Step()
		if err != nil || !there {
			return err
		}
		if row == nil {
			continue
		}
		if err := row(s); err != nil {
			return err
		}
	}
}

// Int returns the first column of the first row as a number, 0 if there is none.
func (db *DB) Int(sql string, args ...any) (n int64, err error) {
	err = db.Each(sql, func(s *Stmt) error { n = s.Int64(0); return errEnough }, args...)
	return n, enough(err)
}

// Text returns the first column of the first row as text, "" if there is none.
func (db *DB) Text(sql string, args ...any) (text string, err error) {
	err = db.Each(sql, func(s *Stmt) error { text = s.Text(0); return errEnough }, args...)
	return text, enough(err)
}

var errEnough = errors.New("enough rows")

// blank reports whether nothing but spaces and semicolons is left of a text.
func blank(sql string) bool { return strings.Trim(sql, "; \t\r\n") == "" }

func enough(err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// Tx runs f in a transaction that can write from its start. An error of f, or a
// panic, undoes all of it. Inside another Tx it is a part of that one, undone
// alone.
func (db *DB) Tx(f func() error) (err error) {
	begin, end, undo := "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
	if db.inTx {
		begin, end, undo = "SAVEPOINT nested", "RELEASE nested", "ROLLBACK TO nested; RELEASE nested"
	}
	// Both stay prepared: a turn has a dozen of them.
	if err := db.retried(func() error { return db.Each(begin, nil) }); err != nil {
		return err
	}
	outer := db.inTx
	db.inTx = true
	done := false
	defer func() {
		db.inTx = outer
		if !done && !(undo == "ROLLBACK" && db.autocommit()) {
			// SQLite has already undone it after some errors.
			if undoErr := db.exec(undo); undoErr != nil && err != nil {
				err = fault.Reworded(err.Error()+" (and undoing it failed: "+undoErr.Error()+")", errors.Join(err, undoErr))
			}
		}
	}()
	if err := f(); err != nil {
		return err
	}
	if err := db.Each(end, nil); err != nil {
		return err
	}
	done = true
	return nil
}

// retried calls f again while another holds the database and nothing has begun.
func (db *DB) retried(f func() error) error {
	err := f()
	wait := db.options.FirstWait
	for attempt := 1; attempt < db.options.Attempts && !db.inTx && (errors.Is(err, Busy) || errors.Is(err, Locked)); attempt++ {
		time.Sleep(wait)
		wait *= 2
		err = f()
	}
	return err
}

// Guard makes statements end with Interrupt when ctx ends, until release is
// called. In the browser the program cannot run while a statement does: there
// only the deadline of ctx and the flag, which the page can set in shared memory
// by the number of the request, reach it.
func (db *DB) Guard(ctx context.Context, flag int32) (release func()) {
	return db.guard(ctx, flag)
}

// Image returns a copy of the whole database as it is now.
func (db *DB) Image() (*Image, error) {
	im, err := db.image()
	if err != nil {
		return nil, fault.Note("copy the database", err)
	}
	im.forgetJournal()
	return im, nil
}

// Prepare compiles one statement.
func (db *DB) Prepare(sql string) (*Stmt, error) {
	s := &Stmt{db: db, sql: sql}
	if err := db.prepare(sql, s); err != nil {
		return nil, err
	}
	return s, nil
}

// LastID is the row id of the last row inserted.
func (db *DB) LastID() int64 { return db.lastID() }

// Changes is how many rows the last statement changed.
func (db *DB) Changes() int { return db.changes() }

// Stmt is a prepared statement.
type Stmt struct {
	stmt
	db  *DB
	sql string
}

// Bind gives the parameters their values: nil, bool, int, int64, float64, string
// or []byte. A nil []byte is NULL. Values are copied.
func (s *Stmt) Bind(args ...any) error {
	if n := s.parameters(); n != len(args) {
		return misuse(strconv.Itoa(len(args)) + " values for " + strconv.Itoa(n) + " parameters of " + s.sql)
	}
	return s.bind(args)
}

// Step goes to the next row and reports whether there is one.
func (s *Stmt) Step() (bool, error) { return s.step() }

// Reset ends a run, so that the statement can be bound and run again.
func (s *Stmt) Reset() error { return s.reset() }

// Close frees the statement.
func (s *Stmt) Close() { s.finalize() }

// Type is the kind of a value.
type Type int

// The kinds, as SQLite numbers them.
const (
	Integer Type = iota + 1
	Float
	Text
	Blob
	Null
)

// Columns is the number of columns of a row.
func (s *Stmt) Columns() int { return s.columns() }

// Name is the name of a column.
func (s *Stmt) Name(column int) string { return s.name(column) }

// Type is the kind of the value in a column of the row.
func (s *Stmt) Type(column int) Type { return s.kind(column) }

// Int64 is a column's value as a number.
func (s *Stmt) Int64(column int) int64 { return s.int64(column) }

// Int is a column's value as a number.
func (s *Stmt) Int(column int) int { return int(s.int64(column)) }

// Bool is whether a column's value is a number other than 0.
func (s *Stmt) Bool(column int) bool { return s.int64(column) != 0 }

// Float is a column's value as a number.
func (s *Stmt) Float(column int) float64 { return s.float(column) }

// Text is a column's value as text, "" for NULL.
func (s *Stmt) Text(column int) string { return s.text(column) }

// Bytes is a copy of a column's value, nil for NULL.
func (s *Stmt) Bytes(column int) []byte { return s.bytes(column) }

// Value is a column's value: nil, int64, float64, string or []byte.
func (s *Stmt) Value(column int) any {
	switch s.kind(column) {
	case Integer:
		return s.int64(column)
	case Float:
		return s.float(column)
	case Text:
		return s.text(column)
	case Blob:
		// An empty blob is not NULL.
		return slices.Concat([]byte{}, s.bytes(column))
	}
	return nil
}

// Version is the version of SQLite that runs.
func Version() (string, error) {
	db, err := Open(Memory, Options{})
	if err != nil {
		return "", err
	}
	defer db.Close()
	return db.Text(`SELECT sqlite_version()`)
}
