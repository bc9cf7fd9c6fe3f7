package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strconv"
	"time"

	"burrow/internal/sqlagent/guard"
)

// Limits are how much of a result is taken. Zero values mean the usual ones.
type Limits struct {
	Rows  int // 100
	Bytes int // 4 MiB, of all values together
	Cell  int // 64 KiB, of one value
}

func (l Limits) orUsual() Limits {
	if l.Rows <= 0 {
		l.Rows = 100
	}
	if l.Bytes <= 0 {
		l.Bytes = 4 << 20
	}
	if l.Cell <= 0 {
		l.Cell = 64 << 10
	}
	return l
}

// mostColumns is how many a result may have.
const mostColumns = 512

// Column is a column of a result.
type Column struct {
	Name string `json:"name"`
	// Type is the database's: "BIGINT", "VARCHAR", "DECIMAL".
	Type string `json:"type"`
}

// Result is what a query gave.
type Result struct {
	Columns []Column
	// Rows hold texts as the database writes them; nil is NULL.
	Rows [][]*string
	// More says that there were more rows than were taken, Cut that values were shortened.
	More, Cut bool
	Took      time.Duration

	unfinished bool // the server has more to send
}

// Query runs what the guard let through, for one person. When ctx ends the query is ended
// in the server, too, and Query returns ctx's error. All other errors are *Error.
func (db *DB) Query(ctx context.Context, who Person, v guard.Verdict, l Limits) (*Result, error) {
	if !v.OK || v.SQL == "" {
		return nil, errors.New("a query that the guard refused is not run")
	}
	return db.query(ctx, who, v.SQL, l)
}

// Ping reports whether the server answers.
func (db *DB) Ping(ctx context.Context) error {
	t, err := db.take(ctx, Person{})
	if err == nil {
		err = t.give(ctx)
	}
	return db.ended(ctx, err)
}

func (db *DB) query(ctx context.Context, who Person, text string, l Limits) (*Result, error) {
	start := time.Now()
	taken, err := db.take(ctx, who)
	if err != nil {
		return nil, db.ended(ctx, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, db.longest(), &Error{Code: TimedOut, detail: "ended from here"})
	defer cancel()
	got, err := db.run(ctx, taken, text, l.orUsual())
	if err == nil && !got.unfinished {
		err = taken.give(ctx)
	} else {
		taken.discard()
	}
	if err != nil {
		return nil, db.ended(ctx, err)
	}
	got.Took = time.Since(start)
	return got, nil
}

// longest is when a query is ended from here: a little after the server should have.
func (db *DB) longest() time.Duration {
	if db.status.Timed {
		return db.settings.MaxTime + db.settings.MaxTime/5
	}
	return db.settings.MaxTime
}

// taken is a connection that belongs to a person for a while.
type taken struct {
	*sql.Conn
	id       uint64
	patience time.Duration
}

// take takes a connection out of the pool for a person. One that has died since it was
// last used shows when it is given its variables, and is replaced by another, once.
func (db *DB) take(ctx context.Context, who Person) (_ taken, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, db.settings.patience, &Error{Code: Busy, detail: "no connection was free"})
	defer cancel()
	// Where a connection was free, or there may be more of them, it is not the others who
	// keep this one waiting.
	free := db.pool.Stats().InUse < db.settings.Pool+db.settings.Overflow
	defer func() {
		if busy, ok := errors.AsType[*Error](err); ok && busy.Code == Busy && free {
			err = &Error{Code: Hangs, detail: "the server says nothing"}
		}
	}()
	for attempt := 0; ; attempt++ {
		conn, err := db.pool.Conn(ctx)
		if err != nil {
			return taken{}, orCause(ctx, err)
		}
		free = true
		t := taken{Conn: conn, patience: db.settings.patience}
		if _, err = conn.ExecContext(ctx, setVariables, who.variables(db.settings.Key)...); err == nil {
			err = conn.Raw(func(c any) error { t.id = c.(*session).id; return nil })
		}
		if err == nil {
			return t, nil
		}
		t.discard()
		if attempt > 0 || ctx.Err() != nil {
			return taken{}, orCause(ctx, err)
		}
	}
}

// give puts a connection back, without its person.
func (t taken) give(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.patience)
	defer cancel()
	if _, err := t.ExecContext(ctx, clearVariables); err != nil {
		t.discard()
		return err
	}
	return t.Close()
}

// discard closes a connection for good.
func (t taken) discard() {
	_ = t.Raw(func(any) error { return driver.ErrBadConn })
	_ = t.Close()
}

// orCause prefers what ended a context to what the driver made of it.
func orCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

func (db *DB) ended(ctx context.Context, err error) error { return db.fail(orCause(ctx, err)) }

// run asks and reads. The driver is not told when ctx ends: it would close the connection,
// and the server would go on with the query until it noticed. It is told if ending the
// query in the server did not help.
func (db *DB) run(ctx context.Context, t taken, query string, l Limits) (*Result, error) {
	hard, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	answered, killed := make(chan struct{}), make(chan struct{})
	ended := true
	stop := context.AfterFunc(ctx, func() {
		defer close(killed)
		ended = db.end(t.id, answered, giveUp)
	})
	got, err := db.ask(hard, t, query, l)
	close(answered)
	if !stop() {
		// A KILL that is late would hit whoever has the connection next: it is waited
		// for, and the connection is not used again.
		<-killed
		if slow, ok := errors.AsType[*Error](context.Cause(ctx)); ok && slow.Code == TimedOut && !ended {
			return nil, &Error{Code: Hangs, detail: "the server ends no query"}
		}
		return nil, context.Cause(ctx)
	}
	return got, err
}

// end has the server end a query, until it has: a KILL that comes before the query does
// nothing. It returns false for a server that does not listen any more.
func (db *DB) end(id uint64, answered <-chan struct{}, giveUp func()) bool {
	for start, wait := time.Now(), time.Millisecond; time.Since(start) < db.settings.patience; wait = min(2*wait, time.Second) {
		err := db.kill("QUERY", id)
		select {
		case <-answered:
			return true
		case <-time.After(wait):
		}
		if errors.Is(err, context.DeadlineExceeded) {
			giveUp()
			return false
		}
	}
	db.kill("CONNECTION", id)
	giveUp()
	return true
}

func (db *DB) ask(ctx context.Context, t taken, query string, l Limits) (*Result, error) {
	rows, err := t.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	got, err := read(rows, l)
	if err == nil && got.unfinished {
		// Closing reads what the server still sends; ending the query is quicker.
		db.kill("QUERY", t.id)
	}
	return got, err
}

// kill ends a query or a connection in the server. That it is over already is no error.
func (db *DB) kill(what string, id uint64) error {
	ctx, cancel := context.WithTimeout(context.Background(), db.settings.patience)
	defer cancel()
	_, err := db.control.ExecContext(ctx, "KILL "+what+" "+strconv.FormatUint(id, 10))
	if err != nil {
		db.settings.Log.Warn("a query could not be ended", "error", err)
		err = orCause(ctx, err)
	}
	return err
}
