package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestActions(t *testing.T) {
	for question, want := range map[string]string{
		"Hello": ChatAction, "Thanks a lot": ChatAction, "Good morning": ChatAction,
		"How many customers ordered in March?": CountAction, "How much did we sell?": CountAction, "Count the open tickets": CountAction,
		"List the open invoices": ListAction, "Show me all projects": ListAction, "Which projects are late?": ListAction,
		"Compare Go and Rust": CompareAction, "What is the difference between TCP and UDP?": CompareAction,
		"Explain recursion": ExplainAction, "Why is the sky blue?": ExplainAction, "How does a heat pump work?": ExplainAction, "Tell me about Paris": ExplainAction,
		"Summarise this report": SummariseAction, "Give me a summary of the contract": SummariseAction,
		"Predict next year's sales": PredictAction, "I need to find out who will leave": PredictAction, "Will it rain tomorrow?": PredictAction,
		"Write a poem about autumn": WriteAction, "Draft a reply to Acme": WriteAction, "Please rewrite this": WriteAction,
		"Translate this": TranslateAction, "Can you translate the letter into French?": TranslateAction,
		"What is 2+2?": CalculateAction, "Calculate the area of a circle": CalculateAction, "What is the average price?": CalculateAction,
		"Should I learn Go?": DecideAction, "Recommend a good book": DecideAction, "What is the best laptop?": DecideAction,
		"Who was Marie Curie?": FindAction, "When was the bridge built?": FindAction, "": FindAction, "mercury": FindAction,
	} {
		require.Equal(t, want, Understand(nil, question, Options{}).Action, question)
	}
}

func TestDomains(t *testing.T) {
	for question, want := range map[string]string{
		"Who was Marie Curie?": "people", "When was her husband born?": "people",
		"Where is Lisbon?": "places", "Which hotels are near the beach?": "places",
		"What does the loan cost?": "money", "How is income tax computed on my salary?": "money",
		"What are the symptoms of throat cancer?": "health", "Is this drug safe with vitamin D?": "health",
		"Is it illegal to copy a patent?": "law", "Can the court refuse my lawyer?": "law",
		"How do I install Linux on a server?": "technology", "Why does my Python code have a bug?": "technology",
		"How strong is gravity on a small planet?": "science", "Which novel did the author write first?": "arts",
		"Which team won the football league?": "sports", "Which customers have a deadline?": "work",
		"What does section 3 of the report say?": "documents", "Hello": "other", "": "other", "Why?": "other",
	} {
		require.Equal(t, want, Understand(nil, question, Options{}).Domain, question)
	}
}

// The domain is that of what was understood, not of the few words that were asked.
func TestDomainOfAFollowUp(t *testing.T) {
	history := []Exchange{{"What is throat cancer?", "Throat cancer is cancer of the voice box or the throat."}}
	require.Equal(t, "health", Understand(history, "Is it treatable?", Options{}).Domain)
}

func TestFilters(t *testing.T) {
	for _, c := range []struct {
		scene, question string
		want            []Filter
	}{
		{"", "Who was Marie Curie?", []Filter{}},
		{"", "Who owns project 25-01-064?", []Filter{{"identifier", "25-01-064"}}},
		{"slabs", "Who owns the second one?", []Filter{{"identifier", "25-01-070"}}},
		{"slabs", "Tell me more about the last mentioned project", []Filter{{"identifier", "25-01-028"}}},
		{"slabs", "Compare the first two", []Filter{{"identifier", "25-01-064"}, {"identifier", "25-01-070"}}},
		{"debtors", "Call the second customer", []Filter{}},
		{"garage", "Compare it with 25-01-070", []Filter{{"identifier", "25-01-070"}}},
		{"curie", "When was she born?", []Filter{}},
		{"", "What did we discuss on 12 March 2024?", []Filter{{"date", "2024-03-12"}}},
		{"", "What was decided last month?", []Filter{{"date", "2024-04-01/2024-04-30"}}},
		{"", "Which orders came between March 2023 and May 2023?", []Filter{{"date", "2023-03-01/2023-05-31"}}},
		{"", "Sales from 2019 to 2021", []Filter{{"date", "2019-01-01/2021-12-31"}}},
		{"", "Invoices since March 2024", []Filter{{"date", "2024-03-01/2024-05-15"}}},
		{"", "What is due next Friday?", []Filter{}},
		{"", "Which contracts end before 2020?", []Filter{}},
		{"", "It costs 300 euros", []Filter{}},
		{"", "", []Filter{}},
	} {
		u := Understand(scenes[c.scene], c.question, Options{Now: noon})
		require.Equal(t, c.want, u.Filters, c.question)
	}
}

// The names of a mark's constant and its words are in two lists.
func TestMarksAreInOrder(t *testing.T) {
	for text, want := range map[string]mark{
		"he": mHe, "its": mIts, "such": mSuch, "one": mOne, "ten": mTen, "first": mFirst, "tenth": mTenth, "rest": mRest, "after": mAfter, "which": mWhich,
		"how": mHow, "the": mThe, "you": mYou, "best": mBest, "quarter": mQuarter, "today": mToday, "january": mJanuary, "dec": mDecember, "sunday": mSunday,
		"saturday": mSaturday, "people": mPeople, "cold": mCold, "meant": mMeant, "btw": mAside, "bn": mBillion,
	} {
		require.Equal(t, want, cut(nil, text)[0].mark, text)
	}
	last := wordTable().entries
	for _, e := range last {
		require.LessOrEqual(t, int(e.class), classes)
		require.LessOrEqual(t, e.mark, mBillion)
	}
}
