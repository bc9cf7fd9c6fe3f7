package archtest

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// rows gives each package its row: it may import packages of lower rows only.
// The rows of internal/ are those of docs/architecture.md. Programs stand above
// all packages, and nothing imports them.
var rows = map[string]int{
	"internal/chat":       0,
	"internal/digest":     0,
	"internal/fault":      0,
	"internal/json":       0,
	"internal/say":        0,
	"internal/tokens":     0,
	"internal/words":      0,
	"internal/archive":    1,
	"internal/config":     1,
	"internal/document":   1,
	"internal/memory":     1,
	"internal/prompt":     1,
	"internal/recall":     1,
	"internal/understand": 1,
	"internal/wire":       1,
	"internal/claims":     2,
	"internal/foreign":    2,
	"internal/sqlite":     2,
	"internal/llm":        2,
	"internal/store":      3,
	"internal/condense":   4,
	"internal/gather":     4,
	"internal/lookup":     4,
	"internal/transfer":   4,
	"internal/docsource":  5,
	"internal/faqsource":  5,
	"internal/sqlsource":  5,
	"internal/turn":       5,
	"internal/ladder":     6,
	"internal/rpc":        7,
	"internal/proxy":      7,

	"internal/document/pdf":       2,
	"internal/document/read":      3,
	"internal/demo":               1,
	"internal/encoder":            1,
	"internal/gguf":               0,
	"internal/sqlagent/schema":    1,
	"internal/sqlagent/answer":    2,
	"internal/sqlagent/golden":    2,
	"internal/sqlagent/receipt":   3,
	"internal/sqlagent/agent":     4,
	"internal/sqlagent/joingraph": 2,
	"internal/sqlagent/tables":    2,
	"internal/sqlagent/graph":     3,
	"internal/sqlagent/database":  3,
	"internal/sqlagent/planner":   3,
	"internal/sqlagent/guard":     2,

	"internal/sqlagent/guard/guardtest": 2,
	"internal/sqlagent/schema/shoptest": 2,

	"internal/llm/llmtest": 2,

	"internal/sqlagent/mariadbtest": 2,
	"internal/store/storetest":      5,

	"internal/archtest": programs,
	".":                 assets,
	"wasm":              programs,
	"wasm/reader":       programs,
	"cmd/burrow":        programs,
	"cmd/demodb":        programs,
	"tests/clients":     programs,
	"tools/pythonenv":   assets, // of several programs
	"tools/debian":      assets, // of several programs
	"tools/spider":      assets, // of several programs
	"tools/testresult":  assets, // of several programs
}

const (
	assets   = 8 // the embedded page, for programs only
	programs = 9
)

// exceptions are imports within a row, "importer -> imported", with the reason.
var exceptions = map[string]string{
	"internal/chat -> internal/fault": "the code of what went wrong is kept with an answer",
	"internal/fault -> internal/say":  "an error that crosses a border has a sentence",
	"internal/chat -> internal/say":   "what is wrong with a setting is a sentence",
	"internal/say -> internal/json":   "a translation is JSON",
	"tools/pythonenv -> tools/debian": "Python is a package of Debian",
}

// sameTool reports whether two packages belong to one program of tools/, which
// may have packages of its own.
func sameTool(a, b string) bool {
	a, isTool := strings.CutPrefix(a, "tools/")
	a, _, _ = strings.Cut(a, "/")
	return isTool && strings.HasPrefix(b+"/", "tools/"+a+"/")
}

// rowOf knows the programs of tools/ by their place.
func rowOf(name string) (row int, ok bool) {
	if row, ok = rows[name]; ok {
		return row, true
	}
	return programs, strings.HasPrefix(name, "tools/")
}

func rowViolations(loaded []*packages.Package) []string {
	var found []string
	for _, p := range loaded {
		name, ok := within(p.PkgPath)
		if !ok {
			continue
		}
		row, ok := rowOf(name)
		if !ok {
			found = append(found, fmt.Sprintf("%s has no row", name))
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			imported, ok := within(path)
			if !ok {
				continue
			}
			below, ok := rowOf(imported)
			edge := name + " -> " + imported
			if ok && below >= row && !sameTool(name, imported) && exceptions[edge] == "" {
				found = append(found, fmt.Sprintf("%s: row %d imports row %d", edge, row, below))
			}
		}
	}
	return found
}

func TestPackagesImportLowerRowsOnly(t *testing.T) {
	require.Empty(t, rowViolations(load(t, project, native, "./...")))
	require.Empty(t, rowViolations(load(t, project, js, "./wasm/...", "./internal/...")))
	require.Empty(t, rowViolations(load(t, project, wasip1, "./wasm", "./internal/...")))
}

func TestRowRuleFires(t *testing.T) {
	root := small(t, `
-- internal/tokens/tokens.go --
package tokens
import _ "burrow/internal/wire"
-- internal/tokens/tokens_js.go --
package tokens
import _ "burrow/internal/fault"
-- internal/wire/wire.go --
package wire
-- internal/fault/fault.go --
package fault
-- internal/util/util.go --
package util
-- internal/rpc/rpc.go --
package rpc
import (
	_ "burrow/internal/tokens"
	_ "burrow/internal/proxy"
)
-- internal/proxy/proxy.go --
package proxy
import _ "burrow"
-- assets.go --
package burrow
-- tools/size/main.go --
package main
import (
	_ "burrow/internal/proxy"
	_ "burrow/tools/size/table"
	_ "burrow/tools/sizes"
)
func main() {}
-- tools/size/table/table.go --
package table
-- tools/sizes/sizes.go --
package sizes
`)
	require.ElementsMatch(t, []string{
		"internal/tokens -> internal/wire: row 0 imports row 1",
		"internal/util has no row",
		"internal/rpc -> internal/proxy: row 7 imports row 7",
		"internal/proxy -> .: row 7 imports row 8",
		"tools/size -> tools/sizes: row 9 imports row 9",
	}, rowViolations(load(t, root, native, "./...")))
	require.Contains(t, rowViolations(load(t, root, js, "./internal/tokens")),
		"internal/tokens -> internal/fault: row 0 imports row 0", "files of one system count there")
}

var (
	rowLine     = regexp.MustCompile(`^  row (\d+)\s+([a-z]+)\s`)
	furtherLine = regexp.MustCompile(`^ {10}([a-z/]+)\s`)
)

// documentedRows reads the rows of internal/ from the tree in a document: lines
// "  row N   package   what it is", and further packages of that row below it.
func documentedRows(text string) map[string]int {
	found := make(map[string]int)
	row := -1
	for line := range strings.Lines(text) {
		if m := rowLine.FindStringSubmatch(line); m != nil {
			fmt.Sscan(m[1], &row)
			found["internal/"+m[2]] = row
		} else if m := furtherLine.FindStringSubmatch(line); m != nil && row >= 0 {
			found["internal/"+m[1]] = row
		} else {
			row = -1
		}
	}
	return found
}

func TestDocumentHasTheSameRows(t *testing.T) {
	want := maps.Clone(rows)
	maps.DeleteFunc(want, func(_ string, row int) bool { return row >= assets })
	require.Equal(t, want, documentedRows(read(t, project, "docs/architecture.md")))
}

func TestTableNamesPackagesThatExist(t *testing.T) {
	for name := range rows {
		files, err := filepath.Glob(filepath.Join(project, filepath.FromSlash(name), "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, name)
	}
}

func TestRowsAreReadFromADocument(t *testing.T) {
	require.Equal(t, map[string]int{"internal/fault": 0, "internal/tokens": 0, "internal/wire": 1}, documentedRows(""+
		"internal/\n"+
		"  row 0   fault     codes\n"+
		"          tokens    counting\n"+
		"  row 1   wire      frames\n"+
		"  archtest          rules\n"+
		"          notes     about nothing\n"))
}
