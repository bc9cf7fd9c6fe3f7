package proxy

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"burrow/internal/config"

	"github.com/stretchr/testify/require"
)

// events is the body of a stream.
func events(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "data: {\"choices\":[{\"delta\":{\"content\":\"word %d \"}}]}\n\n", i)
	}
	return b.String() + "data: [DONE]\n\n"
}

// instant is a provider that answers before it has read the question. The answer
// is there in one piece, or in pieces with a pause.
func instant(t testing.TB, body string, pieces int, pause time.Duration) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range pieces {
			io.WriteString(w, body[len(body)*i/pieces:len(body)*(i+1)/pieces])
			http.NewResponseController(w).Flush()
			if pause > 0 {
				time.Sleep(pause)
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// client keeps its own connections, so that a test can close them.
func client(t testing.TB) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// streams asks for n streams, so many at once, and compares each with want.
func streams(t testing.TB, url, body, want string, n, atOnce int) {
	t.Helper()
	c := client(t)
	work := make(chan int)
	problems := make(chan error, n)
	var wait sync.WaitGroup
	for range atOnce {
		wait.Go(func() {
			for i := range work {
				if err := oneStream(t, c, url, body, want); err != nil {
					problems <- fmt.Errorf("stream %d: %w", i, err)
				}
			}
		})
	}
	for i := range n {
		work <- i
	}
	close(work)
	wait.Wait()
	close(problems)
	failed := 0
	for err := range problems {
		if failed++; failed < 5 {
			t.Error(err)
		}
	}
	require.Zero(t, failed, "of %d streams", n)
}

func oneStream(t testing.TB, c *http.Client, url, body, want string) error {
	r, err := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Content-Type", "application/json")
	response, err := c.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != 200 || string(got) != want {
		return fmt.Errorf("status %d, %d bytes of %d", response.StatusCode, len(got), len(want))
	}
	return nil
}

func scaled(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// A provider that answers at once must not be cut short, whatever the size of the
// question that is still on its way to it.
func TestNoStreamIsTruncated(t *testing.T) {
	for _, tt := range []struct {
		name            string
		question, words int
		pieces, n       int
	}{
		{"small questions", 10, 50, 1, 4000},
		{"many pieces", 10, 50, 20, 1000},
		{"questions larger than a socket's buffer", 300 << 10, 50, 1, 150},
		{"long answers", 10, 20_000, 1, 50},
	} {
		body := events(tt.words)
		up := instant(t, body, tt.pieces, 0)
		addr, _ := startProxy(t, Options{Config: oneProvider(up.URL, config.Compatible)})
		question := `{"model":"m","stream":true,"messages":[{"role":"user","content":"` + strings.Repeat("a", tt.question) + `"}]}`
		t.Run(tt.name, func(t *testing.T) {
			streams(t, "http://"+addr.String()+"/v1/chat/completions", question, body, scaled(tt.n), 8)
		})
	}
}

func TestManyStreamsAtOnceLeaveNothingBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("streams", func(t *testing.T) {
		body := events(100)
		up := instant(t, body, 20, 5*time.Millisecond)
		addr, _ := startProxy(t, Options{Config: oneProvider(up.URL, config.Compatible)})
		streams(t, "http://"+addr.String()+"/v1/chat/completions", streamBody, body, 800, 200)
	})
	http.DefaultClient.CloseIdleConnections()
	eventually(t, "goroutines of streams end", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// Clients that hold half a request do not keep others from being answered.
func TestHalfOpenClientsCostNobodyElse(t *testing.T) {
	addr, _ := startScripted(t, Options{})
	for range scaled(500) {
		conn, err := net.Dial("tcp", addr.String())
		require.NoError(t, err)
		defer conn.Close()
		io.WriteString(conn, "POST /v1/chat/completions HTTP/1.1\r\nHost: 127")
	}
	answered := make(chan int, 1)
	go func() {
		response, _ := post(t, addr, "/v1/chat/completions", chatBody)
		answered <- response.StatusCode
	}()
	select {
	case status := <-answered:
		require.Equal(t, 200, status)
	case <-time.After(time.Minute):
		t.Fatal("the answer waits for clients that hold half a request")
	}
}

// The benchmarks stand beside each other: what the proxy adds is the difference
// between a question asked directly and one asked through it.
//
//	go test -run '^$' -bench Question ./internal/proxy
func BenchmarkQuestion(b *testing.B) {
	body := events(50)
	up := instant(b, body, 1, 0)
	addr, _ := startProxy(b, Options{Config: oneProvider(up.URL, config.Compatible)})
	question := `{"model":"m","stream":true,"messages":[{"role":"user","content":"` + strings.Repeat("a word ", 1000) + `"}]}`
	for _, path := range []struct{ name, url string }{
		{"direct", up.URL + "/chat/completions"},
		{"proxy", "http://" + addr.String() + "/v1/chat/completions"},
	} {
		b.Run(path.name, func(b *testing.B) {
			c := client(b)
			took := make([]time.Duration, 0, b.N)
			for b.Loop() {
				began := time.Now()
				if err := oneStream(b, c, path.url, question, body); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			report(b, took)
		})
	}
}

// report adds the middle and the slowest hundredth.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
