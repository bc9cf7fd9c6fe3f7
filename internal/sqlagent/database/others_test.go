//go:build unix

// Servers other than MariaDB, which are too slow to have for every run: make test-tidb and
// make test-mysql56.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/guard/guardtest"
	"burrow/internal/sqlagent/mariadbtest"
)

// other is a server with the demo database in it, and what is known of its kind.
type other struct {
	at   Settings // how it is reached
	root *sql.DB
	want Status
	// views says that it has the secure views; without says what the guard lets through
	// and it does not know.
	views   bool
	without []string
}

func (o *other) open(t *testing.T, user, database string) *sql.DB {
	t.Helper()
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.DBName, c.Timeout = o.at.Network, o.at.Address, user, database, 10*time.Second
	connector, err := mysql.NewConnector(c)
	require.NoError(t, err)
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestTiDB(t *testing.T) {
	o := &other{at: Settings{Network: "tcp", Address: mariadbtest.StartTiDB(t)}, want: Status{Server: TiDB, Timed: true}}
	o.root = o.open(t, "root", "")
	o.test(t)
}

func TestMySQL56(t *testing.T) {
	path := os.Getenv("MYSQLD")
	if path == "" {
		t.Skip("MYSQLD is not set to the path of mysqld: make test-mysql56")
	}
	// Not the test's own directory: the path of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "mysql")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	base, data, socket := filepath.Dir(path), filepath.Join(dir, "data"), filepath.Join(dir, "socket")
	require.NoError(t, os.Mkdir(data, 0o755))
	flags := []string{"--no-defaults", "--basedir=" + base, "--lc-messages-dir=" + filepath.Join(base, "share"), "--datadir=" + data, "--tmpdir=" + dir, "--socket=" + socket,
		"--pid-file=" + filepath.Join(dir, "pid"), "--innodb-use-native-aio=0", "--innodb-flush-log-at-trx-commit=0", "--character-set-server=utf8mb4", "--skip-networking"}
	if os.Geteuid() == 0 {
		flags = append(flags, "--user=root") // it refuses root unless it is told to
	}
	script := "CREATE DATABASE mysql;\nUSE mysql;\n"
	for _, part := range []string{"mysql_system_tables.sql", "mysql_system_tables_data.sql"} {
		text, err := os.ReadFile(filepath.Join(base, "share", part))
		require.NoError(t, err)
		script += string(text) + "\n"
	}
	install := exec.Command(path, append(flags, "--bootstrap")...)
	install.Stdin = strings.NewReader(script)
	out, err := install.CombinedOutput()
	require.NoError(t, err, string(out))
	start(t, exec.Command(path, append(flags, "--local-infile=1")...))
	o := &other{at: Settings{Network: "unix", Address: socket}, want: Status{Server: MySQL, ReadOnly: true}, views: true, without: []string{"WITH ", " OVER ", " INTERSECT ", " EXCEPT "}}
	o.root = o.open(t, "root", "")
	o.test(t)
}

// start runs a server until the test ends.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
}

func (o *other) test(t *testing.T) {
	if o.views { // TiDB has come with the demo database
		require.Eventually(t, func() bool { return o.root.Ping() == nil }, 2*time.Minute, 50*time.Millisecond)
		conn, err := o.root.Conn(t.Context())
		require.NoError(t, err)
		require.NoError(t, mariadbtest.LoadDemo(t.Context(), conn, true))
		conn.Close()
	}
	// TiDB calls those who come over TCP by their address.
	for _, statement := range []string{"CREATE USER writer@localhost", "GRANT SELECT, UPDATE ON " + demo.Name + ".tag TO writer@localhost", "CREATE USER nobody@localhost"} {
		_, err := o.root.Exec(statement)
		require.NoError(t, err, statement)
	}
	t.Run("WhatIsKnownOfIt", o.testStatus)
	t.Run("AnAccountThatCanWriteIsRefused", o.testWriters)
	t.Run("QueriesOfTheGuardRun", o.testQueries)
	t.Run("ACancelledQueryEnds", o.testCancel)
	t.Run("AQueryThatTakesTooLongEnds", o.testTime)
	t.Run("WhetherSessionsAreReadOnly", o.testReadOnly)
}

func (o *other) settings(user string) Settings {
	s := o.at
	s.User, s.Name, s.Key = user, demo.Name, demo.Key
	return s
}

func (o *other) connect(t *testing.T, s Settings) *DB {
	t.Helper()
	db, err := Open(t.Context(), s)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func (o *other) testStatus(t *testing.T) {
	got := o.connect(t, o.settings(mariadbtest.Reader)).Status()
	t.Log(got.Version)
	got.Version = ""
	require.Equal(t, o.want, got)
}

func (o *other) testWriters(t *testing.T) {
	_, err := Open(t.Context(), o.settings("writer"))
	codeIs(t, Writable, err)
	_, err = Open(t.Context(), o.settings("root"))
	codeIs(t, Writable, err)
	_, err = Open(t.Context(), o.settings("nobody"))
	codeIs(t, Denied, err)
	db := o.connect(t, o.settings(mariadbtest.Reader))
	file := outFile(t)
	for _, query := range []string{"SELECT * FROM customer", "SELECT * FROM mysql.user", "DELETE FROM tag", "CREATE TABLE t (id INT)", "SELECT 1 INTO OUTFILE '" + file + "'"} {
		_, err := db.Query(t.Context(), Everything(), checked(query), Limits{})
		require.Error(t, err, query)
		codeIn(t, err, Denied, Refused) // by the grants, or by the read-only session
	}
	require.NoFileExists(t, file)
}

// What the guard prints is what these servers understand.
func (o *other) testQueries(t *testing.T) {
	g := demoGraph(t)
	rules := DemoRights().Rules(g, Everything())
	if !o.views {
		rules.Views, rules.Readable = nil, demo.Readable()
		for _, view := range demo.SecureViews {
			rules.Readable = remove(rules.Readable, view)
		}
	}
	check, err := guard.New(rules)
	require.NoError(t, err)
	s := o.settings(mariadbtest.Reader)
	s.MaxTime = time.Second
	db := o.connect(t, s)
	made := guardtest.New(g, 3)
	passed, answered, refused := 0, 0, map[string]int{}
	for n := 0; passed < 200 && n < 100_000; n++ {
		v := check.Check(made.Query())
		if !v.OK || contains(v.SQL, o.without) {
			continue
		}
		passed++
		_, err := db.Query(t.Context(), Everything(), v, Limits{})
		if err == nil {
			answered++
			continue
		}
		codeIn(t, err, Refused, TimedOut)
		number, _, _ := strings.Cut(err.(*Error).detail, ":")
		refused[number]++
		if refused[number] == 1 {
			t.Log(err.(*Error).detail)
		}
		if contains(number, misunderstood) && !contains(v.SQL, []string{" HAVING ", " ORDER BY "}) {
			t.Errorf("%s\n%s", err.(*Error).detail, v.SQL)
		}
	}
	t.Logf("%d of %d queries were answered; refused: %v", answered, passed, refused)
	require.Equal(t, 200, passed)
	require.Greater(t, answered, 60)
}

// misunderstood are errors that the guard is to keep from a server: a text that it cannot
// read, and names that it does not know. The queries are made at random, so that some group
// by one column and show another, name in a HAVING what is not grouped, or order by what a
// DISTINCT does not show: of these servers say that there is no such column.
var misunderstood = []string{"Error 1064", "Error 1054", "Error 1146", "Error 1305"}

func remove(list []string, name string) (out []string) {
	for _, other := range list {
		if other != name {
			out = append(out, other)
		}
	}
	return out
}

func contains(text string, any []string) bool {
	for _, part := range any {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// long takes hours on any of them.
const long = "SELECT COUNT(*) FROM invoice a, invoice b, invoice c WHERE a.id + b.id + c.id > 1"

func (o *other) running(t *testing.T) (n int) {
	require.NoError(t, o.root.QueryRow("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND INFO LIKE '%invoice a%'").Scan(&n))
	return n
}

func (o *other) testCancel(t *testing.T) {
	db := o.connect(t, o.settings(mariadbtest.Reader))
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := db.Query(ctx, Everything(), checked(long), Limits{})
			done <- err
		}()
		require.Eventually(t, func() bool { return o.running(t) == 1 }, 20*time.Second, 5*time.Millisecond)
		cancel()
		require.ErrorIs(t, <-done, context.Canceled)
		require.Eventually(t, func() bool { return o.running(t) == 0 }, 5*time.Second, 5*time.Millisecond)
	}
	_, err := db.Query(t.Context(), Everything(), checked("SELECT COUNT(*) FROM tag"), Limits{})
	require.NoError(t, err)
}

func (o *other) testTime(t *testing.T) {
	s := o.settings(mariadbtest.Reader)
	s.MaxTime = 300 * time.Millisecond
	db := o.connect(t, s)
	_, err := db.Query(t.Context(), Everything(), checked(long), Limits{})
	codeIs(t, TimedOut, err)
	require.Eventually(t, func() bool { return o.running(t) == 0 }, 5*time.Second, 5*time.Millisecond)
}

// A status that says read-only is kept by the server; where it does not say so, the grants
// alone stand between a query and the rows.
func (o *other) testReadOnly(t *testing.T) {
	s := o.settings("root")
	s.Writable = true
	db := o.connect(t, s)
	require.True(t, db.Status().Writable)
	_, err := db.Query(t.Context(), Everything(), checked("DELETE FROM tag WHERE id = 0"), Limits{})
	require.Equal(t, o.want.ReadOnly, err != nil, fmt.Sprint(err))
}
