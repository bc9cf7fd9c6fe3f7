//go:build conformance

package tokens_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

const exhaustive = true

// The conformance tests compare with the oracle over all scalars and all text
// files of the Go tool chain and of Python: make conformance.

func TestConformanceScalars(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		compareScalars(t, e, want, 256)
	})
}

func TestConformanceFiles(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	roots := textRoots(t)
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		files, size := 0, 0
		for _, root := range roots {
			require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || !entry.Type().IsRegular() {
					return err
				}
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				if !bytes.ContainsRune(text, 0) {
					files, size = files+1, size+len(text)
					compareLines(t, e, want, path, string(text))
				}
				return nil
			}))
		}
		t.Logf("%s: %d files, %d bytes", e.Name(), files, size)
		require.Greater(t, files, 5000)
	})
}

// compareLines compares a file, in parts of up to 64 kB: the oracle is quadratic
// in places. A part with scalars newer than the oracle may differ, and is named.
func compareLines(t *testing.T, e *tokens.Encoding, want func(string) []uint32, path, text string) {
	t.Helper()
	for text != "" {
		n := min(64<<10, len(text))
		if line := strings.LastIndexByte(text[:n], '\n'); n < len(text) && line > 0 {
			n = line + 1
		}
		part := text[:n]
		if strings.ContainsFunc(part, newerThanOracle) && !slices.Equal(want(part), e.Encode(nil, part)) {
			t.Logf("%s differs in a part with scalars newer than the oracle", path)
		} else {
			requireSame(t, e, want, part)
		}
		text = text[n:]
	}
}

// textRoots are the folders of the Go tool chain and of Python.
func textRoots(t *testing.T) []string {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	python, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	require.NoError(t, err)
	return []string{strings.TrimSpace(string(goroot)), strings.TrimSpace(string(python))}
}
