//go:build !js

package sqlite_test

import (
	"path/filepath"
	"testing"
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
