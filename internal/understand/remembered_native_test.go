//go:build !js && !wasip1

package understand

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An exchange of testdata/remembered.txt, with what a person would agree to have
// remembered of it.
type agreed struct {
	language string
	question string
	want     []string
	heldOut  bool
}

func readAgreed(t *testing.T) (out []agreed) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "remembered.txt"))
	require.NoError(t, err)
	language := ""
	for line := range strings.Lines(string(text)) {
		line = strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n")
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "#":
			language, _, _ = strings.Cut(text, ",")
		case "q:":
			out = append(out, agreed{language: language, question: text, heldOut: language != "seen" && len(out)%2 == 1})
		case "=":
			last := &out[len(out)-1]
			last.want = append(last.want, text)
		}
	}
	return out
}

// remembers is what is remembered of a message, a name with what it is.
func remembers(question string) (out []string) {
	for _, s := range Statements(question, Options{}) {
		switch {
		case s.Of != "":
			out = append(out, s.Of+": "+s.Text)
		case !s.Over:
			out = append(out, s.Text)
		}
	}
	return out
}

// tally counts what is remembered: rightly, wrongly and not.
type tally struct{ exchanges, right, wrong, missed int }

func (c *tally) add(got, want []string) {
	c.exchanges++
	for _, g := range got {
		if slices.Contains(want, g) {
			c.right++
		} else {
			c.wrong++
		}
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			c.missed++
		}
	}
}

func (c tally) precision() float64 { return float64(c.right) / float64(max(1, c.right+c.wrong)) }
func (c tally) recall() float64    { return float64(c.right) / float64(max(1, c.right+c.missed)) }

func (c tally) String() string {
	return fmt.Sprintf("%4d exchanges, %3d remembered, %3d of them sensible (%.2f), %2d missed (recall %.2f)", c.exchanges, c.right+c.wrong, c.right, c.precision(), c.missed, c.recall())
}

// TestWhatIsRememberedIsWorthIt prints what is remembered of each language's
// exchanges, with -v, and what is wrong or missed.
func TestWhatIsRememberedIsWorthIt(t *testing.T) {
	var all, held tally
	byLanguage := map[string]*tally{}
	for _, e := range readAgreed(t) {
		got := remembers(e.question)
		c := byLanguage[e.language]
		if c == nil {
			c = &tally{}
			byLanguage[e.language] = c
		}
		for _, c := range []*tally{&all, c} {
			c.add(got, e.want)
		}
		if e.heldOut {
			held.add(got, e.want)
		}
		if !slices.Equal(got, e.want) {
			t.Logf("%q\n   got %q\n  want %q", e.question, got, e.want)
		}
	}
	for language, c := range byLanguage {
		t.Logf("%-8s %v", language, c)
	}
	t.Logf("held out %v", held)
	t.Logf("all      %v", all)
	assert.GreaterOrEqual(t, all.exchanges, 200)
	assert.GreaterOrEqual(t, all.right+all.missed, 80)
	assert.GreaterOrEqual(t, all.precision(), 0.98)
	assert.GreaterOrEqual(t, all.recall(), 0.9)
}
