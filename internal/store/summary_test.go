package store_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

// conversationOf makes a session of n messages.
func conversationOf(t testing.TB, s *store.Store, n int) (chat.UID, []chat.Message) {
	t.Helper()
	session := newSession(t, s, "a").UID
	var all []chat.Message
	for i := range n {
		all = append(all, say(t, s, session, fmt.Sprint(i)))
	}
	return session, all
}

// fact is a summary that says one thing.
func fact(text string) chat.Summary {
	return chat.Summary{Facts: []chat.SummaryItem{{Text: text}}}.Clean()
}

func condense(t testing.TB, s *store.Store, from int, last chat.Message, level int) store.Summary {
	t.Helper()
	out, err := s.AddSummary(ctx, store.Summary{From: from, Last: last.UID, Level: level, Summary: fact(fmt.Sprint(from, "–", last.Depth))}, chat.UID{}, clock)
	require.NoError(t, err)
	return out
}

func refuse(t testing.TB, s *store.Store, from int, last chat.Message, level int) {
	t.Helper()
	_, err := s.AddSummary(ctx, store.Summary{From: from, Last: last.UID, Level: level, Summary: fact("no")}, chat.UID{}, clock)
	require.ErrorIs(t, err, fault.Conflict, "%d–%d, level %d", from, last.Depth, level)
}

// recollect says what goes along: summaries by their depths, then open messages.
func recollect(t testing.TB, s *store.Store, leaf chat.Message) (out []string) {
	t.Helper()
	got, err := s.Recollect(ctx, leaf.UID, 1000)
	require.NoError(t, err)
	require.Equal(t, leaf.Depth+1, got.Total)
	for _, sum := range got.Summaries {
		require.True(t, sum.Applies)
		out = append(out, fmt.Sprintf("%d–%d", sum.From, sum.To))
	}
	return append(out, contents(got.Open)...)
}

func rows(t testing.TB, s *store.Store) int {
	t.Helper()
	n, err := s.DB().Int(`SELECT count(*) FROM session_summaries`)
	require.NoError(t, err)
	return int(n)
}

func TestASummaryReadsBack(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 6)
	said := chat.Summary{Profile: []chat.SummaryItem{{Text: "a baker", Sources: []chat.UID{all[1].UID}, Edited: true}},
		Todos: []chat.SummaryItem{{Text: "call 会議", Sources: []chat.UID{all[2].UID, all[3].UID}}}}.Clean()
	in := store.Summary{Session: session, From: 1, Last: all[4].UID, Level: 0, TokensBefore: 900, TokensAfter: 70, Encoding: "o200k_base", MadeBy: "m", Summary: said}
	kept, err := s.AddSummary(ctx, in, chat.UID{}, clock+5)
	require.NoError(t, err)
	require.False(t, kept.UID.IsZero())
	got, err := s.Summary(ctx, kept.UID)
	require.NoError(t, err)
	require.Equal(t, kept, got)
	require.Equal(t, []any{1, 4, all[1].UID, all[4].UID, 900, 70, "o200k_base", "m", clock + 5, int64(0)},
		[]any{got.From, got.To, got.First, got.Last, got.TokensBefore, got.TokensAfter, got.Encoding, got.MadeBy, got.CreatedAt, got.UndoneAt})
	require.Equal(t, said, got.Summary)
	require.Equal(t, []string{"1–4", "0", "5"}, recollect(t, s, all[5]))
	requireWhole(t, s)
}

func TestASummaryOfMessagesThatAreStoodForIsAConflict(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 12)
	condense(t, s, 2, all[5], 0)
	before := rows(t, s)
	refuse(t, s, 2, all[5], 0)  // the same
	refuse(t, s, 0, all[5], 0)  // around it, with its end
	refuse(t, s, 0, all[8], 0)  // around it
	refuse(t, s, 5, all[8], 0)  // its last message
	refuse(t, s, 3, all[6], 0)  // a part of it
	refuse(t, s, 4, all[8], 3)  // a higher level that has only a part of it
	refuse(t, s, 7, all[6], 0)  // backwards
	refuse(t, s, -1, all[1], 0) // before the beginning
	require.Equal(t, before, rows(t, s), "a conflict keeps nothing")
	_, err := s.AddSummary(ctx, store.Summary{Session: newSession(t, s, "b").UID, From: 6, Last: all[8].UID, Summary: fact("x")}, chat.UID{}, clock)
	require.ErrorIs(t, err, fault.Conflict, "of another session")
	_, err = s.AddSummary(ctx, store.Summary{From: 6, Last: chat.NewUID(1), Summary: fact("x")}, chat.UID{}, clock)
	require.ErrorIs(t, err, fault.NotFound)

	condense(t, s, 6, all[8], 0)
	condense(t, s, 0, all[1], 0)
	require.Equal(t, []string{"0–1", "2–5", "6–8", "9", "10", "11"}, recollect(t, s, all[11]))
	require.Equal(t, []string{"0–1", "2–5", "6", "7"}, recollect(t, s, all[7]), "a path that ends before a summary does")
	list, err := s.Summaries(ctx, session, all[7].UID)
	require.NoError(t, err)
	require.Equal(t, []bool{true, true, false}, []bool{list[0].Applies, list[1].Applies, list[2].Applies})
	requireWhole(t, s)
}

func TestTheMarkOfSummariesChangesWhenTheyDo(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 12)
	seen := map[string]string{}
	mark := func(leaf chat.UID) string {
		t.Helper()
		mark, err := s.SummariesMark(ctx, session, leaf)
		require.NoError(t, err)
		return mark
	}
	changed := func(what string) {
		t.Helper()
		now := mark(chat.UID{})
		require.NotContains(t, seen, now, what)
		seen[now] = what
	}
	require.Empty(t, mark(chat.UID{}))
	first := condense(t, s, 0, all[3], 0)
	changed("a first summary")
	condense(t, s, 4, all[7], 0)
	changed("a second one")
	require.NotEqual(t, mark(all[11].UID), mark(all[5].UID), "another path has others")
	_, err := s.EditSummary(ctx, first.UID, fact("edited"), 9, "e", clock)
	require.NoError(t, err)
	changed("an edit within the same millisecond")
	_, err = s.UndoSummary(ctx, first.UID, true, clock)
	require.NoError(t, err)
	changed("an undo")
	before := mark(chat.UID{})
	_, err = s.SetDraft(ctx, session, "half a question", clock+1)
	require.NoError(t, err)
	_, err = s.Append(ctx, session, chat.Message{Role: chat.User, Content: "more"}, clock+1)
	require.NoError(t, err)
	require.Equal(t, before, mark(chat.UID{}), "neither a draft nor another message")
	_, err = s.SummariesMark(ctx, chat.NewUID(7), chat.UID{})
	require.ErrorIs(t, err, fault.NotFound)
	_, err = s.SummariesMark(ctx, session, chat.NewUID(7))
	require.ErrorIs(t, err, fault.NotFound)
}

func TestASummaryAppliesToThePathsThroughItsLastMessage(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 8)
	condense(t, s, 0, all[5], 0)
	inside, err := s.AppendBeside(ctx, all[3].UID, chat.Message{Role: chat.Assistant, Content: "3b"}, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"0", "1", "2", "3b"}, recollect(t, s, inside), "an edit inside opens the originals")
	after, err := s.AppendBeside(ctx, all[7].UID, chat.Message{Role: chat.Assistant, Content: "7b"}, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"0–5", "6", "7b"}, recollect(t, s, after), "a branch behind it has it too")

	four, err := s.Append(ctx, session, chat.Message{Parent: inside.UID, Role: chat.User, Content: "4b"}, clock)
	require.NoError(t, err)
	condense(t, s, 0, four, 0)
	require.Equal(t, []string{"0–4"}, recollect(t, s, four), "the same messages, on another path")
	require.Equal(t, []string{"0–5", "6", "7"}, recollect(t, s, all[7]))
	require.Equal(t, []string{"0", "1", "2"}, recollect(t, s, all[2]))
	list, err := s.Summaries(ctx, session, all[7].UID)
	require.NoError(t, err)
	require.Len(t, list, 2)
	for _, sum := range list {
		require.Equal(t, sum.Last == all[5].UID, sum.Applies)
	}
	other, theirs := conversationOf(t, s, 4)
	condense(t, s, 0, theirs[1], 0)
	_, err = s.Summaries(ctx, other, all[7].UID)
	require.ErrorIs(t, err, fault.NotFound, "a leaf of another session")
}

// Many branches with a summary each do not hide the one that applies.
func TestTheSummaryOfAPathIsFoundAmongThoseOfManyBranches(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 6)
	condense(t, s, 0, all[3], 0)
	for i := range 40 {
		m, err := s.AppendBeside(ctx, all[4+i%2].UID, chat.Message{Role: chat.User, Content: fmt.Sprint("b", i)}, clock)
		require.NoError(t, err)
		condense(t, s, 4, m, 0)
	}
	require.Equal(t, []string{"0–3", "4", "5"}, recollect(t, s, all[5]))
}

func TestALevelTakesThePlaceOfThoseBelow(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 20)
	for i := range 4 {
		condense(t, s, 4*i, all[4*i+3], 0)
	}
	one := condense(t, s, 0, all[7], 1)
	require.Equal(t, []string{"0–7", "8–11", "12–15", "16", "17", "18", "19"}, recollect(t, s, all[19]))
	refuse(t, s, 4, all[11], 1)
	refuse(t, s, 0, all[7], 1)
	two := condense(t, s, 0, all[15], 2)
	require.Equal(t, []string{"0–15", "16", "17", "18", "19"}, recollect(t, s, all[19]))
	require.Equal(t, []string{"0–7", "8", "9"}, recollect(t, s, all[9]), "where the highest does not reach")
	require.Equal(t, []string{"0–3", "4", "5"}, recollect(t, s, all[5]))
	list, err := s.Summaries(ctx, session, chat.UID{})
	require.NoError(t, err)
	require.Len(t, list, 6, "those below stay")

	_, err = s.UndoSummary(ctx, two.UID, true, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"0–7", "8–11", "12–15", "16", "17", "18", "19"}, recollect(t, s, all[19]))
	_, err = s.UndoSummary(ctx, one.UID, true, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"0–3", "4–7", "8–11", "12–15", "16", "17", "18", "19"}, recollect(t, s, all[19]), "undoing brings them back")
	for _, again := range []store.Summary{one, two} {
		_, err = s.UndoSummary(ctx, again.UID, false, clock)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"0–15", "16", "17", "18", "19"}, recollect(t, s, all[19]))
	requireWhole(t, s)
}

func TestUndoneIsOpenAndCanComeBackUnlessAnotherStandsThere(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 10)
	first := condense(t, s, 0, all[3], 0)
	undone, err := s.UndoSummary(ctx, first.UID, true, clock+7)
	require.NoError(t, err)
	require.Equal(t, clock+7, undone.UndoneAt)
	again, err := s.UndoSummary(ctx, first.UID, true, clock+8)
	require.NoError(t, err)
	require.Equal(t, undone, again, "twice is once")
	require.Len(t, recollect(t, s, all[9]), 10)

	got, err := s.Recollect(ctx, all[9].UID, 1000)
	require.NoError(t, err)
	require.Equal(t, []store.Reopened{{Range: store.Range{From: 0, To: 3}}}, got.Reopened)
	got, err = s.Recollect(ctx, all[2].UID, 1000)
	require.NoError(t, err)
	require.Empty(t, got.Reopened, "on a path that does not reach its end")
	beside, err := s.AppendBeside(ctx, all[3].UID, chat.Message{Role: chat.User, Content: "3b"}, clock)
	require.NoError(t, err)
	got, err = s.Recollect(ctx, beside.UID, 1000)
	require.NoError(t, err)
	require.Empty(t, got.Reopened, "or on another branch")

	another := condense(t, s, 0, all[3], 0)
	_, err = s.UndoSummary(ctx, first.UID, false, clock)
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, []string{"0–3", "4", "5", "6", "7", "8", "9"}, recollect(t, s, all[9]))
	got, err = s.Recollect(ctx, all[9].UID, 1000)
	require.NoError(t, err)
	require.Equal(t, another.UID, got.Summaries[0].UID)
	_, err = s.UndoSummary(ctx, another.UID, true, clock)
	require.NoError(t, err)
	_, err = s.UndoSummary(ctx, first.UID, false, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"0–3", "4", "5", "6", "7", "8", "9"}, recollect(t, s, all[9]))
	_, err = s.UndoSummary(ctx, chat.NewUID(1), true, clock)
	require.ErrorIs(t, err, fault.NotFound)
}

// Undo, go on, condense more than before, and put the first one back: it would
// stand for nothing on the path that is shown, and say that it was done.
func TestPuttingBackWhatALongerOneStandsForIsAConflict(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 12)
	first := condense(t, s, 0, all[3], 0)
	_, err := s.UndoSummary(ctx, first.UID, true, clock)
	require.NoError(t, err)
	condense(t, s, 0, all[7], 0)
	_, err = s.UndoSummary(ctx, first.UID, false, clock)
	require.ErrorIs(t, err, fault.Conflict, "what goes along: %v", recollect(t, s, all[11]))
}

func TestAReplacedSummaryIsGone(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 8)
	old := condense(t, s, 0, all[3], 0)
	better := store.Summary{From: 0, Last: all[3].UID, Summary: fact("better")}
	_, err := s.AddSummary(ctx, store.Summary{From: 0, Last: all[5].UID, Summary: fact("longer")}, old.UID, clock)
	require.ErrorIs(t, err, fault.Conflict, "it must stand for the same messages")
	got, err := s.Summary(ctx, old.UID)
	require.NoError(t, err, "and a conflict leaves the old one")
	require.Equal(t, old, got)

	kept, err := s.AddSummary(ctx, better, old.UID, clock)
	require.NoError(t, err)
	_, err = s.Summary(ctx, old.UID)
	require.ErrorIs(t, err, fault.NotFound)
	list, err := s.Summaries(ctx, session, chat.UID{})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, kept.UID, list[0].UID)
	require.Equal(t, 2, rows(t, s), "a tombstone is left, for other devices")
	require.Equal(t, []string{"0–3", "4", "5", "6", "7"}, recollect(t, s, all[7]))

	_, err = s.AddSummary(ctx, better, old.UID, clock)
	require.ErrorIs(t, err, fault.Conflict, "it is replaced once")
	_, err = s.UndoSummary(ctx, old.UID, true, clock)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = s.EditSummary(ctx, old.UID, fact("x"), 1, "", clock)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = s.UndoSummary(ctx, kept.UID, true, clock)
	require.NoError(t, err)
	_, err = s.AddSummary(ctx, better, kept.UID, clock)
	require.ErrorIs(t, err, fault.Conflict, "what was undone has no better version")
	require.Len(t, recollect(t, s, all[7]), 8)
}

func TestEditChangesWhatASummarySaysAndNothingElse(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 8)
	old := condense(t, s, 0, all[3], 0)
	edited, err := s.EditSummary(ctx, old.UID, fact("in my words"), 33, "o200k_base", clock+9)
	require.NoError(t, err)
	want := old
	want.Summary, want.TokensAfter, want.Encoding = fact("in my words"), 33, "o200k_base"
	require.Equal(t, want, edited)
	got, err := s.Recollect(ctx, all[7].UID, 1000)
	require.NoError(t, err)
	require.Equal(t, fact("in my words"), got.Summaries[0].Summary)
}

func TestRecollectReadsTheLastOpenOnes(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 20)
	condense(t, s, 4, all[7], 0)
	condense(t, s, 10, all[13], 0)
	for limit, want := range map[int]struct {
		open []string
		left int
	}{
		1:    {[]string{"19"}, 11},
		6:    {[]string{"14", "15", "16", "17", "18", "19"}, 6},
		7:    {[]string{"9", "14", "15", "16", "17", "18", "19"}, 5},
		8:    {[]string{"8", "9", "14", "15", "16", "17", "18", "19"}, 4},
		9:    {[]string{"3", "8", "9", "14", "15", "16", "17", "18", "19"}, 3},
		12:   {[]string{"0", "1", "2", "3", "8", "9", "14", "15", "16", "17", "18", "19"}, 0},
		1000: {[]string{"0", "1", "2", "3", "8", "9", "14", "15", "16", "17", "18", "19"}, 0},
	} {
		got, err := s.Recollect(ctx, all[19].UID, limit)
		require.NoError(t, err)
		require.Equal(t, want.open, contents(got.Open), "at most %d", limit)
		require.Equal(t, want.left, got.Left, "at most %d", limit)
		require.Len(t, got.Summaries, 2)
		require.Equal(t, 20, got.Total)
	}
	for _, limit := range []int{0, -1, 1 << 20} {
		_, err := s.Recollect(ctx, all[19].UID, limit)
		require.ErrorIs(t, err, fault.Invalid)
	}
	_, err := s.Recollect(ctx, chat.NewUID(1), 10)
	require.ErrorIs(t, err, fault.NotFound)
}

func TestAPinnedMessageIsOpenInsideASummary(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 10)
	condense(t, s, 1, all[6], 0)
	for _, depth := range []int{3, 8} {
		_, err := s.PinMessage(ctx, all[depth].UID, true, clock)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"1–6", "0", "3", "7", "8", "9"}, recollect(t, s, all[9]), "once, and in its place")
	other, err := s.AppendBeside(ctx, all[5].UID, chat.Message{Role: chat.Assistant, Content: "5b", Pinned: true}, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"1–6", "0", "3", "7", "8", "9"}, recollect(t, s, all[9]), "what another branch has pinned does not count")
	require.Equal(t, []string{"0", "1", "2", "3", "4", "5b"}, recollect(t, s, other))
	_, err = s.PinMessage(ctx, all[3].UID, false, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"1–6", "0", "7", "8", "9"}, recollect(t, s, all[9]))
}

// A summary of a branch can end inside what another one stands for on the path
// that is shown. It does not go along there, and must not look as if it did.
func TestOnlyWhatAppliesIsShownAsCondensed(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 12)
	condense(t, s, 4, all[9], 0)
	branch, err := s.AppendBeside(ctx, all[6].UID, chat.Message{Role: chat.User, Content: "6b"}, clock)
	require.NoError(t, err)
	condense(t, s, 0, all[5], 0)
	require.Equal(t, []string{"0–5", "6b"}, recollect(t, s, branch))
	require.Equal(t, []string{"4–9", "0", "1", "2", "3", "10", "11"}, recollect(t, s, all[11]))
	w, err := s.Path(ctx, session, all[11].UID, 0, 100)
	require.NoError(t, err)
	for _, m := range w.Messages {
		require.Equal(t, m.Depth >= 4 && m.Depth <= 9, m.Summarized, "message %d", m.Depth)
	}
}

func TestNobodyElseReachesASummary(t *testing.T) {
	s := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "anna", CompanyID: "c"}})
	session, all := conversationOf(t, s, 6)
	kept := condense(t, s, 0, all[3], 0)
	for _, scope := range []store.Scope{{}, {UserID: "ben", CompanyID: "c"}, {UserID: "anna", CompanyID: "d"}} {
		other := s.For(scope)
		_, err := other.Summary(ctx, kept.UID)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.Summaries(ctx, session, chat.UID{})
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.UndoSummary(ctx, kept.UID, true, clock)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.EditSummary(ctx, kept.UID, fact("mine now"), 1, "", clock)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.AddSummary(ctx, store.Summary{From: 4, Last: all[5].UID, Summary: fact("x")}, chat.UID{}, clock)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.Recollect(ctx, all[5].UID, 10)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.Span(ctx, all[5].UID, 0, 3)
		require.ErrorIs(t, err, fault.NotFound)
		_, err = other.Ancestor(ctx, all[5].UID, 2)
		require.ErrorIs(t, err, fault.NotFound)

		// Nor by naming it as what a summary of one's own replaces.
		own := newSession(t, other, "own").UID
		m := say(t, other, own, "0")
		_, err = other.AddSummary(ctx, store.Summary{From: 0, Last: m.UID, Summary: fact("x")}, kept.UID, clock)
		require.ErrorIs(t, err, fault.Conflict)
	}
	got, err := s.Summary(ctx, kept.UID)
	require.NoError(t, err)
	require.Equal(t, kept, got)
	require.Equal(t, 1, rows(t, s))
}

func TestSpanAndAncestorFollowThePath(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 8)
	b, err := s.AppendBeside(ctx, all[4].UID, chat.Message{Role: chat.User, Content: "4b"}, clock)
	require.NoError(t, err)
	got, err := s.Span(ctx, b.UID, 2, 4)
	require.NoError(t, err)
	require.Equal(t, []string{"2", "3", "4b"}, contents(got))
	got, err = s.Span(ctx, all[7].UID, 3, 5)
	require.NoError(t, err)
	require.Equal(t, []string{"3", "4", "5"}, contents(got))
	_, err = s.Span(ctx, all[7].UID, -1, 3)
	require.ErrorIs(t, err, fault.Invalid)
	uid, err := s.Ancestor(ctx, b.UID, 4)
	require.NoError(t, err)
	require.Equal(t, b.UID, uid)
	uid, err = s.Ancestor(ctx, b.UID, 0)
	require.NoError(t, err)
	require.Equal(t, all[0].UID, uid)
}

func TestASummaryThatCannotBeReadSaysNothing(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 6)
	kept := condense(t, s, 0, all[3], 0)
	require.NoError(t, s.DB().Exec(`UPDATE session_summaries SET summary = '{"key_facts":7}'`))
	got, err := s.Summary(ctx, kept.UID)
	require.NoError(t, err)
	require.Zero(t, got.Summary.Len())
	require.Equal(t, []string{"0–3", "4", "5"}, recollect(t, s, all[5]))
}
