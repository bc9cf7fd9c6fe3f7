package turn_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

const boilerRules = "# Boiler\n\nMrs. Quill checks the boiler in May. The check costs €80 and takes two hours. The cellar must not be locked before she leaves.\n"

// prompts are what the model was sent, each time.
func (b *bench) prompts() (out [][]llm.Message) {
	b.model.mu.Lock()
	defer b.model.mu.Unlock()
	for _, r := range b.model.requests {
		out = append(out, r.Messages)
	}
	return out
}

// marked are the sentences that are marked, as they are kept.
func (b *bench) marked(t *testing.T, of chat.UID) (out []string) {
	t.Helper()
	kept, err := b.store.Message(t.Context(), of)
	require.NoError(t, err)
	for _, s := range store.AnswerOf(kept).Unsupported {
		units := utf16.Encode([]rune(kept.Content))
		require.Equal(t, s.Text, string(utf16.Decode(units[s.From:s.To])), "where it says it is")
		require.NotEmpty(t, s.Sources)
		out = append(out, s.Text)
	}
	return out
}

func TestCorrectsOnceThenMarks(t *testing.T) {
	b := openReading(t,
		say("🔧 Mrs. Quill checks the boiler in June [1]. It costs €95 [1]. It takes two hours [1]."),
		say("🔧 Mrs. Quill checks the boiler in May [1]. It costs €85 [1]. It takes two hours [1]."),
		say("Nothing more."))
	notes := b.add(t, "notes.md", boilerRules)
	out := b.sendWith(t, chat.UID{}, "Who checks the boiler, and what does it cost?", notes)
	require.Equal(t, 2, b.model.asked(), "once")
	require.Equal(t, "🔧 Mrs. Quill checks the boiler in May [1]. It costs €85 [1]. It takes two hours [1].", out.Message.Content)
	require.Equal(t, []string{"It costs €85"}, b.marked(t, out.Message.UID))
	require.Equal(t, out.Answer.Unsupported[0].Sources, []int{1})

	// The model has its answer before it, with what does not hold of it.
	last := b.prompts()[1]
	require.Equal(t, chat.Assistant, last[len(last)-2].Role)
	require.Contains(t, last[len(last)-1].Content, "- 🔧 Mrs. Quill checks the boiler in June [1]")
	require.Contains(t, last[len(last)-1].Content, "- It costs €95 [1] (they do not have: €95)")
	require.NotContains(t, last[len(last)-1].Content, "two hours")

	// It is paid for, told, and a step.
	require.Equal(t, 20, out.Answer.Usage.PromptTokens)
	require.Equal(t, []string{"started", "step", "step", "done"}, statesOf(b, "check"))
	require.Equal(t, []chat.ReceiptLine{{Label: "Sentences with sources", Text: "3"}, {Label: "Not in their sources", Text: "2"}, {Label: "Corrected", Text: "1"}}, out.Answer.Gathered[0].Receipt)
	require.Contains(t, b.nodes(t, out.Session, out.Answer.Turn), "check")
	var texts []string
	for _, e := range b.events {
		if s, is := e.(wire.StartedEvent); is {
			texts = append(texts, s.Text)
		}
	}
	require.Equal(t, []string{"", out.Message.Content}, texts, "the page has the corrected text before the turn ends")
}

func statesOf(b *bench, from string) (out []string) {
	for _, e := range b.gatherEvents() {
		if e.From == from {
			out = append(out, string(e.State))
		}
	}
	return out
}

func TestKeepsTheFirstAnswerIfTheCorrectionIsWorse(t *testing.T) {
	const first = "The check costs €95 [1]. It takes two hours [1]."
	for name, second := range map[string]call{
		"more fails":      say("The check costs €95 [1]. It takes three hours [1]."),
		"as much fails":   say("The check costs €90 [1]. It takes two hours [1]."),
		"nothing is said": say(" "),
		"cites nothing":   say("I have corrected the sentences that you named, and the answer is right now."),
		"something else":  say("Mrs. Quill checks the boiler in May [1]."),
		"no citations":    say("The check costs €80. It takes two hours."),
		"it fails":        breakOff("The check costs €80 [1].", context.DeadlineExceeded),
		"tools":           use("", llm.ToolCall{ID: "1", Name: "x", Arguments: "{}"}),
		"it is cut off": func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			return llm.Reply{Content: "The check costs €80 [1]. It takes two hours [1].", Finish: "length"}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := openReading(t, say(first), second)
			notes := b.add(t, "notes.md", boilerRules)
			out := b.sendWith(t, chat.UID{}, "What does the check of the boiler cost?", notes)
			require.Equal(t, chat.Complete, out.Message.Status)
			require.Equal(t, first, out.Message.Content)
			require.Equal(t, []string{"The check costs €95"}, b.marked(t, out.Message.UID))
			require.Equal(t, 2, b.model.asked())
		})
	}
}

func TestPlainAnswersAreNotChecked(t *testing.T) {
	// Without a citation, with one that is of no document, and with nothing that fails.
	for _, answer := range []string{"The check costs €95.", "The check costs €95 [7].", "The check costs €80 [1].", "In May, after two hours of work [1]."} {
		b := openReading(t, say(answer))
		notes := b.add(t, "notes.md", boilerRules)
		out := b.sendWith(t, chat.UID{}, "What does the check of the boiler cost?", notes)
		require.Equal(t, 1, b.model.asked(), answer)
		require.Empty(t, out.Answer.Unsupported)
		require.Empty(t, out.Answer.Gathered)
		require.Empty(t, statesOf(b, "check"))
		require.Equal(t, answer, out.Message.Content)
	}
	b := open(t, say("It costs €95 [1]."))
	require.Empty(t, b.send(t, chat.UID{}, "What does it cost?").Answer.Unsupported, "a chat without documents")
}

// A small model is slow, and does not find its own mistakes.
func TestSmallModelsAreOnlyMarked(t *testing.T) {
	b := openReading(t, say("The check costs €95 [1]."))
	o := b.Engine.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{Model: b.model, Rung: chat.BrowserRung, Small: true, Settings: settings()}, nil
	}
	b.Engine = turn.New(o)
	notes := b.add(t, "notes.md", boilerRules)
	out := b.sendWith(t, chat.UID{}, "What does the check of the boiler cost?", notes)
	require.Equal(t, 1, b.model.asked())
	require.Equal(t, []string{"The check costs €95"}, b.marked(t, out.Message.UID))
}

// A stop while the correction comes leaves the first answer, complete and marked.
func TestAStopEndsTheCorrection(t *testing.T) {
	b := openReading(t, say("The check costs €95 [1]."))
	notes := b.add(t, "notes.md", boilerRules)
	var session chat.UID
	b.model.script = append(b.model.script, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		for _, e := range b.events {
			if s, is := e.(wire.StartedEvent); is {
				session = s.Session
			}
		}
		b.Stop(session)
		<-ctx.Done()
		return llm.Reply{Content: "The check costs €80 [1]."}, ctx.Err()
	})
	out := b.sendWith(t, chat.UID{}, "What does the check of the boiler cost?", notes)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, "The check costs €95 [1].", out.Message.Content)
	require.Equal(t, []string{"The check costs €95"}, b.marked(t, out.Message.UID))
}

// A program that ends while the correction comes asks for no second one.
func TestACorrectionIsPaidOnce(t *testing.T) {
	b := openReading(t, say("The check costs €95 [1]."))
	notes := b.add(t, "notes.md", boilerRules)
	b.model.script = append(b.model.script, func(ctx context.Context, _ llm.Request, _ llm.Observer) (llm.Reply, error) {
		go b.HandOver()
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	})
	_, err := b.Send(t.Context(), turn.Question{Text: "What does the check of the boiler cost?", Documents: []chat.UID{notes.UID}}, b.emit)
	require.ErrorIs(t, err, turn.ErrHandedOver)
	require.Equal(t, 2, b.model.asked())

	b.Engine = turn.New(b.Engine.Options)
	sessions, _, err := b.store.List(t.Context(), store.ListOptions{})
	require.NoError(t, err)
	out, err := b.Resume(t.Context(), turn.Target{Session: sessions[0].UID}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, 2, b.model.asked())
	require.Equal(t, "The check costs €95 [1].", out.Message.Content)
	require.Equal(t, []string{"The check costs €95"}, b.marked(t, out.Message.UID))
}

// What does not hold is searched for by its own words, and what is found goes along and
// can be cited.
func TestSearchesAgainForWhatDoesNotHold(t *testing.T) {
	long := strings.Replace(manual(), "An apprentice returns the cellar key before noon.", "An apprentice returns the cellar key before noon. The lost cellar key costs €40.", 1) +
		"## Ferries\n\n" + strings.Repeat("Ferries leave as they should. ", 40) + "\n\nThe harbour master Oduya opens the ferry gate at 6:15.\n\n"
	b := openReading(t,
		say("The cellar key comes back before noon [1], and the harbour master Oduya opens the ferry gate at 7:30 [1]."),
		say("The cellar key comes back before noon [1], and the harbour master Oduya opens the ferry gate at 6:15 [2]."))
	d := b.add(t, "manual.md", long)
	out := b.sendWith(t, chat.UID{}, "When does an apprentice return the cellar key?", d)
	require.Contains(t, b.sent(), "[2] manual.md")
	require.Contains(t, b.sent(), "at 6:15")
	require.Empty(t, out.Answer.Unsupported)
	require.Contains(t, out.Message.Content, "6:15 [2]")
	require.Len(t, out.Answer.Sources, 2)
}
