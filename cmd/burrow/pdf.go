package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"burrow"
	"burrow/internal/document/pdf"
	"burrow/internal/document/read"
	"burrow/internal/fault"
	"burrow/internal/proxy"
)

// pdfReader reads PDF files with the PDFium of the page, which is in this program. It is
// compiled when the first one is read, and that is kept beside what is made again.
type pdfReader struct {
	page    fs.FS
	library *pdf.Library
}

// documentReader reads files of all kinds. close gives back what it needs.
func documentReader() (reader read.Reader, close func()) {
	p := &pdfReader{page: burrow.Page()}
	return read.Reader{PDF: p.read}, p.close
}

func (p *pdfReader) read(ctx context.Context, r io.ReaderAt, size int64, tell func(float64)) (out read.Text, err error) {
	if p.library == nil {
		if p.library, err = p.compile(ctx); err != nil {
			return out, err
		}
	}
	engine, err := p.library.Engine(ctx)
	if err != nil {
		return out, err
	}
	defer engine.Close()
	out.Type = read.PDF
	out.Title, out.Blocks, out.Warnings, err = pdf.Read(ctx, engine, r, size, tell)
	return out, err
}

func (p *pdfReader) compile(ctx context.Context) (*pdf.Library, error) {
	page, err := proxy.ReadBundle(p.page)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "This program was built without what reads PDF files. Build it with `make build`.")
	}
	for _, f := range page.Files {
		if f.Name != "pdfium.wasm" {
			continue
		}
		wasm, err := fs.ReadFile(p.page, f.Path)
		if err != nil {
			return nil, err
		}
		return pdf.Compile(ctx, wasm, compiledDir())
	}
	return nil, fault.New(fault.Unavailable, "This program was built without what reads PDF files. Build it with `make build`.")
}

// compiledDir is where compiled code is kept, "" if there is no place.
func compiledDir() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(cache, "burrow", "pdfium")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}

func (p *pdfReader) close() {
	if p.library != nil {
		p.library.Close()
	}
}
