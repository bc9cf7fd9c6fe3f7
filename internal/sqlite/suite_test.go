package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

// The tests of this file run on both engines: natively, and in Chromium on the
// origin's private files. Under Node.js there are no files, and what needs them
// is in memory.

func open(t *testing.T, name string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(name, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func text(t *testing.T, db *sqlite.DB, sql string, args ...any) string {
	t.Helper()
	got, err := db.Text(sql, args...)
	require.NoError(t, err)
	return got
}

func TestValuesComeBackAsTheyWere(t *testing.T) {
	db := open(t, fileName(t))
	require.NoError(t, db.Exec(`CREATE TABLE v (x)`))
	large := strings.Repeat("0123456789abcdef", 5<<16)
	for i, want := range []any{
		nil, int64(0), int64(-1), int64(1<<53 + 1), int64(math.MaxInt64), int64(math.MinInt64),
		0.5, math.MaxFloat64, -math.SmallestNonzeroFloat64, math.Inf(1),
		"", "text", "a\x00b", "\x00", "会議 für 😀", strings.Repeat("x", 70_000), large,
		[]byte{}, []byte{0}, []byte{0, 1, 254, 255}, bytes.Repeat([]byte{7, 0}, 5<<19),
	} {
		require.NoError(t, db.Exec(`INSERT INTO v VALUES (?)`, want))
		require.Equal(t, int64(i+1), db.LastID())
		require.NoError(t, db.Each(`SELECT x FROM v WHERE rowid = ?`, func(s *sqlite.Stmt) error {
			require.True(t, equalValue(want, s.Value(0)), "%T %.40v became %T %.40v", want, want, s.Value(0), s.Value(0))
			return nil
		}, i+1))
	}
}

// equalValue is require.Equal without printing megabytes.
func equalValue(want, got any) bool {
	if blob, ok := want.([]byte); ok {
		other, ok := got.([]byte)
		return ok && bytes.Equal(blob, other)
	}
	return want == got
}

func TestManyValuesInOneBindKeepTheirPlaces(t *testing.T) {
	db := open(t, sqlite.Memory)
	got := []any{}
	require.NoError(t, db.Each(`SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?`, func(s *sqlite.Stmt) error {
		require.Equal(t, 9, s.Columns())
		for i := range s.Columns() {
			got = append(got, s.Value(i))
		}
		return nil
	}, "first", []byte("second"), nil, 4, true, "", []byte(nil), 0.25, "last"))
	require.Equal(t, []any{"first", []byte("second"), nil, int64(4), int64(1), "", nil, 0.25, "last"}, got)
}

func TestBindRefusesWhatDoesNotFit(t *testing.T) {
	db := open(t, sqlite.Memory)
	require.ErrorIs(t, db.Exec(`SELECT ?, ?`, 1), sqlite.Misuse)
	require.ErrorIs(t, db.Exec(`SELECT ?`, struct{}{}), sqlite.Misuse)
	require.ErrorIs(t, db.Each(`SELECT 1; SELECT 2`, nil), sqlite.Misuse)
	require.ErrorIs(t, db.Each(` -- nothing`, nil), sqlite.Misuse)
}

func TestStatementsRunAgain(t *testing.T) {
	db := open(t, sqlite.Memory)
	s, err := db.Prepare(`SELECT ? + 1 AS n`)
	require.NoError(t, err)
	defer s.Close()
	for n := range 3 {
		require.NoError(t, s.Bind(n))
		there, err := s.Step()
		require.NoError(t, err)
		require.True(t, there)
		require.Equal(t, "n", s.Name(0))
		require.Equal(t, sqlite.Integer, s.Type(0))
		require.Equal(t, n+1, s.Int(0))
		there, err = s.Step()
		require.NoError(t, err)
		require.False(t, there)
		require.NoError(t, s.Reset())
	}
}

func TestEachMayAskTheSameInside(t *testing.T) {
	db := open(t, sqlite.Memory)
	const three = `WITH t(n) AS (VALUES (1), (2), (3)) SELECT n FROM t`
	sum := 0
	require.NoError(t, db.Each(three, func(outer *sqlite.Stmt) error {
		return db.Each(three, func(inner *sqlite.Stmt) error {
			sum += outer.Int(0) * inner.Int(0)
			return nil
		})
	}))
	require.Equal(t, 36, sum)
}

func TestTxIsAllOrNothing(t *testing.T) {
	db := open(t, fileName(t))
	require.NoError(t, db.Exec(`CREATE TABLE n (x UNIQUE)`))
	count := func() int64 {
		n, err := db.Int(`SELECT count(*) FROM n`)
		require.NoError(t, err)
		return n
	}
	stop := errors.New("stop")
	require.ErrorIs(t, db.Tx(func() error {
		require.NoError(t, db.Exec(`INSERT INTO n VALUES (1), (2)`))
		return stop
	}), stop)
	require.Zero(t, count())

	require.Panics(t, func() {
		db.Tx(func() error {
			require.NoError(t, db.Exec(`INSERT INTO n VALUES (1)`))
			panic("in the middle")
		})
	})
	require.Zero(t, count())

	require.NoError(t, db.Tx(func() error {
		require.NoError(t, db.Exec(`INSERT INTO n VALUES (1)`))
		require.ErrorIs(t, db.Tx(func() error {
			require.NoError(t, db.Exec(`INSERT INTO n VALUES (2)`))
			return db.Exec(`INSERT INTO n VALUES (1)`)
		}), sqlite.Constraint)
		return db.Exec(`INSERT INTO n VALUES (3)`)
	}))
	require.Equal(t, "1,3", text(t, db, `SELECT group_concat(x) FROM (SELECT x FROM n ORDER BY x)`))
	require.Equal(t, 1, db.Changes())
}

func TestErrorsSayWhat(t *testing.T) {
	db := open(t, sqlite.Memory)
	err := db.Exec(`SELEC 1`)
	require.ErrorIs(t, err, sqlite.General)
	require.ErrorContains(t, err, `near "SELEC": syntax error`)
	require.NoError(t, db.Exec(`CREATE TABLE u (x UNIQUE)`))
	require.NoError(t, db.Exec(`INSERT INTO u VALUES ('a')`))
	err = db.Exec(`INSERT INTO u VALUES (?)`, "a")
	require.ErrorIs(t, err, sqlite.Constraint)
	require.ErrorContains(t, err, "constraint failed: UNIQUE constraint failed: u.x")
	failure, ok := errors.AsType[*sqlite.Error](err)
	require.True(t, ok)
	require.Equal(t, 2067, failure.Extended)
	// The statement is usable again.
	require.NoError(t, db.Exec(`INSERT INTO u VALUES (?)`, "b"))
	require.ErrorIs(t, db.Exec(`INSERT INTO u VALUES (randomblob(2000000000))`), sqlite.TooBig)
}

func TestGuardEndsAStatement(t *testing.T) {
	db := open(t, sqlite.Memory)
	const endless = `WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n`
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	release := db.Guard(ctx, 0)
	_, err := db.Int(endless)
	require.ErrorIs(t, err, sqlite.Interrupt)
	release()

	ended, end := context.WithCancel(context.Background())
	end()
	release = db.Guard(ended, 0)
	_, err = db.Int(endless)
	require.ErrorIs(t, err, sqlite.Interrupt)
	release()
	// The inner of two gives way to the outer when it is released.
	outer := db.Guard(ended, 0)
	db.Guard(context.Background(), 0)()
	_, err = db.Int(endless)
	require.ErrorIs(t, err, sqlite.Interrupt)
	outer()
	// And nothing is left of it.
	require.Equal(t, "1000000", text(t, db, `WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n`))
}

func TestFullTextSearch(t *testing.T) {
	db := open(t, fileName(t))
	require.NoError(t, db.Exec(`CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f(f, rank) VALUES ('secure-delete', 1)`))
	require.NoError(t, db.Exec(`INSERT INTO f VALUES (?), (?)`, "a warm burrow", "cold rain"))
	require.Equal(t, "a warm [burrow]", text(t, db, `SELECT highlight(f, 0, '[', ']') FROM f WHERE f MATCH ? ORDER BY rank`, `"burrow"`))
}

func TestCloseAndOpenKeepsWhatWasWritten(t *testing.T) {
	name := fileName(t)
	db, err := sqlite.Open(name, sqlite.Options{})
	require.NoError(t, err)
	if !db.Home().Kept {
		t.Skip("no files here: " + db.Home().Reason)
	}
	require.Empty(t, db.Home().Reason)
	require.NoError(t, db.Exec(`CREATE TABLE t (x); INSERT INTO t VALUES ('kept')`))
	require.Equal(t, "wal", text(t, db, `PRAGMA journal_mode`))
	require.Equal(t, "2", text(t, db, `PRAGMA synchronous`))
	require.Equal(t, "1", text(t, db, `PRAGMA foreign_keys`))
	require.Equal(t, "0", text(t, db, `PRAGMA trusted_schema`))
	require.Equal(t, "1", text(t, db, `PRAGMA secure_delete`))
	require.NoError(t, db.Close())

	db, err = sqlite.Open(name, sqlite.Options{ReadOnly: true})
	require.NoError(t, err)
	require.Equal(t, "kept", text(t, db, `SELECT x FROM t`))
	require.ErrorIs(t, db.Exec(`INSERT INTO t VALUES (1)`), sqlite.ReadOnly)
	require.NoError(t, db.Close())
}

func TestMemoryIsNotKept(t *testing.T) {
	home := open(t, sqlite.Memory).Home()
	require.False(t, home.Kept)
	require.NotEmpty(t, home.Reason)
}

// rows fills a table by a fixed rule.
func rows(t *testing.T, db *sqlite.DB, n int) {
	t.Helper()
	require.NoError(t, db.Exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, x, y)`))
	require.NoError(t, db.Tx(func() error {
		for i := range n {
			if err := db.Exec(`INSERT INTO t VALUES (?, ?, ?)`, i, strings.Repeat("row ", i%50), []byte(fmt.Sprint(i))); err != nil {
				return err
			}
		}
		return nil
	}))
}

const digest = `SELECT count(*) || ' ' || sum(id) || ' ' || sum(length(x)) || ' ' || sum(length(y)) || ' ' || max(hex(y)) FROM t`

func TestImageHasAllThatIsInTheLog(t *testing.T) {
	db := open(t, fileName(t))
	rows(t, db, 5_000)
	im, err := db.Image()
	require.NoError(t, err)
	require.Greater(t, im.Len(), 500_000)

	// As bytes, it can go anywhere and come back.
	carried, err := sqlite.NewImage(im.Len())
	require.NoError(t, err)
	part := make([]byte, 65_521)
	for at := 0; at < im.Len(); {
		n, _ := im.ReadAt(part, int64(at))
		_, err := carried.WriteAt(part[:n], int64(at))
		require.NoError(t, err)
		at += n
	}
	im.Close()
	defer carried.Close()
	copied, err := sqlite.OpenImage(carried)
	require.NoError(t, err)
	defer copied.Close()
	require.Equal(t, text(t, db, digest), text(t, copied, digest))
	require.Equal(t, "ok", text(t, copied, `PRAGMA integrity_check`))
	require.ErrorIs(t, copied.Exec(`DELETE FROM t`), sqlite.ReadOnly)
	// It can be opened more than once.
	again, err := sqlite.OpenImage(carried)
	require.NoError(t, err)
	require.Equal(t, text(t, db, digest), text(t, again, digest))
	require.NoError(t, again.Close())
	// The database goes on.
	require.NoError(t, db.Exec(`DELETE FROM t WHERE id > 10`))
	require.NotEqual(t, text(t, db, digest), text(t, copied, digest))
}

// An image comes from anywhere: what its schema says is not done.
func TestTheSchemaOfAnImageIsNotTrusted(t *testing.T) {
	db := open(t, sqlite.Memory)
	require.NoError(t, db.Exec(`PRAGMA trusted_schema = ON; CREATE TABLE t (x); INSERT INTO t VALUES ('there');
		CREATE VIEW plain AS SELECT x FROM t; CREATE VIEW curious AS SELECT file FROM pragma_database_list`))
	_, err := db.Text(`SELECT file FROM curious`)
	require.NoError(t, err, "one that is trusted may")
	im, err := db.Image()
	require.NoError(t, err)
	defer im.Close()
	copied, err := sqlite.OpenImage(im)
	require.NoError(t, err)
	defer copied.Close()
	require.Equal(t, "there", text(t, copied, `SELECT x FROM plain`))
	_, err = copied.Text(`SELECT file FROM curious`)
	require.ErrorContains(t, err, "unsafe use of virtual table")
	require.Equal(t, "0 1 1", text(t, copied, `SELECT (SELECT trusted_schema FROM pragma_trusted_schema) || ' ' ||
		(SELECT cell_size_check FROM pragma_cell_size_check) || ' ' || (SELECT query_only FROM pragma_query_only)`))
}

// Whoever finds a way to run a statement cannot change the schema by hand, nor the
// tables behind an index.
func TestDatabasesAreDefended(t *testing.T) {
	db := open(t, sqlite.Memory)
	require.NoError(t, db.Exec(`CREATE TABLE t (x); CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('word')`))
	im, err := db.Image()
	require.NoError(t, err)
	defer im.Close()
	copied, err := sqlite.OpenImage(im)
	require.NoError(t, err)
	defer copied.Close()
	for name, one := range map[string]*sqlite.DB{"opened": db, "an image": copied} {
		require.NoError(t, one.Exec(`PRAGMA writable_schema = ON`), name)
		require.Equal(t, "0", text(t, one, `PRAGMA writable_schema`), name)
	}
	const behind, schema = `UPDATE f_content SET c0 = 'other'`, `UPDATE sqlite_schema SET sql = 'CREATE TABLE t (y)' WHERE name = 't'`
	require.ErrorContains(t, db.Exec(behind), "may not be modified")
	require.ErrorContains(t, db.Exec(schema), "may not be modified")
	require.NoError(t, db.Defend(false))
	require.NoError(t, db.Exec(behind))
	require.NoError(t, db.Exec(`PRAGMA writable_schema = ON`))
	require.NoError(t, db.Exec(schema))
	require.NoError(t, db.Defend(true))
	require.ErrorContains(t, db.Exec(behind), "may not be modified", "and again")
}

func TestImageBounds(t *testing.T) {
	im, err := sqlite.NewImage(4)
	require.NoError(t, err)
	defer im.Close()
	_, err = im.WriteAt([]byte("abcde"), 0)
	require.ErrorIs(t, err, sqlite.Range)
	_, err = im.WriteAt([]byte("bcd"), 1)
	require.NoError(t, err)
	got := make([]byte, 8)
	n, err := im.ReadAt(got, 2)
	require.Error(t, err)
	require.Equal(t, "cd", string(got[:n]))
	_, err = sqlite.NewImage(sqlite.MaxImage + 1)
	require.ErrorIs(t, err, sqlite.TooBig)
}

func TestOpenImageRefusesWhatIsNoDatabase(t *testing.T) {
	for _, content := range []string{"", "hello", strings.Repeat("\x00", 4096), "SQLite format 3\x00" + strings.Repeat("\xff", 5000)} {
		im, err := sqlite.NewImage(len(content))
		require.NoError(t, err)
		_, err = im.WriteAt([]byte(content), 0)
		require.NoError(t, err)
		defer im.Close()
		db, err := sqlite.OpenImage(im)
		if err == nil {
			var n int64
			n, err = db.Int(`SELECT count(*) FROM sqlite_schema`)
			if err == nil {
				require.Zero(t, n, "%.20q", content) // nothing in it is no lie
			}
			db.Close()
		}
	}
}

func TestVersionIsSQLites(t *testing.T) {
	v, err := sqlite.Version()
	require.NoError(t, err)
	require.Regexp(t, `^3\.\d+\.\d+`, v)
}
