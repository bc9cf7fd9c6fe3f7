package llmtest_test

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/llm/llmtest"
)

// start returns a server, and a client that keeps no connection.
func start(t *testing.T) (*llmtest.Server, *http.Client) {
	t.Helper()
	s := llmtest.New()
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	t.Cleanup(s.Close)
	return s, &http.Client{Transport: transport}
}

func post(t *testing.T, c *http.Client, url, body string) (*http.Response, string) {
	t.Helper()
	response, err := c.Post(url, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response, string(text)
}

func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, 10*time.Second, time.Millisecond)
}

const asked = `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"Hi there"}]}`

func TestUnscriptedServerEchoes(t *testing.T) {
	s, client := start(t)
	response, body := post(t, client, s.URL()+"/chat/completions", asked)
	require.Equal(t, "text/event-stream", response.Header.Get("Content-Type"))
	require.Equal(t, `data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":"","refusal":null,"role":"assistant"},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":"You "},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":"said: "},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":"Hi "},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":"there"},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}],"usage":null}

data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[],"usage":{"completion_tokens":5,"completion_tokens_details":{"reasoning_tokens":0},"prompt_tokens":10,"prompt_tokens_details":{"cached_tokens":0},"total_tokens":15}}

data: [DONE]

`, body)
	_, body = post(t, client, s.URL()+"/chat/completions", strings.Replace(asked, `"Hi there"`, `[{"type":"text","text":"parts"}]`, 1))
	require.Contains(t, body, `{"content":"parts"}`)
	_, body = post(t, client, s.URL()+"/chat/completions", strings.Replace(asked, "true", "false", 1))
	require.Contains(t, body, `"message":{"content":"You said: Hi there"`)
	response, _ = post(t, client, s.URL()+"/chat/completions", "nonsense")
	require.Equal(t, 400, response.StatusCode)
	response, _ = post(t, client, s.URL()+"/nowhere", "{}")
	require.Equal(t, 404, response.StatusCode)
}

func TestModelsAndEmbeddings(t *testing.T) {
	s, client := start(t)
	response, err := client.Get(s.URL() + "/models")
	require.NoError(t, err)
	var models struct{ Data []struct{ ID string } }
	require.NoError(t, json.NewDecoder(response.Body).Decode(&models))
	response.Body.Close()
	require.Equal(t, "scripted", models.Data[0].ID)

	var floats struct {
		Data []struct{ Embedding []float32 }
	}
	_, body := post(t, client, s.URL()+"/embeddings", `{"model":"e","input":["a","b"],"dimensions":4}`)
	require.NoError(t, json.Unmarshal([]byte(body), &floats))
	require.Len(t, floats.Data, 2)
	require.Len(t, floats.Data[1].Embedding, 4)
	require.NotEqual(t, floats.Data[0], floats.Data[1])

	var packed struct{ Data []struct{ Embedding string } }
	_, body = post(t, client, s.URL()+"/embeddings", `{"model":"e","input":"a","encoding_format":"base64"}`)
	require.NoError(t, json.Unmarshal([]byte(body), &packed))
	raw, err := base64.StdEncoding.DecodeString(packed.Data[0].Embedding)
	require.NoError(t, err)
	require.Len(t, raw, 4*16)
}

func TestAnswersAreTakenInOrderByTheirPath(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Text: "one"}, llmtest.Answer{Path: "/models", Status: 503, Header: map[string]string{"Retry-After": "9"}}, llmtest.Answer{Text: "two"})
	for _, want := range []string{"one", "two", "You "} {
		_, body := post(t, client, s.URL()+"/chat/completions", asked)
		require.Contains(t, body, `{"content":"`+want+`"}`)
	}
	response, err := client.Get(s.URL() + "/models")
	require.NoError(t, err)
	response.Body.Close()
	require.Equal(t, 503, response.StatusCode)
	require.Equal(t, "9", response.Header.Get("Retry-After"))

	requests := s.Requests()
	require.Len(t, requests, 4)
	require.Equal(t, "POST", requests[0].Method)
	require.Equal(t, "/v1/chat/completions", requests[0].Path)
	require.Equal(t, "m", requests[0].Body["model"])
	s.Reset()
	require.Empty(t, s.Requests())
}

func TestReplyAnswersWhatTheQueueDoesNot(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Text: "queued", Whole: true})
	s.Reply(func(r llmtest.Request) (llmtest.Answer, bool) {
		return llmtest.Answer{Text: "made for " + r.Body["model"].(string), Whole: true}, r.Path == "/v1/chat/completions"
	})
	for _, want := range []string{`"content":"queued"`, `"content":"made for m"`} {
		_, body := post(t, client, s.URL()+"/chat/completions", asked)
		require.Contains(t, body, want)
	}
	_, body := post(t, client, s.URL()+"/embeddings", `{"model":"m","input":"a"}`)
	require.Contains(t, body, `"embedding"`, "what it leaves is answered as before")
	require.Len(t, s.Requests(), 3)
}

func TestAnswerIsReadFromJSON(t *testing.T) {
	var a llmtest.Answer
	require.NoError(t, json.Unmarshal([]byte(`{"text":"x","toolCalls":[{"id":"a","name":"f","arguments":"{}"}],"usage":{"prompt_tokens":-1},"resetAfter":0,"hangAfterWord":2}`), &a))
	require.Equal(t, llmtest.Answer{
		Text: "x", ToolCalls: []llmtest.ToolCall{{ID: "a", Name: "f", Arguments: "{}"}},
		Usage: json.RawMessage(`{"prompt_tokens":-1}`), ResetAfter: new(0), HangAfterWord: 2,
	}, a)
}

func TestHangingAnswerGoesOnWhenReleased(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Text: "one two", HangAfterWord: 1}, llmtest.Answer{HangBefore: true, Text: "three"})
	response, err := client.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(asked))
	require.NoError(t, err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), `"one "`) {
	}
	require.False(t, s.Requests()[0].Over)
	s.Release()
	for lines.Scan() && lines.Text() != "data: [DONE]" {
	}
	require.Equal(t, "data: [DONE]", lines.Text())

	done := make(chan string)
	go func() {
		_, body := post(t, client, s.URL()+"/chat/completions", asked)
		done <- body
	}()
	eventually(t, func() bool { return len(s.Requests()) == 2 })
	s.Release()
	require.Contains(t, <-done, "three")
}

func TestResetBreaksAChunk(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Raw: "data: abcdef\n\n", ResetAfter: new(9)})
	response, err := client.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(asked))
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.Error(t, err)
	require.Equal(t, "data: abc", string(body))
	s.Script(llmtest.Answer{ResetBefore: true})
	_, err = client.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(asked))
	require.Error(t, err)
}

func TestCompressedBodyIsOneThatOpens(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Raw: "data: ", Endless: strings.Repeat("x", 1000), EndlessBytes: 100_000, Gzip: true})
	response, body := post(t, client, s.URL()+"/chat/completions", asked)
	require.Equal(t, "gzip", response.Header.Get("Content-Encoding"))
	z, err := gzip.NewReader(strings.NewReader(body))
	require.NoError(t, err)
	opened, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, "data: "+strings.Repeat("x", 100_000), string(opened))
}

func TestClientThatGoesIsNoticed(t *testing.T) {
	s, client := start(t)
	s.Script(llmtest.Answer{Endless: ": wait\n\n", EveryMillis: 1})
	response, err := client.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(asked))
	require.NoError(t, err)
	response.Body.Close()
	eventually(t, func() bool { return s.Requests()[0].Over })
	require.True(t, s.Requests()[0].Gone)
}
