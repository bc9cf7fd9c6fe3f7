package archtest

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// undocumented returns the directories whose package has no doc comment. Test
// files do not count: nobody reads them to learn what a package is for.
func undocumented(t *testing.T, root string) []string {
	documented := make(map[string]bool)
	for _, name := range sources(t, root, ".", ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, read(t, root, name), parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		dir := path.Dir(name)
		doc := file.Doc.Text()
		has := strings.HasPrefix(doc, "Package "+file.Name.Name+" ")
		if file.Name.Name == "main" {
			has = doc != "" && !has // a program is called by its own name
		}
		documented[dir] = documented[dir] || has
	}
	maps.DeleteFunc(documented, func(_ string, has bool) bool { return has })
	return slices.Sorted(maps.Keys(documented))
}

func TestEachPackageSaysWhatItIsFor(t *testing.T) {
	require.Empty(t, undocumented(t, project), "without a comment before the package clause that begins \"Package NAME\", or names the program")
}

func TestDocumentationRuleFires(t *testing.T) {
	require.Equal(t, []string{"a", "cmd/c", "e"}, undocumented(t, small(t, `
-- a/a.go --
package a
-- a/a_test.go --
// Package a is documented in the wrong place.
package a
-- b/other.go --
package b
-- b/b.go --
// Package b is documented in one of its files.
package b
-- cmd/c/main.go --
// Package main says nothing about the program.
package main
-- cmd/d/main.go --
// Command d is documented.
package main
-- e/e.go --
// A stray remark.

package e
`)))
}

// unexplained returns the modules that the project requires directly, tools
// among them, and that docs/rationale.md does not name.
func unexplained(t *testing.T, root string) []string {
	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err)
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Tool []struct{ Path string }
	}
	require.NoError(t, json.Unmarshal(out, &mod))
	rationale := read(t, root, "docs/rationale.md")
	var found []string
	for _, r := range mod.Require {
		isTool := false
		for _, tool := range mod.Tool {
			isTool = isTool || strings.HasPrefix(tool.Path, r.Path+"/")
		}
		if (!r.Indirect || isTool) && !strings.Contains(rationale, r.Path) {
			found = append(found, r.Path)
		}
	}
	return found
}

func TestEachDependencyHasItsReason(t *testing.T) {
	require.Empty(t, unexplained(t, project), "not named in docs/rationale.md")
}

func TestDependencyRuleFires(t *testing.T) {
	root := small(t, `
-- docs/rationale.md --
We use example.org/known because of its speed.
-- sub/go.mod --
module other

require (
	example.org/known v1.0.0
	example.org/new v1.0.0
	example.org/deep v1.0.0 // indirect
	example.org/tool v1.0.0 // indirect
)

tool example.org/tool/cmd/check
-- sub/docs/rationale.md --
We use example.org/known because of its speed.
`)
	require.Empty(t, unexplained(t, root))
	require.Equal(t, []string{"example.org/new", "example.org/tool"}, unexplained(t, root+"/sub"))
}
