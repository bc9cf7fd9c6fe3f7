package proxy

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"burrow/internal/say"
)

const (
	indexFile = "index.html"
	styleFile = "main.css"
)

// site serves the files of a built page, and nothing that is not listed.
type site struct {
	page  fs.FS
	built bool
	index File
	files map[string]File // by URL path
	style string          // the URL path of the page's style sheet
}

// newSite returns the files of a page. A directory without a build is not an
// error: it is answered with 503 and what to do. A damaged build is.
func newSite(page fs.FS) (*site, Bundle, error) {
	bundle, err := ReadBundle(page)
	built := !errors.Is(err, ErrNotBuilt)
	if built && err != nil {
		return nil, bundle, err
	}
	s := &site{page: page, built: built, files: make(map[string]File)}
	for _, f := range bundle.Files {
		if f.Path == indexFile {
			s.index = f
			continue
		}
		s.files["/"+f.Path] = f
		if f.Name == styleFile {
			s.style = "/" + f.Path
		}
	}
	if built && s.index.Path == "" {
		return nil, bundle, say.Error("the built page is damaged, run `make build`: it has no index.html")
	}
	return s, bundle, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.built {
		answerText(w, http.StatusServiceUnavailable, say.T("The page has not been built: run `make build` and start burrow again."))
		return
	}
	if isPage(r.URL.Path) {
		s.serve(w, r, s.index)
		return
	}
	f, ok := s.files[r.URL.Path]
	if !ok {
		s.lost(w, r)
		return
	}
	s.serve(w, r, f)
}

// isPage reports whether the page itself handles the path: the start page and
// one address per chat, /c/ID.
func isPage(path string) bool {
	if path == "/" {
		return true
	}
	id, ok := strings.CutPrefix(path, "/c/")
	if !ok || id == "" || len(id) > 64 {
		return false
	}
	return strings.IndexFunc(id, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_')
	}) < 0
}

func (s *site) serve(w http.ResponseWriter, r *http.Request, f File) {
	forms := f.variants()
	h := w.Header()
	if len(forms) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	form, ok := choose(strings.Join(r.Header.Values("Accept-Encoding"), ","), forms)
	if !ok {
		answerText(w, http.StatusNotAcceptable, say.T("None of the stored encodings is acceptable."))
		return
	}

	if f.Name == modelScript {
		h.Set("Content-Security-Policy", modelPolicy())
	}
	// Names below assets/ carry a hash of their content, so they never change.
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(f.Path, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	etag := `"` + f.SHA256[:32] + "-" + form.coding + `"`
	h.Set("ETag", etag)
	if matches(r.Header.Values("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.send(w, r, f, form)
}

func (s *site) send(w http.ResponseWriter, r *http.Request, f File, form variant) {
	body, err := s.page.Open(form.path)
	if err != nil {
		// Checked at the start; an embedded file cannot go away.
		answerText(w, http.StatusInternalServerError, say.T("This file cannot be read."))
		return
	}
	defer body.Close()
	h := w.Header()
	if form.coding != identity {
		h.Set("Content-Encoding", form.coding)
	}
	h.Set("Content-Type", ContentType(f.Path))
	h.Set("Content-Length", strconv.FormatInt(form.size, 10))
	if r.Method == http.MethodHead {
		return
	}
	io.Copy(w, body) // an error here means that the client has gone
}

// matches compares weakly, as If-None-Match asks for (RFC 9110, section 13.1.2).
func matches(values []string, etag string) bool {
	for value := range strings.SplitSeq(strings.Join(values, ","), ",") {
		value = strings.TrimSpace(value)
		if value == "*" || strings.TrimPrefix(value, "W/") == etag {
			return true
		}
	}
	return false
}
