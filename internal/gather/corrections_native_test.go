//go:build !js && !wasip1

package gather_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/tokens"
)

// asked is a question about a matter that was corrected.
type asked struct{ name, question, older, current string }

// corrections is one long conversation of all cases of some files, with other talk
// between them.
func corrections(t *testing.T, files ...string) (s *tree, leaf chat.UID, questions []asked) {
	t.Helper()
	cases := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		cases += string(text)
	}
	s = &tree{}
	talk := 0
	other := func(n int) {
		for range n {
			subject := []string{"gardens", "old films", "the harbour", "bread", "birds", "chess", "tea", "clouds"}[talk%8]
			talk++
			leaf = s.add(leaf, fmt.Sprintf("Somebody on the radio had a lot to say about %s, and I listened to all of it while the kettle boiled.", subject))
		}
	}
	for number, block := range strings.Split(cases, "\n== ")[1:] {
		one := asked{name: fmt.Sprint(number + 1)}
		for line := range strings.Lines(block) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "user", "assistant":
				if string(s.messages[leaf].Role) == key {
					other(1)
				}
				leaf = s.add(leaf, value)
			case "...":
				other(8)
			case "ask":
				one.question = value
			case "old":
				one.older = value
			case "new":
				one.current = value
			}
		}
		if one.question != "" {
			questions = append(questions, one)
		}
		other(2)
	}
	return s, leaf, questions
}

// Within 1,200 tokens every question about a matter that was corrected brings the
// correction, in a conversation of hundreds of messages. With less room, nothing
// that was corrected comes without it.
func TestRecallBringsCorrections(t *testing.T) {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	require.NoError(t, err)
	s, leaf, questions := corrections(t, "../memory/testdata/corrections.txt", "../memory/testdata/corrections-held.txt")
	for uid, m := range s.messages {
		m.Tokens = encoding.CountMessage(string(m.Role), m.Content)
		s.messages[uid] = m
	}
	h := gather.NewHistory(s, nil)
	for _, budget := range []int{1200, 300, 150, 90, 70} {
		there, both := 0, 0
		for _, one := range questions {
			q := s.asking(leaf, one.question, budget)
			q.Cost = encoding.Count
			text, _ := recalled(t, h, q)
			current, older := strings.Contains(text, one.current), strings.Contains(text, one.older)
			if current {
				there++
			}
			if older {
				both++
				assert.True(t, current, "%d tokens, %s: %q without %q", budget, one.name, one.older, one.current)
				assert.Contains(t, text, " (corrected later): ", one.name)
			}
			assert.True(t, current || budget < 1200, "%s: %q is not there", one.name, one.current)
		}
		t.Logf("%d messages, %d tokens: %d of %d corrections there, %d with what they correct", len(s.messages), budget, there, len(questions), both)
	}
}
