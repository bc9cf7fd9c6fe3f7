// What a user chose or said, and what is handed on of it: to sources, to the reader
// and to the next question.

package turn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
)

// Whoever has said what they mean is not asked what they mean.
func TestTheUsersOwnWordsNeedNoCard(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, leaving)
	require.NotNil(t, out.Answer.Clarify)
	again, err := b.Again(t.Context(), out.Question, turn.Wish{As: "Who of the sales team will leave?"}, "", b.emit)
	require.NoError(t, err)
	require.Nil(t, again.Answer.Clarify)
	require.Equal(t, chat.Complete, again.Message.Status)
	require.Equal(t, "Who of the sales team will leave?", again.Answer.Understood.As)
}

// A question that is answered as it stands gets no other meaning.
func TestACardWithoutAChoiceChangesNoMeaning(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, leaving)
	just, err := b.Clarify(t.Context(), out.Message.UID, "", turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Empty(t, just.Answer.Understood.As)
	require.Empty(t, just.Answer.Understood.Choice)
	require.False(t, just.Answer.Understood.Ambiguous)
}

// A card can be answered even if what was read of its question is gone.
func TestACardWithoutItsReadingIsAnswered(t *testing.T) {
	b := open(t)
	out := b.send(t, chat.UID{}, leaving)
	choice := out.Answer.Clarify.Choices[1]
	out.Answer.Understood = nil
	_, err := b.store.Update(t.Context(), out.Message.UID, store.Patch{Metadata: encoded(t, out.Answer)}, 1)
	require.NoError(t, err)
	again, err := b.Clarify(t.Context(), out.Message.UID, choice.Text, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, again.Message.Status)
	require.Equal(t, []string{choice.As, "general", "chat"}, []string{again.Answer.Understood.As, again.Answer.Understood.Route, again.Answer.Understood.Composition})
}

// Words that the user gives when a turn goes on count more than what was read before.
func TestAResumedTurnTakesTheUsersWords(t *testing.T) {
	b := open(t, breakOff("", fault.New(fault.Upstream, "It is down.")))
	out := b.send(t, chat.UID{}, sure)
	require.NotNil(t, out.Answer.Understood)
	out, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{As: "Who wrote Silas Marner?"}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.ByUser, out.Answer.Understood.By)
	require.Contains(t, out.Message.Content, "(What is meant: Who wrote Silas Marner?)")
}

// A source is told how far it can rely on what a question is said to mean.
func TestASourceIsToldHowSureTheMeaningIs(t *testing.T) {
	type trust struct{ Trust, Leans float64 }
	b, m := withReader(t, nil, say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`))
	o := b.Options
	every := &asked{}
	o.Gatherers = gather.Gatherers{every}
	b.Engine = turn.New(o)
	got := func() trust {
		q := every.questions[len(every.questions)-1]
		return trust{q.Trust, q.Leans}
	}
	session := b.send(t, chat.UID{}, sure).Session
	require.Equal(t, trust{Trust: 0.1}, got(), "rules alone")
	first := b.send(t, session, unsure)
	require.Equal(t, 1, m.asked)
	require.Equal(t, trust{Trust: 0.9}, got(), "a model")
	_, err := b.Again(t.Context(), first.Message.UID, turn.Wish{As: "Who wrote it?"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, trust{Trust: 1}, got(), "the user")

	card := b.send(t, chat.UID{}, leaving)
	_, err = b.Clarify(t.Context(), card.Message.UID, card.Answer.Clarify.Choices[0].Text, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, trust{Trust: 1}, got(), "a choice")

	m.script = []call{say("The offices are in Lyon and Graz.")}
	session = b.send(t, chat.UID{}, "Where are the offices?").Session
	b.send(t, session, "Who runs the second one?")
	require.Equal(t, trust{Trust: 0.3, Leans: 0.2}, got(), "rules that are sure")
}

// asked is a source of this program that has nothing, and notes what it is asked.
type asked struct {
	route     string
	questions []gather.Question
}

func (a *asked) About() gather.About {
	return gather.About{Name: "asked", Label: "Asked", Route: a.route}
}

func (a *asked) Gather(_ context.Context, q gather.Question, _ func(string)) (gather.Evidence, error) {
	a.questions = append(a.questions, q)
	return gather.Evidence{}, nil
}

// Whoever has the question stay on their machine has no server ask a model either.
func TestASourceIsToldWhetherAModelMayBeAsked(t *testing.T) {
	for rung, want := range map[chat.Rung]bool{chat.RemoteRung: false, chat.MachineRung: false, chat.BrowserRung: true, chat.NoRung: true} {
		b := open(t)
		every := &asked{}
		o := answeredBy(b, llm.Answerer{Model: b.model, Rung: rung, Settings: settings()}).Options
		o.Background, o.Gatherers = false, gather.Gatherers{every}
		b.Engine = turn.New(o)
		b.send(t, chat.UID{}, sure)
		require.Equal(t, want, every.questions[0].NoModel, rung)
	}
}

// What would be sent is shown without asking a source of another route, and not at all
// if one that is asked for every question fails.
func TestTheMeterAsksOnlySourcesOfEveryQuestion(t *testing.T) {
	b := open(t)
	session := chat.Session{UID: b.send(t, chat.UID{}, sure).Session}
	who := llm.Answerer{Model: b.model, Settings: settings()}
	routed, every := &asked{route: "shelf"}, &asked{}
	b.Engine = gathering(b, b.store, routed, every)
	_, err := b.Context(t.Context(), session, turn.Next{Text: "And now?"}, who)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, []int{len(routed.questions), len(every.questions)})
	b.Engine = gathering(b, b.store, inner{errDisk})
	_, err = b.Context(t.Context(), session, turn.Next{Text: "And now?"}, who)
	require.ErrorIs(t, err, errDisk)
}

func TestTheMeterOfANewChatCountsItsQuestion(t *testing.T) {
	b := open(t)
	got, err := b.Context(t.Context(), chat.Session{}, turn.Next{Text: "Who is there?"}, llm.Answerer{Model: b.model, Settings: settings()})
	require.NoError(t, err)
	require.Zero(t, got.Tokens, "nothing goes along")
	sum := 0
	for _, part := range got.Parts {
		sum += part.Tokens
	}
	require.Equal(t, got.Instructions+3+5, sum)
}

// With one source there is a choice, too: it, or nothing but the model.
func TestOneSourceIsAChoice(t *testing.T) {
	b := open(t)
	porto := &station{name: "Porto"}
	b.Engine = gathering(b, b.store, porto)
	out := b.send(t, chat.UID{}, rain)
	require.Equal(t, []string{"weather", gather.General}, out.Answer.Understood.Routes)
	require.Equal(t, "the source says that it can answer this", out.Answer.Understood.RouteReason)
	again, err := b.Again(t.Context(), out.Message.UID, turn.Wish{Route: gather.General}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, gather.General, again.Answer.Understood.Route)
	require.Equal(t, 1, porto.times())
	refused, err := b.Again(t.Context(), out.Message.UID, turn.Wish{Route: "nowhere"}, "", b.emit)
	require.NoError(t, err)
	require.Equal(t, "That source isn't available.", refused.Answer.Problem.Message)
}

// A choice that cannot be followed any more is none.
func TestAnOldChoiceOfARouteIsPassedOver(t *testing.T) {
	b := open(t)
	tables, documents := shelves()
	b.Engine = gathering(b, b.store, tables, documents)
	const question = "How many technicians are active?"
	first := b.send(t, chat.UID{}, question)
	_, err := b.Again(t.Context(), first.Message.UID, turn.Wish{Route: "knowledge"}, "", b.emit)
	require.NoError(t, err)
	kept, err := b.store.Remembered(t.Context(), store.RememberedFilter{Session: first.Session, Kinds: []chat.RememberedKind{chat.RouteKind}, Limit: 9})
	require.NoError(t, err)
	require.Len(t, kept, 1)
	require.NoError(t, b.store.EraseRemembered(t.Context(), kept[0].UID))
	require.NoError(t, b.store.Remember(t.Context(), first.Session, []chat.Remembered{
		{Kind: chat.RouteKind, Text: "of no question", Value: "knowledge"},
		{Kind: chat.RouteKind, Text: "of a source that is gone", Of: kept[0].Of, Value: "archive"},
	}, 1))
	require.Equal(t, "sql", b.send(t, first.Session, question).Answer.Understood.Route)
}

func TestALaterWordReplacesAnEarlierOneInTheSameChat(t *testing.T) {
	b := open(t)
	session := b.send(t, chat.UID{}, "I live in Leeds. What is on there?").Session
	b.send(t, session, "I moved to York.")
	require.Equal(t, []string{"I moved to York"}, b.told(t, chat.PreferenceKind))
}

func TestWhatTheUserWordsAlikeIsSentOnce(t *testing.T) {
	b := open(t)
	b.send(t, chat.UID{}, "I like tea.")
	b.send(t, chat.UID{}, "I like jazz.")
	kept, err := b.store.Remembered(t.Context(), store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: 9})
	require.NoError(t, err)
	for _, k := range kept {
		_, err = b.store.EditRemembered(t.Context(), k.UID, "I like quiet", 1)
		require.NoError(t, err)
	}
	b.send(t, chat.UID{}, sure)
	require.Equal(t, 1, strings.Count(b.last()[0].Content, "I like quiet"))
}

// Each thing that a tool has for the reader is kept by itself.
func TestAToolHasSomethingForTheReaderOfAnyKind(t *testing.T) {
	for name, has := range map[string]turn.ToolOutput{
		"a receipt": {Receipt: []chat.ReceiptLine{{Label: "Rows", Text: "1"}}},
		"a card":    {Card: &chat.Card{Title: "Umbrellas", Text: "3"}},
		"data":      {Data: chat.RawJSON(`{"n":1}`)},
	} {
		b := open(t, use("", llm.ToolCall{ID: "a", Name: "look", Arguments: `{}`}), say("Done."))
		b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "look"}, Run: func(context.Context, string) (turn.ToolOutput, error) { return has, nil }})
		require.Len(t, b.send(t, chat.UID{}, "Look.").Answer.Gathered, 1, name)
	}
}

// The answer names the model that wrote it, as it calls itself.
func TestAModelIsCalledWhatItCallsItself(t *testing.T) {
	b := open(t, func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		got, err := say("Here.")(ctx, r, o)
		got.Model = "scripted-1-2026"
		return got, err
	})
	require.Equal(t, "scripted-1-2026", b.send(t, chat.UID{}, "Where?").Answer.Model)
}

// Whoever looks while an answer is on its way sees who writes it, and no old problem.
func TestTheRowOfAnAnswerOnItsWaySaysWhoWrites(t *testing.T) {
	b := open(t, breakOff("", fault.New(fault.Upstream, "It is down.")))
	out := b.send(t, chat.UID{}, "Where?")
	require.NotNil(t, out.Answer.Problem)
	next := &model{script: []call{func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		kept, err := b.store.Message(ctx, out.Message.UID)
		require.NoError(t, err)
		row := store.AnswerOf(kept)
		require.Equal(t, chat.Streaming, kept.Status)
		require.Equal(t, []any{"scripted-1", "Far", chat.RemoteRung}, []any{row.Model, row.Provider, row.Rung})
		require.Nil(t, row.Problem)
		return say("Here.")(ctx, r, o)
	}}}
	b.Engine = answeredBy(b, llm.Answerer{Model: next, Provider: "Far", Rung: chat.RemoteRung, Settings: settings()})
	again, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "Here.", again.Message.Content)
	b.Keeper.Idle()
}

// Who answers is found out once a turn.
func TestWhoAnswersIsAskedForOnce(t *testing.T) {
	b := open(t)
	o, times := b.Options, 0
	answerer := o.Answerer
	o.Answerer = func(ctx context.Context, s chat.Session, w turn.Wish) (llm.Answerer, error) {
		times++
		return answerer(ctx, s, w)
	}
	b.Engine = turn.New(o)
	b.send(t, chat.UID{}, "Where?")
	require.Equal(t, 1, times)
}

// A failure that nobody thought of does not wait in the outbox.
func TestAnUnknownFailureDoesNotWait(t *testing.T) {
	b := open(t, breakOff("", errors.New("odd")))
	o := b.Options
	o.Outbox = true
	b.Engine = turn.New(o)
	out := b.send(t, chat.UID{}, "One?")
	require.Equal(t, chat.Failed, out.Message.Status)
	require.False(t, out.Answer.Waiting)
}

// A model asked for later counts nothing of the time before its tools twice.
func TestTheFirstWordOfAnAnswerWithToolsIsItsFirst(t *testing.T) {
	b := open(t)
	wait := func() {
		for range 100 {
			b.Now()
		}
	}
	b.model.script = []call{use("Looking. ", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`}), then(say("Three."), wait)}
	calls := 0
	b.Engine = engineOver(b, b.store, turn.Tool{Tool: llm.Tool{Name: "umbrellas"}, Run: func(ctx context.Context, _ string) (turn.ToolOutput, error) {
		calls++
		wait()
		return turn.ToolOutput{Text: "3"}, nil
	}})
	got := b.send(t, chat.UID{}, "How many?").Answer.Timings
	require.Equal(t, 1, calls)
	require.Less(t, got.Local, int64(100))
	require.Less(t, got.First, int64(100))
	require.Greater(t, got.Total, int64(200))
}

// A pinned message goes along with a question that was condensed; it is not asked in
// its place.
func TestAPinnedMessageIsNotTheQuestion(t *testing.T) {
	b := open(t)
	pinned := b.send(t, chat.UID{}, "The yard opens at seven.")
	_, err := b.store.PinMessage(t.Context(), pinned.Question, true, 1)
	require.NoError(t, err)
	second := b.send(t, pinned.Session, "Which parcel goes to Cork?")
	_, err = b.store.AddSummary(t.Context(), store.Summary{Session: pinned.Session, From: 0, Last: second.Message.UID, TokensBefore: 40, TokensAfter: 5, Encoding: "words",
		Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Parcels."}}}}, chat.UID{}, 1)
	require.NoError(t, err)
	again, err := b.Again(t.Context(), second.Question, turn.Wish{}, "", b.emit)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(again.Message.Content, "You said: Which parcel goes to Cork?"), again.Message.Content)
}

// condensedOffices is a chat whose first exchange a summary stands for.
func condensedOffices(t *testing.T, script ...call) (*bench, chat.Session) {
	b := open(t, append([]call{say("The offices are in Lyon and Graz.")}, script...)...)
	first := b.send(t, chat.UID{}, "Where are the offices?")
	_, err := b.store.AddSummary(t.Context(), store.Summary{Session: first.Session, From: 0, Last: first.Message.UID, TokensBefore: 20, TokensAfter: 5, Encoding: "words",
		Summary: chat.Summary{Facts: []chat.SummaryItem{{Text: "Offices."}}}}, chat.UID{}, 1)
	require.NoError(t, err)
	return b, chat.Session{UID: first.Session, Head: first.Message.UID}
}

// What cannot be read of the chat is told, also when a turn goes on and where nothing
// is sent.
func TestAChatThatCannotBeReadIsNotPassedOver(t *testing.T) {
	gone := fault.New(fault.Unavailable, "The disk is gone.")
	b, at := condensedOffices(t, breakOff("", fault.New(fault.Upstream, "It is down.")))
	who := llm.Answerer{Model: b.model, Settings: settings()}
	b.Engine = engineOver(b, &spans{Store: b.store, fail: gone})
	_, err := b.Context(t.Context(), at, turn.Next{Text: "Who runs the second one?"}, who)
	require.ErrorIs(t, err, gone)

	b.Engine = engineOver(b, b.store)
	out := b.send(t, at.UID, "Who runs the second one?")
	require.Equal(t, "It is down.", out.Answer.Problem.Message)
	b.Engine = engineOver(b, &spans{Store: b.store, fail: gone})
	out, err = b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, "The disk is gone.", out.Answer.Problem.Message)
	out, err = b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, chat.Complete, out.Message.Status)
}

// A count that fails, whichever it is, leaves no half prompt: the question is kept, and
// answered when it is asked again.
func TestACountThatFailsAnywhereIsTold(t *testing.T) {
	failed := fault.New(fault.Unavailable, "There is no vocabulary.")
	for _, meter := range []bool{false, true} {
		for n := 1; ; n++ {
			b := open(t)
			session := b.send(t, chat.UID{}, sure).Session
			o, calls := engineOver(b, b.store).Options, 0
			count := o.Count
			o.Count = func(ctx context.Context, model string, role chat.Role, text string) (int, string, error) {
				if calls++; calls == n {
					return 0, "", failed
				}
				return count(ctx, model, role, text)
			}
			b.Engine = turn.New(o)
			at := fmt.Sprintf("count %d, meter %t", n, meter)
			if meter {
				s, err := b.store.Session(t.Context(), session)
				require.NoError(t, err)
				got, err := b.Context(t.Context(), s, turn.Next{Text: unsure}, llm.Answerer{Settings: settings()})
				if calls < n {
					require.NoError(t, err)
					require.Positive(t, got.Tokens)
					require.Greater(t, n, 2)
					break
				}
				require.ErrorIs(t, err, failed, at)
				continue
			}
			out := b.send(t, session, unsure)
			if calls < n {
				require.Greater(t, n, 2)
				break
			}
			if out.Message.Status != chat.Complete {
				require.Equal(t, failed.Message, out.Answer.Problem.Message, at)
				var err error
				out, err = b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
				require.NoError(t, err, at)
			}
			require.Equal(t, "You said: "+unsure, out.Message.Content, at)
			require.Len(t, b.path(t, session), 4, at)
		}
	}
}
