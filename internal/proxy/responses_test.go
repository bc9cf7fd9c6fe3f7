package proxy

import (
	"strings"
	"testing"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

const responsesBody = `{"model":"m","input":"Hello","instructions":"Be brief.","store":false}`

func TestResponsesGoToThoseWhoHaveThem(t *testing.T) {
	for _, kind := range []config.Kind{config.OpenAI, config.Compatible} {
		up := llmtest.New()
		defer up.Close()
		addr, _ := startProxy(t, Options{Config: oneProvider(up.URL(), kind)})
		up.Script(llmtest.Answer{Path: "/responses", Body: `{"object":"response"}`})
		response, body := post(t, addr, "/v1/responses", responsesBody)
		require.Equal(t, 200, response.StatusCode)
		require.Equal(t, `{"object":"response"}`, body)
		asked := up.Requests()[len(up.Requests())-1]
		require.Equal(t, "/v1/responses", asked.Path)
		require.Equal(t, "Bearer "+canaryKey, asked.Header.Get("Authorization"))
		require.Equal(t, map[string]any{"model": "m", "input": "Hello", "instructions": "Be brief.", "store": false}, asked.Body)

		// In pieces, and with a list of what was said.
		up.Script(llmtest.Answer{Path: "/responses", Raw: "event: response.created\ndata: {}\n\n", ContentType: "text/event-stream"})
		response, body = post(t, addr, "/v1/responses", `{"model":"m","stream":true,"input":[{"role":"user","content":"Hello"}]}`)
		require.Equal(t, "text/event-stream; charset=utf-8", response.Header.Get("Content-Type"))
		require.Equal(t, "event: response.created\ndata: {}\n\n", body)
	}
}

func TestThoseWithoutResponsesSaySo(t *testing.T) {
	const sentence = "Provider does not have /v1/responses: ask /v1/chat/completions instead."
	up := llmtest.New()
	defer up.Close()
	for kind, model := range map[config.Kind]string{config.Google: "gemini-2.5-pro", config.Anthropic: "claude-sonnet-4-5"} {
		addr, _ := startProxy(t, Options{Config: oneProvider(up.URL(), kind)})
		response, body := post(t, addr, "/v1/responses", strings.Replace(responsesBody, `"m"`, `"`+model+`"`, 1))
		require.Equal(t, 404, response.StatusCode)
		message, ours, code := errorOf(t, body)
		require.Equal(t, []string{sentence, ownType, "not_found"}, []string{message, ours, code})
	}
	require.Empty(t, up.Requests(), "nobody was asked")

	addr, _ := startProxy(t, Options{Config: oneProvider(up.URL(), config.Compatible)})
	for _, tt := range []struct {
		status     int
		body, want string
	}{
		{404, "404 page not found", sentence},
		{405, "", sentence},
		{404, `{"error":{"message":"The model m does not exist"}}`, "The model m does not exist"},
		{400, `{"error":{"message":"Something else"}}`, "Something else"},
	} {
		up.Script(llmtest.Answer{Path: "/responses", Status: tt.status, Body: tt.body, ContentType: "text/plain"})
		_, body := post(t, addr, "/v1/responses", responsesBody)
		message, _, _ := errorOf(t, body)
		require.Equal(t, tt.want, message)
	}
	response, body := post(t, addr, "/v1/responses", `{"model":"m"}`)
	require.Equal(t, 400, response.StatusCode)
	message, _, _ := errorOf(t, body)
	require.Equal(t, `The request cannot be used: "input" is missing.`, message)
}

func TestOneModelIsDescribed(t *testing.T) {
	ollama := listing(t, nil, listOf("llama3.2:3b", "library/other"), 200)
	addr, _ := startProxy(t, Options{Config: oneProvider("http://"+listing(t, nil, listOf("m"), 200)+"/v1", config.Compatible), Machine: []Server{{"Ollama", ollama}}})
	for path, want := range map[string]string{
		"m":                        `{"id":"m","object":"model","created":0,"owned_by":"Provider"}`,
		"ollama/llama3.2:3b":       `{"id":"ollama/llama3.2:3b","object":"model","created":0,"owned_by":"Ollama"}`,
		"ollama%2Fllama3.2%3A3b":   `{"id":"ollama/llama3.2:3b","object":"model","created":0,"owned_by":"Ollama"}`,
		"ollama%2Flibrary%2Fother": `{"id":"ollama/library/other","object":"model","created":0,"owned_by":"Ollama"}`,
	} {
		response, body := get(t, addr, "/v1/models/"+path, authorized)
		require.Equal(t, 200, response.StatusCode, path)
		require.JSONEq(t, want, body)
	}
	for path, want := range map[string]string{
		"other":   "There is no model other here: /v1/models lists those there are.",
		"":        "There is no such model here: /v1/models lists those there are.",
		"a%0Ab":   "There is no such model here: /v1/models lists those there are.",
		"M":       "There is no model M here: /v1/models lists those there are.",
		"m/extra": "There is no model m/extra here: /v1/models lists those there are.",
	} {
		response, body := get(t, addr, "/v1/models/"+path, authorized)
		require.Equal(t, 404, response.StatusCode, path)
		message, ours, code := errorOf(t, body)
		require.Equal(t, []string{want, ownType, "not_found"}, []string{message, ours, code})
	}
}
