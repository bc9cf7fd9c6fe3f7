//go:build !js && !wasip1

package store_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlite"
	"burrow/internal/store"
)

// Left to the commits, the log grows to a thousand pages, and the index to sixteen
// parts of a level: then one commit has all of the work.
func TestAfterARestNoCommitHasTheWorkOfManyOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := openWith(t, path, store.Options{})
	session := newSession(t, s, "long").UID
	log := func() int64 {
		info, err := os.Stat(path + "-wal")
		require.NoError(t, err)
		return info.Size()
	}
	parts := func() int64 {
		db, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
		require.NoError(t, err)
		defer db.Close()
		n, err := db.Int(`SELECT count(DISTINCT segid) FROM messages_fts_idx`)
		require.NoError(t, err)
		return n
	}
	// times is how often the log was begun anew, which its header says.
	times := func() uint32 {
		all, err := os.ReadFile(path + "-wal")
		require.NoError(t, err)
		return binary.BigEndian.Uint32(all[12:])
	}
	const turns = 24
	var most, longest int64
	for i := range turns {
		before := times()
		for _, words := range []string{"question", "answer"} {
			say(t, s, session, fmt.Sprint("The ", words, " of turn ", i, " has words of its own: ", i*i))
		}
		require.Equal(t, before, times(), "no commit begins the log anew")
		s.Rest(ctx)
		most, longest = max(most, parts()), max(longest, log())
	}
	require.Less(t, most, int64(12))
	require.Less(t, longest, int64(1_500_000))
	require.EqualValues(t, turns/8, times())
	report, err := s.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}
