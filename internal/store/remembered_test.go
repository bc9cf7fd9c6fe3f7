package store_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

func remembered(t *testing.T, s *store.Store, f store.RememberedFilter) (out []string) {
	t.Helper()
	f.Limit = 100
	all, err := s.Remembered(ctx, f)
	require.NoError(t, err)
	for _, r := range all {
		out = append(out, string(r.Kind)+": "+r.Text)
	}
	return out
}

func TestRememberedIsListedNewestFirst(t *testing.T) {
	s := open(t)
	one, two := newSession(t, s, "one").UID, newSession(t, s, "two").UID
	said := say(t, s, one, "Acme owes us for 25-01-064")
	name := chat.Remembered{Kind: chat.NameKind, Text: "Acme", Of: []string{"customer"}, Message: said.UID}
	require.NoError(t, s.Remember(ctx, one, []chat.Remembered{name, {Kind: chat.IdentifierKind, Text: "25-01-064"}}, clock+1))
	require.NoError(t, s.Remember(ctx, two, []chat.Remembered{{Kind: chat.PreferenceKind, Text: "Answer in German."}, {Kind: chat.NameKind, Text: "  "}}, clock+2))
	require.Equal(t, []string{"preference: Answer in German.", "identifier: 25-01-064", "name: Acme"}, remembered(t, s, store.RememberedFilter{}))
	require.Equal(t, []string{"identifier: 25-01-064", "name: Acme"}, remembered(t, s, store.RememberedFilter{Session: one}))
	require.Equal(t, []string{"preference: Answer in German."}, remembered(t, s, store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind, chat.ChoiceKind}}))

	// Said again, it moves to the end and is counted.
	require.NoError(t, s.Remember(ctx, one, []chat.Remembered{{Kind: chat.NameKind, Text: "Acme"}}, clock+3))
	all, err := s.Remembered(ctx, store.RememberedFilter{Session: one, Limit: 1})
	require.NoError(t, err)
	require.Equal(t, "Acme", all[0].Text)
	require.Equal(t, 2, all[0].Mentions)
	require.Equal(t, []string{"customer"}, all[0].Of)
	require.Equal(t, said.UID, all[0].Message)

	// Another user has none of it, and a session in the bin says nothing.
	require.Empty(t, remembered(t, s.For(store.Scope{UserID: "other"}), store.RememberedFilter{}))
	_, err = s.Delete(ctx, two, clock+4)
	require.NoError(t, err)
	require.Equal(t, []string{"name: Acme", "identifier: 25-01-064"}, remembered(t, s, store.RememberedFilter{}))
}

func TestRememberedIsEditedAndErased(t *testing.T) {
	s := open(t)
	one, two := newSession(t, s, "one").UID, newSession(t, s, "two").UID
	keep := func(session chat.UID, texts ...string) {
		for _, text := range texts {
			require.NoError(t, s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: text}}, clock))
		}
	}
	keep(one, "Acme", "Bolt", "Cone")
	keep(two, "Dent")
	all, err := s.Remembered(ctx, store.RememberedFilter{Session: one, Limit: 10})
	require.NoError(t, err)
	edited, err := s.EditRemembered(ctx, all[0].UID, " Cone Ltd ", clock)
	require.NoError(t, err)
	require.True(t, edited.Edited)
	require.Equal(t, "Cone Ltd", edited.Text)
	for _, text := range []string{"", " ", strings.Repeat("x", 501)} {
		_, err = s.EditRemembered(ctx, all[0].UID, text, clock)
		require.ErrorIs(t, err, fault.Invalid)
	}
	_, err = s.For(store.Scope{UserID: "other"}).EditRemembered(ctx, all[0].UID, "theirs", clock)
	require.ErrorIs(t, err, fault.NotFound)
	require.ErrorIs(t, s.For(store.Scope{UserID: "other"}).EraseRemembered(ctx, all[0].UID), fault.NotFound)

	require.NoError(t, s.EraseRemembered(ctx, all[1].UID))
	require.ErrorIs(t, s.EraseRemembered(ctx, all[1].UID), fault.NotFound)
	require.Equal(t, []string{"name: Cone Ltd", "name: Acme"}, remembered(t, s, store.RememberedFilter{Session: one}))
	count, err := s.EraseAllRemembered(ctx, one)
	require.NoError(t, err)
	require.Equal(t, 2, count)
	require.Equal(t, []string{"name: Dent"}, remembered(t, s, store.RememberedFilter{}))
	count, err = s.EraseAllRemembered(ctx, chat.UID{})
	require.NoError(t, err)
	require.Equal(t, 1, count)
	require.Empty(t, remembered(t, s, store.RememberedFilter{}))
}

func TestRememberedTextIsBounded(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "one").UID
	require.NoError(t, s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: strings.Repeat("é", 300) + "\xff", Of: make([]string, 20), Value: strings.Repeat("x", 3000)}}, clock))
	all, err := s.Remembered(ctx, store.RememberedFilter{Limit: 1})
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("é", 250), all[0].Text)
	require.Len(t, all[0].Of, 8)
	require.Len(t, all[0].Value, 2000)
}
