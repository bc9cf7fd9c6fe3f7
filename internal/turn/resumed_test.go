// What a reader still has of an answer that was interrupted, failed or went on: who
// was to write it, its thoughts, its steps and its times.

package turn_test

import (
	"context"
	"fmt"
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
)

// What a model thought before its answer broke off is not lost when it goes on.
func TestThoughtsGoOnWithTheirAnswer(t *testing.T) {
	thinks := func(thought, text string, err error) call {
		return func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			o.Delta(llm.Delta{Reasoning: true, Text: thought})
			o.Delta(llm.Delta{Text: text})
			return llm.Reply{Content: text, Finish: "stop", Attempts: 1}, err
		}
	}
	b := open(t, thinks("First this. ", "One", fault.New(fault.Upstream, "It broke off.")), thinks("Then that.", " and two.", nil))
	out := b.send(t, chat.UID{}, "Count.")
	require.Equal(t, "First this. ", out.Answer.Reasoning)
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "One and two.", out.Message.Content)
	require.Equal(t, "First this. Then that.", out.Answer.Reasoning)
}

// A question that is refused before anybody is asked says who was to answer.
func TestARefusedQuestionSaysWhoWasToAnswer(t *testing.T) {
	b := open(t)
	s := settings()
	s.MaxContext = new(150)
	b.Engine = answeredBy(b, llm.Answerer{Model: b.model, Provider: "Far", Rung: chat.RemoteRung, Fell: "Nobody nearer is there.", Settings: s})
	out := b.send(t, chat.UID{}, strings.Repeat("long ", 500))
	require.Equal(t, fault.TooLarge, out.Answer.Problem.Code)
	require.Equal(t, []any{"scripted-1", "Far", chat.RemoteRung, "Nobody nearer is there."}, []any{out.Answer.Model, out.Answer.Provider, out.Answer.Rung, out.Answer.Fell})
}

// Whoever looks at the steps of a turn sees that a model was asked what was meant.
func TestTheStepsOfATurnShowThatItsQuestionWasRead(t *testing.T) {
	b, m := withReader(t, nil, say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`))
	session := b.send(t, chat.UID{}, sure).Session
	out := b.send(t, session, unsure)
	require.Equal(t, 1, m.asked)
	require.Equal(t, []string{"input", "load", "understand", "assemble", "answer", "record"}, b.nodes(t, session, out.Answer.Turn))
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Turn: out.Answer.Turn})
	require.NoError(t, err)
	for i, c := range list {
		require.Equal(t, len(list)-1-i, c.Step, "they are counted")
	}
}

// An answer that broke off after its tools goes on though its details are gone.
func TestAnAnswerWithToolsGoesOnWithoutItsDetails(t *testing.T) {
	calls := 0
	b := open(t, use("Looking. ", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}), breakOff("Three", fault.New(fault.Upstream, "It is down.")), say(" are left."))
	b.Engine = engineOver(b, b.store, umbrellas(&calls))
	q := turn.Question{Text: "How many umbrellas are left?", Key: "k"}
	out, err := b.Send(t.Context(), q, b.emit)
	require.NoError(t, err)
	of := out.Answer.Turn
	_, err = b.store.Update(t.Context(), out.Message.UID, store.Patch{Metadata: chat.RawJSON(`{}`)}, 1)
	require.NoError(t, err)
	out, err = b.Send(t.Context(), q, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Looking. Three are left.", out.Message.Content)
	require.Equal(t, of, out.Answer.Turn, "it is known by its turn again")
	require.Equal(t, 1, calls)
	require.Positive(t, out.Answer.Timings.Total)
}

// saves notes what is kept of an answer as it comes, and when.
type saves struct {
	*store.Store
	began time.Time
	kept  []string
}

func (s *saves) Update(ctx context.Context, uid chat.UID, p store.Patch, now int64) (chat.Message, error) {
	if p.Content != nil && p.Status == nil {
		s.kept = append(s.kept, fmt.Sprint(time.Since(s.began), " ", *p.Content))
	}
	return s.Store.Update(ctx, uid, p, now)
}

// What comes is kept soon, in case the tab is closed at once, and then each second. A
// model that says nothing for a while has nothing kept: the disk is left alone.
func TestTextIsKeptSoonAndOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			o.Delta(llm.Delta{Text: "One"})
			time.Sleep(5 * time.Second) // of the bubble's clock
			o.Delta(llm.Delta{Text: ", two"})
			time.Sleep(5 * time.Second)
			return llm.Reply{Content: "One, two", Finish: "stop", Attempts: 1}, nil
		})
		disk := &saves{Store: b.store, began: time.Now()}
		b.Engine = engineOver(b, disk)
		require.Equal(t, "One, two", b.send(t, chat.UID{}, "Count.").Message.Content)
		require.Equal(t, []string{"200ms One", "5.2s One, two"}, disk.kept)
	})
}

// What a question's words stand for goes along whole, however long ago it was named.
func TestWhatAQuestionRefersToGoesAlong(t *testing.T) {
	const named = "The customer Ada Lovell owes us 300 euros for the harbour tour."
	b := open(t)
	s, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	texts := []string{named, "Noted."}
	for i := range 6 {
		texts = append(texts, fmt.Sprintf("Note %d: %s", i, strings.Repeat("it rains ", 30)))
	}
	for i, text := range texts {
		m, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: []chat.Role{chat.User, chat.Assistant}[i%2], Content: text, Status: chat.Complete,
			Tokens: 5 + len(strings.Fields(text)), Encoding: "words"}, 1)
		require.NoError(t, err)
		s.Head = m.UID
	}
	small := settings()
	small.Threshold = new(60)
	for question, want := range map[string]bool{"What does that customer owe?": true, "Which rivers flow through the city of Hamburg in Germany?": false} {
		made, err := b.Assemble(t.Context(), s, question, llm.Answerer{Model: b.model, Settings: small}, 0)
		require.NoError(t, err)
		var taken []string
		for _, m := range made.Taken {
			taken = append(taken, m.Content)
		}
		if want {
			require.Equal(t, append([]string{named}, texts[len(texts)-2:]...), taken)
		} else {
			require.NotContains(t, taken, named)
		}
	}
}

// An answer that broke off says what it used: that was paid for, too.
func TestAnAnswerThatBrokeOffSaysWhatItUsed(t *testing.T) {
	used := &chat.Usage{PromptTokens: 70, CompletionTokens: 3}
	b := open(t, func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		o.Delta(llm.Delta{Text: "Half"})
		return llm.Reply{Content: "Half", Usage: used}, fault.New(fault.Upstream, "It broke off.")
	})
	out := b.send(t, chat.UID{}, "Well?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, used, out.Answer.Usage)
}

// Whoever stops an answer that reaches nobody does not want another's.
func TestNobodyStepsInForAnAnswerThatWasStopped(t *testing.T) {
	b, other := open(t), &model{}
	b.model.script = []call{func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		b.stopAll(t)
		<-ctx.Done()
		return llm.Reply{}, unreachable
	}}
	next := llm.Answerer{Model: other, Provider: "This browser", Rung: chat.BrowserRung, Fell: "The small model answers instead.", Settings: settings()}
	b.Engine = answeredBy(b, llm.Answerer{Model: b.model, Provider: "Far", Otherwise: &next, Settings: settings()})
	out := b.send(t, chat.UID{}, "Are you there?")
	require.Equal(t, chat.Stopped, out.Message.Status)
	require.Zero(t, other.asked())
	require.Equal(t, []string{"Far", ""}, []string{out.Answer.Provider, out.Answer.Fell})
}

// An answer of several calls that was cut by its length goes on, too.
func TestAnAnswerWithToolsThatWasCutCanGoOn(t *testing.T) {
	calls := 0
	cut := func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		reply, err := say("Three are")(ctx, r, o)
		reply.Finish = "length"
		return reply, err
	}
	b := open(t, use("Looking. ", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}), cut, say(" left."))
	b.Engine = engineOver(b, b.store, umbrellas(&calls))
	out := b.send(t, chat.UID{}, "How many umbrellas are left?")
	require.Equal(t, "length", out.Answer.Finish)
	more, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Looking. Three are left.", more.Message.Content)
	require.Equal(t, []any{"stop", 1}, []any{more.Answer.Finish, calls})
	require.Equal(t, []string{"user complete: How many umbrellas are left?", "assistant complete: Looking. Three are left."}, b.path(t, out.Session))
}

// The meter tells what summaries take, and how many messages they stand for.
func TestTheMeterCountsWhatWasCondensed(t *testing.T) {
	b, at := condensedOffices(t)
	got, err := b.Context(t.Context(), at, turn.Next{}, llm.Answerer{Model: b.model, Settings: settings()})
	require.NoError(t, err)
	require.Positive(t, got.Summaries)
	require.Equal(t, 2, got.Condensed)
	require.Equal(t, got.Summaries, got.Tokens, "nothing else goes along")
	require.Zero(t, got.Messages)
}

// A model that does not hear a stop at once has what it still says kept meanwhile.
func TestTextIsKeptUntilAStopIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t)
		disk := &saves{Store: b.store, began: time.Now()}
		b.model.script = []call{func(ctx context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			o.Delta(llm.Delta{Text: "One"})
			b.stopAll(t)
			time.Sleep(500 * time.Millisecond) // of the bubble's clock
			o.Delta(llm.Delta{Text: ", two"})
			time.Sleep(time.Second)
			return llm.Reply{}, ctx.Err()
		}}
		b.Engine = engineOver(b, disk)
		out := b.send(t, chat.UID{}, "Count.")
		require.Equal(t, []any{chat.Stopped, "One, two"}, []any{out.Message.Status, out.Message.Content})
		require.Equal(t, []string{"200ms One", "1.2s One, two"}, disk.kept)
		require.Empty(t, b.logs())
	})
}
