//go:build !js && !wasip1

package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// TestPurgeLeavesNoByte looks for words of a purged session in the file and its
// log, in the forms that the text, the index and the answers of Once have.
func TestPurgeLeavesNoByte(t *testing.T) {
	for seed := range uint64(2) {
		testPurgeLeavesNoByte(t, seed)
	}
}

func testPurgeLeavesNoByte(t *testing.T, seed uint64) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := openWith(t, path, store.Options{})
	v := newVocabulary(seed)
	marker := func(i int) string { return fmt.Sprintf("xyzzyplugh%d", i%7) }
	count := func() (n int) {
		for _, name := range []string{path, path + "-wal"} {
			all, err := os.ReadFile(name)
			require.NoError(t, err)
			n += bytes.Count(all, []byte("xyzzyplugh")) + bytes.Count(all, []byte("XyzzyPlugh")) + bytes.Count(all, []byte("marker-one")) + bytes.Count(all, []byte("邂逅"))
		}
		return n
	}
	keep := newSession(t, s, "kept").UID
	purge := chat.UID{}
	_, _, err := s.Once(ctx, "create", clock, func(ctx context.Context) ([]byte, error) {
		made, err := s.Create(ctx, chat.Session{Name: "XyzzyPlugh", Settings: []byte(`{"a":"xyzzyplugh"}`)}, clock)
		purge = made.UID
		return []byte("xyzzyplugh " + made.UID.String()), err
	})
	require.NoError(t, err)
	var streamed chat.Message
	for i := range 400 {
		say(t, s, keep, v.message())
		if i%3 == 0 {
			_, _, err := s.Once(ctx, fmt.Sprint("key", i), clock, func(ctx context.Context) ([]byte, error) {
				text := v.message()[:100] + " " + marker(i) + " 邂逅の日 " + strings.Repeat(marker(i+1)+" ", i%50)
				m, err := s.Append(ctx, purge, chat.Message{Role: chat.User, Content: text, ExternalID: fmt.Sprint("xyzzyplugh", i), Metadata: []byte(`{"x":"xyzzyplugh"}`)}, clock)
				streamed = m
				return []byte(text), err
			})
			require.NoError(t, err)
		}
	}
	id, err := s.DB().Int("SELECT id FROM sessions WHERE uid = ?", purge[:])
	require.NoError(t, err)
	require.NoError(t, s.DB().Exec(`INSERT INTO receipts (uid, session_id, created_at, body) VALUES (randomblob(16), ?, 1, 'marker-one')`, id))
	require.NoError(t, s.DB().Exec(`INSERT INTO pseudonyms (uid, session_id, kind, pseudonym, original, created_at) VALUES (randomblob(16), ?, 'k', 'marker-one', 'marker-one', 1)`, id))
	changed := "changed to xyzzyplugh again " + strings.Repeat("xyzzyplugh9 ", 2000)
	_, err = s.Update(ctx, streamed.UID, store.Patch{Content: &changed}, clock)
	require.NoError(t, err)
	_, err = s.SetDraft(ctx, purge, "draft xyzzyplugh", clock)
	require.NoError(t, err)
	require.NotZero(t, count())

	require.NoError(t, s.Purge(ctx, purge))
	require.Zero(t, count())
	info, err := os.Stat(path + "-wal")
	require.NoError(t, err)
	require.Zero(t, info.Size())
	got, err := s.Session(ctx, keep)
	require.NoError(t, err)
	require.Equal(t, 400, got.MessageCount)
	requireWhole(t, s)

	// The index goes on finding what is left.
	w, err := s.Path(ctx, keep, chat.UID{}, 0, 400)
	require.NoError(t, err)
	for i := 0; i < len(w.Messages); i += 29 {
		m := w.Messages[i]
		word := strings.FieldsFunc(m.Content, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '。' })[i%3]
		want := 0
		for _, m := range w.Messages {
			if store.Matches(m.Content, word) {
				want++
			}
		}
		found, err := s.Search(ctx, word, store.SearchOptions{Limit: 200})
		require.NoError(t, err)
		require.Len(t, found.Hits, min(want, 200), word)
	}
}

// A reader of another process keeps the log from being emptied; the next write
// does it.
func TestPurgeEmptiesTheLogWhenTheReaderIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := openWith(t, path, store.Options{})
	session, other := newSession(t, s, "xyzzyplugh").UID, newSession(t, s, "other").UID
	say(t, s, session, "xyzzyplugh")
	require.NoError(t, s.DB().Exec("PRAGMA busy_timeout = 1"))
	reader := openWith(t, path, store.Options{})
	require.NoError(t, reader.DB().Exec("BEGIN"))
	_, err := reader.DB().Int("SELECT count(*) FROM messages")
	require.NoError(t, err)
	require.NoError(t, s.Purge(ctx, session))
	wal, err := os.ReadFile(path + "-wal")
	require.NoError(t, err)
	require.Contains(t, string(wal), "xyzzyplugh")

	require.NoError(t, reader.DB().Exec("ROLLBACK"))
	say(t, s, other, "x")
	for _, name := range []string{path, path + "-wal"} {
		all, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NotContains(t, string(all), "xyzzyplugh", name)
	}
}
