package proxy

import (
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile are requests that must not reach a handler: foreign names, spellings
// of loopback that no browser sends to us, and requests with two ideas of the
// host. Only what stands before the path varies from route to route.
var hostile = []struct {
	request string
	want    int
}{
	{"GET ROUTE HTTP/1.1\nHost: evil.example:8080\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: evil.example:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1.evil.com\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1.evil.com:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: localhost.evil.com:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: LOCALHOST:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: LOCALHOST\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: localhost.:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: localhost.\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1.:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.1:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.2:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 0.0.0.0:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 0x7f000001:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 2130706433:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 0177.0.0.1:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: [::ffff:7f00:1]:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: [::ffff:127.0.0.1]:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: [0:0:0:0:0:0:0:1]:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: [::1%25lo]:PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:0PORT\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:1\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: user@127.0.0.1:PORT\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:PORT, evil.example\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:PORT/x\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost:\n\n", 403},
	{"GET ROUTE HTTP/1.1\n\n", 400},
	{"GET ROUTE HTTP/1.0\n\n", 403},
	{"GET ROUTE HTTP/1.0\nHost: evil.example\n\n", 403},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:PORT\nHost: evil.example\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: evil.example\nHost: 127.0.0.1:PORT\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: evil.example\nX-Forwarded-Host: 127.0.0.1:PORT\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:PORT\nX-Forwarded-Host: evil.example\n\n", 400},
	{"GET ROUTE HTTP/1.1\nHost: 127.0.0.1:PORT\nForwarded: host=evil.example\n\n", 400},
	{"GET http://127.0.0.1:PORTROUTE HTTP/1.1\nHost: evil.example\n\n", 400},
	{"GET http://evil.exampleROUTE HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 400},
	{"OPTIONS * HTTP/1.1\nHost: evil.example\n\n", 400},
	{"OPTIONS * HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 400},
	{"CONNECT evil.example:443 HTTP/1.1\nHost: 127.0.0.1:PORT\n\n", 400},
	{"PRI * HTTP/2.0\n\nSM\n\n", 400},
}

func TestHostileRequestsReachNoHandler(t *testing.T) {
	var reached atomic.Int64
	addr, _ := startProxy(t, Options{Page: counted{testPage(t), &reached}})
	reached.Store(0)
	for _, tt := range hostile {
		response, _ := exchange(t, addr, strings.ReplaceAll(tt.request, "ROUTE", "/"))
		require.Equal(t, tt.want, response.StatusCode, tt.request)
	}
	require.Zero(t, reached.Load())

	response, _ := exchange(t, addr, "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\n\n")
	require.Equal(t, 200, response.StatusCode)
	require.EqualValues(t, 1, reached.Load(), "the guard lets its own host through")
}

// counted counts the files that are opened.
type counted struct {
	fs.FS
	opened *atomic.Int64
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.FS.Open(name)
}

// Each kind of route is asked, so that none can be put in front of the guard.
func TestHostIsCheckedOnEveryRoute(t *testing.T) {
	addr := startPage(t)
	for _, route := range []string{"/", "/c/abc", "/healthz", "/assets/main-1.js", "/favicon.svg", "/nothing", "/readyz", "/api/status", "/v1/models", "/v1/nothing"} {
		for _, tt := range hostile {
			request := strings.ReplaceAll(tt.request, "ROUTE", route)
			response, body := exchange(t, addr, request)
			require.Equal(t, tt.want, response.StatusCode, request)
			require.NotContains(t, body, "plain", request)
		}
	}
}

// A second protocol would bring a second name for the host (:authority), so the
// server must stay on HTTP/1.1 when a client offers to upgrade.
func TestUpgradeToHTTP2IsIgnored(t *testing.T) {
	addr := startPage(t)
	response, body := get(t, addr, "/", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__")
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, "HTTP/1.1", response.Proto)
	require.Equal(t, "plain index.html", body)
}

func TestOtherLoopbackNamesAreSentToTheOrigin(t *testing.T) {
	addr := startPage(t)
	origin := "http://" + addr.String()
	for _, tt := range []struct{ host, path, want string }{
		{"localhost:PORT", "/", origin + "/"},
		{"[::1]:PORT", "/c/abc?x=1", origin + "/c/abc?x=1"},
		{"localhost:PORT", "/assets/main-1.js", origin + "/assets/main-1.js"},
		{"localhost:PORT", "//evil.example/", origin + "//evil.example/"},
		{"localhost:PORT", "/%0d%0aSet-Cookie:x", origin + "/%0d%0aSet-Cookie:x"},
		{"localhost:PORT", "/@evil.example", origin + "/@evil.example"},
	} {
		response, body := exchange(t, addr, "GET "+tt.path+" HTTP/1.1\nHost: "+tt.host+"\n\n")
		require.Equal(t, http.StatusTemporaryRedirect, response.StatusCode, tt)
		require.Equal(t, tt.want, response.Header.Get("Location"))
		require.Equal(t, "no-store", response.Header.Get("Cache-Control"))
		require.NotContains(t, body, "plain")
	}
	for _, host := range []string{"127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"} {
		response, body := exchange(t, addr, "GET /healthz HTTP/1.1\nHost: "+host+"\n\n")
		require.Equal(t, 200, response.StatusCode, host)
		require.Equal(t, "ok\n", body)
	}
}

func TestOriginFollowsTheListeningAddress(t *testing.T) {
	at := func(ip string, port int) Origin { return NewOrigin(&net.TCPAddr{IP: net.ParseIP(ip), Port: port}) }
	require.Equal(t, "http://127.0.0.1:7777", at("127.0.0.1", 7777).String())
	require.Equal(t, Origin{
		hosts:  []string{"[::1]:7777"},
		others: []string{"127.0.0.1:7777", "localhost:7777"},
	}, at("::1", 7777))
	require.Equal(t, Origin{
		hosts:  []string{"127.0.0.1", "127.0.0.1:80"},
		others: []string{"localhost", "localhost:80", "[::1]", "[::1]:80"},
	}, at("127.0.0.1", 80), "browsers send no port 80")

	for address, want := range map[string]string{"localhost:7777": "http://127.0.0.1:7777", "[::1]:1": "http://[::1]:1", "127.0.0.1:80": "http://127.0.0.1"} {
		o, err := ParseOrigin(address)
		require.NoError(t, err)
		require.Equal(t, want, o.String())
	}
	_, err := ParseOrigin("0.0.0.0:7777")
	require.ErrorContains(t, err, "listens only on localhost")
}
