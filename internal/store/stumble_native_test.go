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

// stumbling is a context with which one statement fails, and those after it work
// again: as when the disk could not be read once.
type stumbling struct {
	context.Context
	left     int
	stumbled bool
}

func (c *stumbling) Err() error {
	if c.left--; c.left == 0 {
		c.stumbled = true
		return context.Canceled
	}
	return nil
}

// stumble lets each statement of a call fail in turn, until none is left. Every time
// the call must say so, and must have changed nothing unless it works in parts.
func stumble(t *testing.T, s *store.Store, name string, parts bool, call func(context.Context) error) {
	t.Helper()
	before, changes := dump(t, s), changed(t, s)
	for at := 1; ; at++ {
		require.Less(t, at, 2000, "%s does not end", name)
		c := &stumbling{Context: context.Background(), left: at}
		err := call(c)
		if !c.stumbled {
			require.NoError(t, err, name)
			break
		}
		require.Error(t, err, "%s: its statement %d failed, and it said nothing", name, at)
		require.NotErrorIs(t, err, fault.NotFound, "%s, statement %d", name, at)
		storetest.RequirePlain(t, ignoreCancelled(err))
		// Where no row was touched, there is nothing to compare.
		if now := changed(t, s); !parts && now != changes {
			changes = now
			require.Equal(t, before, dump(t, s), "%s: its statement %d failed, and it changed something", name, at)
		}
	}
	if changed(t, s) != changes {
		requireWhole(t, s)
	}
}

// changed counts the rows that were ever changed, also those that were changed back.
func changed(t *testing.T, s *store.Store) int64 {
	t.Helper()
	n, err := storetest.Database(s).Int(`SELECT total_changes()`)
	require.NoError(t, err)
	return n
}

func ignoreCancelled(err error) error {
	if err == context.Canceled {
		return nil
	}
	return err
}

// dump is all that is in the tables of a history.
func dump(t *testing.T, s *store.Store) string {
	t.Helper()
	db := storetest.Database(s)
	var b strings.Builder
	for _, table := range []string{"sessions", "messages", "session_summaries", "entities", "checkpoints", "checkpoint_writes", "outbox", "settings", "requests"} {
		require.NoError(t, db.Each(`SELECT * FROM `+table, func(st *sqlite.Stmt) error {
			b.WriteString(table)
			for i := range st.Columns() {
				b.WriteString("|" + st.Text(i))
			}
			b.WriteByte('\n')
			return nil
		}))
	}
	return b.String()
}

func TestACallThatFailsInTheMiddleSaysSoAndChangesNothing(t *testing.T) {
	s := open(t)
	session, all := conversationOf(t, s, 40)
	other := newSession(t, s, "other").UID
	say(t, s, other, "needle in a haystack")
	first := condense(t, s, 0, all[3], 0)
	condense(t, s, 4, all[7], 0)
	_, err := s.PinMessage(ctx, all[2].UID, true, clock)
	require.NoError(t, err)
	undone := condense(t, s, 8, all[11], 0)
	_, err = s.UndoSummary(ctx, undone.UID, true, clock)
	require.NoError(t, err)
	fork := storetest.SayAt(t, s, session, all[5].UID, "another way")
	_, err = s.SetHead(ctx, all[39].UID, clock)
	require.NoError(t, err)

	turn, err := s.Create(ctx, chat.Session{}, clock)
	require.NoError(t, err)
	point := store.Checkpoint{Session: session, Turn: turn.UID, Node: "input", State: chat.RawJSON(`{}`)}
	var kept store.Checkpoint
	calls := []struct {
		name  string
		parts bool
		call  func(context.Context) error
	}{
		{"Create", false, func(ctx context.Context) error {
			_, err := s.Create(ctx, chat.Session{Name: "new", Tags: []string{"a"}}, clock)
			return err
		}},
		{"Append", false, func(ctx context.Context) error {
			_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "a new message"}, clock)
			return err
		}},
		{"Append below another", false, func(ctx context.Context) error {
			_, err := s.Append(ctx, session, chat.Message{Parent: all[30].UID, Role: chat.Assistant, Content: "an answer"}, clock)
			return err
		}},
		{"AppendBeside", false, func(ctx context.Context) error {
			_, err := s.AppendBeside(ctx, all[20].UID, chat.Message{Role: chat.User, Content: "in other words"}, clock)
			return err
		}},
		{"AppendBeside the first", false, func(ctx context.Context) error {
			_, err := s.AppendBeside(ctx, all[0].UID, chat.Message{Role: chat.User, Content: "another beginning"}, clock)
			return err
		}},
		{"SetHead", false, func(ctx context.Context) error { _, err := s.SetHead(ctx, all[39].UID, clock); return err }},
		{"Rewind", false, func(ctx context.Context) error { _, err := s.Rewind(ctx, all[38].UID, clock); return err }},
		{"SetHead again", false, func(ctx context.Context) error { _, err := s.SetHead(ctx, all[39].UID, clock); return err }},
		{"Update", false, func(ctx context.Context) error {
			_, err := s.Update(ctx, all[9].UID, store.Patch{Content: new("changed"), Metadata: chat.RawJSON(`{"a":1}`)}, clock)
			return err
		}},
		{"Rate", false, func(ctx context.Context) error {
			_, err := s.Rate(ctx, all[9].UID, &chat.Feedback{Up: true}, clock)
			return err
		}},
		{"Erase", false, func(ctx context.Context) error { _, err := s.Erase(ctx, all[10].UID, clock); return err }},
		{"Branch", false, func(ctx context.Context) error { _, err := s.Branch(ctx, all[15].UID, clock); return err }},
		{"Branch of a fork", false, func(ctx context.Context) error { _, err := s.Branch(ctx, fork.UID, clock); return err }},
		{"AddSummary", false, func(ctx context.Context) error {
			_, err := s.AddSummary(ctx, store.Summary{From: 12, Last: all[15].UID, Summary: fact("c")}, chat.UID{}, clock)
			return err
		}},
		{"AddSummary of summaries", false, func(ctx context.Context) error {
			_, err := s.AddSummary(ctx, store.Summary{From: 0, Last: all[7].UID, Level: 1, Summary: fact("d")}, chat.UID{}, clock)
			return err
		}},
		{"EditSummary", false, func(ctx context.Context) error {
			_, err := s.EditSummary(ctx, first.UID, fact("e"), 3, "words", clock)
			return err
		}},
		{"UndoSummary", false, func(ctx context.Context) error {
			_, err := s.UndoSummary(ctx, first.UID, true, clock)
			return err
		}},
		{"UndoSummary taken back", false, func(ctx context.Context) error {
			_, err := s.UndoSummary(ctx, first.UID, false, clock)
			return err
		}},
		{"Summaries", false, func(ctx context.Context) error { _, err := s.Summaries(ctx, session, chat.UID{}); return err }},
		{"Summaries of a path", false, func(ctx context.Context) error { _, err := s.Summaries(ctx, session, fork.UID); return err }},
		{"SummariesMark", false, func(ctx context.Context) error { _, err := s.SummariesMark(ctx, session, fork.UID); return err }},
		{"Recollect", false, func(ctx context.Context) error { _, err := s.Recollect(ctx, all[39].UID, 10); return err }},
		{"Recollect with what is pinned", false, func(ctx context.Context) error { _, err := s.Recollect(ctx, all[39].UID, 1000); return err }},
		{"Span", false, func(ctx context.Context) error { _, err := s.Span(ctx, all[39].UID, 3, 30); return err }},
		{"Ancestor", false, func(ctx context.Context) error { _, err := s.Ancestor(ctx, all[39].UID, 2); return err }},
		{"Path", false, func(ctx context.Context) error { _, err := s.Path(ctx, session, chat.UID{}, 0, 20); return err }},
		{"Path to a leaf", false, func(ctx context.Context) error { _, err := s.Path(ctx, session, fork.UID, 1, 4); return err }},
		{"Siblings", false, func(ctx context.Context) error { _, err := s.Siblings(ctx, fork.UID); return err }},
		{"Siblings of the first", false, func(ctx context.Context) error { _, err := s.Siblings(ctx, all[0].UID); return err }},
		{"AddCheckpoint", false, func(ctx context.Context) (err error) {
			kept, err = s.AddCheckpoint(ctx, point, clock)
			return err
		}},
		{"AddCheckpoint after another", false, func(ctx context.Context) error {
			next := point
			next.Parent, next.Step = kept.UID, 1
			_, err := s.AddCheckpoint(ctx, next, clock)
			return err
		}},
		{"AddWrite", false, func(ctx context.Context) error {
			return s.AddWrite(ctx, kept.UID, store.Write{Task: "answer", Channel: "reply", Value: chat.RawJSON(`{}`)})
		}},
		{"Writes", false, func(ctx context.Context) error { _, err := s.Writes(ctx, session, turn.UID); return err }},
		{"LastCheckpoint", false, func(ctx context.Context) error { _, err := s.LastCheckpoint(ctx, session, turn.UID); return err }},
		{"Checkpoint", false, func(ctx context.Context) error { _, err := s.Checkpoint(ctx, kept.UID); return err }},
		{"Checkpoints", false, func(ctx context.Context) error {
			_, err := s.Checkpoints(ctx, session, store.CheckpointFilter{Turn: turn.UID, Before: kept.UID})
			return err
		}},
		{"Enqueue", false, func(ctx context.Context) error {
			return s.Enqueue(ctx, store.Waiting{Session: session, Question: all[38].UID, Message: all[39].UID}, clock)
		}},
		{"Outbox", false, func(ctx context.Context) error { _, err := s.Outbox(ctx); return err }},
		{"Dequeue", false, func(ctx context.Context) error { _, err := s.Dequeue(ctx, all[39].UID); return err }},
		{"Remember", false, func(ctx context.Context) error {
			return s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: "Aarhus", Message: all[3].UID, Of: []string{"town"}}, {Kind: chat.NameKind, Text: "Bergen"}}, clock)
		}},
		{"Remember again", false, func(ctx context.Context) error {
			return s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: "Aarhus", Message: all[5].UID, Of: []string{"port"}, Value: "v"}}, clock)
		}},
		{"Remembered", false, func(ctx context.Context) error {
			_, err := s.Remembered(ctx, store.RememberedFilter{Limit: 10})
			return err
		}},
		{"EditRemembered", false, func(ctx context.Context) error {
			_, err := s.EditRemembered(ctx, oneRemembered(t, s), "Århus", clock)
			return err
		}},
		{"EraseRemembered", false, func(ctx context.Context) error { return s.EraseRemembered(ctx, oneRemembered(t, s)) }},
		{"EraseAllRemembered", false, func(ctx context.Context) error { _, err := s.EraseAllRemembered(ctx, session); return err }},
		{"Search", false, func(ctx context.Context) error { _, err := s.Search(ctx, "needle", store.SearchOptions{}); return err }},
		{"Search for two words", false, func(ctx context.Context) error {
			_, err := s.Search(ctx, "needle haystack", store.SearchOptions{Limit: 1})
			return err
		}},
		{"Resolve", false, func(ctx context.Context) error { _, err := s.Resolve(ctx, other.String()[:20]); return err }},
		{"Resolve by id", false, func(ctx context.Context) error { _, err := s.Resolve(ctx, other.String()); return err }},
		{"List", false, func(ctx context.Context) error { _, _, err := s.List(ctx, store.ListOptions{Limit: 1}); return err }},
		{"Rename", false, func(ctx context.Context) error {
			_, err := s.Rename(ctx, other, "renamed", chat.NamedByUser, clock)
			return err
		}},
		{"Pin", false, func(ctx context.Context) error { _, err := s.Pin(ctx, other, true, clock); return err }},
		{"Archive", false, func(ctx context.Context) error { _, err := s.Archive(ctx, other, true, clock); return err }},
		{"SetDraft", false, func(ctx context.Context) error { _, err := s.SetDraft(ctx, other, "draft", clock); return err }},
		{"SetSettings", false, func(ctx context.Context) error {
			_, err := s.SetSettings(ctx, other, chat.RawJSON(`{"a":1}`), clock)
			return err
		}},
		{"SetTags", false, func(ctx context.Context) error {
			_, err := s.SetTags(ctx, other, []string{"Work", "home"}, clock)
			return err
		}},
		{"SetTags of another", false, func(ctx context.Context) error {
			_, err := s.SetTags(ctx, session, []string{"work"}, clock)
			return err
		}},
		{"Tags", false, func(ctx context.Context) error { _, err := s.Tags(ctx); return err }},
		{"RenameTag", false, func(ctx context.Context) error { _, err := s.RenameTag(ctx, "work", "office", clock); return err }},
		{"SetSetting", false, func(ctx context.Context) error { return s.SetSetting(ctx, "key", chat.RawJSON(`1`), clock) }},
		{"Setting", false, func(ctx context.Context) error { _, err := s.Setting(ctx, "key"); return err }},
		{"Settings", false, func(ctx context.Context) error { _, err := s.Settings(ctx); return err }},
		{"Counts", false, func(ctx context.Context) error { _, err := s.Counts(ctx); return err }},
		{"Once", false, func(ctx context.Context) error {
			_, _, err := s.Once(ctx, "once", clock, func(ctx context.Context) ([]byte, error) {
				_, err := s.Rename(ctx, other, "once", chat.NamedByUser, clock)
				return []byte("done"), err
			})
			return err
		}},
		{"Once again", false, func(ctx context.Context) error {
			_, _, err := s.Once(ctx, "once", clock, func(context.Context) ([]byte, error) { panic("it was done") })
			return err
		}},
		{"Together", false, func(ctx context.Context) error {
			return s.Together(ctx, func(ctx context.Context) error {
				if _, err := s.Pin(ctx, other, false, clock); err != nil {
					return err
				}
				_, err := s.Recollect(ctx, all[39].UID, 100)
				return err
			})
		}},
		{"Export", false, func(ctx context.Context) error { return transfer.Export(ctx, s, discard{}) }},
		{"Check", false, func(ctx context.Context) error { _, err := s.Check(ctx); return err }},
		{"Repair", false, func(ctx context.Context) error { return s.Repair(ctx) }},
		{"Image", false, func(ctx context.Context) error { _, err := s.Image(ctx); return err }},
		{"Delete", false, func(ctx context.Context) error { _, err := s.Delete(ctx, other, clock); return err }},
		{"Restore", false, func(ctx context.Context) error { _, err := s.Restore(ctx, other, clock); return err }},
		{"Purge", false, func(ctx context.Context) error { return s.Purge(ctx, other) }},
	}
	for _, one := range calls {
		stumble(t, s, one.name, one.parts, one.call)
	}
	for range 2 {
		_, err = s.Append(ctx, session, chat.Message{Role: chat.Assistant, Status: chat.Streaming, Content: "half"}, clock)
		require.NoError(t, err)
	}
	stumble(t, s, "Settle", true, func(ctx context.Context) error { _, err := s.Settle(ctx, clock); return err })
	_, err = s.Delete(ctx, session, clock)
	require.NoError(t, err)
	stumble(t, s, "PurgeExpired", true, func(ctx context.Context) error {
		_, err := s.PurgeExpired(ctx, clock+100*24*3600*1000)
		return err
	})
	_, err = s.Session(ctx, session)
	require.ErrorIs(t, err, fault.NotFound, "it was purged")
}

// oneRemembered is one thing that is remembered.
func oneRemembered(t *testing.T, s *store.Store) chat.UID {
	t.Helper()
	all, err := s.Remembered(ctx, store.RememberedFilter{Limit: 1})
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0].UID
}
