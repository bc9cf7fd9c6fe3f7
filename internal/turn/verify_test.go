package turn_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
)

// openVerifying is openReading with a model that is asked about its answers.
func openVerifying(t *testing.T, script ...call) *bench {
	t.Helper()
	b := openReading(t, script...)
	o := b.Engine.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		s := settings()
		s.Checking, s.HelperModel = new(chat.CheckModel), new("helper-1")
		s.Prices = []chat.ModelPrice{{Model: "helper-1", Price: chat.Price{Input: 1_000_000}}}
		return llm.Answerer{Model: b.model, Provider: "Scripted", Settings: s}, nil
	}
	b.Engine = turn.New(o)
	return b
}

const (
	whatTheRulesSay = "Mrs. Quill checks the boiler in May [1]. The cellar must be locked before she leaves [1]. The check takes two hours [1]."
	locked          = "The cellar must be locked before she leaves"
	lockedVerdicts  = "Here you are:\n```json\n" + `{"sentences": [{"sentence": 1, "quote": "Mrs. Quill checks the boiler in May.", "agrees": "yes"}, {"sentence": 2, "quote": "The cellar must not be locked before she leaves.", "agrees": "no"}, {"sentence": 3, "quote": "takes two hours", "agrees": "yes"}]}` + "\n```"
	corrected       = "Mrs. Quill checks the boiler in May [1]. The cellar must stay open until she leaves [1]. The check takes two hours [1]."
)

func receipt(lines ...string) (out []chat.ReceiptLine) {
	for i := 0; i < len(lines); i += 2 {
		out = append(out, chat.ReceiptLine{Label: lines[i], Text: lines[i+1]})
	}
	return out
}

// What amounts and names do not tell, a model does; it corrects, and reads only what is new.
func TestAModelReadsTheAnswerAgain(t *testing.T) {
	b := openVerifying(t, say(whatTheRulesSay), say(lockedVerdicts), say(corrected),
		say(`[{"sentence":1,"quote":"must not be locked","agrees":"yes"}]`))
	out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", b.add(t, "notes.md", boilerRules))
	require.Equal(t, corrected, out.Message.Content)
	require.Empty(t, out.Answer.Unsupported)
	require.Equal(t, 4, b.model.asked())
	require.Equal(t, receipt("Sentences with sources", "3", "Read by the model", "3", "Not in their sources", "1", "Corrected", "1"), out.Answer.Gathered[0].Receipt)

	requests := b.model.requests
	require.Equal(t, "helper-1", requests[1].Model)
	require.Equal(t, "verdicts", requests[1].Schema.Name)
	require.Equal(t, 2, len(requests[1].Messages), "not the chat")
	require.Contains(t, requests[1].Messages[1].Content, "[1] notes.md")
	require.Contains(t, requests[2].Messages[len(requests[2].Messages)-1].Content, "- "+locked+" [1] (they say: The cellar must not be locked before she leaves)")
	last := requests[3].Messages[1].Content
	require.Contains(t, last, "1. The cellar must stay open until she leaves [1]\n")
	require.NotContains(t, last, "checks the boiler in May [1]", "what was read and stayed is not read again")

	// The answer's own model was asked twice, the helper twice.
	require.Equal(t, 20, out.Answer.Usage.PromptTokens)
	require.InDelta(t, 20, out.Answer.Cost, 1e-6)
}

func TestWhatAModelFindsIsMarked(t *testing.T) {
	// The correction says the same thing in other words.
	b := openVerifying(t, say(whatTheRulesSay), say(lockedVerdicts), say(strings.Replace(whatTheRulesSay, "must be", "is always", 1)),
		say(`{"sentences":[{"sentence":1,"quote":"The cellar must not be locked","agrees":"no"}]}`))
	out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", b.add(t, "notes.md", boilerRules))
	require.Equal(t, []string{locked}, b.marked(t, out.Message.UID), "it isn't better, so the first one stays")
	kept := out.Answer.Unsupported[0]
	require.Equal(t, "The cellar must not be locked before she leaves", kept.Quote)
	require.Empty(t, kept.Strange)
	require.Equal(t, 4, b.model.asked())
}

// A sentence that a model has found false and that stays is not read again until it says
// nothing of it.
func TestWhatWasFoundStaysFound(t *testing.T) {
	b := openVerifying(t, say(whatTheRulesSay), say(lockedVerdicts), say("Mrs. Quill checks the boiler in May [1]. The cellar must be locked before she leaves [1]. It takes two hours [1]."))
	out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", b.add(t, "notes.md", boilerRules))
	require.Equal(t, whatTheRulesSay, out.Message.Content)
	require.Equal(t, []string{locked}, b.marked(t, out.Message.UID))
	require.Equal(t, 3, b.model.asked())
}

// Whatever a model makes of the question whether its answer holds, the answer stays.
func TestAnAnswerSurvivesItsCheck(t *testing.T) {
	for name, reply := range map[string]call{
		"all agree":  say(strings.ReplaceAll(lockedVerdicts, `"no"`, `"yes"`)),
		"prose":      say("All three sentences look right to me."),
		"thoughts":   say("<think>Sentence 2 says otherwise"),
		"half of it": say(`{"sentences": [{"sentence": 2, "quote": "The cellar must not be locked`),
		"nothing":    say(""),
		"made up":    say(`{"sentences": [{"sentence": 2, "quote": "The cellar is never locked", "agrees": "no"}]}`),
		"it fails":   breakOff("", context.DeadlineExceeded),
		"tools":      use("", llm.ToolCall{ID: "1", Name: "x", Arguments: "{}"}),
	} {
		t.Run(name, func(t *testing.T) {
			b := openVerifying(t, say(whatTheRulesSay), reply)
			out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", b.add(t, "notes.md", boilerRules))
			require.Equal(t, chat.Complete, out.Message.Status)
			require.Equal(t, whatTheRulesSay, out.Message.Content)
			require.Empty(t, out.Answer.Unsupported)
			require.Equal(t, 2, b.model.asked())
			require.Equal(t, "done", statesOf(b, "check")[2])
		})
	}
}

func TestWhoIsNotAskedAboutItsAnswer(t *testing.T) {
	for name, change := range map[string]func(*llm.Answerer){
		"set to local":     func(a *llm.Answerer) { a.Settings.Checking = new(chat.CheckLocal) },
		"set to off":       func(a *llm.Answerer) { a.Settings.Checking = new(chat.CheckOff) },
		"small":            func(a *llm.Answerer) { a.Small = true },
		"in the browser":   func(a *llm.Answerer) { a.Rung = chat.BrowserRung },
		"without citation": nil,
	} {
		t.Run(name, func(t *testing.T) {
			answer := whatTheRulesSay
			if change == nil {
				answer = strings.ReplaceAll(answer, " [1]", "")
			}
			b := openVerifying(t, say(answer))
			if change != nil {
				o := b.Engine.Options
				before := o.Answerer
				o.Answerer = func(ctx context.Context, s chat.Session, w turn.Wish) (llm.Answerer, error) {
					a, err := before(ctx, s, w)
					change(&a)
					return a, err
				}
				b.Engine = turn.New(o)
			}
			out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", b.add(t, "notes.md", boilerRules))
			require.Equal(t, 1, b.model.asked())
			require.Empty(t, out.Answer.Unsupported)
			require.Empty(t, statesOf(b, "check"))
		})
	}
}

// A model that cannot do it is not asked each time.
func TestAModelThatCannotCheckIsLeftAlone(t *testing.T) {
	b := openVerifying(t)
	notes := b.add(t, "notes.md", boilerRules)
	session := chat.UID{}
	for range 6 {
		b.model.script = []call{say(whatTheRulesSay), say("I think so.")}
		session = b.sendWith(t, session, "Who checks the boiler?", notes).Session
	}
	require.Equal(t, 6+3, b.model.asked())
}

// A program that ends while a model reads the answer again pays for no second answer, and
// for no second reading.
func TestACheckIsPaidOnce(t *testing.T) {
	b := openVerifying(t, say(whatTheRulesSay))
	notes := b.add(t, "notes.md", boilerRules)
	b.model.script = append(b.model.script, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		go b.HandOver()
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	})
	_, err := b.Send(t.Context(), turn.Question{Text: "Who checks the boiler?", Documents: []chat.UID{notes.UID}}, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver)
	b.Engine = turn.New(b.Engine.Options)
	sessions, _, err := b.store.List(t.Context(), store.ListOptions{})
	require.NoError(t, err)
	out, err := b.Resume(t.Context(), turn.Target{Session: sessions[0].UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, 2, b.model.asked())
	require.Equal(t, whatTheRulesSay, out.Message.Content)
	require.Equal(t, chat.Complete, out.Message.Status)
}

// A stop while a model reads the answer again ends the reading, not the answer.
func TestAStopEndsTheReading(t *testing.T) {
	b := openVerifying(t, say(whatTheRulesSay))
	notes := b.add(t, "notes.md", boilerRules)
	b.model.script = append(b.model.script, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		sessions, _, err := b.store.List(context.WithoutCancel(ctx), store.ListOptions{})
		require.NoError(t, err)
		b.Stop(sessions[0].UID)
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	})
	out := b.sendWith(t, chat.UID{}, "Who checks the boiler?", notes)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, whatTheRulesSay, out.Message.Content)
	require.Equal(t, 2, b.model.asked())
}
