package turn_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/docsource"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// first is a source that comes first, as the FAQ is one: it has the answer to one question.
type first struct {
	asked    atomic.Int32
	question string
}

const wet = "Rain is wet."

func (f *first) About() gather.About { return gather.About{Name: "first", Label: "First", First: true} }

func (f *first) Gather(_ context.Context, q gather.Question, _ func(string)) (out gather.Evidence, err error) {
	f.asked.Add(1)
	if q.Asked.Content == f.question {
		out.Answer, out.Sources = wet, []chat.Source{{Kind: chat.FAQSource, Name: "What is rain?", ID: "1"}}
	}
	return out, nil
}

// withFirst is an engine that has the source, a station outside, documents and a model that
// is asked what questions mean.
func withFirst(b *bench, f *first, outside *station) *turn.Engine {
	o := engineOver(b, b.store).Options
	o.Gatherers = gather.Gatherers{outside, &docsource.Source{Store: b.store}, f}
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		s := settings()
		s.Understanding = new(chat.UnderstandingModel)
		return llm.Answerer{Model: b.model, Provider: "Scripted", Settings: s}, nil
	}
	return turn.New(o)
}

func requireFirst(t *testing.T, out wire.Turn) {
	t.Helper()
	require.Equal(t, wet, out.Message.Content)
	require.Equal(t, chat.Complete, out.Message.Status)
	a := out.Answer
	require.Equal(t, chat.NoRung, a.Rung)
	require.Equal(t, "First", a.Provider)
	require.Empty(t, a.Model)
	require.Nil(t, a.Usage)
	require.Nil(t, a.Sent)
	require.Equal(t, []chat.Source{{Kind: chat.FAQSource, Name: "What is rain?", ID: "1"}}, a.Sources)
	require.Len(t, a.Gathered, 1)
	require.Equal(t, "first", a.Gathered[0].From)
	require.Equal(t, "general", a.Understood.Route)
}

func TestAPairAsksNoModel(t *testing.T) {
	for _, asks := range []bool{false, true} {
		b, f, outside := open(t), &first{question: rain}, &station{name: "Porto"}
		b.asks = asks
		b.Engine = withFirst(b, f, outside)
		out := b.send(t, chat.UID{}, rain)
		requireFirst(t, out)
		require.Zero(t, b.model.asked(), "neither for the answer nor for what the question means")
		require.Zero(t, outside.times())
		require.Empty(t, b.logged)
		require.Equal(t, []string{"input", "load", "assemble", "answer", "record"}, b.nodes(t, out.Session, chat.UID{}))

		// A question that it does not have takes its way, and asks it once.
		other := b.send(t, chat.UID{}, "Will it rain in Rome tomorrow?")
		require.Positive(t, b.model.asked())
		require.Equal(t, 1, outside.times())
		require.NotEqual(t, "First", other.Answer.Provider)
		require.EqualValues(t, 2, f.asked.Load())
	}
}

// Where there is no one to answer, it is asked before the turn fails.
func TestAPairNeedsNobodyWhoAnswers(t *testing.T) {
	b, f := open(t), &first{question: rain}
	o := engineOver(b, b.store).Options
	o.Gatherers = gather.Gatherers{f}
	o.Outbox = true
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{}, &fault.Error{Code: fault.Unavailable, Unreachable: true, Message: "There is no network."}
	}
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, rain)
	requireFirst(t, out)
	other := b.send(t, chat.UID{}, "Will it snow?")
	require.Equal(t, chat.Failed, other.Message.Status)
	require.Equal(t, &chat.Problem{Code: fault.Unavailable, Message: "There is no network.", Step: "load"}, other.Answer.Problem)
	require.True(t, other.Answer.Waiting)
	require.Nil(t, other.Answer.Understood, "it is read when the turn goes on")
}

func TestAgainPassesTheFAQ(t *testing.T) {
	b, f := open(t, say("It may be.")), &first{question: rain}
	b.Engine = withFirst(b, f, &station{name: "Porto", whole: "It will."})
	begun := b.send(t, chat.UID{}, rain)
	again, err := b.Again(t.Context(), begun.Message.UID, turn.Wish{}, "k", b.emit)
	require.NoError(t, err)
	require.Equal(t, "It will.", again.Message.Content)
	require.EqualValues(t, 1, f.asked.Load())

	// A turn that broke off passes it by too when it goes on.
	b.Engine = withFirst(b, f, &station{name: "Porto"})
	broken := breakOff("", fault.New(fault.Upstream, "No."))
	b.model.script = []call{broken, broken, broken}
	failed, err := b.Again(t.Context(), begun.Message.UID, turn.Wish{}, "k2", b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Failed, failed.Message.Status)
	b.model.script = nil
	resumed, err := b.Resume(t.Context(), turn.Target{Message: failed.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(resumed.Message.Content, "You said: "), resumed.Message.Content)
	require.EqualValues(t, 1, f.asked.Load())
}

// What leans on the chat, came with a file or has been given to another source is not
// asked.
func TestTheFAQIsNotAskedWhatIsNotAlone(t *testing.T) {
	b, f := open(t), &first{question: "And tomorrow?"}
	b.Engine = withFirst(b, f, &station{name: "Porto"})
	begun := b.send(t, chat.UID{}, rain)
	require.EqualValues(t, 1, f.asked.Load())
	b.send(t, begun.Session, "And tomorrow?")
	require.EqualValues(t, 1, f.asked.Load(), "a follow-up")

	f.question = "What are your opening hours in summer?"
	later := b.send(t, begun.Session, f.question)
	require.Equal(t, wet, later.Message.Content, "its words name all it is about, wherever it stands")
	require.EqualValues(t, 2, f.asked.Load())
	f.asked.Store(1)

	f.question = rain
	_, err := b.Send(t.Context(), turn.Question{Text: rain, Wish: turn.Wish{Route: "weather"}}, b.emit)
	require.NoError(t, err)
	require.EqualValues(t, 1, f.asked.Load(), "its source was chosen")

	with := b.sendWith(t, chat.UID{}, rain, b.add(t, "moles.md", "# Moles\n\nRain is bad for moles.\n"))
	require.EqualValues(t, 1, f.asked.Load(), "it came with a file")
	b.send(t, with.Session, rain)
	require.EqualValues(t, 1, f.asked.Load(), "the chat has one")
}

// The meter and `burrow context` do not ask it.
func TestAPromptThatIsNotSentAsksNoFAQ(t *testing.T) {
	b, f := open(t), &first{question: rain}
	b.Engine = withFirst(b, f, &station{name: "Porto"})
	begun := b.send(t, chat.UID{}, "Hello.")
	asked := f.asked.Load()
	session, err := b.store.Session(t.Context(), begun.Session)
	require.NoError(t, err)
	_, err = b.Assemble(t.Context(), session, rain, llm.Answerer{Model: b.model, Settings: settings()}, 0)
	require.NoError(t, err)
	require.Equal(t, asked, f.asked.Load())
}
