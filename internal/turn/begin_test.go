package turn_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// name is that of a chat whose first question this is.
func (b *bench) name(t *testing.T, session chat.UID) string {
	t.Helper()
	s, err := b.store.Session(t.Context(), session)
	require.NoError(t, err)
	return s.Name
}

func TestAChatIsNamedAfterTheBeginningOfItsFirstQuestion(t *testing.T) {
	word := func(n int) string { return strings.Repeat("w", n) }
	for question, want := range map[string]string{
		"Where is it?":                          "Where is it?",
		"  Where \t is it?  \nAnd who has it?":  "Where is it?",
		"a" + strings.Repeat(" ", 60) + "b":     "a b", // spaces do not count
		word(60):                                word(60),
		word(61):                                word(60) + "…",
		strings.Repeat("é", 61):                 strings.Repeat("é", 60) + "…",
		word(40) + " " + word(40):               word(40) + "…",                  // between words
		word(20) + " " + word(60):               word(20) + " " + word(39) + "…", // not if half of it went
		word(30) + " " + word(60):               word(30) + " " + word(29) + "…",
		word(31) + " " + word(60):               word(31) + "…",
		word(40) + ",.;: " + word(40):           word(40) + "…",
		"First line of many words\n" + word(99): "First line of many words",
	} {
		b := open(t)
		require.Equal(t, want, b.name(t, b.send(t, chat.UID{}, question).Session), question)
	}
}

func TestOnlyAChatWithoutANameIsNamed(t *testing.T) {
	b := open(t)
	for _, named := range []string{"", "Mine"} {
		s, err := b.store.Create(t.Context(), chat.Session{Name: named}, 1)
		require.NoError(t, err)
		b.send(t, s.UID, "Where is it?")
		want := named
		if want == "" {
			want = "Where is it?"
		}
		require.Equal(t, want, b.name(t, s.UID))
		_, err = b.store.Rename(t.Context(), s.UID, "", chat.NamedByUser, 2)
		require.NoError(t, err)
		b.send(t, s.UID, "And who has it?")
		require.Empty(t, b.name(t, s.UID), "one that lost its name later on is not")
	}
}

// A key names one request: whoever takes it for another is told.
func TestAKeyOfAnotherRequestIsRefused(t *testing.T) {
	for name, answer := range map[string]string{"another answer": `{}`, "a name": `"0123456789abcdef0123456789abcdef"`, "no JSON": `{`} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			_, _, err := b.store.Once(t.Context(), "k", 1, func(context.Context) ([]byte, error) { return []byte(answer), nil })
			require.NoError(t, err)
			_, err = b.Send(t.Context(), turn.Question{Text: "Where?", Key: "k"}, b.emit)
			require.ErrorIs(t, err, fault.Conflict)
			require.Zero(t, b.model.asked())
			list, _, err := b.store.List(t.Context(), store.ListOptions{})
			require.NoError(t, err)
			require.Empty(t, list)
		})
	}
}

func TestAnEditBelongsToItsChat(t *testing.T) {
	for _, asks := range []bool{false, true} {
		b := open(t)
		b.asks = asks
		first, other := b.send(t, chat.UID{}, "One?"), b.send(t, chat.UID{}, "Two?")
		_, err := b.Send(t.Context(), turn.Question{Session: first.Session, Text: "Three?", Beside: other.Question}, b.emit)
		require.ErrorIs(t, err, fault.Invalid)
		for _, session := range []chat.UID{first.Session, other.Session} {
			require.Len(t, b.path(t, session), 2, "nothing was kept of it")
		}
	}
}

func TestAQuestionThatCannotBeCountedIsKept(t *testing.T) {
	failed := errors.New("no vocabulary")
	b := open(t)
	o := b.Options
	o.Count = func(context.Context, string, chat.Role, string) (int, string, error) { return 0, "", failed }
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, "Where?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.Equal(t, "user complete: Where?", b.path(t, out.Session)[0])
	require.ErrorIs(t, errors.Join(b.logged...), failed)
	require.Zero(t, b.model.asked())

	b.logged = nil
	b.Engine = engineOver(b, b.store)
	out, err := b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Empty(t, b.logged)
	question, err := b.store.Message(t.Context(), out.Question)
	require.NoError(t, err)
	require.Equal(t, 6, question.Tokens, "it is counted once that is possible")
	require.Equal(t, "words", question.Encoding)
}

// A question that was counted for one model is counted anew for another.
func TestAQuestionIsCountedForWhoAnswers(t *testing.T) {
	b := open(t)
	b.asks = true
	o := engineOver(b, b.store).Options
	encoding := func(model string) string {
		if model == "" {
			return "unknown"
		}
		return "of " + model
	}
	o.Encoding = func(model string) (string, bool) { return encoding(model), false }
	o.Count = func(_ context.Context, model string, _ chat.Role, _ string) (int, string, error) {
		return len(model), encoding(model), nil
	}
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, "Where?")
	question, err := b.store.Message(t.Context(), out.Question)
	require.NoError(t, err)
	require.Equal(t, "of scripted-1", question.Encoding)
	require.Equal(t, len("scripted-1"), question.Tokens)
	before := question.UpdatedAt
	_, err = b.Again(t.Context(), out.Question, turn.Wish{}, "", b.emit)
	require.NoError(t, err)
	question, err = b.store.Message(t.Context(), out.Question)
	require.NoError(t, err)
	require.Equal(t, before, question.UpdatedAt, "and left alone then")
}

// A host need not know who answers, nor which model it is.
func TestAHostThatKnowsLittleIsAnswered(t *testing.T) {
	for name, change := range map[string]func(*turn.Options, *chat.Settings){
		"never ready":        func(o *turn.Options, _ *chat.Settings) { o.Ready = nil },
		"a model of no name": func(_ *turn.Options, s *chat.Settings) { s.Model = nil },
	} {
		b := open(t)
		o, s := b.Options, settings()
		change(&o, &s)
		o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: b.model, Settings: s}, nil
		}
		b.Engine = turn.New(o)
		out := b.send(t, chat.UID{}, "Where?")
		require.Equal(t, "You said: Where?", out.Message.Content, name)
	}
}

func TestAgainNeedsAQuestion(t *testing.T) {
	b := open(t)
	s, err := b.store.Create(t.Context(), chat.Session{}, 1)
	require.NoError(t, err)
	greeting, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: chat.Assistant, Content: "Hello."}, 1)
	require.NoError(t, err)
	_, err = b.Again(t.Context(), greeting.UID, turn.Wish{}, "", b.emit)
	require.ErrorIs(t, err, fault.Invalid)
	_, err = b.Again(t.Context(), chat.NewUID(1), turn.Wish{}, "", b.emit)
	require.ErrorIs(t, err, fault.NotFound)

	// The answer of an answer, as tools leave them, is one to the question before.
	out := b.send(t, s.UID, "Where?")
	result, err := b.store.Append(t.Context(), s.UID, chat.Message{Role: chat.Tool, Content: "row", Parent: out.Message.UID}, 1)
	require.NoError(t, err)
	again, err := b.Again(t.Context(), result.UID, turn.Wish{}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, out.Question, again.Question)
}

// The lineage of checkpoints goes through the turn before, wherever its answer is.
func TestTheLineageFollowsThePath(t *testing.T) {
	b := open(t)
	first := b.send(t, chat.UID{}, "One?")
	second := b.send(t, first.Session, "Two?")
	edited, err := b.Send(t.Context(), turn.Question{Session: first.Session, Text: "Another two?", Beside: second.Question}, b.emit)
	require.NoError(t, err)
	firstOf := func(of chat.UID) store.Checkpoint {
		list, err := b.store.Checkpoints(t.Context(), first.Session, store.CheckpointFilter{Turn: of})
		require.NoError(t, err)
		require.Equal(t, "input", list[len(list)-1].Node)
		return list[len(list)-1]
	}
	last, err := b.store.LastCheckpoint(t.Context(), first.Session, first.Answer.Turn)
	require.NoError(t, err)
	require.Equal(t, last, firstOf(second.Answer.Turn).Parent)
	require.Equal(t, last, firstOf(edited.Answer.Turn).Parent, "not the turn that it stands beside")
	require.True(t, firstOf(first.Answer.Turn).Parent.IsZero())
}

// Whoever waits in line and goes is not waited for.
func TestWhoWaitsCanGo(t *testing.T) {
	b := open(t, say("Zero."))
	session := b.send(t, chat.UID{}, "0").Session
	goOn, asked := make(chan struct{}), make(chan struct{})
	b.model.script = []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		close(asked)
		<-goOn
		return say("One.")(ctx, r, o)
	}, say("Three.")}
	ended := make(chan error, 2)
	send := func(ctx context.Context, text string, waits chan int) {
		_, err := b.Send(ctx, turn.Question{Session: session, Text: text}, func(e wire.CoreEvent) {
			if w, ok := e.(wire.WaitingEvent); ok {
				waits <- w.Ahead
			}
		})
		ended <- err
	}
	go send(t.Context(), "1", nil)
	<-asked
	ctx, cancel := context.WithCancel(t.Context())
	second, third := make(chan int, 9), make(chan int, 9)
	go send(ctx, "2", second)
	require.Equal(t, 1, <-second)
	go send(t.Context(), "3", third)
	require.Equal(t, 2, <-third)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Equal(t, 1, <-third, "it has moved up")
	close(goOn)
	require.NoError(t, <-ended)
	require.NoError(t, <-ended)
	require.False(t, b.Busy(session))
	require.Equal(t, []string{"user complete: 0", "assistant complete: Zero.", "user complete: 1", "assistant complete: One.", "user complete: 3", "assistant complete: Three."}, b.path(t, session))
	require.Empty(t, second)
	require.Empty(t, third)
}

// A program that has handed its turns over takes no more, whoever asks.
func TestWhoHasHandedOverTakesNoTurn(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, "One?")
	b.HandOver()
	asks := map[string]func() (wire.Turn, error){
		"a new chat": func() (wire.Turn, error) { return b.Send(t.Context(), turn.Question{Text: "Two?"}, b.emit) },
		"the chat": func() (wire.Turn, error) {
			return b.Send(t.Context(), turn.Question{Session: out.Session, Text: "Two?"}, b.emit)
		},
		"again": func() (wire.Turn, error) { return b.Again(t.Context(), out.Question, turn.Wish{}, "", b.emit) },
		"resume": func() (wire.Turn, error) {
			return b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
		},
		"clarify": func() (wire.Turn, error) { return b.Clarify(t.Context(), out.Message.UID, "", turn.Wish{}, b.emit) },
	}
	for name, ask := range asks {
		_, err := ask()
		require.ErrorIs(t, err, turn.ErrHandedOver, name)
	}
	require.Len(t, b.path(t, out.Session), 2)
	require.Equal(t, 1, b.model.asked())
}

// Who edits the first question has another chat, and a name that they gave is theirs.
func TestAnEditedFirstQuestionNamesItsChatAnew(t *testing.T) {
	b := open(t)
	first := b.send(t, chat.UID{}, "Write a long story about a fox.")
	later := b.send(t, first.Session, "And then?")
	edit := func(of chat.UID, words string) {
		_, err := b.Send(t.Context(), turn.Question{Session: first.Session, Text: words, Beside: of}, b.emit)
		require.NoError(t, err)
	}
	edit(later.Question, "And before that?")
	require.Equal(t, "Write a long story about a fox.", b.name(t, first.Session))
	edit(first.Question, "Say hello in one word.")
	require.Equal(t, "Say hello in one word.", b.name(t, first.Session))
	_, err := b.store.Rename(t.Context(), first.Session, "Mine", chat.NamedByUser, 2)
	require.NoError(t, err)
	edit(first.Question, "Say goodbye.")
	require.Equal(t, "Mine", b.name(t, first.Session))
}
