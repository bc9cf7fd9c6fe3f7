//go:build !js

package sqlite_test

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

func fileName(t *testing.T) string { return filepath.Join(t.TempDir(), "a.db") }

func TestOpenSaysWhatItCannotOpen(t *testing.T) {
	_, err := sqlite.Open(filepath.Join(t.TempDir(), "no", "such", "folder.db"), sqlite.Options{})
	require.ErrorIs(t, err, sqlite.CantOpen)
	require.ErrorContains(t, err, "folder.db")
	_, err = sqlite.Open(filepath.Join(t.TempDir(), "missing.db"), sqlite.Options{ReadOnly: true})
	require.ErrorIs(t, err, sqlite.CantOpen)
}

// TestTxWaitsForTheOther: one holds the database, the other's transaction begins
// when it is free, without its caller knowing.
func TestTxWaitsForTheOther(t *testing.T) {
	name := fileName(t)
	one, two := open(t, name), open(t, name)
	require.NoError(t, one.Exec(`CREATE TABLE t (x)`))
	inside, leave := make(chan bool), make(chan bool)
	done := make(chan error)
	go func() {
		done <- one.Tx(func() error {
			inside <- true
			<-leave
			return one.Exec(`INSERT INTO t VALUES ('one')`)
		})
	}()
	<-inside
	go func() { leave <- true }()
	require.NoError(t, two.Tx(func() error { return two.Exec(`INSERT INTO t VALUES ('two')`) }))
	require.NoError(t, <-done)
	require.Equal(t, "one,two", text(t, two, `SELECT group_concat(x) FROM t`))
}

func TestTxGivesUpAsConfigured(t *testing.T) {
	name := fileName(t)
	one := open(t, name)
	two, err := sqlite.Open(name, sqlite.Options{Attempts: 3, FirstWait: time.Millisecond})
	require.NoError(t, err)
	defer two.Close()
	require.NoError(t, two.Exec(`PRAGMA busy_timeout = 0`))
	require.NoError(t, one.Tx(func() error {
		begun := 0
		err := two.Tx(func() error { begun++; return nil })
		require.ErrorIs(t, err, sqlite.Busy)
		require.Zero(t, begun)
		return nil
	}))
	require.NoError(t, two.Tx(func() error { return nil }))
}

// While another holds the database it is tried again after longer and longer waits,
// but not within a transaction, which holds something itself, and not for anything
// else that goes wrong.
func TestABusyDatabaseIsTriedAgain(t *testing.T) {
	name := fileName(t)
	one := open(t, name)
	require.NoError(t, one.Exec(`CREATE TABLE t (x); INSERT INTO t VALUES (1)`))
	for test, o := range map[string]struct {
		options sqlite.Options
		took    time.Duration
	}{
		"once":    {sqlite.Options{Attempts: 1, FirstWait: time.Second}, 0},
		"twice":   {sqlite.Options{Attempts: 2, FirstWait: time.Second}, time.Second},
		"four":    {sqlite.Options{Attempts: 4, FirstWait: time.Second}, 7 * time.Second},
		"default": {sqlite.Options{}, 300 * time.Millisecond},
	} {
		t.Run(test, func(t *testing.T) {
			two, err := sqlite.Open(name, o.options)
			require.NoError(t, err)
			defer two.Close()
			require.NoError(t, two.Exec(`PRAGMA busy_timeout = 0`))
			failing := func(want sqlite.Code, took time.Duration, f func() error) {
				synctest.Test(t, func(t *testing.T) {
					began := time.Now()
					require.ErrorIs(t, f(), want)
					require.Equal(t, took, time.Since(began))
				})
			}
			nothing := func() error { return nil }
			require.NoError(t, one.Tx(func() error {
				failing(sqlite.Busy, o.took, func() error { return two.Tx(nothing) })
				failing(sqlite.Busy, o.took, func() error { return two.Exec(`INSERT INTO t VALUES (?)`, 2) })
				failing(sqlite.Busy, o.took, func() error { return two.Exec(`INSERT INTO t VALUES (2)`) })
				return nil
			}))
			failing(sqlite.General, 0, func() error { return two.Exec(`SELEC 1`) })
			// A table cannot go while it is read.
			drop := func(*sqlite.Stmt) error { return two.Exec(`DROP TABLE t`) }
			failing(sqlite.Locked, o.took, func() error { return two.Each(`SELECT x FROM t`, drop) })
			failing(sqlite.Locked, 0, func() error { return two.Tx(func() error { return two.Each(`SELECT x FROM t`, drop) }) })
			require.NoError(t, two.Tx(nothing))
		})
	}
}

func TestABusyDatabaseIsHadWhenItIsFree(t *testing.T) {
	name := fileName(t)
	one := open(t, name)
	require.NoError(t, one.Exec(`CREATE TABLE t (x)`))
	two, err := sqlite.Open(name, sqlite.Options{Attempts: 5, FirstWait: time.Second})
	require.NoError(t, err)
	defer two.Close()
	require.NoError(t, two.Exec(`PRAGMA busy_timeout = 0`))
	synctest.Test(t, func(t *testing.T) {
		go one.Tx(func() error {
			time.Sleep(2500 * time.Millisecond) // of the bubble's clock
			return one.Exec(`INSERT INTO t VALUES ('one')`)
		})
		synctest.Wait()
		began := time.Now()
		require.NoError(t, two.Exec(`INSERT INTO t VALUES ('two')`))
		require.Equal(t, 3*time.Second, time.Since(began), "at once, after a second, after two more")
	})
	require.Equal(t, "one,two", text(t, two, `SELECT group_concat(x) FROM t`))
}

// The library has its memory in one piece, with a limit, and panics at it.
func TestWhatNeedsTooMuchMemoryIsAnError(t *testing.T) {
	db := open(t, sqlite.Memory)
	require.NoError(t, db.Exec(`CREATE TABLE t (x)`))
	sorted := `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) SELECT zeroblob(8 << 20) || i FROM n ORDER BY 1 DESC`
	for range 2 {
		err := db.Each(sorted, nil)
		require.ErrorIs(t, err, sqlite.NoMemory)
		err = db.Tx(func() error {
			if err := db.Exec(`INSERT INTO t VALUES (1)`); err != nil {
				return err
			}
			return db.Exec(`INSERT INTO t ` + sorted)
		})
		require.ErrorIs(t, err, sqlite.NoMemory)
	}
	// It goes on, and nothing of what failed is there.
	require.Equal(t, "0", text(t, db, `SELECT count(*) FROM t`))
	require.NoError(t, db.Close())
}
