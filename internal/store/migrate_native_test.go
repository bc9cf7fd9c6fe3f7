//go:build !js && !wasip1

package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

var errStop = errors.New("the power went out")

// onceMore is the schema with another migration.
func onceMore() [][]string {
	return append(append([][]string{}, store.Migrations...), []string{
		`ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT ''`, `CREATE TABLE extra (id INTEGER PRIMARY KEY)`, `UPDATE sessions SET colour = 'red'`,
	})
}

// TestMigrationStoppedAnywhereLeavesTheVersionBefore ends the program, as it were,
// before each statement.
func TestMigrationStoppedAnywhereLeavesTheVersionBefore(t *testing.T) {
	for version, statements := range onceMore() {
		for n := range statements {
			path := filepath.Join(t.TempDir(), "history.db")
			if version > 0 {
				s, err := store.Open(path, store.Options{}.WithMigrations(onceMore()[:version], nil), clock)
				require.NoError(t, err)
				newSession(t, s, "kept")
				require.NoError(t, s.Close())
			}
			o := store.Options{}.WithMigrations(onceMore(), func(v, statement int) error {
				if v == version+1 && statement == n {
					return errStop
				}
				return nil
			})
			_, err := store.Open(path, o, clock)
			require.ErrorIs(t, err, errStop)

			db, err := sqlite.Open(path, sqlite.Options{})
			require.NoError(t, err)
			v, err := db.Int("PRAGMA user_version")
			require.NoError(t, err)
			require.Equal(t, int64(version), v, "stopped before statement %d of migration %d", n, version+1)
			tables, err := db.Int("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'")
			require.NoError(t, err)
			require.Zero(t, tables)
			require.NoError(t, db.Close())

			s, err := store.Open(path, store.Options{}.WithMigrations(onceMore(), nil), clock)
			require.NoError(t, err)
			require.Equal(t, version == 0, s.Fresh())
			requireWhole(t, s)
			red, err := s.DB().Int("SELECT count(*) FROM sessions WHERE colour = 'red'")
			require.NoError(t, err)
			require.Equal(t, int64(min(version, 1)), red)
			require.NoError(t, s.Close())
		}
	}
}

// A statement that fails is named, and the version before stays.
func TestAMigrationThatFailsIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s, err := store.Open(path, store.Options{}, clock)
	require.NoError(t, err)
	newSession(t, s, "kept")
	require.NoError(t, s.Close())
	broken := onceMore()
	broken[len(broken)-1][1] = `CREATE TABLE sessions (id INTEGER PRIMARY KEY)`
	_, err = store.Open(path, store.Options{}.WithMigrations(broken, nil), clock)
	require.ErrorContains(t, err, fmt.Sprintf("migrate to %d, statement 2", len(broken)))
	require.Contains(t, export(t, openWith(t, path, store.Options{})), "kept")
}

func TestNewerVersionOpensToBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s, err := store.Open(path, store.Options{}.WithMigrations(onceMore(), nil), clock)
	require.NoError(t, err)
	session := newSession(t, s, "from the future").UID
	m := say(t, s, session, "hello there")
	require.NoError(t, s.Close())

	old := openWith(t, path, store.Options{})
	readOnly, why := old.ReadOnly()
	require.True(t, readOnly)
	require.Contains(t, why, fmt.Sprintf("newer Burrow (format %d, this one knows %d)", len(store.Migrations)+1, len(store.Migrations)))
	require.False(t, old.Fresh())
	w, err := old.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"hello there"}, contents(w.Messages))
	found, err := old.Search(ctx, "hello", store.SearchOptions{})
	require.NoError(t, err)
	require.Len(t, found.Hits, 1)
	require.Contains(t, export(t, old), "hello there")
	requireWhole(t, old)
	for _, err := range []error{
		second(old.Create(ctx, chat.Session{}, clock)), second(old.Update(ctx, m.UID, store.Patch{}, clock)), old.Purge(ctx, session), old.Repair(ctx),
		second(transfer.Import(ctx, old, nil, clock, nil)), old.SetSetting(ctx, "k", []byte("1"), clock),
	} {
		known := (*fault.Error)(nil)
		require.ErrorAs(t, err, &known)
		require.Equal(t, fault.Conflict, known.Code)
		require.Equal(t, why, known.Message)
	}
}

func TestFilesThatAreNoHistoryAreRefused(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sqlite.Open(foreign, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Exec("CREATE TABLE t (x)"))
	require.NoError(t, db.Close())
	_, err = store.Open(foreign, store.Options{}, clock)
	require.ErrorIs(t, err, fault.Invalid)

	text := filepath.Join(dir, "text.db")
	require.NoError(t, os.WriteFile(text, []byte("this is no database, and it is long enough to be looked at as one by SQLite, which wants a hundred bytes"), 0o600))
	_, err = store.Open(text, store.Options{}, clock)
	require.ErrorIs(t, err, fault.Invalid)

	for _, name := range []string{filepath.Join(dir, "missing", "x.db"), dir} {
		_, err = store.Open(name, store.Options{}, clock)
		require.ErrorIs(t, err, fault.Unavailable, name)
	}
	readOnly := store.Options{SQLite: sqlite.Options{ReadOnly: true}}
	_, err = store.Open(filepath.Join(dir, "missing.db"), readOnly, clock)
	require.ErrorIs(t, err, fault.Unavailable)
	_, err = os.Stat(filepath.Join(dir, "missing.db"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestReopenedHistoryIsTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	var want []string
	for i := range 4 {
		s, err := store.Open(path, store.Options{}, clock)
		require.NoError(t, err)
		require.Equal(t, i == 0, s.Fresh())
		require.True(t, s.Home().Kept)
		session := newSession(t, s, fmt.Sprint(i)).UID
		say(t, s, session, "x")
		want = append(want, session.String())
		text := export(t, s)
		for _, u := range want {
			require.Contains(t, text, u)
		}
		require.NoError(t, s.Close())
	}
	s, err := store.Open(path, store.Options{SQLite: sqlite.Options{ReadOnly: true}}, clock)
	require.NoError(t, err)
	defer s.Close()
	readOnly, why := s.ReadOnly()
	require.True(t, readOnly)
	require.NotEmpty(t, why)
	requireWhole(t, s)
}

// An index of other terms is made anew, once.
func TestIndexOfAnotherVersionIsMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s, err := store.Open(path, store.Options{}, clock)
	require.NoError(t, err)
	say(t, s, newSession(t, s, "a").UID, "needle")
	require.NoError(t, s.DB().Exec(`INSERT INTO messages_fts (messages_fts) VALUES ('delete-all'); UPDATE meta SET value = 0 WHERE key = 'index'`))
	require.NoError(t, s.Close())
	s = openWith(t, path, store.Options{})
	found, err := s.Search(ctx, "needle", store.SearchOptions{})
	require.NoError(t, err)
	require.Len(t, found.Hits, 1)
	requireWhole(t, s)
}
