//go:build !js

package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

func value(t *testing.T, c *sqlite.Conn, query string) string {
	t.Helper()
	stmt, _, err := c.Prepare(query)
	require.NoError(t, err)
	defer stmt.Close()
	require.True(t, stmt.Step(), "%v", stmt.Err())
	return stmt.ColumnText(0)
}

func TestOpenKeepsWhatWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c, err := sqlite.Open(path)
	require.NoError(t, err)
	require.NoError(t, c.Exec(`CREATE TABLE t (x); INSERT INTO t VALUES ('kept')`))
	require.NoError(t, c.Close())

	c, err = sqlite.Open(path)
	require.NoError(t, err)
	defer c.Close()
	require.Equal(t, "kept", value(t, c, `SELECT x FROM t`))
	require.Equal(t, "wal", value(t, c, `PRAGMA journal_mode`))
	require.Equal(t, "2", value(t, c, `PRAGMA synchronous`))
	require.Equal(t, "5000", value(t, c, `PRAGMA busy_timeout`))
}

func TestOpenHasFullTextSearch(t *testing.T) {
	c, err := sqlite.Open(":memory:")
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Exec(`CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('a warm burrow')`))
	require.Equal(t, "a warm burrow", value(t, c, `SELECT x FROM f WHERE f MATCH 'burrow'`))
}

func TestOpenSaysWhatItCannotOpen(t *testing.T) {
	_, err := sqlite.Open(filepath.Join(t.TempDir(), "no", "such", "folder.db"))
	require.ErrorContains(t, err, "open database")
}

func TestVersionIsSQLites(t *testing.T) {
	v, err := sqlite.Version()
	require.NoError(t, err)
	require.Regexp(t, `^3\.\d+\.\d+`, v)
}
