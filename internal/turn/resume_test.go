package turn_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// outboxEvents are what was told of the outbox: states with what is left.
func (b *bench) outboxEvents() (out []wire.OutboxEvent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e, ok := e.(wire.OutboxEvent); ok {
			out = append(out, e)
		}
	}
	return out
}

func TestTheOutboxTellsHowFarItIs(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	second := b.send(t, chat.UID{}, "Two?")
	event := func(of wire.Turn, state wire.OutboxState, left int) wire.OutboxEvent {
		return wire.OutboxEvent{Session: of.Session, Message: of.Message.UID, State: state, Left: left}
	}
	require.Equal(t, []wire.OutboxEvent{event(first, wire.OutboxWaiting, 1), event(second, wire.OutboxWaiting, 2)}, b.outboxEvents())

	b.events = nil
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{Left: 2, Message: unreachable.Message}, out)
	events := b.outboxEvents()
	require.Equal(t, event(first, wire.OutboxSending, 2), events[0])
	require.Equal(t, event(first, wire.OutboxWaiting, 2), events[len(events)-1])

	b.events = nil
	n.set(false)
	out, err = b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{Sent: 2}, out)
	require.Equal(t, []wire.OutboxEvent{event(first, wire.OutboxSending, 2), event(first, wire.OutboxDone, 1),
		event(second, wire.OutboxSending, 1), event(second, wire.OutboxDone, 0)}, b.outboxEvents())
	other := b.send(t, chat.UID{}, "Three?")
	require.Equal(t, chat.Complete, other.Message.Status)
	require.Len(t, b.outboxEvents(), 4, "one that is answered has nothing to do with it")
}

// A question that is sent and refused leaves the outbox: it was not the network.
func TestARefusedQuestionLeavesTheOutbox(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	o := b.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{}, fault.New(fault.NoModel, "No model is set up.")
	}
	b.Engine = turn.New(o)
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{}, out)
	require.Equal(t, wire.OutboxFailed, b.outboxEvents()[len(b.outboxEvents())-1].State)
	kept, err := b.store.Message(t.Context(), first.Message.UID)
	require.NoError(t, err)
	require.Equal(t, chat.Failed, kept.Status)
	require.False(t, store.AnswerOf(kept).Waiting)
}

// Called twice at a time it is done once, and whoever does not want to wait goes.
func TestTheOutboxIsSentOnceByAll(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	n.set(false)
	begun, goOn := make(chan struct{}), make(chan struct{})
	o := b.Options
	answerer := o.Answerer
	o.Answerer = func(ctx context.Context, s chat.Session, w turn.Wish) (llm.Answerer, error) {
		close(begun)
		<-goOn
		return answerer(ctx, s, w)
	}
	b.Engine = turn.New(o)
	ended := make(chan wire.OutboxSent)
	go func() {
		out, err := b.SendWaiting(context.Background())
		require.NoError(t, err)
		ended <- out
	}()
	<-begun
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.SendWaiting(gone)
	require.ErrorIs(t, err, context.Canceled)
	close(goOn)
	require.Equal(t, wire.OutboxSent{Sent: 1}, <-ended)
	require.Equal(t, "assistant complete: Answer to One?", b.path(t, first.Session)[1])
}

// halfRead is a store that fails in the middle of the outbox.
type halfRead struct{ *store.Store }

func (s halfRead) Outbox(ctx context.Context) ([]store.Waiting, error) {
	list, err := s.Store.Outbox(ctx)
	return list, errors.Join(err, errDisk)
}

func TestAnOutboxThatCannotBeReadIsNotSent(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	b.send(t, chat.UID{}, "One?")
	n.set(false)
	o := b.Options
	o.Store = halfRead{b.store}
	_, err := turn.New(o).SendWaiting(t.Context())
	require.ErrorIs(t, err, errDisk)
	require.Empty(t, n.arrived)
	waiting, err := b.Waiting(t.Context())
	require.NoError(t, err)
	require.Len(t, waiting, 1, "it still waits")
}

func TestWhatIsNotThereCannotBeTakenOut(t *testing.T) {
	b, n := open(t), &network{}
	b.Engine = overNetwork(b, n)
	require.ErrorIs(t, b.CancelWaiting(t.Context(), chat.NewUID(1)), fault.NotFound)
	// An answer that does not wait stays as it is, and nobody is told.
	out := b.send(t, chat.UID{}, "One?")
	require.NoError(t, b.CancelWaiting(t.Context(), out.Message.UID))
	require.Equal(t, "assistant complete: Answer to One?", b.path(t, out.Session)[1])
	require.Empty(t, b.outboxEvents())
}

// The last checkpoint of a turn is the turn itself; any other begins a branch.
func TestATurnIsResumedByItsLastCheckpoint(t *testing.T) {
	b := open(t, breakOff("Half", fault.New(fault.Upstream, "It broke off.")), say(" and half."))
	out := b.send(t, chat.UID{}, "Well?")
	last, err := b.store.LastCheckpoint(t.Context(), out.Session, out.Answer.Turn)
	require.NoError(t, err)
	resumed, err := b.Resume(t.Context(), turn.Target{Checkpoint: last}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, out.Message.UID, resumed.Message.UID)
	require.Equal(t, "Half and half.", resumed.Message.Content)
	require.Equal(t, out.Answer.Turn, resumed.Answer.Turn)
}

func TestWhatCannotGoOnSaysSo(t *testing.T) {
	b := open(t)
	s, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	_, err = b.Resume(t.Context(), turn.Target{Session: s.UID}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, fault.NotFound, "an empty chat")
	for _, target := range []turn.Target{{Session: chat.NewUID(1)}, {Message: chat.NewUID(1)}, {Checkpoint: chat.NewUID(1)}} {
		_, err = b.Resume(t.Context(), target, turn.Wish{}, b.emit)
		require.ErrorIs(t, err, fault.NotFound)
	}
	imported, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: chat.Assistant, Content: "Hello."}, 1)
	require.NoError(t, err)
	_, err = b.Resume(t.Context(), turn.Target{Message: imported.UID}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, fault.Invalid, "an answer that was written elsewhere")
	require.Zero(t, b.model.asked())

	// A question that was imported gets a turn; one that has a turn goes on with it.
	question, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: chat.User, Content: "Where?"}, 1)
	require.NoError(t, err)
	out, err := b.Resume(t.Context(), turn.Target{Message: question.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "You said: Where?", out.Message.Content)
	again, err := b.Resume(t.Context(), turn.Target{Message: question.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, out.Message.UID, again.Message.UID)
	require.Equal(t, 1, b.model.asked())
}

// drowned cannot keep an answer in any state.
type drowned struct{ *store.Store }

func (s drowned) Update(context.Context, chat.UID, store.Patch, int64) (chat.Message, error) {
	return chat.Message{}, errDisk
}

// What failed, and cannot be kept as failed, is still shown as that.
func TestAFailureThatCannotBeSavedIsShown(t *testing.T) {
	b := open(t, breakOff("Half", fault.New(fault.Upstream, "It broke off.")), say("All."))
	b.Engine = engineOver(b, drowned{b.store})
	out := b.send(t, chat.UID{}, "Well?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "Half", out.Message.Content)
	require.Equal(t, "It broke off.", out.Answer.Problem.Message)
	require.Equal(t, errDisk.Message, out.Unsaved)
	require.Equal(t, out.Session, out.Message.Session)
	require.Equal(t, out.Question, out.Message.Parent)
	require.Equal(t, chat.Assistant, out.Message.Role)
	require.Equal(t, 6, out.Message.Tokens)
	whole := b.send(t, chat.UID{}, "And now?")
	require.Equal(t, chat.Complete, whole.Message.Status, "an answer that is whole is")
	require.Equal(t, errDisk.Message, whole.Unsaved)
}
