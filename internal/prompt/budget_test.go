package prompt_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/prompt"
)

// begun is a plan of messages with so many tokens each.
func begun(t *testing.T, total int, l prompt.Limits, tokens ...int) *prompt.Plan {
	t.Helper()
	c := count(words)
	texts := []string{}
	for _, n := range tokens {
		texts = append(texts, strings.TrimSpace(strings.Repeat("word ", n-5)))
	}
	m := c.conversation(append(texts, "Well?")...) // 6 tokens
	m.Total = max(total, m.Total)
	counter := c.counter()
	plan := prompt.Begin(m, l, counter)
	require.NoError(t, counter.Err)
	return plan
}

// taken are the depths of the messages that go along.
func taken(p *prompt.Plan, found ...prompt.Passage) (depths []int) {
	for _, m := range p.End(found).Taken {
		depths = append(depths, m.Depth)
	}
	return depths
}

func TestAllMessagesGoAlongAsLongAsTheyFit(t *testing.T) {
	for name, test := range map[string]struct {
		total  int
		limits prompt.Limits
		taken  []int
		recall int
	}{
		// 20 + 20 + 20 + 20 and 6 for the question.
		"just":                         {0, prompt.Limits{Room: 86}, []int{0, 1, 2, 3}, 0},
		"not quite":                    {0, prompt.Limits{Room: 85}, []int{1, 2, 3}, 79},
		"whatever they weigh":          {0, prompt.Limits{Room: 40, Whole: true}, []int{0, 1, 2, 3}, 0},
		"all that are open":            {9, prompt.Limits{Room: 860}, []int{0, 1, 2, 3}, 215}, // a quarter of the room
		"and an eighth is free":        {9, prompt.Limits{Room: 99}, []int{0, 1, 2, 3}, 13},   // 86 + 12
		"an eighth would not be":       {9, prompt.Limits{Room: 97}, []int{0, 1, 2, 3}, 71},   // but nothing was recalled
		"recalled ones may have it":    {9, prompt.Limits{Room: 860, Fill: true}, []int{0, 1, 2, 3}, 774},
		"the exchange has its share":   {0, prompt.Limits{Room: 166, MaxContext: 80}, []int{0, 1, 2, 3}, 0},
		"of the exchange what is less": {0, prompt.Limits{Room: 84}, []int{1, 2, 3}, 78},
	} {
		t.Run(name, func(t *testing.T) {
			plan := begun(t, test.total, test.limits, 20, 20, 20, 20)
			require.Equal(t, 86, plan.Sum, "what condensing goes by is all of it")
			require.Equal(t, test.recall, plan.Recall)
			require.Equal(t, test.taken, taken(plan))
		})
	}
}

// If not all fit, the last exchange has a quarter of the room, and the rest is for
// what is recalled; what that leaves over is for more of the newest.
func TestWhatRecallingLeavesOverGoesToTheNewest(t *testing.T) {
	for name, test := range map[string]struct {
		tokens []int
		recall int
		use    int // tokens that are recalled
		depth  int // of what is recalled
		taken  []int
	}{
		"all of it":                  {[]int{200, 20, 20, 20, 20}, 160, 160, 0, []int{3, 4}},
		"some of it":                 {[]int{200, 20, 20, 20, 20}, 160, 141, 0, []int{3, 4}},
		"one more fits":              {[]int{200, 20, 20, 20, 20}, 160, 140, 0, []int{2, 3, 4}},
		"two more":                   {[]int{200, 20, 20, 20, 20}, 160, 120, 0, []int{1, 2, 3, 4}},
		"the next one was recalled":  {[]int{200, 20, 20, 20, 20}, 160, 20, 2, []int{3, 4}},
		"and the one before it":      {[]int{200, 20, 20, 20, 20}, 160, 20, 1, []int{2, 3, 4}},
		"a quarter is one of both":   {[]int{200, 20, 20, 40, 20}, 180, 180, 0, []int{4}},
		"a quarter is none of both":  {[]int{200, 20, 20, 20, 60}, 200, 200, 0, nil},
		"no more than one exchange":  {[]int{200, 20, 6, 6, 6}, 188, 188, 0, []int{3, 4}},
		"of which both may fit just": {[]int{200, 20, 20, 25, 25}, 150, 150, 0, []int{3, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			plan := begun(t, 0, prompt.Limits{Room: 206}, test.tokens...)
			require.Equal(t, test.recall, plan.Recall)
			recalled := prompt.Passage{Kind: chat.RecalledPart, Text: "x", Tokens: test.use, Messages: []chat.Message{{Depth: test.depth}}}
			require.Equal(t, test.taken, taken(plan, recalled))
		})
	}
}

// What goes along whole need not be recalled.
func TestWhatIsThereIsSkipped(t *testing.T) {
	skip := begun(t, 0, prompt.Limits{Room: 206}, 200, 20, 20, 20, 20).Skip()
	for depth, want := range map[int]bool{0: false, 1: false, 2: false, 3: true, 4: true, 5: false} {
		require.Equal(t, want, skip(depth), depth)
	}
}

func TestASmallModelsWindowBeginsAnew(t *testing.T) {
	small := prompt.Limits{Room: 8000, Small: true}
	for name, test := range map[string]struct {
		tokens []int
		taken  []int
	}{
		"it grows":                        {[]int{100, 100, 100, 100}, []int{0, 1, 2, 3}},
		"until it is full":                {[]int{100, 100, 100, 101}, []int{2, 3}},
		"only an answer ends it":          {[]int{100, 200, 101, 10}, []int{2, 3}},
		"a short exchange goes along":     {[]int{200, 180, 20, 30}, []int{2, 3}},
		"a long one does, too":            {[]int{200, 180, 20, 900}, []int{2, 3}},
		"once":                            {[]int{200, 180, 20, 900, 10, 10}, []int{4, 5}},
		"one within a window, longer":     {[]int{200, 180, 20, 300, 10, 300}, []int{2, 3, 4, 5}},
		"then it grows again":             {[]int{200, 180, 20, 30, 100, 100}, []int{2, 3, 4, 5}},
		"the first answer may be too big": {[]int{10, 500, 20, 20}, []int{2, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			plan := begun(t, 0, small, test.tokens...)
			require.Equal(t, test.taken, taken(plan))
		})
	}
	c := count(words)
	for length, own := range map[int]bool{80: true, 81: false, 0: false} {
		m := c.conversation("Well?")
		m.Instructions = strings.Repeat("x", length)
		out := c.lay(t, m, small)
		require.Equal(t, own, out.Messages[0].Content == m.Instructions, "%d bytes of instructions", length)
		require.NotEmpty(t, out.Messages[0].Content)
	}
}

// A message is counted once for an encoding that it was not kept with, unless it has
// changed since; one that is still written is always counted.
func TestCountsAreRemembered(t *testing.T) {
	counted, failure := 0, error(nil)
	counts := &prompt.Counts{
		Count: func(_ context.Context, model string, _ chat.Role, _ string) (int, string, error) {
			counted++
			return 100 + counted, model, failure
		},
		Encoding: func(model string) (string, bool) { return model, false },
	}
	of := func(model string, m chat.Message) int {
		t.Helper()
		n, err := counts.Of(t.Context(), model, m)
		require.NoError(t, err)
		return n
	}
	kept := chat.Message{UID: chat.NewUID(1), Encoding: "a", Tokens: 7, Status: chat.Complete, UpdatedAt: 1}
	require.Equal(t, 7, of("a", kept))
	require.Zero(t, counted)
	require.Equal(t, 101, of("b", kept))
	require.Equal(t, 101, of("b", kept))
	require.Equal(t, 102, of("c", kept), "another encoding")
	changed := kept
	changed.UpdatedAt = 2
	require.Equal(t, 103, of("b", changed))
	require.Equal(t, 101, of("b", kept))
	other := kept
	other.UID = chat.NewUID(2)
	require.Equal(t, 104, of("b", other))
	streaming := kept
	streaming.Status, streaming.UpdatedAt = chat.Streaming, 9
	require.Equal(t, 105, of("a", streaming), "its count is of the text as it was")
	unkept := chat.Message{Encoding: "x"}
	require.Equal(t, 106, of("b", unkept))
	require.Equal(t, 107, of("b", unkept), "what has no name is not known again")

	failure = errors.New("no vocabulary")
	_, err := counts.Of(t.Context(), "d", kept)
	require.ErrorIs(t, err, failure)
	failure = nil
	require.Equal(t, 109, of("d", kept), "and tried again")

	// What is remembered has an end, and then begins anew.
	counted = 0
	for i := range 25_000 {
		of("b", chat.Message{UID: chat.NewUID(int64(i + 10)), Encoding: "a"})
	}
	require.Equal(t, 25_000, counted)
}
