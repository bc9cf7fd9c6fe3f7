package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// small writes a project with a package say, a core and a program.
func small(t *testing.T, archive string) string {
	t.Helper()
	root := t.TempDir()
	files := txtar.Parse([]byte(archive + `
-- go.mod --
module burrow

go 1.26
-- internal/say/say.go --
package say
type English string
func T(english English, args ...any) string { return string(english) }
func Plural(n int, one, other English, args ...any) string { return string(other) }
-- wasm/main.go --
package main
import _ "burrow/internal/chat"
func main() {}
-- cmd/burrow/main.go --
package main
func main() {}
`)).Files
	for _, f := range files {
		file := filepath.Join(root, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, f.Data, 0o644))
	}
	return root
}

const good = `
-- internal/chat/chat.go --
package chat
import "burrow/internal/say"
const named say.English = "A name."
const untyped = "An untyped " + "one."
var table = []struct{ code string; text say.English }{{"a code", "In a table."}}
var counted = []struct{ query string; one, other say.English }{{"q", "{n} row.", "{n} rows."}, {query: "q", one: "{n} key.", other: "{n} keys."}}
func give(sentence say.English, name string) string { return say.T(sentence, "name", name) }
func all(n int, which int64) []string {
	return []string{
		"no sentence", say.T(untyped), say.T("Put " + "together {which}.", "which", which), give("Passed on to {name}.", "n"),
		say.Plural(n, "A chat.", "{n} chats."), say.Plural(n, "{n} tag of {name}.", "{n} tags of {name}.", "name", "x"),
		say.T("A chat."),
	}
}
-- internal/chat/page_js.go --
package chat
import "burrow/internal/say"
var inBrowser = say.T("In the browser.")
`

func TestAllSentencesAreFound(t *testing.T) {
	c, err := extract(small(t, good))
	require.NoError(t, err)
	require.Empty(t, c.problems)
	in := []string{"internal/chat"}
	require.Equal(t, map[string][]string{
		"A name.": in, "An untyped one.": in, "In a table.": in, "Put together {which}.": in, "Passed on to {name}.": in, "A chat.": in, "In the browser.": in,
	}, c.Sentences)
	require.Equal(t, map[string]*plural{
		"{n} rows.": {One: "{n} row.", In: in}, "{n} keys.": {One: "{n} key.", In: in},
		"{n} chats.": {One: "A chat.", In: in}, "{n} tags of {name}.": {One: "{n} tag of {name}.", In: in},
	}, c.Plurals)
}

func TestCheckTellsOfAStaleFile(t *testing.T) {
	root, out := small(t, good), filepath.Join(t.TempDir(), "sentences.json")
	require.Error(t, run(root, out, true), "no file")
	require.NoError(t, run(root, out, false))
	require.NoError(t, run(root, out, true))
	require.NoError(t, os.WriteFile(filepath.Join(root, "internal/chat/more.go"), []byte("package chat\n\nimport \"burrow/internal/say\"\n\nvar more = say.T(\"More.\")\n"), 0o644))
	require.ErrorContains(t, run(root, out, true), "run go run ./tools/sentences")
}

func TestCallsAreChecked(t *testing.T) {
	for call, want := range map[string]string{
		`say.T("{a}")`:                                          `"{a}" is filled with []`,
		`say.T("{a}", "b", 1)`:                                  `"{a}" is filled with ["b"]`,
		`say.T("a", "a", 1)`:                                    `"a" is filled with ["a"]`,
		`say.T("{a}", "a", 1.5)`:                                "a sentence cannot be filled with a float64",
		`say.T("{a}", "a", code("x"))`:                          "a sentence cannot be filled with a burrow/internal/chat.code",
		`say.T("{a}", name, 1)`:                                 "the name of a parameter is not constant",
		`say.T("{a}", "a")`:                                     "a parameter has no value",
		`say.Plural(2, "one", "{n} of {x}")`:                    `"{n} of {x}" is filled with ["n"]`,
		`say.Plural(2, "x", "two")`:                             `"two" is filled with ["n"]`,
		`say.Plural(2, "x", "{n}") + say.Plural(2, "y", "{n}")`: "has two singular forms",
	} {
		c, err := extract(small(t, "-- internal/chat/chat.go --\npackage chat\nimport \"burrow/internal/say\"\ntype code string\nvar name = \"a\"\nvar _ = "+call+"\n"))
		require.NoError(t, err)
		require.NotEmpty(t, c.problems, call)
		require.ErrorContains(t, c.problems[0], want, call)
	}
}
