package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestAQueryHasLimits(t *testing.T) {
	words := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "word%d ", i)
		}
		return b.String()
	}
	phrases := func(query string) int { return strings.Count(store.Expression(query), `"`) / 2 }
	terms := func(query string) int { return strings.Count(store.Expression(query), "word") }
	require.Equal(t, 32, phrases(words(32)))
	require.Equal(t, 32, phrases(words(33)), "words beyond the limit are not looked at")
	require.Equal(t, 128, terms(`"`+words(128)+`"`))
	require.Equal(t, 128, terms(`"`+words(129)+`"`))
	require.Equal(t, 128, terms(`"`+words(100)+`" "`+words(100)+`"`), "all phrases together")
	require.Equal(t, 128, terms(`"`+words(100)+`" "`+words(28)+`" word`))
}

func TestEveryQuoteOfAKeyboardMakesAPhrase(t *testing.T) {
	want := store.Expression(`"one two" three`)
	require.Contains(t, want, `"one two"`)
	for _, query := range []string{`“one two” three`, `„one two“ three`, `”one two” three`, `"one two”three`} {
		require.Equal(t, want, store.Expression(query), query)
	}
	require.Equal(t, `text : ("one two" *)`, store.Expression(`"one two`), "one that is still being typed")
	require.Equal(t, `text : ("one two")`, store.Expression(`"one two"`))
	require.Equal(t, `text : ("one" AND "two" *)`, store.Expression(`one two`))
	require.Equal(t, `text : ("a")`, store.Expression(`a`), "words with one letter are too many")
}

func TestOnlyAHistoryIsOpened(t *testing.T) {
	for statement, ok := range map[string]bool{
		"SELECT 1":                  true, // empty
		"PRAGMA user_version = 1":   false,
		"PRAGMA application_id = 5": false,
		"CREATE TABLE t (x)":        false,
		"PRAGMA application_id = 5; PRAGMA user_version = 1":                                     false,
		fmt.Sprintf("PRAGMA application_id = %d", store.ApplicationID):                           false,
		fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = -1", store.ApplicationID): false,
		fmt.Sprintf("PRAGMA application_id = %d; CREATE TABLE t (x)", store.ApplicationID):       false,
		"PRAGMA user_version = 1; CREATE TABLE t (x)":                                            false,
		"PRAGMA application_id = 5; PRAGMA user_version = 1; CREATE TABLE sessions (x)":          false,
	} {
		db, err := sqlite.Open(sqlite.Memory, sqlite.Options{})
		require.NoError(t, err)
		for one := range strings.SplitSeq(statement, "; ") {
			require.NoError(t, db.Exec(one))
		}
		s, err := store.OpenIn(db, store.Options{}, clock)
		if ok {
			require.NoError(t, err, statement)
			require.NoError(t, s.Close())
			continue
		}
		require.ErrorIs(t, err, fault.Invalid, statement)
	}
}

func TestWhatIsRememberedIsKeptAsItWasMeant(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	keep := func(thing chat.Remembered) chat.Remembered {
		t.Helper()
		require.NoError(t, s.Remember(ctx, session, []chat.Remembered{thing}, clock))
		all, err := s.Remembered(ctx, store.RememberedFilter{Session: session, Limit: 1})
		require.NoError(t, err)
		return all[0]
	}
	// A text is cut between characters.
	for text, want := range map[string]string{
		strings.Repeat("x", 500):       strings.Repeat("x", 500),
		strings.Repeat("x", 501):       strings.Repeat("x", 500),
		"x" + strings.Repeat("é", 250): "x" + strings.Repeat("é", 249),
		strings.Repeat("水", 167):       strings.Repeat("水", 166),
	} {
		require.Equal(t, want, keep(chat.Remembered{Kind: chat.NameKind, Text: text}).Text)
	}
	require.Len(t, keep(chat.Remembered{Kind: chat.TitleKind, Text: "long", Value: strings.Repeat("v", 2001)}).Value, 2000)
	require.Len(t, keep(chat.Remembered{Kind: chat.TitleKind, Text: "many", Of: strings.Fields(strings.Repeat("o ", 9))}).Of, 8)

	// What is said again without a value leaves it; a choice that is none takes it away.
	keep(chat.Remembered{Kind: chat.NameKind, Text: "Acme", Value: "v", Of: []string{"customer"}})
	again := keep(chat.Remembered{Kind: chat.NameKind, Text: "Acme"})
	require.Equal(t, []any{"v", []string{"customer"}, 2, false}, []any{again.Value, again.Of, again.Mentions, again.Edited})
	keep(chat.Remembered{Kind: chat.ChoiceKind, Text: "Which?", Value: "this"})
	require.Empty(t, keep(chat.Remembered{Kind: chat.ChoiceKind, Text: "Which?"}).Value)
	// The user's own words stay theirs.
	keep(chat.Remembered{Kind: chat.PreferenceKind, Text: "Be brief.", Edited: true})
	require.True(t, keep(chat.Remembered{Kind: chat.PreferenceKind, Text: "Be brief."}).Edited)
	keep(chat.Remembered{Kind: chat.PreferenceKind, Text: "Be kind."})
	require.True(t, keep(chat.Remembered{Kind: chat.PreferenceKind, Text: "Be kind.", Edited: true}).Edited)
	// What cannot be read counts as nothing.
	require.NoError(t, s.DB().Exec(`UPDATE entities SET value = '{"mentions":7,"of":"no list"}' WHERE name = 'Acme'`))
	require.Equal(t, 1, keep(chat.Remembered{Kind: chat.NameKind, Text: "Acme"}).Mentions)
	require.ErrorIs(t, s.Remember(ctx, chat.NewUID(1), []chat.Remembered{{Text: "x"}}, clock), fault.NotFound)
}

// Every field of a summary comes back, from an export and from a backup.
func TestSummariesComeBackWhole(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 6)
	for i, in := range []store.Summary{
		{From: 0, Last: all[1].UID, TokensBefore: 900, TokensAfter: 70, Encoding: "o200k_base", MadeBy: "m", Summary: fact("a")},
		{From: 2, Last: all[3].UID, TokensBefore: 800, TokensAfter: 60, Encoding: "cl100k_base", Summary: fact("b")},
		{From: 0, Last: all[3].UID, Level: 1, TokensBefore: 130, TokensAfter: 50, Encoding: "words", MadeBy: "n", Summary: fact("c")},
	} {
		_, err := s.AddSummary(ctx, in, chat.UID{}, clock+int64(i))
		require.NoError(t, err)
	}
	undone := condense(t, s, 4, all[4], 0)
	_, err := s.UndoSummary(ctx, undone.UID, true, clock+20)
	require.NoError(t, err)
	want := plain(t, s, session)
	require.Len(t, want, 4)

	back := open(t)
	_, err = transfer.Import(ctx, back, strings.NewReader(export(t, s)), clock+1, func(string, string) (int, string) { return 9, "other" })
	require.NoError(t, err)
	require.Equal(t, want, plain(t, back, session))
	restored := open(t)
	_, err = transfer.Restore(ctx, restored, image(t, file(t, s)), transfer.Merge, clock)
	require.NoError(t, err)
	require.Equal(t, want, plain(t, restored, session))
}

// plain is what anybody can see of the summaries of a session.
func plain(t *testing.T, s *store.Store, session chat.UID) (out []string) {
	t.Helper()
	all, err := s.Summaries(ctx, session, chat.UID{})
	require.NoError(t, err)
	for _, u := range all {
		out = append(out, fmt.Sprint(u.UID, u.Session, u.Level, u.From, u.To, u.First, u.Last, u.TokensBefore, u.TokensAfter, u.Encoding, u.MadeBy, u.CreatedAt, u.UndoneAt, u.Applies, u.Summary))
	}
	return out
}

func TestTagsOfAnotherProgramAreCleaned(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	var many []string
	for i := range 25 {
		many = append(many, fmt.Sprintf(`"tag %d"`, i))
	}
	for metadata, want := range map[string]int{
		`{"tags":["a"," A ","b",5,"","` + strings.Repeat("x", 41) + `","` + strings.Repeat("x", 40) + `"]}`: 3,
		`{"tags":[` + strings.Join(many, ",") + `]}`:                                                        20,
		`{"tags":[` + strings.Join(many[:20], ",") + `]}`:                                                   20,
		`{"tags":"a"}`: 0,
		`{}`:           0,
	} {
		require.NoError(t, s.DB().Exec(`UPDATE sessions SET metadata = ?`, metadata))
		got, err := s.Session(ctx, session)
		require.NoError(t, err)
		require.Len(t, got.Tags, want, metadata)
	}
}

func TestAllSettingsAreReadAtOnce(t *testing.T) {
	s := open(t)
	other := s.For(store.Scope{UserID: "other"})
	require.NoError(t, s.SetSetting(ctx, "a", chat.RawJSON(`{"x":1}`), clock))
	require.NoError(t, s.SetSetting(ctx, "b", chat.RawJSON(`2`), clock))
	require.NoError(t, other.SetSetting(ctx, "a", chat.RawJSON(`3`), clock))
	all, err := s.Settings(ctx)
	require.NoError(t, err)
	require.Equal(t, map[string]chat.RawJSON{"a": chat.RawJSON(`{"x":1}`), "b": chat.RawJSON(`2`)}, all)
	require.NoError(t, s.SetSetting(ctx, "b", chat.RawJSON(`5`), clock))
	all, err = other.Settings(ctx)
	require.NoError(t, err)
	require.Equal(t, map[string]chat.RawJSON{"a": chat.RawJSON(`3`)}, all)
}
