//go:build gms_pure_go

package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	agent "burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/guard"
)

var loaded = sync.OnceValue(func() *database { return load(func(string, int) {}) })

// served is the database behind its protocol.
func served(t testing.TB) (address string) {
	t.Helper()
	engine, err := newEngine(loaded(), "secret")
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, engine, listener) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
		require.NoError(t, engine.Close())
	})
	return listener.Addr().String()
}

func open(t testing.TB, address, password string) *sql.DB {
	t.Helper()
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.Passwd, c.DBName, c.ParseTime, c.Logger = "tcp", address, account, password, demo.Name, true, &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	require.NoError(t, err)
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// scope is what a session may see.
type scope struct{ key, customers, orders, locations any }

var everything = scope{demo.Key, demo.All, demo.All, demo.All}

// as is a connection of a session with a scope.
func (s scope) as(t testing.TB, db *sql.DB) *sql.Conn {
	t.Helper()
	conn, err := db.Conn(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	for variable, value := range map[string]any{
		demo.KeyVariable: s.key, demo.CustomersVariable: s.customers, demo.OrdersVariable: s.orders, demo.LocationsVariable: s.locations,
	} {
		literal := "NULL"
		if value != nil {
			literal = fmt.Sprintf("'%v'", value)
		}
		_, err := conn.ExecContext(t.Context(), "SET @"+variable+" = "+literal)
		require.NoError(t, err)
	}
	return conn
}

// ask returns the rows of an answer, each as a text.
func ask(t testing.TB, conn *sql.Conn, query string) []string {
	t.Helper()
	found, err := conn.QueryContext(t.Context(), query)
	require.NoError(t, err, query)
	defer found.Close()
	columns, err := found.Columns()
	require.NoError(t, err)
	var all []string
	for found.Next() {
		values := make([]sql.NullString, len(columns))
		places := make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		require.NoError(t, found.Scan(places...))
		var row []string
		for _, v := range values {
			if !v.Valid {
				v.String = "NULL"
			}
			// The engine adds up whole numbers as floating ones, and leaves out zeros at
			// the end.
			if n, err := strconv.ParseFloat(v.String, 64); err == nil && strings.ContainsAny(v.String, ".e") {
				v.String = strconv.FormatFloat(n, 'f', -1, 64)
			}
			// Times come with microseconds.
			row = append(row, strings.TrimSuffix(v.String, ".000000"))
		}
		all = append(all, strings.Join(row, " | "))
	}
	require.NoError(t, found.Err(), query)
	return all
}

func TestNothingCanBeWrittenOrRead(t *testing.T) {
	conn := everything.as(t, open(t, served(t), "secret"))
	out := filepath.Join(t.TempDir(), "out")
	for _, statement := range []string{
		"INSERT INTO tag (id, name, color, companyId) VALUES (9999, 'x', 'y', 1)", "UPDATE invoice SET netAmount = 0", "DELETE FROM invoice",
		"REPLACE INTO tag (id) VALUES (1)", "TRUNCATE TABLE tag", "DROP TABLE tag", "CREATE TABLE x (id INT)", "ALTER TABLE tag ADD COLUMN x INT",
		"CREATE VIEW x AS SELECT 1", "DROP DATABASE fieldservice", "CREATE DATABASE x", "CREATE USER x@localhost", "GRANT ALL ON *.* TO burrow@localhost",
		"SELECT 1 INTO OUTFILE '" + out + "'", "SELECT 1 INTO DUMPFILE '" + out + "'", "LOAD DATA INFILE '/etc/hostname' INTO TABLE tag",
		"SET GLOBAL secure_file_priv = ''", "CREATE INDEX x ON tag (name)", "RENAME TABLE tag TO x",
		"SELECT LOAD_FILE('/etc/hostname')", "SELECT load_file('/etc/hostname')", "SELECT * FROM mysql.user",
	} {
		_, err := conn.ExecContext(t.Context(), statement)
		require.Error(t, err, statement)
	}
	require.NoFileExists(t, out)
	for name := range demo.SecureViews {
		_, err := conn.QueryContext(t.Context(), "SELECT COUNT(*) FROM `"+name+"`")
		require.ErrorContains(t, err, "denied", name)
	}
	require.Equal(t, []string{"32"}, ask(t, conn, "SELECT COUNT(*) FROM tag"))
}

// The agent's connections know the database for what it is, and ask it for one person at
// a time.
func TestTheAgentConnects(t *testing.T) {
	db, err := agent.Open(t.Context(), agent.Settings{Address: served(t), User: account, Password: "secret", Name: demo.Name, Key: demo.Key})
	require.NoError(t, err)
	defer db.Close()
	require.Equal(t, agent.Demo, db.Status().Server)
	require.False(t, db.Status().Writable)
	count := func(who agent.Person) string {
		got, err := db.Query(t.Context(), who, guard.Verdict{OK: true, SQL: "SELECT COUNT(*), COUNT(name) FROM secure_customer"}, agent.Limits{})
		require.NoError(t, err)
		return *got.Rows[0][0] + " " + *got.Rows[0][1]
	}
	all := agent.Scope{All: true}
	require.Equal(t, "2 2", count(agent.Person{Customers: agent.Scope{IDs: []int64{3, 5}}, WorkOrders: all, Locations: all}))
	require.Equal(t, "0 0", count(agent.Person{}))
}

func TestPasswordIsAskedFor(t *testing.T) {
	address := served(t)
	for _, password := range []string{"", "wrong"} {
		require.ErrorContains(t, open(t, address, password).PingContext(t.Context()), "denied")
	}
	require.NoError(t, open(t, address, "secret").PingContext(t.Context()))
}

func TestOnlyTheLoopbackIsListenedOn(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "example.com:0", "[::]:0"} {
		_, err := listenOn(address)
		require.Error(t, err, address)
	}
}

func TestStateSaysHowItIsReached(t *testing.T) {
	file := filepath.Join(t.TempDir(), "demo", "state.json")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx, "127.0.0.1:0", file, "a password") }()
	var s state
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		return err == nil && json.Unmarshal(text, &s) == nil && s.State == "ready"
	}, time.Minute, 10*time.Millisecond)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "others are not to read the password")
	db := open(t, net.JoinHostPort(s.Settings["DB_HOST"], s.Settings["DB_PORT"]), s.Settings["DB_PWD"])
	require.NoError(t, db.PingContext(t.Context()))
	stop()
	require.NoError(t, <-done)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), "stopped")
	require.NotContains(t, string(text), "a password")
}

// A lookup goes by an index, which is made when it is first used.
func TestIndexesAreUsed(t *testing.T) {
	conn := everything.as(t, open(t, served(t), "secret"))
	used := func(table, column string) bool {
		for _, x := range loaded().tables[table].indexes {
			if x := x.(*index); x.columnName() == column {
				return x.places != nil
			}
		}
		t.Fatalf("%s has no index of %s", table, column)
		return false
	}
	require.False(t, used("toolassignment", "employeeId"))
	require.NotEqual(t, []string{"0"}, ask(t, conn, "SELECT COUNT(*) FROM toolAssignment WHERE employeeId = 7"))
	require.True(t, used("toolassignment", "employeeId"))
	require.Equal(t, []string{"7"}, ask(t, conn, "SELECT id FROM secure_employee WHERE number = 'e00007'"))
	require.True(t, used("secure_employee", "number"))
}

// Ranges of an index are those of the rows.
func TestRangesAreThoseOfTheRows(t *testing.T) {
	conn := everything.as(t, open(t, served(t), "secret"))
	for _, condition := range []string{
		"issuedOn = '2026-03-02'", "issuedOn > '2026-06-01'", "issuedOn <= '2024-02-01'", "issuedOn BETWEEN '2025-01-01' AND '2025-01-31'",
		"customerId IN (1121, 2224, 7)", "customerId <> 1121", "sentBy IS NULL", "sentBy IS NOT NULL", "sentBy < 5 OR sentBy > 400", "id = 5", "id < 1", "number = 'INV-000007'",
	} {
		// An expression in the place of a column keeps the engine from using an index.
		column, rest, _ := strings.Cut(condition, " ")
		slow := strings.ReplaceAll("COALESCE("+column+") "+rest, "OR "+column, "OR COALESCE("+column+")")
		question := "SELECT COUNT(*), SUM(id) FROM invoice WHERE "
		require.Equal(t, ask(t, conn, question+slow), ask(t, conn, question+condition), condition)
	}
}

// What one connection sets holds for no other.
func TestNoConnectionSetsGlobals(t *testing.T) {
	db := open(t, served(t), "secret")
	one, other := everything.as(t, db), everything.as(t, db)
	for _, statement := range []string{"SET GLOBAL max_connections = 5", "SET @@GLOBAL.sql_mode = ''", "SET PERSIST max_connections = 5", "SET GLOBAL TRANSACTION READ WRITE"} {
		_, err := one.ExecContext(t.Context(), statement)
		require.Error(t, err, statement)
	}
	require.NotEqual(t, []string{"5"}, ask(t, other, "SELECT @@GLOBAL.max_connections"))
	_, err := one.ExecContext(t.Context(), "SET SESSION sql_mode = ''")
	require.NoError(t, err)
}

// A question is stopped by KILL QUERY from a second connection, as on MySQL.
func TestQuestionsCanBeStopped(t *testing.T) {
	db := open(t, served(t), "secret")
	slow, other := everything.as(t, db), everything.as(t, db)
	id := ask(t, slow, "SELECT CONNECTION_ID()")[0]
	done := make(chan error, 1)
	go func() {
		var n int
		done <- slow.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM workTime a JOIN workTime b ON a.hours + b.hours = 7.77 JOIN workTime c ON c.hours > b.hours").Scan(&n)
	}()
	// The first may come before there is anything to stop.
	var err error
	require.Eventually(t, func() bool {
		_, failed := other.ExecContext(t.Context(), "KILL QUERY "+id)
		require.NoError(t, failed)
		select {
		case err = <-done:
			return true
		default:
			return false
		}
	}, time.Minute, 100*time.Millisecond)
	require.Error(t, err)
}

func TestItEndsWithTheProcessItWasStartedFor(t *testing.T) {
	cmd := exec.Command("true")
	require.NoError(t, cmd.Run())
	watch(t.Context(), cmd.Process.Pid) // returns
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	watch(ctx, os.Getpid())
}

// go test -tags gms_pure_go -run '^$' -bench . ./cmd/demodb
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(func(string, int) {})
	}
}

func BenchmarkQuestions(b *testing.B) {
	conn := everything.as(b, open(b, served(b), "secret"))
	for _, question := range []string{questions[0], questions[5], questions[6], questions[8], questions[9]} {
		b.Run(question[:min(60, len(question))], func(b *testing.B) {
			for b.Loop() {
				ask(b, conn, question)
			}
		})
	}
}
