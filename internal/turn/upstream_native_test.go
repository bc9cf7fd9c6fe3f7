//go:build !js && !wasip1

package turn_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/llm/llmtest"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// What a client makes of each fault is tested in package llm; here it is what a
// turn leaves behind: one sentence, the question, the text that came, and an
// engine that goes on.
func TestWhateverTheModelsServerDoesTheQuestionStays(t *testing.T) {
	const text = "The answer is 42."
	line := strings.Repeat("x", 64<<10)
	faults := map[string]llmtest.Answer{
		"400":              {Status: 400, Body: `{"error":{"message":"Bad"}}`},
		"401":              {Status: 401, Body: `{"error":{"message":"{{authorization}}"}}`},
		"403":              {Status: 403},
		"404":              {Status: 404},
		"408":              {Status: 408},
		"413":              {Status: 413},
		"429":              {Status: 429, Header: map[string]string{"Retry-After": "90000"}},
		"500":              {Status: 500},
		"503":              {Status: 503},
		"529":              {Status: 529},
		"no connection":    {ResetBefore: true},
		"reset":            {Text: text, ResetAfterWord: 2},
		"reset in a chunk": {Text: text, ResetAfter: new(333)},
		"hang before":      {HangBefore: true},
		"hang during":      {Text: text, HangAfterWord: 2},
		"web page":         {ContentType: "text/html", Body: "<html>"},
		"truncated JSON":   {Raw: "data: {\"choices\":[{\"del\n\n"},
		"no end":           {Text: text, NoFinish: true, NoDone: true},
		"100 MB line":      {Raw: "data: ", Endless: line, EndlessBytes: 100 << 20},
		"keep-alives":      {Raw: ":\n\n", Endless: ": wait\n\n", EveryMillis: 20},
		"error in stream":  {Text: text, Error: "overloaded"},
		"redirect":         {Status: 302, Header: map[string]string{"Location": "/v1/models"}},
		"empty":            {Raw: "\n"},
	}
	server := llmtest.New()
	defer server.Close()
	client := &llm.Client{Base: server.URL(), Token: "sk-CANARY", Transport: llm.NewHTTP(), Attempts: 1,
		Limits: llm.Limits{FirstByte: 300 * time.Millisecond, Idle: 300 * time.Millisecond, Total: 5 * time.Second}}
	b := open(t)
	o := b.Options
	o.Answerer = func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
		return llm.Answerer{Model: client, Settings: settings()}, nil
	}
	b.Engine = turn.New(o)

	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			b.events = nil
			server.Replace(fault)
			out := b.send(t, chat.UID{}, "What is it?")
			server.Release()
			require.Equal(t, chat.Failed, out.Message.Status)
			problem := out.Answer.Problem
			require.NotNil(t, problem)
			require.Equal(t, "answer", problem.Step)
			require.NotContains(t, problem.Message, "CANARY")
			require.Regexp(t, `^[A-Z].*[.”]$`, problem.Message, "one sentence for the reader")
			count := 0
			for _, e := range b.events {
				if _, ok := e.(wire.ProblemEvent); ok {
					count++
				}
			}
			require.Equal(t, 1, count)
			kept := b.path(t, out.Session)
			require.Equal(t, "user complete: What is it?", kept[0])
			require.Len(t, kept, 2)
			require.True(t, strings.HasPrefix(text, out.Message.Content), "what came is kept: %q", out.Message.Content)

			// The same turn can be tried again, in place.
			server.Replace(llmtest.Answer{Text: "Forty-two."})
			again, err := b.Resume(t.Context(), turn.Target{Message: out.Message.UID}, turn.Wish{}, b.emit)
			require.NoError(t, err)
			require.Equal(t, chat.Complete, again.Message.Status)
			require.Equal(t, out.Message.Content+"Forty-two.", again.Message.Content)
			require.Len(t, b.path(t, out.Session), 2)
		})
	}
	require.Empty(t, b.logged, "nothing of these is a bug of ours")
	check, err := b.store.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, check.Problems)
}
