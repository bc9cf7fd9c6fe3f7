package proxy

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	oneBrowser = "0123456789abcdef0123456789abcdef"
	aHistory   = "SQLite format 3\x00 and the rest"
)

func copyRequest(t *testing.T, addr net.Addr, method, of, body string) (*http.Response, string) {
	answer, err := http.DefaultClient.Do(request(t, addr, method, "/api/copy"+of, body, "Authorization", "Bearer "+testToken))
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer, string(text)
}

func TestACopyOfAHistoryIsKeptWhole(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "copies")
	free := int64(0)
	addr, _ := startProxy(t, Options{Copies: folder, Free: func() int64 { return free }})
	of := "?of=" + oneBrowser
	list := func() (list copyList) {
		answer, body := copyRequest(t, addr, http.MethodGet, "", "")
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.NoError(t, json.Unmarshal([]byte(body), &list))
		return list
	}
	require.Equal(t, copyList{folder, []copyEntry{}}, list())
	answer, _ := copyRequest(t, addr, http.MethodGet, of, "")
	require.Equal(t, http.StatusNotFound, answer.StatusCode)

	for _, text := range []string{aHistory, aHistory + ", longer"} {
		answer, _ = copyRequest(t, addr, http.MethodPost, of, text)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		answer, body := copyRequest(t, addr, http.MethodGet, of, "")
		require.Equal(t, "application/vnd.sqlite3", answer.Header.Get("Content-Type"))
		require.Equal(t, text, body)
	}
	info, err := os.Stat(filepath.Join(folder, oneBrowser+".sqlite"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	require.Equal(t, []copyEntry{{oneBrowser, info.ModTime().UnixMilli(), int64(len(aHistory) + 8)}}, list().Copies)

	// What is refused leaves the last one, and nothing beside it.
	for _, tt := range []struct {
		body, sentence string
		free           int64
	}{{"", "not a Burrow history", 0}, {"hello", "not a Burrow history", 0}, {aHistory, "disk is almost full", 100 << 20}} {
		free = tt.free
		answer, said := copyRequest(t, addr, http.MethodPost, of, tt.body)
		require.GreaterOrEqual(t, answer.StatusCode, 400)
		require.Contains(t, said, tt.sentence)
	}
	for _, wrong := range []string{"?of=", "?of=..%2F..%2Fx", "?of=" + strings.ToUpper(oneBrowser)} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			answer, _ := copyRequest(t, addr, method, wrong, aHistory)
			require.Equal(t, http.StatusBadRequest, answer.StatusCode, "%s %s", method, wrong)
		}
	}
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 1)
	_, body := copyRequest(t, addr, http.MethodGet, of, "")
	require.Equal(t, aHistory+", longer", body)

	answer, _ = copyRequest(t, addr, http.MethodDelete, of, "")
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.Empty(t, list().Copies)
}

// A copy that is cut off on its way does not take the place of a whole one.
func TestACopyThatIsCutOffIsNone(t *testing.T) {
	folder := t.TempDir()
	addr, _ := startProxy(t, Options{Copies: folder})
	copyRequest(t, addr, http.MethodPost, "?of="+oneBrowser, aHistory)
	conn, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	fmt.Fprintf(conn, "POST /api/copy?of=%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 500\r\n\r\n%s", oneBrowser, addr, testToken, aHistory)
	// It has begun to write.
	require.Eventually(t, func() bool {
		files, err := os.ReadDir(folder)
		return err == nil && len(files) == 2
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, conn.Close())
	require.Eventually(t, func() bool {
		files, err := os.ReadDir(folder)
		return err == nil && len(files) == 1
	}, 10*time.Second, 10*time.Millisecond)
	_, body := copyRequest(t, addr, http.MethodGet, "?of="+oneBrowser, "")
	require.Equal(t, aHistory, body)
}

func TestCopiesOfFewBrowsersAreKept(t *testing.T) {
	folder := t.TempDir()
	addr, _ := startProxy(t, Options{Copies: folder})
	for i := range maxCopies + 1 {
		of := fmt.Sprintf("%032x", i)
		copyRequest(t, addr, http.MethodPost, "?of="+of, aHistory)
		at := time.Unix(int64(1_000+i), 0)
		require.NoError(t, os.Chtimes(filepath.Join(folder, of+".sqlite"), at, at))
	}
	answer, _ := copyRequest(t, addr, http.MethodGet, "?of="+fmt.Sprintf("%032x", 0), "")
	require.Equal(t, http.StatusNotFound, answer.StatusCode)
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, maxCopies)
}

func TestWithoutAFolderThereAreNoCopies(t *testing.T) {
	addr, _ := startProxy(t, Options{})
	answer, _ := copyRequest(t, addr, http.MethodPost, "?of="+oneBrowser, aHistory)
	require.NotEqual(t, http.StatusOK, answer.StatusCode)
}
