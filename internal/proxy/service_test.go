package proxy

import (
	"encoding/json"
	"net/http"
	"testing"
	"testing/fstest"

	"burrow/internal/wire"

	"github.com/stretchr/testify/require"
)

// withService is a built page with a service worker and a name.
func withService(t *testing.T) fstest.MapFS {
	t.Helper()
	page := testPage(t)
	var list Bundle
	require.NoError(t, json.Unmarshal(page[BundleFile].Data, &list))
	list.Build = "0123456789abcdef"
	script := []byte("plain service.js")
	page["service.js"] = &fstest.MapFile{Data: script}
	list.Files = append(list.Files, File{Name: "service.js", Path: "service.js", SHA256: list.Files[0].SHA256, Raw: int64(len(script))})
	text, err := json.Marshal(list)
	require.NoError(t, err)
	page[BundleFile] = &fstest.MapFile{Data: text}
	return page
}

func TestServiceScriptIsAskedForEachTime(t *testing.T) {
	addr, _ := startProxy(t, Options{Page: withService(t)})
	// As browsers ask for it.
	r, body := get(t, addr, "/service.js", "Service-Worker: script", "Sec-Fetch-Dest: serviceworker", "Sec-Fetch-Mode: same-origin", "Sec-Fetch-Site: same-origin")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, "plain service.js", body)
	require.Equal(t, "no-cache", r.Header.Get("Cache-Control"))
	require.Equal(t, "text/javascript; charset=utf-8", r.Header.Get("Content-Type"))
	require.Equal(t, "require-corp", r.Header.Get("Cross-Origin-Embedder-Policy"))
	require.Equal(t, "same-origin", r.Header.Get("Cross-Origin-Resource-Policy"))
	require.Contains(t, r.Header.Get("Content-Security-Policy"), "connect-src 'self'")
	require.Contains(t, r.Header.Get("Content-Security-Policy"), "manifest-src 'self'")
}

func TestStatusNamesTheBuildOfThePage(t *testing.T) {
	addr, _ := startProxy(t, Options{Page: withService(t)})
	r, body := get(t, addr, "/api/status", authorized)
	require.Equal(t, http.StatusOK, r.StatusCode)
	var status wire.ServerStatus
	require.NoError(t, json.Unmarshal([]byte(body), &status))
	require.Equal(t, "1.2.3", status.Version)
	require.Equal(t, "0123456789abcdef", status.Page)
}

func TestStatusTellsFreeSpace(t *testing.T) {
	free := int64(123 << 20)
	addr, _ := startProxy(t, Options{Free: func() int64 { return free }})
	for _, left := range []int64{free, 0} {
		free = left
		_, body := get(t, addr, "/api/status", authorized)
		var status wire.ServerStatus
		require.NoError(t, json.Unmarshal([]byte(body), &status))
		require.Equal(t, left, status.Free)
	}
}

// What is shared with the page is for its service worker. Without one nothing takes it.
func TestSharingIsNoBusinessOfTheServer(t *testing.T) {
	addr, _ := startProxy(t, Options{Page: withService(t)})
	r, _ := exchange(t, addr, "POST /share HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\nContent-Length: 0\n\n")
	require.Equal(t, http.StatusMethodNotAllowed, r.StatusCode)
}
