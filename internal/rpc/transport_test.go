package rpc_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/rpc"
	"burrow/internal/wire"
)

// testTransport holds a transport to the rules of the interface. connect returns
// a new one, with functions that give it a frame and read one from it.
func testTransport(t *testing.T, connect func(t *testing.T) (tr rpc.Transport, give func(string), read func() string)) {
	t.Run("frames come in order and whole", func(t *testing.T) {
		tr, give, _ := connect(t)
		defer tr.Close()
		frames := []string{`{"a":1}`, `"é 😀"`, strings.Repeat("x", 200_000), `{"b":2}`}
		go func() {
			for _, frame := range frames {
				give(frame)
			}
		}()
		for _, want := range frames {
			got, err := tr.Receive()
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
	t.Run("frames go out whole", func(t *testing.T) {
		tr, _, read := connect(t)
		defer tr.Close()
		for _, want := range []string{`{"a":"é 😀\n"}`, strings.Repeat("x", 200_000)} {
			sent := make(chan error)
			go func() { sent <- tr.Send([]byte(want)) }()
			require.Equal(t, want, read())
			require.NoError(t, <-sent)
		}
	})
	t.Run("a frame that is too large is refused and the next is read", func(t *testing.T) {
		tr, give, _ := connect(t)
		defer tr.Close()
		const start = `{"kind":"request","id":5,"method":"`
		go func() {
			give(start + strings.Repeat("x", wire.MaxFrameBytes-len(start)))
			give(start + strings.Repeat("x", wire.MaxFrameBytes-len(start)+1))
			give(`{"a":1}`)
		}()
		got, err := tr.Receive()
		require.NoError(t, err)
		require.Len(t, got, wire.MaxFrameBytes)
		got, err = tr.Receive()
		require.ErrorIs(t, err, fault.TooLarge)
		require.Equal(t, int64(5), wire.PeekID(got))
		require.Less(t, len(got), 10_000)
		got, err = tr.Receive()
		require.NoError(t, err)
		require.Equal(t, `{"a":1}`, got)
	})
	t.Run("closing ends a receive that waits", func(t *testing.T) {
		tr, _, _ := connect(t)
		received := make(chan error)
		go func() {
			_, err := tr.Receive()
			received <- err
		}()
		require.NoError(t, tr.Close())
		require.Error(t, <-received)
		require.NoError(t, tr.Close(), "closing twice")
	})
}

func TestStdioTransport(t *testing.T) {
	testTransport(t, func(t *testing.T) (rpc.Transport, func(string), func() string) {
		in, toCore := io.Pipe()
		fromCore, out := io.Pipe()
		frames := make(chan string)
		go pump(fromCore, frames)
		t.Cleanup(func() { out.Close() })
		return rpc.NewStdio(in, out),
			func(frame string) { _, _ = io.WriteString(toCore, frame+"\n") },
			func() string { return <-frames }
	})
}

func TestStdioReadsLinesOfAnySystem(t *testing.T) {
	// One byte at a time, as a slow pipe gives them.
	in := io.NopCloser(iotest.OneByteReader(strings.NewReader("\n{\"a\":1}\r\n \t\r\n\n{\"b\":2}\nlast")))
	tr := rpc.NewStdio(in, io.Discard)
	for _, want := range []string{`{"a":1}`, `{"b":2}`, "last"} {
		got, err := tr.Receive()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := tr.Receive()
	require.ErrorIs(t, err, io.EOF)
}

func TestStdioKeepsTheReadersError(t *testing.T) {
	torn := errors.New("torn")
	tr := rpc.NewStdio(io.NopCloser(iotest.ErrReader(torn)), io.Discard)
	_, err := tr.Receive()
	require.ErrorIs(t, err, torn)
}

// pump sends the lines of r to frames until it ends.
func pump(r io.Reader, frames chan<- string) {
	defer close(frames)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 256<<20)
	for lines.Scan() {
		frames <- lines.Text()
	}
}
