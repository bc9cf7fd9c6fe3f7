//go:build !wasm

package pdf

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/fault"
)

var update = flag.Bool("update", false, "write the golden files")

// read reads a file with an engine of its own.
func read(t testing.TB, data []byte) (title string, blocks []document.Block, warnings []string, err error) {
	t.Helper()
	return Read(t.Context(), newEngine(t, t.Context()), bytes.NewReader(data), int64(len(data)), nil)
}

// golden is what a file gives, a block a line: kind and level, place, veil, text.
func golden(title string, blocks []document.Block, warnings []string, err error) string {
	var b strings.Builder
	if err != nil {
		return "error: " + fault.From(err).Message + "\n"
	}
	b.WriteString("title: " + title + "\n")
	for _, w := range warnings {
		b.WriteString("warning: " + w + "\n")
	}
	for _, block := range blocks {
		b.WriteString(string(block.Kind))
		if block.Level > 0 {
			b.WriteString(" " + strconv.Itoa(block.Level))
		}
		b.WriteString("\t" + block.Place.String() + "\t" + string(block.Veil) + "\t" + block.Text + "\n")
	}
	return b.String()
}

// Real files of real programs: testdata/make.sh says which. To write what they give:
// go test -run Fixtures ./internal/document/pdf -update
func TestFixturesAreReadAsPeopleReadThem(t *testing.T) {
	files, err := filepath.Glob("testdata/*.pdf")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 10)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			got := golden(read(t, data))
			want := strings.TrimSuffix(name, ".pdf") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(want, []byte(got), 0o644))
			}
			text, err := os.ReadFile(want)
			require.NoError(t, err)
			require.Equal(t, string(text), got)
		})
	}
}
