package proxy

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"burrow/internal/say"
)

// BundleFile is where tools/bundle puts the list of what it built, beside
// index.html. The list itself is never served.
const BundleFile = "bundle.json"

// ErrNotBuilt means that the page's directory holds no bundle.
var ErrNotBuilt = errors.New("the page has not been built: run `make build`")

// Bundle lists the files of a built page. A file that is not listed is not
// served, whatever else lies in the directory.
type Bundle struct {
	// Build names the build: it changes whenever any of its files does.
	Build string `json:"build,omitempty"`
	Files []File `json:"files"`
	// Hashes of the inline scripts and styles of index.html, in the form of a
	// CSP source: 'sha256-…'.
	Scripts []string `json:"scripts,omitempty"`
	Styles  []string `json:"styles,omitempty"`
}

// File is one file of a built page. Brotli and Gzip are the sizes of its
// siblings Path.br and Path.gz; zero means that there is no such sibling.
type File struct {
	Name   string `json:"name"` // without the hash: core.wasm
	Path   string `json:"path"` // below the page's directory: assets/core-1f2e3d4c.wasm
	SHA256 string `json:"sha256"`
	Raw    int64  `json:"raw"`
	Brotli int64  `json:"brotli,omitempty"`
	Gzip   int64  `json:"gzip,omitempty"`
}

// contentTypes is closed on purpose: with nosniff a wrong type breaks the page,
// and Go's own table depends on the machine's mime.types.
var contentTypes = map[string]string{
	".bin":         "application/octet-stream",
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".zip":         "application/zip",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// ContentType returns the type a file is served with, or "" for an extension
// that no page may hold.
func ContentType(name string) string { return contentTypes[path.Ext(name)] }

// ReadBundle reads the list of a built page and checks it against the files, so
// that a half-written directory is found at the start and not by a user.
// It returns ErrNotBuilt if there is no list.
func ReadBundle(page fs.FS) (Bundle, error) {
	var b Bundle
	text, err := fs.ReadFile(page, BundleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return b, ErrNotBuilt
	}
	if err != nil {
		return b, fmt.Errorf("%s: %w", say.T("read the page's {file}", "file", BundleFile), err)
	}
	if err := json.Unmarshal(text, &b); err != nil {
		return b, fmt.Errorf("%s: %w", say.T("read the page's {file}", "file", BundleFile), err)
	}
	for _, f := range b.Files {
		if err := f.check(page); err != nil {
			return b, fmt.Errorf("%s: %w", say.T("the built page is damaged, run `make build`"), err)
		}
	}
	return b, nil
}

func (f File) check(page fs.FS) error {
	if ContentType(f.Path) == "" {
		return say.Error("{file} has an extension without a content type", "file", f.Path)
	}
	if len(f.SHA256) != 64 {
		return say.Error("{file} has no digest", "file", f.Path)
	}
	for _, v := range f.variants() {
		info, err := fs.Stat(page, v.path)
		if err != nil {
			return err
		}
		if info.Size() != v.size {
			return say.Error("{file} has {bytes} bytes instead of {wanted}", "file", v.path, "bytes", info.Size(), "wanted", v.size)
		}
	}
	return nil
}

// A variant is one stored form of a file.
type variant struct {
	coding string
	path   string
	size   int64
}

// variants returns the stored forms in the order the server prefers them when a
// client has no preference: smallest first, the plain one last.
func (f File) variants() []variant {
	var all []variant
	if f.Brotli > 0 {
		all = append(all, variant{"br", f.Path + ".br", f.Brotli})
	}
	if f.Gzip > 0 {
		all = append(all, variant{"gzip", f.Path + ".gz", f.Gzip})
	}
	return append(all, variant{identity, f.Path, f.Raw})
}
