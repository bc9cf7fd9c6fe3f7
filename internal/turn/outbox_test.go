package turn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// network is a model behind a network that comes and goes.
type network struct {
	mu      sync.Mutex
	down    bool
	arrived []string // questions that came through, in order
	// leaving closes the program while a request is on its way, once.
	leaving func()
}

var unreachable = &fault.Error{Code: fault.Unavailable, Message: "The model's server cannot be reached.", Unreachable: true}

func (n *network) Stream(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	n.mu.Lock()
	leaving := n.leaving
	n.leaving = nil
	down := n.down
	n.mu.Unlock()
	if down {
		return llm.Reply{}, unreachable
	}
	if leaving != nil {
		go leaving()
		<-ctx.Done()
		return llm.Reply{}, context.Cause(ctx)
	}
	question := r.Messages[len(r.Messages)-1].Content
	n.mu.Lock()
	n.arrived = append(n.arrived, question)
	n.mu.Unlock()
	return say("Answer to "+question)(ctx, r, o)
}

func (n *network) set(down bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down = down
}

// overNetwork is an engine with an outbox.
func overNetwork(b *bench, n *network) *turn.Engine {
	o := engineOver(b, b.store).Options
	o.Outbox = true
	o.Notify = b.emit
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		s := settings()
		s.Condense = new(chat.CondenseOff)
		return llm.Answerer{Model: n, Settings: s}, nil
	}
	return turn.New(o)
}

// outboxStates are what was told of waiting questions.
func (b *bench) outboxStates() (states []wire.OutboxState) {
	for _, e := range b.outboxEvents() {
		states = append(states, e.State)
	}
	return states
}

func TestAQuestionThatReachesNobodyWaits(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	require.Equal(t, chat.Failed, first.Message.Status)
	require.True(t, first.Answer.Waiting)
	second := b.send(t, first.Session, "Two?")
	require.True(t, second.Answer.Waiting)

	// The network is back, but what comes now must not overtake.
	n.set(false)
	third := b.send(t, first.Session, "Three?")
	require.True(t, third.Answer.Waiting)
	require.Equal(t, "The questions before this one have not been sent yet.", third.Answer.Problem.Message)
	other := b.send(t, chat.UID{}, "Elsewhere?")
	require.Equal(t, chat.Complete, other.Message.Status, "another conversation does not wait")

	waiting, err := b.Waiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"One?", "Two?", "Three?"}, []string{waiting[0].Text, waiting[1].Text, waiting[2].Text})

	b.Engine = overNetwork(b, n) // a reload
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{Sent: 3}, out)
	require.Equal(t, []string{"Elsewhere?", "One?", "Two?", "Three?"}, n.arrived)
	require.Equal(t, []string{"user complete: One?", "assistant complete: Answer to One?", "user complete: Two?", "assistant complete: Answer to Two?",
		"user complete: Three?", "assistant complete: Answer to Three?"}, b.path(t, first.Session))
	out, err = b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Zero(t, out)
}

func TestAWaitingQuestionCanBeTakenOut(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	second := b.send(t, first.Session, "Two?")
	require.NoError(t, b.CancelWaiting(t.Context(), first.Message.UID))
	require.NoError(t, b.CancelWaiting(t.Context(), first.Message.UID), "twice is no error")
	n.set(false)
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, out.Sent)
	require.Equal(t, []string{"Two?"}, n.arrived)
	require.Equal(t, []string{"user complete: One?", "assistant stopped: ", "user complete: Two?", "assistant complete: Answer to Two?"}, b.path(t, second.Session))
	require.Equal(t, []wire.OutboxState{wire.OutboxWaiting, wire.OutboxWaiting, wire.OutboxCancelled, wire.OutboxSending, wire.OutboxDone}, b.outboxStates())
}

// A question that cannot be sent yet is said to wait again, and why.
func TestWhatIsSentInVainWaitsAgain(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	b.send(t, first.Session, "Two?")
	b.events = nil
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, wire.OutboxSent{Left: 2, Message: unreachable.Message}, out)
	require.Equal(t, []wire.OutboxState{wire.OutboxSending, wire.OutboxWaiting}, b.outboxStates())
	require.Empty(t, n.arrived)
}

func TestOtherFailuresDoNotWait(t *testing.T) {
	b := open(t, breakOff("", fault.New(fault.Unavailable, "The provider is overloaded.")), breakOff("Half", unreachable))
	o := b.Options
	o.Outbox, o.Notify = true, b.emit
	b.Engine = turn.New(o)
	require.False(t, b.send(t, chat.UID{}, "One?").Answer.Waiting)
	require.False(t, b.send(t, chat.UID{}, "Two?").Answer.Waiting, "there is something of an answer")
	waiting, err := b.Waiting(t.Context())
	require.NoError(t, err)
	require.Empty(t, waiting)
	require.Empty(t, b.outboxEvents(), "nobody is told that they do")
}

func TestADeletedConversationSendsNothing(t *testing.T) {
	b, n := open(t), &network{down: true}
	b.Engine = overNetwork(b, n)
	first := b.send(t, chat.UID{}, "One?")
	_, err := b.store.Delete(t.Context(), first.Session, 1)
	require.NoError(t, err)
	n.set(false)
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Zero(t, out)
	require.Empty(t, n.arrived)
}

// TestEveryQuestionIsSentOnceAndInOrder runs schedules of going offline, asking,
// sending, reloading and closing, in 200 ways.
func TestEveryQuestionIsSentOnceAndInOrder(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 40 // in the browser
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { outboxSchedule(t, rand.New(rand.NewPCG(seed, 7))) })
	}
}

func outboxSchedule(t *testing.T, random *rand.Rand) {
	b, n := open(t), &network{}
	b.Engine = overNetwork(b, n)
	var sessions []chat.UID
	asked := map[chat.UID][]string{}
	cancelled := map[string]bool{}
	count := 0
	for range 40 {
		switch random.IntN(9) {
		case 0, 1:
			n.set(true)
		case 2:
			n.set(false)
		case 3, 4, 5:
			var session chat.UID
			if len(sessions) > 0 && random.IntN(4) > 0 {
				session = sessions[random.IntN(len(sessions))]
			}
			count++
			text := fmt.Sprintf("Question %d?", count)
			out, err := b.Send(t.Context(), turn.Question{Session: session, Text: text, Key: text}, b.emit)
			require.NoError(t, err)
			if session.IsZero() {
				sessions = append(sessions, out.Session)
			}
			asked[out.Session] = append(asked[out.Session], text)
			if random.IntN(6) == 0 { // the page asks again with the same key
				_, err := b.Send(t.Context(), turn.Question{Session: out.Session, Text: text, Key: text}, b.emit)
				require.NoError(t, err)
			}
		case 6: // coming back: every tab wants to send
			var wait sync.WaitGroup
			for range 1 + random.IntN(3) {
				wait.Go(func() {
					_, err := b.SendWaiting(context.Background())
					require.NoError(t, err)
				})
			}
			wait.Wait()
		case 7: // closed while something is on its way
			engine := b.Engine
			n.mu.Lock()
			n.leaving = engine.HandOver
			n.mu.Unlock()
			_, err := engine.SendWaiting(t.Context())
			if err != nil {
				require.ErrorIs(t, err, turn.ErrHandedOver)
			}
			n.mu.Lock()
			n.leaving = nil
			n.mu.Unlock()
			engine.HandOver()
			b.Engine = overNetwork(b, n)
		case 8:
			waiting, err := b.Waiting(t.Context())
			require.NoError(t, err)
			if len(waiting) > 0 && random.IntN(3) == 0 {
				one := waiting[random.IntN(len(waiting))]
				require.NoError(t, b.CancelWaiting(t.Context(), one.Message))
				cancelled[one.Text] = true
			} else {
				b.Engine = overNetwork(b, n)
			}
		}
	}
	n.set(false)
	out, err := b.SendWaiting(t.Context())
	require.NoError(t, err)
	require.Zero(t, out.Left)
	var answered int
	for session, texts := range asked {
		texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return cancelled[text] })
		arrived := slices.DeleteFunc(slices.Clone(n.arrived), func(text string) bool { return !slices.Contains(texts, text) })
		require.Equal(t, texts, arrived, "once each, in order")
		for _, line := range b.path(t, session) {
			if strings.HasPrefix(line, "assistant complete: Answer to ") {
				answered++
			}
		}
	}
	require.Equal(t, count-len(cancelled), answered)
	require.Len(t, n.arrived, count-len(cancelled), "what was taken out was not sent")
}
