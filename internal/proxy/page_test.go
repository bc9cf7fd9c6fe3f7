package proxy

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
)

// testPage is a built page whose stored forms say what they are, so that a test
// can tell which one came back.
func testPage(t testing.TB) fstest.MapFS {
	t.Helper()
	page := fstest.MapFS{"assets/stray.js": {Data: []byte("not listed")}}
	add := func(name, path string, codings ...string) File {
		raw := "plain " + name
		digest := sha256.Sum256([]byte(raw))
		f := File{Name: name, Path: path, SHA256: hex.EncodeToString(digest[:]), Raw: int64(len(raw))}
		page[path] = &fstest.MapFile{Data: []byte(raw)}
		for _, c := range codings {
			text := c + " " + name
			switch c {
			case "br":
				f.Brotli = int64(len(text))
				page[path+".br"] = &fstest.MapFile{Data: []byte(text)}
			case "gzip":
				f.Gzip = int64(len(text))
				page[path+".gz"] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		return f
	}
	list, err := json.Marshal(Bundle{
		Files: []File{
			add("index.html", "index.html", "br", "gzip"),
			add("main.js", "assets/main-1.js", "br", "gzip"),
			add("main.css", "assets/main-2.css", "br", "gzip"),
			add("core.wasm", "assets/core-3.wasm", "br", "gzip"),
			add("cl100k_base.bin", "assets/cl100k_base-4.bin", "br", "gzip"),
			add("inter.woff2", "assets/inter-5.woff2"),
			add("model.js", "assets/model-6.js", "br"),
			add("favicon.svg", "favicon.svg", "br", "gzip"),
		},
		Scripts: []string{"'sha256-c2NyaXB0'"},
		Styles:  []string{"'sha256-c3R5bGU='"},
	})
	require.NoError(t, err)
	page[BundleFile] = &fstest.MapFile{Data: list}
	return page
}

// start serves h on a real loopback port and returns its address.
func start(t testing.TB, makeHandler func(Origin) http.Handler) net.Addr {
	t.Helper()
	listeners, err := Listen("127.0.0.1:0")
	require.NoError(t, err)
	server := NewServer(makeHandler(NewOrigin(listeners[0].Addr())), log.New(io.Discard, "", 0))
	done := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { done <- server.Serve(l) }()
	}
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		for range listeners {
			require.ErrorIs(t, <-done, http.ErrServerClosed)
		}
	})
	return listeners[0].Addr()
}

func startPage(t *testing.T) net.Addr {
	t.Helper()
	addr, _ := startProxy(t, Options{})
	return addr
}

// startProxy serves with options in which what a test does not care about is left
// out. It looks for no servers on this machine unless told to.
func startProxy(t testing.TB, o Options) (net.Addr, *Proxy) {
	t.Helper()
	var p *Proxy
	addr := start(t, func(origin Origin) http.Handler {
		o.Origin = origin
		p = newProxy(t, o)
		return p
	})
	return addr, p
}

// patient is for servers that answer in the end, however busy the machine is.
var patient = wait{machine: time.Minute, list: time.Minute}

func newProxy(t testing.TB, o Options) *Proxy {
	t.Helper()
	if o.Page == nil {
		o.Page = testPage(t)
	}
	if o.Token == nil {
		o.Token = testTokenFile(t)
	}
	if o.Machine == nil {
		o.Machine = []Server{}
	}
	o.Version = "1.2.3"
	o.wait = patient
	p, err := New(o)
	require.NoError(t, err)
	t.Cleanup(p.transport.(*http.Transport).CloseIdleConnections)
	return p
}

// testToken is what tests put into the file; it is as long as a real one.
const testToken = "test-token-test-token-test-token-test-token"

func testTokenFile(t testing.TB) *Token {
	t.Helper()
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(testToken), 0o600))
	token, err := OpenToken(file)
	require.NoError(t, err)
	return token
}

// authorized is the header line that opens a test's server.
const authorized = "Authorization: Bearer " + testToken

// exchange sends the bytes of a request as they are: net/http's client would
// mend or refuse most of what these tests send. PORT in the text stands for the
// server's port.
func exchange(t *testing.T, addr net.Addr, request string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	defer conn.Close()
	_, port, err := net.SplitHostPort(addr.String())
	require.NoError(t, err)
	request = strings.ReplaceAll(strings.ReplaceAll(request, "PORT", port), "\n", "\r\n")
	_, err = io.WriteString(conn, request)
	require.NoError(t, err)
	method, _, _ := strings.Cut(request, " ")
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response, string(body)
}

// get asks for a path with the right Host and the given extra header lines.
func get(t *testing.T, addr net.Addr, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	return exchange(t, addr, "GET "+path+" HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\n"+lines(headers)+"\n")
}

func lines(headers []string) string {
	var b strings.Builder
	for _, h := range headers {
		b.WriteString(h + "\n")
	}
	return b.String()
}
