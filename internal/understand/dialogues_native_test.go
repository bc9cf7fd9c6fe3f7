//go:build !js && !wasip1

package understand

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// followed is a question after a history of testdata/dialogues.txt, which has
// dialogues in seven languages, written for this test. Each is a history, q and a,
// and questions that may follow it: + leans on the history, with words of which its
// reading should have one; - stands alone.
type followed struct {
	language string
	history  []Exchange
	question string
	leans    bool
	words    []string
}

func readDialogues(t *testing.T, name string) (out []followed) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	var at followed
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "#":
			at = followed{language: text[:2]}
		case "q:":
			at.history = append(at.history[:len(at.history):len(at.history)], Exchange{Question: text})
		case "a:":
			at.history[len(at.history)-1].Answer = text
		case "+":
			question, words, ok := strings.Cut(text, " | ")
			require.True(t, ok, line)
			one := at
			one.question, one.leans, one.words = question, true, strings.Split(words, ", ")
			out = append(out, one)
		case "-":
			one := at
			one.question = text
			out = append(out, one)
		default:
			// Another line of an answer.
			at.history[len(at.history)-1].Answer += "\n" + line
		}
	}
	return out
}

func (f followed) hasOne(text string) bool {
	for _, word := range f.words {
		if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// sureAndWrong are the most readings of each language that may be sure and wrong:
// take a question for what it is not, or reword it without a right word. At most 3 of
// 100 may be wrong; these are the figures of today, so that they get no worse.
var sureAndWrong = []struct {
	language                       string
	mostMistaken, mostWithoutAWord int
}{{"en", 0, 0}, {"de", 0, 0}, {"it", 0, 0}, {"fr", 0, 0}, {"es", 0, 0}, {"vi", 0, 0}, {"zh", 0, 0}}

func TestReadingsThatAreSureAndWrong(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	require.NoError(t, err)
	all := readDialogues(t, "dialogues.txt")
	require.Greater(t, len(all), 150)
	for _, l := range sureAndWrong {
		var asked, sure, mistaken, withoutAWord int
		for _, f := range all {
			if f.language != l.language {
				continue
			}
			asked++
			u := Understand(f.history, f.question, Options{})
			if u.NeedsModel {
				continue
			}
			sure++
			switch {
			case u.IsFollowup != f.leans:
				mistaken++
				t.Logf("%s, mistaken: %s → %s", f.language, f.question, u.RewrittenQuery)
			case f.leans && u.RewrittenQuery != f.question && !f.hasOne(u.RewrittenQuery):
				withoutAWord++
				t.Logf("%s, without a right word: %s → %s", f.language, f.question, u.RewrittenQuery)
			}
		}
		line := fmt.Sprintf("| %s | %d | %d | %d | %d |", l.language, asked, sure, mistaken, withoutAWord)
		t.Log(line)
		assert.LessOrEqual(t, mistaken, l.mostMistaken, l.language)
		assert.LessOrEqual(t, withoutAWord, l.mostWithoutAWord, l.language)
		assert.True(t, strings.Contains(string(text), line), "measured, and not what docs/performance.md says: %s", line)
	}
}

// heldOut are how well follow-ups of testdata/chats.txt are told from questions that
// stand alone, the mean of both, and how many readings of it may be sure and wrong.
// Nothing is learnt from these chats, nor were they looked at to make the tables of
// languages: they stay so, to tell what holds elsewhere.
var heldOut = []struct {
	language  string
	balanced  float64
	mostWrong int
}{{"en", 0.96, 0}, {"de", 0.97, 0}, {"it", 0.97, 0}, {"fr", 0.94, 1}, {"es", 0.99, 0}, {"vi", 0.99, 0}, {"zh", 0.94, 0}}

func TestFollowUpsInEachLanguage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	require.NoError(t, err)
	all := readDialogues(t, "chats.txt")
	for _, l := range heldOut {
		var right, asked [2]float64
		sure, wrong := 0, 0
		for _, f := range all {
			if f.language != l.language {
				continue
			}
			u, kind := Understand(f.history, f.question, Options{}), 0
			if f.leans {
				kind = 1
			}
			asked[kind]++
			if u.IsFollowup == f.leans {
				right[kind]++
			}
			if !u.NeedsModel {
				sure++
				if u.IsFollowup != f.leans || f.leans && u.RewrittenQuery != f.question && !f.hasOne(u.RewrittenQuery) {
					wrong++
					t.Logf("%s, sure and wrong: %s → %s", f.language, f.question, u.RewrittenQuery)
				}
			}
		}
		balanced := (right[0]/asked[0] + right[1]/asked[1]) / 2
		row := fmt.Sprintf("| %s | %.0f | %.3f | %d | %d |", l.language, asked[0]+asked[1], balanced, sure, wrong)
		t.Log(row)
		assert.GreaterOrEqual(t, balanced, l.balanced, l.language)
		assert.LessOrEqual(t, wrong, l.mostWrong, l.language)
		assert.True(t, strings.Contains(string(text), row), "measured, and not what docs/performance.md says: %s", row)
	}
}
