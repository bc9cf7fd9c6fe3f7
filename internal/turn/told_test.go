// What others are told of a question, and how long they are waited for: sources, the
// model that reads it, tools, and the reader who looks on.

package turn_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/prompt"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/understand"
)

// A source is told what to look for, what the user chose of what it offered, and who
// answers.
func TestASourceIsToldWhatToLookFor(t *testing.T) {
	b := open(t)
	every := &asked{}
	b.Engine = gathering(b, b.store, every)
	out := b.send(t, chat.UID{}, "When is invoice INV-2041 of 300 euros due?")
	got := every.questions[0]
	require.NotEmpty(t, got.Filters)
	require.Equal(t, out.Answer.Understood.Filters, got.Filters)
	require.Equal(t, []string{"scripted-1", ""}, []string{got.Model, got.Choice})
	_, err := b.Again(t.Context(), out.Question, turn.Wish{Choice: "by customer"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, "by customer", every.questions[1].Choice)
}

// distant is a source outside of this program that is asked for every question.
type distant struct{ asked }

func (d *distant) About() gather.About {
	about := d.asked.About()
	about.Outside = true
	return about
}

// Whoever only wants to know what would be sent has nobody outside paid for it.
func TestTheMeterAsksNobodyOutside(t *testing.T) {
	b, far := open(t), &distant{}
	b.Engine = gathering(b, b.store, far)
	out := b.send(t, chat.UID{}, sure)
	require.Len(t, far.questions, 1)
	session, err := b.store.Session(t.Context(), out.Session)
	require.NoError(t, err)
	_, err = b.Context(t.Context(), session, turn.Next{Text: "And now?"}, llm.Answerer{Model: b.model, Settings: settings()})
	require.NoError(t, err)
	require.Len(t, far.questions, 1)
}

// All that a model says of a question is kept, as far as it holds.
func TestAllThatAModelSaysOfAQuestionIsKept(t *testing.T) {
	b, m := withReader(t, nil, say(`{"is_followup":true,"confidence":0.8,"rewritten_query":"Who wrote Middlemarch, and now?",
		"references":[{"text":"now","entities":["Middlemarch"]}],"filters":[{"field":"novel","value":"Middlemarch"}],
		"needed_context_from_memory":["the novel"],"final_augmented_context":"It is about the novel Middlemarch.",
		"route":"knowledge","query_composition":"pure_doc","facts":[{"kind":"text","text":"now","value":"now","unit":""}]}`))
	session := b.send(t, chat.UID{}, sure).Session
	o := b.Options
	tables, documents := shelves()
	o.Gatherers = gather.Gatherers{tables, documents}
	b.Engine = turn.New(o)
	u := b.send(t, session, unsure).Answer.Understood
	require.Equal(t, 1, m.asked)
	require.Empty(t, u.Problem)
	require.Equal(t, []any{true, 0.8, "Who wrote Middlemarch, and now?", "scripted-1"}, []any{u.Followup, u.Score, u.As, u.By})
	require.Len(t, u.References, 1)
	require.Equal(t, []string{"Middlemarch"}, u.References[0].Entities)
	require.Equal(t, []chat.Filter{{Field: "novel", Value: "Middlemarch"}}, u.Filters)
	require.Equal(t, []string{"the novel"}, u.Needs)
	require.Equal(t, "It is about the novel Middlemarch.", u.Context)
	require.Equal(t, []string{"knowledge", "pure_doc"}, []string{u.Route, u.Composition})
}

// A model has eight seconds to say what a question means.
func TestNobodyWaitsLongForAReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := withReader(t, nil, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
			<-ctx.Done()
			return llm.Reply{}, context.Cause(ctx)
		})
		session := b.send(t, chat.UID{}, sure).Session
		began := time.Now()
		require.Equal(t, chat.Complete, b.send(t, session, unsure).Message.Status)
		require.Equal(t, 8*time.Second, time.Since(began))
	})
}

// A model that fails now and then is still asked.
func TestAReaderThatFailsNowAndThenIsAsked(t *testing.T) {
	good, bad := say(`{"is_followup":false,"confidence":0.9}`), say("Hm.")
	b, m := withReader(t, nil, bad, bad, good, bad, bad, good)
	session := b.send(t, chat.UID{}, sure).Session
	for range 6 {
		b.send(t, session, unsure)
	}
	require.Equal(t, 6, m.asked)
}

// unchosen is a store that cannot say what the user chose before, of one kind.
type unchosen struct {
	*store.Store
	kind chat.RememberedKind
}

func (s unchosen) Remembered(ctx context.Context, f store.RememberedFilter) ([]chat.Remembered, error) {
	if slices.Contains(f.Kinds, s.kind) {
		return nil, errDisk
	}
	return s.Store.Remembered(ctx, f)
}

// A question does not go another way because what the user chose cannot be read.
func TestAChosenRouteIsNotPassedOverByAFailure(t *testing.T) {
	b := open(t)
	tables, documents := shelves()
	b.Engine = gathering(b, b.store, tables, documents)
	const question = "How many technicians are active?"
	first := b.send(t, chat.UID{}, question)
	_, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Route: "knowledge"}, "", b.emit)
	require.NoError(t, err)
	b.Engine = gathering(b, unchosen{b.store, chat.RouteKind}, tables, documents)
	out := b.send(t, first.Session, question)
	require.Equal(t, errDisk.Message, out.Answer.Problem.Message)
	require.Equal(t, []int{1, 1}, []int{tables.asked, documents.asked})
	b.Engine = gathering(b, b.store, tables, documents)
	out, err = b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "knowledge", out.Answer.Understood.Route)
	require.Equal(t, []int{1, 2}, []int{tables.asked, documents.asked})
}

// A question that could not be asked about is asked about when it goes on.
func TestACardIsNotPassedOverByAFailure(t *testing.T) {
	b := open(t)
	b.Engine = engineOver(b, unchosen{b.store, chat.ChoiceKind})
	out := b.send(t, chat.UID{}, leaving)
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, []string{errDisk.Message, "understand"}, []string{out.Answer.Problem.Message, out.Answer.Problem.Step})
	b.Engine = engineOver(b, b.store)
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.NotNil(t, out.Answer.Clarify)
	require.Nil(t, out.Answer.Problem)
	require.Zero(t, b.model.asked())
}

// While somebody else answers than was to, the row says who it is.
func TestTheRowOfAnAnswerSaysWhoSteppedIn(t *testing.T) {
	b := open(t)
	var during chat.Answer
	small := &model{script: []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		kept, err := b.store.Message(ctx, r.Asked.Answer)
		require.NoError(t, err)
		during = store.AnswerOf(kept)
		return say("Here.")(ctx, r, o)
	}}}
	next := llm.Answerer{Model: small, Provider: "This browser", Rung: chat.BrowserRung, Small: true, Fell: "The small model answers instead.", Settings: settings()}
	b.Engine = answeredBy(b, llm.Answerer{Model: &network{down: true}, Provider: "Far", Rung: chat.RemoteRung, Otherwise: &next, Settings: settings()})
	out := b.send(t, chat.UID{}, "Are you there?")
	b.Keeper.Idle()
	require.Equal(t, []any{"This browser", chat.BrowserRung, out.Answer.Fell}, []any{during.Provider, during.Rung, during.Fell})
}

// A tool that says nothing of its time has a minute.
func TestAToolHasAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, use("", llm.ToolCall{ID: "a", Name: "slow", Arguments: `{}`}), say("Without it."))
		b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "slow"}, Run: func(ctx context.Context, _ string) (turn.ToolOutput, error) {
			<-ctx.Done()
			return turn.ToolOutput{}, fault.New(fault.Upstream, "It was ended.")
		}})
		began := time.Now()
		require.Equal(t, "Without it.", b.send(t, chat.UID{}, "Try.").Message.Content)
		require.Equal(t, 3*time.Minute+3*time.Second, time.Since(began))
	})
}

// Of a tool's sources forty are named: nobody looks through more.
func TestAToolNamesFortySources(t *testing.T) {
	b := open(t, use("", llm.ToolCall{ID: "a", Name: "all", Arguments: `{}`}), say("Done."))
	var sources []chat.Source
	for i := range 50 {
		sources = append(sources, chat.Source{Kind: chat.RowSource, Name: "stock", ID: strconv.Itoa(i)})
	}
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "all"}, Run: func(context.Context, string) (turn.ToolOutput, error) {
		return turn.ToolOutput{Text: "All.", Sources: sources}, nil
	}})
	require.Equal(t, sources[:40], b.send(t, chat.UID{}, "Show all of it.").Answer.Sources)
}

// An answer that failed says how long it took.
func TestAFailedAnswerHasItsTimings(t *testing.T) {
	b := open(t)
	b.model.script = []call{then(breakOff("Half", fault.New(fault.Upstream, "It broke off.")), func() {
		for range 100 {
			b.Now()
		}
	})}
	got := b.send(t, chat.UID{}, "Well?").Answer.Timings
	require.Less(t, got.First, int64(100))
	require.Greater(t, got.Total, int64(100))
}

// mixed is a source of documents that has rows, too.
type mixed struct{ shelf }

func (m *mixed) Gather(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
	return gather.Evidence{Passages: []prompt.Passage{
		{Kind: chat.RowsPart, Text: "A row of the table.", Score: 0.5},
		{Kind: chat.DocumentsPart, Text: "A page of the handbook.", Score: 0.5},
	}}, nil
}

// What comes first in a prompt depends on what the answer is to be made of.
func TestTheBestEvidenceForAnAnswerComesFirst(t *testing.T) {
	for composition, rowFirst := range map[string]bool{"pure_doc": false, "pure_kb": true} {
		b, _ := withReader(t, nil, say(`{"is_followup":true,"confidence":0.9,"route":"knowledge","query_composition":"`+composition+`"}`))
		o := b.Options
		_, documents := shelves()
		o.Gatherers = gather.Gatherers{&mixed{*documents}}
		b.Engine = turn.New(o)
		session := b.send(t, chat.UID{}, sure).Session
		out := b.send(t, session, unsure)
		require.Equal(t, []string{"knowledge", composition}, []string{out.Answer.Understood.Route, out.Answer.Understood.Composition})
		row, page := strings.Index(out.Message.Content, "A row"), strings.Index(out.Message.Content, "A page")
		require.True(t, row >= 0 && page >= 0, out.Message.Content)
		require.Equal(t, rowFirst, row < page, composition)
	}
}

// A model that is asked what a question means sees what was said in its order, each
// answer with its question.
func TestAReaderSeesWhatWasSaid(t *testing.T) {
	var shown string
	b, _ := withReader(t, nil, func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		shown = r.Messages[len(r.Messages)-1].Content
		return say(`{"is_followup":false,"confidence":0.9}`)(ctx, r, o)
	})
	session := b.send(t, chat.UID{}, sure).Session
	b.send(t, session, unsure)
	history := []understand.Exchange{{Question: sure, Answer: "You said: " + sure}}
	o := understand.Options{AskAbove: settings().Ask.Above(), Now: b.Now()}
	_, want := understand.Request(history, unsure, understand.Understand(history, unsure, o), o)
	require.Equal(t, want, shown)
}
