package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// madeHere are the files that make the guard's rules, with the reason.
var madeHere = map[string]string{
	"internal/sqlagent/database/rights.go": "for the person who asks",
	"cmd/burrow/sql_check.go":              "checks queries that are run nowhere",
}

var makesRules = regexp.MustCompile(`guard\.Rules\{|(var|new\()[^\n]*\bguard\.Rules\b`)

// What somebody may read depends on who asks. Rules that are made by hand would leave out
// that tables without a secure view hold everybody's rows.
func TestRulesAreMadeForAPerson(t *testing.T) {
	makes := map[string]bool{}
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && makesRules.Match(text) {
				makes[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = true
			}
			return err
		})
		require.NoError(t, err)
	}
	for name := range makes {
		require.NotEmpty(t, madeHere[name], "%s makes rules for the guard: take those of database.Rights", name)
	}
	require.Len(t, makes, len(madeHere))
}
