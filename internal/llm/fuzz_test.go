package llm

import (
	"context"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// FuzzStream gives the client any body: it never panics, its text is valid UTF-8, a
// failure is a fault, and the reply does not depend on where chunks end.
//
//	go test ./internal/llm -run '^$' -fuzz FuzzStream -fuzztime 1m
func FuzzStream(f *testing.F) {
	f.Add([]byte(stream(thinking, hello, lo, stopped, endMark)), 5)
	f.Add([]byte(stream(`{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"a","function":{"name":"f","arguments":"{\"é"}}]}}]}`, `{"error":{"message":"sk-12345678"}}`)), 1)
	f.Add([]byte(stream(`{"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":7,"completion_tokens_details":{"reasoning_tokens":9}}}`, endMark)), 3)
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"\xff\xe6\"},\"finish_reason\":\"\\ud83d\"}]}\r\r"), 2)
	f.Fuzz(func(t *testing.T, body []byte, size int) {
		size = 1 + max(size, -size, 0)%64
		whole, wholeErr := taken([][]byte{body})
		divided, dividedErr := taken(chunked(string(body), size))
		require.Equal(t, whole, divided)
		require.Equal(t, wholeErr == nil, dividedErr == nil)
		texts := []string{whole.Content, whole.Reasoning, whole.Finish, whole.Model}
		for _, call := range whole.ToolCalls {
			texts = append(texts, call.ID, call.Name, call.Arguments)
		}
		for _, text := range texts {
			require.True(t, utf8.ValidString(text), "%q", text)
		}
		if wholeErr != nil {
			require.Equal(t, wholeErr.Error(), dividedErr.Error())
			f, ok := errors.AsType[*fault.Error](wholeErr)
			require.True(t, ok)
			require.Equal(t, fault.Upstream, f.Code)
			return
		}
		require.NotEmpty(t, whole.Finish)
	})
}

func taken(pieces [][]byte) (Reply, error) {
	c := &Client{Transport: &chunks{pieces}, Attempts: 1, Limits: Limits{LineBytes: 300, EventBytes: 400, TotalBytes: 2000}}
	return c.Stream(context.Background(), question("Hello"), Observer{})
}
