package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/llm/llmtest"
)

// call makes a request and returns its status and body.
func call(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

func TestProgramDoesWhatItIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error)
	go func() { ended <- run(ctx, "127.0.0.1:0", in) }()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	base := strings.TrimSpace(address)
	control, isBase := strings.CutSuffix(base, "/v1")
	require.True(t, isBase)
	const question = `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`

	status, _ := call(t, "PUT", control+"/script", `[{"text":"replaced"}]`)
	require.Equal(t, 204, status)
	status, _ = call(t, "PUT", control+"/script", `[{"text":"scripted"},{"status":429,"header":{"Retry-After":"3"}},{"text":"left"}]`)
	require.Equal(t, 204, status)
	_, body := call(t, "POST", base+"/chat/completions", question)
	require.Contains(t, body, "scripted")
	status, _ = call(t, "POST", base+"/chat/completions", question)
	require.Equal(t, 429, status)

	_, log := call(t, "GET", control+"/requests", "")
	var requests []llmtest.Request
	require.NoError(t, json.Unmarshal([]byte(log), &requests))
	require.Len(t, requests, 2)
	require.Equal(t, "m", requests[1].Body["model"])

	status, _ = call(t, "POST", control+"/release", "")
	require.Equal(t, 204, status)
	status, _ = call(t, "POST", control+"/reset", "")
	require.Equal(t, 204, status)
	_, log = call(t, "GET", control+"/requests", "")
	require.JSONEq(t, "[]", log)
	_, body = call(t, "POST", base+"/chat/completions", question)
	require.Contains(t, body, "You said: Hi", "the queue is empty")

	for _, script := range []string{`{}`, `[{"txet":"misspelt"}]`, `[`} {
		status, body := call(t, "PUT", control+"/script", script)
		require.Equal(t, 400, status, script)
		require.NotEmpty(t, body)
	}
	cancel()
	require.NoError(t, <-ended)
	require.Error(t, run(t.Context(), "256.0.0.1:0", io.Discard))
}
