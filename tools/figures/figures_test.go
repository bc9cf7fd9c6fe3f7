package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var here = project{root: "../.."}

// watch looks at every source: what commands print depends on them, and a result
// of these tests must not come from the cache when one has changed.
func watch(t *testing.T) {
	t.Helper()
	for _, dir := range []string{"internal", "tools", "cmd", "web/src", "web/dist"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(here.root, dir), func(name string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(name)
			}
			return err
		}))
	}
}

func TestStatedFiguresAreWhatTheCommandsPrint(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes every figure again, and needs the page as it is released")
	}
	watch(t)
	_, err := os.Stat(filepath.Join(here.root, "web/dist/bundle.json"))
	built := err == nil
	require.True(t, built || os.Getenv("CI") == "", "the page is not built: run `make build`")
	for _, f := range registry {
		if f.data || !built && f.command == "make size" {
			continue
		}
		value, err := f.make(here)
		require.NoError(t, err, f.claim)
		wrong, err := f.check(here, value)
		require.NoError(t, err, f.claim)
		for _, sentence := range wrong {
			t.Error(sentence)
		}
	}
	if !built {
		t.Skip("the page is not built, so its sizes were not compared: run `make build`")
	}
}

// Figures that need data cannot be made again everywhere; that the documents state
// them can be looked at.
func TestEveryFigureIsStated(t *testing.T) {
	for _, f := range registry {
		for _, q := range f.quotes {
			pattern, err := q.pattern()
			require.NoError(t, err)
			text, err := here.read(q.file)
			require.NoError(t, err)
			require.Regexp(t, pattern, text, "%s: %s no longer says it; change tools/figures/registry.go with it", f.claim, q.file)
		}
	}
}

func TestEveryFigureNamesItsCommandAndCommit(t *testing.T) {
	wrong, err := unproven(here, registry)
	require.NoError(t, err)
	for _, sentence := range wrong {
		t.Error(sentence)
	}
}

// small is a project of these files, named and written in turn.
func small(t *testing.T, files ...string) project {
	t.Helper()
	p := project{root: t.TempDir()}
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(p.root, files[i])
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(files[i+1]), 0o644))
	}
	return p
}

func TestAnotherFigureIsNamed(t *testing.T) {
	f := figure{claim: "load", command: "make size", quotes: []quote{{"README.md", "load is {} MB of #", 1e6}}}
	for _, test := range []struct {
		text  string
		value float64
		near  bool
		wrong string
	}{
		{"The load is 2.06 MB of 9.", 2_057_715, false, ""},
		{"The load is 2.06 MB of 9.", 2_064_999, false, ""},
		{"The load is 2.06 MB of 9.", 2_065_001, false, `README.md says "load is 2.06 MB of 9", but ` + "`make size`" + ` gives 2.065 (load): `},
		{"The load is 2.06 MB of 9.", 2_069_000, true, ""},
		{"The load is 2.06 MB of 9.", 2_071_000, true, `gives 2.071`},
		{"The load is two MB of 9.", 2_000_000, false, ""},
		{"The load is two MB of 9.", 3_000_000, false, `gives 3`},
		{"The load is 2.06 MB of 9, no: load is 3 MB of 1.", 2_060_000, false, `says "load is 3 MB of 1"`},
		{"The load was 2.06 MB of 9.", 2_060_000, false, `README.md does not say "load is {} MB of #"`},
	} {
		f.near = test.near
		wrong, err := f.check(small(t, "README.md", test.text), test.value)
		require.NoError(t, err)
		if test.wrong == "" {
			require.Empty(t, wrong, test.text)
			continue
		}
		require.Len(t, wrong, 1, test.text)
		require.Contains(t, wrong[0], test.wrong)
	}
	_, err := figure{quotes: []quote{{"README.md", "no number", 0}}}.check(small(t, "README.md", ""), 1)
	require.ErrorContains(t, err, "wants one {}")
}

func TestFiguresAreWrittenAsTheOldOnesWere(t *testing.T) {
	for _, test := range []struct {
		old   string
		value float64
		want  string
	}{
		{"1,200", 2400, "2,400"}, {"900", 1200, "1,200"}, {"2505", 2600, "2600"}, {"0.32", 0.3, "0.30"}, {".881", 0.8519, ".852"}, {"88", 85.2, "85"},
		{"two", 3, "three"}, {"Two", 3, "Three"}, {"two", 40, "40"}, {"two", 2.5, "2"},
	} {
		require.Equal(t, test.want, like(test.old, test.value), test.old)
	}
	p := small(t, "README.md", "Of 1,200 tokens and 1,200 words, .881 and .881.")
	require.NoError(t, figure{quotes: []quote{{"README.md", "Of {} tokens", 0}}}.state(p, 1500))
	require.NoError(t, figure{quotes: []quote{{"README.md", "words, {} and", 0}}}.state(p, 0.852))
	text, err := p.read("README.md")
	require.NoError(t, err)
	require.Equal(t, "Of 1,500 tokens and 1,200 words, .852 and .881.", text)
}

func TestFiguresWithoutACommandAreNamed(t *testing.T) {
	const makefile = "bench-turn: build\n\tgo run ./tools/benchturn\n"
	head := "# Burrow\n\n"
	for _, test := range []struct{ text, wrong string }{
		{head + "Five chats, 30 facts.", ""},
		{head + "A turn takes 5 ms.", `README.md, "# Burrow" states "5 ms.": which command made it`},
		{head + "A turn takes 5 ms (`make bench-turn` at `56b330d`), on two shared cores.", ""},
		{head + "A turn takes 5 ms (by hand at `56b330d`), on two shared cores.", ""},
		{head + "A turn takes 5 ms (`make bench-turn` at `56b330d`).", `states "5 ms": on which machine?`},
		{head + "On two shared cores.\n\n## Turns\n\nA turn takes 5 ms (`make bench-turn` at `56b330d`).", `states "5 ms": on which machine?`},
		{head + "Measured on two shared cores.\n\n## Turns\n\nA turn takes 5 ms (`make bench-turn` at `56b330d`).", ""},
		{head + "A turn adds 5 kB (`make bench-turn` at `56b330d`).", ""},
		{head + "A turn adds 5 kB (`make bench-turn`).", `states "5 kB": which command`},
		{head + "A turn adds 5 kB (`make bench-turn` at `56b330d`).\n\n## Recall\n\n| all | .881 |", `README.md, "## Recall" states ".881"`},
		{head + "It waits eight seconds.", `states "eight seconds"`},
		{head + "A turn adds 5 kB (`make bench-walk` at `56b330d`).", "there is no `make bench-walk`"},
		{head + "A turn adds 5 kB (`go run ./tools/walk` at `56b330d`).", "there is no ./tools/walk"},
		{head + "A turn adds 5 kB (`go test -run Walks ./internal/turn` at `56b330d`).", "there is no such test"},
		{head + "A turn adds 5 kB (`go test -run Ends ./internal/turn` at `56b330d`).", ""},
		{head + "A turn adds 5 kB (`walk about` at `56b330d`).", "is no command of this project"},
		{head + "A frame has 64 MiB.", ""}, // in the registry
	} {
		p := small(t, "README.md", test.text, "Makefile", makefile, "docs/a.md", "# A\n", "internal/turn/a_test.go", "package turn\n\nfunc TestATurnEnds(t *testing.T) {}\n")
		wrong, err := unproven(p, []figure{{quotes: []quote{{readme, "A frame has {} MiB", 0}}}})
		require.NoError(t, err)
		if test.wrong == "" {
			require.Empty(t, wrong, test.text)
			continue
		}
		require.Len(t, wrong, 1, test.text)
		require.Contains(t, wrong[0], test.wrong)
	}
	wrong, err := unproven(small(t, "README.md", "# A\n", "docs/b.md", "# B\n\nIt is 3 MB."), nil)
	require.NoError(t, err)
	require.Len(t, wrong, 1)
	require.Contains(t, wrong[0], "docs/b.md")
}

func TestFiguresAreMadeOfSources(t *testing.T) {
	p := small(t,
		"a/a.go", "package a\n\nconst (\n\tbytes = 4 << 20\n\tshort, long = 8 * time.Second, 2 * time.Minute\n\tother = len(names)\n)\n",
		"b.ts", "export const longest = 30_000;\n// one\n// two\n")
	for _, test := range []struct {
		make func(project) (float64, error)
		want float64
	}{
		{goConstant("a", "bytes"), 4 << 20}, {goConstant("a", "short"), 8}, {goConstant("a", "long"), 120},
		{source("b.ts", `longest = ([\d_]+)`), 30_000}, {matches("b.ts", `(?m)^//`), 2}, {changed(goConstant("a", "short"), twice), 16},
		{printed("go version", `go1\.(\d+)`), 26},
	} {
		got, err := test.make(p)
		require.NoError(t, err)
		require.Equal(t, test.want, got)
	}
	for _, broken := range []func(project) (float64, error){
		goConstant("a", "missing"), goConstant("a", "other"), source("b.ts", `shortest = (\d+)`), source("c.ts", `(\d)`), printed("go version", `go9\.(\d+)`), printed("no-such-program", `(\d)`),
	} {
		_, err := broken(p)
		require.Error(t, err)
	}
}

// The sentences of a table are those of a program that a person reads.
func TestTableNamesWhatWasLeftOut(t *testing.T) {
	p := small(t, "README.md", "# Three\n\nIt is 3 and 4. (Elsewhere 5, `make five` at `56b330d`, and 5 again, `make five` at `56b330d`.)")
	all := []figure{
		{claim: "three", command: "make three", make: always(3), quotes: []quote{{"README.md", "It is {} and", 0}}},
		{claim: "four", command: "make four", make: always(6), quotes: []quote{{"README.md", "3 and {}.", 0}}},
		{claim: "five", command: "make five", data: true, quotes: []quote{{"README.md", "{}", 0}}},
	}
	var table strings.Builder
	wrong, err := run(&table, p, all, false)
	require.NoError(t, err)
	require.Contains(t, table.String(), "| four | `make four` | 6 | README.md |\n| five | `make five` | needs -data | README.md |\n")
	require.True(t, strings.HasSuffix(table.String(), "|---|---|---|\n| README.md, \"# Three\" | `make five` | 56b330d |\n"), table.String())
	require.Len(t, wrong, 1)
	require.True(t, strings.HasPrefix(wrong[0], `README.md says "3 and 4."`), wrong[0])
	_, err = run(io.Discard, p, all, true)
	require.NoError(t, err)
	wrong, err = run(io.Discard, p, all, false)
	require.NoError(t, err)
	require.Empty(t, wrong)
}
