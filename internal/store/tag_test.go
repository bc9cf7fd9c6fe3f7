package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestTagsAreKeptAsTheyAreMeant(t *testing.T) {
	s := open(t)
	made, err := s.Create(ctx, chat.Session{Name: "a", Metadata: chat.RawJSON(`{"from":"<elsewhere>"}`)}, clock)
	require.NoError(t, err)
	for _, c := range []struct{ given, want []string }{
		{[]string{" Work ", "work", "WORK"}, []string{"Work"}},
		{[]string{"Größe", "GRÖSSE", "größe", "会議", "ταξ", "ΤΑΞ"}, []string{"Größe", "GRÖSSE", "会議", "ταξ"}},
		{[]string{"two  words", "\"quoted\" <b>&"}, []string{"two words", "\"quoted\" <b>&"}},
		{[]string{strings.Repeat("ä", 40)}, []string{strings.Repeat("ä", 40)}},
		{nil, nil},
	} {
		got, err := s.SetTags(ctx, made.UID, c.given, clock)
		require.NoError(t, err)
		require.Equal(t, c.want, got.Tags)
		require.Contains(t, string(got.Metadata), `"from":"<elsewhere>"`)
		requireRoundTrip(t, s)
	}
	require.NoError(t, s.DB().Exec(`UPDATE sessions SET metadata = '{"tags":["fine",7,null,"","a\u202eb","FINE",{"x":1}]}'`))
	odd, err := s.Session(ctx, made.UID)
	require.NoError(t, err)
	require.Equal(t, []string{"fine"}, odd.Tags)
	for _, metadata := range []string{`{"tags":"fine"}`, `{"tags":{"a":"fine"}}`, `{"tags":[]}`} {
		require.NoError(t, s.DB().Exec(`UPDATE sessions SET metadata = ?`, metadata))
		odd, err = s.Session(ctx, made.UID)
		require.NoError(t, err)
		require.Empty(t, odd.Tags)
		tags, err := s.Tags(ctx)
		require.NoError(t, err)
		require.Empty(t, tags)
	}
}

func TestTagsThatCannotBeAreRefused(t *testing.T) {
	s := open(t)
	made := newSession(t, s, "a")
	_, err := s.SetTags(ctx, made.UID, []string{"stays"}, clock)
	require.NoError(t, err)
	many := []string{}
	for i := range 21 {
		many = append(many, fmt.Sprint("t", i))
	}
	for _, tags := range [][]string{{""}, {" \t"}, {"a\nb"}, {"a\x00"}, {"\u202eturned"}, {"a\u2067b"}, {"a\u200fb"}, {strings.Repeat("ä", 41)}, many} {
		_, err := s.SetTags(ctx, made.UID, tags, clock)
		require.ErrorIs(t, err, fault.Invalid, "%q", tags)
	}
	got, err := s.Session(ctx, made.UID)
	require.NoError(t, err)
	require.Equal(t, []string{"stays"}, got.Tags)
	_, err = s.SetTags(ctx, made.UID, many[:20], clock)
	require.NoError(t, err)
}

// TestTagsAreFoundCountedAndRenamed compares the store with a plain map over
// random tags, and undoes each renaming.
func TestTagsAreFoundCountedAndRenamed(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 1))
	s := open(t)
	names := []string{"Work", "work", "Ärzte", "ärzte", "会議", "x y", "X Y", "solo"}
	want := map[chat.UID][]string{}
	for i := range 30 {
		made := newSession(t, s, fmt.Sprint(i))
		var tags []string
		for range r.IntN(4) {
			tags = append(tags, names[r.IntN(len(names))])
		}
		got, err := s.SetTags(ctx, made.UID, tags, clock)
		require.NoError(t, err)
		want[made.UID] = got.Tags
	}
	has := func(tags []string, tag string) bool {
		return slices.ContainsFunc(tags, func(other string) bool { return strings.EqualFold(other, tag) })
	}
	check := func() {
		t.Helper()
		all, err := s.Tags(ctx)
		require.NoError(t, err)
		total := 0
		for _, tag := range all {
			total += tag.Sessions
			list, next, err := s.List(ctx, store.ListOptions{Tag: strings.ToUpper(tag.Name)})
			require.NoError(t, err)
			require.Empty(t, next)
			require.Len(t, list, tag.Sessions)
			for _, session := range list {
				require.True(t, has(want[session.UID], tag.Name))
				require.Equal(t, want[session.UID], session.Tags)
			}
		}
		for _, tags := range want {
			total -= len(tags)
		}
		require.Zero(t, total)
	}
	check()
	for _, c := range [][2]string{{"WORK", "Job"}, {"ärzte", "X y"}, {"会議", ""}, {"solo", "SOLO"}, {"nobody", "has it"}} {
		kept := map[chat.UID][]string{}
		for uid, tags := range want {
			kept[uid] = tags
		}
		before, err := s.RenameTag(ctx, c[0], c[1], clock)
		require.NoError(t, err)
		for _, of := range before {
			require.Equal(t, want[of.Session], of.Tags)
			session, err := s.Session(ctx, of.Session)
			require.NoError(t, err)
			require.Equal(t, c[1] != "", has(session.Tags, c[1]))
			require.Equal(t, strings.EqualFold(c[0], c[1]), has(session.Tags, c[0]))
			want[of.Session] = session.Tags
		}
		check()
		for _, of := range before {
			_, err := s.SetTags(ctx, of.Session, of.Tags, clock)
			require.NoError(t, err)
		}
		want = kept
		check()
	}
	list, next, err := s.List(ctx, store.ListOptions{Tag: "work", Limit: 2})
	require.NoError(t, err)
	require.Len(t, list, 2)
	more, _, err := s.List(ctx, store.ListOptions{Tag: "work", Limit: 2, Cursor: next})
	require.NoError(t, err)
	require.NotContains(t, more, list[0])
	_, _, err = s.List(ctx, store.ListOptions{Tag: "\x01"})
	require.ErrorIs(t, err, fault.Invalid)
}

func TestTagsAreMergedAsTheSessionIs(t *testing.T) {
	s := open(t)
	made := newSession(t, s, "a")
	other := openWith(t, sqlite.Memory, store.Options{})
	for _, tags := range [][]string{{"one"}, {"one", "two"}, nil} {
		_, err := s.SetTags(ctx, made.UID, tags, clock)
		require.NoError(t, err)
		_, err = transfer.Restore(ctx, other, image(t, file(t, s)), transfer.Merge, clock)
		require.NoError(t, err)
		got, err := other.Session(ctx, made.UID)
		require.NoError(t, err)
		require.Equal(t, tags, got.Tags)
	}
}
