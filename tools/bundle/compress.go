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

// compressAll compresses the files on all processors. Brotli at its best level
// takes seconds for the core, so results are kept in cache by the digest of the
// content; what this build did not use is removed from there.
func compressAll(files []output, cache string) ([]compressed, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	results := make([]compressed, len(files))
	problems := make([]error, len(files))
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i], problems[i] = compress(f, cache)
		})
	}
	group.Wait()
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return results, prune(cache, results)
}

func compress(f output, cache string) (compressed, error) {
	digest := sha256.Sum256(f.data)
	c := compressed{output: f, sha256: hex.EncodeToString(digest[:])}
	if slices.Contains(packed, path.Ext(f.path)) {
		return c, nil
	}
	var err error
	if c.brotli, err = cached(cache, cacheName(c.sha256, ".br"), f.data, toBrotli); err != nil {
		return c, err
	}
	c.gzip, err = cached(cache, cacheName(c.sha256, ".gz"), f.data, toGzip)
	return c, err
}

// cached returns the kept result for a file or makes it. A result that is not
// smaller than its source is kept, and returned, as nothing.
func cached(dir, name string, data []byte, pack func([]byte) ([]byte, error)) ([]byte, error) {
	file := filepath.Join(dir, name)
	kept, err := os.ReadFile(file)
	if err == nil {
		return kept, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	small, err := pack(data)
	if err != nil {
		return nil, err
	}
	if len(small) >= len(data) {
		small = nil
	}
	return small, keep(file, small)
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

func toBrotli(data []byte) ([]byte, error) {
	return pipe(data, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	})
}

func toGzip(data []byte) ([]byte, error) {
	return pipe(data, func(w io.Writer) io.WriteCloser {
		g, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			panic(err) // the level is a constant of the package
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
