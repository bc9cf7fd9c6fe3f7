package proxy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/encoder"
)

const modelText = "GGUF, as far as a server cares"

func startModels(t *testing.T, dir string) net.Addr {
	t.Helper()
	addr, _ := startProxy(t, Options{Models: dir})
	return addr
}

func writeModel(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

func listed(t *testing.T, addr net.Addr) []ModelFile {
	t.Helper()
	response, body := get(t, addr, "/models/")
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Equal(t, "application/json", response.Header.Get("Content-Type"))
	var list struct {
		Models []ModelFile `json:"models"`
	}
	require.NoError(t, json.Unmarshal([]byte(body), &list))
	require.NotNil(t, list.Models, "an empty list is a list")
	return list.Models
}

func TestModelsAreListedWithTheirDigests(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "b.gguf", modelText)
	writeModel(t, dir, "a-1.Q4_1.gguf", modelText+modelText)
	writeModel(t, dir, "notes.txt", "no model")
	writeModel(t, dir, ".hidden.gguf", "no plain name")
	writeModel(t, dir, "a b.gguf", "no plain name")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "dir.gguf"), 0o755))
	require.NoError(t, os.Symlink(filepath.Join(dir, "b.gguf"), filepath.Join(dir, "link.gguf")))
	addr := startModels(t, dir)
	sum := func(text string) string {
		d := sha256.Sum256([]byte(text))
		return hex.EncodeToString(d[:])
	}
	want := []ModelFile{
		{"a-1.Q4_1.gguf", int64(2 * len(modelText)), sum(modelText + modelText)},
		{"b.gguf", int64(len(modelText)), sum(modelText)},
	}
	require.Equal(t, want, listed(t, addr))
	require.Equal(t, want, listed(t, addr), "the second time from what is known")

	// A digest is made once for a file that is the same by all that can be seen.
	info, err := os.Stat(filepath.Join(dir, "b.gguf"))
	require.NoError(t, err)
	writeModel(t, dir, "b.gguf", strings.ToLower(modelText))
	require.NoError(t, os.Chtimes(filepath.Join(dir, "b.gguf"), time.Time{}, info.ModTime()))
	require.Equal(t, want, listed(t, addr))

	// The same length and another content: the digest is made anew.
	other := strings.ToUpper(modelText)
	writeModel(t, dir, "b.gguf", other)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "b.gguf"), time.Time{}, time.Unix(2_000_000_000, 7)))
	want[1].SHA256 = sum(other)
	require.Equal(t, want, listed(t, addr))
}

// It is the smallest, and would be what a page without a key asks its questions.
func TestEncoderIsServedAndAnswersNobody(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, encoder.File, "small")
	writeModel(t, dir, "larger.gguf", modelText)
	addr := startModels(t, dir)
	require.Len(t, listed(t, addr), 1)
	require.Equal(t, "larger", newShelf(dir).smallest())
	response, body := get(t, addr, "/models/"+encoder.File)
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Equal(t, "small", body)

	// Nor does a page wait for it as for its first model.
	coming := t.TempDir()
	writeModel(t, coming, encoder.File+partSuffix, "")
	require.False(t, newShelf(coming).coming())
}

func TestModelsWithoutADirectoryAreNone(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "not-there")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{"", gone, t.TempDir(), file} {
		addr := startModels(t, dir)
		require.Empty(t, listed(t, addr), dir)
		response, _ := get(t, addr, "/models/a.gguf")
		require.NotEqual(t, http.StatusOK, response.StatusCode, dir)
	}
	// A directory may come later.
	addr := startModels(t, gone)
	require.NoError(t, os.Mkdir(gone, 0o755))
	writeModel(t, gone, "a.gguf", modelText)
	require.Len(t, listed(t, addr), 1)
}

func TestModelIsServedAsAStaticFileOfTheOrigin(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "a.gguf", modelText)
	addr := startModels(t, dir)
	response, body := get(t, addr, "/models/a.gguf") // without a token
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Equal(t, modelText, body)
	h := response.Header
	require.Equal(t, "application/octet-stream", h.Get("Content-Type"))
	require.Equal(t, "bytes", h.Get("Accept-Ranges"))
	require.Equal(t, "no-cache", h.Get("Cache-Control"))
	require.Equal(t, "same-origin", h.Get("Cross-Origin-Resource-Policy"))
	require.Equal(t, "require-corp", h.Get("Cross-Origin-Embedder-Policy"))
	require.Empty(t, h.Get("Last-Modified"), "the ETag says it with more precision")

	response, body = get(t, addr, "/models/a.gguf", "If-None-Match: "+h.Get("ETag"))
	require.Equal(t, http.StatusNotModified, response.StatusCode)
	require.Empty(t, body)
	response, _ = exchange(t, addr, "POST /models/a.gguf HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\nContent-Length: 0\n\n")
	require.Equal(t, http.StatusMethodNotAllowed, response.StatusCode)
	response, _ = exchange(t, addr, "GET /models/a.gguf HTTP/1.1\nHost: localhost:PORT\nConnection: close\n\n")
	require.Equal(t, http.StatusTemporaryRedirect, response.StatusCode, "other names of the server lead to the one origin")
	response, _ = exchange(t, addr, "GET /models/a.gguf HTTP/1.1\nHost: evil.example\nConnection: close\n\n")
	require.NotEqual(t, http.StatusOK, response.StatusCode)
}

func TestModelRanges(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "a.gguf", modelText)
	addr := startModels(t, dir)
	for _, tt := range []struct {
		asked  string
		status int
		body   string
	}{
		{"bytes=0-3", 206, modelText[:4]},
		{"bytes=6-", 206, modelText[6:]},
		{"bytes=-4", 206, modelText[len(modelText)-4:]},
		{"bytes=29-1000", 206, modelText[29:]},
		{"bytes=30-", 416, ""},
		{"lines=1-2", 416, ""},
	} {
		response, body := get(t, addr, "/models/a.gguf", "Range: "+tt.asked)
		require.Equal(t, tt.status, response.StatusCode, tt.asked)
		if tt.status == 206 {
			require.Equal(t, tt.body, body, tt.asked)
		}
	}
}

func TestModelThatWasReplacedIsNotContinued(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "a.gguf", modelText)
	addr := startModels(t, dir)
	first, _ := get(t, addr, "/models/a.gguf")
	etag := first.Header.Get("ETag")
	response, body := get(t, addr, "/models/a.gguf", "Range: bytes=4-", "If-Range: "+etag)
	require.Equal(t, http.StatusPartialContent, response.StatusCode)
	require.Equal(t, modelText[4:], body)

	writeModel(t, dir, "new", "a newer model")
	require.NoError(t, os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "a.gguf")))
	response, body = get(t, addr, "/models/a.gguf", "Range: bytes=4-", "If-Range: "+etag)
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Equal(t, "a newer model", body, "the whole of the new one")
}

// A file that is replaced while it is sent: who has begun gets the rest of the old
// one, byte for byte.
func TestModelThatIsReplacedWhileItIsSent(t *testing.T) {
	dir := t.TempDir()
	old := bytes.Repeat([]byte("old "), 2<<20) // more than the sockets hold
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.gguf"), old, 0o644))
	addr := startModels(t, dir)
	response, err := http.Get("http://" + addr.String() + "/models/a.gguf")
	require.NoError(t, err)
	defer response.Body.Close()
	head := make([]byte, 4)
	_, err = response.Body.Read(head)
	require.NoError(t, err)
	writeModel(t, dir, "new", "a newer model")
	require.NoError(t, os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "a.gguf")))
	var rest bytes.Buffer
	n, err := rest.ReadFrom(response.Body)
	require.NoError(t, err)
	require.EqualValues(t, len(old), n+4)
	require.Equal(t, strings.Repeat("old ", 4), rest.String()[rest.Len()-16:])
}

func TestNothingButModelsIsServed(t *testing.T) {
	outside := t.TempDir()
	writeModel(t, outside, "secret.gguf", "secret")
	dir := filepath.Join(outside, "models")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o755))
	writeModel(t, dir, "a.gguf", modelText)
	writeModel(t, dir, "a.txt", "secret")
	writeModel(t, filepath.Join(dir, "sub"), "b.gguf", "secret")
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.gguf"), filepath.Join(dir, "link.gguf")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "out.gguf")))
	addr := startModels(t, dir)
	for _, path := range []string{
		"a.txt", "a", ".gguf", "sub/b.gguf", "sub", "link.gguf", "out.gguf", "out.gguf/secret.gguf",
		"../secret.gguf", "..%2fsecret.gguf", "%2e%2e/secret.gguf", "..%5csecret.gguf", "/secret.gguf", "//etc/passwd",
		"a.gguf/", "a.gguf%00", "%2e.gguf", "A%20.gguf", "ä.gguf", strings.Repeat("a", 200) + ".gguf",
	} {
		response, body := get(t, addr, "/models/"+path)
		require.Contains(t, []int{http.StatusNotFound, http.StatusBadRequest, http.StatusMisdirectedRequest}, response.StatusCode, path)
		require.NotContains(t, body, "secret", path)
		require.NotContains(t, body, modelText, path)
	}
}

func TestOnlyTheModelWorkerHasALooserPolicy(t *testing.T) {
	addr := startPage(t)
	for path, loose := range map[string]bool{"/": false, "/assets/main-1.js": false, "/assets/model-6.js": true, "/models/": false} {
		response, _ := get(t, addr, path)
		require.Equal(t, http.StatusOK, response.StatusCode, path)
		policy := response.Header.Get("Content-Security-Policy")
		require.Equal(t, loose, strings.Contains(policy, "worker-src blob:"), path)
		require.Equal(t, !loose, strings.Contains(policy, "require-trusted-types-for"), path)
		require.NotContains(t, policy, "unsafe-inline")
		require.NotContains(t, policy, "'unsafe-eval'")
		require.NotContains(t, policy, "http")
	}
}

// A model on its way: the list waits for it, and no longer than it is on its way.
func TestListWaitsForTheFirstModel(t *testing.T) {
	dir := t.TempDir()
	s := newShelf(dir)
	var took time.Duration
	// lists asks, changes the directory while the answer waits, and returns the answer.
	lists := func(change func()) (names []string) {
		synctest.Test(t, func(t *testing.T) {
			w := httptest.NewRecorder()
			began := time.Now()
			done := make(chan struct{})
			go func() {
				s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, modelsPath, nil))
				close(done)
			}()
			synctest.Wait()
			if change != nil {
				select {
				case <-done:
					t.Error("it does not wait")
				default:
				}
				change()
			}
			<-done // by the bubble's clock
			took = time.Since(began)
			var list struct{ Models []ModelFile }
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &list))
			for _, m := range list.Models {
				names = append(names, m.Name)
			}
		})
		return names
	}
	require.Empty(t, lists(nil))

	writeModel(t, dir, "small.gguf.part", modelText)
	require.Equal(t, []string{"small.gguf"}, lists(func() {
		require.NoError(t, os.Rename(filepath.Join(dir, "small.gguf.part"), filepath.Join(dir, "small.gguf")))
	}))
	require.Equal(t, 200*time.Millisecond, took, "it is soon noticed")
	writeModel(t, dir, "other.gguf.part", "")
	require.Equal(t, []string{"small.gguf"}, lists(nil), "the first one is enough")
	require.Zero(t, took)

	require.NoError(t, os.Remove(filepath.Join(dir, "small.gguf")))
	require.Equal(t, []string{"small.gguf"}, lists(func() { writeModel(t, dir, "small.gguf", modelText) }), "the other one still comes")
	require.Equal(t, 200*time.Millisecond, took)
	require.NoError(t, os.Remove(filepath.Join(dir, "small.gguf")))
	require.Empty(t, lists(func() { require.NoError(t, os.Remove(filepath.Join(dir, "other.gguf.part"))) }), "nothing came")
	require.Equal(t, 200*time.Millisecond, took)
}

func TestModelThatNobodyFetchesAnyMoreIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	s := newShelf(dir)
	require.False(t, s.coming())
	writeModel(t, dir, "small.gguf.part", "")
	require.True(t, s.coming())
	require.NoError(t, os.Chtimes(filepath.Join(dir, "small.gguf.part"), time.Time{}, time.Now().Add(-partStale)))
	require.False(t, s.coming())
	writeModel(t, dir, "notes.part", "")
	require.False(t, s.coming(), "that is no model")
}

func TestLongAndShortNamesOfModels(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"azAZ09-_.gguf", strings.Repeat("a", 128-len(".gguf")) + ".gguf"} {
		writeModel(t, dir, name, modelText)
		response, body := get(t, startModels(t, dir), "/models/"+name)
		require.Equal(t, 200, response.StatusCode, name)
		require.Equal(t, modelText, body)
	}
	long := strings.Repeat("a", 129-len(".gguf")) + ".gguf"
	writeModel(t, dir, long, modelText)
	for _, name := range []string{long, "@.gguf", "[.gguf", "`.gguf", "{.gguf", "%2f.gguf", ":.gguf"} {
		response, body := get(t, startModels(t, dir), "/models/"+name)
		require.Equal(t, 404, response.StatusCode, name)
		require.Equal(t, "There is no model with this name.", strings.TrimSpace(body))
	}
}

func TestTheSmallestModelIsTheOneForTheBrowser(t *testing.T) {
	dir := t.TempDir()
	p := newProxy(t, Options{Models: dir})
	require.Empty(t, p.BrowserModel())
	for name, bytes := range map[string]int{"a": 300, "b": 100, "c": 100, "d": 200} {
		writeModel(t, dir, name+".gguf", strings.Repeat("x", bytes))
	}
	require.Equal(t, "b", p.BrowserModel(), "the first of two that are as small")
	require.False(t, p.BrowserModelComes())
	writeModel(t, dir, "e.gguf.part", "")
	require.True(t, p.BrowserModelComes())
}

func TestADigestIsMadeOfAWholeFile(t *testing.T) {
	text := strings.Repeat("GGUF", 3<<20)
	sum := sha256.Sum256([]byte(text))
	got, err := digest(t.Context(), strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, hex.EncodeToString(sum[:]), got)

	broken := errors.New("the disk is broken")
	_, err = digest(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = digest(gone, strings.NewReader(text))
	require.ErrorIs(t, err, context.Canceled)
}

func TestAListThatNobodyWaitsForEnds(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "small.gguf.part", "")
	s := newShelf(dir)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, modelsPath, nil).WithContext(ctx))
			close(done)
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		select {
		case <-done:
		default:
			t.Error("it still waits")
		}
		<-done
	})
}

func TestAModelThatCannotBeReadIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	writeModel(t, dir, "a.gguf", modelText)
	s := newShelf(dir)
	_, err := s.describe(t.Context(), "b.gguf")
	require.ErrorIs(t, err, fs.ErrNotExist)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.describe(gone, "a.gguf")
	require.ErrorIs(t, err, context.Canceled)
	m, err := s.describe(t.Context(), "a.gguf")
	require.NoError(t, err)
	require.Equal(t, "a.gguf", m.Name)
}
