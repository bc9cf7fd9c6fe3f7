package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesakesAreAskedAbout(t *testing.T) {
	meeting := []Exchange{{"Who was in the meeting?", "Martin Keller from sales and Martin Roth from support were there, with Anna Weber."}}
	invoices := []Exchange{{"Which invoices are open?", "Two: invoice INV-2041 over 300 € and invoice INV-2057 over 1,200 €."}}
	for _, c := range []struct {
		history  []Exchange
		question string
		choices  []string
	}{
		{meeting, "What did Martin say?", []string{"Answer “What did Martin Keller say?”.", "Answer “What did Martin Roth say?”."}},
		{meeting, "Cosa ha detto Martin?", []string{"Answer “Cosa ha detto Martin Keller?”.", "Answer “Cosa ha detto Martin Roth?”."}},
		{meeting, "What did Anna say?", nil},
		{meeting, "What did Martin Roth say?", nil},
		{meeting, "Who is Martin Luther?", nil},
		{append(meeting[:1:1], Exchange{"What did Martin Roth say?", "That it will take longer."}), "When did Martin leave?", nil},
		{append(meeting[:1:1], Exchange{"And Martin?", "Martin was late."}), "When did Martin leave?", nil},
		{invoices, "When is the invoice due?", []string{"Answer “When is invoice INV-2041 due?”.", "Answer “When is invoice INV-2057 due?”."}},
		{invoices, "When are the invoices due?", nil},
		{invoices, "When is invoice INV-2041 due?", nil},
		{nil, "What did Martin say?", nil},
	} {
		u := Understand(c.history, c.question, Options{})
		require.Equal(t, c.choices != nil, u.Clarify, c.question)
		if c.choices != nil {
			require.Equal(t, c.choices, u.Interpretations, c.question)
		}
	}
}

func TestWhatIsOpenIsAskedAbout(t *testing.T) {
	for question, want := range map[string][]string{
		"I have a dataset of 10k customers": {"What should I do with it?", "Can you paste a few rows?"},
		"Show me the best ones":             {"Which ones do you mean?", "What matters most to you?"},
		"How much did it grow?":             {"What is it about?", "Over what time?"},
		"Wer wird gehen?":                   {"Where should I look?", "Is there any data I can use for this?"},
	} {
		u := Understand(nil, question, Options{})
		require.True(t, u.Clarify, question)
		require.Equal(t, want, u.Questions, question)
		require.GreaterOrEqual(t, len(u.Interpretations), 3, question)
	}
	// After an answer they go on with it.
	require.False(t, Understand([]Exchange{{"Which phones have two SIM cards?", "The Fairphone 5 and the Pixel 9."}}, "Show me the best ones", Options{}).Clarify)
}

func TestWithoutATableNothingIsAskedAndNoRouteIsSure(t *testing.T) {
	o := Options{Database: true, Documents: true, Tables: NewTables([]TableName{{Name: "rechnungen"}}), Titles: NewDocuments([]DocumentTitle{{Title: "Urlaub"}})}
	without := o
	without.Languages = LoadLanguages("")
	const card, records = "Wer wird gehen?", "Wie viele Rechnungen sind offen?"
	require.True(t, Understand(nil, card, o).Clarify)
	require.False(t, Understand(nil, card, without).Clarify)
	require.False(t, Understand([]Exchange{{"Who came?", "Martin Keller and Martin Roth."}}, "Cosa ha detto Martin?", without).Clarify)

	u := Understand(nil, records, o)
	require.Equal(t, SQLRoute, u.Route)
	require.Empty(t, u.RouteGuess)
	u = Understand(nil, records, without)
	require.Equal(t, GeneralRoute, u.Route)
	require.Equal(t, SQLRoute, u.RouteGuess, "its name tells something")
	require.True(t, u.NeedsModel)

	// English needs none.
	require.True(t, Understand(nil, "Show me the best ones", without).Clarify)
	require.Empty(t, Understand(nil, "What is machine learning?", without).RouteGuess)
}
