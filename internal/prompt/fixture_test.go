package prompt_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/prompt"
)

// words counts as a tokenizer does whose tokens are words: a frame of four, one for
// the role, one a word.
func words(role chat.Role, text string) int {
	n := len(strings.Fields(text)) + prompt.FrameTokens
	if role != "" {
		n++
	}
	return n
}

type count func(role chat.Role, text string) int

func (c count) counter() *prompt.Counter {
	counts := &prompt.Counts{
		Count: func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
			return c(role, content), "test", nil
		},
		Encoding: func(string) (string, bool) { return "test", false },
	}
	return counts.For(context.Background(), "model")
}

// message is one that is kept with its count.
func (c count) message(depth int, role chat.Role, text string) chat.Message {
	return chat.Message{UID: chat.NewUID(int64(depth + 1)), Depth: depth, Role: role, Content: text, Tokens: c(role, text), Encoding: "test", Status: chat.Complete}
}

// conversation is material of messages that take turns, the last one the question.
func (c count) conversation(texts ...string) prompt.Material {
	m := prompt.Material{Instructions: "Be brief.", Total: len(texts)}
	role := chat.User
	for i, text := range texts {
		m.Open = append(m.Open, c.message(i, role, text))
		if role = chat.Assistant; i%2 == 1 {
			role = chat.User
		}
	}
	m.Question, m.Open = m.Open[len(texts)-1], m.Open[:len(texts)-1]
	m.Question.Role = chat.User
	return m
}

// lay lays out a prompt and checks what holds of every one.
func (c count) lay(t testing.TB, m prompt.Material, l prompt.Limits, found ...prompt.Passage) prompt.Prompt {
	t.Helper()
	counter := c.counter()
	out := prompt.Begin(m, l, counter).End(found)
	require.NoError(t, counter.Err)
	requireSound(t, c, m, l, found, out)
	return out
}

// evidenceKinds are the parts that are looked up.
var evidenceKinds = []chat.PartKind{chat.RowsPart, chat.KnowledgePart, chat.FactsPart, chat.DocumentsPart}

// requireSound checks what holds whatever a prompt is made of.
func requireSound(t testing.TB, c count, m prompt.Material, l prompt.Limits, found []prompt.Passage, out prompt.Prompt) {
	t.Helper()
	sum, evidence, passages := 0, 0, 0
	for _, part := range out.Parts {
		require.GreaterOrEqual(t, part.Tokens, 0, "%+v", out.Parts)
		sum += part.Tokens
		if part.Passages > 0 {
			evidence += part.Tokens
			passages += part.Passages
		}
	}
	require.Equal(t, sum, out.Tokens, "the parts are all there is")
	sent := 0
	for _, message := range out.Messages {
		sent += c(message.Role, message.Content)
	}
	require.Equal(t, sent, out.Tokens, "and weigh what is sent: %+v", out.Parts)

	require.LessOrEqual(t, evidence, out.Budget)
	offered := 0
	for _, p := range found {
		if p.Kind != chat.RecalledPart && strings.TrimSpace(p.Text) != "" {
			offered++
		}
	}
	shortened := 0
	for _, cut := range out.Cut {
		require.Positive(t, cut.Passages)
		require.GreaterOrEqual(t, cut.Tokens, 0)
		if cut.Why == chat.Shortened {
			shortened += cut.Passages
		} else {
			passages += cut.Passages
		}
	}
	require.Equal(t, offered, passages, "every passage is there, or is said not to be: %+v", out.Cut)
	require.LessOrEqual(t, shortened, 1, "one at most is where the budget ends")
	require.GreaterOrEqual(t, out.Quality, 0.0)
	require.LessOrEqual(t, out.Quality, 1.0)
	if len(out.Cut) == 0 && offered > 0 {
		require.Equal(t, 1.0, out.Quality, "all of it goes in")
	}

	last := out.Messages[len(out.Messages)-1]
	require.Equal(t, chat.User, last.Role)
	require.Contains(t, last.Content, m.Question.Content, "the question is never cut")
	require.True(t, strings.HasSuffix(strings.TrimSuffix(last.Content, m.Wish), m.Question.Content) || m.Note != "" || m.Reminder != "")
	own := ownLines(last.Content, m)
	for i := range out.Sources {
		require.Contains(t, own, "["+strconv.Itoa(i+1)+"]", "source %d has its number", i+1)
	}
}

// ownLines are the beginnings of the lines in front of the question that are not
// indented: those that the prompt itself has written.
func ownLines(asked string, m prompt.Material) (out []string) {
	evidence, ok := strings.CutSuffix(asked, "\n\nThe question:\n"+m.Question.Content+afterQuestion(asked, m))
	if !ok {
		return nil
	}
	for line := range strings.FieldsFuncSeq(evidence, breaks) {
		if !strings.HasPrefix(line, "  ") {
			first, _, _ := strings.Cut(line, " ")
			out = append(out, first)
		}
	}
	return out
}

// breaks is every sign after which some reader begins a new line.
func breaks(r rune) bool { return strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r) }

// afterQuestion is what stands behind it.
func afterQuestion(asked string, m prompt.Material) string {
	for _, note := range []string{m.Note + m.Wish, m.Reminder + m.Wish} {
		if note != "" && strings.HasSuffix(asked, m.Question.Content+note) {
			return note
		}
	}
	return ""
}

func of(kind chat.PartKind, score float64, text string) prompt.Passage {
	return prompt.Passage{Kind: kind, Score: score, Text: text}
}

func from(name string, p prompt.Passage) prompt.Passage {
	p.Source = &chat.Source{Kind: chat.ChunkSource, Name: name, ID: name}
	return p
}

// wide has room for everything.
var wide = prompt.Limits{Room: 8000}
