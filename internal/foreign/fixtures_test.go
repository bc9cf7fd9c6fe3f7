package foreign_test

import (
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/store"
)

// fixtures are written by hand, true to what the programs export, and beside each
// stands what is to come of it.
//
//go:embed testdata
var fixtures embed.FS

var update = flag.Bool("update", false, "rewrite what comes of the fixtures")

// eachFixture calls f with every file that a program could have exported.
func eachFixture(t testing.TB, f func(name, file string)) {
	t.Helper()
	entries, err := fixtures.ReadDir("testdata")
	require.NoError(t, err)
	for _, e := range entries {
		if path.Ext(e.Name()) != ".json" {
			continue
		}
		text, err := fixtures.ReadFile("testdata/" + e.Name())
		require.NoError(t, err)
		f(strings.TrimSuffix(e.Name(), ".json"), string(text))
	}
}

// told writes a history as a reader would tell it: the chats, and below them their
// messages, each with the one that it replies to.
func told(t testing.TB, s *store.Store) string {
	t.Helper()
	var out strings.Builder
	ids := map[string]string{}
	for text := range strings.Lines(export(t, s)) {
		var l struct {
			UID, ID, Parent, Role, Content, Timestamp string
			Metadata                                  json.RawMessage
			About                                     *struct {
				ID       string
				Name     string `json:"session_name"`
				Pinned   bool
				Archived bool `json:"is_archived"`
				Head     string
				Metadata json.RawMessage
				Created  string `json:"created_at"`
			} `json:"session_info"`
		}
		require.NoError(t, json.Unmarshal([]byte(text), &l))
		ids[l.UID] = l.ID
		if a := l.About; a != nil {
			fmt.Fprintf(&out, "# %s (%s, %s)", a.Name, a.ID, a.Created)
			for word, on := range map[string]bool{" pinned": a.Pinned, " archived": a.Archived} {
				if on {
					out.WriteString(word)
				}
			}
			fmt.Fprintf(&out, "\n%s\n", a.Metadata)
			ids["head"] = a.Head
		}
		fmt.Fprintf(&out, "\n## %s %s", l.ID, l.Role)
		if l.Parent != "" {
			fmt.Fprintf(&out, " to %s", ids[l.Parent])
		}
		if l.UID == ids["head"] {
			out.WriteString(", the one shown")
		}
		fmt.Fprintf(&out, "\n")
		if len(l.Metadata) > 0 {
			fmt.Fprintf(&out, "%s\n", l.Metadata)
		}
		fmt.Fprintf(&out, "%s\n", l.Content)
	}
	return out.String()
}

func TestEveryFormatIsReadWithoutLoss(t *testing.T) {
	eachFixture(t, func(name, file string) {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			report, err := bring(t, s, file, clock)
			require.NoError(t, err)
			_, found, err := parts([]byte(file))
			require.NoError(t, err)
			got := fmt.Sprintf("%v\n", found.Formats)
			for _, problem := range report.Problems {
				got += problem + "\n"
			}
			got += "\n" + told(t, s)
			golden := "testdata/" + name + ".want"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := fixtures.ReadFile(golden)
			if !*update {
				require.NoError(t, err)
				require.Equal(t, string(want), got)
			}
			requireImportedOnce(t, s, file)
		})
	})
}
