package turn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// call is what a scripted model does when it is asked.
type call func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error)

// model answers by a script, and echoes when that is over.
type model struct {
	mu       sync.Mutex
	script   []call
	requests []llm.Request
}

func (m *model) Stream(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	m.mu.Lock()
	m.requests = append(m.requests, r)
	next := say("You said: " + r.Messages[len(r.Messages)-1].Content)
	if len(m.script) > 0 {
		next, m.script = m.script[0], m.script[1:]
	}
	m.mu.Unlock()
	return next(ctx, r, o)
}

func (m *model) asked() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.requests)
}

// say streams a text word by word.
func say(text string) call {
	return func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		for _, word := range strings.SplitAfter(text, " ") {
			o.Delta(llm.Delta{Text: word})
		}
		return llm.Reply{Content: text, Finish: "stop", Model: "scripted-1", Attempts: 1,
			Usage: &chat.Usage{PromptTokens: 10, CompletionTokens: len(text) / 4}}, nil
	}
}

// breakOff streams a text and then fails.
func breakOff(text string, err error) call {
	return func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		if text != "" {
			o.Delta(llm.Delta{Text: text})
		}
		return llm.Reply{Content: text, Attempts: 1}, err
	}
}

// use asks for tools.
func use(text string, calls ...llm.ToolCall) call {
	return func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		if text != "" {
			o.Delta(llm.Delta{Text: text})
		}
		return llm.Reply{Content: text, ToolCalls: calls, Finish: "tool_calls", Model: "scripted-1", Attempts: 1}, nil
	}
}

// bench is an engine with what a test looks at.
type bench struct {
	*turn.Engine
	store *store.Store
	model *model
	// asks means that who answers has to be asked for.
	asks bool

	mu     sync.Mutex
	logged []error
	events []wire.CoreEvent
}

// clock goes on by a millisecond whenever it is read.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.UnixMilli(1_800_000_000_000)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

func settings() chat.Settings {
	s := chat.DefaultSettings()
	s.Model, s.Threshold, s.KeepLast = new("scripted-1"), new(1200), new(0)
	// What a model says of questions and answers has tests of its own.
	s.Understanding, s.Checking = new(chat.UnderstandingLocal), new(chat.CheckLocal)
	return s
}

// engineOver makes an engine whose counts are words.
func engineOver(b *bench, s turn.Store, tools ...turn.Tool) *turn.Engine {
	return turn.New(turn.Options{
		Store: s,
		Answerer: func(_ context.Context, _ chat.Session, w turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: b.model, Provider: "Scripted", Settings: settings()}, nil
		},
		Ready: func() bool { return !b.asks },
		Count: func(_ context.Context, _ string, _ chat.Role, content string) (int, string, error) {
			return len(strings.Fields(content)) + 5, "words", nil
		},
		Encoding: func(string) (string, bool) { return "words", false },
		Tools:    tools,
		Now:      clock(),
		Log: func(err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.logged = append(b.logged, err)
		},
	})
}

func open(t *testing.T, script ...call) *bench { return openAt(t, ":memory:", script...) }

func openAt(t *testing.T, name string, script ...call) *bench {
	t.Helper()
	return openBench(t, name, script...)
}

func openBench(t testing.TB, name string, script ...call) *bench {
	t.Helper()
	s, err := store.Open(name, store.Options{}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	b := &bench{store: s, model: &model{script: script}}
	b.Engine = engineOver(b, s)
	return b
}

func (b *bench) emit(e wire.CoreEvent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
}

func (b *bench) send(t *testing.T, session chat.UID, text string) wire.Turn {
	t.Helper()
	out, err := b.Send(t.Context(), turn.Question{Session: session, Text: text}, b.emit)
	require.NoError(t, err)
	return out
}

// path is the conversation as text.
func (b *bench) path(t *testing.T, session chat.UID) (lines []string) {
	t.Helper()
	w, err := b.store.Path(t.Context(), session, chat.UID{}, 0, 1000)
	require.NoError(t, err)
	for _, m := range w.Messages {
		lines = append(lines, fmt.Sprintf("%s %s: %s", m.Role, m.Status, m.Content))
	}
	return lines
}

// nodes are the names of a turn's checkpoints, or of a session's, oldest first.
func (b *bench) nodes(t *testing.T, session, of chat.UID) (names []string) {
	t.Helper()
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Turn: of, Limit: 1000})
	require.NoError(t, err)
	for i := len(list) - 1; i >= 0; i-- {
		names = append(names, list[i].Node)
	}
	return names
}

func TestQuestionAndRowAreKeptBeforeTheModelIsAsked(t *testing.T) {
	b := open(t)
	b.model.script = []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		list, _, err := b.store.List(ctx, store.ListOptions{})
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, []string{"user complete: Where is it?", "assistant streaming: "}, b.path(t, list[0].UID))
		require.Equal(t, []string{"input", "load", "assemble"}, b.nodes(t, list[0].UID, chat.UID{}))
		return say("Here.")(ctx, r, o)
	}}
	out := b.send(t, chat.UID{}, "Where is it?")
	require.Equal(t, []string{"user complete: Where is it?", "assistant complete: Here."}, b.path(t, out.Session))
	require.Equal(t, 1, b.model.asked())
}

func TestATurnLeavesItsStepsAndItsFigures(t *testing.T) {
	b := open(t, say("One two three."), say("Four."))
	first := b.send(t, chat.UID{}, "Count, please, and do it as well as you possibly can, with every number")
	require.Equal(t, chat.Complete, first.Message.Status)
	require.Equal(t, 3+5, first.Message.Tokens)
	require.Equal(t, "words", first.Message.Encoding)
	a := first.Answer
	require.Equal(t, "scripted-1", a.Model)
	require.Equal(t, "Scripted", a.Provider)
	require.Equal(t, "stop", a.Finish)
	require.Equal(t, &chat.Usage{PromptTokens: 10, CompletionTokens: 3}, a.Usage)
	require.Equal(t, 1, a.Sent.Messages)
	require.Positive(t, a.Timings.First)
	require.Nil(t, a.Problem)

	session, err := b.store.Session(t.Context(), first.Session)
	require.NoError(t, err)
	require.Equal(t, "Count, please, and do it as well as you possibly can, with…", session.Name)
	require.Equal(t, chat.NamedByText, session.NamedBy)

	second := b.send(t, first.Session, "And then?")
	list, err := b.store.Checkpoints(t.Context(), first.Session, store.CheckpointFilter{})
	require.NoError(t, err)
	require.Len(t, list, 10)
	for i := range list[:9] {
		require.Equal(t, list[i+1].UID, list[i].Parent, "the lineage goes through both turns")
	}
	require.True(t, list[9].Parent.IsZero())
	require.Equal(t, []string{"input", "load", "assemble", "answer", "record"}, b.nodes(t, first.Session, second.Answer.Turn))
	require.Equal(t, 3, second.Answer.Sent.Messages)

	prompt := b.model.requests[1].Messages
	require.Equal(t, []chat.Role{chat.System, chat.User, chat.Assistant, chat.User}, roles(prompt))
	require.Equal(t, "One two three.", prompt[2].Content)
}

func roles(messages []llm.Message) (out []chat.Role) {
	for _, m := range messages {
		out = append(out, m.Role)
	}
	return out
}

func TestEventsTellWhatHappens(t *testing.T) {
	b := open(t, func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Retry(2, time.Second, fault.New(fault.RateLimited, "Too many."))
		o.Delta(llm.Delta{Reasoning: true, Text: "hm"})
		o.Delta(llm.Delta{Text: "Yes."})
		return llm.Reply{Content: "Yes.", Finish: "stop", Attempts: 2}, nil
	})
	out := b.send(t, chat.UID{}, "Really?")
	require.Equal(t, []wire.CoreEvent{
		wire.StartedEvent{Session: out.Session, Question: out.Question, Message: out.Message.UID, Model: "scripted-1"},
		wire.RetryingEvent{Attempt: 2, Wait: 1000, Message: "Too many."},
		wire.TokenEvent{Channel: wire.ReasoningText, Text: "hm"},
		wire.TokenEvent{Channel: wire.AnswerText, Text: "Yes."},
		wire.CompleteEvent{Stats: out.Answer},
	}, b.events)
	require.Equal(t, "hm", out.Answer.Reasoning)
	require.Equal(t, 2, out.Answer.Attempts)
}

func TestAKeyIsOneTurn(t *testing.T) {
	b := open(t, say("Once."))
	q := turn.Question{Text: "Twice?", Key: "k"}
	first, err := b.Send(t.Context(), q, b.emit)
	require.NoError(t, err)
	second, err := b.Send(t.Context(), q, b.emit)
	require.NoError(t, err)
	require.Equal(t, first, second)
	require.Equal(t, 1, b.model.asked())
	require.Len(t, b.path(t, first.Session), 2)
}

func TestTurnsOfASessionWaitForEachOther(t *testing.T) {
	b := open(t, say("Zero."))
	session := b.send(t, chat.UID{}, "0").Session
	goOn, asked := make(chan struct{}), make(chan struct{}, 3)
	slow := func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		asked <- struct{}{}
		<-goOn
		return say("After "+r.Messages[len(r.Messages)-1].Content)(ctx, r, o)
	}
	b.model.script = []call{slow, slow, slow}
	waiting := make(chan int, 10)
	var work sync.WaitGroup
	for i := 1; i <= 3; i++ {
		work.Go(func() {
			_, err := b.Send(t.Context(), turn.Question{Session: session, Text: fmt.Sprint(i)}, func(e wire.CoreEvent) {
				if w, ok := e.(wire.WaitingEvent); ok {
					waiting <- w.Ahead
				}
			})
			require.NoError(t, err)
		})
		if i == 1 {
			<-asked
		} else {
			require.Equal(t, i-1, <-waiting, "who comes later is told")
		}
	}
	require.True(t, b.Busy(session))
	goOn <- struct{}{}
	<-asked
	require.Equal(t, 1, <-waiting, "the third has moved up")
	goOn <- struct{}{}
	<-asked
	goOn <- struct{}{}
	work.Wait()
	require.False(t, b.Busy(session))
	require.Equal(t, []string{"user complete: 0", "assistant complete: Zero.", "user complete: 1", "assistant complete: After 1",
		"user complete: 2", "assistant complete: After 2", "user complete: 3", "assistant complete: After 3"}, b.path(t, session))
}

func TestStopKeepsWhatCameAndResumeGoesOn(t *testing.T) {
	b := open(t)
	b.model.script = []call{func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Delta(llm.Delta{Text: "The first half"})
		list, _, err := b.store.List(ctx, store.ListOptions{})
		require.NoError(t, err)
		b.Stop(list[0].UID)
		<-ctx.Done()
		return llm.Reply{Content: "The first half"}, ctx.Err()
	}, say(" and the second.")}
	out := b.send(t, chat.UID{}, "Tell me all.")
	require.Equal(t, chat.Stopped, out.Message.Status)
	require.Equal(t, "The first half", out.Message.Content)
	require.Nil(t, out.Answer.Problem)

	resumed, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: Tell me all.", "assistant complete: The first half and the second."}, b.path(t, out.Session))
	require.Equal(t, out.Message.UID, resumed.Message.UID)
	prompt := b.model.requests[1].Messages
	require.Equal(t, []chat.Role{chat.System, chat.User, chat.Assistant, chat.User}, roles(prompt))
	require.Equal(t, "The first half", prompt[2].Content)
	started := b.events[3].(wire.StartedEvent)
	require.Equal(t, "The first half", started.Text)

	// A complete turn is not asked again.
	again, err := b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, resumed.Message, again.Message)
	require.Equal(t, 2, b.model.asked())
}

func TestAnAnswerCutByItsLengthCanGoOn(t *testing.T) {
	cut := func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		reply, err := say("One, two,")(ctx, r, o)
		reply.Finish = "length"
		return reply, err
	}
	b := open(t, cut, say(" three."))
	out := b.send(t, chat.UID{}, "Count.")
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, "length", out.Answer.Finish)
	more, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "One, two, three.", more.Message.Content)
	require.Equal(t, "stop", more.Answer.Finish)
	require.NotEqual(t, out.Answer.Turn, more.Answer.Turn, "what was kept of the cut reply is no part of it")
	require.Len(t, b.path(t, out.Session), 2)
}

func TestAFailureKeepsTheQuestionAndIsTriedAgainInPlace(t *testing.T) {
	limited := &fault.Error{Code: fault.RateLimited, Message: "Too many questions.", RetryAfter: 2500 * time.Millisecond}
	b := open(t, breakOff("", limited), breakOff("Half", fault.New(fault.Upstream, "It broke off.")), say(" and half."))
	out := b.send(t, chat.UID{}, "Well?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, &chat.Problem{Code: fault.RateLimited, Message: "Too many questions.", Step: "answer", RetryAfter: 3}, out.Answer.Problem)
	require.Equal(t, wire.ProblemEvent{Problem: *out.Answer.Problem}, b.events[len(b.events)-1])

	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "Half", out.Message.Content)

	out, err = b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Nil(t, out.Answer.Problem)
	require.Equal(t, []string{"user complete: Well?", "assistant complete: Half and half."}, b.path(t, out.Session), "one answer, whatever it took")

	// The next prompt has no trace of the failures.
	b.send(t, out.Session, "Thanks.")
	require.Len(t, b.model.requests[3].Messages, 4)
}

func TestWithoutAModelTheQuestionIsKept(t *testing.T) {
	b := open(t)
	none := fault.New(fault.NoModel, "No model is set up.")
	var who error = none
	o := b.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{Model: b.model, Settings: settings()}, who
	}
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, "Anybody?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, &chat.Problem{Code: fault.NoModel, Message: "No model is set up.", Step: "load"}, out.Answer.Problem)
	require.Equal(t, []string{"input", "failed"}, b.nodes(t, out.Session, chat.UID{}))

	who = nil
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: Anybody?", "assistant complete: You said: Anybody?"}, b.path(t, out.Session))
}

func TestAPromptThatIsTooLongIsRefusedWithAWayOut(t *testing.T) {
	b := open(t, say("Short."), say("Yes."))
	session := b.send(t, chat.UID{}, strings.Repeat("word ", 200)).Session
	b.send(t, session, "Is it?")
	o := b.Options
	o.Answerer = func(_ context.Context, _ chat.Session, w turn.Wish) (llm.Answerer, error) {
		s := settings()
		s.MaxContext, s.Condense = new(150), new(chat.CondenseOff)
		return llm.Answerer{Model: b.model, Settings: s}, nil
	}
	b.Engine = turn.New(o)
	out := b.send(t, session, "And now?")
	require.Equal(t, fault.TooLarge, out.Answer.Problem.Code)
	require.Equal(t, "assemble", out.Answer.Problem.Step)
	require.Contains(t, out.Answer.Problem.Message, "Condense the chat, send fewer messages with the question, or start a new chat.")
	require.Equal(t, 2, b.model.asked(), "nothing was sent")

	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{MaxMessages: new(0)}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "You said: And now?", out.Message.Content)
	require.Equal(t, 4, out.Answer.Sent.Left)

	out = b.send(t, session, strings.Repeat("long ", 500))
	require.Contains(t, out.Answer.Problem.Message, "This question alone")
}

func TestAgainMakesASiblingAndEditABranch(t *testing.T) {
	b := open(t, say("Red."), say("Blue."), say("Green."))
	first := b.send(t, chat.UID{}, "A colour?")
	second, err := b.Again(t.Context(), first.Message.UID, turn.Wish{}, "again", b.emit)
	require.NoError(t, err)
	require.NotEqual(t, first.Message.UID, second.Message.UID)
	require.Equal(t, first.Question, second.Question)
	siblings, err := b.store.Siblings(t.Context(), first.Message.UID)
	require.NoError(t, err)
	require.Equal(t, []chat.UID{first.Message.UID, second.Message.UID}, siblings)
	require.Equal(t, []string{"user complete: A colour?", "assistant complete: Blue."}, b.path(t, first.Session))

	repeated, err := b.Again(t.Context(), first.Message.UID, turn.Wish{}, "again", b.emit)
	require.NoError(t, err)
	require.Equal(t, second.Message, repeated.Message)

	_, err = b.Send(t.Context(), turn.Question{Session: first.Session, Text: "A calm colour?", Beside: first.Question}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: A calm colour?", "assistant complete: Green."}, b.path(t, first.Session))
}

func TestAForkGivesAnotherAnswerAndKeepsTheFirst(t *testing.T) {
	b := open(t, say("Heads."), say("So be it."), say("Tails."))
	first := b.send(t, chat.UID{}, "Toss a coin.")
	b.send(t, first.Session, "Good.")
	list, err := b.store.Checkpoints(t.Context(), first.Session, store.CheckpointFilter{Turn: first.Answer.Turn})
	require.NoError(t, err)
	afterAnswer, before := list[0], list[2]

	session, err := b.Fork(t.Context(), before.UID)
	require.NoError(t, err)
	require.Equal(t, first.Question, session.Head)
	out, err := b.Resume(t.Context(), turn.Target{Session: first.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: Toss a coin.", "assistant complete: Tails."}, b.path(t, first.Session))
	require.Equal(t, []string{"input", "load", "assemble", "answer", "record"}, b.nodes(t, first.Session, out.Answer.Turn))

	session, err = b.Fork(t.Context(), afterAnswer.UID)
	require.NoError(t, err)
	require.Equal(t, first.Message.UID, session.Head)
	b.send(t, first.Session, "Another way.")
	require.Equal(t, []string{"user complete: Toss a coin.", "assistant complete: Heads.", "user complete: Another way.",
		"assistant complete: You said: Another way."}, b.path(t, first.Session))

	// A checkpoint inside a turn that has ended is forked by resuming it.
	b.model.script = []call{say("On edge.")}
	_, err = b.Resume(t.Context(), turn.Target{Checkpoint: before.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: Toss a coin.", "assistant complete: On edge."}, b.path(t, first.Session))
}

func TestAnEmptyQuestionIsRefusedAndKeepsNothing(t *testing.T) {
	b := open(t)
	_, err := b.Send(t.Context(), turn.Question{Text: " \n "}, b.emit)
	require.ErrorIs(t, err, fault.Invalid)
	list, _, err := b.store.List(t.Context(), store.ListOptions{})
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestAHandedOverTurnGoesOnElsewhere(t *testing.T) {
	b := open(t)
	b.model.script = []call{func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Delta(llm.Delta{Text: "Begun"})
		b.HandOver()
		<-ctx.Done()
		return llm.Reply{Content: "Begun"}, ctx.Err()
	}}
	q := turn.Question{Text: "Go on.", Key: "k"}
	_, err := b.Send(t.Context(), q, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver)
	_, err = b.Send(t.Context(), turn.Question{Text: "Another."}, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver, "nothing begins any more")

	next := &bench{store: b.store, model: &model{script: []call{say(", ended.")}}}
	next.Engine = engineOver(next, b.store)
	out, err := next.Send(t.Context(), q, next.emit)
	require.NoError(t, err)
	require.Equal(t, []string{"user complete: Go on.", "assistant complete: Begun, ended."}, next.path(t, out.Session))
}

// unsaving fails every write of a complete answer.
type unsaving struct{ *store.Store }

var errFull = fault.New(fault.Unavailable, "The disk is full.")

func (s unsaving) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error) {
	if p.Status != nil && *p.Status == chat.Complete {
		return chat.Message{}, errFull
	}
	return s.Store.Update(ctx, uid, p, now)
}

func TestAnAnswerThatCannotBeSavedIsShownAndSaysSo(t *testing.T) {
	b := open(t, say("Precious."))
	b.Engine = engineOver(b, unsaving{b.store})
	out := b.send(t, chat.UID{}, "Tell me.")
	require.Equal(t, "Precious.", out.Message.Content)
	require.Equal(t, "The disk is full.", out.Unsaved)
	require.NotEmpty(t, b.logged)
	problem := b.events[len(b.events)-1].(wire.ProblemEvent).Problem
	require.Equal(t, "record", problem.Step)

	// With room again it is recorded from what was kept, without another call.
	b.Engine = engineOver(b, b.store)
	out, err := b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Empty(t, out.Unsaved)
	require.Equal(t, []string{"user complete: Tell me.", "assistant complete: Precious."}, b.path(t, out.Session))
	require.Equal(t, 1, b.model.asked())
}

func TestCheckpointsDoNotGrowWithTheConversation(t *testing.T) {
	b := open(t)
	session := b.send(t, chat.UID{}, strings.Repeat("A long first question. ", 50)).Session
	size := func() (bytes int) {
		list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 5})
		require.NoError(t, err)
		for _, c := range list {
			bytes += len(c.State)
		}
		return bytes
	}
	first := size()
	for range 60 {
		b.send(t, session, strings.Repeat("Another question. ", 50))
	}
	require.Less(t, size(), first+64, "only the digits of counts grow")
	require.Less(t, first, 2000)
}

func TestContextIsTheSumThatCondensingGoesBy(t *testing.T) {
	b := open(t, say("One two."), say("Three."))
	session := b.send(t, chat.UID{}, "a b c").Session
	b.send(t, session, "d")
	s, err := b.store.Session(t.Context(), session)
	require.NoError(t, err)
	got, err := b.Context(t.Context(), s, turn.Next{}, llm.Answerer{Settings: settings()})
	require.NoError(t, err)
	instructions := len(strings.Fields(*settings().Instructions)) + 5
	require.Equal(t, wire.Context{Sent: 8 + 7 + 6 + 6 + instructions, Tokens: 8 + 7 + 6 + 6, Threshold: 1200, Messages: 4, MaxContext: 120_000, Window: 8192, Model: "scripted-1",
		Instructions: instructions}, got)

	few := settings()
	few.MaxMessages = new(1)
	got, err = b.Context(t.Context(), s, turn.Next{}, llm.Answerer{Settings: few})
	require.NoError(t, err)
	require.Equal(t, 6, got.Tokens)
	require.Equal(t, 3, got.Left)
}

func TestTheCauseOfAnUnknownErrorIsLoggedAndNotShown(t *testing.T) {
	b := open(t, breakOff("", errors.New("secret detail")))
	out := b.send(t, chat.UID{}, "Hm?")
	require.Equal(t, fault.Internal, out.Answer.Problem.Code)
	require.NotContains(t, out.Answer.Problem.Message, "secret")
	require.ErrorContains(t, errors.Join(b.logged...), "secret detail")
}
