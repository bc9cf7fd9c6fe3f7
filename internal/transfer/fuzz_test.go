package transfer_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// FuzzImport: any lines leave a whole database, a second import adds nothing, and
// what was kept is exported and comes back the same.
//
//	go test ./internal/transfer -run '^$' -fuzz FuzzImport$
func FuzzImport(f *testing.F) {
	for _, seed := range []string{
		`{"session":"s","role":"user","content":"hi"}`,
		"{\"session\":\"s\",\"role\":\"user\",\"content\":\"hi\",\"id\":\"1\"}\n{\"session\":\"s\",\"role\":\"assistant\",\"content\":\"ho\",\"id\":\"1\"}",
		`{"session":"s","role":"user","content":"x","timestamp":"2024-02-30T00:00:00Z"}`,
		`{"session":"0000018bcfe568000102030405060708","role":"user","content":"x","uid":"0000018bcfe568000102030405060709","parent":""}`,
		`{"session":"0000018bcfe568000102030405060708","session_info":{"session_name":"n","created_at":"2024-01-01T00:00:00Z"}}`,
		"\ufeff\n\n{\"session\":1}\n[]\nnull\n{", `{"session":"s","role":"user","content":"x","metadata":[1]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t"), "[") {
			return // FuzzTree
		}
		s := openWith(t, sqlite.Memory, store.Options{})
		first, err := transfer.Import(ctx, s, strings.NewReader(text), clock, nil)
		requirePlain(t, err)
		requireWhole(t, s)
		second, err := transfer.Import(ctx, s, strings.NewReader(text), clock+1, nil)
		requirePlain(t, err)
		require.Zero(t, second.Messages, "%v", second)
		require.Zero(t, second.Sessions)
		require.Equal(t, first.Messages+first.Known, second.Known)
		requireRoundTrip(t, s)
	})
}

// FuzzRestore: any change of a database file is refused, or leaves a whole
// history.
//
//	go test ./internal/transfer -run '^$' -fuzz FuzzRestore
func FuzzRestore(f *testing.F) {
	from := open(f)
	session := newSession(f, from, "a").UID
	for range 5 {
		say(f, from, session, "some words to restore")
	}
	backup, err := transfer.NewBackup(ctx, from)
	require.NoError(f, err)
	whole := make([]byte, backup.Len()-transfer.TrailerSize)
	_, err = backup.ReadAt(whole, 0)
	require.NoError(f, err)
	f.Add(0, []byte{0}, 0)
	f.Add(100, []byte{0xff, 0xff, 0xff}, 0)
	f.Add(16, []byte{0x10, 0}, 4096)
	f.Add(4096*3, bytes.Repeat([]byte{13}, 100), 0)
	f.Fuzz(func(t *testing.T, at int, change []byte, cut int) {
		file := bytes.Clone(whole)
		if at >= 0 && at < len(file) {
			copy(file[at:], change)
		}
		if cut > 0 && cut < len(file) {
			file = file[:len(file)-cut]
		}
		s := openWith(t, sqlite.Memory, store.Options{})
		mine := newSession(t, s, "mine").UID
		say(t, s, mine, "untouched")
		_, err := transfer.Restore(ctx, s, image(t, file), transfer.Merge, clock)
		requirePlain(t, err)
		requireWhole(t, s)
		w, err := s.Path(ctx, mine, chat.UID{}, 0, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"untouched"}, contents(w.Messages))
	})
}
