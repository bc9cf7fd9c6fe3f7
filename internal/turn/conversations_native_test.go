//go:build !js && !wasip1

package turn_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/tokens"
	"burrow/internal/turn"
)

// Conversations as people have them: something long, and a short question about it.
// What reached the model is looked at, for three models and real counts of tokens.

// witness answers questions by their text and keeps what it was sent.
type witness struct {
	mu      sync.Mutex
	answers map[string]string
	sent    []llm.Request
}

func (r *witness) Stream(_ context.Context, q llm.Request, o llm.Observer) (llm.Reply, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked := q.Messages[len(q.Messages)-1].Content
	for question, answer := range r.answers {
		// What is meant may stand behind it.
		asked, _, _ := strings.Cut(asked, "\n\n(What is meant:")
		if q.Schema == nil && strings.HasPrefix(q.Messages[0].Content, "You are a helpful") && strings.HasSuffix(asked, question) {
			r.sent = append(r.sent, q)
			o.Delta(llm.Delta{Text: answer})
			return llm.Reply{Content: answer, Finish: "stop"}, nil
		}
	}
	return llm.Reply{Content: "{}", Finish: "stop"}, nil // names, summaries, readings
}

// text is all that was sent with the last question.
func (r *witness) text() string {
	var b strings.Builder
	for _, m := range r.sent[len(r.sent)-1].Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// talkTo opens a chat with one of the three.
func talkTo(t *testing.T, name string) (*bench, *witness, func(question, answer string) chat.Sent) {
	t.Helper()
	b, r := open(t), &witness{answers: map[string]string{}}
	s := chat.DefaultSettings()
	s.Model, s.Understanding = &name, new(chat.UnderstandingLocal)
	memory.Settle(&s)
	who := llm.Answerer{Model: r, Provider: "Scripted", Settings: s, Small: name == browsers}
	o := answeredBy(b, who).Options
	o.Count = func(_ context.Context, model string, role chat.Role, content string) (int, string, error) {
		encoding, err := tokens.Embedded(tokens.ForModel(model).Encoding)
		if err != nil {
			return 0, "", err
		}
		return encoding.CountMessage(string(role), content), string(encoding.Name()), nil
	}
	o.Encoding = tokens.EncodingFor
	b.Engine = turn.New(o)
	var session chat.UID
	return b, r, func(question, answer string) chat.Sent {
		t.Helper()
		r.mu.Lock()
		r.answers[question] = answer
		r.mu.Unlock()
		out := b.send(t, session, question)
		require.Equal(t, chat.Complete, out.Message.Status, "%+v", out.Answer.Problem)
		b.Keeper.Idle()
		session = out.Session
		return *out.Answer.Sent
	}
}

const (
	large    = "gpt-4o-mini"
	local    = "ollama/llama3"
	browsers = "SmolLM2-135M-Instruct"
)

// function is Go of so many lines.
func function(lines int) string {
	var b strings.Builder
	b.WriteString("```go\nfunc Total(orders []Order) (sum float64, err error) {\n")
	for i := range lines - 3 {
		fmt.Fprintf(&b, "\tsum += discount(orders[%d].Price, %d) * orders[%d].Weight\n", i, i+3, i)
	}
	return b.String() + "\treturn sum, err\n}\n```"
}

func table(rows int) string {
	var b strings.Builder
	b.WriteString("| Town | Country | Inhabitants | River | Mayor |\n|---|---|---:|---|---|\n")
	for i := range rows {
		fmt.Fprintf(&b, "| Town %d | Denmark | %d | River %d | Mayor %d |\n", i, 10_000+37*i, i, i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func letter(paragraphs int) string {
	var b strings.Builder
	b.WriteString("Dear Ms Olsen,\n\n")
	for i := range paragraphs {
		fmt.Fprintf(&b, "in paragraph %d I would like to thank you once more for the patience with which you and your colleagues have looked at claim number 44-%d, and to ask whether the papers have arrived.\n\n", i, 100+i)
	}
	return b.String() + "Yours sincerely,\nJonas"
}

// before are some exchanges about other things: with Compact, they are condensed.
func before(ask func(question, answer string) chat.Sent) {
	for i := range 6 {
		ask(fmt.Sprintf("What is worth seeing on day %d in Aarhus?", i),
			fmt.Sprintf("On day %d there is the harbour. ", i)+strings.Repeat("Then one walks along the river to the old town, and eats something warm. ", 10))
	}
}

func TestConversationsAsPeopleHaveThem(t *testing.T) {
	for _, talk := range []struct {
		name, first, long, question string
		inQuestion                  bool
	}{
		{"a long function, then another language", "Write a function that adds up orders.", function(48), "Translate it to Python.", false},
		{"a long table, then one column", "Show me the towns.", table(40), "Only the third column.", false},
		{"a pasted letter, then shorter", "Is this polite?\n\n" + letter(12), letter(12), "Shorter.", true},
	} {
		for _, model := range []string{large, local, browsers} {
			t.Run(talk.name+"/"+model, func(t *testing.T) {
				_, r, ask := talkTo(t, model)
				before(ask)
				answer := "Yes, very."
				if !talk.inQuestion {
					answer = "Here you are:\n\n" + talk.long + "\n\nSay if you need more."
				}
				ask(talk.first, answer)
				out := ask(talk.question, "Done.")
				require.Contains(t, r.text(), talk.long, "the whole of it")
				require.Empty(t, out.Cut)
				t.Logf("%s | %s | whole, %d lines | %d messages, %d tokens", talk.name, model, strings.Count(talk.long, "\n")+1, len(r.sent[len(r.sent)-1].Messages), out.Tokens)
			})
		}
	}
}

// What is meant may be some exchanges back, and be condensed by then.
func TestAFollowUpBringsBackTheCodeItIsAbout(t *testing.T) {
	for _, model := range []string{large, local, browsers} {
		t.Run(model, func(t *testing.T) {
			_, r, ask := talkTo(t, model)
			before(ask)
			ask("Write a function that adds up orders.", function(48))
			ask("Thanks! Is it fast?", "It is. "+strings.Repeat("It looks at every order once, and does nothing else. ", 20))
			ask("And is it safe?", "It is. "+strings.Repeat("Nothing else can change the orders while it adds them up. ", 20))
			ask("Translate it to Python.", "Done.")
			require.Contains(t, r.text(), function(48))
		})
	}
}

// What a model cannot hold is not sent in halves, and both the model and the user are
// told.
func TestWhatAModelCannotHoldIsSaid(t *testing.T) {
	for _, test := range []struct {
		model string
		whole bool
	}{{large, true}, {local, false}, {browsers, false}} {
		t.Run(test.model, func(t *testing.T) {
			_, r, ask := talkTo(t, test.model)
			ask("Show me all towns.", "Here you are:\n\n"+table(400)+"\n\nThat is all.")
			out := ask("Only the third column.", "Done.")
			require.Equal(t, test.whole, strings.Contains(r.text(), table(400)))
			require.Equal(t, test.whole, strings.Contains(r.text(), "Town 0"), "no half of it")
			require.Equal(t, test.whole, len(out.Cut) == 0)
			if !test.whole {
				require.Contains(t, r.text(), "[A table of 402 lines is left out here, because it does not fit.]\n")
				require.Contains(t, r.text(), "That is all.")
				require.Equal(t, chat.MessagesPart, out.Cut[0].Kind)
			}
			t.Logf("400 rows | %s | whole: %v | %d tokens, cut %+v", test.model, test.whole, out.Tokens, out.Cut)
		})
	}
}

// A model whose window is known is never asked for more than fits into it.
func TestPromptAndAnswerFitIntoAKnownWindow(t *testing.T) {
	_, r, ask := talkTo(t, "gpt-4") // 8,192 tokens
	ask("Show me the towns.", table(300))
	out := ask("Only the third column.", "Done.")
	require.Contains(t, r.text(), table(300))
	asked := r.sent[len(r.sent)-1].MaxOutput
	require.LessOrEqual(t, out.Tokens+asked, 8192)
	require.Less(t, asked, 4000)
}

func TestAQuestionBeyondAKnownWindowIsRefused(t *testing.T) {
	b, _, _ := talkTo(t, "gpt-4")
	out := b.send(t, chat.UID{}, table(400))
	require.Contains(t, out.Answer.Problem.Message, "This question alone has")
	require.Contains(t, out.Answer.Problem.Message, "at most 6144 can be sent")
}
