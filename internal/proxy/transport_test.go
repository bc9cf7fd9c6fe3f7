package proxy

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"burrow/internal/config"
	"burrow/internal/llm/llmtest"

	"github.com/stretchr/testify/require"
)

// silentPipes is the transport over pipes to a provider that handle plays.
func silentPipes(handle func(net.Conn)) *http.Transport {
	transport := newTransport()
	transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go handle(server)
		return client, nil
	}
	return transport
}

func TestHowLongAProviderMayBeSilent(t *testing.T) {
	for url, limit := range map[string]time.Duration{
		"https://p.example/": 10 * time.Second, // it does not even greet
		"http://p.example/":  10 * time.Minute,
	} {
		synctest.Test(t, func(t *testing.T) {
			transport := silentPipes(func(c net.Conn) { io.Copy(io.Discard, c) })
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
			require.NoError(t, err)
			began := time.Now()
			_, err = transport.RoundTrip(r)
			require.Error(t, err)
			require.Equal(t, limit, time.Since(began), url)
			f := unreachable("P", err)
			require.Equal(t, refusal{http.StatusGatewayTimeout, "timed_out", "P did not answer in time."}, f)
			transport.CloseIdleConnections()
		})
	}
}

func TestAConnectionThatIsNotUsedIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := make(chan time.Time, 1)
		transport := silentPipes(func(c net.Conn) {
			in := bufio.NewReader(c)
			if _, err := http.ReadRequest(in); err != nil {
				return
			}
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			in.ReadByte()
			closed <- time.Now()
		})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://p.example/", nil)
		require.NoError(t, err)
		response, err := transport.RoundTrip(r)
		require.NoError(t, err)
		began := time.Now()
		require.NoError(t, response.Body.Close())
		require.Equal(t, 30*time.Second, (<-closed).Sub(began))
	})
}

func TestHeadersOfAnAnswerHaveALimit(t *testing.T) {
	for bytes, want := range map[int]int{60 << 10: 200, 70 << 10: 502} {
		up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", bytes))
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, "{}")
		}))
		addr, _ := startProxy(t, Options{Config: oneProvider(up.URL, config.Compatible)})
		response, _ := post(t, addr, "/v1/chat/completions", chatBody)
		require.Equal(t, want, response.StatusCode, bytes)
		up.Close()
	}
}

// full is a client that takes nothing.
type full struct{ http.ResponseWriter }

func (f full) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }
func (f full) Flush()                    {}

func TestAProviderIsNotBlamedForItsClient(t *testing.T) {
	var out strings.Builder
	p := newProxy(t, Options{Origin: NewOrigin((*pipeListener)(nil).Addr()), Config: oneProvider("http://p.example/v1", config.Compatible)})
	p.log = quietLog{log.New(&out, "", 0), newScrubber(nil)}
	p.transport = fake(func(*http.Request) (*http.Response, error) {
		return eventStream(io.NopCloser(strings.NewReader("data: x\n\n"))), nil
	})
	r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(streamBody))
	r.Host = "127.0.0.1:7777"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+testToken)
	w := httptest.NewRecorder()
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { p.ServeHTTP(full{w}, r) }, "%v", w)
	require.Empty(t, out.String())
}

func TestWhereNoProviderIsNothingIsAsked(t *testing.T) {
	for address, ok := range map[string]bool{
		"192.0.2.1:443": true, "[2001:db8::1]:443": true, "127.0.0.1:11434": true, "[::1]:80": true, "10.0.0.1:80": true, "[::ffff:127.0.0.1]:80": true,
		"169.254.169.254:80": false, "[::ffff:169.254.169.254]:80": false, "[fe80::1]:80": false, "224.0.0.1:80": false,
		"0.0.0.0:80": false, "[::]:80": false, "255.255.255.255:80": false, "a pipe": false, "": false,
	} {
		require.Equal(t, ok, checkDialled("tcp", address, nil) == nil, address)
	}
}

func TestWhyAProviderCannotBeReached(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		want   string
	}{
		{context.DeadlineExceeded, 504, "P did not answer in time."},
		{os.ErrDeadlineExceeded, 504, "P did not answer in time."},
		{&net.DNSError{Err: "no such host"}, 502, "P cannot be reached: its name cannot be resolved, or there is no network."},
		{&tls.CertificateVerificationError{Err: io.EOF}, 502, "P cannot be reached: its certificate is not valid."},
		{syscall.ECONNREFUSED, 502, "P cannot be reached: nothing listens at its address."},
		{syscall.ENETUNREACH, 502, "P cannot be reached: there is no network."},
		{syscall.EHOSTUNREACH, 502, "P cannot be reached: there is no network."},
		{errReserved, 502, "P cannot be reached: its name leads to a reserved address."},
		{io.ErrUnexpectedEOF, 502, "P cannot be reached: the connection broke."},
	} {
		f := unreachable("P", fmt.Errorf("ask: %w", tt.err))
		require.Equal(t, tt.want, f.sentence)
		require.Equal(t, tt.status, f.status, tt.want)
	}
}

func TestWhatComesOfTryingAKey(t *testing.T) {
	for _, tt := range []struct {
		status  int
		body    string
		service config.Kind
		key     string
		want    outcome
		says    string
		models  bool
	}{
		{200, listOf("m"), config.OpenAI, "k", works, "P works: it has 1 model.", true},
		{201, listOf("m"), config.OpenAI, "k", notSure, "P answered with status 201.", false},
		{401, listOf("m"), config.OpenAI, "k", keyWrong, "P does not accept this key. Check that you copied all of it.", false},
		{401, "", config.OpenAI, "", keyWrong, "P needs a key.", false},
		{400, "API key not valid", config.Google, "k", keyWrong, "P does not accept this key. Check that you copied all of it.", false},
		{400, "something else", config.Google, "k", notSure, "P answered with status 400.", false},
		{400, "API key not valid", config.OpenAI, "k", notSure, "P answered with status 400.", false},
		{404, "API key not valid", config.Google, "k", notTheRight, "There are no models at http://p.example/v1. Check the address: most end in /v1.", false},
		{405, "", config.OpenAI, "k", notTheRight, "There are no models at http://p.example/v1. Check the address: most end in /v1.", false},
		{200, "{}", config.OpenAI, "k", notTheRight, "There are no models at http://p.example/v1. Check the address: most end in /v1.", false},
		{299, "", config.OpenAI, "k", notSure, "P answered with status 299.", false},
		{300, "", config.OpenAI, "k", notTheRight, "http://p.example/v1 leads to another address. Enter that one instead, so that your key goes nowhere else.", false},
		{399, "", config.OpenAI, "k", notTheRight, "http://p.example/v1 leads to another address. Enter that one instead, so that your key goes nowhere else.", false},
		{403, "", config.OpenAI, "k", notSure, "P does not let this key list its models. It may still answer.", false},
		{500, "", config.OpenAI, "k", notSure, "P answered with status 500.", false},
	} {
		up := &upstream{name: "P", base: "http://p.example/v1", service: tt.service, key: config.NewSecret(tt.key)}
		got := up.try(t.Context(), fake(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: tt.status, Body: io.NopCloser(strings.NewReader(tt.body))}, nil
		}), "1")
		require.Equal(t, trial{tt.want, tt.says}, got)
		require.Equal(t, tt.models, up.lists("m"), "%d %s", tt.status, tt.body)
		_, problem := up.answering("")
		require.Equal(t, tt.want == keyWrong, problem != "", tt.says)
	}
	up := &upstream{name: "P"}
	require.Equal(t, trial{notReached, "P cannot be reached: nothing listens at its address."},
		up.try(t.Context(), fake(func(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED }), "1"))
	require.False(t, up.stale(time.Now()), "it need not be asked again at once")
}

// An answer of no length has that length.
func TestAnEmptyAnswerIsWhole(t *testing.T) {
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "0")
	}))
	defer up.Close()
	addr, _ := startProxy(t, Options{Config: oneProvider(up.URL, config.Compatible)})
	response, body := post(t, addr, "/v1/chat/completions", chatBody)
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, "0", response.Header.Get("Content-Length"))
	require.Empty(t, body)
}

// What goes wrong with a provider is in the log, in words of ours.
func TestWhatAProviderDoesWrongIsLogged(t *testing.T) {
	up := llmtest.New()
	defer up.Close()
	var out shared
	addr, _ := startProxy(t, Options{Config: oneProvider(up.URL(), config.Compatible), Log: log.New(&out, "", 0)})
	for _, tt := range []struct {
		answer llmtest.Answer
		want   string
	}{
		{llmtest.Answer{ResetBefore: true}, "Provider cannot be reached: the connection broke.\n"},
		{llmtest.Answer{Text: "One two three four", ResetAfter: new(60)}, "Provider broke off its answer: the connection broke\n"},
		{llmtest.Answer{Status: 500}, "Provider answered with status 500\n"},
		{llmtest.Answer{Body: "<html>", ContentType: "text/html"}, "Provider: Provider answered with something other than JSON: its address may be wrong.\n"},
	} {
		before := len(out.String())
		up.Replace(tt.answer)
		response, err := http.DefaultClient.Do(request(t, addr, "POST", "/v1/chat/completions", streamBody, "Authorization", "Bearer "+testToken, "Content-Type", "application/json"))
		require.NoError(t, err)
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		eventually(t, tt.want, func() bool { return out.String()[before:] != "" })
		require.Equal(t, tt.want, out.String()[before:])
	}
	for err, want := range map[error]string{
		errTooLong:            "it is too long",
		context.Canceled:      "nothing came for too long",
		io.ErrUnexpectedEOF:   "the connection broke",
		errors.New("<quote>"): "the connection broke",
	} {
		require.Equal(t, want, whyBroken(err))
	}
}
