package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"burrow/internal/llm/llmtest"
	"burrow/tools/testresult"
)

// testCase is something that a client does, and what must come of it.
type testCase struct {
	name string
	// what names the thing to the clients.
	what string
	// answers are what the model does, in order.
	answers []llmtest.Answer
	// check looks at what the client made of it, and at what the model was asked:
	// at least one request, the first of which may be empty.
	check func(r result, asked []llmtest.Request) error
}

const words = "The quick brown fox — 素早い狐 — jumps over the lazy dog."

var cases = []testCase{
	{"a list of models", "models", nil, func(r result, _ []llmtest.Request) error {
		return want(slices.Contains(r.Models, "scripted"), "no model")
	}},
	{"the other name", "models-by-localhost", nil, func(r result, _ []llmtest.Request) error {
		return want(slices.Contains(r.Models, "scripted"), "no model")
	}},
	{"one model", "model", nil, func(r result, _ []llmtest.Request) error {
		return want(slices.Equal(r.Models, []string{"scripted"}), "not the model")
	}},
	{"a response", "responses", []llmtest.Answer{{Path: "/responses", Body: `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"scripted","parallel_tool_calls":true,"tool_choice":"auto","tools":[],` +
		`"output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"` + words + `","annotations":[]}]}]}`}}, func(r result, asked []llmtest.Request) error {
		return errors.Join(
			want(r.Text == words, "not the answer"),
			want(asked[0].Path == "/v1/responses" && asked[0].Body["input"] == "Hello", "not passed on as it is"),
		)
	}},
	{"no responses", "responses", nil, failsWith(404, "does not have /v1/responses: ask /v1/chat/completions instead.", "not_found", 1)},
	{"a whole answer", "whole", []llmtest.Answer{{Text: words, Header: map[string]string{"X-Request-Id": "request-7"}}}, func(r result, asked []llmtest.Request) error {
		return errors.Join(
			want(r.Text == words && r.Finish == "stop" && r.Tokens > 0, "not the answer"),
			want(r.RequestID == "request-7", "no request id"),
			want(asked[0].Header.Get("Authorization") == "Bearer "+key, "no key was sent"),
			want(len(asked[0].Header) == 5, "more headers than needed were sent on"),
		)
	}},
	{"a stream", "stream", []llmtest.Answer{{Text: words}}, func(r result, _ []llmtest.Request) error {
		return want(r.Text == words && r.Finish == "stop" && r.Tokens > 0 && r.Pieces > 3, "not the whole stream")
	}},
	{"a stream of bytes", "stream", []llmtest.Answer{{Text: words, ChunkBytes: 1}}, func(r result, _ []llmtest.Request) error {
		return want(r.Text == words && r.Tokens > 0, "not the whole stream")
	}},
	{"calls of tools", "tools", []llmtest.Answer{{ToolCalls: calls}}, checkCalls},
	{"calls in a stream", "tools-streamed", []llmtest.Answer{{ToolCalls: calls}}, checkCalls},
	{"an embedding", "embeddings", nil, func(r result, asked []llmtest.Request) error {
		return want(r.Numbers == 16 && asked[0].Path == "/v1/embeddings", "no embedding")
	}},
	{"no model named", "without-model", []llmtest.Answer{{Text: "x"}}, func(r result, asked []llmtest.Request) error {
		return want(asked[0].Body["model"] == "scripted", "not the configured model")
	}},
	{"a refused key", "whole", []llmtest.Answer{{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: {{authorization}}","type":"invalid_request_error","code":"invalid_api_key"}}`}},
		failsWith(401, "refused the key: check OPENAI_API_KEY.", "key_refused", 1)},
	{"the same, streamed", "stream", []llmtest.Answer{{Status: 401}}, failsWith(401, "refused the key: check OPENAI_API_KEY.", "key_refused", 1)},
	{"a wrong token", "wrong-token", nil, failsWith(401, "The token is missing or wrong: open the address that `burrow token` prints.", "unauthorized", 0)},
	{"too many requests", "whole", []llmtest.Answer{{Status: 429, Body: `{"error":{"message":"Slow down, please.","type":"requests","code":"rate_limit_exceeded"}}`}},
		failsWith(429, "Slow down, please.", "rate_limit_exceeded", 1)},
	{"a bad request", "whole", []llmtest.Answer{{Status: 400, Body: `{"error":{"message":"This is too long.","type":"invalid_request_error","code":"context_length_exceeded"}}`}},
		failsWith(400, "This is too long.", "context_length_exceeded", 1)},
	{"a page of HTML", "whole", []llmtest.Answer{{Status: 502, Body: "<html>Bad Gateway</html>", ContentType: "text/html"}}, failsWith(502, "answered with status 502.", "upstream", 1)},
	{"no such address", "unknown-address", nil, failsWith(404, "There is nothing at this address.", "not_found", 0)},
	// The client's own retries find the same reasons to ask again as without a proxy.
	{"one failure", "retried", []llmtest.Answer{{Status: 500, Header: map[string]string{"Retry-After-Ms": "1"}}, {Text: words}}, func(r result, asked []llmtest.Request) error {
		return want(r.Text == words && len(asked) == 2, "not asked twice")
	}},
	{"a broken stream", "cut", []llmtest.Answer{{Text: words, ResetAfter: new(600)}}, func(r result, asked []llmtest.Request) error {
		return want(r.Error != nil && r.Finish == "" && r.Pieces > 0 && len(asked) == 1, "a broken stream was taken for whole")
	}},
	{"an abort", "abort", []llmtest.Answer{{Text: words, HangAfter: new(600)}}, func(r result, asked []llmtest.Request) error {
		return want(r.Pieces > 0 && asked[0].Gone, "the model was not told")
	}},
}

var calls = []llmtest.ToolCall{
	{ID: "call_1", Name: "weather", Arguments: `{"city":"Zürich","days":3}`},
	{ID: "call_2", Name: "time", Arguments: `{}`},
}

func checkCalls(r result, asked []llmtest.Request) error {
	got := []toolCall{{calls[0].Name, calls[0].Arguments}, {calls[1].Name, calls[1].Arguments}}
	return errors.Join(
		want(slices.Equal(r.Calls, got) && r.Finish == "tool_calls", "not the calls"),
		want(asked[0].Body["tools"] != nil, "no tools were sent"),
	)
}

// failsWith wants the client's own error for a status, with the sentence and the
// code in it, after so many requests to the model.
func failsWith(status int, sentence, code string, requests int) func(result, []llmtest.Request) error {
	// The client for Go has one type for all.
	classes := map[int]string{400: "BadRequestError", 401: "AuthenticationError", 404: "NotFoundError", 429: "RateLimitError", 502: "InternalServerError"}
	return func(r result, asked []llmtest.Request) error {
		if r.Error == nil {
			return errors.New("no error")
		}
		return errors.Join(
			want(r.Error.Class == classes[status] || r.Error.Class == "*apierror.Error", "not the client's type of error"),
			want(r.Error.Status == status && r.Error.Code == code, "not the status and code"),
			want(strings.Contains(r.Error.Message, sentence), "not the sentence"),
			want(len(asked) == max(requests, 1) && asked[0].Over == (requests > 0), "not so many requests"),
		)
	}
}

func want(holds bool, problem string) error {
	if holds {
		return nil
	}
	return errors.New(problem)
}

// runCases has a client do all cases and prints how each went.
func runCases(c client, model *llmtest.Server, found *testresult.Result) error {
	for _, tt := range cases {
		found.Tests++
		model.Reset()
		model.Script(tt.answers...)
		began := time.Now()
		r, err := c.do(tt.what)
		if err != nil {
			return err
		}
		problem := tt.check(r, settled(model))
		said, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if strings.Contains(string(said), "CANARY") {
			problem = errors.Join(problem, errors.New("the key came back"))
		}
		if problem != nil {
			found.Failed = append(found.Failed, c.name()+": "+tt.name)
			fmt.Printf("FAIL  %-10s %s: %s\n      %s\n", c.name(), tt.name, strings.ReplaceAll(problem.Error(), "\n", ", "), said)
			continue
		}
		fmt.Printf("ok    %-10s %-20s %4d ms\n", c.name(), tt.name, time.Since(began).Milliseconds())
	}
	return nil
}

// settled returns what the model was asked, without lists, when all of it has ended
// or a second has passed; an empty request if there was none.
func settled(model *llmtest.Server) []llmtest.Request {
	for deadline := time.Now().Add(time.Second); ; time.Sleep(time.Millisecond) {
		asked := slices.DeleteFunc(model.Requests(), func(r llmtest.Request) bool { return r.Method == "GET" })
		if time.Now().After(deadline) || !slices.ContainsFunc(asked, func(r llmtest.Request) bool { return !r.Over }) {
			if len(asked) == 0 {
				asked = []llmtest.Request{{}}
			}
			return asked
		}
	}
}
