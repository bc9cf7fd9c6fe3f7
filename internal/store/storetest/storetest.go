// Package storetest has histories for tests of the store and of what carries them in
// and out: to fill, to copy, to damage and to compare.
package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

var ctx = context.Background()

// Clock is the time tests begin at.
const Clock = int64(1_750_000_000_000)

// Open returns an empty store that is closed with the test.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenWith(t, sqlite.Memory, store.Options{})
}

// OpenWith opens a store that is closed with the test.
func OpenWith(t testing.TB, name string, o store.Options) *store.Store {
	t.Helper()
	db, err := sqlite.Open(name, o.SQLite)
	require.NoError(t, err)
	s, err := store.OpenIn(db, o, Clock)
	require.NoError(t, err)
	databases.Store(s, db)
	t.Cleanup(func() { databases.Delete(s); require.NoError(t, s.Close()) })
	return s
}

var databases sync.Map // of *store.Store to its *sqlite.DB

// Database is that of a store, for tests that look at it or damage it.
func Database(s *store.Store) *sqlite.DB {
	db, _ := databases.Load(s)
	_ = db.(*sqlite.DB).Defend(false)
	return db.(*sqlite.DB)
}

// NewSession makes a session of this name.
func NewSession(t testing.TB, s *store.Store, name string) chat.Session {
	t.Helper()
	out, err := s.Create(ctx, chat.Session{Name: name, NamedBy: chat.NamedByUser}, Clock)
	require.NoError(t, err)
	return out
}

// Say appends a message at the head, the user's and the assistant's by turns.
func Say(t testing.TB, s *store.Store, session chat.UID, content string) chat.Message {
	t.Helper()
	return SayAt(t, s, session, chat.UID{}, content)
}

// SayAt appends a message below another.
func SayAt(t testing.TB, s *store.Store, session, parent chat.UID, content string) chat.Message {
	t.Helper()
	before, err := s.Session(ctx, session)
	require.NoError(t, err)
	role := chat.User
	if before.MessageCount%2 == 1 {
		role = chat.Assistant
	}
	m, err := s.Append(ctx, session, chat.Message{Parent: parent, Role: role, Content: content}, Clock+int64(before.MessageCount))
	require.NoError(t, err)
	return m
}

// Contents are the texts of messages.
func Contents(all []chat.Message) []string {
	out := []string{}
	for _, m := range all {
		out = append(out, m.Content)
	}
	return out
}

// RequireWhole checks the whole database.
func RequireWhole(t testing.TB, s *store.Store) {
	t.Helper()
	report, err := s.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}

// Export is a history as lines of JSON.
func Export(t testing.TB, s *store.Store, sessions ...chat.UID) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, transfer.Export(ctx, s, &b, sessions...))
	return b.String()
}

// RequireRoundTrip wants that an export comes back as it was.
func RequireRoundTrip(t testing.TB, s *store.Store) {
	t.Helper()
	first := Export(t, s)
	back := OpenWith(t, sqlite.Memory, store.Options{Scope: s.Scope()})
	report, err := transfer.Import(ctx, back, strings.NewReader(first), Clock+1, func(string, string) (int, string) { return 99, "other" })
	require.NoError(t, err)
	require.Empty(t, report.Problems)
	require.Equal(t, first, Export(t, back))
	RequireWhole(t, back)
}

// File is a backup's bytes.
func File(t testing.TB, s *store.Store) []byte {
	t.Helper()
	b, err := transfer.NewBackup(ctx, s)
	require.NoError(t, err)
	defer b.Close()
	out := make([]byte, b.Len())
	n, err := b.ReadAt(out, 0)
	require.NoError(t, err)
	require.Equal(t, b.Len(), n)
	// Parts are the same bytes.
	part := make([]byte, 50)
	at := b.Len() - transfer.TrailerSize - 20
	_, err = b.ReadAt(part, int64(at))
	require.NoError(t, err)
	require.Equal(t, out[at:at+50], part)
	return out
}

// Image is a backup as a restore gets it.
func Image(t testing.TB, bytes []byte) *sqlite.Image {
	t.Helper()
	im, err := sqlite.NewImage(len(bytes))
	require.NoError(t, err)
	_, err = im.WriteAt(bytes, 0)
	require.NoError(t, err)
	t.Cleanup(im.Close)
	return im
}

// RequirePlain wants an error that a user may see, or none.
func RequirePlain(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	known := (*fault.Error)(nil)
	require.ErrorAs(t, err, &known)
	require.NotEqual(t, fault.Internal, known.Code, "%v", err)
}

// Sample is how many random files a test gets.
func Sample(many int) int {
	if testing.Short() {
		return many / 10
	}
	return many
}

// pieces are put into a text that is damaged: what JSON is made of, and what is none.
var pieces = []string{`"`, `{`, `}`, `,`, `null`, `[]`, `""`, `-1`, `1e400`, `\u0000`, `\ud800`, `"parent"`, `"session"`, `"uid"`, `"children":[`, "\n", "\x00", "\xff", `"message":{"author":{"role":"user"},"content":{"parts":["x"]}}`}

// Damage changes a text in up to four places: something is put in, left out, given
// another name or said twice.
func Damage(r *rand.Rand, text string) string {
	for range 1 + r.IntN(4) {
		at := r.IntN(len(text))
		switch r.IntN(4) {
		case 0:
			text = text[:at] + pieces[r.IntN(len(pieces))] + text[min(len(text), at+r.IntN(8)):]
		case 1:
			text = text[:at] + text[min(len(text), at+r.IntN(200)):]
		case 2: // swap names
			text = strings.Replace(text, fmt.Sprintf(`"n%d"`, r.IntN(5)), fmt.Sprintf(`"n%d"`, r.IntN(5)), 1)
		default:
			n := min(r.IntN(300), len(text)-at)
			text = text[:at] + text[at:at+n] + text[at:]
		}
	}
	return text
}
