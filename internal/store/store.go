// Package store keeps the history: sessions, their messages and what belongs to
// them, in one SQLite database with the same schema in the browser and natively.
// It decides what is one change, what a search finds, and which database files are
// safe to open. Package transfer carries histories in and out; package turn decides
// what sessions are used for.
//
// Every write is one transaction: when a method returns without an error its
// change is on disk, with an error nothing of it is. A Store is scoped to a user
// and a company and sees nobody else's rows. It is safe for concurrent use; one
// statement runs at a time. It has no clock: every time is an argument, in Unix
// milliseconds.
package store

import (
	"context"
	"errors"
	"sync"
	"time"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
)

// Scope is whose rows a Store sees. Both are empty in the browser, where a
// database has one owner.
type Scope struct {
	UserID    string
	CompanyID string
}

// Change says what a transaction changed.
type Change struct {
	Scope Scope
	// Sessions are the sessions that were made, changed or removed.
	Sessions []chat.UID
	// Messages says that messages of them changed too.
	Messages bool
	// Settings says that a setting changed.
	Settings bool
	// Documents says that documents were added, changed or removed.
	Documents bool
	// FAQ says that pairs of it were added, changed or removed.
	FAQ bool
	// All says that there is more than a list can hold: after a restore.
	All bool
}

// Store is the history of one user.
type Store struct {
	*shared
	scope Scope
}

// shared is what the Stores of one database have in common.
type shared struct {
	db       *sqlite.DB
	turn     chan struct{} // holds one element: whoever has it may use the database
	device   string
	readOnly string // why nothing can be written
	seen     roomSeen
	limit    time.Duration
	fresh    bool
	onChange func(Change)

	// What follows belongs to whoever has the turn.
	pending  Change // of the transaction under way
	spread   spread // of stems over chunks
	scrub    bool   // the log must be emptied: something was purged
	rests    int
	closed   bool
	closeErr error
	closing  sync.Once
}

// For returns a Store of the same database for another scope. Closing either
// closes both.
func (s *Store) For(scope Scope) *Store { return &Store{s.shared, scope} }

// Scope is whose rows the Store sees.
func (s *Store) Scope() Scope { return s.scope }

// Home says where the database lives.
func (s *Store) Home() sqlite.Home { return s.db.Home() }

// Fresh reports whether Open made the database, so that a page that knew an
// older one can say that it has vanished.
func (s *Store) Fresh() bool { return s.fresh }

// ReadOnly reports whether nothing can be written, with the sentence that says
// why.
func (s *Store) ReadOnly() (bool, string) { return s.readOnly != "", s.readOnly }

type (
	flagKey   struct{}
	insideKey struct{}
)

// WithFlag makes statements that run with the context end when the page sets this
// flag (see sqlite.DB.Guard).
func WithFlag(ctx context.Context, flag int32) context.Context {
	return context.WithValue(ctx, flagKey{}, flag)
}

// Guard lets the context and its flag end statements of a database until release
// is called.
func Guard(ctx context.Context, db *sqlite.DB) (release func()) {
	flag, _ := ctx.Value(flagKey{}).(int32)
	return db.Guard(ctx, flag)
}

// guard is Guard with the limit of the store.
func (s *shared) guard(ctx context.Context) (release func()) {
	if s.limit == 0 {
		return Guard(ctx, s.db)
	}
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	unguard := Guard(ctx, s.db)
	return func() {
		unguard()
		cancel()
	}
}

// failure is Failure for an error of a call. One that was ended although its
// context goes on has reached the limit of the store.
func (s *shared) failure(ctx context.Context, err error) error {
	if s.limit > 0 && errors.Is(err, sqlite.Interrupt) && ctx.Err() == nil {
		err = context.DeadlineExceeded
	}
	return Failure(ctx, err)
}

// inside reports whether the context is of a call that has the turn already, as
// the function given to Once has.
func (s *shared) inside(ctx context.Context) bool { return ctx.Value(insideKey{}) == s }

// take waits for the turn.
func (s *shared) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.closed {
		s.give()
		return errClosed
	}
	return nil
}

func (s *shared) give() { s.turn <- struct{}{} }

// read runs f, which only reads.
func (s *Store) read(ctx context.Context, f func() error) error {
	if s.inside(ctx) {
		return s.nested(ctx, f)
	}
	if err := s.take(ctx); err != nil {
		return Failure(ctx, err)
	}
	defer s.give()
	defer s.guard(ctx)()
	return s.failure(ctx, f())
}

// nested runs f for a call that has the turn already. In the browser no statement
// notices that its context was cancelled, so this does.
func (s *Store) nested(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return Failure(ctx, err)
	}
	return Failure(ctx, f())
}

// snapshot runs f, which only reads and must not see a change between its
// statements that another process makes.
func (s *Store) snapshot(ctx context.Context, f func() error) error {
	return s.read(ctx, func() (err error) {
		if s.inside(ctx) {
			return f()
		}
		if err := s.db.Each("BEGIN", nil); err != nil {
			return err
		}
		defer func() {
			// A transaction that wrote nothing ends either way.
			if endErr := s.end(); err == nil {
				err = endErr
			}
		}()
		return f()
	})
}

// end ends a transaction that only read, even if its context is over.
func (s *shared) end() error {
	defer s.db.Guard(context.Background(), 0)()
	return s.db.Each("ROLLBACK", nil)
}

// write runs f in a transaction and tells of its change when that has been
// committed.
func (s *Store) write(ctx context.Context, f func() error) error {
	if s.readOnly != "" {
		return readOnlyError(s.readOnly)
	}
	if s.inside(ctx) {
		// Part of the outer transaction, which an error must end: a savepoint for
		// each cost a tenth of a turn.
		return s.nested(ctx, f)
	}
	change, err := s.commit(ctx, f)
	if err != nil {
		return s.failure(ctx, err)
	}
	if s.onChange != nil && (len(change.Sessions) > 0 || change.Settings || change.Documents || change.FAQ || change.All) {
		s.onChange(change)
	}
	return nil
}

// commit is write without its end, which is after the turn was given back: who is
// told may want to read.
func (s *Store) commit(ctx context.Context, f func() error) (Change, error) {
	if err := s.take(ctx); err != nil {
		return Change{}, err
	}
	defer s.give()
	s.pending = Change{Scope: s.scope}
	err := s.db.Tx(func() error {
		// The guard must not reach BEGIN and ROLLBACK, which a context that has
		// ended would refuse.
		defer s.guard(ctx)()
		return f()
	})
	if err != nil {
		return Change{}, err
	}
	s.empty()
	return s.pending, nil
}

// empty takes what a purge removed out of the log too, as soon as no other
// process reads it. The rows are gone already: an error here is no error of the
// write, and the next one tries again.
func (s *shared) empty() {
	if !s.scrub {
		return
	}
	busy, err := s.db.Int("PRAGMA wal_checkpoint(TRUNCATE)")
	s.scrub = err != nil || busy != 0
}

// Rest does now, while nobody waits, what some commit to come would have to do: it
// joins the newest parts of the search index, of which each write adds one, about 64
// pages of it. Now and then it also writes the log into the database, before that is
// long enough for a commit to do so, and begins it anew: the first to write to an
// empty log waits for the disk twice. What fails is left to the next one, and to the
// commits.
func (s *Store) Rest(ctx context.Context) {
	if s.take(ctx) != nil {
		return
	}
	sql := `INSERT INTO messages_fts (messages_fts, rank) VALUES ('merge', 64)`
	if s.rests++; s.rests%8 == 0 {
		sql = `INSERT INTO messages_fts (messages_fts, rank) VALUES ('merge', 64); PRAGMA wal_checkpoint; INSERT INTO meta (key, value) VALUES ('rests', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1`
	}
	_ = s.db.Exec(sql)
	s.give()
}

// touch notes a session as changed by the transaction under way.
func (s *shared) touch(session chat.UID, messages bool) {
	s.pending.Messages = s.pending.Messages || messages
	for _, u := range s.pending.Sessions {
		if u == session {
			return
		}
	}
	s.pending.Sessions = append(s.pending.Sessions, session)
}
