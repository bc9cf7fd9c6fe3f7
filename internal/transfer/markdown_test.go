package transfer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestAChatIsWrittenAsMarkdown(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "Digging *fast* [1]\n").UID
	question := say(t, s, session, "Who digs?\n\n```go\ndig()\n```\n")
	sayAt(t, s, session, question.UID, "Moles.")
	answer, err := s.Append(ctx, session, chat.Message{Parent: question.UID, Role: chat.Assistant, Content: "# Rabbits\n\ndig.", Status: chat.Stopped,
		Metadata: chat.RawJSON(`{"model":"gpt_4","reasoning":"Who else?"}`)}, clock+9)
	require.NoError(t, err)
	instructions, err := s.Append(ctx, session, chat.Message{Parent: answer.UID, Role: chat.System, Content: "Be brief."}, clock+10)
	require.NoError(t, err)
	// What never came has no heading, and a model is called as people know it.
	silent, err := s.Append(ctx, session, chat.Message{Parent: instructions.UID, Role: chat.Assistant, Content: " ", Status: chat.Failed}, clock+11)
	require.NoError(t, err)
	_, err = s.Append(ctx, session, chat.Message{Parent: silent.UID, Role: chat.Assistant, Content: "Yes [2].", Metadata: chat.RawJSON(`{"model":"SmolLM2-135M-Instruct-Q4_K_M.gguf","sources":[{"name":"unread.md"},{"kind":"chunk","id":"a:1","name":"moles_1.pdf","place":"page 3"}]}`)}, clock+12)
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, transfer.ExportMarkdown(ctx, s, &out, session))
	require.Equal(t, `# Digging \*fast\* \[1\]

2025-06-15

## You

Who digs?

`+"```go\ndig()\n```"+`

## Assistant (gpt\_4)

# Rabbits

dig.

*This answer is incomplete.*

## Instructions

Be brief.

## Assistant (SmolLM2 135M)

Yes [2].

Sources:

- [2] moles\_1.pdf, page 3
`, out.String())
	one := out.String()
	out.Reset()
	require.NoError(t, transfer.ExportMarkdown(ctx, s, &out, session, session))
	require.Equal(t, one+"\n"+one, out.String())
	require.ErrorIs(t, transfer.ExportMarkdown(ctx, s, &out, chat.NewUID(1)), store.ErrNoSession)
}

func TestALongChatIsWrittenWhole(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "").UID
	for i := range 450 {
		say(t, s, session, fmt.Sprint("message ", i, "."))
	}
	var out strings.Builder
	require.NoError(t, transfer.ExportMarkdown(ctx, s, &out, session))
	require.True(t, strings.HasPrefix(out.String(), "# Chat\n"))
	require.Equal(t, 450, strings.Count(out.String(), "\n## "))
	for i := range 450 {
		require.Equal(t, 1, strings.Count(out.String(), fmt.Sprint("message ", i, ".")))
	}
}
