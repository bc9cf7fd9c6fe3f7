package mariadbtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
)

func TestServerRunsAndLogs(t *testing.T) {
	s := Start(t, Options{GeneralLog: true})
	db := s.Open(t, "tester", "")
	var version string
	require.NoError(t, db.QueryRow("SELECT VERSION()").Scan(&version))
	require.Contains(t, version, "MariaDB")
	log, err := s.Log()
	require.NoError(t, err)
	require.Contains(t, log, "SELECT VERSION()")
}

func TestNothingIsLeftBehind(t *testing.T) {
	var dir string
	t.Run("a server", func(t *testing.T) { dir = Start(t, Options{}).dir })
	require.NotEmpty(t, dir)
	require.NoDirExists(t, dir)
}

// Where CI is set nothing passes by being absent.
func TestMissingServerIsSaid(t *testing.T) {
	t.Setenv("MARIADBD", "")
	t.Setenv("PATH", t.TempDir())
	_, err := find()
	require.ErrorIs(t, err, errMissing)
	t.Setenv("MARIADBD", os.Args[0])
	path, err := find()
	require.NoError(t, err)
	require.Equal(t, os.Args[0], path)
}

func TestReaderReadsViewsOnly(t *testing.T) {
	s := Start(t, Options{})
	s.LoadDemo(t)
	db := s.Open(t, Reader, demo.Name)
	var n int
	require.NoError(t, db.QueryRow("SELECT COUNT(*) FROM invoice").Scan(&n))
	require.Positive(t, n)
	for table := range demo.SecureViews {
		require.ErrorContains(t, db.QueryRow("SELECT COUNT(*) FROM `"+table+"`").Scan(&n), "denied", table)
	}
	for _, statement := range []string{
		"DELETE FROM invoice", "INSERT INTO tag (id) VALUES (1)", "CREATE TABLE x (id INT)", "SELECT LOAD_FILE('/etc/passwd') INTO OUTFILE '" + filepath.Join(t.TempDir(), "rows") + "'", "SET GLOBAL general_log = 1",
	} {
		_, err := db.Exec(statement)
		require.Error(t, err, statement)
	}
	require.NoError(t, db.QueryRow("SELECT COUNT(*) FROM secure_customer").Scan(&n))
	require.Zero(t, n, "no scope was given")
}
