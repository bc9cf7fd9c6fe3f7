package memory_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/memory"
)

func TestExtractCondensesARealConversation(t *testing.T) {
	p := memory.Seed()
	before := total(bakery)
	s := memory.Extract(bakery, p.Share(before), count)
	after := count(memory.Render([]chat.Summary{s}))
	require.True(t, after >= 60 && after <= 90, "%d tokens: %q", after, texts(s))
	saved := 1 - float64(after)/float64(before)
	require.True(t, saved >= 0.93 && saved <= 0.95, "%f", saved)
	for item := range s.All() {
		require.Len(t, item.Sources, 1)
		at := slices.IndexFunc(bakery, func(m memory.Message) bool { return m.UID == item.Sources[0] })
		require.Contains(t, bakery[at].Content, item.Text, "sentences as they were written")
	}
	require.NotEmpty(t, s.Decisions)
	require.NotEmpty(t, s.Todos)
}

func TestExtractKnowsListsByTheirWords(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"My name is Ada.", "profile: My name is Ada."},
		{"I work at the harbour.", "profile: I work at the harbour."},
		{"Sadly I am allergic to nuts.", "profile: Sadly I am allergic to nuts."},
		{"The house has 14 rooms.", "facts: The house has 14 rooms."},
		{"Peter lives in Porto.", "facts: Peter lives in Porto."},
		{"We decided against the blue one.", "decisions: We decided against the blue one."},
		{"Okay, let's take the train.", "decisions: Okay, let's take the train."},
		{"I need to buy flour.", "todos: I need to buy flour."},
		{"The deadline: next week.", "todos: The deadline: next week."},
		{"How tall is the tower?", "questions: How tall is the tower?"},
		{"I wonder who built it.", "questions: I wonder who built it."},
		{"## Plan\n- **The** [bridge](http://x.example) is `old`.\n```\nx = 1 is code\n```\n| a | 5 |", "facts: The bridge is old."},
		{"Dr. Mayer is here, e.g. on Mondays. Fine.", "facts: Dr. Mayer is here, e.g. on Mondays."},
		{"価格は500円です。", "facts: 価格は500円です。"},
		{"Der Termin ist am 3. Mai um 15 Uhr.", "facts: Der Termin ist am 3. Mai um 15 Uhr."},
		{"Die Abgabe ist am 31. Juli um 12 Uhr.", "facts: Die Abgabe ist am 31. Juli um 12 Uhr."},
	} {
		s := memory.Extract(say(c.said), 200, count)
		require.Contains(t, texts(s), c.want)
		if !strings.Contains(c.said, "Fine") && !strings.Contains(c.said, "##") {
			require.Equal(t, 1, s.Len(), "%q", texts(s))
		}
		require.NotContains(t, strings.Join(texts(s), "\n"), "code")
		require.NotContains(t, strings.Join(texts(s), "\n"), "| 5")
	}
}

func TestExtractLeavesOutWhatAssistantsSayAroundAnAnswer(t *testing.T) {
	s := memory.Extract(say("Tell me.", "Sure, here are 3 facts about Rome. Rome has 7 hills. Let me know if Rome has 4 more."), 200, count)
	require.Equal(t, []string{"facts: Rome has 7 hills."}, texts(s))
}

func TestExtractPrefersShortSentences(t *testing.T) {
	s := memory.Extract(say("The boat has 3 sails. And then it went on "+strings.Repeat("and on ", 12)+"for 4 days."), 45, count)
	require.Equal(t, []string{"facts: The boat has 3 sails."}, texts(s))
}

// Tokens of a whole are not always the sum of its parts'.
func TestExtractKeepsItsShareByTheWhole(t *testing.T) {
	square := func(text string) int { n := strings.Count(text, "\n"); return n * n }
	s := memory.Extract(say("The boat has 3 oars. Anna has 44 sails. The sea is 7 miles deep. It costs 9 euros. We saw 12 whales."), 9, square)
	require.Equal(t, 2, s.Len(), "%q", texts(s))
	require.Equal(t, 9, square(memory.Render([]chat.Summary{s})))
}

func TestAnsweredQuestionsAreNotOpen(t *testing.T) {
	s := memory.Extract(say("Is the tower of Pisa 70 or 90 metres tall?", "The tower is 80 metres tall.", "And who built it?"), 100, count)
	require.Equal(t, []string{"facts: The tower is 80 metres tall.", "questions: And who built it?"}, texts(s))
}

func TestExtractsKeepTheOrderOfTheConversation(t *testing.T) {
	s := memory.Extract(say("The boat has 3 oars. Peter Paul Mary Jane have 44 and 55 sails. The sea is 7 miles deep."), 200, count)
	require.Equal(t, []string{"facts: The boat has 3 oars.", "facts: Peter Paul Mary Jane have 44 and 55 sails.", "facts: The sea is 7 miles deep."}, texts(s))
}

func TestExtractPrefersWhatTheUserSaid(t *testing.T) {
	m := say("The boat has 3 sails.", "The boat has 4 oars.", "The boat has 3 sails!")
	s := memory.Extract(m, 10, count)
	require.Equal(t, []string{"facts: The boat has 3 sails!"}, texts(s), "and says it once")
	require.Equal(t, []chat.UID{m[2].UID}, s.Facts[0].Sources)
}

// Whatever was said, an extract is the same each time, within its share and not
// empty.
func TestExtractsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"We decided on 5 boats. ", "What now? ", "I need to call Anna. ", "word ", "\n", "* ", "```\n", "12 ", "é\u0301 ", "会議は3月5日。", "\xff", "| a |\n", "!", "[x](y) ", "Sure, great question. ", "\u202e", "]( ", ". "}
	for range 2000 {
		var m []memory.Message
		said := false
		for range r.IntN(6) {
			var text strings.Builder
			for range r.IntN(30) {
				text.WriteString(pieces[r.IntN(len(pieces))])
			}
			one := say(text.String())[0]
			one.Role = []chat.Role{chat.User, chat.Assistant, chat.Tool}[r.IntN(3)]
			m = append(m, one)
			said = said || strings.ContainsAny(text.String(), "abcdefghijklmnopqrstuvwxyz123会")
		}
		share := r.IntN(100)
		s := memory.Extract(m, share, count)
		require.Equal(t, s, memory.Extract(m, share, count))
		if said {
			require.Positive(t, s.Len(), "%q", m)
		}
		if share >= 6 { // a label and one word
			require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), share, "%q", texts(s))
		}
	}
}

func TestExtractIsNeverEmpty(t *testing.T) {
	long := strings.Repeat("endless ", 5000)
	for _, text := range []string{"x", "?", "```\ncode only\n```", long, strings.Repeat("x", 100_000), "| only | a | table |", "Hm."} {
		s := memory.Extract(say(text), 60, count)
		require.Equal(t, 1, s.Len(), "%.20q", text)
		for item := range s.All() {
			require.NotEmpty(t, item.Text)
		}
		require.LessOrEqual(t, count(memory.Render([]chat.Summary{s})), 60)
	}
	require.Zero(t, memory.Extract(say("", " \n"), 60, count).Len())
	require.NotNil(t, memory.Extract(nil, 60, count).Todos)
}

// What takes more than linear time does not end here.
func TestExtractIsLinear(t *testing.T) {
	for _, text := range []string{"We met 5 people. ", "[a](b) ", "[a](", "a", "A. ", "x\n", "```\n", "](", "**"} {
		s := memory.Extract(say(strings.Repeat(text, 1<<20/len(text))), 80, count)
		require.Positive(t, s.Len(), text)
	}
}

func items(texts ...string) (out []chat.SummaryItem) {
	for i, text := range texts {
		out = append(out, chat.SummaryItem{Text: text, Sources: []chat.UID{chat.MakeUID(1, uint64(len(text)), uint16(i))}})
	}
	return out
}

func TestMergeKeepsTheNewest(t *testing.T) {
	old := chat.Summary{
		Profile:   items("User lives in Berlin", "User has a cat"),
		Questions: items("Has the user cat allergies?"),
		Facts:     items("The deadline is 5 March 2026", "Invoice 25-01-064 is paid", "Anna works in Sales", "The shop has 42 products"),
		Todos:     items("Call Anna"),
	}
	fresh := chat.Summary{
		Profile: items("User lives in New York", "User has a dog"),
		Facts:   items("The deadline is 12 April 2026", "Invoice 25-01-070 is paid", "Ben works in Sales", "The shop has 42 products."),
		Todos:   items("Call Ben"),
	}
	s := memory.Merge([]chat.Summary{old, fresh}, 500, count)
	require.Equal(t, []string{
		"profile: User has a cat", "profile: User lives in New York", "profile: User has a dog",
		"facts: Invoice 25-01-064 is paid", "facts: Anna works in Sales", "facts: The deadline is 12 April 2026",
		"facts: Invoice 25-01-070 is paid", "facts: Ben works in Sales", "facts: The shop has 42 products.",
		"questions: Has the user cat allergies?", "todos: Call Anna", "todos: Call Ben",
	}, texts(s))
	require.Equal(t, fresh.Facts[0].Sources, s.Facts[2].Sources)
	require.Equal(t, s, memory.Merge([]chat.Summary{old, fresh}, 500, count))

	for share := 10; share < 60; share += 7 {
		got := memory.Merge([]chat.Summary{old, fresh}, share, count)
		require.LessOrEqual(t, count(memory.Render([]chat.Summary{got})), share)
		require.Contains(t, texts(got), "todos: Call Ben", "the newest of the most worth stays longest")
	}
}

func TestMergeKeepsEditedItems(t *testing.T) {
	mine := chat.Summary{Facts: items("The deadline is 5 March 2026", "Berlin")}
	for i := range mine.Facts {
		mine.Facts[i].Edited = true
	}
	fresh := chat.Summary{Facts: items("The deadline is 12 April 2026", "Berlin"), Todos: items("Call Ben")}
	s := memory.Merge([]chat.Summary{mine, fresh}, 500, count)
	require.Equal(t, mine.Facts, s.Facts[:2])
	require.Equal(t, []string{"facts: The deadline is 5 March 2026", "facts: Berlin", "facts: The deadline is 12 April 2026", "todos: Call Ben"}, texts(s))
	require.Equal(t, mine.Facts, memory.Merge([]chat.Summary{mine, fresh}, 1, count).Facts)
}

func TestRender(t *testing.T) {
	a := chat.Summary{Profile: items("Ada, a teacher"), Todos: items("call\nBen", "- pay", "")}
	b := chat.Summary{Facts: items("It is -5 degrees")}
	want := "About the user:\n- Ada, a teacher\nTo do:\n- call Ben\n- pay\n"
	require.Equal(t, want, memory.Render([]chat.Summary{a}))
	require.Equal(t, want+"Facts:\n- It is -5 degrees\n", memory.Render([]chat.Summary{a, {}, b}), "what was there stays byte by byte")
	require.Empty(t, memory.Render([]chat.Summary{{}}))
	require.Equal(t, "Facts:\n- -5 degrees\n", memory.Render([]chat.Summary{{Facts: items("-5 degrees")}}))
}
