package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

func TestCheckpointsHaveALineage(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "steps").UID
	turn, other := chat.NewUID(1), chat.NewUID(2)
	var parent chat.UID
	for i, node := range []string{"input", "load", "record"} {
		c, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Parent: parent, Turn: turn, Step: i, Node: node, Source: "step",
			State: chat.RawJSON(`{"n": 1}`)}, clock+int64(i))
		require.NoError(t, err)
		parent = c.UID
	}
	_, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Parent: parent, Turn: other, Node: "input", Source: "fork"}, clock)
	require.NoError(t, err)

	all, err := s.Checkpoints(ctx, session, store.CheckpointFilter{})
	require.NoError(t, err)
	require.Len(t, all, 4)
	require.Equal(t, []string{"input", "record", "load", "input"}, []string{all[0].Node, all[1].Node, all[2].Node, all[3].Node})
	for i := range 3 {
		require.Equal(t, all[i+1].UID, all[i].Parent)
	}
	require.Equal(t, `{"n":1}`, string(all[1].State))
	require.Equal(t, session, all[1].Session)

	one, err := s.Checkpoint(ctx, all[1].UID)
	require.NoError(t, err)
	require.Equal(t, all[1], one)

	last, err := s.LastCheckpoint(ctx, session, turn)
	require.NoError(t, err)
	require.Equal(t, all[1].UID, last)
	last, err = s.LastCheckpoint(ctx, session, chat.NewUID(3))
	require.NoError(t, err)
	require.True(t, last.IsZero())

	of, err := s.Checkpoints(ctx, session, store.CheckpointFilter{Turn: turn, Limit: 2})
	require.NoError(t, err)
	require.Equal(t, all[1:3], of)
	older, err := s.Checkpoints(ctx, session, store.CheckpointFilter{Turn: turn, Before: of[1].UID})
	require.NoError(t, err)
	require.Equal(t, all[3:], older)
}

func TestPendingWritesAreKeptOnceInTheirOrder(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "writes").UID
	turn := chat.NewUID(1)
	add := func() chat.UID {
		c, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: turn, Node: "n"}, clock)
		require.NoError(t, err)
		return c.UID
	}
	first, second := add(), add()
	for _, w := range []struct {
		at  chat.UID
		seq int
		val string
	}{{first, 0, `{"a":1}`}, {second, 1, `{"b":2}`}, {second, 0, `{"c":3}`}, {second, 0, `{"other":4}`}} {
		require.NoError(t, s.AddWrite(ctx, w.at, store.Write{Task: "t", Sequence: w.seq, Channel: "ch", Value: chat.RawJSON(w.val)}))
	}
	got, err := s.Writes(ctx, session, turn)
	require.NoError(t, err)
	require.Equal(t, []store.Write{{"t", 0, "ch", chat.RawJSON(`{"a":1}`)}, {"t", 1, "ch", chat.RawJSON(`{"b":2}`)},
		{"t", 0, "ch", chat.RawJSON(`{"c":3}`)}}, got, "the first of a name counts")
	c, err := s.Checkpoint(ctx, second)
	require.NoError(t, err)
	require.Equal(t, 2, c.Writes)
}

func TestCheckpointsAreRefusedAndScoped(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "scope").UID
	c, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: chat.NewUID(1), Node: "n"}, clock)
	require.NoError(t, err)
	_, err = s.AddCheckpoint(ctx, store.Checkpoint{Session: session, State: chat.RawJSON(`{"s":"` + strings.Repeat("x", 70_000) + `"}`)}, clock)
	require.ErrorIs(t, err, fault.TooLarge)
	_, err = s.AddCheckpoint(ctx, store.Checkpoint{Session: session, State: chat.RawJSON(`[1]`)}, clock)
	require.ErrorIs(t, err, fault.Invalid)
	_, err = s.AddCheckpoint(ctx, store.Checkpoint{Session: chat.NewUID(9)}, clock)
	require.ErrorIs(t, err, fault.NotFound)
	orphan, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Parent: chat.NewUID(9)}, clock)
	require.NoError(t, err)
	kept, err := s.Checkpoint(ctx, orphan.UID)
	require.NoError(t, err)
	require.True(t, kept.Parent.IsZero(), "a parent that is gone is none")
	require.ErrorIs(t, s.AddWrite(ctx, chat.NewUID(9), store.Write{Value: chat.RawJSON(`1`)}), fault.NotFound)
	_, err = s.Checkpoints(ctx, session, store.CheckpointFilter{Limit: -1})
	require.ErrorIs(t, err, fault.Invalid)

	others := s.For(store.Scope{UserID: "other"})
	_, err = others.Checkpoint(ctx, c.UID)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = others.Checkpoints(ctx, session, store.CheckpointFilter{})
	require.ErrorIs(t, err, fault.NotFound)
	require.ErrorIs(t, others.AddWrite(ctx, c.UID, store.Write{Value: chat.RawJSON(`1`)}), fault.NotFound)

	_, err = s.Delete(ctx, session, clock)
	require.NoError(t, err)
	require.NoError(t, s.Purge(ctx, session))
	_, err = s.Checkpoint(ctx, c.UID)
	require.ErrorIs(t, err, fault.NotFound, "a purge takes them along")
}

func TestTogetherIsAllOrNothing(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "together").UID
	failed := errors.New("failed")
	err := s.Together(ctx, func(ctx context.Context) error {
		_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "gone"}, clock)
		require.NoError(t, err)
		_, err = s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Node: "gone"}, clock)
		require.NoError(t, err)
		return failed
	})
	require.ErrorIs(t, err, failed)
	list, err := s.Checkpoints(ctx, session, store.CheckpointFilter{})
	require.NoError(t, err)
	require.Empty(t, list)
	w, err := s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Empty(t, w.Messages)
}

func TestRewindEndsThePathAtAMessage(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "rewind").UID
	first, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "1"}, clock)
	require.NoError(t, err)
	_, err = s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "2"}, clock)
	require.NoError(t, err)
	out, err := s.Rewind(ctx, first.UID, clock)
	require.NoError(t, err)
	require.Equal(t, first.UID, out.Head)
	third, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "3"}, clock)
	require.NoError(t, err)
	require.Equal(t, first.UID, third.Parent)
	siblings, err := s.Siblings(ctx, third.UID)
	require.NoError(t, err)
	require.Len(t, siblings, 2)
}
