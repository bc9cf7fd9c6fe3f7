package proxy

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

func TestQuestionsGoOnWithTheKeyAndLittleElse(t *testing.T) {
	addr, up := startScripted(t, Options{})
	up.Script(llmtest.Answer{Text: "Hello there.", Header: map[string]string{
		"X-Request-Id": "r1", "X-Ratelimit-Remaining-Tokens": "5", "Set-Cookie": "a=b", "Server": "x", "Access-Control-Allow-Origin": "*",
		"Content-Security-Policy": "default-src *", "Location": "http://evil.example", "Link": "<x>", "Openai-Organization": "org",
	}})
	response, body := post(t, addr, "/v1/chat/completions?a=b", chatBody,
		"Cookie", "a=b", "X-Forwarded-For", "1.2.3.4", "X-Real-Ip", "1.2.3.4", "Via", "1.1 x", "Referer", "http://127.0.0.1/", "Openai-Organization", "o", "X-Api-Key", "k",
		"Proxy-Authorization", "Basic x", "Te", "trailers", "Connection", "keep-alive, X-Odd", "X-Odd", "y", "Upgrade", "websocket", "Idempotency-Key", "i", "User-Agent", "browser", "Origin", "http://"+addr.String())
	require.Equal(t, 200, response.StatusCode, body)
	require.Contains(t, body, `"Hello there."`)
	require.Equal(t, "application/json", response.Header.Get("Content-Type"))
	require.Equal(t, "r1", response.Header.Get("X-Request-Id"))
	require.Equal(t, "5", response.Header.Get("X-Ratelimit-Remaining-Tokens"))
	require.Equal(t, "no-store", response.Header.Get("Cache-Control"))
	require.Contains(t, response.Header.Get("Content-Security-Policy"), "default-src 'none'")
	for _, name := range []string{"Set-Cookie", "Server", "Access-Control-Allow-Origin", "Location", "Link", "Openai-Organization"} {
		require.Empty(t, response.Header.Get(name), name)
	}

	sent := up.Requests()[0]
	require.Equal(t, "/v1/chat/completions", sent.Path)
	var want map[string]any
	require.NoError(t, json.Unmarshal([]byte(chatBody), &want))
	require.Equal(t, want, sent.Body)
	sent.Header.Del("Content-Length")
	require.Equal(t, http.Header{
		"Authorization": {"Bearer " + canaryKey}, "Content-Type": {"application/json"}, "Accept": {"application/json"}, "User-Agent": {"burrow/1.2.3"},
	}, sent.Header)
}

func TestStreamsComePieceByPiece(t *testing.T) {
	addr, up := startScripted(t, Options{})
	up.Script(llmtest.Answer{Text: "One two three.", HangAfter: new(0)})
	response, err := http.DefaultClient.Do(request(t, addr, "POST", "/v1/chat/completions", streamBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
	require.NoError(t, err, "the header comes though the body hangs")
	defer response.Body.Close()
	require.Equal(t, "text/event-stream; charset=utf-8", response.Header.Get("Content-Type"))
	up.Release()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(body), "data: [DONE]\n\n"), string(body))
	require.Equal(t, "text/event-stream, application/json", up.Requests()[0].Header.Get("Accept"))
}

// Each piece arrives before the next one is sent: nothing waits in a buffer.
func TestPiecesAreNotHeldBack(t *testing.T) {
	next := make(chan string)
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		http.NewResponseController(w).Flush()
		for piece := range next {
			io.WriteString(w, piece)
			http.NewResponseController(w).Flush()
		}
	}))
	defer up.Close()
	addr, _ := startProxy(t, Options{Config: oneProvider(up.URL, config.Compatible)})
	response, err := http.DefaultClient.Do(request(t, addr, "POST", "/v1/chat/completions", streamBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
	require.NoError(t, err)
	defer response.Body.Close()
	read := bufio.NewReader(response.Body)
	for _, piece := range []string{"data: a\n", "\n", "data: é\n", ": comment\n", "data: " + strings.Repeat("long ", 20_000) + "\n"} {
		next <- piece
		line, err := read.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, piece, line)
	}
	close(next)
	_, err = read.ReadByte()
	require.ErrorIs(t, err, io.EOF)
}

func oneProvider(url string, kind config.Kind) config.Config {
	return config.Config{Providers: []config.Provider{{Name: "Provider", Kind: kind, Base: url, Key: config.NewSecret(canaryKey), Setting: "OPENAI_API_KEY"}}}
}

func TestTypesOfAnswers(t *testing.T) {
	for _, tt := range []struct {
		given  string
		stream bool
		want   string
	}{
		{"", false, "application/json"},
		{"", true, "text/event-stream; charset=utf-8"},
		{"application/json; charset=utf-8", true, "application/json"},
		{"text/event-stream", false, "text/event-stream; charset=utf-8"},
		{"TEXT/Event-Stream;charset=UTF-8", true, "text/event-stream; charset=utf-8"},
		{"text/html", true, ""},
		{"text/plain", false, ""},
		{"application/json; =", false, ""},
		{"application/octet-stream", false, ""},
	} {
		got, f, ok := answerType("P", http.Header{"Content-Type": {tt.given}, "Content-Encoding": {"identity"}}, tt.stream)
		require.Equal(t, tt.want, got, tt.given)
		require.Equal(t, tt.want != "", ok)
		require.Equal(t, ok, f == refusal{})
	}
}

func TestEmbeddingsGoOnToo(t *testing.T) {
	addr, up := startScripted(t, Options{})
	response, body := post(t, addr, "/v1/embeddings", `{"model":"e","input":["a","b"]}`)
	require.Equal(t, 200, response.StatusCode)
	require.Contains(t, body, `"embedding"`)
	require.Equal(t, "/v1/embeddings", up.Requests()[0].Path)
}

func TestModelIsAddedIfThereIsNone(t *testing.T) {
	o := Options{}
	o.Config.Settings.Model = new("configured")
	addr, up := startScripted(t, o)
	post(t, addr, "/v1/chat/completions", `{"messages":[{"role":"user","content":"Hello"}]}`)
	require.Equal(t, "configured", up.Requests()[0].Body["model"])
}

func TestWithoutAProviderThatIsSaid(t *testing.T) {
	addr := startPage(t)
	for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
		response, body := post(t, addr, path, `{"messages":[],"input":""}`)
		require.Equal(t, 503, response.StatusCode)
		require.Equal(t, "false", response.Header.Get("X-Should-Retry"))
		require.JSONEq(t, `{"error":{"message":"No model is set up yet: add a key in the page's settings or in .env, or start Ollama.","type":"burrow_error","code":"no_model"}}`, body)
	}
	addr, _ = startProxy(t, Options{Config: oneProvider("http://"+refusing(t)+"/v1", config.Compatible)})
	response, body := post(t, addr, "/v1/chat/completions", `{"messages":[]}`)
	require.Equal(t, 503, response.StatusCode)
	message, _, code := errorOf(t, body)
	require.Equal(t, "No model is selected: set MODEL_NAME in .env to one of Provider's models. no_model", message+" "+code)
}

func TestErrorsOfProvidersKeepTheirStatusInOneShape(t *testing.T) {
	addr, up := startScripted(t, Options{})
	for _, tt := range []struct {
		answer              llmtest.Answer
		status              int
		message, kind, code string
	}{
		{llmtest.Answer{Status: 401}, 401, "Scripted refused the key: check OPENAI_API_KEY.", "burrow_error", "key_refused"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"too many tokens","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`},
			400, "too many tokens", "invalid_request_error", "context_length_exceeded"},
		{llmtest.Answer{Status: 400, Body: `[{"error":{"code":400,"message":"API key expired","status":"INVALID_ARGUMENT"}}]`}, 400, "API key expired", "invalid_request_error", ""},
		{llmtest.Answer{Status: 404, Body: `{"error":"model 'x' not found"}`}, 404, "model 'x' not found", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 403, Body: `{"message":"not here"}`}, 403, "not here", "permission_error", "upstream"},
		{llmtest.Answer{Status: 529, Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}, 529, "Overloaded", "overloaded_error", "upstream"},
		{llmtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "7"}}, 429, "Too Many Requests", "server_error", "upstream"},
		{llmtest.Answer{Status: 502, Body: "<html>Bad Gateway</html>", ContentType: "text/html"}, 502, "Scripted answered with status 502.", "server_error", "upstream"},
		{llmtest.Answer{Status: 500, Body: `{"error":{"message":{"a":1},"type":5,"code":{"x":1},"param":[]}}`}, 500, "Scripted answered with status 500.", "server_error", "upstream"},
		{llmtest.Answer{Status: 500, Body: `{"error":{"message":"m","type":"burrow_error","code":"no_model"}}`}, 500, "m", "server_error", "no_model"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"` + strings.Repeat("é", 5000) + `"}}`}, 400, strings.Repeat("é", 2048) + "…", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"` + strings.Repeat("x", maxErrorBytes) + `"}}`}, 400, "Scripted answered with status 400.", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 500, Body: "\xff\xfe"}, 500, "Scripted answered with status 500.", "server_error", "upstream"},
		{llmtest.Answer{Status: 500, Body: `[]`}, 500, "Scripted answered with status 500.", "server_error", "upstream"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"` + strings.Repeat("x", 4096) + `"}}`}, 400, strings.Repeat("x", 4096), "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"` + strings.Repeat("x", 4097) + `"}}`}, 400, strings.Repeat("x", 4096) + "…", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"m","code":"` + strings.Repeat("x", 253) + `"}}`}, 400, "m", "invalid_request_error", strings.Repeat("x", 253)},
		{llmtest.Answer{Status: 400, Body: `{"error":{"message":"m","code":"` + strings.Repeat("x", 254) + `"}}`}, 400, "m", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 429, Body: `{"message":"slower"}`}, 429, "slower", "rate_limit_error", "upstream"},
		{llmtest.Answer{Status: 499, Body: `{"message":"gone"}`}, 499, "gone", "invalid_request_error", "upstream"},
		{llmtest.Answer{Status: 599, Body: `{"message":"odd"}`}, 599, "odd", "server_error", "upstream"},
		{llmtest.Answer{Status: 600, Body: `{"message":"odd"}`}, 502, "Scripted answered with status 600.", "burrow_error", "upstream"},
		{llmtest.Answer{Status: 300, Body: "{}"}, 502, "Scripted answered with a redirect, which Burrow does not follow: its address may be wrong.", "burrow_error", "upstream"},
		{llmtest.Answer{Status: 299, Body: "{}"}, 502, "Scripted answered with status 299.", "burrow_error", "upstream"},
		{llmtest.Answer{Status: 407}, 502, "Scripted answered with status 407.", "burrow_error", "upstream"},
		{llmtest.Answer{Status: 204, Body: " "}, 502, "Scripted answered with status 204.", "burrow_error", "upstream"},
		{llmtest.Answer{Body: "<html>", ContentType: "text/html"}, 502, "Scripted answered with something other than JSON: its address may be wrong.", "burrow_error", "upstream"},
		{llmtest.Answer{Text: "x", Gzip: true}, 502, "Scripted answered in an encoding that Burrow did not ask for.", "burrow_error", "upstream"},
		{llmtest.Answer{ResetBefore: true}, 502, "Scripted cannot be reached: the connection broke.", "burrow_error", "unavailable"},
	} {
		up.Replace(tt.answer)
		response, body := post(t, addr, "/v1/chat/completions", chatBody)
		require.Equal(t, tt.status, response.StatusCode, body)
		require.Equal(t, "application/json", response.Header.Get("Content-Type"))
		message, kind, code := errorOf(t, body)
		require.Equal(t, []string{tt.message, tt.kind, tt.code}, []string{message, kind, code})
		require.Equal(t, tt.answer.Header["Retry-After"], response.Header.Get("Retry-After"))
	}
	up.Replace(llmtest.Answer{Status: 400, Body: `{"error":{"message":"m","code":7,"param":null}}`})
	_, body := post(t, addr, "/v1/chat/completions", chatBody)
	require.JSONEq(t, `{"error":{"message":"m","type":"invalid_request_error","code":7}}`, body)
	// A list or an object could hide a key, which is looked for in texts.
	up.Replace(llmtest.Answer{Status: 400, Body: `{"error":{"message":"m","code":["a"],"param":["b"]}}`})
	_, body = post(t, addr, "/v1/chat/completions", chatBody)
	require.JSONEq(t, `{"error":{"message":"m","type":"invalid_request_error","code":"upstream"}}`, body)
}

func TestGoogleSaysOtherwiseThatAKeyIsWrong(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	up.Script(llmtest.Answer{Status: 400, Body: `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]`})
	addr, _ := startProxy(t, Options{Config: oneProvider(up.URL(), config.Google)})
	response, body := post(t, addr, "/v1/chat/completions", chatBody)
	require.Equal(t, 401, response.StatusCode)
	_, _, code := errorOf(t, body)
	require.Equal(t, "key_refused", code)
}

// A key stays with its host: redirects are not followed, neither to another host
// nor within it.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := llmtest.New()
	defer other.Close()
	addr, up := startScripted(t, Options{})
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{other.URL() + "/chat/completions", "/v1/elsewhere", "http://169.254.169.254/"} {
			up.Replace(llmtest.Answer{Status: status, Header: map[string]string{"Location": to}})
			response, body := post(t, addr, "/v1/chat/completions", chatBody)
			require.Equal(t, 502, response.StatusCode)
			require.Empty(t, response.Header.Get("Location"))
			message, _, _ := errorOf(t, body)
			require.Equal(t, "Scripted answered with a redirect, which Burrow does not follow: its address may be wrong.", message)
			up.Replace(llmtest.Answer{Path: "/models", Status: status, Header: map[string]string{"Location": to}})
			response, _ = get(t, addr, "/v1/models", authorized)
			require.Equal(t, 200, response.StatusCode)
		}
	}
	require.Empty(t, other.Requests())
	for _, r := range up.Requests() {
		require.NotEqual(t, "/v1/elsewhere", r.Path)
	}
}

func TestProviderThatIsNotThereIsSaidPlainly(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nowhere := "http://" + gone.Addr().String() + "/v1"
	require.NoError(t, gone.Close())
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for base, want := range map[string]string{
		nowhere:    "Provider cannot be reached: nothing listens at its address.",
		secure.URL: "Provider cannot be reached: its certificate is not valid.",
		"https" + strings.TrimPrefix(plain.URL, "http"): "Provider cannot be reached: the connection broke.",
		"http://169.254.169.254/v1":                     "Provider cannot be reached: its name leads to a reserved address.",
		"http://[fe80::1]/v1":                           "Provider cannot be reached: its name leads to a reserved address.",
		"http://0.0.0.0:9/v1":                           "Provider cannot be reached: its name leads to a reserved address.",
		"http://burrow.invalid/v1":                      "Provider cannot be reached: its name cannot be resolved, or there is no network.",
	} {
		addr, _ := startProxy(t, Options{Config: oneProvider(base, config.Compatible)})
		response, body := post(t, addr, "/v1/chat/completions", chatBody)
		require.Equal(t, 502, response.StatusCode)
		message, _, code := errorOf(t, body)
		require.Equal(t, want, message)
		require.Equal(t, "unavailable", code)
	}
	require.Equal(t, 504, unreachable("P", context.DeadlineExceeded).status)
}

func TestBrokenAnswersBreakOffHereToo(t *testing.T) {
	addr, up := startScripted(t, Options{})
	whole := llmtest.Answer{Text: strings.Repeat("word ", 200)}
	up.Script(whole)
	_, text := post(t, addr, "/v1/chat/completions", streamBody)
	for at := 0; at < len(text); at += len(text) / 40 {
		up.Script(llmtest.Answer{Text: whole.Text, ResetAfter: new(at)})
		response, err := http.DefaultClient.Do(request(t, addr, "POST", "/v1/chat/completions", streamBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
		require.NoError(t, err)
		got, err := io.ReadAll(response.Body)
		response.Body.Close()
		require.Error(t, err, "at byte %d", at)
		require.True(t, strings.HasPrefix(text, string(got)), "at byte %d", at)
	}
	// A body that is shorter than its length, and one without a stream.
	short := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, `{"half":`)
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	defer short.Close()
	addr, _ = startProxy(t, Options{Config: oneProvider(short.URL, config.Compatible)})
	response, err := http.DefaultClient.Do(request(t, addr, "POST", "/v1/chat/completions", chatBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
	require.NoError(t, err)
	defer response.Body.Close()
	_, err = io.ReadAll(response.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// eventually waits for what happens in another process or goroutine soon. A minute is
// for what hangs.
func eventually(t testing.TB, why string, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, time.Minute, time.Millisecond, why)
}

func TestClientThatGoesTakesTheProviderAlong(t *testing.T) {
	addr, up := startScripted(t, Options{})
	for name, answer := range map[string]llmtest.Answer{
		"before the header": {HangBefore: true},
		"in the stream":     {Text: "One two three four", HangAfter: new(300)},
		"while text comes":  {Endless: "data: {}\n\n", EveryMillis: 1},
	} {
		up.Reset()
		up.Script(answer)
		ctx, cancel := context.WithCancel(t.Context())
		r := request(t, addr, "POST", "/v1/chat/completions", streamBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json").WithContext(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			response, err := http.DefaultClient.Do(r)
			if err == nil {
				io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
		}()
		eventually(t, name, func() bool { return len(up.Requests()) == 1 })
		cancel()
		<-done
		eventually(t, name, func() bool { r := up.Requests()[0]; return r.Over && r.Gone })
	}
}

// A transport in memory, so that time can be faked.
type fake func(r *http.Request) (*http.Response, error)

func (f fake) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func eventStream(body io.ReadCloser) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, ContentLength: -1, Body: body}
}

// endless is a body that is always there; closed says when it is not wanted.
type endless struct{ closed chan struct{} }

func (e endless) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat("data: x\n\n", 1000)), nil
}
func (e endless) Close() error { close(e.closed); return nil }

// overPipe runs f with a server in memory, under a clock of its own.
func overPipe(t *testing.T, f func(t *testing.T, client net.Conn, transport func(fake))) {
	synctest.Test(t, func(t *testing.T) {
		p := newProxy(t, Options{Origin: NewOrigin((*pipeListener)(nil).Addr()), Config: oneProvider("http://p.example/v1", config.Compatible)})
		server := NewServer(p, nil)
		l := &pipeListener{make(chan net.Conn), make(chan struct{})}
		served := make(chan error, 1)
		go func() { served <- server.Serve(l) }()
		client, conn := net.Pipe()
		l.conns <- conn
		f(t, client, func(transport fake) { p.transport, p.now().directory.transport = transport, transport })
		client.Close()
		require.NoError(t, server.Close())
		require.ErrorIs(t, <-served, http.ErrServerClosed)
	})
}

// pipedQuestion is a request as it is sent, with as much of its body.
func pipedQuestion(bodyBytes int) string {
	return fmt.Sprintf("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:7777\r\n%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		authorized, len(streamBody), streamBody[:bodyBytes])
}

func TestClientThatDoesNotReadIsDropped(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		body := endless{make(chan struct{})}
		transport(func(*http.Request) (*http.Response, error) { return eventStream(body), nil })
		io.WriteString(client, pipedQuestion(len(streamBody)))
		began := time.Now()
		<-body.closed
		require.Equal(t, 30*time.Second, time.Since(began))
	})
}

func TestClientThatReadsSlowlyIsKept(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		body := endless{make(chan struct{})}
		transport(func(*http.Request) (*http.Response, error) { return eventStream(body), nil })
		io.WriteString(client, pipedQuestion(len(streamBody)))
		// Longer than the server's limits for requests without a stream.
		for range 20 {
			time.Sleep(20 * time.Second)
			_, err := io.ReadFull(client, make([]byte, 64<<10))
			require.NoError(t, err)
		}
	})
}

func TestClientThatSendsSlowlyIsDropped(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		io.WriteString(client, pipedQuestion(1))
		began := time.Now()
		io.Copy(io.Discard, client)
		require.GreaterOrEqual(t, time.Since(began), time.Minute)
		require.Less(t, time.Since(began), time.Minute+10*time.Second)
	})
}

// A model that thinks for minutes is waited for, and what it says then arrives,
// be it an answer or an error.
func TestSlowProvidersAreWaitedFor(t *testing.T) {
	for _, tt := range []struct {
		name     string
		response *http.Response
		err      error
		want     string
	}{
		{"answer", eventStream(io.NopCloser(strings.NewReader("data: [DONE]\n\n"))), nil, "HTTP/1.1 200"},
		{"refusal", &http.Response{StatusCode: 500, Body: io.NopCloser(strings.NewReader("{}"))}, nil, "HTTP/1.1 500"},
		{"failure", nil, context.DeadlineExceeded, "HTTP/1.1 504"},
	} {
		overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
			transport(func(*http.Request) (*http.Response, error) {
				time.Sleep(8 * time.Minute)
				return tt.response, tt.err
			})
			io.WriteString(client, pipedQuestion(len(streamBody)))
			line, err := bufio.NewReader(client).ReadString('\n')
			require.NoError(t, err, tt.name)
			require.Contains(t, line, tt.want)
		})
	}
}

func TestProviderThatFallsSilentIsLeft(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		ended := make(chan time.Time, 1)
		transport(func(r *http.Request) (*http.Response, error) {
			body, writer := io.Pipe()
			context.AfterFunc(r.Context(), func() {
				ended <- time.Now()
				writer.CloseWithError(r.Context().Err())
			})
			return eventStream(body), nil
		})
		began := time.Now()
		go io.Copy(io.Discard, client)
		io.WriteString(client, pipedQuestion(len(streamBody)))
		require.Equal(t, 5*time.Minute, (<-ended).Sub(began))
	})
}

// An answer may take as long as it likes, as long as something comes.
func TestAStreamThatKeepsComingIsKept(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		transport(func(r *http.Request) (*http.Response, error) {
			body, writer := io.Pipe()
			context.AfterFunc(r.Context(), func() { writer.CloseWithError(r.Context().Err()) })
			go func() {
				for i := range 12 {
					time.Sleep(maxIdle - time.Second)
					fmt.Fprintf(writer, "data: %d\n\n", i)
				}
				writer.Close()
			}()
			return eventStream(body), nil
		})
		began := time.Now()
		io.WriteString(client, pipedQuestion(len(streamBody)))
		response, err := http.ReadResponse(bufio.NewReader(client), nil)
		require.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(string(body), "data: 11\n\n"), string(body))
		require.Equal(t, 12*(maxIdle-time.Second), time.Since(began))
	})
}

// tail has the last bytes that were written.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = slices.Clone((*t)[max(0, len(*t)-5):])
	return len(p), nil
}

func TestAnswersHaveAnEnd(t *testing.T) {
	overPipe(t, func(t *testing.T, client net.Conn, transport func(fake)) {
		body := endless{make(chan struct{})}
		transport(func(*http.Request) (*http.Response, error) { return eventStream(body), nil })
		io.WriteString(client, pipedQuestion(len(streamBody)))
		var last tail
		n, err := io.Copy(&last, client)
		require.NoError(t, err)
		require.NotEqual(t, "0\r\n\r\n", string(last), "it is not taken for a whole")
		require.Greater(t, n, int64(256<<20))
		require.Less(t, n, int64(256<<20)*11/10)
		<-body.closed
	})
}

func TestNoHeaderOfAnAnswerIsPassedByChance(t *testing.T) {
	for _, name := range passed {
		require.Equal(t, http.CanonicalHeaderKey(name), name)
		require.False(t, slices.Contains([]string{"Set-Cookie", "Location", "Content-Encoding"}, name))
	}
}
