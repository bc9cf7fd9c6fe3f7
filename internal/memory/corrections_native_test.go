//go:build !js

// The words of other languages are embedded natively; the page fetches them.

package memory_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/memory"
)

//go:embed testdata/corrections.txt
var correctionCases string

// heldCases were written when the rules were done.
//
//go:embed testdata/corrections-held.txt
var heldCases string

// corrected is a conversation in which something is corrected, or nothing.
type corrected struct {
	language, name      string
	none                bool
	messages            []memory.Message
	ask, older, current string
}

// correctedIn reads cases as testdata/corrections.txt has them.
func correctedIn(text string) (out []corrected) {
	for number, block := range strings.Split(text, "\n== ")[1:] {
		head, lines, _ := strings.Cut(block, "\n")
		language, kind, _ := strings.Cut(head, " ")
		one := corrected{language: language, none: kind == "none"}
		var texts []string
		for line := range strings.Lines(lines) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "user", "assistant":
				texts = append(texts, value)
			case "...":
				if len(texts)%2 == 1 {
					texts = append(texts, "All right.")
				}
				for n := range 8 {
					texts = append(texts, fmt.Sprintf("Let us talk about %s for a while.", []string{"gardens", "old films", "the sea", "bread", "birds", "chess", "tea", "clouds"}[(n+number)%8]))
				}
			case "ask":
				one.ask = value
			case "old":
				one.older = value
			case "new":
				one.current = value
			}
		}
		one.messages = say(texts...)
		one.name = fmt.Sprint(number+1, " ", language, ": ", texts[len(texts)-1])
		out = append(out, one)
	}
	return out
}

func find(messages []memory.Message, text string) int {
	for i := range messages {
		if strings.Contains(messages[i].Content, text) {
			return i
		}
	}
	return -1
}

func corrections(messages []memory.Message) (out *memory.Corrections) {
	out = new(memory.Corrections)
	for _, m := range messages {
		out.Add(m.Role, m.Content)
	}
	return out
}

func TestCorrectionsAreNoticed(t *testing.T) {
	found, missed, kept, wrong := 0, 0, 0, 0
	for _, c := range correctedIn(correctionCases + heldCases) {
		all := corrections(c.messages).All()
		if c.none {
			kept++
			for _, f := range all {
				wrong++
				t.Errorf("%s: nothing is corrected here: %+v", c.name, f)
			}
			continue
		}
		older, newer := find(c.messages, c.older), find(c.messages, c.current)
		require.True(t, older >= 0 && newer > older, c.name)
		hit := false
		for _, f := range all {
			hit = hit || f.Older.Message == older && f.Newer.Message == newer
		}
		if found++; !hit {
			missed++
			t.Errorf("%s: not noticed: %+v", c.name, all)
		}
	}
	t.Logf("%d of %d corrections noticed, %d of %d others taken for one", found-missed, found, wrong, kept)
}

// In one long conversation of all cases, nothing corrects what belongs to another.
func TestCorrectionsStayWithTheirMatter(t *testing.T) {
	var all []memory.Message
	var of []int
	cases := correctedIn(correctionCases + heldCases)
	for i, c := range cases {
		for _, m := range append(c.messages, say("Let us talk about something else.", "With pleasure.", "How was your day?", "Quiet.")...) {
			all, of = append(all, m), append(of, i)
		}
	}
	noticed := make(map[int]bool)
	for _, f := range corrections(all).All() {
		older, newer := of[f.Older.Message], of[f.Newer.Message]
		assert.Equal(t, cases[older].name, cases[newer].name, "%q, %q", all[f.Older.Message].Content, all[f.Newer.Message].Content)
		assert.False(t, cases[newer].none, cases[newer].name)
		noticed[newer] = true
	}
	for i, c := range cases {
		assert.True(t, c.none || noticed[i], "%s: not noticed", c.name)
	}
}

// extracted checks a summary: what is current is in it, what was corrected only with
// its mark.
func extracted(t *testing.T, c corrected, s chat.Summary) {
	t.Helper()
	text := memory.Render([]chat.Summary{s})
	assert.Contains(t, text, c.current, c.name)
	for line := range strings.Lines(text) {
		if strings.Contains(line, c.older) && !strings.Contains(line, c.current) {
			assert.Contains(t, line, "- No longer true: ", c.name)
		}
	}
	for item := range s.All() {
		for _, uid := range item.SupersededBy {
			assert.True(t, slices.ContainsFunc(slices.Collect(s.All()), func(other chat.SummaryItem) bool {
				return slices.Contains(other.Sources, uid)
			}), "%s: %q stands without its correction", c.name, item.Text)
		}
	}
}

func TestExtractKeepsTheNewestWord(t *testing.T) {
	for _, c := range correctedIn(correctionCases + heldCases) {
		if c.none {
			require.NotContains(t, memory.Render([]chat.Summary{memory.Extract(c.messages, 200, count)}), "No longer true", c.name)
			continue
		}
		for _, share := range []int{200, 60, memory.Seed().Share(total(c.messages))} {
			s := memory.Extract(c.messages, share, count)
			extracted(t, c, s)
			if share == 200 {
				require.Contains(t, memory.Render([]chat.Summary{s}), c.older, c.name)
			}
		}
	}
}

// A chat is condensed range by range. A range may begin with a correction, and may
// correct what is in the summary of another.
func TestExtractCorrectsWhatStandsBefore(t *testing.T) {
	for _, c := range correctedIn(correctionCases + heldCases) {
		if c.none {
			continue
		}
		cut := find(c.messages, c.current)
		before, after := c.messages[:cut], c.messages[cut:]
		first := memory.Extract(before, 200, count)
		s := memory.ExtractAfter([]chat.Summary{first}, before[max(0, cut-memory.Near):], after, 200, count)
		extracted(t, c, s)
		if cut-find(c.messages, c.older) <= memory.Near || strings.Contains(memory.Render([]chat.Summary{first}), c.older) {
			require.Contains(t, memory.Render([]chat.Summary{s}), "No longer true: ", c.name)
		}
		// Merging keeps the pair.
		extracted(t, c, memory.Merge([]chat.Summary{first, s}, 400, count))
	}
}

// A model that merges sees what was corrected.
func TestMergesAreAskedForWithMarks(t *testing.T) {
	old := chat.Summary{Facts: items("The design review is on Tuesday.", "No, Thursday.")}
	old.Facts[0].SupersededBy = old.Facts[1].Sources
	_, user := memory.RequestMerge([]chat.Summary{old}, "", 200)
	require.Contains(t, user, "1| No longer true: The design review is on Tuesday.\n")
}

func TestSummariesAreAskedForWithTheNewestWord(t *testing.T) {
	system, _ := memory.Request(say("x"), nil, "", 100)
	require.Contains(t, system, "The newest word counts")
}

// A path that was cut and goes on otherwise has the corrections of one made anew.
func TestCorrectionsAreForgottenWithTheirMessages(t *testing.T) {
	var all []memory.Message
	for _, c := range correctedIn(correctionCases) {
		all = append(all, c.messages...)
	}
	c := corrections(all)
	want := len(c.All())
	for n := len(all); n >= 0; n -= 7 {
		c.Truncate(n)
		require.Equal(t, len(corrections(all[:n]).All()), len(c.All()), n)
	}
	c.Truncate(0)
	for _, m := range all {
		c.Add(m.Role, m.Content)
	}
	require.Len(t, c.All(), want)
}

// A matter that is corrected again and again leads to the last word.
func TestCorrectionsOfCorrections(t *testing.T) {
	said := say("The design review is on Tuesday.", "Noted.", "No, Thursday.", "Noted.", "Sorry, I meant Friday.", "Fine.", "Is there cake?", "Yes.", "The design review was moved to Monday.")
	s := memory.Extract(said, 100, count)
	text := memory.Render([]chat.Summary{s})
	require.Contains(t, text, "- No longer true: The design review is on Tuesday.\n- The design review was moved to Monday.\n")
	require.NotContains(t, text, "Thursday")
	require.NotContains(t, text, "Friday")
}

// Whatever is said, a summary has no corrected item without its correction.
func TestCorrectedItemsNeverStandAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"The review is on Tuesday. ", "No, Thursday. ", "Sorry, I meant Friday. ", "The budget is 400 euros. ", "The budget is now 500 euros. ", "Make that 600. ", "Anna lives in Rome. ", "Not Rome but Paris. ", "We moved the review to Monday. ", "What now? ", "不对，是周四。", "Nein, am Freitag. ", "No. "}
	for range 3000 {
		var texts []string
		for range 1 + r.IntN(8) {
			var text strings.Builder
			for range r.IntN(4) {
				text.WriteString(pieces[r.IntN(len(pieces))])
			}
			texts = append(texts, text.String())
		}
		share := 10 + r.IntN(80)
		s := memory.Extract(say(texts...), share, count)
		require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), share)
		all := slices.Collect(s.All())
		for _, item := range all {
			if len(item.SupersededBy) > 0 {
				require.True(t, slices.ContainsFunc(all, func(other chat.SummaryItem) bool {
					return len(other.SupersededBy) == 0 && slices.Contains(other.Sources, item.SupersededBy[0])
				}), "%q: %q", texts, item.Text)
			}
		}
	}
}
