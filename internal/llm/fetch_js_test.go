package llm

import (
	"context"
	"io"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// server stands behind fetch for a test: requests get a Response of the platform's
// own, over a ReadableStream that the test feeds.
type server struct {
	url, options js.Value // of the last request
	controller   js.Value // of the stream
	first        string   // what the stream begins with
	cancelled    bool     // by the client
}

// serve puts a server behind fetch. header says whether a request is answered at
// all.
func serve(t *testing.T, init map[string]any, header bool) *server {
	t.Helper()
	s := &server{}
	global := js.Global()
	real := global.Get("fetch")
	var funcs []js.Func
	callback := func(f func(args []js.Value) any) js.Func {
		made := js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
		funcs = append(funcs, made)
		return made
	}
	source := map[string]any{"start": callback(func(args []js.Value) any {
		s.controller = args[0]
		s.send(s.first)
		return nil
	})}
	global.Set("fetch", callback(func(args []js.Value) any {
		s.url, s.options = args[0], args[1]
		stream := global.Get("ReadableStream").New(source)
		response := global.Get("Response").New(stream, init)
		// The platform ties the signal to the stream in fetch itself, so the server
		// does that here.
		signal := s.options.Get("signal")
		return global.Get("Promise").New(callback(func(settle []js.Value) any {
			signal.Call("addEventListener", "abort", callback(func([]js.Value) any {
				s.cancelled = true
				settle[1].Invoke(signal.Get("reason"))
				s.controller.Call("error", signal.Get("reason"))
				return nil
			}))
			if header {
				settle[0].Invoke(response)
			}
			return nil
		}))
	}))
	t.Cleanup(func() {
		global.Set("fetch", real)
		for _, f := range funcs {
			f.Release()
		}
	})
	return s
}

func (s *server) send(text string) {
	chunk := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(chunk, []byte(text))
	s.controller.Call("enqueue", chunk)
}

func sseHeader() map[string]any {
	return map[string]any{"headers": map[string]any{"Content-Type": "text/event-stream", "Retry-After": "7"}}
}

func TestFetchSendsARequestWithoutCookiesOrRedirects(t *testing.T) {
	s := serve(t, sseHeader(), true)
	response, err := NewFetch().Do(t.Context(), &HTTPRequest{URL: "https://model.test/v1/x", Token: "secret", Body: []byte(`{"é":1}`)})
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, "https://model.test/v1/x", s.url.String())
	for name, want := range map[string]string{"method": "POST", "redirect": "error", "credentials": "omit", "cache": "no-store"} {
		require.Equal(t, want, s.options.Get(name).String(), name)
	}
	require.Equal(t, "Bearer secret", s.options.Get("headers").Get("Authorization").String())
	require.Equal(t, "application/json", s.options.Get("headers").Get("Content-Type").String())
	body := make([]byte, s.options.Get("body").Length())
	js.CopyBytesToGo(body, s.options.Get("body"))
	require.Equal(t, `{"é":1}`, string(body))
	require.Equal(t, 200, response.Status)
	require.Equal(t, "text/event-stream", response.ContentType)
	require.Equal(t, "7", response.RetryAfter)

	_, err = NewFetch().Do(t.Context(), &HTTPRequest{URL: "https://model.test/v1/x"})
	require.NoError(t, err)
	require.Equal(t, "GET", s.options.Get("method").String())
	require.True(t, s.options.Get("headers").Get("Authorization").IsUndefined())
	require.True(t, s.options.Get("body").IsUndefined())
}

func TestFetchReadsWhatComes(t *testing.T) {
	s := serve(t, sseHeader(), true)
	response, err := NewFetch().Do(t.Context(), &HTTPRequest{URL: "https://model.test/v1"})
	require.NoError(t, err)
	long := strings.Repeat("漢", 100_000)
	s.send("a")
	s.send("")
	s.send(long)
	s.controller.Call("close")
	got, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "a"+long, string(got))
	require.NoError(t, response.Body.Close())
	require.NoError(t, response.Body.Close())
}

func TestFetchEndsWithItsContext(t *testing.T) {
	t.Run("before the header", func(t *testing.T) {
		s := serve(t, sseHeader(), false)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		_, err := NewFetch().Do(ctx, &HTTPRequest{URL: "https://model.test/v1"})
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, s.cancelled)
	})
	t.Run("in the body", func(t *testing.T) {
		s := serve(t, sseHeader(), true)
		ctx, cancel := context.WithCancel(t.Context())
		response, err := NewFetch().Do(ctx, &HTTPRequest{URL: "https://model.test/v1"})
		require.NoError(t, err)
		time.AfterFunc(10*time.Millisecond, cancel)
		_, err = response.Body.Read(make([]byte, 1))
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, s.cancelled)
	})
	t.Run("by being closed", func(t *testing.T) {
		s := serve(t, sseHeader(), true)
		response, err := NewFetch().Do(t.Context(), &HTTPRequest{URL: "https://model.test/v1"})
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.True(t, s.cancelled)
	})
}

func TestStreamOverFetch(t *testing.T) {
	t.Run("an answer", func(t *testing.T) {
		s := serve(t, sseHeader(), true)
		client := &Client{Base: "https://model.test/v1", Transport: NewFetch()}
		// Each delta brings the next part, so that reads wait in between.
		parts := []string{stream(lo)[:20], stream(lo)[20:], stream(stopped) + stream(endMark)}
		s.first = stream(hello) + parts[0]
		reply, err := client.Stream(t.Context(), question("Hello"), Observer{Delta: func(d Delta) {
			time.AfterFunc(0, func() { s.send(parts[1]); parts = parts[1:] })
		}})
		require.NoError(t, err)
		require.Equal(t, "Hello", reply.Content)
		require.True(t, s.cancelled, "nothing is left open behind the end mark")
	})
	t.Run("a connection that breaks", func(t *testing.T) {
		s := serve(t, sseHeader(), true)
		s.first = stream(hello)
		client := &Client{Base: "https://model.test/v1", Transport: NewFetch()}
		reply, err := client.Stream(t.Context(), question("Hello"), Observer{Delta: func(Delta) {
			time.AfterFunc(0, func() { s.controller.Call("error", js.Global().Get("TypeError").New("network error")) })
		}})
		require.ErrorIs(t, err, fault.Upstream)
		require.Equal(t, brokeOffSentence, fault.From(err).Message)
		require.Equal(t, "Hel", reply.Content)
	})
	t.Run("a server that hangs", func(t *testing.T) {
		s := serve(t, sseHeader(), true)
		_, _, err := ask(t, &Client{Base: "https://model.test/v1", Transport: NewFetch(), Limits: Limits{FirstByte: 50 * time.Millisecond}})
		require.ErrorIs(t, err, fault.TimedOut)
		require.True(t, s.cancelled)
	})
}

// TestFetchItself needs no server: data addresses are answered by the platform.
func TestFetchItself(t *testing.T) {
	response, err := NewFetch().Do(t.Context(), &HTTPRequest{URL: "data:text/event-stream,data:%20a%0A%0A"})
	require.NoError(t, err)
	require.Equal(t, "text/event-stream", response.ContentType)
	require.Empty(t, response.RetryAfter)
	got, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "data: a\n\n", string(got))

	for _, address := range []string{"nonsense://x", "http://", "http://127.0.0.1:1/"} {
		_, err := NewFetch().Do(t.Context(), &HTTPRequest{URL: address})
		require.Error(t, err, address)
	}
	_, err = NewFetch().Do(t.Context(), &HTTPRequest{URL: "https://model.test/", Token: "a\nb"})
	require.Error(t, err, "a token that is no header")
}
