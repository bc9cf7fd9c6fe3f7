package proxy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"burrow/internal/encoder"
	"burrow/internal/say"
)

// A file with this ending beside a model's name is a model that somebody is fetching:
// tools/localmodel touches it every second, and renames it or takes it away at the end.
const (
	partSuffix = ".part"
	partStale  = 10 * time.Second
)

// A list waits this long for the first model, and looks this often.
const (
	comingTime = 10 * time.Minute
	comingLook = 200 * time.Millisecond
)

// modelsPath is where the model files for the browser are.
const modelsPath = "/models/"

// A client that reads slower than this is cut off: the file is on this machine.
const slowestModelBytes = 256 << 10 // a second

// shelf serves the model files of a directory to the page, which runs them in the
// browser. The directory is read for every request, so that files may be added
// while the server runs; a missing directory counts as empty.
type shelf struct {
	dir string

	mu    sync.Mutex // held while a digest is computed: two at once would be slower
	known map[string]digested
}

// digested is a file's digest, and the state of the file it belongs to.
type digested struct {
	etag, sha256 string
}

// ModelFile is an entry of the list at /models/.
type ModelFile struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func newShelf(dir string) *shelf { return &shelf{dir: dir, known: make(map[string]digested)} }

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == modelsPath {
		s.list(w, r)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, modelsPath)
	f, info, err := s.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		answerText(w, http.StatusNotFound, say.T("There is no model with this name."))
		return
	}
	if err != nil {
		answerText(w, http.StatusInternalServerError, say.T("This model file cannot be read."))
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	// The name stays when the file is replaced, so a copy must be checked before use.
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", etagOf(info))
	// A minute, the server's own limit, is too short for gigabytes.
	limit := time.Minute + time.Duration(info.Size()/slowestModelBytes)*time.Second
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit)) // a recorder in a test has none
	// It handles ranges and conditions. It reads the file that was opened: one that
	// replaces it meanwhile has another inode.
	http.ServeContent(w, r, "", time.Time{}, f)
}

// open opens a model file. Only plain files with plain names in the directory itself
// exist; links do not.
func (s *shelf) open(name string) (*os.File, fs.FileInfo, error) {
	if s.dir == "" || !isModelName(name) {
		return nil, nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	// This comes before opening, because opening a pipe would wait for its other end.
	// It also refuses links: OpenRoot refuses those that lead out, but with an error
	// that cannot be told from others.
	if info, err := root.Lstat(name); err != nil {
		return nil, nil, err
	} else if !info.Mode().IsRegular() {
		return nil, nil, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// isModelName takes names that mean the same in a URL, a directory and a listing.
func isModelName(name string) bool {
	stem, ok := strings.CutSuffix(name, ".gguf")
	if !ok || stem == "" || stem[0] == '.' || len(name) > 128 {
		return false
	}
	return strings.IndexFunc(stem, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-_.", c))
	}) < 0
}

// etagOf changes whenever the file does. A digest would be better, but takes time.
func etagOf(info fs.FileInfo) string {
	return fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano())
}

// list answers with all models, by name. A file that cannot be read, or changes
// while its digest is computed, is left out until the next list.
func (s *shelf) list(w http.ResponseWriter, r *http.Request) {
	var answer struct {
		Models []ModelFile `json:"models"`
	}
	answer.Models = []ModelFile{}
	s.awaitFirst(w, r)
	for _, name := range s.names() {
		if m, err := s.describe(r.Context(), name); err == nil {
			answer.Models = append(answer.Models, m)
		}
	}
	answerJSON(w, http.StatusOK, answer)
}

// awaitFirst waits while there is no model yet and one is coming, so that a page which
// is open before its model has nothing to do but to wait.
func (s *shelf) awaitFirst(w http.ResponseWriter, r *http.Request) {
	if len(s.names()) > 0 || !s.coming() {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), comingTime)
	defer cancel()
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(comingTime + time.Minute)) // a recorder in a test has none
	look := time.NewTicker(comingLook)
	defer look.Stop()
	for len(s.names()) == 0 && s.coming() {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// coming reports whether a model is being fetched into the directory.
func (s *shelf) coming() bool {
	for _, e := range s.entries() {
		name, ok := strings.CutSuffix(e.Name(), partSuffix)
		if !ok || !isModelName(name) || name == encoder.File {
			continue
		}
		// One that was left behind is not coming any more.
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) < partStale {
			return true
		}
	}
	return false
}

// entries are what is in the directory; one that is not there is an empty one.
func (s *shelf) entries() []fs.DirEntry {
	if s.dir == "" {
		return nil
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil
	}
	return entries
}

// names are the models that answer. The encoder, which makes vectors of texts, is served
// as they are, but it answers nobody: so no list has it, and it is no page's first model.
func (s *shelf) names() []string {
	var names []string
	for _, e := range s.entries() {
		if e.Type().IsRegular() && isModelName(e.Name()) && e.Name() != encoder.File {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// smallest returns the name of the smallest file, without its ending, "" if there
// is none.
func (s *shelf) smallest() string {
	best, least := "", int64(0)
	for _, name := range s.names() {
		f, info, err := s.open(name)
		if err != nil {
			continue
		}
		f.Close()
		if best == "" || info.Size() < least {
			best, least = strings.TrimSuffix(name, ".gguf"), info.Size()
		}
	}
	return best
}

// describe returns a file's entry. Its digest is computed once for each state of the
// file, in a third of a second for 100 MB.
func (s *shelf) describe(ctx context.Context, name string) (ModelFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, info, err := s.open(name)
	if err != nil {
		return ModelFile{}, err
	}
	defer f.Close()
	m := ModelFile{Name: name, Bytes: info.Size()}
	etag := etagOf(info)
	if d := s.known[name]; d.etag == etag {
		m.SHA256 = d.sha256
		return m, nil
	}
	if m.SHA256, err = digest(ctx, f); err != nil {
		return ModelFile{}, err
	}
	if info, err = f.Stat(); err != nil {
		return ModelFile{}, err
	}
	if etagOf(info) != etag {
		return ModelFile{}, say.Error("{file} changed while it was read", "file", name)
	}
	s.known[name] = digested{etag, m.SHA256}
	return m, nil
}

// digest reads f to its end, unless ctx ends first.
func digest(ctx context.Context, f io.Reader) (string, error) {
	sum := sha256.New()
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		_, err := io.CopyN(sum, f, 4<<20)
		if err == io.EOF {
			return hex.EncodeToString(sum.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}
