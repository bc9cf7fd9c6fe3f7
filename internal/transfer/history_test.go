package transfer_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

var ctx = context.Background()

// clock is the time tests begin at.
const clock = int64(1_750_000_000_000)

// open returns an empty store that is closed with the test.
func open(t testing.TB) *store.Store {
	t.Helper()
	return openWith(t, sqlite.Memory, store.Options{})
}

func openWith(t testing.TB, name string, o store.Options) *store.Store {
	t.Helper()
	db, err := sqlite.Open(name, o.SQLite)
	require.NoError(t, err)
	s, err := store.OpenIn(db, o, clock)
	require.NoError(t, err)
	databases.Store(s, db)
	t.Cleanup(func() { databases.Delete(s); require.NoError(t, s.Close()) })
	return s
}

var databases sync.Map // of *store.Store to its *sqlite.DB

// database is that of a store, for tests that look at it or damage it.
func database(s *store.Store) *sqlite.DB {
	db, _ := databases.Load(s)
	_ = db.(*sqlite.DB).Defend(false)
	return db.(*sqlite.DB)
}

// newSession makes a session of this name.
func newSession(t testing.TB, s *store.Store, name string) chat.Session {
	t.Helper()
	out, err := s.Create(ctx, chat.Session{Name: name, NamedBy: chat.NamedByUser}, clock)
	require.NoError(t, err)
	return out
}

// say appends a message at the head, the user's and the assistant's by turns.
func say(t testing.TB, s *store.Store, session chat.UID, content string) chat.Message {
	t.Helper()
	return sayAt(t, s, session, chat.UID{}, content)
}

func sayAt(t testing.TB, s *store.Store, session, parent chat.UID, content string) chat.Message {
	t.Helper()
	before, err := s.Session(ctx, session)
	require.NoError(t, err)
	role := chat.User
	if before.MessageCount%2 == 1 {
		role = chat.Assistant
	}
	m, err := s.Append(ctx, session, chat.Message{Parent: parent, Role: role, Content: content}, clock+int64(before.MessageCount))
	require.NoError(t, err)
	return m
}

// contents are the texts of messages.
func contents(all []chat.Message) []string {
	out := []string{}
	for _, m := range all {
		out = append(out, m.Content)
	}
	return out
}

// requireWhole checks the whole database.
func requireWhole(t testing.TB, s *store.Store) {
	t.Helper()
	report, err := s.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}
