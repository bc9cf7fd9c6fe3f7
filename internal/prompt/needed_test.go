package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/prompt"
)

// fenced is a block of code with so many lines.
func fenced(lines int) string {
	var b strings.Builder
	b.WriteString("```go\n")
	for i := range lines {
		fmt.Fprintf(&b, "line%d := work(%d)\n", i, i)
	}
	return b.String() + "```\n"
}

// Whatever the room, the last exchange and what the question refers to go along as
// they are.
func TestWhatIsNeededGoesAlongWhole(t *testing.T) {
	c := count(words)
	code := "Here it is:\n" + fenced(60) + "That is all."
	m := c.conversation("Write it.", code, sentences("a", 30), sentences("b", 30), sentences("c", 30), sentences("d", 30), "Translate it.")
	m.Needed = []chat.Message{m.Open[1], m.Open[4], m.Open[5]}
	out := c.lay(t, m, prompt.Limits{Room: 100, MaxContext: 5000, Window: 5000})
	require.Equal(t, []string{code, m.Open[4].Content, m.Open[5].Content}, contents(out.Messages[1:len(out.Messages)-1]))
	require.Empty(t, out.Cut)
	require.Equal(t, 3, out.Left)

	// Also if a summary stands for it.
	m.Summaries, m.Covered, m.Open = "A function was written.", 6, nil
	out = c.lay(t, m, prompt.Limits{Room: 100, MaxContext: 5000, Window: 5000})
	require.Len(t, out.Taken, 3)
	require.Zero(t, out.Open)
	require.Zero(t, out.Left)
	require.Less(t, out.Sum, 100, "which has been condensed, and is not to be again")

	// Without a window there is only the room.
	out = c.lay(t, m, prompt.Limits{Room: 100, MaxContext: 5000})
	require.Empty(t, out.Taken)
}

// Recalled messages keep a share of the room beside a long exchange.
func TestALongExchangeLeavesRoomToRecall(t *testing.T) {
	c := count(words)
	m := c.conversation(sentences("a", 90), sentences("b", 90), sentences("c", 90), sentences("d", 90), "Well?")
	m.Needed = m.Open[2:]
	plan := prompt.Begin(m, prompt.Limits{Room: 406, Window: 5000}, c.counter())
	require.Equal(t, 100, plan.Recall)
	require.True(t, plan.Skip()(3))
	require.False(t, plan.Skip()(1))
	plan = prompt.Begin(m, prompt.Limits{Room: 406, Window: 1850}, c.counter())
	require.Equal(t, 1850-7-6-2*905, plan.Recall, "and no more than the model can hold")
}

// What the model cannot hold is cut between sentences, blocks are left out whole, and
// a mark says so.
func TestWhatTheModelCannotHoldIsCutHonestly(t *testing.T) {
	c := count(words)
	code := "Here it is.\n" + fenced(60) + "It works. It is fast.\n"
	m := c.conversation("Write it.", code, "Translate it.")
	m.Needed = m.Open
	for name, test := range map[string]struct {
		window int
		want   string
	}{
		"all of it":  {300, code},
		"no block":   {70, "Here it is.\n[A code block of 60 lines is left out here, because it does not fit.]\nIt works. It is fast.\n"},
		"no room":    {30, "[The rest of this message is left out, because it does not fit.]"},
		"but little": {48, "Here it is.\n[The rest of this message is left out, because it does not fit.]"},
	} {
		t.Run(name, func(t *testing.T) {
			counter := c.counter()
			out := prompt.Begin(m, prompt.Limits{Room: 20, Window: test.window}, counter).End(nil)
			require.NoError(t, counter.Err)
			require.Equal(t, strings.TrimSpace(test.want), strings.TrimSpace(out.Messages[len(out.Messages)-2].Content))
			if test.want == code {
				require.Empty(t, out.Cut)
				return
			}
			require.Equal(t, chat.MessagesPart, out.Cut[0].Kind)
			require.Equal(t, chat.Shortened, out.Cut[0].Why)
			require.Positive(t, out.Cut[0].Tokens)
		})
	}
}

func TestASmallModelGetsWhatIsNeeded(t *testing.T) {
	c := count(words)
	letter := sentences("letter", 70)
	m := c.conversation(letter, "Nice.", "And then?", sentences("more", 10), "Shorter.")
	m.Needed = []chat.Message{m.Open[0], m.Open[2], m.Open[3]}
	out := c.lay(t, m, prompt.Limits{Room: 8000, Small: true, Window: prompt.SmallRoom})
	require.Equal(t, letter, out.Messages[1].Content)
	require.Len(t, out.Taken, 3)
}

func TestPiecesAreTheText(t *testing.T) {
	table := "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n"
	for text, want := range map[string][]string{
		"":                              nil,
		"Just words.\nMore.":            {""},
		"Look:\n" + fenced(3) + "Done.": {"", "code block 3", ""},
		fenced(1) + fenced(2):           {"code block 1", "code block 2"},
		"~~~\n```\n~~~\nEnd":            {"code block 1", ""},
		"```\nunended\ncode":            {"code block 2"},
		"1. Item\n   ```sh\n   ls\n   ```\n2. Item": {"", "code block 1", ""},
		"Use ```this``` inline.\nNot a block.":      {""},
		"A table:\n" + table + "\nEnd":              {"", "table 4", ""},
		"a | b\n- | -\n1 | 2\n":                     {"table 3"},
		"this | that\nor not":                       {""},
	} {
		var got []string
		whole := ""
		for _, p := range prompt.Pieces(text) {
			whole += p.Text
			if p.Block == "" {
				got = append(got, "")
			} else {
				got = append(got, fmt.Sprint(p.Block, " ", p.Lines))
			}
		}
		require.Equal(t, text, whole)
		require.Equal(t, want, got, text)
		require.Equal(t, strings.Contains(strings.Join(got, ""), " "), prompt.HasBlock(text), text)
	}
}

// A passage of a source has its code whole or not at all, too.
func TestAPassageIsNotCutWithinCode(t *testing.T) {
	text := sentences("p", 4) + "\n" + fenced(40) + sentences("q", 4)
	out := count(words).lay(t, count(words).conversation("Which one?"),
		prompt.Limits{Room: 8000, Evidence: prompt.Budget{Base: 100, Most: 100}}, from("source", of(chat.DocumentsPart, 1, text)))
	require.Contains(t, evidence(t, out), "p3-9.")
	require.NotContains(t, evidence(t, out), "line0")
}
