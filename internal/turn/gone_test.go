// What is gone, or goes away, while a turn looks for it: the chat in another tab, the
// details of an answer, a step's state, the history behind a question.

package turn_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// deleting is a store in which another tab deletes a chat for good when the outbox has
// been read.
type deleting struct {
	*store.Store
	session chat.UID
	deleted bool
	// clings is why nothing can be taken out of the outbox.
	clings error
}

func (s *deleting) Outbox(ctx context.Context) ([]store.Waiting, error) {
	list, err := s.Store.Outbox(ctx)
	if err == nil && !s.deleted {
		s.deleted = true
		err = s.Purge(ctx, s.session)
	}
	return list, err
}

func (s *deleting) Dequeue(ctx context.Context, message chat.UID) (bool, error) {
	if s.clings != nil {
		return false, s.clings
	}
	return s.Store.Dequeue(ctx, message)
}

// A chat that is deleted while its question is about to be sent keeps no other one
// from being sent.
func TestAChatDeletedAtTheLastMomentHoldsNobodyUp(t *testing.T) {
	for _, clings := range []error{nil, errClings} {
		b, n := open(t), &network{down: true}
		b.Engine = overNetwork(b, n)
		first := b.send(t, chat.UID{}, "One?")
		second := b.send(t, chat.UID{}, "Two?")
		n.set(false)
		o := b.Options
		o.Store = &deleting{Store: b.store, session: first.Session, clings: clings}
		b.Engine = turn.New(o)
		out, err := b.SendWaiting(t.Context())
		if clings != nil {
			require.ErrorIs(t, err, errClings)
			require.Empty(t, n.arrived, "nothing is sent past a disk that fails")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, wire.OutboxSent{Sent: 1}, out)
		require.Equal(t, []string{"Two?"}, n.arrived)
		require.Equal(t, []string{"user complete: Two?", "assistant complete: Answer to Two?"}, b.path(t, second.Session))
	}
}

// A step without a state in a chat without messages is of nothing.
func TestAStepOfAnEmptyChatCannotGoOn(t *testing.T) {
	b := open(t)
	session, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	kept, err := b.store.AddCheckpoint(t.Context(), store.Checkpoint{Session: session.UID, Turn: chat.NewUID(3), Node: "input", State: chat.RawJSON(`{}`)}, 1)
	require.NoError(t, err)
	_, err = b.Resume(t.Context(), turn.Target{Checkpoint: kept.UID}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, fault.NotFound)
	require.ErrorContains(t, err, "There is nothing to continue in this chat.")
	require.Empty(t, b.path(t, session.UID))
}

// An answer that was paid for and whose details are gone says how long it took.
func TestAnAnswerWithoutItsDetailsHasItsTimings(t *testing.T) {
	b := open(t, say("Precious."))
	b.Engine = engineOver(b, unsaving{b.store})
	out := b.send(t, chat.UID{}, "Tell me.")
	require.NotEmpty(t, out.Unsaved)
	_, err := b.store.Update(t.Context(), out.Message.UID, store.Patch{Metadata: encoded(t, chat.Answer{Turn: out.Answer.Turn})}, 1)
	require.NoError(t, err)
	b.Engine = engineOver(b, b.store)
	again, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Precious.", again.Message.Content)
	require.Equal(t, out.Answer.Timings, again.Answer.Timings)
	require.Equal(t, 1, b.model.asked())
}

// A long chat that cannot be read keeps no question, and takes it when it can.
func TestAQuestionToALongChatThatCannotBeReadIsNotKept(t *testing.T) {
	b := open(t)
	s, err := b.store.Create(t.Context(), chat.Session{Name: "Long"}, 1)
	require.NoError(t, err)
	for i := range 102 {
		for _, role := range []chat.Role{chat.User, chat.Assistant} {
			_, err = b.store.Append(t.Context(), s.UID, chat.Message{Role: role, Content: fmt.Sprint("Note ", i), Tokens: 7, Encoding: "words"}, 1)
			require.NoError(t, err)
		}
	}
	gone := fault.New(fault.Unavailable, "The disk is gone.")
	b.Engine = engineOver(b, &spans{Store: b.store, fail: gone})
	q := turn.Question{Session: s.UID, Text: "Which note was the seventh?", Key: "k"}
	_, err = b.Send(t.Context(), q, b.emit)
	require.ErrorIs(t, err, gone)
	require.Len(t, b.path(t, s.UID), 204)
	out, err := b.Send(t.Context(), q, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Len(t, b.path(t, s.UID), 206)
}

// A question is counted for the model that is to answer; one that cannot be, or whose
// count cannot be kept, fails in its place.
func TestAQuestionThatCannotBeCountedForItsModelSaysSo(t *testing.T) {
	failed := fault.New(fault.Unavailable, "There is no vocabulary.")
	for _, broken := range []string{"count", "row"} {
		b, m := withReader(t, nil, say(`{"is_followup":false}`), say(`{"is_followup":false}`))
		session := b.send(t, chat.UID{}, sure).Session
		o := b.Options
		o.Ready = nil
		o.Encoding = func(model string) (string, bool) { return "of " + model, false }
		works := false
		o.Count = func(_ context.Context, model string, _ chat.Role, text string) (int, string, error) {
			if broken == "count" && !works && model != "" && text == unsure {
				return 0, "", failed
			}
			return 7, "of " + model, nil
		}
		if broken == "row" {
			o.Store = &miscounting{Store: b.store, fail: failed}
		}
		b.Engine = turn.New(o)
		out := b.send(t, session, unsure)
		require.Equal(t, chat.Failed, out.Message.Status, broken)
		require.Equal(t, failed.Message, out.Answer.Problem.Message, broken)
		require.Zero(t, m.asked, "nobody is asked before the answer has its place")
		works = true
		out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err)
		require.Equal(t, "You said: "+unsure, out.Message.Content, broken)
		question, err := b.store.Message(t.Context(), out.Question)
		require.NoError(t, err)
		require.Equal(t, "of scripted-1", question.Encoding, broken)
	}
}

// miscounting is a store that cannot correct a question's count, once.
type miscounting struct {
	*store.Store
	fail error
}

func (s *miscounting) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error) {
	if err := s.fail; err != nil && p.Status == nil && p.Content == nil && p.Tokens != nil {
		s.fail = nil
		return chat.Message{}, err
	}
	return s.Store.Update(ctx, uid, p, now)
}

// Evidence that cannot be counted is not sent as if it were nothing.
func TestEvidenceThatCannotBeCountedIsTold(t *testing.T) {
	failed := fault.New(fault.Unavailable, "There is no vocabulary.")
	for _, asks := range []bool{false, true} {
		b := open(t)
		porto := &station{name: "Porto"}
		o := gathering(b, b.store, porto).Options
		works, count := false, o.Count
		o.Count = func(ctx context.Context, model string, role chat.Role, text string) (int, string, error) {
			if !works && porto.times() > 0 {
				return 0, "", failed
			}
			return count(ctx, model, role, text)
		}
		b.asks = asks
		b.Engine = turn.New(o)
		out := b.send(t, chat.UID{}, rain)
		require.Equal(t, chat.Failed, out.Message.Status)
		require.Equal(t, failed.Message, out.Answer.Problem.Message)
		require.Equal(t, "assemble", out.Answer.Problem.Step)
		require.Zero(t, b.model.asked())
		works = true
		out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
		require.NoError(t, err)
		require.Contains(t, out.Message.Content, "Pressure falls at Porto")
		require.Equal(t, 1, porto.times(), "it is paid once")
	}
}

// pathless is a store that cannot read a path, once.
type pathless struct {
	damaged
	fail error
}

func (s *pathless) Path(ctx context.Context, session, leaf chat.UID, from, limit int) (store.Window, error) {
	if err := s.fail; err != nil {
		s.fail = nil
		return store.Window{}, err
	}
	return s.Store.Path(ctx, session, leaf, from, limit)
}

// A turn without a state whose messages cannot be read is not begun anew.
func TestATurnIsNotMadeOfMessagesThatCannotBeRead(t *testing.T) {
	b := open(t, breakOff("The first half", fault.New(fault.Upstream, "It is down.")), say(" and the second."))
	out := b.send(t, chat.UID{}, "Tell me all.")
	gone := fault.New(fault.Unavailable, "The disk is gone.")
	b.Engine = engineOver(b, &pathless{damaged{Store: b.store, state: stateOf(`{`)}, gone})
	_, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, gone)
	require.Equal(t, 1, b.model.asked())
	again, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "The first half and the second.", again.Message.Content)
}
