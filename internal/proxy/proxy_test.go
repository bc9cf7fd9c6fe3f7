package proxy

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestFilesAreServedInTheChosenCoding(t *testing.T) {
	addr := startPage(t)
	for _, tt := range []struct{ path, accept, body, kind, coding string }{
		{"/", "br", "br index.html", "text/html; charset=utf-8", "br"},
		{"/", "gzip", "gzip index.html", "text/html; charset=utf-8", "gzip"},
		{"/", "identity", "plain index.html", "text/html; charset=utf-8", ""},
		{"/assets/core-3.wasm", "gzip, br", "br core.wasm", "application/wasm", "br"},
		{"/assets/main-1.js", "gzip;q=1, br;q=0.1", "gzip main.js", "text/javascript; charset=utf-8", "gzip"},
		{"/assets/main-2.css", "br", "br main.css", "text/css; charset=utf-8", "br"},
		{"/assets/cl100k_base-4.bin", "br", "br cl100k_base.bin", "application/octet-stream", "br"},
		{"/assets/inter-5.woff2", "br", "plain inter.woff2", "font/woff2", ""},
		{"/favicon.svg", "br", "br favicon.svg", "image/svg+xml", "br"},
	} {
		response, body := get(t, addr, tt.path, "Accept-Encoding: "+tt.accept)
		require.Equal(t, 200, response.StatusCode, tt)
		require.Equal(t, tt.body, body)
		require.Equal(t, tt.kind, response.Header.Get("Content-Type"), tt)
		require.Equal(t, tt.coding, response.Header.Get("Content-Encoding"), tt)
		require.EqualValues(t, len(body), response.ContentLength, tt)
		if tt.path == "/assets/inter-5.woff2" {
			require.Empty(t, response.Header.Get("Vary"), "one form only")
		} else {
			require.Equal(t, "Accept-Encoding", response.Header.Get("Vary"), tt)
		}
	}
	response, _ := get(t, addr, "/", "Accept-Encoding: identity;q=0")
	require.Equal(t, http.StatusNotAcceptable, response.StatusCode)
	response, body := get(t, addr, "/", "Accept-Encoding: gzip;q=0.5", "Accept-Encoding: br")
	require.Equal(t, "br index.html", body, "a list may come in two lines")
	require.Equal(t, 200, response.StatusCode)
}

func TestOnlyHashedFilesAreCachedForEver(t *testing.T) {
	addr := startPage(t)
	for path, want := range map[string]string{
		"/":                     "no-cache",
		"/c/abc":                "no-cache",
		"/favicon.svg":          "no-cache",
		"/assets/main-1.js":     "public, max-age=31536000, immutable",
		"/assets/inter-5.woff2": "public, max-age=31536000, immutable",
		"/nothing":              "no-store",
		"/healthz":              "no-store",
	} {
		response, _ := get(t, addr, path)
		require.Equal(t, want, response.Header.Get("Cache-Control"), path)
	}
}

func TestETagNamesOneStoredForm(t *testing.T) {
	addr := startPage(t)
	response, _ := get(t, addr, "/", "Accept-Encoding: br")
	brotli := response.Header.Get("ETag")
	response, _ = get(t, addr, "/")
	plain := response.Header.Get("ETag")
	require.NotEmpty(t, brotli)
	require.NotEqual(t, brotli, plain)

	for _, tt := range []struct {
		match string
		want  int
	}{
		{brotli, 304},
		{"W/" + brotli, 304},
		{`"other", ` + brotli, 304},
		{"*", 304},
		{plain, 200},
		{`"other"`, 200},
	} {
		response, body := get(t, addr, "/", "Accept-Encoding: br", "If-None-Match: "+tt.match)
		require.Equal(t, tt.want, response.StatusCode, tt.match)
		require.Equal(t, brotli, response.Header.Get("ETag"))
		require.Equal(t, "Accept-Encoding", response.Header.Get("Vary"))
		require.NotEmpty(t, response.Header.Get("Content-Security-Policy"))
		require.Equal(t, tt.want == 304, body == "", tt.match)
	}
}

func TestHeadHasTheHeadersOfGet(t *testing.T) {
	addr := startPage(t)
	want, _ := get(t, addr, "/assets/main-1.js", "Accept-Encoding: br")
	got, body := exchange(t, addr, "HEAD /assets/main-1.js HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\nAccept-Encoding: br\n\n")
	want.Header.Del("Date")
	got.Header.Del("Date")
	require.Equal(t, want.Header, got.Header)
	require.Empty(t, body)
}

func TestOtherMethodsAreRefused(t *testing.T) {
	addr := startPage(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"} {
		for _, path := range []string{"/", "/healthz", "/assets/main-1.js"} {
			response, body := exchange(t, addr, method+" "+path+" HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Length: 0\n\n")
			require.Equal(t, http.StatusMethodNotAllowed, response.StatusCode, method+path)
			require.Equal(t, "GET, HEAD", response.Header.Get("Allow"))
			require.NotContains(t, body, "plain")
		}
	}
}

func TestOnlyListedFilesAndPageRoutesExist(t *testing.T) {
	addr := startPage(t)
	for _, path := range []string{"/", "/?a=b", "/c/0192f3aB-_", "/c/azAZ09", "/c/" + strings.Repeat("a", 64)} {
		response, body := get(t, addr, path)
		require.Equal(t, 200, response.StatusCode, path)
		require.Equal(t, "plain index.html", body)
	}
	for _, path := range []string{
		"/c/", "/c", "/c/a/b", "/c/a.js", "/c/%2e%2e", "/c/" + strings.Repeat("a", 65), "/c/é", "/c/@", "/c/[", "/c/`", "/c/{", "/c/:",
		"/bundle.json", "/index.html", "/.gitkeep", "/assets/", "/assets", "/assets/stray.js",
		"/assets/main-1.js.br", "/assets/main-1.js/", "/assets/../index.html", "/assets/%2e%2e/bundle.json",
		"//", "//assets/main-1.js", "/assets//main-1.js", `/assets\main-1.js`, "/assets/main-1.js%00", "/ASSETS/main-1.js",
	} {
		response, body := get(t, addr, path)
		require.Equal(t, 404, response.StatusCode, path)
		require.Equal(t, "There is nothing at this address.\n", body, path)
	}
}

func TestAnAddressThatLeadsNowhereLeadsHome(t *testing.T) {
	addr := startPage(t)
	request, err := http.NewRequest(http.MethodGet, "http://"+addr.String()+"/nonsense/page", nil)
	require.NoError(t, err)
	request.Header.Set("Accept", "text/html,application/xhtml+xml")
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, 404, response.StatusCode)
	require.Equal(t, "text/html; charset=utf-8", response.Header.Get("Content-Type"))
	require.Contains(t, string(body), `<a href="/">`)
	require.Contains(t, string(body), `href="/assets/main-2.css"`)
	require.NotContains(t, string(body), "nonsense")
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	addr := startPage(t)
	for _, request := range []string{
		"GET / HTTP/1.1\nHost: 127.0.0.1:PORT\n\n",
		"GET /assets/main-1.js HTTP/1.1\nHost: 127.0.0.1:PORT\n\n",
		"GET /healthz HTTP/1.1\nHost: 127.0.0.1:PORT\n\n",
		"GET /nothing HTTP/1.1\nHost: 127.0.0.1:PORT\n\n",
		"POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Length: 0\n\n",
		"GET / HTTP/1.1\nHost: localhost:PORT\n\n",
		"GET / HTTP/1.1\nHost: evil.example\n\n",
	} {
		response, _ := exchange(t, addr, request)
		h := response.Header
		require.Equal(t, "default-src 'none'; "+
			"script-src 'self' 'wasm-unsafe-eval' 'sha256-c2NyaXB0'; "+
			"style-src 'self' 'sha256-c3R5bGU='; "+
			"connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; "+
			"frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "+
			"require-trusted-types-for 'script'; trusted-types burrow", h.Get("Content-Security-Policy"), request)
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Opener-Policy"))
		require.Equal(t, "require-corp", h.Get("Cross-Origin-Embedder-Policy"))
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Resource-Policy"))
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", h.Get("Referrer-Policy"))
		require.Contains(t, h.Get("Permissions-Policy"), "camera=()")
		require.Empty(t, h.Get("Access-Control-Allow-Origin"))
	}
}

func TestPageThatWasNotBuiltSaysSo(t *testing.T) {
	addr, _ := startProxy(t, Options{Page: fstest.MapFS{".gitkeep": {}}})
	for _, path := range []string{"/", "/c/abc", "/assets/main-1.js"} {
		response, body := get(t, addr, path)
		require.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
		require.Equal(t, "The page has not been built: run `make build` and start burrow again.\n", body)
	}
	response, body := get(t, addr, "/readyz")
	require.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
	require.Equal(t, "The page has not been built.\n", body)
}

func TestDamagedBuildIsRefusedAtTheStart(t *testing.T) {
	for name, damage := range map[string]func(fstest.MapFS){
		"assets/main-1.js.br: open": func(p fstest.MapFS) { delete(p, "assets/main-1.js.br") },
		"assets/core-3.wasm has 3":  func(p fstest.MapFS) { p["assets/core-3.wasm"].Data = []byte("cut") },
		"invalid character":         func(p fstest.MapFS) { p[BundleFile].Data = []byte("{not json") },
		"it has no index.html":      func(p fstest.MapFS) { p[BundleFile].Data = []byte("{}") },
		"without a content type": func(p fstest.MapFS) {
			p[BundleFile].Data = []byte(strings.ReplaceAll(string(p[BundleFile].Data), ".woff2", ".exe"))
		},
		"has no digest": func(p fstest.MapFS) {
			p[BundleFile].Data = []byte(`{"files":[{"path":"index.html"}]}`)
		},
	} {
		page := testPage(t)
		damage(page)
		_, err := New(Options{Page: page, Origin: Origin{hosts: []string{"127.0.0.1:7777"}}, Token: testTokenFile(t)})
		require.Error(t, err, name)
		if strings.HasSuffix(name, "open") {
			require.ErrorContains(t, err, "assets/main-1.js.br")
		} else {
			require.ErrorContains(t, err, name)
		}
	}
}

func TestAFileThatIsGoneIsSaid(t *testing.T) {
	page := testPage(t)
	addr, _ := startProxy(t, Options{Page: page})
	delete(page, "favicon.svg")
	response, body := get(t, addr, "/favicon.svg")
	require.Equal(t, http.StatusInternalServerError, response.StatusCode)
	require.Equal(t, "This file cannot be read.\n", body)
}

func TestAServerNeedsAToken(t *testing.T) {
	_, err := New(Options{Page: testPage(t)})
	require.ErrorContains(t, err, "a server needs a token")
}
