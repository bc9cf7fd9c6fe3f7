package turn_test

import (
	"context"
	"strings"
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

// database answers all questions about keys with rows.
type database struct{ answer string }

const keysSQL = "SELECT employee, returned FROM cellar_keys WHERE returned > '12:00'"

func (d *database) About() gather.About {
	return gather.About{Name: "sql", Label: "Keys", Route: "sql", Outside: true, Fits: func(_ context.Context, q gather.Question) float64 {
		if strings.Contains(q.Means, "key") {
			return 0.95
		}
		return 0
	}}
}

func (d *database) Gather(context.Context, gather.Question, func(string)) (gather.Evidence, error) {
	return gather.Evidence{Answer: d.answer, Data: chat.RawJSON(`{"answered":true,"question":"apprentice lost","sql":"` + keysSQL + `","reading":"keys returned after noon","tables":["cellar_keys"]}`)}, nil
}

// openBeside is a chat with a database and documents.
func openBeside(t *testing.T, script ...call) *bench {
	b := open(t, script...)
	b.Engine = gathering(b, b.store, &database{"Three keys were returned after noon."}, &docsource.Source{Store: b.store})
	return b
}

const (
	bothSides = "Which cellar keys did an apprentice return later than the ledger allows?"
	allowed   = "An apprentice returns the cellar key before noon; the ledger allows no later hour."
	threeKeys = "Three keys were returned after noon."
)

func ledger() string {
	return strings.Replace(manual(), "An apprentice returns the cellar key before noon.", allowed, 1)
}

func TestRowsAndDocumentsAnswerTogether(t *testing.T) {
	b := openBeside(t, say("An apprentice returns the cellar key before noon [1]."))
	out := b.sendWith(t, chat.UID{}, bothSides, b.add(t, "manual.md", ledger()))
	require.Equal(t, threeKeys+"\n\nAn apprentice returns the cellar key before noon [1].", out.Message.Content)
	require.Equal(t, chat.Complete, out.Message.Status)
	require.Equal(t, chat.ChunkSource, out.Answer.Sources[0].Kind)
	require.Equal(t, "sql", out.Answer.Gathered[0].From)
	require.Contains(t, string(out.Answer.Gathered[0].Data), "cellar_keys", "the rows stand beside it")
	last := b.sent()
	require.Contains(t, last, allowed)
	require.Contains(t, last, "Say only what the documents add")
	require.NotContains(t, last, threeKeys, "the model gets the documents alone")
	require.NotContains(t, last, "cellar_keys")
	var shown strings.Builder
	for _, e := range b.events {
		if token, is := e.(wire.TokenEvent); is {
			shown.WriteString(token.Text)
		}
	}
	require.Equal(t, out.Message.Content, shown.String())
}

// A question that the rows answer is answered by them alone, and so is one of a chat
// without documents, or without a model that helps.
func TestRowsAloneAskNoModel(t *testing.T) {
	b := openBeside(t)
	out := b.sendWith(t, chat.UID{}, "Which keys were returned after noon?", b.add(t, "manual.md", ledger()))
	require.Equal(t, threeKeys, out.Message.Content)
	require.Equal(t, chat.NoRung, out.Answer.Rung)

	b = openBeside(t)
	require.Equal(t, threeKeys, b.send(t, chat.UID{}, bothSides).Message.Content)

	b = openBeside(t)
	o := b.Engine.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{Model: b.model, Rung: chat.BrowserRung, Small: true, Settings: settings()}, nil
	}
	b.Engine = turn.New(o)
	require.Equal(t, threeKeys, b.sendWith(t, chat.UID{}, bothSides, b.add(t, "manual.md", ledger())).Message.Content)
	require.Zero(t, b.model.asked())
}

// The rows are an answer whatever the model makes of the documents.
func TestTheRowsStayWhateverTheModelSays(t *testing.T) {
	for name, reply := range map[string]call{
		"a dash":     say("-"),
		"dashes":     say(" \n— "),
		"nothing":    say(""),
		"it is away": breakOff("", fault.New(fault.Upstream, "The model is away.")),
		"tools":      use("", llm.ToolCall{ID: "1", Name: "x", Arguments: "{}"}),
	} {
		t.Run(name, func(t *testing.T) {
			b := openBeside(t, reply)
			out := b.sendWith(t, chat.UID{}, bothSides, b.add(t, "manual.md", ledger()))
			require.Equal(t, threeKeys, out.Message.Content)
			require.Equal(t, chat.Complete, out.Message.Status)
			require.Equal(t, 1, b.model.asked())
		})
	}
}

// An answer that broke off goes on behind the rows.
func TestWhatBrokeOffBesideRowsGoesOn(t *testing.T) {
	b := openBeside(t, breakOff("An apprentice returns ", fault.New(fault.Upstream, "It broke off.")), say("the key before noon [1]."))
	notes := b.add(t, "manual.md", ledger())
	out, err := b.Send(t.Context(), turn.Question{Text: bothSides, Documents: []chat.UID{notes.UID}}, b.emit)
	require.NoError(t, err)
	require.NotNil(t, out.Answer.Problem)
	out, err = b.Resume(t.Context(), turn.Target{Session: out.Session}, turn.Wish{}, b.emit)
	require.NoError(t, err)
	require.Equal(t, threeKeys+"\n\nAn apprentice returns the key before noon [1].", out.Message.Content)
	require.NotContains(t, b.sent(), threeKeys)
}
