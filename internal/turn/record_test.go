package turn_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// A program that ended left its answer streaming, for ever as it seems to a reader.
// Whoever asks next in that chat is told otherwise.
func TestAnAnswerWhoseProgramHasEndedIsSettledByTheNextQuestion(t *testing.T) {
	abandoned := func(t *testing.T) (*bench, chat.UID) {
		b := open(t)
		b.model.script = []call{say("Before."), func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			o.Delta(llm.Delta{Text: "Begun"})
			b.HandOver()
			<-ctx.Done()
			return llm.Reply{Content: "Begun"}, ctx.Err()
		}}
		session := b.send(t, chat.UID{}, "First?").Session
		_, err := b.Send(t.Context(), turn.Question{Session: session, Text: "Second?"}, b.emit)
		require.ErrorIs(t, err, turn.ErrHandedOver)
		require.Equal(t, "assistant streaming: Begun", b.path(t, session)[3])
		b.Engine = engineOver(b, b.store)
		return b, session
	}
	t.Run("sent", func(t *testing.T) {
		b, session := abandoned(t)
		b.model.script = []call{say("There.")}
		b.send(t, session, "Third?")
		require.Equal(t, []string{"user complete: First?", "assistant complete: Before.", "user complete: Second?", "assistant stopped: Begun",
			"user complete: Third?", "assistant complete: There."}, b.path(t, session))
	})
	t.Run("again", func(t *testing.T) {
		b, session := abandoned(t)
		b.model.script = []call{say("All of it.")}
		s, err := b.store.Session(t.Context(), session)
		require.NoError(t, err)
		_, err = b.Again(t.Context(), s.Head, turn.Wish{}, "", b.emit)
		require.NoError(t, err)
		require.Equal(t, "assistant complete: All of it.", b.path(t, session)[3])
		left, err := b.store.Message(t.Context(), s.Head)
		require.NoError(t, err)
		require.Equal(t, chat.Stopped, left.Status)
		require.Equal(t, "Begun", left.Content)
	})
	t.Run("elsewhere", func(t *testing.T) {
		b, session := abandoned(t)
		b.send(t, chat.UID{}, "Another chat?")
		require.Equal(t, "assistant streaming: Begun", b.path(t, session)[3], "another program may be at it")
	})
}

// then does a call, and something else before its end is told.
func then(c call, f func()) call {
	return func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		got, err := c(ctx, r, o)
		f()
		return got, err
	}
}

// stopAll stops every turn, as a user does who is a moment too late.
func (b *bench) stopAll(t *testing.T) {
	list, _, err := b.store.List(t.Context(), store.ListOptions{})
	require.NoError(t, err)
	for _, s := range list {
		b.Stop(s.UID)
	}
}

func TestAStopAfterTheLastWordChangesNothing(t *testing.T) {
	b := open(t)
	b.model.script = []call{then(say("All is said."), func() { b.stopAll(t) })}
	out := b.send(t, chat.UID{}, "Say it all.")
	require.Empty(t, out.Unsaved)
	require.Empty(t, b.logged)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, []string{"user complete: Say it all.", "assistant complete: All is said."}, b.path(t, out.Session))
	require.Equal(t, []string{"input", "load", "assemble", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))
	require.IsType(t, wire.CompleteEvent{}, b.events[len(b.events)-1])
}

// What a model has said before its tools are run is paid for, whoever stops then.
func TestAStopBeforeTheToolsKeepsWhatIsPaidFor(t *testing.T) {
	b, calls := open(t), 0
	b.model.script = []call{then(use("Looking. ", llm.ToolCall{ID: "c", Name: "weather", Arguments: `{}`}), func() { b.stopAll(t) }), say("Sunny.")}
	b.Engine = engineOver(b, b.store, weather(&calls))
	out := b.send(t, chat.UID{}, "How is the weather?")
	require.Equal(t, chat.Stopped, out.Message.Status)
	require.Zero(t, calls)
	out, err := b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Looking. Sunny.", out.Message.Content)
	require.Equal(t, 2, b.model.asked(), "the first call is not made again")
	require.Equal(t, 1, calls)
}

// A question that waited and is answered leaves the outbox in the commit that
// completes its answer, whoever sent it.
func TestAnAnsweredQuestionLeavesTheOutbox(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	require.True(t, first.Answer.Waiting)
	n.set(false)
	out, err := b.Resume(t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status)
	waiting, err := b.Waiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, waiting, "it is not sent again")
	require.Equal(t, chat.Complete, b.send(t, first.Session, "Two?").Message.Status, "and nobody waits behind it")
}

// clinging cannot take anything out of the outbox.
type clinging struct{ *store.Store }

var errClings = errors.New("it clings")

func (clinging) Dequeue(context.Context, chat.UID) (bool, error) { return false, errClings }

// Otherwise an answer that is complete would be asked for again.
func TestAnAnswerIsNotCompleteWhileItsQuestionWaits(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	n.set(false)
	o := b.Options
	o.Store = clinging{b.store}
	b.Engine = turn.New(o)
	out, err := b.Resume(t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Answer to One?", out.Message.Content, "it is shown all the same")
	require.NotEmpty(t, out.Unsaved)
	require.Len(t, b.logged, 1, "what was paid for is kept all the same")
	require.ErrorIs(t, b.logged[0], errClings)
	kept, err := b.store.Message(t.Context(), first.Message.UID)
	require.NoError(t, err)
	require.NotEqual(t, chat.Complete, kept.Status)

	b.Engine = overNetwork(b, n)
	sent, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{Sent: 1}, sent)
	require.Equal(t, []string{"One?"}, n.arrived, "asked once")
	require.Equal(t, []string{"user complete: One?", "assistant complete: Answer to One?"}, b.path(t, first.Session))
}

// full takes nothing any more once an answer is there.
type full struct {
	clinging
	err error
}

func (s full) AddWrite(context.Context, chat.UID, store.Write) error { return s.err }

func TestAnAnswerOfWhichNothingCanBeKeptIsShown(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	n.set(false)
	o, errFull := b.Options, errors.New("it is full")
	o.Store = full{clinging{b.store}, errFull}
	b.Engine = turn.New(o)
	out, err := b.Resume(t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Answer to One?", out.Message.Content)
	require.NotEmpty(t, out.Unsaved)
	require.Len(t, b.logged, 2)
	require.ErrorIs(t, b.logged[0], errClings)
	require.ErrorIs(t, b.logged[1], errFull)
}

// An answer that was cut and goes on later is recalled with all it says by then.
func TestWhatAnAnswerSaysLaterIsRecalled(t *testing.T) {
	b := withSettings(t, func(s *chat.Settings) { s.Threshold = new(400) })
	b.model.script = []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		reply, err := say("The harbour office opens")(ctx, r, o)
		reply.Finish = "length"
		return reply, err
	}}
	first := b.send(t, chat.UID{}, "Tell me about the harbour.")
	for i := range 16 {
		b.model.script = []call{say("Noted.")}
		b.send(t, first.Session, fmt.Sprintf("Note %d: at the lighthouse %s", i, strings.Repeat("weather and traffic were as usual ", 4)))
	}
	const question = "Who keeps the lighthouse?"
	sent := func() string {
		b.model.script = []call{say("Nobody knows.")}
		b.send(t, first.Session, question)
		return b.last()[len(b.last())-1].Content
	}
	require.NotContains(t, sent(), "The harbour office opens")
	b.model.script = []call{say(" at seven. Orla Byrne keeps the lighthouse.")}
	_, err := b.Resume(t.Context(), turn.Target{Message: first.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Contains(t, sent(), "Orla Byrne keeps the lighthouse")
}

// resting counts how often nobody needed it.
type resting struct {
	*store.Store
	rests atomic.Int32
}

func (s *resting) Rest(ctx context.Context) {
	s.rests.Add(1)
	s.Store.Rest(ctx)
}

// The log, the search index and memory are seen to between turns, not in one.
func TestAfterAnAnswerNothingIsLeftForTheNextQuestion(t *testing.T) {
	b := open(t)
	s := &resting{Store: b.store}
	o := b.Options
	o.Store, o.Background = s, true
	b.Engine = turn.New(o)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b.send(t, chat.UID{}, "One?")
	b.Keeper.Idle()
	runtime.ReadMemStats(&after)
	require.EqualValues(t, 1, s.rests.Load())
	require.Greater(t, after.NumForcedGC, before.NumForcedGC)
}
