package read

import (
	"bytes"
	"context"
	"embed"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/document"
	"burrow/internal/fault"
)

// The fixtures were made by real programs; testdata/make.sh says how.
//
//go:embed testdata
var fixtures embed.FS

// update writes the goldens: go test ./internal/document/read -run Golden -update
var update = flag.Bool("update", false, "write the goldens")

// kept is a folder that gets what tests read and what came of it, so that the page is
// tested with the same: web/test/reading.spec.ts.
var kept = flag.String("kept", "", "keep what is read in this folder")

func keep(t testing.TB, name string, file []byte, text Text, err error) {
	if *kept == "" || bytes.HasPrefix(file, []byte("%PDF-")) { // which the page does read
		return
	}
	want := shown(text)
	if err != nil {
		want = "error: " + fault.From(err).Message + "\n"
	}
	stem := filepath.Join(*kept, strings.NewReplacer("/", "-", " ", "-").Replace(t.Name()))
	for i := 1; ; i++ {
		path := stem + "-" + strconv.Itoa(i) + "-" + name
		if _, err := os.Stat(path); err != nil {
			require.NoError(t, os.WriteFile(path, file, 0o644))
			require.NoError(t, os.WriteFile(path+".want", []byte(want), 0o644))
			return
		}
	}
}

// read reads a file that is in memory.
func read(t testing.TB, name string, file []byte) (Text, error) {
	t.Helper()
	calls, last := 0, 0.0
	text, err := Reader{}.Read(context.Background(), name, bytes.NewReader(file), int64(len(file)), func(done float64) {
		calls++
		require.GreaterOrEqual(t, done, last)
		require.LessOrEqual(t, done, 1.0)
		last = done
	})
	keep(t, name, file, text, err)
	require.LessOrEqual(t, calls, 101, name)
	if err == nil {
		require.Equal(t, 1.0, last, name)
	}
	return text, err
}

// shown is what was read, with a block in each line.
func shown(text Text) string {
	var b strings.Builder
	b.WriteString("type: " + text.Type + "\ntitle: " + text.Title + "\n")
	for _, w := range text.Warnings {
		b.WriteString("warning: " + w + "\n")
	}
	b.WriteString("\n")
	for _, block := range text.Blocks {
		b.WriteString(line(block) + "\n")
	}
	return b.String()
}

func line(b document.Block) string {
	out := string(b.Kind)
	if b.Level > 0 {
		out += " " + strconv.Itoa(b.Level)
	}
	if b.Place.Kind != document.Nowhere {
		out += " (" + b.Place.String() + ")"
	}
	if b.Veil != "" {
		out += " [" + string(b.Veil) + "]"
	}
	return out + ": " + strings.ReplaceAll(b.Text, "\n", "\n    ")
}

// documents are the names of the fixtures that have a golden.
func documents(t testing.TB) (names []string) {
	all, err := fixtures.ReadDir("testdata")
	require.NoError(t, err)
	for _, f := range all {
		if !f.IsDir() && f.Name() != "make.sh" && refused[f.Name()] == "" {
			names = append(names, f.Name())
		}
	}
	require.Greater(t, len(names), 16)
	return names
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	file, err := fixtures.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return file
}

func TestGolden(t *testing.T) {
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			file := fixture(t, name)
			text, err := read(t, name, file)
			require.NoError(t, err)
			for _, b := range text.Blocks {
				requireSound(t, b)
			}
			golden := path.Join("testdata", "golden", name+".txt")
			if *update {
				require.NoError(t, os.MkdirAll(path.Dir(golden), 0o755))
				require.NoError(t, os.WriteFile(golden, []byte(shown(text)), 0o644))
				return
			}
			want, err := fs.ReadFile(fixtures, golden)
			require.NoError(t, err)
			require.Equal(t, string(want), shown(text))
			again, err := read(t, name, file)
			require.NoError(t, err)
			require.Equal(t, text, again)
		})
	}
}

// requireSound: a block is as package document says that blocks are.
func requireSound(t testing.TB, b document.Block) {
	t.Helper()
	require.NotEmpty(t, strings.TrimSpace(b.Text))
	require.Equal(t, document.Clean(b.Text), b.Text)
	if b.Kind != document.Code && (b.Place.Kind != document.Line || b.Kind != document.Paragraph) {
		for cell := range strings.SplitSeq(b.Text, document.Between) {
			require.Equal(t, strings.Join(strings.Fields(cell), " "), cell, "%+v", b)
		}
	}
	switch b.Kind {
	case document.Heading, document.Item:
		require.Contains(t, []int{1, 2, 3, 4, 5, 6}, b.Level)
	case document.Paragraph, document.Head, document.Row, document.Code, document.Note:
		require.Zero(t, b.Level)
	default:
		require.Fail(t, "a kind that is none", "%+v", b)
	}
}
