// Package database keeps the connections to the database that questions are about. It
// decides who is asking on each of them, how long a query may take and how much of its
// result is taken; what may be asked at all is decided by package guard, whose verdicts
// are the only queries it runs.
//
// A connection belongs to nobody while it is in the pool. Taken out, it is given the
// session variables of one person, all of them in one statement; put back, it has lost
// them. One on which anything went wrong is closed, not put back.
//
// The grants of the account are what protects the data; everything here comes on top.
// Open therefore tries to write, and refuses an account that can.
package database

import (
	"context"
	"crypto/tls"
	"database/sql"
	"log/slog"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Settings say which database, and how to reach it.
type Settings struct {
	// Network is "tcp" or "unix"; empty means the first.
	Network, Address string
	User, Password   string
	Name             string
	// Key is what secure views decrypt with.
	Key string
	// TLS is how connections are encrypted; nil means not at all.
	TLS *tls.Config
	// Writable accepts an account that can write. It is for databases whose accounts
	// cannot be restricted; Status says so.
	Writable bool
	// MaxTime is how long a query may take; 0 means 30 s.
	MaxTime time.Duration
	// Pool is how many connections are kept open; 0 means 5. Overflow is how many more
	// there may be for a while; 0 means 10.
	Pool, Overflow int
	// patience is for what should take no time: connecting, pinging, ending a query; 0
	// means 10 s.
	patience time.Duration
	// Log is told what the database said. Nobody else is: it may name hosts and values.
	Log *slog.Logger
}

const (
	usualTime     = 30 * time.Second
	usualPool     = 5
	usualOverflow = 10
	// recycle ends connections before servers and routers between do.
	recycle       = time.Hour
	usualPatience = 10 * time.Second
	// mostPacket is the largest value that is read at all.
	mostPacket = 16 << 20
)

// DB is a database. It is safe for concurrent use.
type DB struct {
	settings Settings
	pool     *sql.DB
	// control is for ending queries: it must not wait for the queries it is to end.
	control *sql.DB
	status  Status
}

// Status says what is known of the server.
type Status struct {
	Server  Server `json:"server"`
	Version string `json:"version"`
	// Writable says that the account can write, which an operator has accepted.
	Writable bool `json:"writable"`
	// ReadOnly says that sessions are read-only by the server's word.
	ReadOnly bool `json:"read_only"`
	// Timed says that the server ends queries that take too long. Where it does not,
	// they are ended from here.
	Timed     bool `json:"timed"`
	Encrypted bool `json:"encrypted"`
}

// Open connects to a database and looks at what its account may do. It returns an *Error
// with the code Writable for an account that can write, unless the settings accept one.
func Open(ctx context.Context, s Settings) (*DB, error) {
	if s.MaxTime <= 0 {
		s.MaxTime = usualTime
	}
	if s.Pool <= 0 {
		s.Pool = usualPool
	}
	if s.Overflow <= 0 {
		s.Overflow = usualOverflow
	}
	if s.patience <= 0 {
		s.patience = usualPatience
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	db := &DB{settings: s}
	plain, err := mysql.NewConnector(s.driver())
	if err != nil {
		return nil, db.fail(err)
	}
	db.control = sql.OpenDB(plain)
	db.control.SetMaxOpenConns(2)
	db.control.SetConnMaxIdleTime(time.Minute)
	if err := db.look(ctx); err != nil {
		db.control.Close()
		return nil, err
	}
	db.pool = sql.OpenDB(&connector{Connector: plain, server: db.status.Server, maxTime: s.MaxTime})
	db.pool.SetMaxOpenConns(s.Pool + s.Overflow)
	db.pool.SetMaxIdleConns(s.Pool)
	db.pool.SetConnMaxLifetime(recycle)
	if err := db.settle(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// driver are the settings as the driver has them. It never sends several statements at
// once, never reads a local file for a server, and sends no password in the clear.
func (s Settings) driver() *mysql.Config {
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.Passwd, c.DBName = s.Network, s.Address, s.User, s.Password, s.Name
	if c.Net == "" {
		c.Net = "tcp"
	}
	c.TLS = s.TLS
	c.Timeout = s.patience
	c.MaxAllowedPacket = mostPacket
	c.Collation = "utf8mb4_general_ci"
	// Parameters become literals here, which saves a round trip; the driver knows the
	// session's mode and how strings are quoted in it.
	c.InterpolateParams = true
	c.Logger = &mysql.NopLogger{}
	return c
}

// look finds out what the server is and whether the account can write.
func (db *DB) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*db.settings.patience)
	defer cancel()
	conn, err := db.control.Conn(ctx)
	if err != nil {
		return db.fail(err)
	}
	defer conn.Close()
	var comment string
	if err := conn.QueryRowContext(ctx, "SELECT VERSION(), @@version_comment").Scan(&db.status.Version, &comment); err != nil {
		return db.fail(err)
	}
	db.status.Server = serverOf(db.status.Version, comment)
	db.status.Encrypted = db.settings.TLS != nil
	what, err := tryToWrite(ctx, conn, db.status.Server, db.settings.Name)
	if err != nil {
		return db.fail(err)
	}
	if what == "" {
		return nil
	}
	db.status.Writable = true
	if !db.settings.Writable {
		db.settings.Log.Error("the account of the database can write", "how", what)
		return &Error{Code: Writable}
	}
	return nil
}

// settle opens a first connection, to see that sessions can be made as they must be.
func (db *DB) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, db.settings.patience)
	defer cancel()
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return db.fail(err)
	}
	defer conn.Close()
	return db.fail(conn.Raw(func(c any) error {
		made := c.(*session)
		db.status.ReadOnly, db.status.Timed = made.readOnly, made.timed
		return nil
	}))
}

// Status is what Open found.
func (db *DB) Status() Status { return db.status }

// Close ends all connections.
func (db *DB) Close() error {
	db.control.Close()
	if db.pool == nil {
		return nil
	}
	return db.pool.Close()
}
