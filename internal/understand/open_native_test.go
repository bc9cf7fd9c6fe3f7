//go:build !js && !wasip1

package understand

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The labels were written before the patterns. Those were made with one half; the
// other was kept to measure.
func TestCardsOfLabelledQuestions(t *testing.T) {
	file, err := os.Open("testdata/ambiguity.jsonl")
	require.NoError(t, err)
	defer file.Close()
	type counts struct{ open, found, clear, wrong int }
	by := map[bool]*counts{false: {}, true: {}}
	languages := map[string]*counts{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var one struct {
			ID, Language, Query string
			Ambiguous, Kept     bool
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &one))
		u := Understand(nil, one.Query, Options{Now: noon})
		if languages[one.Language] == nil {
			languages[one.Language] = &counts{}
		}
		for _, c := range []*counts{by[one.Kept], languages[one.Language]} {
			switch {
			case one.Ambiguous && u.Clarify:
				c.open, c.found = c.open+1, c.found+1
			case one.Ambiguous:
				c.open++
			case u.Clarify:
				c.clear, c.wrong = c.clear+1, c.wrong+1
			default:
				c.clear++
			}
		}
		if u.Clarify {
			require.GreaterOrEqual(t, len(u.Interpretations), 2, one.Query)
			require.NotEmpty(t, u.Questions, one.Query)
		}
		if u.Clarify != one.Ambiguous && (!one.Kept || os.Getenv("KEPT") != "") {
			t.Logf("%s: a card is %v: %s", one.ID, u.Clarify, one.Query)
		}
	}
	for _, l := range strings.Fields("en de it fr es vi zh") {
		t.Logf("%s: %+v", l, *languages[l])
	}
	for kept, c := range by {
		t.Logf("kept %v: %+v", kept, *c)
		require.Zero(t, c.wrong, "a card for a clear question annoys")
		require.GreaterOrEqual(t, float64(c.found)/float64(c.open), 0.9)
	}
}
