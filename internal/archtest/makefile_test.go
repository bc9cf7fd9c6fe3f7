package archtest

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// staticcheck looks at WASI's own files where they are, and at all others natively.
func TestMakefileListsWhatOnlyWASICompiles(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(project, "Makefile"))
	require.NoError(t, err)
	var listed []string
	for line := range strings.Lines(string(makefile)) {
		if names, ok := strings.CutPrefix(line, "ONLY_WASI :="); ok {
			listed = strings.Fields(names)
		}
	}
	only := regexp.MustCompile(`(?m)^//go:build [^!\n]*\bwasip1\b`)
	have := map[string]bool{}
	for _, name := range append(sources(t, project, "wasm", ".go"), sources(t, project, "internal", ".go")...) {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".go"), "_test")
		if strings.HasSuffix(base, "_wasip1") || only.MatchString(read(t, project, name)) {
			have["./"+filepath.ToSlash(filepath.Dir(name))] = true
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(have)), listed, "ONLY_WASI of the Makefile")
}

// `make run` builds a program without SQLite's engine, which takes as long to compile as
// all the rest: nothing may bring it back by another way.
func TestProgramOfTheFirstPageIsWithoutSQLite(t *testing.T) {
	t.Setenv("GOFLAGS", "-tags=nosqlite")
	packages.Visit(load(t, project, native, "./cmd/burrow"), func(p *packages.Package) bool {
		require.NotContains(t, p.PkgPath, "ncruces", "an import leads to SQLite")
		return true
	}, nil)
}

// notRun are packages that ask for a newer Node.js than the Makefile does and are not run
// by it, with the reason.
var notRun = map[string]string{
	"@sqlite.org/sqlite-wasm": "only its files for the browser are used",
}

// The Makefile asks for the Node.js that the packages ask for.
func TestNodeIsAsNewAsThePackagesWant(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(project, "Makefile"))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^NODE := (\d+)$`).FindSubmatch(makefile)
	require.NotNil(t, found)
	have, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)

	text, err := os.ReadFile(filepath.Join(project, "web", "package-lock.json"))
	require.NoError(t, err)
	var lock struct {
		Packages map[string]struct{ Engines struct{ Node string } }
	}
	require.NoError(t, json.Unmarshal(text, &lock))
	least := regexp.MustCompile(`>=\s*(\d+)`)
	newest := 0
	for path, p := range lock.Packages {
		m := least.FindStringSubmatch(p.Engines.Node)
		if m == nil {
			continue
		}
		wants, err := strconv.Atoi(m[1])
		require.NoError(t, err)
		name := strings.TrimPrefix(path, "node_modules/")
		if notRun[name] != "" {
			require.Greater(t, wants, have, "%s needs no exception", name)
			continue
		}
		require.LessOrEqual(t, wants, have, "%s asks for Node.js %s", name, p.Engines.Node)
		newest = max(newest, wants)
	}
	require.Equal(t, newest, have, "the Makefile asks for more than is needed")
}
