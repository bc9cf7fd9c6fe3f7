package archtest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A README is for the first minute. What takes longer stands in docs.
func TestTheReadmeIsShort(t *testing.T) {
	readme := read(t, project, "README.md")
	require.LessOrEqual(t, len(strings.Fields(readme)), 700, "move what is not needed in the first minute to docs")
	require.Equal(t, 1, strings.Count(readme, "!["), "one picture")
	require.Contains(t, readme, "](LICENSE)")
	require.Contains(t, read(t, project, "LICENSE"), "Apache License")
}

// link matches the target of a link or a picture of Markdown.
var link = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)

func TestLinksOfDocumentsLead(t *testing.T) {
	for _, name := range append(sources(t, project, "docs", ".md"), "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		text := read(t, project, name)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target := m[1]
			if strings.Contains(target, "://") {
				continue
			}
			_, err := os.Stat(filepath.Join(project, filepath.FromSlash(path.Join(path.Dir(name), target))))
			require.NoError(t, err, "%s links to %s", name, target)
		}
	}
}
