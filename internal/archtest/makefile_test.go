package archtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// build/core.wasm depends on the folders that the Makefile lists: a package that is
// missing there would be changed without being built.
func TestMakefileListsTheCore(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(project, "Makefile"))
	require.NoError(t, err)
	var listed []string
	for line := range strings.Lines(string(makefile)) {
		if names, ok := strings.CutPrefix(line, "CORE_DIRS :="); ok {
			listed = strings.Fields(names)
		}
	}
	var reached []string
	packages.Visit(load(t, project, js, "./wasm"), func(p *packages.Package) bool {
		if name, ok := strings.CutPrefix(p.PkgPath, "burrow/"); ok {
			reached = append(reached, name)
		}
		return true
	}, nil)
	slices.Sort(reached)
	slices.Sort(listed)
	require.Equal(t, reached, listed, "CORE_DIRS of the Makefile")
}
