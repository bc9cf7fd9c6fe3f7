//go:build !wasm

package pdf

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
)

// hostScript is what the page starts PDFium with.
const hostScript = "../../../web/src/storage/reader/pdfium.ts"

// The page gives the same blocks as the native program. node stands for a worker: both
// run the same JavaScript, beside the same modules.
func TestTheBrowserReadsTheSame(t *testing.T) {
	newEngine(t, t.Context()) // skips if PDFium is not here
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, "node is not here")
	}
	folder := t.TempDir()
	script, err := os.ReadFile(hostScript)
	require.NoError(t, err)
	compiled := api.Transform(string(script), api.TransformOptions{Loader: api.LoaderTS, Target: api.ES2022, Format: api.FormatESModule})
	require.Empty(t, compiled.Errors)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "pdfium.mjs"), compiled.Code, 0o644))

	build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(folder, "main.wasm"), "./testdata/node")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "wasm_exec.mjs"), loader, 0o644))

	files, err := filepath.Glob("testdata/*.pdf")
	require.NoError(t, err)
	args := append([]string{"testdata/node/run.mjs", filepath.Join(folder, "wasm_exec.mjs"), filepath.Join(folder, "pdfium.mjs"), wasmFile(), filepath.Join(folder, "main.wasm"), folder}, files...)
	text, err = exec.CommandContext(t.Context(), node, args...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	for _, name := range files {
		name = strings.TrimSuffix(filepath.Base(name), ".pdf") + ".golden"
		want, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), name)
	}
}
