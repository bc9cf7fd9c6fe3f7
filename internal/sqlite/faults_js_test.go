package sqlite_test

import (
	"errors"
	"fmt"
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

// workload writes to a database and returns how many commits were acknowledged,
// and the first error.
func workload(name string) (acked int, err error) {
	db, err := sqlite.Open(name, sqlite.Options{})
	if err != nil {
		return 0, err
	}
	defer func() {
		if closing := db.Close(); err == nil {
			err = closing
		}
	}()
	if err := db.Exec(`CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, x)`); err != nil {
		return 0, err
	}
	filling := make([]byte, 3000)
	for n := 1; n <= 4; n++ {
		if err := db.Tx(func() error {
			for range 4 {
				if err := db.Exec(`INSERT INTO t (x) VALUES (?)`, filling); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return acked, err
		}
		acked = n
	}
	if err := db.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return acked, err
	}
	_, err = db.Int(`SELECT sum(length(x)) FROM t`)
	return acked, err
}

// TestEveryFaultIsAnErrorAndLosesNothing fails each call of each operation of the
// workload in turn.
func TestEveryFaultIsAnErrorAndLosesNothing(t *testing.T) {
	host := js.Global().Get("burrow")
	faults := host.Get("faults")
	if faults.IsUndefined() || !host.Get("files").Get("kept").Bool() {
		t.Skip("no files to fail here")
	}
	set := func(operation, kind string, at int, forGood bool) {
		faults.Set("operation", operation)
		faults.Set("kind", kind)
		faults.Set("at", at)
		faults.Set("forGood", forGood)
		faults.Set("calls", 0)
	}
	const name = "faults.db"
	cases, stride := 0, 1
	if testing.Short() {
		stride = 7
	}
	for _, fault := range []struct{ operation, kind string }{
		{"read", "throw"}, {"truncate", "throw"}, {"flush", "throw"},
		{"write", "throw"}, {"write", "quota"}, {"write", "short"}, {"write", "huge"},
	} {
		set(fault.operation, fault.kind, 0, false)
		acked, err := workload(name)
		require.NoError(t, err)
		require.Equal(t, 4, acked)
		calls := faults.Get("calls").Int()
		require.NotZero(t, calls, fault.operation)
		host.Call("erase", name)
		for _, forGood := range []bool{false, true} {
			for at := 1; at <= calls; at += stride {
				what := fmt.Sprintf("%s %s %d of %d, for good %v", fault.operation, fault.kind, at, calls, forGood)
				set(fault.operation, fault.kind, at, forGood)
				acked, err := workload(name)
				if err != nil {
					code := &sqlite.Error{}
					require.True(t, errors.As(err, &code), "%s: %v", what, err)
					if fault.operation == "write" && fault.kind != "throw" {
						require.ErrorIs(t, err, sqlite.Full, what)
					}
					require.NotErrorIs(t, err, sqlite.Corrupt, what)
				}
				set("", "", 0, false)
				requireWhole(t, name, acked, err, what)
				host.Call("erase", name)
				cases++
			}
		}
	}
	t.Logf("%d faults", cases)
}

// requireWhole opens the database again and looks for what was acknowledged.
func requireWhole(t *testing.T, name string, acked int, cause error, what string) {
	t.Helper()
	db, err := sqlite.Open(name, sqlite.Options{})
	require.NoError(t, err, what)
	defer db.Close()
	require.Equal(t, "ok", text(t, db, `PRAGMA integrity_check`), what)
	there, err := db.Int(`SELECT count(*) FROM sqlite_schema`)
	require.NoError(t, err, what)
	if there == 0 {
		require.Zero(t, acked, what)
		return
	}
	rows, err := db.Int(`SELECT count(*) FROM t`)
	require.NoError(t, err, what)
	require.Zero(t, rows%4, "%s: a torn transaction (%v)", what, cause)
	require.GreaterOrEqual(t, int(rows/4), acked, "%s: an acknowledged commit is gone (%v)", what, cause)
	// And it can be written again.
	require.NoError(t, db.Exec(`INSERT INTO t (x) VALUES (1)`), what)
}
