// The edges of a turn: how many tools, how much of a result, who steps in, and what a
// stop or a disk does in between.

package turn_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

func TestSixteenToolsAtATime(t *testing.T) {
	for n, want := range map[int]chat.Status{16: chat.Complete, 17: chat.Failed} {
		calls := make([]llm.ToolCall, n)
		for i := range calls {
			calls[i] = llm.ToolCall{ID: strconv.Itoa(i), Name: "umbrellas", Arguments: `{}`}
		}
		run := 0
		b := open(t, use("", calls...), say("Done."))
		b.Engine = engineOver(b, b.store, umbrellas(&run))
		out := b.send(t, chat.UID{}, "How many umbrellas are left?")
		require.Equal(t, want, out.Message.Status, n)
		if want == chat.Failed {
			require.Zero(t, run, "none is run")
			require.Equal(t, "The model kept asking for tools, so the answer was stopped.", out.Answer.Problem.Message)
		}
	}
}

func TestAResultOfTheMostBytesIsWhole(t *testing.T) {
	for n, want := range map[int]int{256 << 10: 256 << 10, 256<<10 + 1: 256 << 10} {
		b := open(t, use("", llm.ToolCall{ID: "a", Name: "all", Arguments: `{}`}), say("Done."))
		b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "all"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
			return turn.ToolOutput{Text: strings.Repeat("x", n)}, nil
		}})
		b.send(t, chat.UID{}, "Show all of it.")
		sent := b.model.requests[1].Messages
		require.Len(t, sent[len(sent)-1].Content, want)
	}
}

// What only has data for programs is kept, too.
func TestDataAloneIsKeptWithTheAnswer(t *testing.T) {
	b := open(t, use("", llm.ToolCall{ID: "a", Name: "data", Arguments: `{}`}), say("Done."))
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "data"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
		return turn.ToolOutput{Text: "There.", Data: chat.RawJSON(`{"n":1}`)}, nil
	}})
	out := b.send(t, chat.UID{}, "Show the data.")
	require.Len(t, out.Answer.Gathered, 1)
	require.JSONEq(t, `{"n":1}`, string(out.Answer.Gathered[0].Data))
}

// Whoever stops while a tool runs, or while it waits to be run again, stops at once.
func TestAStopEndsATool(t *testing.T) {
	for _, between := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, use("", llm.ToolCall{ID: "a", Name: "slow", Arguments: `{}`}), say("Never."))
			runs := 0
			b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "slow"}, Run: func(ctx context.Context, _ string) (turn.ToolOutput, error) {
				runs++
				if between {
					return turn.ToolOutput{}, fault.New(fault.RateLimited, "Slower.")
				}
				<-ctx.Done()
				return turn.ToolOutput{}, ctx.Err()
			}})
			began := time.Now()
			go func() {
				time.Sleep(100 * time.Millisecond)
				b.stopAll(t)
			}()
			out := b.send(t, chat.UID{}, "How is it?")
			require.Equal(t, chat.Stopped, out.Message.Status)
			require.Nil(t, out.Answer.Problem)
			require.Equal(t, 1, runs)
			require.Equal(t, 100*time.Millisecond, time.Since(began))
			require.Equal(t, 1, b.model.asked())
		})
	}
}

func TestAModelTellsHowFarItHasRead(t *testing.T) {
	b := open(t, func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Progress(llm.Progress{What: "prompt", Done: 3, Of: 7})
		return say("Read.")(ctx, r, o)
	})
	b.send(t, chat.UID{}, "Read this.")
	require.Contains(t, b.events, wire.CoreEvent(wire.ReadingEvent{What: "prompt", Done: 3, Of: 7}))
}

// The next one steps in only if nobody was reached and nothing was said or done.
func TestWhoStepsInAndWhen(t *testing.T) {
	down := &fault.Error{Code: fault.Unavailable, Message: "It is down.", Unreachable: true}
	tool := use("", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`})
	for name, tt := range map[string]struct {
		script []call
		falls  bool
	}{
		"nobody was reached":         {[]call{breakOff("", down)}, true},
		"it refused":                 {[]call{breakOff("", fault.New(fault.Upstream, "It refused."))}, false},
		"it broke off":               {[]call{breakOff("Half", down)}, false},
		"it was gone after the tool": {[]call{tool, breakOff("", down)}, false},
	} {
		for _, outbox := range []bool{false, true} {
			calls := 0
			b := open(t, tt.script...)
			other := &model{script: []call{say("Here I am.")}}
			o := engineOver(b, b.store, umbrellas(&calls)).Options
			o.Outbox = outbox
			next := &llm.Answerer{Model: other, Settings: settings(), Rung: chat.BrowserRung}
			o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
				return llm.Answerer{Model: b.model, Settings: settings(), Otherwise: next}, nil
			}
			b.Engine = turn.New(o)
			out := b.send(t, chat.UID{}, "Anybody?")
			require.Equal(t, tt.falls, other.asked() == 1, name)
			require.Equal(t, tt.falls, out.Message.Status == chat.Complete, name)
			require.False(t, out.Answer.Waiting, "%s: what has begun does not wait", name)
			// Without another one it waits only if nothing was begun.
			next = nil
			b.model.script = tt.script
			out = b.send(t, chat.UID{}, "Anybody?")
			require.Equal(t, tt.falls && outbox, out.Answer.Waiting, name)
		}
	}
}

// forgetful cannot keep the text as it comes.
type forgetful struct{ *store.Store }

func (s forgetful) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error) {
	if p.Content != nil && p.Status == nil && p.Metadata == nil {
		return chat.Message{}, errFull
	}
	return s.Store.Update(ctx, uid, p, now)
}

func TestTextThatCannotBeSavedAsItComesIsSavedAtTheEnd(t *testing.T) {
	b := open(t)
	b.model.script = []call{func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Delta(llm.Delta{Text: "Half a "})
		time.Sleep(5 * time.Second) // of the bubble's clock
		o.Delta(llm.Delta{Text: "thought"})
		return llm.Reply{Content: "Half a thought", Finish: "stop"}, nil
	}}
	synctest.Test(t, func(t *testing.T) {
		b.Engine = engineOver(b, forgetful{b.store})
		out := b.send(t, chat.UID{}, "Think.")
		require.Equal(t, []string{"user complete: Think.", "assistant complete: Half a thought"}, b.path(t, out.Session))
		require.Empty(t, out.Unsaved)
		require.Equal(t, 5, strings.Count(b.logs(), errFull.Message), "it is tried again each second")
	})
}

// A question that is being sent from the outbox is stopped when it is taken out;
// another one's turn is not.
func TestAQuestionThatIsBeingSentCanBeTakenOut(t *testing.T) {
	for _, own := range []bool{true, false} {
		b, n := open(t), &network{down: true}
		b.Engine = overNetwork(b, n)
		first := b.send(t, chat.UID{}, "One?")
		second := b.send(t, chat.UID{}, "Two?")
		n.set(false)
		taken := first
		if !own {
			taken = second
		}
		n.leaving = func() {
			require.NoError(t, b.CancelWaiting(context.Background(), taken.Message.UID))
			if !own {
				b.Stop(first.Session)
			}
		}
		_, err := b.SendWaiting(t.Context())
		require.NoError(t, err)
		kept, err := b.store.Message(t.Context(), taken.Message.UID)
		require.NoError(t, err)
		require.Equal(t, chat.Stopped, kept.Status)
		require.False(t, store.AnswerOf(kept).Waiting)
		require.NotContains(t, n.arrived, map[bool]string{true: "One?", false: "Two?"}[own])
		left, err := b.store.Outbox(t.Context())
		require.NoError(t, err)
		require.Empty(t, left)
	}
}

func TestALongNameIsNotRemembered(t *testing.T) {
	names := map[bool]string{true: "Wolfgang " + strings.Repeat("Amadeus ", 8) + "Mozart", false: "Wolfgang " + strings.Repeat("Amadeus ", 9) + "Mozart"}
	for short, name := range names {
		b := open(t)
		out := b.send(t, chat.UID{}, "Do you know "+name+"?")
		things, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: out.Session, Limit: 100})
		require.NoError(t, err)
		found := false
		for _, thing := range things {
			require.LessOrEqual(t, len(thing.Text), 80)
			found = found || thing.Text == name
		}
		require.Equal(t, short, found, "%d: %+v", len(name), things)
	}
}

// What an exchange names twice, it names once.
func TestANameOfAQuestionAndItsAnswerIsCountedOnce(t *testing.T) {
	b := open(t, say("Ada Lovell is a customer, and Ada Lovell owes us 300 euros."))
	out := b.send(t, chat.UID{}, "Who is the customer Ada Lovell?")
	things, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: out.Session, Kinds: []chat.RememberedKind{chat.NameKind}, Limit: 100})
	require.NoError(t, err)
	require.Len(t, things, 1)
	require.Equal(t, []any{"Ada Lovell", 1}, []any{things[0].Text, things[0].Mentions})
	b.model.script = []call{say("Yes.")}
	b.send(t, out.Session, "And does Ada Lovell pay?")
	things, err = b.store.Remembered(t.Context(), store.RememberedFilter{Session: out.Session, Kinds: []chat.RememberedKind{chat.NameKind}, Limit: 100})
	require.NoError(t, err)
	require.Equal(t, 2, things[0].Mentions, "another exchange counts again")
}

// A budget replaces the threshold; none leaves it.
func TestABudgetReplacesTheThreshold(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, "Where is the harbour?")
	session, err := b.store.Session(t.Context(), out.Session)
	require.NoError(t, err)
	who := llm.Answerer{Model: b.model, Settings: settings()}
	instructions := len(strings.Fields(*who.Settings.Instructions)) + 5
	for budget, want := range map[int]int{0: *who.Settings.Threshold, 60: 60 - instructions, 1: 1, instructions: 1, instructions + 2: 2} {
		if budget == 60 && instructions > 59 {
			want = 1
		}
		a, err := b.Assemble(t.Context(), session, "And the pier?", who, budget)
		require.NoError(t, err)
		require.Equal(t, want, a.Threshold, budget)
	}
	who.Settings.Instructions = new("")
	a, err := b.Assemble(t.Context(), session, "And the pier?", who, 60)
	require.NoError(t, err)
	require.Equal(t, 60, a.Threshold, "without instructions all of it is there")
}

// What a model is asked about a question has a limit of its own.
func TestAReadingIsShort(t *testing.T) {
	var most []int
	b, _ := withReader(t, nil, func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		most = append(most, r.MaxOutput)
		return say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`)(ctx, r, o)
	})
	session := b.send(t, chat.UID{}, sure).Session
	b.send(t, session, unsure)
	require.Equal(t, []int{700}, most)
}

// A turn that cannot begin again says so, and leaves the chat as it is.
func TestWhatIsNotThereIsNotAnsweredAgain(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, "Which?")
	_, err := b.Again(t.Context(), chat.NewUID(9), turn.Wish{}, "", b.emit)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = b.Resume(t.Context(), turn.Target{Checkpoint: chat.NewUID(9)}, turn.Wish{}, b.emit)
	require.ErrorIs(t, err, fault.NotFound)
	require.Len(t, b.path(t, out.Session), 2)
}

// What a model says of a question is looked at as far as 64 kB, and an object that is
// none is nothing.
func TestWhatAModelSaysOfAQuestionHasALimit(t *testing.T) {
	const said = `{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`
	for text, used := range map[string]bool{
		strings.Repeat(" ", 64<<10-len(said)) + said:                   true,
		strings.Repeat(" ", 64<<10-len(said)+1) + said:                 false,
		strings.TrimSuffix(said, `"}`) + `}`:                           false,
		`{"is_followup" true, "rewritten_query":"Who wrote it, now?"}`: false,
	} {
		b, m := withReader(t, nil, say(text))
		session := b.send(t, chat.UID{}, sure).Session
		out := b.send(t, session, unsure)
		require.Equal(t, 1, m.asked)
		require.Equal(t, used, out.Answer.Understood.As == "Who wrote Middlemarch, and now?", "%.80q", strings.TrimSpace(text))
	}
}

// A stop while a model reads the question leaves open what it means.
func TestAStoppedReadingIsReadAgain(t *testing.T) {
	var b *bench
	session := chat.UID{}
	b, m := withReader(t, nil, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		b.Stop(session)
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}, say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`))
	session = b.send(t, chat.UID{}, sure).Session
	out := b.send(t, session, unsure)
	require.Equal(t, chat.Stopped, out.Message.Status)
	require.Nil(t, out.Answer.Understood)
	out, err := b.Resume(t.Context(), turn.Target{Session: session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, 2, m.asked)
	require.Equal(t, "Who wrote Middlemarch, and now?", out.Answer.Understood.As)
}

// Somebody who stops a question that reaches nobody does not want it sent later.
func TestAStoppedQuestionDoesNotWait(t *testing.T) {
	b := open(t)
	session := b.send(t, chat.UID{}, "One?").Session
	o := engineOver(b, b.store).Options
	o.Outbox = true
	b.Engine = turn.New(o)
	unreachable := fault.New(fault.Upstream, "It cannot be reached.")
	unreachable.Unreachable = true
	b.model.script = []call{func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		b.Stop(session)
		<-ctx.Done()
		return llm.Reply{}, unreachable
	}, func(context.Context, llm.Request, llm.Observer) (llm.Reply, error) { return llm.Reply{}, unreachable }}
	stopped := b.send(t, session, "Two?")
	require.Equal(t, chat.Stopped, stopped.Message.Status)
	require.False(t, stopped.Answer.Waiting)
	require.True(t, b.send(t, session, "Three?").Answer.Waiting, "one that nobody stopped waits")
}

// An engine without a log goes on where there is something to log.
func TestNobodyNeedsALog(t *testing.T) {
	b := open(t)
	o := engineOver(b, forgetful{b.store}).Options
	o.Log = nil
	b.Engine = turn.New(o)
	b.model.script = []call{func(context.Context, llm.Request, llm.Observer) (llm.Reply, error) {
		return llm.Reply{}, errors.New("something nobody thought of")
	}}
	require.Equal(t, chat.Failed, b.send(t, chat.UID{}, "One?").Message.Status)
}

// A name of which nothing is said is nothing to come back to.
func TestOnlyNamesThatAreSaidToBeSomethingAreRemembered(t *testing.T) {
	b := open(t, say("Fine."))
	out := b.send(t, chat.UID{}, "The customer Ada Lovell wrote. Is order B-77 ready, and Torino?")
	things, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: out.Session, Limit: 100})
	require.NoError(t, err)
	require.NotEmpty(t, things)
	for _, thing := range things {
		require.NotEmpty(t, thing.Of, thing.Text)
	}
}
