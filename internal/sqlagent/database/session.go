package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Server is a kind of server, since they limit time in ways of their own.
type Server string

const (
	MySQL   Server = "mysql"
	MariaDB Server = "mariadb"
	TiDB    Server = "tidb"
	// Demo is the demo database, which has neither limits nor read-only sessions: it is
	// read-only as a whole.
	Demo Server = "demo"
)

// DemoComment is what the demo database says of itself as @@version_comment.
const DemoComment = "burrow demo"

func serverOf(version, comment string) Server {
	switch lower := strings.ToLower(version + " " + comment); {
	case strings.Contains(lower, "mariadb"):
		return MariaDB
	case strings.Contains(lower, "tidb"):
		return TiDB
	case strings.Contains(lower, DemoComment):
		return Demo
	}
	return MySQL
}

// The modes that every session has, whatever the server's are. The guard reads a query
// as these have it: with others a string could end elsewhere. ONLY_FULL_GROUP_BY refuses
// to choose a value of a group at will; MariaDB's does not know what a key determines, and
// would refuse right queries, too.
const (
	pinnedMode        = "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"
	pinnedModeMariaDB = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"
)

func (s Server) mode() string {
	if s == MariaDB {
		return pinnedModeMariaDB
	}
	return pinnedMode
}

// connector makes connections whose sessions are as they must be.
type connector struct {
	driver.Connector
	server  Server
	maxTime time.Duration
}

// session is a connection that knows its number, by which it can be ended.
type session struct {
	conn
	id              uint64
	readOnly, timed bool
}

// conn is what the driver's connections are; all of it is needed.
type conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	driver.NamedValueChecker
}

// Connect makes a connection and its session, and reads back what matters. A server that
// does not do as it is told gets no questions.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{conn: made.(conn)}
	if err := c.prepare(ctx, s); err != nil {
		made.Close()
		return nil, err
	}
	return s, nil
}

func (c *connector) prepare(ctx context.Context, s *session) error {
	mode := c.server.mode()
	if err := s.exec(ctx, "SET SESSION sql_mode = '"+mode+"'"); err != nil {
		return err
	}
	got, err := s.one(ctx, "SELECT @@SESSION.sql_mode, CONNECTION_ID()")
	if err != nil {
		return err
	}
	if !sameModes(got[0], mode) {
		return &Error{Code: Unsafe, detail: "sql_mode is " + got[0]}
	}
	if s.id, err = strconv.ParseUint(got[1], 10, 64); err != nil {
		return err
	}
	// These are tried: a server that has neither is protected by its grants, and its
	// queries are ended from here.
	s.readOnly = c.server != Demo && s.exec(ctx, "SET SESSION TRANSACTION READ ONLY") == nil
	s.timed = c.limitTime(ctx, s) == nil
	return nil
}

func (c *connector) limitTime(ctx context.Context, s *session) error {
	switch c.server {
	case MariaDB:
		return s.exec(ctx, fmt.Sprintf("SET SESSION max_statement_time = %.3f", c.maxTime.Seconds()))
	case Demo:
		return errors.ErrUnsupported
	}
	return s.exec(ctx, fmt.Sprintf("SET SESSION max_execution_time = %d", min(c.maxTime.Milliseconds(), math.MaxUint32)))
}

// sameModes compares lists whose order does not count.
func sameModes(a, b string) bool {
	split := func(s string) []string { return slices.Sorted(slices.Values(strings.Split(strings.ToUpper(s), ","))) }
	return slices.Equal(split(a), split(b))
}

func (s *session) exec(ctx context.Context, statement string) error {
	_, err := s.ExecContext(ctx, statement, nil)
	return err
}

// one is the first row of a query, as text.
func (s *session) one(ctx context.Context, query string) ([]string, error) {
	rows, err := s.QueryContext(ctx, query, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(values); err != nil {
		if err == io.EOF {
			err = driver.ErrBadConn
		}
		return nil, err
	}
	texts := make([]string, len(values))
	for i, v := range values {
		if b, ok := v.([]byte); ok {
			texts[i] = string(b)
		} else {
			texts[i] = fmt.Sprint(v)
		}
	}
	return texts, nil
}
