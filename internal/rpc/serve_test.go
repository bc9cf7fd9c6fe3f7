//go:build !js

// Package synctest hangs under js: the goroutine in which the runtime waits for
// the event loop counts as one of the bubble's. There the transcripts stand in.

package rpc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
	"burrow/internal/wire"
)

// conversation is a client of a core that may have methods of the test's own.
type conversation struct {
	t       *testing.T
	in      *io.PipeWriter
	out     *bufio.Reader
	outPipe *io.PipeReader
	core    *core
	served  chan error
}

func converse(t *testing.T, ctx context.Context, options Options, prepare func(*core)) *conversation {
	t.Helper()
	inReader, in := io.Pipe()
	out, outWriter := io.Pipe()
	c := &conversation{t, in, bufio.NewReader(out), out, newCore(NewStdio(inReader, outWriter), options), make(chan error, 1)}
	if prepare != nil {
		prepare(c.core)
	}
	go func() {
		err := c.core.serve(ctx)
		outWriter.Close()
		c.served <- err
	}()
	require.Equal(t, `{"kind":"ready","version":""}`, c.next())
	return c
}

func (c *conversation) send(frame string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, frame+"\n")
	require.NoError(c.t, err)
}

func (c *conversation) next() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	require.NoError(c.t, err)
	return strings.TrimSuffix(line, "\n")
}

// end closes the input, and returns what comes before the end and what Serve
// returns.
func (c *conversation) end() (rest string, err error) {
	c.t.Helper()
	c.in.Close()
	read, readErr := io.ReadAll(c.out)
	require.NoError(c.t, readErr)
	return string(read), <-c.served
}

// gate is a method "gate" whose requests say their name in an event, wait until
// they are let through or cancelled, and count.
type gate struct {
	open chan struct{}
	runs int
}

type gateParams struct {
	Queue string `json:"queue,omitempty"`
}

type gateResult struct {
	Runs int `json:"runs"`
}

func newGate(c *core) *gate {
	g := &gate{open: make(chan struct{})}
	method := wire.Method[gateParams, gateResult]{Name: "gate"}
	registerQueued(c, method, func(p gateParams) string { return p.Queue }, func(ctx context.Context, report reporter, _ gateParams) (gateResult, error) {
		report(wire.ProgressEvent{})
		select {
		case <-g.open:
			g.runs++
			return gateResult{g.runs}, nil
		case <-ctx.Done():
			return gateResult{}, ctx.Err()
		}
	})
	return g
}

func TestEndOfInputFinishesWhatIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g *gate
		c := converse(t, t.Context(), Options{}, func(c *core) { g = newGate(c) })
		c.send(`{"kind":"request","id":1,"method":"gate"}`)
		require.Contains(t, c.next(), `"kind":"event"`)
		require.NoError(t, c.in.Close())
		synctest.Wait()
		require.Empty(t, c.served, "Serve waits for the request")

		close(g.open)
		rest, err := c.end()
		require.NoError(t, err)
		require.Equal(t, `{"kind":"result","id":1,"result":{"runs":1}}`+"\n", rest)
		// The bubble fails if a goroutine is left.
	})
}

func TestCancelledServeAnswersAndLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := converse(t, ctx, Options{}, func(c *core) { newGate(c) })
		c.send(`{"kind":"request","id":1,"method":"gate"}`)
		require.Contains(t, c.next(), `"kind":"event"`)
		cancel()
		require.Equal(t, `{"kind":"error","id":1,"code":"cancelled","message":"The request was cancelled."}`, c.next())
		require.ErrorIs(t, <-c.served, context.Canceled)
	})
}

func TestBrokenOutputEndsServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, t.Context(), Options{}, func(c *core) { newGate(c) })
		gone := errors.New("reader gone")
		c.outPipe.CloseWithError(gone)
		c.send(`{"kind":"request","id":1,"method":"gate"}`)
		require.ErrorIs(t, <-c.served, gone)
	})
}

func TestBrokenInputEndsServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, t.Context(), Options{}, nil)
		torn := errors.New("torn")
		c.in.CloseWithError(torn)
		require.ErrorIs(t, <-c.served, torn)
	})
}

func TestPanicIsReportedOnceWithItsPlace(t *testing.T) {
	var logged []string
	c := converse(t, t.Context(), Options{Log: func(err error) { logged = append(logged, err.Error()) }}, func(c *core) {
		register(c, wire.Method[struct{}, struct{}]{Name: "burst"}, func(context.Context, reporter, struct{}) (struct{}, error) {
			var none []int
			return struct{}{}, errors.New(strings.Repeat("x", none[0]))
		})
	})
	c.send(`{"kind":"request","id":1,"method":"burst"}`)
	require.Equal(t, `{"kind":"error","id":1,"code":"internal","message":"Something went wrong inside Burrow."}`, c.next())
	var crash struct{ Kind, Message, Detail string }
	require.NoError(t, json.Unmarshal([]byte(c.next()), &crash))
	require.Equal(t, "crash", crash.Kind)
	require.Contains(t, crash.Detail, "panic in burst: runtime error: index out of range")
	require.Contains(t, crash.Detail, "serve_test.go:")
	rest, err := c.end()
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Len(t, logged, 1)
	require.Contains(t, logged[0], "index out of range")
}

func TestCancelledJobDoesNotLetLaterOnesOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g *gate
		c := converse(t, t.Context(), Options{}, func(c *core) { g = newGate(c) })
		for _, id := range []string{"1", "2", "3"} {
			c.send(`{"kind":"request","id":` + id + `,"method":"gate","params":{"queue":"q"}}`)
		}
		require.Equal(t, `{"kind":"event","id":1,"event":{"kind":"progress","done":0,"total":0}}`, c.next())
		c.send(`{"kind":"cancel","id":2}`)
		require.Equal(t, `{"kind":"error","id":2,"code":"cancelled","message":"The request was cancelled."}`, c.next())

		// The third is still behind the first. Another queue is not.
		synctest.Wait()
		c.send(`{"kind":"request","id":4,"method":"gate","params":{"queue":"r"}}`)
		require.Equal(t, `{"kind":"event","id":4,"event":{"kind":"progress","done":0,"total":0}}`, c.next())
		c.send(`{"kind":"cancel","id":4}`)
		require.Contains(t, c.next(), `"id":4,"code":"cancelled"`)

		close(g.open)
		require.Equal(t, `{"kind":"result","id":1,"result":{"runs":1}}`, c.next())
		require.Contains(t, c.next(), `"kind":"event","id":3`)
		require.Equal(t, `{"kind":"result","id":3,"result":{"runs":2}}`, c.next())
		_, err := c.end()
		require.NoError(t, err)
		require.Empty(t, c.core.requests.live)
		require.Empty(t, c.core.requests.last, "queues do not pile up")
	})
}

func TestEncodingIsLoadedOnceAndAgainAfterFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const count = `,"method":"tokens.count","params":{"text":"x"}}`
		loads, outcome := 0, make(chan error)
		c := converse(t, t.Context(), Options{Load: func(_ context.Context, name tokens.Name) (*tokens.Encoding, error) {
			loads++
			return nil, <-outcome
		}}, nil)
		c.send(`{"kind":"request","id":1` + count)
		c.send(`{"kind":"request","id":2` + count)
		synctest.Wait()

		// Who started the loading may go; the other still waits for it.
		c.send(`{"kind":"cancel","id":1}`)
		require.Equal(t, `{"kind":"error","id":1,"code":"cancelled","message":"The request was cancelled."}`, c.next())
		outcome <- errors.New("404")
		require.Equal(t, `{"kind":"error","id":2,"code":"unavailable","message":"The vocabulary of cl100k_base could not be loaded. Check the connection and try again."}`, c.next())
		require.Equal(t, 1, loads)

		c.send(`{"kind":"request","id":3` + count)
		outcome <- errors.New("404 again")
		require.Contains(t, c.next(), `"id":3,"code":"unavailable"`)
		require.Equal(t, 2, loads)
		_, err := c.end()
		require.NoError(t, err)
	})
}
