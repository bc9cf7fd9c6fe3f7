package proxy

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"burrow/internal/config"

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
