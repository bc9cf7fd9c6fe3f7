package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/document/read"
	"burrow/internal/fault"
	"burrow/internal/proxy"
)

func TestAPDFIsReadWithThePagesPDFium(t *testing.T) {
	wasm, err := os.ReadFile(filepath.Join("..", "..", "web", "node_modules", "@hyzyla", "pdfium", "dist", "pdfium.wasm"))
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("pdfium.wasm is not there: run `make setup`")
	}
	require.NoError(t, err)
	sum := sha256.Sum256(wasm)
	list, err := json.Marshal(proxy.Bundle{Files: []proxy.File{{Name: "pdfium.wasm", Path: "assets/pdfium-1.wasm", SHA256: hex.EncodeToString(sum[:]), Raw: int64(len(wasm))}}})
	require.NoError(t, err)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := &pdfReader{page: fstest.MapFS{proxy.BundleFile: {Data: list}, "assets/pdfium-1.wasm": {Data: wasm}}}
	defer p.close()
	file, err := os.Open(filepath.Join("..", "..", "internal", "document", "pdf", "testdata", "letter.pdf"))
	require.NoError(t, err)
	defer file.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	for range 2 {
		text, err := read.Reader{PDF: p.read}.Read(t.Context(), "letter.pdf", file, info.Size(), nil)
		require.NoError(t, err)
		require.Equal(t, read.PDF, text.Type)
		require.NotEmpty(t, text.Blocks)
		require.Equal(t, document.Page, text.Blocks[0].Place.Kind)
	}
	// A program without a page says so.
	_, err = read.Reader{PDF: (&pdfReader{page: fstest.MapFS{}}).read}.Read(t.Context(), "letter.pdf", file, info.Size(), nil)
	require.ErrorIs(t, err, fault.Unavailable)
	require.ErrorContains(t, err, "was built without what reads PDF files")
}
