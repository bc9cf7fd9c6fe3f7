package archtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// behaviours is how many things docs/behaviours.md says that the page does.
const behaviours = 64

// threats is how many docs/threats.md says that questions to a database withstand.
const threats = 26

// behaviour matches a row: its number, what it says, and the tests.
var behaviour = regexp.MustCompile(`(?m)^\| (\d+) \| (.+) \| (.+) \|$`)

// shownBy matches one test of a row: its file and its name.
var shownBy = regexp.MustCompile("^`([^`]+)` (.+)$")

// waits matches the row of what is not there yet.
var waits = regexp.MustCompile(`^waits for [a-z]+$`)

// unshown returns what is wrong with the table of a document: rows that are missing
// or out of order, and tests that do not exist.
func unshown(t *testing.T, root, document string, rows int) []string {
	t.Helper()
	var found []string
	next := 1
	for _, row := range behaviour.FindAllStringSubmatch(read(t, root, document), -1) {
		if row[1] != fmt.Sprint(next) {
			found = append(found, fmt.Sprintf("row %s stands where %d should", row[1], next))
		}
		next++
		if waits.MatchString(row[3]) {
			continue
		}
		for _, shown := range strings.Split(row[3], "<br>") {
			m := shownBy.FindStringSubmatch(shown)
			if m == nil {
				found = append(found, fmt.Sprintf("row %s: %q names no test", row[1], shown))
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m[1])))
			if err != nil {
				found = append(found, fmt.Sprintf("row %s: there is no %s", row[1], m[1]))
				continue
			}
			if !hasTest(string(text), m[2]) {
				found = append(found, fmt.Sprintf("row %s: %s has no test %q", row[1], m[1], m[2]))
			}
		}
	}
	if next != rows+1 {
		found = append(found, fmt.Sprintf("there are %d rows and not %d", next-1, rows))
	}
	return found
}

// hasTest reports whether a file has a test of this name, in Go or TypeScript.
func hasTest(text, name string) bool {
	parent, child, within := strings.Cut(name, "/")
	if strings.Contains(text, "func "+parent+"(t *testing.T)") && (!within || strings.Contains(text, `"`+child+`":`) || strings.Contains(text, `{"`+child+`",`)) {
		return true
	}
	// A name may have quotes of the other kinds in it.
	for _, quote := range []string{`"`, "`", "'"} {
		if regexp.MustCompile(`(?m)^\s*(?:test|alone|own)\(` + regexp.QuoteMeta(quote+name+quote)).MatchString(text) {
			return true
		}
	}
	return false
}

func TestWhatThePageDoesIsShownByTests(t *testing.T) {
	require.Empty(t, unshown(t, project, "docs/behaviours.md", behaviours))
}

func TestWhatQuestionsToADatabaseWithstandIsShownByTests(t *testing.T) {
	require.Empty(t, unshown(t, project, "docs/threats.md", threats))
}

func TestBehaviourRuleFires(t *testing.T) {
	root := small(t, "-- web/test/a.spec.ts --\n"+
		"test(\"does it\", async () => {});\n"+
		"for (const x of all) {\n  test(`does ${x}`, async () => {});\n}\n"+
		"// test(\"only said\", async () => {});\n"+
		"-- internal/a/a_test.go --\npackage a\n\nfunc TestIt(t *testing.T) {\n\t_ = map[string]int{\"Within\": 1}\n}\n"+
		"-- good.md --\n| | behaviour | shown by |\n|---|---|---|\n"+
		"| 1 | One | `web/test/a.spec.ts` does it<br>`web/test/a.spec.ts` does ${x} |\n"+
		"| 2 | Two | `internal/a/a_test.go` TestIt<br>`internal/a/a_test.go` TestIt/Within |\n| 3 | Three | waits for documents |\n"+
		"-- bad.md --\n| 1 | One | `web/test/a.spec.ts` does |\n| 3 | Two | `internal/b/b_test.go` TestIt |\n| 3 | Three | soon |\n| 4 | Four | `web/test/a.spec.ts` only said<br>`internal/a/a_test.go` TestIt/Beside |\n")
	require.Empty(t, unshown(t, root, "good.md", 3))
	require.Equal(t, []string{
		`row 1: web/test/a.spec.ts has no test "does"`,
		"row 3 stands where 2 should",
		"row 3: there is no internal/b/b_test.go",
		`row 3: "soon" names no test`,
		`row 4: web/test/a.spec.ts has no test "only said"`,
		`row 4: internal/a/a_test.go has no test "TestIt/Beside"`,
		"there are 4 rows and not 5",
	}, unshown(t, root, "bad.md", 5))
}
