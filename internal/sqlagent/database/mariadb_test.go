//go:build unix

// A real MariaDB with a secure view and an account that may read it.

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/mariadbtest"
)

// shop is a database of customers and a reader who sees them through a view.
type shop struct {
	server *mariadbtest.Server
	root   *sql.DB
}

const customers = 1000

// TestMariaDB runs all tests on one server, which takes longer to start than they do.
func TestMariaDB(t *testing.T) {
	server := mariadbtest.Start(t, mariadbtest.Options{})
	for _, tt := range []struct {
		name string
		test func(*testing.T, *shop)
	}{
		{"OpenRefusesAnAccountThatCanWrite", testOpenRefusesAnAccountThatCanWrite},
		{"TheSessionIsReadOnlyWhateverTheAccountMay", testTheSessionIsReadOnlyWhateverTheAccountMay},
		{"EachPersonSeesTheirOwnRows", testEachPersonSeesTheirOwnRows},
		{"GrantsRefuseWithTheGuardSwitchedOff", testGrantsRefuseWithTheGuardSwitchedOff},
		{"NoRowCrossesBetweenPeople", testNoRowCrossesBetweenPeople},
		{"ACancelledQueryEndsInTheServer", testACancelledQueryEndsInTheServer},
		{"AQueryThatTakesTooLongIsEnded", testAQueryThatTakesTooLongIsEnded},
		{"ResultsHaveLimits", testResultsHaveLimits},
		{"AResultThatBreaksOffIsNoShortOne", testAResultThatBreaksOffIsNoShortOne},
		{"TheModeIsPinned", testTheModeIsPinned},
		{"TheDatabasesNameIsReadAsTheServerDoes", testTheDatabasesNameIsReadAsTheServerDoes},
		{"AServerThatCannotBeReached", testAServerThatCannotBeReached},
		{"AHangingServerIsNotBusy", testAHangingServerIsNotBusy},
		{"SmallGroupsDoNotShow", testSmallGroupsDoNotShow},
		{"PlansEstimateRows", testPlansEstimateRows},
		{"HintsHaveNamesAndNoValues", testHintsHaveNamesAndNoValues},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, openShop(t, server)) })
	}
}

func openShop(t *testing.T, server *mariadbtest.Server) *shop {
	t.Helper()
	s := &shop{server: server, root: server.Open(t, "tester", "")}
	s.do(t,
		// What another test has set.
		"SET GLOBAL sql_mode = DEFAULT",
		"SET GLOBAL max_statement_time = DEFAULT",
		"DROP DATABASE IF EXISTS shop",
		"DROP USER IF EXISTS reader@localhost",
		"CREATE DATABASE shop",
		"CREATE TABLE shop.customer (id INT PRIMARY KEY, name VARBINARY(200), note LONGTEXT)",
		fmt.Sprintf("INSERT INTO shop.customer SELECT seq, AES_ENCRYPT(CONCAT('Customer ', seq), 'key'), 'note' FROM shop.seq_1_to_%d", customers),
		"CREATE FUNCTION shop.scope() RETURNS LONGTEXT NO SQL RETURN @customerIds",
		"CREATE FUNCTION shop.secret() RETURNS TEXT NO SQL RETURN @aesKey",
		"CREATE VIEW shop.secure_customer AS SELECT id, CONVERT(AES_DECRYPT(name, shop.secret()) USING utf8mb4) AS name, note FROM shop.customer WHERE shop.scope() = '*' OR FIND_IN_SET(id, shop.scope())",
		"CREATE USER reader@localhost",
		"GRANT SELECT ON shop.secure_customer TO reader@localhost",
	)
	return s
}

func (s *shop) do(t *testing.T, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		_, err := s.root.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
}

func (s *shop) settings(user string) Settings {
	return Settings{Network: "unix", Address: s.server.Socket, User: user, Name: "shop", Key: "key"}
}

func (s *shop) open(t *testing.T, o Settings) *DB {
	t.Helper()
	db, err := Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// checked is what a guard that is switched off would say.
func checked(query string) guard.Verdict { return guard.Verdict{OK: true, SQL: query} }

func only(ids ...int64) Person {
	all := Scope{All: true}
	return Person{Customers: Scope{IDs: ids}, WorkOrders: all, Locations: all}
}

func texts(r *Result) (out [][]string) {
	for _, row := range r.Rows {
		var line []string
		for _, cell := range row {
			if cell == nil {
				line = append(line, "NULL")
			} else {
				line = append(line, *cell)
			}
		}
		out = append(out, line)
	}
	return out
}

func codeIs(t *testing.T, want Code, err error) {
	t.Helper()
	known, ok := errors.AsType[*Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, want, known.Code, known.detail)
}

func testOpenRefusesAnAccountThatCanWrite(t *testing.T, s *shop) {
	db := s.open(t, s.settings("reader"))
	require.Equal(t, MariaDB, db.Status().Server)
	require.True(t, db.Status().ReadOnly)
	require.True(t, db.Status().Timed)
	require.False(t, db.Status().Writable)

	for i, grant := range []string{
		"INSERT ON shop.customer", "UPDATE (note) ON shop.customer", "DELETE ON shop.secure_customer", "CREATE ON shop.*",
		"DROP ON *.*", "FILE ON *.*", "ALL ON shop.*", "SELECT, CREATE TEMPORARY TABLES ON shop.*",
	} {
		name := fmt.Sprintf("writer%d", i)
		s.do(t, "CREATE USER "+name+"@localhost", "GRANT SELECT ON shop.* TO "+name+"@localhost", "GRANT "+grant+" TO "+name+"@localhost")
		_, err := Open(t.Context(), s.settings(name))
		codeIs(t, Writable, err)
		require.NotContains(t, err.Error(), name)
	}
	// Rights that come by a role are no other.
	s.do(t, "CREATE ROLE keeper", "GRANT SELECT, DELETE ON shop.customer TO keeper", "CREATE USER roled@localhost", "GRANT keeper TO roled@localhost", "SET DEFAULT ROLE keeper FOR roled@localhost")
	_, err := Open(t.Context(), s.settings("roled"))
	codeIs(t, Writable, err)

	accepted := s.settings("tester")
	accepted.Writable = true
	require.True(t, s.open(t, accepted).Status().Writable)
	var left int
	require.NoError(t, s.root.QueryRow("SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_NAME LIKE 'burrow%'").Scan(&left))
	require.Zero(t, left, "what was tried is gone")
}

func testTheSessionIsReadOnlyWhateverTheAccountMay(t *testing.T, s *shop) {
	o := s.settings("tester")
	o.Writable = true
	db := s.open(t, o)
	for _, statement := range []string{"DELETE FROM customer", "UPDATE customer SET note = ''", "CREATE TABLE t (id INT)", "TRUNCATE customer", "DROP TABLE customer", "SELECT 1; DROP TABLE customer"} {
		_, err := db.Query(t.Context(), Everything(), checked(statement), Limits{})
		require.Error(t, err, statement)
	}
	var count, tables int
	require.NoError(t, s.root.QueryRow("SELECT COUNT(*) FROM shop.customer WHERE note = 'note'").Scan(&count))
	require.Equal(t, customers, count)
	require.NoError(t, s.root.QueryRow("SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'").Scan(&tables))
	require.Equal(t, 2, tables)
}

func testEachPersonSeesTheirOwnRows(t *testing.T, s *shop) {
	o := s.settings("reader")
	o.Pool, o.Overflow = 1, 1
	db := s.open(t, o)
	ask := func(who Person) [][]string {
		got, err := db.Query(t.Context(), who, checked("SELECT id, name FROM secure_customer ORDER BY id"), Limits{Rows: 5})
		require.NoError(t, err)
		return texts(got)
	}
	require.Equal(t, [][]string{{"7", "Customer 7"}, {"9", "Customer 9"}}, ask(only(9, 7)))
	require.Len(t, ask(Everything()), 5)
	require.Empty(t, ask(Person{}))
	require.Empty(t, ask(only()))

	// A connection in the pool is nobody's.
	conn, err := db.pool.Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	var left int
	require.NoError(t, conn.QueryRowContext(t.Context(), "SELECT (@aesKey IS NOT NULL) + (@customerIds IS NOT NULL) + (@workOrderIds IS NOT NULL) + (@serviceLocationIds IS NOT NULL)").Scan(&left))
	require.Zero(t, left)
}

// Base tables are out of reach by the grants alone, and the sentence is the one for
// whatever the database would not run.
func testGrantsRefuseWithTheGuardSwitchedOff(t *testing.T, s *shop) {
	db := s.open(t, s.settings("reader"))
	file := outFile(t)
	for _, query := range []string{"SELECT * FROM customer", "SELECT * FROM mysql.user", "SELECT LOAD_FILE('/etc/passwd') FROM customer", "SELECT 1 INTO OUTFILE '" + file + "'"} {
		_, err := db.Query(t.Context(), Everything(), checked(query), Limits{})
		require.Error(t, err, query)
		codeIs(t, Denied, err)
	}
	require.NoFileExists(t, file)
}

// outFile is a file that is not there, in a folder any server may write to.
func outFile(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o777))
	return filepath.Join(folder, "rows")
}

// Two people ask at once on few connections: no row crosses. BURROW_SOAK makes it longer.
func testNoRowCrossesBetweenPeople(t *testing.T, s *shop) {
	length := 2 * time.Second
	if text := os.Getenv("BURROW_SOAK"); text != "" {
		var err error
		length, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	o := s.settings("reader")
	o.Pool, o.Overflow = 2, 2
	db := s.open(t, o)
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var asked, stopped, wrong atomic.Int64
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			me := int64(i%2 + 1)
			for n := 0; ctx.Err() == nil; n++ {
				ask, end := context.WithCancel(ctx)
				if n%17 == 16 { // one who leaves at once
					time.AfterFunc(time.Duration(n%5)*time.Millisecond, end)
				}
				got, err := db.Query(ask, only(me), checked("SELECT id, name FROM secure_customer"), Limits{})
				end()
				switch {
				case err == nil:
					asked.Add(1)
					if rows := texts(got); len(rows) != 1 || rows[0][1] != fmt.Sprintf("Customer %d", me) {
						wrong.Add(1)
					}
				case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
					stopped.Add(1)
				default:
					codeIs(t, Busy, err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d answers, %d stopped, %d with a row of somebody else", asked.Load(), stopped.Load(), wrong.Load())
	require.Positive(t, asked.Load())
	require.Zero(t, wrong.Load())
}

// endless takes hours.
const endless = "SELECT COUNT(*) FROM secure_customer a, secure_customer b, secure_customer c, secure_customer d"

// running are the queries of the reader in the server.
func (s *shop) running(t *testing.T) (n int) {
	require.NoError(t, s.root.QueryRow("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND INFO IS NOT NULL").Scan(&n))
	return n
}

// idle waits until the server has nothing of the reader to do: a query whose end was told
// is listed for a moment still.
func (s *shop) idle(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return s.running(t) == 0 }, time.Minute, time.Millisecond)
}

func testACancelledQueryEndsInTheServer(t *testing.T, s *shop) {
	db := s.open(t, s.settings("reader"))
	for range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := db.Query(ctx, Everything(), checked(endless), Limits{})
			done <- err
		}()
		require.Eventually(t, func() bool { return s.running(t) == 1 }, time.Minute, time.Millisecond)
		cancel()
		require.ErrorIs(t, <-done, context.Canceled)
		s.idle(t)
	}
	require.LessOrEqual(t, db.pool.Stats().OpenConnections, usualPool)
	got, err := db.Query(t.Context(), only(3), checked("SELECT name FROM secure_customer"), Limits{})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Customer 3"}}, texts(got))
}

func testAQueryThatTakesTooLongIsEnded(t *testing.T, s *shop) {
	o := s.settings("reader")
	o.MaxTime = 200 * time.Millisecond
	db := s.open(t, o)
	_, err := db.Query(t.Context(), Everything(), checked(endless), Limits{})
	codeIs(t, TimedOut, err)
	s.idle(t)
	// Also by a server that does not end it.
	db.status.Timed = false
	s.do(t, "SET GLOBAL max_statement_time = 0")
	o.MaxTime = time.Hour
	slow := s.open(t, o)
	slow.settings.MaxTime, slow.status.Timed = 200*time.Millisecond, false
	_, err = slow.Query(t.Context(), Everything(), checked(endless), Limits{})
	codeIs(t, TimedOut, err)
	s.idle(t)
}

func testResultsHaveLimits(t *testing.T, s *shop) {
	s.do(t, "UPDATE shop.customer SET note = REPEAT('é', 100000) WHERE id <= 3")
	db := s.open(t, s.settings("reader"))
	ask := func(query string, l Limits) *Result {
		got, err := db.Query(t.Context(), Everything(), checked(query), l)
		require.NoError(t, err, query)
		return got
	}
	exactly := ask("SELECT id FROM secure_customer ORDER BY id LIMIT 11", Limits{Rows: 11})
	require.Len(t, exactly.Rows, 11)
	require.False(t, exactly.More)
	more := ask("SELECT id FROM secure_customer ORDER BY id LIMIT 11", Limits{Rows: 10})
	require.Len(t, more.Rows, 10)
	require.True(t, more.More)
	require.Equal(t, 1, db.pool.Stats().OpenConnections, "the connection is used again")

	cut := ask("SELECT note FROM secure_customer WHERE id = 1", Limits{Cell: 1001})
	require.True(t, cut.Cut)
	require.Equal(t, strings.Repeat("é", 500), *cut.Rows[0][0])
	bytes := ask("SELECT note FROM secure_customer WHERE id <= 3", Limits{Bytes: 150_000, Cell: 200_000})
	require.Len(t, bytes.Rows, 1)
	require.True(t, bytes.More)
	require.False(t, bytes.Cut)
	null := ask("SELECT NULL AS nothing, 0.10 AS tenth, x'ff00' AS raw", Limits{})
	require.Equal(t, [][]string{{"NULL", "0.10", "0xff00"}}, texts(null))
	require.Equal(t, "nothing", null.Columns[0].Name)
	require.Equal(t, "DECIMAL", null.Columns[1].Type)

	_, err := db.Query(t.Context(), Everything(), checked("SELECT "+strings.Repeat("1,", mostColumns)+"1"), Limits{})
	codeIs(t, TooLarge, err)
}

// A connection that ends in the middle is an error, and the next question finds another.
func testAResultThatBreaksOffIsNoShortOne(t *testing.T, s *shop) {
	db := s.open(t, s.settings("reader"))
	done := make(chan error, 1)
	go func() {
		_, err := db.Query(t.Context(), Everything(), checked(endless), Limits{})
		done <- err
	}()
	var id int64
	require.Eventually(t, func() bool {
		return s.root.QueryRow("SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND INFO LIKE 'SELECT COUNT%'").Scan(&id) == nil
	}, 20*time.Second, time.Millisecond)
	s.do(t, fmt.Sprintf("KILL CONNECTION %d", id))
	codeIs(t, Unavailable, <-done)

	// One that died while it was in the pool costs nothing.
	_, err := db.Query(t.Context(), only(3), checked("SELECT 1"), Limits{})
	require.NoError(t, err)
	require.NoError(t, s.root.QueryRow("SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND INFO IS NULL ORDER BY ID DESC LIMIT 1").Scan(&id))
	s.do(t, "KILL USER reader@localhost")
	_, err = db.Query(t.Context(), only(3), checked("SELECT 1"), Limits{})
	require.NoError(t, err)
}

// Whatever mode the server has, strings end where the guard thinks they do.
func testTheModeIsPinned(t *testing.T, s *shop) {
	s.do(t, "SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'")
	db := s.open(t, s.settings("reader"))
	got, err := db.Query(t.Context(), Everything(), checked(`SELECT "a" AS a, '\'' AS b, 1 || 0 AS c, @@SESSION.sql_mode AS mode`), Limits{})
	require.NoError(t, err)
	require.Equal(t, []string{"a", "'", "1", pinnedModeMariaDB}, texts(got)[0])
}

// The database's name stands before tables, under whatever name the query gives them, and
// not before what the query has made.
func testTheDatabasesNameIsReadAsTheServerDoes(t *testing.T, s *shop) {
	root := s.server.Open(t, "tester", "shop")
	g, err := graph.Introspect(t.Context(), root)
	require.NoError(t, err)
	check, err := guard.New(guard.Rules{Graph: g})
	require.NoError(t, err)
	for query, want := range map[string]bool{
		"SELECT shop.customer.id FROM customer":                                                                       true,
		"SELECT shop.c.id FROM shop.customer AS c":                                                                    true,
		"SELECT shop.c.* FROM customer AS c":                                                                          true,
		"SELECT shop.v.id FROM secure_customer AS v":                                                                  true,
		"SELECT c.id FROM customer AS c ORDER BY shop.c.id":                                                           true,
		"SELECT id FROM customer AS c WHERE EXISTS (SELECT 1 FROM customer AS k WHERE shop.c.id = k.id)":              true,
		"SELECT shop.customer.id FROM customer AS c":                                                                  false,
		"SELECT shop.d.id FROM (SELECT id FROM customer) AS d":                                                        false,
		"SELECT shop.d.* FROM (SELECT id FROM customer) AS d":                                                         false,
		"WITH d AS (SELECT id FROM customer) SELECT shop.d.id FROM d":                                                 false,
		"WITH d AS (SELECT id FROM customer) SELECT shop.e.id FROM d AS e":                                            false,
		"WITH d AS (SELECT id FROM customer) SELECT shop.d.* FROM d":                                                  false,
		"SELECT id AS x FROM customer AS c HAVING shop.c.x > 1":                                                       false,
		"SELECT id FROM customer AS c WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS id) AS k WHERE shop.k.id = shop.c.id)": false,
	} {
		_, err := root.ExecContext(t.Context(), query)
		require.Equal(t, want, err == nil, "%s: %v", query, err)
		v := check.Check(query)
		require.Equal(t, want, v.OK, "%s: %v", query, v.Refusals)
		if want {
			_, err := root.ExecContext(t.Context(), v.SQL)
			require.NoError(t, err, v.SQL)
		}
	}
}

// An average over one person is that person's salary: it does not show, however it is
// asked for.
func testSmallGroupsDoNotShow(t *testing.T, s *shop) {
	s.do(t,
		"CREATE TABLE shop.employee (id INT PRIMARY KEY, name VARCHAR(20), team INT, salary INT)",
		"INSERT INTO shop.employee VALUES (1, 'Ann', 1, 1000), (2, 'Bo', 1, 2000), (3, 'Cy', 1, 3000), (4, 'Di', 1, 4000), (5, 'Ed', 1, 5000), (6, 'Flo', 2, 77777), (7, 'Gus', 2, NULL)",
		"CREATE TABLE shop.shift (id INT PRIMARY KEY, employeeId INT REFERENCES shop.employee (id))",
		"INSERT INTO shop.shift SELECT seq, 6 FROM shop.seq_1_to_20",
		"GRANT SELECT ON shop.employee TO reader@localhost", "GRANT SELECT ON shop.shift TO reader@localhost")
	g, err := graph.Introspect(t.Context(), s.server.Open(t, "tester", "shop"))
	require.NoError(t, err)
	check := guardOf(t, Rights{Sensitive: map[string][]string{"employee": {"salary"}}}, g, Everything())
	db := s.open(t, s.settings("reader"))
	for query, want := range map[string][][]string{
		"SELECT SUM(salary) AS s FROM employee":                                                                     {{"92777"}},
		"SELECT team, AVG(salary) AS a FROM employee GROUP BY team ORDER BY team":                                   {{"1", "3000.0000"}},
		"SELECT AVG(salary) AS a FROM employee WHERE name = 'Flo'":                                                  nil,
		"SELECT name, AVG(salary) AS a FROM employee GROUP BY name":                                                 nil,
		"SELECT AVG(e.salary) AS a FROM employee e JOIN shift s ON s.employeeId = e.id":                             nil,
		"SELECT x.a FROM (SELECT team, SUM(salary) AS a FROM employee GROUP BY team) x WHERE x.team = 2":            nil,
		"SELECT (SELECT AVG(i.salary) FROM employee i WHERE i.id = e.id) AS a FROM employee e WHERE e.name = 'Flo'": {{"NULL"}},
	} {
		v := check.Check(query)
		require.True(t, v.OK, "%s: %v", query, v.Refusals)
		got, err := db.Query(t.Context(), Everything(), v, Limits{})
		require.NoError(t, err, v.SQL)
		require.Equal(t, want, texts(got), "%s\n%s", query, v.SQL)
	}
}

// A process that is stopped has all its connections, and says nothing on them.
func testAHangingServerIsNotBusy(t *testing.T, s *shop) {
	o := s.settings("reader")
	o.Pool, o.Overflow = 1, 1
	db := s.open(t, o)
	count := func() error {
		_, err := db.Query(t.Context(), Everything(), checked("SELECT COUNT(*) FROM secure_customer"), Limits{})
		return err
	}
	require.NoError(t, count())
	goOn := s.server.Pause(t)
	db.settings.patience = 100 * time.Millisecond
	codeIs(t, Hangs, count())
	db.settings.patience = usualPatience
	goOn()
	require.NoError(t, count())

	// All connections work: others are why this one waits.
	for range 2 {
		held, err := db.take(t.Context(), Everything())
		require.NoError(t, err)
		defer held.discard()
	}
	db.settings.patience = 100 * time.Millisecond
	codeIs(t, Busy, count())
	db.settings.patience = usualPatience
}

func testAServerThatCannotBeReached(t *testing.T, s *shop) {
	_, err := Open(t.Context(), Settings{Network: "unix", Address: t.TempDir() + "/nothing", User: "reader", Name: "shop"})
	codeIs(t, Unavailable, err)
	_, err = Open(t.Context(), s.settings("nobody"))
	codeIs(t, Denied, err)
}
