package llm

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
)

// ask streams the question "Hello" and returns all that is said about it.
func ask(t *testing.T, c *Client) (reply Reply, deltas []Delta, err error) {
	t.Helper()
	reply, err = c.Stream(context.Background(), question("Hello"), Observer{
		Delta: func(d Delta) { deltas = append(deltas, d) },
	})
	return reply, deltas, err
}

func question(text string) Request {
	return Request{Model: "m", Messages: []Message{{Role: chat.User, Content: text}}}
}

// recorded returns a client whose server answers with the exchanges.
func recorded(exchanges ...Exchange) *Client {
	return &Client{Base: "https://model.test/v1", Token: "secret-token", Transport: NewRecorded(exchanges...)}
}

// stream is the body of a stream of these events.
func stream(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
}

const (
	hello    = `{"model":"m-2","choices":[{"index":0,"delta":{"content":"Hel"}}]}`
	lo       = `{"choices":[{"index":0,"delta":{"content":"lo"}}]}`
	stopped  = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	endMark  = `[DONE]`
	thinking = `{"choices":[{"delta":{"reasoning_content":"Hm, "}}]}`
	thought  = `{"choices":[{"delta":{"reasoning":"yes"}}]}`
)

func TestStreamPutsTheAnswerTogether(t *testing.T) {
	reply, deltas, err := ask(t, recorded(Exchange{Body: stream(thinking, thought, hello, lo, stopped, endMark)}))
	require.NoError(t, err)
	require.Equal(t, Reply{Content: "Hello", Reasoning: "Hm, yes", Finish: "stop", Model: "m-2", Attempts: 1}, reply)
	require.Equal(t, []Delta{{true, "Hm, "}, {true, "yes"}, {false, "Hel"}, {false, "lo"}}, deltas)
}

func TestStreamEnds(t *testing.T) {
	for name, c := range map[string]struct {
		body, content, finish string
		problem               string
	}{
		"end mark":                       {stream(hello, stopped, endMark), "Hel", "stop", ""},
		"a reason but no end mark":       {stream(hello, stopped), "Hel", "stop", ""},
		"an end mark but no reason":      {stream(hello, endMark), "Hel", "stop", ""},
		"neither":                        {stream(hello), "Hel", "", brokeOffSentence},
		"nothing":                        {"", "", "", brokeOffSentence},
		"only comments":                  {": a\n\n: b\n\n", "", "", brokeOffSentence},
		"only an end mark":               {stream(endMark), "", "", emptySentence},
		"in the middle of an event":      {stream(hello) + "data: " + lo, "Hel", "", brokeOffSentence},
		"text behind the end mark":       {stream(hello, stopped, endMark, lo), "Hel", "stop", ""},
		"refused by the filter":          {stream(hello, strings.Replace(stopped, "stop", "content_filter", 1), endMark), "Hel", "content_filter", ""},
		"a reason and no text":           {stream(stopped, endMark), "", "stop", ""},
		"JSON that is cut off":           {stream(hello, `{"choices":[{"del`), "Hel", "", unreadableSentence},
		"no JSON":                        {stream(hello, `oops`), "Hel", "", unreadableSentence},
		"JSON of another shape":          {stream(hello, `{"choices":"x"}`), "Hel", "", unreadableSentence},
		"JSON that is too deep":          {stream(hello, strings.Repeat(`{"a":`, 100)), "Hel", "", unreadableSentence},
		"a list":                         {stream(hello, `[]`), "Hel", "", unreadableSentence},
		"an error":                       {stream(hello, `{"error":{"message":"overloaded","code":529}}`), "Hel", "", reportedSentence},
		"an error of few words":          {stream(hello, `{"error":"overloaded"}`), "Hel", "", reportedSentence},
		"an error with a name":           {stream(hello) + "event: error\n" + stream(`{"error":{}}`), "Hel", "", reportedSentence},
		"empty events":                   {"data:\n\n" + stream(hello, "", " ", stopped), "Hel", "stop", ""},
		"null everywhere":                {stream(`{"model":null,"choices":null,"usage":null,"error":null}`, hello, `{"choices":[{"index":null,"delta":null,"finish_reason":null}]}`, `{"choices":[{"delta":{"content":null,"reasoning":null,"tool_calls":null}}]}`, `{"choices":[null]}`, stopped), "Hel", "stop", ""},
		"another choice":                 {stream(hello, `{"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"length"}]}`, endMark), "Hel", "stop", ""},
		"a refusal in place of the text": {stream(`{"choices":[{"delta":{"content":null,"refusal":"I won't."}}]}`, stopped), "I won't.", "stop", ""},
	} {
		t.Run(name, func(t *testing.T) {
			client := recorded(Exchange{Body: c.body})
			reply, _, err := ask(t, client)
			require.Equal(t, c.content, reply.Content)
			require.Equal(t, c.finish, reply.Finish)
			require.Len(t, client.Transport.(*Recorded).Requests(), 1)
			if c.problem == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, fault.Upstream)
			require.Equal(t, c.problem, fault.From(err).Message)
		})
	}
}

func TestAnErrorOfOurOwnInAStreamSpeaksForItself(t *testing.T) {
	const sentence = "The model in the browser has stopped answering."
	own := stream(hello, `{"error":{"message":"`+sentence+`","type":"burrow_error","code":"unavailable"}}`)
	client := recorded(Exchange{Body: own})
	reply, _, err := ask(t, client)
	require.Equal(t, "Hel", reply.Content)
	require.Equal(t, reportedSentence, fault.From(err).Message, "anybody could say that it is ours")

	client = recorded(Exchange{Body: own})
	client.Own = true
	reply, _, err = ask(t, client)
	require.Equal(t, "Hel", reply.Content)
	require.Equal(t, sentence, fault.From(err).Message)
	require.ErrorIs(t, err, fault.Unavailable)
	require.False(t, fault.From(err).Unreachable, "it has arrived")
	require.Len(t, client.Transport.(*Recorded).Requests(), 1)
}

func TestToolCallsAreJoinedFromTheirFragments(t *testing.T) {
	call := func(fragments string) string { return `{"choices":[{"delta":{"tool_calls":[` + fragments + `]}}]}` }
	for name, c := range map[string]struct {
		events []string
		want   []ToolCall
	}{
		"by index": {[]string{
			call(`{"index":0,"id":"a","type":"function","function":{"name":"add","arguments":""}}`),
			call(`{"index":0,"function":{"arguments":"{\"x\":"}}`),
			call(`{"index":1,"id":"b","function":{"name":"sub","arguments":"{}"}}`),
			call(`{"index":0,"function":{"arguments":"\"é\"}"}}`),
		}, []ToolCall{{"a", "add", `{"x":"é"}`}, {"b", "sub", "{}"}}},
		"all with index 0, told apart by id": {[]string{
			call(`{"index":0,"id":"a","function":{"name":"add","arguments":"1"}}`),
			call(`{"index":0,"id":"b","function":{"name":"add","arguments":"2"}}`),
		}, []ToolCall{{"a", "add", "1"}, {"b", "add", "2"}}},
		"id and name repeated": {[]string{
			call(`{"index":0,"id":"a","function":{"name":"add","arguments":"1"}}`),
			call(`{"index":0,"id":"a","function":{"name":"add","arguments":"2"}}`),
		}, []ToolCall{{"a", "add", "12"}}},
		"a name in two parts": {[]string{
			call(`{"index":0,"id":"a","function":{"name":"add_"}}`), call(`{"index":0,"function":{"name":"one"}}`),
		}, []ToolCall{{"a", "add_one", ""}}},
		"two in one chunk, without index or id": {[]string{
			call(`{"function":{"name":"add"}},{"function":{"name":"sub"}}`),
		}, []ToolCall{{"call_0", "add", ""}, {"call_1", "sub", ""}}},
		"null members": {[]string{
			call(`{"index":0,"id":"a","function":{"name":"add","arguments":null}}`), call(`{"index":0,"id":null,"function":{"name":null,"arguments":"{}"}}`), call(`{"index":0,"function":null}`),
		}, []ToolCall{{"a", "add", "{}"}}},
	} {
		t.Run(name, func(t *testing.T) {
			reply, deltas, err := ask(t, recorded(Exchange{Body: stream(append(c.events, endMark)...)}))
			require.NoError(t, err)
			require.Equal(t, c.want, reply.ToolCalls)
			require.Equal(t, "tool_calls", reply.Finish)
			require.Empty(t, deltas)
		})
	}
	for _, index := range []string{"-1", "128", "9007199254740991"} {
		_, _, err := ask(t, recorded(Exchange{Body: stream(call(`{"index":`+index+`}`), endMark)}))
		require.ErrorIs(t, err, fault.Upstream, index)
	}
}

func TestUsageThatCannotBeIsLeftOut(t *testing.T) {
	for usage, want := range map[string]*chat.Usage{
		`{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":8},"completion_tokens_details":{"reasoning_tokens":2}}`: {PromptTokens: 12, CompletionTokens: 3, CachedTokens: 8, ReasoningTokens: 2},

		`{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":null,"completion_tokens_details":null}`: {PromptTokens: 12, CompletionTokens: 3},
		`{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":13}}`:                  {PromptTokens: 12, CompletionTokens: 3},
		`{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":[1]}`:                                   {PromptTokens: 12, CompletionTokens: 3},
		`{"prompt_tokens":12,"completion_tokens":-3}`:                                                              {PromptTokens: 12},
		`{"prompt_tokens":1e300,"completion_tokens":3}`:                                                            {CompletionTokens: 3},
		`{"prompt_tokens":99999999999999999999,"completion_tokens":3}`:                                             {CompletionTokens: 3},
		`{"prompt_tokens":"12","completion_tokens":3.5}`:                                                           nil,
		`{"prompt_tokens":-1,"completion_tokens":-1}`:                                                              nil,
		`{}`: nil, `null`: nil, `[]`: nil, `"x"`: nil, `7`: nil,
	} {
		reply, _, err := ask(t, recorded(Exchange{Body: stream(hello, stopped, `{"choices":[],"usage":`+usage+`}`, endMark)}))
		require.NoError(t, err, usage)
		require.Equal(t, want, reply.Usage, usage)
	}
}

func TestContentCannotForgeEvents(t *testing.T) {
	forged := "a\n\ndata: [DONE]\n\nevent: tool\ndata: {\"error\":{}}\r\n\r\n\ufeff: x"
	encoded, err := json.Marshal(forged)
	require.NoError(t, err)
	for size := range 7 {
		body := stream(`{"choices":[{"delta":{"content":`+string(encoded)+`}}]}`, stopped, endMark)
		c := recorded()
		c.Transport = &chunks{chunked(body, size+1)}
		reply, deltas, err := ask(t, c)
		require.NoError(t, err)
		require.Equal(t, forged, reply.Content)
		require.Equal(t, []Delta{{Text: forged}}, deltas)
	}
}

func TestTextIsValidWhereverChunksEnd(t *testing.T) {
	body := stream("{\"choices\":[{\"delta\":{\"content\":\"é😀\xff漢\xe6\\ud83d\"}}]}", stopped, endMark)
	for size := range 20 {
		c := recorded()
		c.Transport = &chunks{chunked(body, size+1)}
		reply, _, err := ask(t, c)
		require.NoError(t, err)
		require.Equal(t, "é😀\ufffd漢\ufffd\ufffd", reply.Content)
	}
}

func TestWholeAnswerIsTakenAsOneDelta(t *testing.T) {
	whole := `{"model":"m-2","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","reasoning_content":"Hm","tool_calls":[{"id":"a","type":"function","function":{"name":"add","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"sub","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`
	reply, deltas, err := ask(t, recorded(Exchange{ContentType: "application/json; charset=utf-8", Body: whole}))
	require.NoError(t, err)
	require.Equal(t, Reply{
		Content: "Hello", Reasoning: "Hm", Finish: "tool_calls", Model: "m-2", Attempts: 1,
		ToolCalls: []ToolCall{{"a", "add", "{}"}, {"b", "sub", "{}"}},
		Usage:     &chat.Usage{PromptTokens: 1, CompletionTokens: 2},
	}, reply)
	require.Equal(t, []Delta{{true, "Hm"}, {false, "Hello"}}, deltas)

	for body, want := range map[string]string{
		`{"choices":[]}`: emptySentence, `{}`: emptySentence, `{"choices":null}`: emptySentence,
		`{"choices":[{"mess`: unreadableSentence, ``: unreadableSentence, `[]`: unreadableSentence,
		`{"error":{"message":"no"}}`: reportedSentence,
	} {
		_, _, err := ask(t, recorded(Exchange{ContentType: "application/json", Body: body}))
		require.ErrorIs(t, err, fault.Upstream, body)
		require.Equal(t, want, fault.From(err).Message, body)
	}
}

func TestSizesHaveLimits(t *testing.T) {
	limits := Limits{LineBytes: 200, EventBytes: 300, TotalBytes: 1000}
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		e    Exchange
		fits bool
	}{
		"line":          {Exchange{Body: stream(hello) + "data: " + long}, false},
		"comment":       {Exchange{Body: stream(hello) + ": " + long}, false},
		"event":         {Exchange{Body: stream(hello) + strings.Repeat("data: "+strings.Repeat("x", 100)+"\n", 4)}, false},
		"total":         {Exchange{Body: stream(hello) + strings.Repeat(": keep-alive\n\n", 100)}, false},
		"total, barely": {Exchange{Body: stream(hello) + strings.Repeat("\n", 1000-len(stream(hello)+stream(endMark))) + stream(endMark)}, true},
		"total, by one": {Exchange{Body: stream(hello) + strings.Repeat("\n", 1001-len(stream(hello)+stream(endMark))) + stream(endMark)}, false},
		"whole answer":  {Exchange{ContentType: "application/json", Body: strings.Repeat(" ", 301)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			client := recorded(c.e)
			client.Limits = limits
			reply, _, err := ask(t, client)
			require.Equal(t, 1, reply.Attempts)
			if c.e.ContentType == "" {
				require.Equal(t, "Hel", reply.Content)
			}
			if c.fits {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, fault.Upstream)
			require.Equal(t, tooLargeSentence, fault.From(err).Message)
		})
	}
}
