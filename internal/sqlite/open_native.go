//go:build !js

// Package sqlite opens SQLite databases. It decides how: journal, locking, time
// to wait for a lock, the extensions there are. What is in them is left to the
// packages above.
//
// This is the native engine. The order of the settings in Open is fixed, since
// some of them must come before the database is first read.
package sqlite

import (
	"fmt"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

func init() {
	// FTS5 is an extension of this build, not a part of it.
	sqlite3.AutoExtension(fts5.Register)
}

// Conn is an open database, for one goroutine at a time.
type Conn struct {
	*sqlite3.Conn
}

// Open opens a database file, making it if it is not there; ":memory:" is one
// that ends with the connection.
func Open(path string) (*Conn, error) {
	c, err := sqlite3.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	err = c.Exec(`
		PRAGMA busy_timeout = 5000;
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA foreign_keys = ON;
		PRAGMA trusted_schema = OFF;`)
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("set up database: %w", err)
	}
	return &Conn{c}, nil
}

// Version returns the version of SQLite that the program runs.
func Version() (string, error) {
	c, err := Open(":memory:")
	if err != nil {
		return "", err
	}
	defer c.Close()
	stmt, _, err := c.Prepare(`SELECT sqlite_version()`)
	if err != nil {
		return "", fmt.Errorf("ask for the version: %w", err)
	}
	defer stmt.Close()
	if !stmt.Step() {
		return "", fmt.Errorf("ask for the version: %w", stmt.Err())
	}
	return stmt.ColumnText(0), nil
}
