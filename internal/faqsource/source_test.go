package faqsource_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
	"burrow/internal/store"
	"burrow/internal/understand"
)

func open(t *testing.T, pairs ...chat.Pair) (*store.Store, *faqsource.Source) {
	t.Helper()
	s, err := store.Open(":memory:", store.Options{}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	_, err = s.KeepPairs(t.Context(), pairs, 1)
	require.NoError(t, err)
	return s, &faqsource.Source{Store: s}
}

// ask is the answer to a question, with whose it is.
func ask(t *testing.T, s *faqsource.Source, question string) (answer, whose string) {
	t.Helper()
	out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: question}}, nil)
	require.NoError(t, err)
	if out.Answer == "" {
		require.Empty(t, out.Sources)
		return "", ""
	}
	require.Len(t, out.Sources, 1)
	require.Equal(t, chat.FAQSource, out.Sources[0].Kind)
	return out.Answer, out.Sources[0].Name
}

var (
	hours = chat.Pair{Question: "When are you open?", Also: []string{"What are the opening hours?"}, Answer: "From 9 to 5."}
	cards = chat.Pair{Question: "Wie kann ich bezahlen?", Answer: "Mit Karte."}
)

func TestAPairAnswersItsWordings(t *testing.T) {
	_, s := open(t, hours, cards)
	for question, want := range map[string]string{
		"when are you open": hours.Answer, "Hi, could you tell me what the opening hours are?": hours.Answer,
		"What are the opening hours, please?": hours.Answer, "What are your opening hours?": "",
		"Wie kann man bezahlen?": cards.Answer, "When are you not open?": "", "Hello!": "",
	} {
		answer, whose := ask(t, s, question)
		require.Equal(t, want, answer, question)
		if want == hours.Answer {
			require.Equal(t, hours.Question, whose, "it says the pair's own question")
		}
	}
}

func TestTwoThatFitAnswerNothing(t *testing.T) {
	other := chat.Pair{Question: "Could you tell me when you are open?", Answer: "Never."}
	history, s := open(t, hours, other, cards) // as a merge brings them together
	answer, _ := ask(t, s, "When are you open?")
	require.Empty(t, answer)
	answer, _ = ask(t, s, "What are the opening hours?")
	require.Equal(t, hours.Answer, answer, "only one has this wording")

	pairs, err := history.Pairs(t.Context())
	require.NoError(t, err)
	clashes := faqsource.Clashes(pairs, understand.Options{})
	require.Equal(t, []int{1, 0, -1}, clashes)

	// With the same answer they are no contradiction.
	other.UID, other.Answer = pairs[1].UID, hours.Answer
	_, err = history.KeepPairs(t.Context(), []chat.Pair{other}, 2)
	require.NoError(t, err)
	answer, _ = ask(t, s, "When are you open?")
	require.Equal(t, hours.Answer, answer)
}

func TestTheIndexFollowsThePairs(t *testing.T) {
	history, s := open(t)
	answer, _ := ask(t, s, hours.Question)
	require.Empty(t, answer)
	kept, err := history.KeepPairs(t.Context(), []chat.Pair{hours}, 5)
	require.NoError(t, err)
	answer, _ = ask(t, s, hours.Question)
	require.Equal(t, hours.Answer, answer)
	// Changed and removed within the same millisecond.
	kept[0].Answer = "At noon."
	_, err = history.KeepPairs(t.Context(), kept, 5)
	require.NoError(t, err)
	answer, _ = ask(t, s, hours.Question)
	require.Equal(t, "At noon.", answer)
	_, err = history.RemovePairs(t.Context(), kept[0].UID)
	require.NoError(t, err)
	answer, _ = ask(t, s, hours.Question)
	require.Empty(t, answer)
	_, err = history.KeepPairs(t.Context(), []chat.Pair{{Question: "Where?", Answer: "Here."}}, 5)
	require.NoError(t, err)
	answer, _ = ask(t, s, hours.Question)
	require.Empty(t, answer)
	answer, _ = ask(t, s, "Where?")
	require.Equal(t, "Here.", answer)
}

// Until the table of its language is there only the same words match, and then the pairs
// are read anew.
func TestPairsAreReadAnewWithATable(t *testing.T) {
	_, s := open(t, cards)
	answer := func(question string, l *understand.Languages) string {
		out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: question}, Reading: &understand.Options{Languages: l}}, nil)
		require.NoError(t, err)
		return out.Answer
	}
	none := understand.LoadLanguages("")
	require.Empty(t, answer("Wie kann man bezahlen?", none))
	require.Equal(t, cards.Answer, answer(cards.Question, none))
	require.Equal(t, cards.Answer, answer("Wie kann man bezahlen?", nil))
}

func rows(t *testing.T, text string) []chat.Pair {
	t.Helper()
	out, err := faqsource.ReadCSV(text)
	require.NoError(t, err)
	return out
}

func TestAnImportChangesAndNamesWhatItLeavesOut(t *testing.T) {
	history, s := open(t, hours, cards)
	pairs, err := history.Pairs(t.Context())
	require.NoError(t, err)
	plan := faqsource.Plan(pairs, rows(t, strings.Join([]string{
		"Question,Answer",
		"When are you open?,At noon.",        // changed: its other wording goes
		"Wie kann ich bezahlen?,Mit Karte.",  // as before
		"What are the opening hours?,Always", // free now
		"When are we open?,Never.",
		"Could you tell me when you're open?,Never.", // not beside row 2
		"Where?,",
		",Nothing",
		"Hello!,Hello.",
		"When are we open?,Never.", // again
	}, "\n")), understand.Options{})
	require.Equal(t, []int{2, 1, 2}, []int{plan.Added, plan.Changed, plan.Same})
	require.Equal(t, pairs[0].UID, plan.Keep[0].UID)
	require.True(t, plan.Keep[1].UID.IsZero())
	require.Equal(t, []faqsource.Problem{
		{Row: 6, Message: "This is the same question as “When are you open?”, which has another answer."},
		{Row: 7, Message: "The answer is missing."},
		{Row: 8, Message: "The question is missing."},
		{Row: 9, Message: "“Hello!” asks nothing."},
	}, plan.Problems)
	_, err = history.KeepPairs(t.Context(), plan.Keep, 2)
	require.NoError(t, err)
	answer, _ := ask(t, s, "When are you open?")
	require.Equal(t, "At noon.", answer)
	answer, _ = ask(t, s, "What are the opening hours?")
	require.Equal(t, "Always", answer)

	// A row that cannot take a pair's place leaves it as it is.
	pairs, err = history.Pairs(t.Context())
	require.NoError(t, err)
	plan = faqsource.Plan(pairs, rows(t, "When are you open?,Never.,Wie kann ich bezahlen?\nCould you tell me when you are open?,Nope."), understand.Options{})
	require.Empty(t, plan.Keep)
	require.Len(t, plan.Problems, 2)

	// One that is changed by its UID is not beside itself, but beside the others.
	changed := pairs[1]
	changed.Answer = "Bar."
	plan = faqsource.Plan(pairs, []chat.Pair{changed}, understand.Options{})
	require.Equal(t, []chat.Pair{changed}, plan.Keep)
	changed.Also = []string{"When are we open?"}
	plan = faqsource.Plan(pairs, []chat.Pair{changed}, understand.Options{})
	require.Len(t, plan.Problems, 1)
}
