package main

import (
	"os"
	"path/filepath"
	"testing"

	"burrow/internal/proxy"

	"github.com/stretchr/testify/require"
)

var built = []proxy.File{
	{Name: "core.wasm", Raw: 3_000_000, Brotli: 700_000, Gzip: 900_000},
	{Name: "inter.woff2", Raw: 48_000},
}

func testBudget(core, first int64, names ...string) budget {
	b := budget{Files: map[string]limit{"core.wasm": {core, 650_000, "the core"}}}
	b.Groups = []group{{"the first load", limit{first, 750_000, "a first visit"}, names}}
	return b
}

func TestTableShowsTransferredBytes(t *testing.T) {
	table, over := weigh(built, testBudget(700_000, 748_000, "core.wasm", "inter.woff2"))
	require.Empty(t, over, "a limit may be reached")
	require.Equal(t, ""+
		"        raw     gzip   brotli   budget   growth  file\n"+
		"  3,000,000  900,000  700,000  700,000  +50,000  core.wasm\n"+
		"     48,000        -        -        -        -  inter.woff2\n"+
		"                      748,000  748,000   -2,000  the first load\n", table)
}

func TestOneByteOverIsOver(t *testing.T) {
	_, over := weigh(built, testBudget(699_999, 747_999, "core.wasm", "inter.woff2"))
	require.Equal(t, []string{
		"core.wasm has 700,000 bytes, 1 over its budget of 699,999 (the core)",
		"the first load has 748,000 bytes, 1 over its budget of 747,999 (a first visit)",
	}, over)
}

func TestLimitOfAMissingFileIsAProblem(t *testing.T) {
	_, over := weigh(built[1:], testBudget(1, 100_000, "main.js", "inter.woff2"))
	require.Equal(t, []string{
		"core.wasm has a budget but was not built",
		"main.js belongs to the first load but was not built",
	}, over)
}

func TestBudgetFileIsReadStrictly(t *testing.T) {
	b, err := readBudget("budget.json")
	require.NoError(t, err)
	require.LessOrEqual(t, b.Files["cl100k_base.bin"].MaxBytes, int64(330_000))
	require.LessOrEqual(t, b.Files["o200k_base.bin"].MaxBytes, int64(700_000))
	require.Len(t, b.Groups, 2)
	require.LessOrEqual(t, b.Groups[0].MaxBytes, int64(2_050_000))
	require.Equal(t, []string{"core.wasm", "sqlite3.wasm", "worker.js", "cl100k_base.bin"}, b.Groups[0].Files)
	require.LessOrEqual(t, b.Groups[1].MaxBytes, int64(2_216_000))
	require.Contains(t, b.Groups[1].Files, "core.wasm")
	require.LessOrEqual(t, b.Files["core.wasm"].MaxBytes, int64(1_294_000))
	require.Positive(t, b.Files["core.wasm"].MaxBytes)

	file := filepath.Join(t.TempDir(), "budget.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"files":{"core.wasm":{"maxbytes_":1}}}`), 0o644))
	_, err = readBudget(file)
	require.ErrorContains(t, err, "maxbytes_")
}

func TestPageThatWasNotBuiltHasNoSize(t *testing.T) {
	_, err := run(t.TempDir())
	require.ErrorIs(t, err, proxy.ErrNotBuilt)
}
