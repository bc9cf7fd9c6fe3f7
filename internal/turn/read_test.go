package turn_test

import (
	"context"
	"errors"
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
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// A question can be read outside of any chat, as `burrow understand` does: by rules,
// and by a model where they are not sure.
func TestAQuestionIsReadWithoutAChat(t *testing.T) {
	history := []understand.Exchange{{Question: sure, Answer: "George Eliot wrote it."}}
	const better = `{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?"}`
	down := fault.New(fault.Unavailable, "It is down.")
	for name, c := range map[string]struct {
		question string
		says     call
		change   func(*llm.Answerer)
		asked    int
		want     string // the question as it is understood
		err      error
	}{
		"rules are sure":   {question: sure, want: sure},
		"a model is asked": {question: unsure, says: say(better), asked: 1, want: "Who wrote Middlemarch, and now?"},
		"it fails":         {question: unsure, says: breakOff("", down), asked: 1, err: fault.Unavailable},
		"it says nothing":  {question: unsure, says: say("Hm."), asked: 1, err: fault.Upstream},
		"it is too small":  {question: unsure, change: func(a *llm.Answerer) { a.Small = true }},
		"there is none":    {question: unsure, change: func(a *llm.Answerer) { a.Model = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			m := &reader{says: []call{c.says}}
			who := llm.Answerer{Model: m, Settings: settings()}
			if c.change != nil {
				c.change(&who)
			}
			rules := understand.Understand(history, c.question, understand.Options{})
			got, err := turn.Read(t.Context(), history, c.question, understand.Options{}, who)
			require.Equal(t, c.asked, m.asked)
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
			} else {
				require.NoError(t, err)
			}
			if c.want != "" {
				require.Equal(t, c.want, got.RewrittenQuery)
			} else {
				require.Equal(t, rules, got, "what rules found stands")
			}
		})
	}
}

func TestAReaderThatIsSlowIsNotWaitedFor(t *testing.T) {
	m := &reader{says: []call{func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}}}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		_, err := turn.Read(t.Context(), []understand.Exchange{{Question: sure}}, unsure, understand.Options{}, llm.Answerer{Model: m, Settings: settings()})
		require.ErrorIs(t, err, fault.TimedOut)
		require.Equal(t, 8*time.Second, time.Since(began))
	})
}

func TestStepsAreDescribed(t *testing.T) {
	b := open(t, say("Here."))
	out := b.send(t, chat.UID{}, "Where?")
	list, err := b.store.Checkpoints(t.Context(), out.Session, store.CheckpointFilter{})
	require.NoError(t, err)
	described := turn.Describe(list)
	require.Len(t, described, 5)
	last := described[0]
	require.Equal(t, wire.Checkpoint{UID: list[0].UID, Parent: list[1].UID, Session: out.Session, Turn: out.Answer.Turn, Step: 4, Node: "record", Source: "step",
		CreatedAt: list[0].CreatedAt, Question: out.Question, Message: out.Message.UID}, last)
	require.True(t, described[4].Message.IsZero(), "at the beginning there is no answer yet")
	list[0].State = chat.RawJSON(`{"question":7`)
	broken := turn.Describe(list)[0]
	require.Equal(t, "record", broken.Node)
	require.True(t, broken.Question.IsZero(), "a state that cannot be read names nothing")
}

// What would be sent is made for a budget, instructions included, and nothing is sent.
func TestAPromptIsAssembledForABudget(t *testing.T) {
	b := open(t)
	var session chat.UID
	for _, text := range []string{"The harbour office opens at seven.", "The lighthouse is closed on Mondays.", "Boats leave from pier nine.", "Tickets are sold on board."} {
		session = b.send(t, session, text+strings.Repeat(" It does so every day.", 10)).Session
	}
	asked := b.model.asked()
	at, err := b.store.Session(t.Context(), session)
	require.NoError(t, err)
	who := llm.Answerer{Model: b.model, Settings: settings()}
	instructions := len(strings.Fields(*who.Settings.Instructions)) + 5
	for _, budget := range []int{0, 300, 5000} {
		out, err := b.Assemble(t.Context(), at, "When does the harbour office open?", who, budget)
		require.NoError(t, err)
		require.Len(t, out.Of(chat.MessagesPart), out.Part(chat.MessagesPart).Messages)
		require.Len(t, out.Of(chat.RecalledPart), out.Part(chat.RecalledPart).Messages)
		require.Nil(t, out.Of(chat.QuestionPart))
		switch budget {
		case 0:
			require.Equal(t, *who.Settings.Threshold, out.Threshold)
		case 300:
			require.Equal(t, budget-instructions, out.Threshold)
			require.LessOrEqual(t, out.Tokens, budget)
			require.NotEmpty(t, out.Recalled, "the office was spoken of long ago")
			require.Contains(t, out.Recalled[0].Content, "harbour office")
		case 5000:
			require.Len(t, out.Taken, 8)
		}
	}
	who.Settings.Instructions = new("")
	out, err := b.Assemble(t.Context(), at, "When?", who, 300)
	require.NoError(t, err)
	require.Equal(t, 300, out.Threshold, "no instructions, no message of the system")
	out, err = b.Assemble(t.Context(), at, "When?", llm.Answerer{Model: b.model, Settings: settings()}, 3)
	require.NoError(t, err)
	require.Equal(t, 1, out.Threshold)
	require.Equal(t, asked, b.model.asked(), "nothing was sent")

	failed := errors.New("no vocabulary")
	o := b.Options
	o.Count = func(context.Context, string, chat.Role, string) (int, string, error) { return 0, "", failed }
	_, err = turn.New(o).Assemble(t.Context(), at, "When?", llm.Answerer{Model: b.model, Settings: settings()}, 300)
	require.ErrorIs(t, err, failed)
}

// A model that has one thing to say may leave out the brackets of the list.
func TestOneThingIsAListOfOne(t *testing.T) {
	b, _ := withReader(t, nil, say(`{"is_followup":true,"confidence":0.9,"rewritten_query":"Who wrote Middlemarch, and now?","needed_context_from_memory":"the novel"}`))
	session := b.send(t, chat.UID{}, sure).Session
	require.Equal(t, []string{"the novel"}, b.send(t, session, unsure).Answer.Understood.Needs)
}

// A question that has become too long is no question any more.
func TestWhatAQuestionMeansIsNotMuchLonger(t *testing.T) {
	for added, used := range map[int]bool{300: true, 301: false} {
		long := "Who wrote the novel Middlemarch, and now?" + strings.Repeat(" now", 80)
		long = long[:len(unsure)+added-1] + "?"
		b, _ := withReader(t, nil, say(fmt.Sprintf(`{"is_followup":true,"confidence":0.9,"rewritten_query":%q}`, long)))
		session := b.send(t, chat.UID{}, sure).Session
		u := b.send(t, session, unsure).Answer.Understood
		require.Equal(t, "scripted-1", u.By)
		require.Equal(t, used, u.As == long, "%d: %q", added, u.As)
	}
}
