package proxy

import (
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestListenRefusesOtherThanLoopback(t *testing.T) {
	for _, address := range []string{
		"0.0.0.0:7777", ":7777", "[::]:7777", "192.168.1.10:7777", "example.org:7777", "127.0.0.2:7777",
		"LOCALHOST:7777", "127.1:7777", "[::ffff:127.0.0.1]:7777", "[fe80::1]:7777",
	} {
		_, err := Listen(address)
		require.ErrorContains(t, err, "listens only on localhost", address)
	}
	for _, address := range []string{"7777", "127.0.0.1", "::1:7777", "", "127.0.0.1:http", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:"} {
		_, err := Listen(address)
		require.ErrorContains(t, err, "for example 127.0.0.1:7777", address)
	}
}

func TestTakenPortIsAnErrorThatNamesIt(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		taken, err := net.Listen("tcp", host+":0")
		if err != nil && host == "[::1]" {
			continue // a machine without IPv6 has nothing to take there
		}
		require.NoError(t, err)
		defer taken.Close()
		_, port, err := net.SplitHostPort(taken.Addr().String())
		require.NoError(t, err)
		// Also when the other family holds it: localhost would lead there.
		for _, ask := range []string{"127.0.0.1", "localhost", "[::1]"} {
			_, err = Listen(ask + ":" + port)
			require.ErrorContains(t, err, "port "+port+" is already in use")
		}
	}
}

func TestLocalhostListensWhereTheOriginIs(t *testing.T) {
	listeners, err := Listen("localhost:0")
	require.NoError(t, err)
	for _, l := range listeners {
		defer l.Close()
	}
	// The other family, so that nobody else is localhost there.
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil {
		l.Close()
		require.Len(t, listeners, 2)
		require.Equal(t, listeners[0].Addr().(*net.TCPAddr).Port, listeners[1].Addr().(*net.TCPAddr).Port)
		require.True(t, strings.HasPrefix(listeners[1].Addr().String(), "[::1]:"))
	}
	require.True(t, strings.HasPrefix(listeners[0].Addr().String(), "127.0.0.1:"))
	require.True(t, listeners[0].Addr().(*net.TCPAddr).IP.IsLoopback())
}

// pipeListener hands out one connection in memory, so that time can be faked.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (l *pipeListener) Close() error   { close(l.done); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7777} }

// silence returns how long the server keeps a client that sends text and then
// nothing more.
func silence(t *testing.T, text string) (kept time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		handler := newProxy(t, Options{Origin: NewOrigin((*pipeListener)(nil).Addr())})
		server := NewServer(handler, log.New(io.Discard, "", 0))
		l := &pipeListener{make(chan net.Conn), make(chan struct{})}
		served := make(chan error, 1)
		go func() { served <- server.Serve(l) }()

		client, conn := net.Pipe()
		l.conns <- conn
		began := time.Now()
		_, err := io.WriteString(client, text)
		require.NoError(t, err)
		io.Copy(io.Discard, client)
		kept = time.Since(began)

		require.NoError(t, server.Close())
		require.ErrorIs(t, <-served, http.ErrServerClosed)
	})
	return kept
}

func TestSlowClientsAreDropped(t *testing.T) {
	require.Equal(t, 5*time.Second, silence(t, "GET / HTTP/1.1\r\nHost: 127.0"), "half a header")
	require.Equal(t, 2*time.Minute, silence(t, "GET / HTTP/1.1\r\nHost: 127.0.0.1:7777\r\n\r\n"), "idle after an answer")
}

func TestLargeHeadersAreRefused(t *testing.T) {
	addr := startPage(t)
	// The limit is 16 KiB, to which net/http adds 4 KiB.
	response, _ := get(t, addr, "/", "X: "+strings.Repeat("a", 12<<10))
	require.Equal(t, 200, response.StatusCode)
	response, _ = get(t, addr, "/", "X: "+strings.Repeat("a", 24<<10))
	require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, response.StatusCode)
}
