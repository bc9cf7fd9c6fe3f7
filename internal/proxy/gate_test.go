package proxy

import (
	"io"
	"log"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// everyRoute is the whole of what is answered. A new route is entered here, with
// whether it is meant to be public; without an entry the test below fails.
var everyRoute = []struct {
	method, path string
	public       bool
}{
	{"GET", "/api/sql", false},
	{"POST", "/api/sql/ask", false},
	{"GET", "/api/sql/tables/", false},
	{"GET", "/api/sql/golden", false},
	{"POST", "/api/sql/golden", false},
	{"PUT", "/api/sql/golden", false},
	{"DELETE", "/api/sql/golden", false},
	{"GET", "/", true},
	{"GET", "/models/", true},
	{"GET", "/healthz", true},
	{"GET", "/readyz", true},
	{"GET", "/api/", false},
	{"GET", "/api/status", false},
	{"GET", "/api/keys", false},
	{"POST", "/api/keys/test", false},
	{"POST", "/api/keys/save", false},
	{"POST", "/api/keys/remove", false},
	{"GET", "/v1/", false},
	{"POST", "/v1/", false},
	{"GET", "/v1/models", false},
	{"GET", "/v1/models/", false},
	{"POST", "/v1/chat/completions", false},
	{"POST", "/v1/embeddings", false},
	{"POST", "/v1/responses", false},
}

func TestEveryRouteIsEntered(t *testing.T) {
	p := newProxy(t, Options{})
	for i, r := range p.routes() {
		require.Less(t, i, len(everyRoute), "%s %s has no entry", r.method, r.path)
		want := everyRoute[i]
		require.Equal(t, want.method+" "+want.path, r.method+" "+r.path)
		require.Equal(t, want.public, r.public, r.path)
	}
	require.Len(t, p.routes(), len(everyRoute))
}

// refusals are requests that must not reach the handler of any route: METHOD and
// PATH stand for the route's.
var refusals = []struct {
	name    string
	headers []string
	open    bool // refused where a token is needed only
}{
	{"no token", nil, true},
	{"wrong token", []string{"Authorization: Bearer " + strings.Repeat("x", 43)}, true},
	{"empty token", []string{"Authorization: Bearer "}, true},
	{"token without a scheme", []string{"Authorization: " + testToken}, true},
	{"another scheme", []string{"Authorization: Basic " + testToken}, true},
	{"two tokens", []string{authorized, authorized}, true},
	{"token in a cookie", []string{"Cookie: token=" + testToken}, true},
	{"injection", []string{"Authorization: Bearer ' OR '1'='1"}, true},
	{"other letters", []string{"Authorization: Bearer tökén"}, true},
	{"longer token", []string{authorized + "x"}, true},
	{"shorter token", []string{authorized[:len(authorized)-1]}, true},
	{"token in other case", []string{"Authorization: Bearer " + strings.ToUpper(testToken)}, true},

	{"another site's origin", []string{authorized, "Origin: https://evil.example"}, false},
	{"another port's origin", []string{authorized, "Origin: http://127.0.0.1:8081"}, false},
	{"another name's origin", []string{authorized, "Origin: http://localhost:PORT"}, false},
	{"an origin that begins like ours", []string{authorized, "Origin: http://127.0.0.1:PORT.evil.example"}, false},
	{"another scheme's origin", []string{authorized, "Origin: https://127.0.0.1:PORT"}, false},
	{"no origin", []string{authorized, "Origin: null"}, false},
	{"empty origin", []string{authorized, "Origin:"}, false},
	{"two origins", []string{authorized, "Origin: http://127.0.0.1:PORT", "Origin: https://evil.example"}, false},
	{"an extension's origin", []string{authorized, "Origin: chrome-extension://abcdefghijklmnop"}, false},
	{"sent by another site", []string{authorized, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: empty"}, false},
	{"sent by a neighbour", []string{authorized, "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"}, false},
	{"sent by an unknown relation", []string{authorized, "Sec-Fetch-Site: near-site"}, false},
	{"image of another site", []string{authorized, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"}, false},
	{"frame of another site", []string{authorized, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"}, false},
	{"two relations", []string{authorized, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"}, false},
	{"forwarded", []string{authorized, "X-Forwarded-Host: 127.0.0.1:PORT"}, false},
}

// counting replaces the handlers of a proxy by one that counts.
func counting(p *Proxy) *atomic.Int64 {
	reached := new(atomic.Int64)
	p.gate.routes = p.routes()
	for i := range p.gate.routes {
		p.gate.routes[i].handle = func(http.ResponseWriter, *http.Request) { reached.Add(1) }
	}
	return reached
}

// below returns a path that the route answers.
func below(path string) string {
	if strings.HasSuffix(path, "/") && path != "/" {
		return path + "nothing"
	}
	return path
}

func TestNoRouteIsReachedUnguarded(t *testing.T) {
	addr, p := startProxy(t, Options{})
	reached := counting(p)
	ask := func(method, path, host string, headers []string) *http.Response {
		body := "Content-Type: application/json\nContent-Length: 2\n\n{}"
		if method == "GET" {
			body = "\n"
		}
		response, _ := exchange(t, addr, method+" "+path+" HTTP/1.1\nHost: "+host+"\n"+lines(headers)+body)
		require.Empty(t, response.Header.Get("Access-Control-Allow-Origin"))
		require.NotEmpty(t, response.Header.Get("Content-Security-Policy"))
		return response
	}
	for _, route := range everyRoute {
		path := below(route.path)
		for _, tt := range refusals {
			if tt.open && route.public {
				continue
			}
			response := ask(route.method, path, "127.0.0.1:PORT", tt.headers)
			require.Contains(t, []int{400, 401, 403, 429}, response.StatusCode, "%s %s: %s", route.method, path, tt.name)
			require.Zero(t, reached.Load(), "%s %s: %s", route.method, path, tt.name)
		}
		for _, tt := range hostile {
			request := strings.ReplaceAll(strings.ReplaceAll(tt.request, "ROUTE", path), "GET ", route.method+" ")
			request = strings.Replace(request, "\n\n", "\n"+authorized+"\nContent-Length: 0\n\n", 1)
			response, _ := exchange(t, addr, request)
			require.Equal(t, tt.want, response.StatusCode, request)
			require.Zero(t, reached.Load(), request)
		}
		// The same requests without what is wrong with them do get there.
		for _, headers := range [][]string{
			{authorized},
			{strings.Replace(authorized, "Bearer", "bearer", 1)},
			{authorized, "Origin: http://127.0.0.1:PORT"},
			{authorized, "Origin: http://127.0.0.1:PORT", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"},
			{authorized, "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"},
		} {
			response := ask(route.method, path, "127.0.0.1:PORT", headers)
			require.Equal(t, 200, response.StatusCode, "%s %s %v", route.method, path, headers)
			require.EqualValues(t, 1, reached.Swap(0))
		}
		if route.public {
			ask(route.method, path, "127.0.0.1:PORT", nil)
			require.EqualValues(t, 1, reached.Swap(0))
		}
	}
}

// A program may use any name of this machine; it has no storage that two names
// would split.
func TestProgramsMayUseAnyNameOfTheMachine(t *testing.T) {
	addr, p := startProxy(t, Options{})
	reached := counting(p)
	for _, host := range []string{"127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"} {
		response, _ := exchange(t, addr, "GET /v1/models HTTP/1.1\nHost: "+host+"\n"+authorized+"\n\n")
		require.Equal(t, 200, response.StatusCode, host)
		require.EqualValues(t, 1, reached.Swap(0))
	}
}

func TestLinksOpenThePageAndNothingElse(t *testing.T) {
	addr := startPage(t)
	link := []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", "Sec-Fetch-User: ?1"}
	for path, want := range map[string]int{
		"/": 200, "/?a=b": 200, "/c/abc": 200,
		"/assets/main-1.js": 403, "/healthz": 403, "/readyz": 403, "/api/status": 403, "/v1/models": 403, "/favicon.svg": 403, "/nothing": 403,
	} {
		response, _ := get(t, addr, path, link...)
		require.Equal(t, want, response.StatusCode, path)
	}
	for _, headers := range [][]string{
		{"Sec-Fetch-Site: cross-site"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: document"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: embed"},
		append(slices.Clone(link), "Origin: https://evil.example"),
	} {
		response, _ := get(t, addr, "/", headers...)
		require.Equal(t, 403, response.StatusCode, headers)
	}
	response, _ := exchange(t, addr, "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\n"+lines(link)+"Content-Length: 0\n\n")
	require.Equal(t, 403, response.StatusCode, "a form of another site")
	response, _ = get(t, addr, "/", "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
	require.Equal(t, 200, response.StatusCode, "a link of another port")
	response, _ = exchange(t, addr, "GET / HTTP/1.1\nHost: localhost:PORT\n"+lines(link)+"\n")
	require.Equal(t, 307, response.StatusCode, "a link to the other name")
}

func TestPreflightsFail(t *testing.T) {
	addr, p := startProxy(t, Options{})
	reached := counting(p)
	for _, origin := range []string{"https://evil.example", "http://localhost:3000", "http://127.0.0.1:8081", "null", "https://app.example.com.evil.com", "http://127.0.0.1:PORT"} {
		response, _ := exchange(t, addr, "OPTIONS /v1/chat/completions HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: "+origin+
			"\nAccess-Control-Request-Method: POST\nAccess-Control-Request-Headers: authorization, content-type\n\n")
		require.GreaterOrEqual(t, response.StatusCode, 400)
		for name := range response.Header {
			require.False(t, strings.HasPrefix(name, "Access-Control-"), name)
		}
	}
	require.Zero(t, reached.Load())
}

func TestPathsAreNotTranslated(t *testing.T) {
	addr, p := startProxy(t, Options{})
	reached := counting(p)
	for path, want := range map[string]int{
		"/v1/../api/status":              401,
		"/v1/..%2fapi%2fstatus":          401,
		"/v1/%2e%2e/healthz":             401,
		"/v1/chat/completions/":          401,
		"/v1/chat/completions/../x":      401,
		`/v1/chat\completions`:           401,
		"/api/status?token=" + testToken: 401,
		"/api/status;x":                  401,
		"/api/":                          401,
		"/v1/":                           401,
		"/V1/models":                     200, // the page's, where there is nothing
		"//v1/models":                    200,
		"/./v1/models":                   200,
	} {
		response, _ := get(t, addr, path)
		require.Equal(t, want, response.StatusCode, path)
		reached.Store(0)
	}
	for _, header := range []string{"X: a\rb", "X: a\x00b", "X : y", "X\x7f: y", ": y"} {
		response, _ := get(t, addr, "/v1/models", authorized, header)
		require.Equal(t, 400, response.StatusCode, "%q", header)
	}
	require.Zero(t, reached.Load())
}

func TestWrongMethodsNameTheRightOnes(t *testing.T) {
	addr := startPage(t)
	for _, tt := range []struct{ method, path, allow, sentence string }{
		{"GET", "/v1/chat/completions", "POST", "Only POST works here."},
		{"DELETE", "/v1/embeddings", "POST", "Only POST works here."},
		{"HEAD", "/v1/embeddings", "POST", ""},
		{"POST", "/v1/models", "GET, HEAD", "Only GET and HEAD work here."},
		{"PUT", "/api/status", "GET, HEAD", "Only GET and HEAD work here."},
	} {
		response, body := exchange(t, addr, tt.method+" "+tt.path+" HTTP/1.1\nHost: 127.0.0.1:PORT\n"+authorized+"\nContent-Length: 0\n\n")
		require.Equal(t, 405, response.StatusCode, tt)
		require.Equal(t, tt.allow, response.Header.Get("Allow"))
		if tt.method != "HEAD" {
			require.JSONEq(t, `{"error":{"message":"`+tt.sentence+`","type":"burrow_error","code":"invalid"}}`, body)
		}
	}
	response, body := exchange(t, addr, "HEAD /v1/models HTTP/1.1\nHost: 127.0.0.1:PORT\n"+authorized+"\n\n")
	require.Equal(t, 200, response.StatusCode)
	require.Empty(t, body)
	for _, request := range []string{"GET /v1/nothing", "GET /v1/responses/resp_1", "GET /api/nothing", "GET /api/"} {
		response, body := exchange(t, addr, request+" HTTP/1.1\nHost: 127.0.0.1:PORT\n"+authorized+"\nContent-Length: 0\n\n")
		require.Equal(t, 404, response.StatusCode, request)
		require.JSONEq(t, `{"error":{"message":"There is nothing at this address.","type":"burrow_error","code":"not_found"}}`, body)
	}
}

func TestPanicsAreAnsweredAndSayNothing(t *testing.T) {
	var written shared
	addr, p := startProxy(t, Options{Log: log.New(&written, "", 0)})
	p.gate.routes = p.routes()
	for i := range p.gate.routes {
		p.gate.routes[i].handle = func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Late") != "" {
				w.WriteHeader(http.StatusAccepted)
				if r.Header.Get("Late") == "body" {
					w.Write([]byte("half"))
				}
				http.NewResponseController(w).Flush()
			}
			panic("secret: " + r.Header.Get("Authorization"))
		}
	}
	response, body := get(t, addr, "/v1/models", authorized)
	require.Equal(t, 500, response.StatusCode)
	require.JSONEq(t, `{"error":{"message":"Something went wrong inside Burrow.","type":"burrow_error","code":"internal"}}`, body)
	response, body = get(t, addr, "/")
	require.Equal(t, 500, response.StatusCode)
	require.Equal(t, "Something went wrong inside Burrow.\n", body)

	for kind, want := range map[string]string{"header": "", "body": "half"} {
		late, err := http.DefaultClient.Do(request(t, addr, "GET", "/v1/models", "", "Authorization", "Bearer "+testToken, "Late", kind))
		require.NoError(t, err)
		require.Equal(t, http.StatusAccepted, late.StatusCode)
		part, err := io.ReadAll(late.Body)
		late.Body.Close()
		require.Error(t, err, "an answer that has begun is cut, not completed")
		require.Equal(t, want, string(part))
	}
	require.Contains(t, written.String(), "a request to /v1/models failed because of a bug in Burrow (string):")
	require.NotContains(t, written.String(), "secret")
	require.NotContains(t, written.String(), testToken)
}
