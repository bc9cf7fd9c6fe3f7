//go:build !js && !wasip1

package store_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/store/storetest"
	"burrow/internal/transfer"
)

// full is a history with a row in every table that a restore carries.
func full(t *testing.T) *store.Store {
	t.Helper()
	s := open(t)
	session, all := conversationOf(t, s, 3)
	condense(t, s, 0, all[0], 0)
	undone := condense(t, s, 1, all[2], 0)
	_, err := s.UndoSummary(ctx, undone.UID, true, clock+9)
	require.NoError(t, err)
	say(t, s, newSession(t, s, "needles").UID, "needle")
	storetest.SayAt(t, s, session, all[1].UID, "another way")
	require.NoError(t, s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: "Aarhus", Message: all[1].UID}}, clock))
	point, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: session, Node: "input", State: chat.RawJSON(`{}`)}, clock)
	require.NoError(t, err)
	require.NoError(t, s.AddWrite(ctx, point.UID, store.Write{Task: "t", Channel: "c", Value: chat.RawJSON(`{}`)}))
	require.NoError(t, s.SetSetting(ctx, "key", chat.RawJSON(`{"a":1}`), clock))
	return s
}

func TestRowsAreFoundByAllOfTheirValues(t *testing.T) {
	s := open(t)
	newSession(t, s, "a")
	session := newSession(t, s, "b").UID
	want, err := s.DB().Int(`SELECT id FROM sessions WHERE name = 'b'`)
	require.NoError(t, err)
	require.NoError(t, s.ReadRows(ctx, func(r store.Rows) error {
		for user, id := range map[string]int64{"": want, "other": 0} {
			got, err := r.Find("sessions", []string{"uid", "user_id"}, []any{session[:], user})
			require.NoError(t, err)
			require.Equal(t, id, got, "of user %q", user)
		}
		return nil
	}))
}

// What comes back from a backup is all there, whatever was here before, and nobody
// else loses anything.
func TestARestoreReplacesWhatIsOnesOwn(t *testing.T) {
	from := full(t)
	im := image(t, file(t, from))
	for _, others := range []bool{false, true} {
		var told []store.Change
		to := openWith(t, sqlite.Memory, store.Options{OnChange: func(c store.Change) { told = append(told, c) }})
		gone := say(t, to, newSession(t, to, "gone").UID, "this straw goes")
		_, _, err := to.Once(ctx, "done", clock, func(context.Context) ([]byte, error) { return []byte("the answer"), nil })
		require.NoError(t, err)
		other := to.For(store.Scope{UserID: "other"})
		if others {
			say(t, other, newSession(t, other, "theirs").UID, "this straw stays")
		}
		told = nil
		_, err = transfer.Restore(ctx, to, im, transfer.Replace, clock)
		require.NoError(t, err)
		require.True(t, told[0].All)
		require.Equal(t, export(t, from), export(t, to))
		_, err = to.Message(ctx, gone.UID)
		require.ErrorIs(t, err, fault.NotFound)
		for s, want := range map[*store.Store]map[string]int{to: {"straw": 0, "needle": 1}, other: {"straw": 0, "needle": 0}} {
			if others && s == other {
				want["straw"] = 1
			}
			for word, n := range want {
				found, err := s.Search(ctx, word, store.SearchOptions{})
				require.NoError(t, err)
				require.Len(t, found.Hits, n, "%s, others: %v", word, others)
			}
		}
		_, _, err = to.Once(ctx, "done", clock, func(context.Context) ([]byte, error) { panic("it was done") })
		require.ErrorIs(t, err, fault.NotFound, "what was answered is gone, too")
		requireWhole(t, to)
		_, err = to.Image(ctx)
		if others {
			require.ErrorIs(t, err, fault.Invalid, "a copy would have their chats")
		} else {
			require.NoError(t, err)
		}
	}
}

// looks is how many statements it takes to look at a backup, which comes first and
// touches nothing.
func looks(t *testing.T, s *store.Store, im *sqlite.Image) int {
	t.Helper()
	c := &stumbling{Context: context.Background()}
	_, err := transfer.Inspect(c, s, im)
	require.NoError(t, err)
	return -c.left
}

func TestARestoreThatFailsInTheMiddleChangesNothing(t *testing.T) {
	from := full(t)
	im := image(t, file(t, from))
	for _, mode := range []transfer.RestoreMode{transfer.Merge, transfer.Replace} {
		to := open(t)
		say(t, to, newSession(t, to, "here").UID, "here already")
		before := dump(t, to)
		for at := looks(t, to, im) / 2; ; at++ {
			c := &stumbling{Context: context.Background(), left: at}
			_, err := transfer.Restore(c, to, im, mode, clock)
			if !c.stumbled {
				require.NoError(t, err)
				t.Log(mode, at, "statements")
				break
			}
			require.Error(t, err, "%s: statement %d failed, and nothing was said", mode, at)
			require.Equal(t, before, dump(t, to), "%s, statement %d", mode, at)
		}
		require.Contains(t, export(t, to), "another way")
		requireWhole(t, to)
	}
}

// A copy that was changed elsewhere: what is newer counts.
func TestAMergeThatFailsInTheMiddleChangesNothing(t *testing.T) {
	here := full(t)
	there := openWith(t, sqlite.Memory, store.Options{})
	_, err := transfer.Restore(ctx, there, image(t, file(t, here)), transfer.Merge, clock)
	require.NoError(t, err)
	list, _, err := there.List(ctx, store.ListOptions{Limit: 10})
	require.NoError(t, err)
	for _, session := range list {
		_, err := there.Rename(ctx, session.UID, "renamed there", chat.NamedByUser, clock+100)
		require.NoError(t, err)
		_, err = there.PinMessage(ctx, session.Head, true, clock+100)
		require.NoError(t, err)
		say(t, there, session.UID, "more there")
	}
	im := image(t, file(t, there))
	before := dump(t, here)
	for at := looks(t, here, im) / 2; ; at++ {
		c := &stumbling{Context: context.Background(), left: at}
		_, err := transfer.Restore(c, here, im, transfer.Merge, clock)
		if !c.stumbled {
			require.NoError(t, err)
			break
		}
		require.Error(t, err, "statement %d failed, and nothing was said", at)
		require.Equal(t, before, dump(t, here), "statement %d", at)
	}
	require.Equal(t, export(t, there), export(t, here))
}

func TestAnImportThatFailsInTheMiddleChangesNothing(t *testing.T) {
	lines := `{"session":"s","id":"m1","role":"user","content":"Hello"}
{"session":"s","id":"m2","role":"assistant","content":"Hi"}
` + export(t, full(t))
	s := open(t)
	count := func(string, string) (int, string) { return 1, "words" }
	for round := range 2 {
		before := dump(t, s)
		for at := 1; ; at++ {
			c := &stumbling{Context: context.Background(), left: at}
			report, err := transfer.Import(c, s, strings.NewReader(lines), clock, count)
			if !c.stumbled {
				require.NoError(t, err)
				require.Empty(t, report.Problems)
				break
			}
			require.Error(t, err, "round %d: statement %d failed, and nothing was said", round, at)
			require.Equal(t, before, dump(t, s), "round %d, statement %d", round, at)
		}
	}
	found, err := s.Resolve(ctx, "s")
	require.NoError(t, err)
	require.Equal(t, 2, found.MessageCount, "the second time nothing was added")
	requireWhole(t, s)
}
