package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRewriting(t *testing.T) {
	throat := []Exchange{{"What is throat cancer?", "Throat cancer is cancer of the voice box or the throat."}}
	weather := []Exchange{{"What is the weather in Paris?", "It is mild."}}
	curie := []Exchange{{"Who was Marie Curie?", "Marie Curie was a physicist who worked in Paris."}}
	for _, c := range []struct {
		history        []Exchange
		question, want string
	}{
		{throat, "Is it treatable?", "Is throat cancer treatable?"},
		{throat, "What are its symptoms?", "What are throat cancer's symptoms?"},
		{curie, "When was she born?", "When was Marie Curie born?"},
		{curie, "Who was her husband?", "Who was Marie Curie's husband?"},
		{weather, "What about London?", "What is the weather in London?"},
		{weather, "And what about New York?", "What is the weather in New York?"},
		{scenes["slabs"], "Tell me more about the last mentioned project", "Tell me more about project 25-01-028"},
		{scenes["slabs"], "Compare the first two", "Compare 25-01-064 and 25-01-070"},
		{scenes["slabs"], "Who designed the second project?", "Who designed project 25-01-070?"},
		{scenes["garage"], "Who owns it?", "Who owns 25-01-070?"},
		{scenes["garage"], "What is its area?", "What is 25-01-070's area?"},
		{scenes["garage"], "And the other two?", "And 25-01-064 and 25-01-028?"},
		{scenes["pair"], "Is the latter free?", "Is MySQL free?"},
		{scenes["invoices"], "Pay the second invoice", "Pay invoice INV-2057"},
		{scenes["debtors"], "Call the first one", "Call Acme Corp"},
		{scenes["heating"], "What does the second option cost?", "What does Heat pump cost?"},
	} {
		require.Equal(t, c.want, Rewrite(c.history, c.question, Options{}), c.question)
	}
}

// What is left out without a pronoun is added in brackets, the topic first.
func TestWhatIsMissingIsAdded(t *testing.T) {
	history := []Exchange{{"Tell me about lavender plants.", ""}}
	require.Equal(t, "What are the different types (lavender plants)?", Rewrite(history, "What are the different types?", Options{}))
}

func TestQuestionsThatStandAloneAreNotRewritten(t *testing.T) {
	for _, question := range []string{
		"What is the boiling point of nitrogen?", "Who built the bridge over the river Skell?", "How do I install PostgreSQL on Ubuntu?", "", "?",
	} {
		require.Equal(t, question, Rewrite(bridge, question, Options{}))
	}
	require.Equal(t, "Is it treatable?", Rewrite(nil, "Is it treatable?", Options{}))
}

// What was left out of one question is left out of the next: the topic is carried
// on over questions that do not name it.
func TestTopicIsCarriedOn(t *testing.T) {
	history := []Exchange{{"Tell me about lung cancer.", ""}, {"What are its symptoms?", ""}, {"Is it contagious?", ""}}
	require.Equal(t, "Can lung cancer be cured?", Rewrite(history, "Can it be cured?", Options{}))
}

// A name is found within a phrase, and does not take along what it does.
func TestNamesWithinPhrases(t *testing.T) {
	for text, want := range map[string][]string{
		"He met Oakland native Keyshia Cole there.":       {"Oakland", "Keyshia Cole", "Oakland native Keyshia Cole"},
		"Then Norton returned to it.":                     {"Norton"},
		"She was called back to play in The Little Foxes": {"Little Foxes"},
	} {
		words := cut(nil, text)
		var got []string
		for _, p := range nounPhrases(words) {
			for _, name := range append(namesWithin(words, p), p) {
				got = append(got, name.in(text, words))
			}
		}
		require.ElementsMatch(t, want, got, text)
	}
}

// "He" stands for a name; what is none goes into brackets.
func TestOnlyANameTakesThePlaceOfHe(t *testing.T) {
	q := cut(nil, "Where did he work?")
	require.Equal(t, "Where did Moen work (the mill)?", insert("Where did he work?", q, []string{"Moen", "the mill"}, true))
	require.Equal(t, "Where did he work (the mill)?", insert("Where did he work?", q, []string{"the mill"}, false))
	history := []Exchange{{"Who was Ole Moen?", "Ole Moen was a miller in Voss."}, {"What did he build?", "Moen built a mill in Bergen."}}
	require.Contains(t, Rewrite(history, "When did he die?", Options{}), "Moen die")
}
