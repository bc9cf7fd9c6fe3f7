//go:build !js && !wasip1

package llm

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm/llmtest"
)

// connect starts a server and a client of it that does not wait before it asks
// again. When the test ends nothing of either may be left.
func connect(t *testing.T) (*llmtest.Server, *Client) {
	t.Helper()
	before := runtime.NumGoroutine()
	s := llmtest.New()
	transport := NewHTTP()
	t.Cleanup(func() {
		s.Close()
		transport.(*httpTransport).client.CloseIdleConnections()
		settle(t, before)
	})
	return s, &Client{Base: s.URL(), Token: "secret-token", Transport: transport, Limits: Limits{Total: time.Minute}, waited: func(time.Duration) {}}
}

// settle waits until no more goroutines run than before: those of a connection
// notice its end a little later.
func settle(t *testing.T, before int) {
	t.Helper()
	for begin := time.Now(); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Since(begin) > time.Minute {
			stacks := make([]byte, 1<<16)
			t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
	}
}

const partial = "The answer is"

// with is an answer that begins with partial and goes wrong.
func with(change func(a *llmtest.Answer)) llmtest.Answer {
	a := llmtest.Answer{Text: partial + " 42."}
	change(&a)
	return a
}

func TestEachFaultOfAServerIsOneFailure(t *testing.T) {
	kilobytes64 := strings.Repeat("x", 64<<10)
	for name, c := range map[string]struct {
		answer   llmtest.Answer
		code     fault.Code
		sentence string
		requests int    // 1 if zero
		content  string // of the partial reply
		// totalBytes is what may come at most, the default if zero.
		totalBytes int
	}{
		"400":               {answer: llmtest.Answer{Status: 400, Body: `{"error":{"message":"Bad role"}}`}, code: fault.Invalid, sentence: "The provider refused the request. It says: “Bad role”"},
		"401":               {answer: llmtest.Answer{Status: 401}, code: fault.Unauthorized, sentence: "The provider refused the key."},
		"401 with the key":  {answer: llmtest.Answer{Status: 401, Body: `{"error":{"message":"You sent {{authorization}}"}}`}, code: fault.Unauthorized, sentence: "The provider refused the key."},
		"400 with the key":  {answer: llmtest.Answer{Status: 400, Body: `{"error":{"message":"You sent {{authorization}}"}}`}, code: fault.Invalid, sentence: "The provider refused the request. It says: “You sent Bearer …”"},
		"403":               {answer: llmtest.Answer{Status: 403}, code: fault.Unauthorized, sentence: "The provider refused the key."},
		"404":               {answer: llmtest.Answer{Status: 404, Body: `{}`}, code: fault.NotFound, sentence: "The provider does not know this model or this address."},
		"408":               {answer: llmtest.Answer{Status: 408}, code: fault.TimedOut, sentence: "The provider timed out waiting for the request.", requests: 3},
		"409":               {answer: llmtest.Answer{Status: 409, Body: `{}`}, code: fault.Unavailable, sentence: "The provider is busy with another request."},
		"413":               {answer: llmtest.Answer{Status: 413, Body: `{}`}, code: fault.TooLarge, sentence: "The request is too large for the provider."},
		"422":               {answer: llmtest.Answer{Status: 422, Body: `{}`}, code: fault.Invalid, sentence: "The provider refused the request."},
		"429":               {answer: llmtest.Answer{Status: 429, Body: `{}`}, code: fault.RateLimited, sentence: "The provider is getting too many requests right now.", requests: 3},
		"429, come again":   {answer: llmtest.Answer{Status: 429, Body: `{}`, Header: map[string]string{"Retry-After": "2"}}, code: fault.RateLimited, sentence: "The provider is getting too many requests right now.", requests: 3},
		"429, tomorrow":     {answer: llmtest.Answer{Status: 429, Body: `{}`, Header: map[string]string{"Retry-After": "90000"}}, code: fault.RateLimited, sentence: "The provider is getting too many requests right now."},
		"500":               {answer: llmtest.Answer{Status: 500}, code: fault.Unavailable, sentence: "The provider is having problems.", requests: 3},
		"502, a web page":   {answer: llmtest.Answer{Status: 502, ContentType: "text/html", Body: "<html>"}, code: fault.Unavailable, sentence: "The provider is having problems.", requests: 3},
		"503":               {answer: llmtest.Answer{Status: 503}, code: fault.Unavailable, sentence: "The provider is overloaded.", requests: 3},
		"504":               {answer: llmtest.Answer{Status: 504}, code: fault.TimedOut, sentence: "The provider timed out waiting for the model.", requests: 3},
		"529":               {answer: llmtest.Answer{Status: 529}, code: fault.Unavailable, sentence: "The provider is overloaded.", requests: 3},
		"429 and no words":  {answer: llmtest.Answer{Status: 429, Body: `{"error":{"message":"OpenAI answered with status 429.","type":"rate_limit_error","code":"upstream"}}`}, code: fault.RateLimited, sentence: "The provider is getting too many requests right now.", requests: 3},
		"our own, no model": {answer: llmtest.Answer{Status: 503, Body: `{"error":{"message":"No model is set up.","type":"burrow_error","code":"no_model"}}`}, code: fault.NoModel, sentence: "No model is set up."},
		"our own, the key":  {answer: llmtest.Answer{Status: 401, Body: `{"error":{"message":"OpenAI refused the key: check OPENAI_API_KEY.","type":"burrow_error","code":"key_refused"}}`}, code: fault.Unauthorized, sentence: "OpenAI refused the key: check OPENAI_API_KEY."},
		"our own, away":     {answer: llmtest.Answer{Status: 502, Body: `{"error":{"message":"OpenAI cannot be reached.","type":"burrow_error","code":"unavailable"}}`}, code: fault.Unavailable, sentence: "OpenAI cannot be reached.", requests: 3},
		"our own, unknown":  {answer: llmtest.Answer{Status: 404, Body: `{"error":{"message":"What?","type":"burrow_error","code":"what"}}`}, code: fault.NotFound, sentence: "The provider does not know this model or this address. It says: “What?”"},
		"redirect":          {answer: llmtest.Answer{Status: 307, Header: map[string]string{"Location": "/v1/models"}}, code: fault.Upstream, sentence: "The model's address redirects to another one. Enter that one instead."},

		"reset before the header":   {answer: llmtest.Answer{ResetBefore: true}, code: fault.Unavailable, sentence: unreachableSentence, requests: 3},
		"reset before the body":     {answer: with(func(a *llmtest.Answer) { a.ResetAfter = new(0) }), code: fault.Unavailable, sentence: unreachableSentence, requests: 3},
		"reset after the first":     {answer: with(func(a *llmtest.Answer) { a.ResetAfter = new(1) }), code: fault.Upstream, sentence: brokeOffSentence},
		"reset in the middle":       {answer: with(func(a *llmtest.Answer) { a.ResetAfterWord = 3 }), code: fault.Upstream, sentence: brokeOffSentence, content: partial + " "},
		"reset in an error's body":  {answer: llmtest.Answer{Status: 404, ResetAfter: new(5)}, code: fault.NotFound, sentence: "The provider does not know this model or this address."},
		"reset in a whole answer":   {answer: with(func(a *llmtest.Answer) { a.Whole, a.ResetAfter = true, new(20) }), code: fault.Upstream, sentence: brokeOffSentence},
		"reset before a whole one":  {answer: with(func(a *llmtest.Answer) { a.Whole, a.ResetAfter = true, new(0) }), code: fault.Unavailable, sentence: unreachableSentence, requests: 3},
		"a line of 100 MB":          {answer: llmtest.Answer{Raw: stream(hello) + "data: ", Endless: kilobytes64, EndlessBytes: 100 << 20}, code: fault.Upstream, sentence: tooLargeSentence, content: "Hel"},
		"100 MB of lines":           {answer: llmtest.Answer{Raw: stream(hello), Endless: "data: " + kilobytes64 + "\n", EndlessBytes: 100 << 20}, code: fault.Upstream, sentence: tooLargeSentence, content: "Hel"},
		"100 MB of comments":        {answer: llmtest.Answer{Raw: stream(hello), Endless: ": " + kilobytes64 + "\n", EndlessBytes: 100 << 20}, code: fault.Upstream, sentence: tooLargeSentence, content: "Hel", totalBytes: 8 << 20},
		"a whole answer of 100 MB":  {answer: llmtest.Answer{Body: `{"a":"`, Endless: kilobytes64, EndlessBytes: 100 << 20}, code: fault.Upstream, sentence: tooLargeSentence},
		"100 MB of an error's body": {answer: llmtest.Answer{Status: 404, Body: `{"a":"`, Endless: kilobytes64, EndlessBytes: 100 << 20}, code: fault.NotFound, sentence: "The provider does not know this model or this address."},
		"compressed, unasked":       {answer: llmtest.Answer{Raw: "data: ", Endless: kilobytes64, EndlessBytes: 20 << 20, Gzip: true}, code: fault.Upstream, sentence: brokeOffSentence},

		"web page":            {answer: llmtest.Answer{ContentType: "text/html; charset=utf-8", Body: "<!doctype html><title>Welcome</title>"}, code: fault.Upstream, sentence: pageSentence},
		"another type":        {answer: llmtest.Answer{ContentType: "application/octet-stream", Raw: stream(hello)}, code: fault.Upstream, sentence: unexpectedSentence},
		"truncated JSON":      {answer: llmtest.Answer{Raw: stream(hello, `{"choices":[{"delta":{"tool_calls":[{"ind`)}, code: fault.Upstream, sentence: unreadableSentence, content: "Hel"},
		"no end":              {answer: with(func(a *llmtest.Answer) { a.NoDone, a.NoFinish = true, true }), code: fault.Upstream, sentence: brokeOffSentence, content: partial + " 42."},
		"an error in between": {answer: with(func(a *llmtest.Answer) { a.Error = "sk-123456 was overloaded" }), code: fault.Upstream, sentence: reportedSentence, content: partial + " 42."},
		"nothing":             {answer: llmtest.Answer{Raw: "\n"}, code: fault.Upstream, sentence: brokeOffSentence},
	} {
		t.Run(name, func(t *testing.T) {
			s, client := connect(t)
			client.Limits.TotalBytes = c.totalBytes
			requests := max(c.requests, 1)
			s.Script(c.answer, c.answer, c.answer, c.answer)
			retries := 0
			begin := time.Now()
			reply, err := client.Stream(t.Context(), question("Hello"), Observer{
				Retry: func(int, time.Duration, error) { retries++ },
			})
			require.Less(t, time.Since(begin), client.Limits.Total+5*time.Second)
			require.ErrorIs(t, err, c.code)
			require.Equal(t, c.sentence, fault.From(err).Message)
			require.NotContains(t, err.Error(), "secret-token")
			require.Equal(t, c.content, reply.Content)
			require.Equal(t, requests, reply.Attempts)
			require.Equal(t, requests-1, retries)
			require.Len(t, s.Requests(), requests)
		})
	}
}

// pipes is a listener whose connections are in memory, so that the time that passes
// on them can be a bubble's.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
	close   func()
}

func newPipes() *pipes {
	p := &pipes{dialled: make(chan net.Conn), closed: make(chan struct{})}
	p.close = sync.OnceFunc(func() { close(p.closed) })
	return p
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialled:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.close()
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	p.dialled <- theirs
	return ours, nil
}

// A server that falls silent is ended by the limit that it breaks, to the moment. A
// bubble ends only if nothing of server and client is left.
func TestEachSilenceOfAServerIsOneFailure(t *testing.T) {
	const notBegun, silent = "The model did not begin to answer within 400 milliseconds.", "The model stopped for 250 milliseconds in the middle of its answer."
	limits := Limits{FirstByte: 400 * time.Millisecond, Idle: 250 * time.Millisecond, Total: 900 * time.Millisecond}
	for name, c := range map[string]struct {
		answer   llmtest.Answer
		sentence string
		after    time.Duration
		content  string // of the partial reply
	}{
		"hang before the header":   {answer: llmtest.Answer{HangBefore: true}, sentence: notBegun, after: limits.FirstByte},
		"hang before the body":     {answer: llmtest.Answer{HangAfter: new(0)}, sentence: notBegun, after: limits.FirstByte},
		"hang in the first event":  {answer: llmtest.Answer{HangAfter: new(10)}, sentence: notBegun, after: limits.FirstByte},
		"hang in the middle":       {answer: with(func(a *llmtest.Answer) { a.HangAfterWord = 3 }), sentence: silent, after: limits.Idle, content: partial + " "},
		"hang in a whole answer":   {answer: with(func(a *llmtest.Answer) { a.Whole, a.HangAfter = true, new(20) }), sentence: silent, after: limits.Idle},
		"comments for ever":        {answer: llmtest.Answer{Raw: ":\n\n", Endless: ": wait\n\n", EveryMillis: 20}, sentence: notBegun, after: limits.FirstByte},
		"comments for ever, later": {answer: llmtest.Answer{Text: partial, NoFinish: true, NoUsage: true, NoDone: true, Endless: ": wait\n\n", EveryMillis: 20}, sentence: "The answer was not complete within 900 milliseconds.", after: limits.Total, content: partial},
		"words for ever":           {answer: llmtest.Answer{Raw: stream(hello), Endless: stream(lo), EveryMillis: 500}, sentence: silent, after: limits.Idle, content: "Hel"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listener := newPipes()
				s := llmtest.Serve(listener)
				defer s.Close()
				transport := NewHTTP().(*httpTransport)
				transport.client.Transport.(*http.Transport).DialContext = listener.dial
				defer transport.client.CloseIdleConnections()
				s.Script(c.answer, c.answer)
				begin := time.Now()
				client := &Client{Base: s.URL(), Token: "secret-token", Transport: transport, Limits: limits}
				reply, err := client.Stream(t.Context(), question("Hello"), Observer{
					Retry: func(int, time.Duration, error) { require.Fail(t, "a limit that expired is no reason to ask again") },
				})
				require.Equal(t, c.after, time.Since(begin))
				require.ErrorIs(t, err, fault.TimedOut)
				require.Equal(t, c.sentence, fault.From(err).Message)
				require.NotContains(t, err.Error(), "secret-token")
				require.Equal(t, c.content, reply.Content)
				require.Equal(t, 1, reply.Attempts)
				require.Len(t, s.Requests(), 1)
			})
		})
	}
}

func TestServerThatIsNotThereCannotBeReached(t *testing.T) {
	before := runtime.NumGoroutine()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := listener.Addr().String()
	listener.Close()
	for _, base := range []string{"http://" + addr + "/v1", "https://" + addr + "/v1", "http://127.0.0.1:bad/v1", ""} {
		reply, _, err := ask(t, &Client{Base: base, Transport: NewHTTP(), Limits: Limits{Total: 10 * time.Second}, waited: func(time.Duration) {}})
		require.ErrorIs(t, err, fault.Unavailable, base)
		require.Equal(t, unreachableSentence, fault.From(err).Message)
		require.Equal(t, 3, reply.Attempts)
	}
	settle(t, before)
}

func TestServerWithoutTLSCannotBeReachedByIt(t *testing.T) {
	s, client := connect(t)
	client.Base = strings.Replace(s.URL(), "http://", "https://", 1)
	_, _, err := ask(t, client)
	require.ErrorIs(t, err, fault.Unavailable)
	require.Equal(t, unreachableSentence, fault.From(err).Message)
}

func TestOddAnswersAreTaken(t *testing.T) {
	calls := []llmtest.ToolCall{{ID: "a", Name: "add", Arguments: `{"x":"é😀","y":[1,2,3]}`}, {ID: "b", Name: "now", Arguments: "{}"}}
	want := Reply{
		Content: "Es ist 漢字 and 😀.", Reasoning: "Let me think.", Finish: "tool_calls", Model: "m", Attempts: 1,
		ToolCalls: []ToolCall{{"a", "add", calls[0].Arguments}, {"b", "now", "{}"}},
		Usage:     &chat.Usage{PromptTokens: 10, CompletionTokens: 5, CachedTokens: 4, ReasoningTokens: 2},
	}
	base := llmtest.Answer{
		Text: want.Content, Reasoning: want.Reasoning, ToolCalls: calls,
		Usage: json.RawMessage(`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":2}}`),
	}
	for name, change := range map[string]func(a *llmtest.Answer){
		"as it should be":         func(*llmtest.Answer) {},
		"bytes one by one":        func(a *llmtest.Answer) { a.ChunkBytes = 1 },
		"all at once":             func(a *llmtest.Answer) { a.ChunkBytes = -1 },
		"slowly":                  func(a *llmtest.Answer) { a.EveryMillis = 10 },
		"null for all that lacks": func(a *llmtest.Answer) { a.Nulls = true },
		"no end mark":             func(a *llmtest.Answer) { a.NoDone = true },
		"as a whole":              func(a *llmtest.Answer) { a.Whole = true },
		"as a whole, with nulls":  func(a *llmtest.Answer) { a.Whole, a.Nulls = true, true },
		"with the other member":   func(a *llmtest.Answer) { a.ReasoningMember = "reasoning" },
		"reset after its end":     func(a *llmtest.Answer) { a.ResetAfter = new(1 << 20) },
	} {
		t.Run(name, func(t *testing.T) {
			s, client := connect(t)
			answer := base
			change(&answer)
			s.Script(answer)
			reply, deltas, err := ask(t, client)
			require.NoError(t, err)
			require.Equal(t, want, reply)
			var said strings.Builder
			for _, d := range deltas {
				said.WriteString(d.Text)
			}
			require.Equal(t, want.Reasoning+want.Content, said.String())
		})
	}
}

func TestForgedEventsStayText(t *testing.T) {
	s, client := connect(t)
	forged := "a \n\ndata: [DONE]\n\nevent: tool\r\ndata: {\"error\":{\"message\":\"x\"}}\r\r b"
	s.Script(llmtest.Answer{Text: forged, ChunkBytes: 3})
	reply, _, err := ask(t, client)
	require.NoError(t, err)
	require.Equal(t, forged, reply.Content)
	require.Empty(t, reply.ToolCalls)
}

func TestWrongUsageIsLeftOut(t *testing.T) {
	s, client := connect(t)
	s.Script(llmtest.Answer{Text: "x", Usage: json.RawMessage(`{"prompt_tokens":-5,"completion_tokens":1e30}`)})
	reply, _, err := ask(t, client)
	require.NoError(t, err)
	require.Nil(t, reply.Usage)
}

func TestClientThatCancelsIsGoneAtOnce(t *testing.T) {
	s, client := connect(t)
	s.Script(llmtest.Answer{Text: "one two", HangAfterWord: 1})
	ctx, cancel := context.WithCancel(t.Context())
	reply, err := client.Stream(ctx, question("Hello"), Observer{Delta: func(Delta) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "one ", reply.Content)
	s.Close() // which waits for the answer's end
	require.Len(t, s.Requests(), 1)
	require.True(t, s.Requests()[0].Gone)
}

func TestReleasedAnswerGoesOn(t *testing.T) {
	s, client := connect(t)
	s.Script(llmtest.Answer{Text: "one two", HangAfterWord: 1})
	reply, err := client.Stream(t.Context(), question("Hello"), Observer{Delta: func(Delta) { s.Release() }})
	require.NoError(t, err)
	require.Equal(t, "one two", reply.Content)
}

func TestTokenGoesAlongAndRedirectsAreNotFollowed(t *testing.T) {
	s, client := connect(t)
	s.Script(llmtest.Answer{Status: 302, Header: map[string]string{"Location": s.URL() + "/models", "Set-Cookie": "a=b"}})
	_, _, err := ask(t, client)
	require.ErrorIs(t, err, fault.Upstream)
	_, _, err = ask(t, client)
	require.NoError(t, err)
	var models struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	require.NoError(t, client.GetJSON(t.Context(), "/models", &models))
	require.Len(t, models.Data, 1)
	requests := s.Requests()
	require.Len(t, requests, 3)
	for _, r := range requests {
		require.Equal(t, "Bearer secret-token", r.Header.Get("Authorization"))
		require.Empty(t, r.Header.Get("Cookie"))
		require.NotContains(t, r.Header.Get("Accept-Encoding"), "gzip")
	}
}
