package llm

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
)

func bodies(c *Client) []string {
	var all []string
	for _, r := range c.Transport.(*Recorded).Requests() {
		all = append(all, string(r.Body))
	}
	return all
}

func TestRequestIsThatOfTheWire(t *testing.T) {
	client := recorded(good)
	client.Base += "/"
	_, err := client.Stream(t.Context(), Request{
		Model: "m",
		Messages: []Message{
			{Role: chat.System, Content: "Be brief."},
			{Role: chat.User, Content: "1+1?"},
			{Role: chat.Assistant, ToolCalls: []ToolCall{{"a", "add", `{"x":1}`}}},
			{Role: chat.Tool, Content: "", ToolCallID: "a"},
			{Role: chat.Assistant, Content: "Two.", ToolCalls: []ToolCall{{"b", "add", ``}}},
		},
		Temperature: new(0.0),
		MaxOutput:   100,
		Tools:       []Tool{{"add", "Adds.", chat.RawJSON(`{"type":"object"}`)}, {Name: "now"}},
		Schema:      &Schema{"sum", chat.RawJSON(`{"type":"integer"}`)},
	}, Observer{})
	require.NoError(t, err)
	sent := client.Transport.(*Recorded).Requests()[0]
	require.Equal(t, "https://model.test/v1/chat/completions", sent.URL)
	require.Equal(t, "secret-token", sent.Token)
	require.JSONEq(t, `{
		"model": "m", "stream": true, "stream_options": {"include_usage": true}, "temperature": 0, "max_tokens": 100,
		"messages": [
			{"role": "system", "content": "Be brief."},
			{"role": "user", "content": "1+1?"},
			{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "add", "arguments": "{\"x\":1}"}}]},
			{"role": "tool", "content": "", "tool_call_id": "a"},
			{"role": "assistant", "content": "Two.", "tool_calls": [{"id": "b", "type": "function", "function": {"name": "add", "arguments": ""}}]}
		],
		"tools": [
			{"type": "function", "function": {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}},
			{"type": "function", "function": {"name": "now"}}
		],
		"response_format": {"type": "json_schema", "json_schema": {"name": "sum", "schema": {"type": "integer"}, "strict": true}}
	}`, string(sent.Body))
}

func TestRequestHasOnlyWhatIsAskedFor(t *testing.T) {
	client := recorded(good)
	_, _, err := ask(t, client)
	require.NoError(t, err)
	require.JSONEq(t, `{"model":"m","messages":[{"role":"user","content":"Hello"}],"stream":true,"stream_options":{"include_usage":true}}`, bodies(client)[0])
}

// Both reports are OpenAI's own.
const (
	noMaxTokens   = `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`
	noTemperature = `{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`
)

func TestRefusedMembersAreSentInTheOtherFormAtOnce(t *testing.T) {
	refused := func(body string) Exchange {
		return Exchange{Status: 400, ContentType: "application/json", Body: body}
	}
	const (
		plain     = `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"temperature":0.7,"max_tokens":9}`
		renamed   = `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"temperature":0.7,"max_completion_tokens":9}`
		colder    = `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"max_tokens":9}`
		different = `{"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":9}`
	)
	both := refused(`{"error":{"message":"max_tokens and temperature are not supported"}}`)
	for name, c := range map[string]struct {
		exchanges []Exchange
		sent      []string
		code      fault.Code
	}{
		"length":                {[]Exchange{refused(noMaxTokens), good}, []string{plain, renamed}, ""},
		"temperature":           {[]Exchange{refused(noTemperature), good}, []string{plain, colder}, ""},
		"one after the other":   {[]Exchange{refused(noMaxTokens), refused(noTemperature), good}, []string{plain, renamed, different}, ""},
		"both":                  {[]Exchange{both, good}, []string{plain, different}, ""},
		"never twice":           {[]Exchange{refused(noMaxTokens), refused(noMaxTokens), good}, []string{plain, renamed}, fault.Invalid},
		"another complaint":     {[]Exchange{refused(`{"error":{"message":"max_tokens is too large: 9","param":"max_tokens"}}`), good}, []string{plain}, fault.Invalid},
		"another member":        {[]Exchange{refused(`{"error":{"message":"Unsupported parameter: 'tools'","param":"tools"}}`), good}, []string{plain}, fault.Invalid},
		"not for other refusal": {[]Exchange{{Status: 422, Body: noMaxTokens}, good}, []string{plain}, fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			client := recorded(c.exchanges...)
			retried := 0
			reply, err := client.Stream(t.Context(), Request{Model: "m", Temperature: new(0.7), MaxOutput: 9}, Observer{
				Retry: func(int, time.Duration, error) { retried++ },
			})
			sent := bodies(client)
			require.Len(t, sent, len(c.sent))
			for i := range sent {
				require.JSONEq(t, c.sent[i], sent[i])
			}
			require.Equal(t, len(c.sent), reply.Attempts)
			require.Zero(t, retried)
			if c.code == "" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, c.code)
			}
		})
	}
}

func TestMemberThatWasNotSentIsNotLeftOut(t *testing.T) {
	client := recorded(Exchange{Status: 400, Body: noMaxTokens}, good)
	_, _, err := ask(t, client)
	require.ErrorIs(t, err, fault.Invalid)
	require.Len(t, bodies(client), 1)
}

func TestSchemaThatIsNoJSONIsABug(t *testing.T) {
	client := recorded(good)
	_, err := client.Stream(t.Context(), Request{Schema: &Schema{"x", chat.RawJSON(`{`)}}, Observer{})
	require.ErrorIs(t, err, fault.Internal)
	require.Empty(t, bodies(client))
}

func TestGetJSONReadsAnObject(t *testing.T) {
	var models struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	client := recorded(Exchange{ContentType: "application/json", Body: `{"object":"list","data":[{"id":"a"},{"id":"b","owned_by":null}]}`})
	require.NoError(t, client.GetJSON(t.Context(), "/models", &models))
	require.Len(t, models.Data, 2)
	require.Equal(t, []HTTPRequest{{URL: "https://model.test/v1/models", Token: "secret-token"}}, client.Transport.(*Recorded).Requests())

	for want, body := range map[string]string{
		unreadableSentence: `{"data":`,
		tooLargeSentence:   `{"data":[]` + strings.Repeat(" ", maxJSON) + `}`,
	} {
		client := recorded(Exchange{ContentType: "application/json", Body: body}, good)
		err := client.GetJSON(t.Context(), "/models", &models)
		require.ErrorIs(t, err, fault.Upstream)
		require.Equal(t, want, fault.From(err).Message)
	}
	client = recorded(Exchange{Status: 500}, Exchange{ContentType: "application/json", Body: `{}`})
	require.ErrorIs(t, client.GetJSON(t.Context(), "/models", &models), fault.Unavailable, "it asks once")
}

func TestRecordingIsReadFromJSON(t *testing.T) {
	var r Recording
	require.NoError(t, json.Unmarshal([]byte(`{"exchanges":[{"status":503,"retryAfter":"1"},{"body":"data: [DONE]\n\n"},{"fail":true},{"contentType":"text/html"}]}`), &r))
	require.Equal(t, []Exchange{{Status: 503, RetryAfter: "1"}, {Body: "data: [DONE]\n\n"}, {Fail: true}, {ContentType: "text/html"}}, r.Exchanges)
}

func TestRecordingThatIsOverRefuses(t *testing.T) {
	reply, _, err := ask(t, recorded())
	require.ErrorIs(t, err, fault.Invalid)
	require.Contains(t, fault.From(err).Message, "The recording has no more answers.")
	require.Equal(t, 1, reply.Attempts)
}
