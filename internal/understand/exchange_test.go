package understand

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What goes on from the last question, or corrects it, takes the place of what is of
// the same sort there.
func TestWhatGoesOnTakesAPlace(t *testing.T) {
	for _, c := range []struct{ before, question, want string }{
		{"What is the weather in Paris?", "And in London?", "What is the weather in London?"},
		{"How many orders came in during 2019?", "And in 2020?", "How many orders came in in 2020?"},
		{"which trips are planned for year 9?", "and year 10?", "which trips are planned for year 10?"},
		{"Show invoice INV-2041", "And INV-2057?", "Show invoice INV-2057"},
		{"Show the revenue of Acme Corp", "What about Blue Fin?", "Show the revenue of Blue Fin"},
		{"Can you book someone for Tuesday morning?", "oh no, I meant Thursday", "Can you book someone for Thursday morning?"},
		{"Wie ist das Wetter in Paris?", "Und in London?", "Wie ist das Wetter in London?"},
		{"quali sono le verifiche della 3B questo mese?", "e della 3C?", "quali sono le verifiche della 3C questo mese?"},
		{"Mi elenca le fatture aperte della Colombo Infissi?", "No, mi scusi, intendevo la Colombo Serramenti.", "Mi elenca le fatture aperte della Colombo Serramenti?"},
		{"Combien de commandes en 2019 ?", "Et en 2020 ?", "Combien de commandes en 2020 ?"},
		{"¿Cuántos pedidos hubo en marzo?", "¿Y en abril?", "¿Cuántos pedidos hubo en abril?"},
		{"Năm 2019 có bao nhiêu đơn?", "Còn năm 2020?", "năm 2020 có bao nhiêu đơn?"},
		{"2019年有多少订单？", "2020年呢？", "2020年有多少订单？"},
	} {
		u := Understand([]Exchange{{c.before, "1,200"}}, c.question, Options{})
		require.Equal(t, c.want, u.RewrittenQuery, c.question)
		require.True(t, u.IsFollowup, c.question)
		require.False(t, u.NeedsModel, c.question)
	}
	twice := []Exchange{{"What is the weather in Paris?", "Mild."}, {"And in London?", "Rain."}}
	require.Equal(t, "What is the weather in Rome?", Rewrite(twice, "And in Rome?", Options{}))
}

// What has two places or none, or says more, stays as it is.
func TestWhatHasNoPlaceIsNotExchanged(t *testing.T) {
	for _, c := range []struct{ before, question string }{
		{"How many people lived in France in 2019?", "And in Italy?"}, {"my sourdough never rises properly", "and with rye flour?"},
		{"Compare 2018 with 2019", "And 2020?"}, {"Show the revenue of Acme Corp", "No, I meant the costs"}, {"What is the weather in Paris?", "And why in London?"},
		{"What is the weather in Paris?", "London is nice"},
	} {
		require.Equal(t, c.question, Rewrite([]Exchange{{c.before, "Mild."}}, c.question, Options{}))
	}
}

// An entry is also what its line says of it, a letter, or a word of a list in running
// text.
func TestOtherPositions(t *testing.T) {
	offices := []Exchange{{"List the offices", "1. Head office, Via Roma, Milano\n2. Warehouse, Corso Francia, Torino"}}
	stays := []Exchange{{"t'as des idées de gîtes en ardèche pour 6 ?", "Oui, en voici trois :\n1. Le Mas des Cigales, Vogüé, 890 €\n2. La Bergerie d'Élise, Antraigues, 740 €"}}
	invoices := []Exchange{{"Mi elenca le fatture aperte?", "| Fattura | Scadenza |\n|---|---|\n| FT-0412 | febbraio, Torino |\n| FT-0399 | marzo, Genova |"}}
	options := []Exchange{{"How do I fix it?", "Option A: restart the server\nOption B: clear the cache"}}
	letters := []Exchange{{"How do I fix it?", "a) restart the server\nb) clear the cache"}}
	tables := []Exchange{{"Which tables does it use?", "It uses employee, workTime and crew."}}
	for _, c := range []struct {
		history        []Exchange
		question, want string
	}{
		{offices, "Who runs the one in Torino?", "Who runs Warehouse?"},
		{offices, "Who runs the one in Genova?", "Who runs the one in Genova?"},
		{stays, "celui de vogüé, il prend les chiens ?", "Le Mas des Cigales, il prend les chiens ?"},
		{invoices, "chi ha pagato quella di Genova?", "chi ha pagato FT-0399?"},
		{invoices, "solo quelle di Torino", "solo quelle di Torino"},
		{options, "How long does option B take?", "How long does option B (clear the cache) take?"},
		{letters, "How long does option b take?", "How long does option b (clear the cache) take?"},
		{tables, "What is in the second one?", "What is in workTime?"},
		{tables, "Describe the last table", "Describe crew"},
	} {
		require.Equal(t, c.want, Rewrite(c.history, c.question, Options{}), c.question)
	}
}
