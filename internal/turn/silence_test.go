package turn_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
)

// A model that ends without a word has not answered: the reader can try again.
func TestAnEmptyAnswerIsSaid(t *testing.T) {
	for finish, want := range map[string]string{
		"stop":   "The model returned an empty answer. Try again, or choose another model.",
		"length": "The model used up its answer before it wrote a word of it. Allow longer answers in the settings, or choose another model.",
	} {
		b := open(t, func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
			o.Delta(llm.Delta{Reasoning: true, Text: "Hm."})
			return llm.Reply{Reasoning: "Hm.", Finish: finish}, nil
		})
		out := b.send(t, chat.UID{}, "Hello?")
		require.Equal(t, chat.Failed, out.Message.Status)
		require.Equal(t, want, out.Answer.Problem.Message)
		require.Equal(t, "Hm.", out.Answer.Reasoning)
	}
}
