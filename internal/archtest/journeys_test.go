package archtest

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// journeyFile lists the tests of the page that `make test` runs.
const journeyFile = "web/test/gate.txt"

// journeys returns the titles that journeyFile has for each file. Titles of what a test
// stands in are left out, as docs/behaviours.md leaves them out.
func journeys(t *testing.T, root string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	file := ""
	for line := range strings.Lines(read(t, root, journeyFile)) {
		title := strings.TrimSpace(line)
		switch {
		case title == "" || strings.HasPrefix(title, "#"):
		case strings.HasPrefix(line, title):
			file = "web/test/" + title
		default:
			parts := strings.Split(title, " › ")
			all[file] = append(all[file], parts[len(parts)-1])
		}
	}
	return all
}

// placeholder matches what a title has in place of a value.
var placeholder = regexp.MustCompile(`\\\$\\\{[^}]*\\\}`)

// notInGate returns the rows of docs/behaviours.md that no test of the gate shows.
func notInGate(t *testing.T, root, document string) []string {
	t.Helper()
	gate := journeys(t, root)
	var found []string
	for _, row := range behaviour.FindAllStringSubmatch(read(t, root, document), -1) {
		if waits.MatchString(row[3]) {
			continue
		}
		shown := false
		for _, test := range strings.Split(row[3], "<br>") {
			m := shownBy.FindStringSubmatch(test)
			if m == nil {
				continue
			}
			if path.Ext(m[1]) == ".go" {
				shown = true
				continue
			}
			title := regexp.MustCompile("^" + placeholder.ReplaceAllString(regexp.QuoteMeta(m[2]), ".+") + "$")
			for _, journey := range gate[m[1]] {
				shown = shown || title.MatchString(journey)
			}
		}
		if !shown {
			found = append(found, fmt.Sprintf("row %s (%s) has no journey in %s", row[1], row[2], journeyFile))
		}
	}
	return found
}

func TestEveryBehaviourHasAJourneyInTheGate(t *testing.T) {
	require.Empty(t, notInGate(t, project, "docs/behaviours.md"))
}

func TestJourneyRuleFires(t *testing.T) {
	root := small(t, "-- web/test/gate.txt --\n# The journeys.\n\na.spec.ts\n    does it\n    inside › does 12 (of 13)\n"+
		"-- all.md --\n| 1 | One | `web/test/a.spec.ts` does it |\n| 2 | Two | `web/test/a.spec.ts` does more<br>`web/test/a.spec.ts` does ${n} (of ${all}) |\n"+
		"| 3 | Three | `internal/a/a_test.go` TestIt |\n| 4 | Four | waits for documents |\n"+
		"| 5 | Five | `web/test/b.spec.ts` does it |\n| 6 | Six | `web/test/a.spec.ts` does |\n")
	require.Equal(t, []string{
		"row 5 (Five) has no journey in web/test/gate.txt",
		"row 6 (Six) has no journey in web/test/gate.txt",
	}, notInGate(t, root, "all.md"))
}
