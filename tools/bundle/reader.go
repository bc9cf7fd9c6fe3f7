package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
)

// addReader adds what reads files, none of which a first visit loads: a module of Go, the
// worker around it, and the scripts that ask it for chats and for documents. The program
// reads PDF files with the same PDFium.
func (p *page) addReader() error {
	module, err := p.read("build/reader.wasm", "run `make build`")
	if err != nil {
		return err
	}
	pdfium, err := p.read("web/node_modules/@hyzyla/pdfium/dist/pdfium.wasm", "run `make setup`")
	if err != nil {
		return err
	}
	worker, err := p.compile("web/src/storage/reader/reader.ts", map[string]any{
		"__READER__": p.add("reader.wasm", module),
		"__PDFIUM__": p.add("pdfium.wasm", pdfium),
	})
	if err != nil {
		return err
	}
	address := p.addCompiled(worker)["reader.js"]
	for _, name := range []string{"incoming", "documents"} {
		script, err := p.compile("web/src/storage/reader/"+name+".ts", map[string]any{"__READER_WORKER__": address})
		if err != nil {
			return err
		}
		p.urls[name] = p.addCompiled(script)[name+".js"]
	}
	return p.addManual()
}

// addManual adds the manual of the demo's company, for those who want to try documents.
func (p *page) addManual() error {
	chapters, err := filepath.Glob(filepath.Join(p.root, "internal/demo/manual/*.md"))
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, path := range chapters { // in the order of their names
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		// Without a time, so that the same chapters make the same file.
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: filepath.Base(path), Method: zip.Deflate})
		if err == nil {
			_, err = entry.Write(text)
		}
		if err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	p.urls["manual"] = p.add("manual.zip", packed.Bytes())
	return nil
}
