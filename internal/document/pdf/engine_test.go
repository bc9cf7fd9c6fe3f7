//go:build !wasm

package pdf

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// wasmPath is where npm puts PDFium, if BURROW_PDFIUM does not say where it is.
const wasmPath = "../../../web/node_modules/@hyzyla/pdfium/dist/pdfium.wasm"

func wasmFile() string {
	if path := os.Getenv("BURROW_PDFIUM"); path != "" {
		return path
	}
	return wasmPath
}

// shared compiles PDFium once for all tests, and keeps that for the next run.
var shared = sync.OnceValues(func() (*Library, error) {
	wasm, err := os.ReadFile(wasmFile())
	if err != nil {
		return nil, err
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	return Compile(context.Background(), wasm, filepath.Join(folder, "burrow-test", "pdfium"))
})

// missing leaves a test out, except where nothing may pass by being absent.
func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// newEngine makes an engine that ends with the test.
func newEngine(t testing.TB, ctx context.Context) Engine {
	t.Helper()
	library, err := shared()
	if os.IsNotExist(err) {
		missing(t, "PDFium is not here: run `make setup`, or set BURROW_PDFIUM to the path of pdfium.wasm")
	}
	require.NoError(t, err)
	e, err := library.Engine(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}
