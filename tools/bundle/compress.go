package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"burrow/internal/proxy"

	"github.com/andybalholm/brotli"
)

// compressed is a file with its siblings; an empty sibling is not stored.
type compressed struct {
	output
	sha256       string
	brotli, gzip []byte
}

func (c compressed) listed() proxy.File {
	return proxy.File{
		Name: c.name, Path: c.path, SHA256: c.sha256,
		Raw: int64(len(c.data)), Brotli: int64(len(c.brotli)), Gzip: int64(len(c.gzip)),
	}
}

// packed are formats that are compressed already.
var packed = []string{".woff2", ".png", ".ico"}

// effort says how much time compression takes for how few bytes.
type effort struct {
	brotli, gzip int
	// cache is where results are kept, by the digest of the content; "" if making
	// them again is as fast.
	cache string
}

// best is for what is passed on and measured: a minute for a page.
func best(root string) effort {
	return effort{brotli.BestCompression, gzip.BestCompression, filepath.Join(root, "build", "compressed")}
}

// quick is for a page that is served on this machine only: a second, and a sixth
// larger.
var quick = effort{brotli: 5, gzip: gzip.DefaultCompression}

// compressAll compresses the files on all processors. What this build did not use
// is removed from the cache.
func compressAll(files []output, e effort) ([]compressed, error) {
	if e.cache != "" {
		if err := os.MkdirAll(e.cache, 0o755); err != nil {
			return nil, err
		}
	}
	results := make([]compressed, len(files))
	problems := make([]error, len(files))
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i], problems[i] = e.compress(f)
		})
	}
	group.Wait()
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	if e.cache == "" {
		return results, nil
	}
	return results, prune(e.cache, results)
}

func (e effort) compress(f output) (compressed, error) {
	digest := sha256.Sum256(f.data)
	c := compressed{output: f, sha256: hex.EncodeToString(digest[:])}
	if slices.Contains(packed, path.Ext(f.path)) {
		return c, nil
	}
	var err error
	if c.brotli, err = e.cached(cacheName(c.sha256, ".br"), f.data, e.toBrotli); err != nil {
		return c, err
	}
	c.gzip, err = e.cached(cacheName(c.sha256, ".gz"), f.data, e.toGzip)
	return c, err
}

// cached returns the kept result for a file or makes it.
func (e effort) cached(name string, data []byte, pack func([]byte) ([]byte, error)) ([]byte, error) {
	if e.cache == "" {
		return smaller(data, pack)
	}
	file := filepath.Join(e.cache, name)
	kept, err := os.ReadFile(file)
	if err == nil {
		return kept, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	small, err := smaller(data, pack)
	if err != nil {
		return nil, err
	}
	return small, keep(file, small)
}

// smaller returns nothing for a result that is not smaller than its source.
func smaller(data []byte, pack func([]byte) ([]byte, error)) ([]byte, error) {
	small, err := pack(data)
	if len(small) >= len(data) {
		small = nil
	}
	return small, err
}

// keep renames the result into place, so that neither an interrupted run nor a
// second file of the same content meets half of it.
func keep(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// cacheName includes the version of the compressor, since another one may give
// other bytes and the cache must not make a build differ from a clean one.
func cacheName(sha256, suffix string) string { return sha256[:32] + "-" + compressor() + suffix }

var compressor = sync.OnceValue(func() string {
	name := runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/andybalholm/brotli" {
				name += "-" + m.Version
			}
		}
	}
	return name
})

func prune(cache string, used []compressed) error {
	needed := make(map[string]bool)
	for _, c := range used {
		needed[cacheName(c.sha256, ".br")] = true
		needed[cacheName(c.sha256, ".gz")] = true
	}
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !needed[e.Name()] {
			if err := os.Remove(filepath.Join(cache, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e effort) toBrotli(data []byte) ([]byte, error) {
	return pipe(data, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: e.brotli, LGWin: 24})
	})
}

func (e effort) toGzip(data []byte) ([]byte, error) {
	return pipe(data, func(w io.Writer) io.WriteCloser {
		g, err := gzip.NewWriterLevel(w, e.gzip)
		if err != nil {
			panic(err) // the levels are constants of the package
		}
		return g
	})
}

func pipe(data []byte, open func(io.Writer) io.WriteCloser) ([]byte, error) {
	var small bytes.Buffer
	w := open(&small)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return small.Bytes(), nil
}
