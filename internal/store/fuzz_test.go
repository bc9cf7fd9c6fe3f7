package store_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// FuzzSearch: any text is a query, and finds a message exactly if the message has
// its words.
//
//	go test ./internal/store -run '^$' -fuzz FuzzSearch
func FuzzSearch(f *testing.F) {
	for _, seed := range [][2]string{
		{"plain words", "plain"}, {`a "b c" d`, `"b c"`}, {"会議室で", "議室"}, {`x AND y`, `x AND NOT (y) OR NEAR(z*) ^a {b} : c`},
		{"é\u0301", "e"}, {"\xff\x00", "\x00\"'"}, {"👍🏽", "👍"}, {"", `""""`}, {strings.Repeat("ab", 100), strings.Repeat("ab", 70)},
		{"กาไก่", "กา"}, {"ﬁ ŉ ǆ İ", "fi n"}, {"text : place", "place:s1"},
	} {
		f.Add(seed[0], seed[1])
	}
	s := open(f)
	session := newSession(f, s, "fuzz").UID
	f.Fuzz(func(t *testing.T, content, query string) {
		m, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: content}, clock)
		require.NoError(t, err)
		found, err := s.Search(ctx, query, store.SearchOptions{Limit: 200})
		require.NoError(t, err)
		hit := false
		for _, h := range found.Hits {
			hit = hit || h.Message == m.UID
		}
		require.Equal(t, store.Matches(m.Content, query), hit, "%q in %q: %s", query, content, store.Expression(query))
		empty := ""
		_, err = s.Update(ctx, m.UID, store.Patch{Content: &empty}, clock)
		require.NoError(t, err)
	})
}
