package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

// shared is a log that handlers write at any time.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// Keys and token are set everywhere, providers repeat what they are sent, and
// whatever can go wrong does. No byte of an answer or of the log has them.
func TestNoSecretComesBack(t *testing.T) {
	const secretText = "the user's own words"
	var written shared
	logger := log.New(&written, "burrow serve: ", 0)
	up := llmtest.New()
	defer up.Close()
	// A provider that repeats everything everywhere.
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")
		for _, name := range append(passed, "Set-Cookie", "Www-Authenticate", "X-Echo", "Location") {
			w.Header().Set(name, said)
		}
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":%q,"param":%q,"code":%q}}`, said, said, said, said)
	}))
	defer echo.Close()
	keys := []string{canaryKey + "1", canaryKey + "2", canaryKey + "3"}
	p := config.Config{
		Providers: []config.Provider{
			{Name: "OpenAI", Kind: config.OpenAI, Base: up.URL(), Key: config.NewSecret(keys[0]), Setting: "OPENAI_API_KEY"},
			{Name: "Google", Kind: config.Google, Base: echo.URL, Key: config.NewSecret(keys[1]), Setting: "GOOGLE_API_KEY"},
			{Name: "Anthropic", Kind: config.Anthropic, Base: "http://" + refusing(t), Key: config.NewSecret(keys[2]), Setting: "ANTHROPIC_API_KEY"},
		},
		Settings: chat.Settings{Model: new("gpt-4o")},
		Warnings: []string{"DB_PWD is set, but that part of Burrow is not built yet."},
	}
	var proxy *Proxy
	addr := start(t, func(o Origin) http.Handler {
		proxy = newProxy(t, Options{Origin: o, Config: p, Log: logger})
		return proxy
	})

	var received bytes.Buffer
	take := func(response *http.Response) {
		response.Header.Write(&received)
		io.Copy(&received, response.Body)
		response.Body.Close()
	}
	ask := func(method, path, body string, headers ...string) {
		t.Helper()
		headers = append([]string{"Authorization", "Bearer " + testToken, "Content-Type", "application/json"}, headers...)
		response, err := http.DefaultClient.Do(request(t, addr, method, path, body, headers...))
		if err == nil {
			take(response)
		}
	}
	question := func(model string) string {
		return `{"model":"` + model + `","messages":[{"role":"user","content":"` + secretText + `"}]}`
	}
	echoing := `{"error":{"message":"Incorrect API key provided: {{authorization}}. You can find yours elsewhere.","type":"invalid_request_error","code":"{{authorization}}"}}`
	for _, status := range []int{301, 400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529} {
		up.Script(llmtest.Answer{Status: status, Body: echoing}, llmtest.Answer{Status: status, Body: "{{authorization}}", ContentType: "text/html"},
			llmtest.Answer{Path: "/models", Status: status, Body: echoing})
		ask("POST", "/v1/chat/completions", question("gpt-4o"))
		ask("POST", "/v1/chat/completions", question("gpt-4o"))
		ask("GET", "/v1/models", "")
	}
	// The key in another spelling of JSON.
	up.Script(llmtest.Answer{Status: 400, Body: `{"error":{"message":"\u0073k-\u0043ANARY0123456789abcdef1","code":"\u0073k-\u0043ANARY0123456789abcdef1"}}`})
	ask("POST", "/v1/chat/completions", question("gpt-4o"))
	up.Script(llmtest.Answer{ResetBefore: true}, llmtest.Answer{Text: "x", ResetAfter: new(10)}, llmtest.Answer{Body: "{{authorization}}", ContentType: "text/plain"}, llmtest.Answer{Gzip: true})
	for range 4 {
		ask("POST", "/v1/chat/completions", question("gpt-4o"))
	}
	for _, model := range []string{"gemini-2.5-pro", "claude-sonnet-4-5", "gpt-4o", ""} {
		ask("POST", "/v1/chat/completions", question(model))
		ask("POST", "/v1/embeddings", `{"model":"`+model+`","input":"`+secretText+`"}`)
	}
	for _, body := range []string{"", "null", "{", `{"messages":5}`, `{"model":"` + canaryKey + `\n","messages":[]}`, strings.Repeat("[", 1000)} {
		ask("POST", "/v1/chat/completions", body)
	}
	for _, path := range []string{"/", "/api/status", "/api/status?debug=1", "/v1/models", "/debug/pprof/", "/debug/vars", "/metrics", "/.env", "/api/config", "/v1/nothing", "/healthz", "/readyz"} {
		ask("GET", path, "")
		ask("GET", path, "", "Authorization", "Bearer "+canaryKey)
		ask("GET", path, "", "Host", "evil.example", "Origin", "https://evil.example")
	}
	// A provider that answers with the key and the question, and not in HTTP.
	for _, answer := range []string{"%s\r\n\r\n", "HTTP/1.1 %s\r\n\r\n", "HTTP/1.1 200 OK\r\n%s\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: %s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: %s\r\n\r\n"} {
		proxy.now().directory.configured[0].base = answerRaw(t, fmt.Sprintf(answer, keys[0]+secretText))
		ask("POST", "/v1/chat/completions", question("gpt-4o"))
	}
	// A bug of ours that panics with everything it has.
	proxy.transport = fake(func(r *http.Request) (*http.Response, error) {
		panic(fmt.Sprint(r.Header, p.Providers[0].Key.Reveal(), testToken))
	})
	ask("POST", "/v1/chat/completions", question("gpt-4o"))
	proxy.transport = fake(func(r *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("dial %s: %w", r.Header, &net.DNSError{Err: r.Header.Get("Authorization"), Name: "x"})
	})
	ask("POST", "/v1/chat/completions", question("gpt-4o"))

	require.Contains(t, received.String(), "[redacted]", "providers did repeat the key")
	require.Contains(t, received.String(), "Something went wrong inside Burrow.")
	for name, text := range map[string]string{"an answer": received.String(), "the log": written.String()} {
		require.NotEmpty(t, text)
		for _, secret := range []string{"CANARY", testToken, secretText} {
			if secret == secretText && name == "an answer" {
				continue // the scripted model repeats it, as it should
			}
			if i := strings.Index(text, secret); i >= 0 {
				require.Fail(t, "found "+secret+" in "+name, text[max(0, i-300):min(len(text), i+100)])
			}
		}
	}
}

// answerRaw is a server that answers one request with text.
func answerRaw(t *testing.T, text string) (base string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
			io.Copy(io.Discard, r.Body)
			io.WriteString(c, text)
		}
	}()
	return "http://" + l.Addr().String()
}

func TestShortKeysAreNoSecrets(t *testing.T) {
	s := newScrubber([]config.Provider{{Key: config.NewSecret("none")}, {}, {Key: config.NewSecret(canaryKey)}})
	require.Equal(t, "none of [redacted].", s.scrub("none of "+canaryKey+"."))
	require.Equal(t, "text", new(scrubber).scrub("text"))
	require.Equal(t, "text", newScrubber(nil).scrub("text"))
}
