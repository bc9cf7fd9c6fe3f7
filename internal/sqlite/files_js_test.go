package sqlite_test

import (
	"strings"
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
)

func fileName(t *testing.T) string { return strings.ReplaceAll(t.Name(), "/", "-") + ".db" }

// TestFilesAreWhereTheHostSays: the host that runs these tests tells whether it
// has files; Chromium must.
func TestFilesAreWhereTheHostSays(t *testing.T) {
	files := js.Global().Get("burrow").Get("files")
	home := open(t, fileName(t)).Home()
	require.Equal(t, files.Get("kept").Bool(), home.Kept)
	require.Equal(t, files.Get("reason").String(), home.Reason)
}

func TestFlagEndsAStatement(t *testing.T) {
	flags := js.Global().Get("burrow").Get("flags")
	if flags.IsUndefined() {
		t.Skip("no shared memory here")
	}
	db := open(t, sqlite.Memory)
	const request = 7
	release := db.Guard(t.Context(), request)
	defer release()
	n, err := db.Int(`SELECT 1`)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	flags.SetIndex(request, request)
	_, err = db.Int(`WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n`)
	require.ErrorIs(t, err, sqlite.Interrupt)
}
