package store

import (
	"context"
	"errors"
	"strconv"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/sqlite"
)

// Options say how to open a store. The zero value is right for the browser.
type Options struct {
	SQLite sqlite.Options
	Scope  Scope
	// Device is kept with every row it writes, for sync.
	Device string
	// Limit is how long a call may use the database, 0 for as long as it takes. A
	// file from elsewhere can hold rows that lead in circles.
	Limit time.Duration
	// OnChange is called after every commit, by the goroutine that made it. It
	// may use the store.
	OnChange func(Change)

	// Tests give other migrations, and end one before a statement.
	migrations [][]string
	stop       func(version, statement int) error
}

// Open opens the history in a database. It creates a missing one and migrates an
// older one. A database of a newer version opens read-only; ReadOnly says so.
func Open(name string, o Options, now int64) (*Store, error) {
	db, err := sqlite.Open(name, o.SQLite)
	if err != nil {
		return nil, openFailure(err)
	}
	return OpenIn(db, o, now)
}

// OpenIn is Open for a database that is already open. The store owns it from then
// on, and closes it after an error.
func OpenIn(db *sqlite.DB, o Options, now int64) (*Store, error) {
	if o.migrations == nil {
		o.migrations = migrations
	}
	s := &Store{&shared{db: db, turn: make(chan struct{}, 1), device: o.Device, limit: o.Limit, onChange: o.OnChange}, o.Scope}
	if err := s.prepare(o, now); err != nil {
		db.Close()
		return nil, openFailure(err)
	}
	s.give()
	return s, nil
}

func (s *Store) prepare(o Options, now int64) error {
	version, err := s.identify()
	if err != nil {
		return err
	}
	newest := len(o.migrations)
	if err := s.recognise(version, o.migrations); err != nil {
		return err
	}
	switch {
	case version > newest:
		s.readOnly = say.T("This history was written by a newer Burrow (format {version}, this one knows {newest}). It can be read and exported, but not changed.", "version", version, "newest", newest)
		return s.db.Exec("PRAGMA query_only = ON")
	case o.SQLite.ReadOnly && version == 0:
		return fault.New(fault.NotFound, "There is no history in this file.")
	case o.SQLite.ReadOnly && version < newest:
		return fault.New(fault.Conflict, "This history is from an older version of Burrow. Run `burrow sessions check` on it once to update it.")
	case o.SQLite.ReadOnly:
		s.readOnly = say.T("The history was opened for reading only.")
		return nil
	}
	if err := s.migrate(o, now); err != nil {
		return err
	}
	indexed, err := s.db.Int(`SELECT value FROM meta WHERE key = 'index'`)
	if err != nil || indexed == indexVersion {
		return err
	}
	return s.db.Tx(s.reindex)
}

// identify returns the version of the database, 0 for an empty one. It refuses a
// file of another program.
func (s *Store) identify() (version int, err error) {
	v, err := s.db.Int("PRAGMA user_version")
	if err != nil {
		return 0, err
	}
	id, err := s.db.Int("PRAGMA application_id")
	if err != nil {
		return 0, err
	}
	tables, err := s.db.Int("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return 0, err
	}
	if id == ApplicationID && v > 0 || id == 0 && v == 0 && tables == 0 {
		return int(v), nil
	}
	return 0, fault.New(fault.Invalid, "This file is another program's database.")
}

// migrate brings the database to the newest version in one transaction: a program killed
// between two statements leaves what was there, and a new database costs one commit.
func (s *Store) migrate(o Options, now int64) error {
	return s.db.Tx(func() error {
		// Read again: another process may have been faster.
		version, err := s.identify()
		for ; err == nil && version < len(o.migrations); version++ {
			err = s.step(o, version, now)
		}
		return err
	})
}

// step makes the next version.
func (s *Store) step(o Options, version int, now int64) error {
	for i, statement := range o.migrations[version] {
		if o.stop != nil {
			if err := o.stop(version+1, i); err != nil {
				return err
			}
		}
		if err := s.db.Exec(statement); err != nil {
			return fault.Note("migrate to "+strconv.Itoa(version+1)+", statement "+strconv.Itoa(i+1), err)
		}
	}
	if version == 0 {
		if err := s.db.Exec(`INSERT INTO meta (key, value) VALUES ('index', ?), ('made_at', ?)`, indexVersion, now); err != nil {
			return err
		}
		s.fresh = true
	}
	// Pragmas take no parameters. Both are part of the transaction.
	return s.db.Exec("PRAGMA application_id = " + strconv.Itoa(ApplicationID) + "; PRAGMA user_version = " + strconv.Itoa(version+1))
}

// Close waits for the call under way and closes the database. All calls after it
// fail.
func (s *Store) Close() error {
	s.closing.Do(func() {
		<-s.turn
		s.empty()
		s.closed = true
		s.closeErr = s.db.Close()
		s.give()
	})
	return Failure(context.Background(), s.closeErr)
}

func openFailure(err error) error {
	if errors.Is(err, sqlite.CantOpen) {
		return fault.Wrap(err, fault.Unavailable, "The history could not be opened. The file does not exist or cannot be used.")
	}
	return Failure(context.Background(), err)
}
