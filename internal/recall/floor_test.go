package recall_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// workshop is a long chat about repairing bicycles, among small talk. It has a word of
// most questions somewhere.
var workshop = []recall.Message{
	user("The tandem needs a new chain, the old one jumps on the small ring."),
	assistant("A chain for nine gears fits. Write down the length, and check the ring for worn teeth."),
	user("Ottokar brought his cargo bicycle, its brake squeals when it rains."),
	assistant("Clean the rim with alcohol, then sand the brake pads. A good way to find out which one it is: hold one wheel."),
	user("We paid 48 euros for the saddle of the red touring bicycle."),
	assistant("That is a fair price for leather. Your capital is 900 euros now."),
	user("The customer with the folding bicycle wants it back before Pentecost."),
	assistant("Then the hub has to be greased by Wednesday. Count the parts as capital, too."),
	user("The pump in the cellar has lost its gauge, Ottokar borrowed it."),
	assistant("A gauge is ten euros, the capital can bear that. Write his name on the pump."),
}

func workshopIndex() *recall.Index {
	said := smallTalk(80, 1)
	for i := 0; i < len(workshop); i += 2 {
		said = append(said, workshop[i:i+2]...)
		said = append(said, smallTalk(60, uint64(i+2))...)
	}
	return indexOf(said)
}

// What has nothing to do with a conversation has none of it recalled, though it shares a
// word with it; what is asked about it is found as without a floor.
func TestAnUnrelatedQuestionRecallsNothing(t *testing.T) {
	x := workshopIndex()
	pick := func(text string, least float32) []recall.Hit {
		return x.Pick(recall.Query{Text: text, Least: least}, 1200, func(int) int { return 30 })
	}
	for _, text := range []string{
		"What is the capital of Peru?",
		"Which capital is farther north, Oslo or Helsinki?",
		"Write a poem about the rain in November.",
		"Which vaccine is the usual one for travellers?",
		"Translate \"the train leaves on Wednesday\" into Japanese.",
		"Suggest a name for a chain of bakeries.",
		"How many movements does a symphony usually have?",
		"Is a quiet dishwasher worth the money?",
		"Schreibe eine Einladung zum Grillfest mit Ottokar.",
		"Write a limerick about a curious cat.",
	} {
		require.NotEmpty(t, pick(text, 0), "without a floor a word is enough: %s", text)
		require.Empty(t, pick(text, recall.LeastHeld), text)
	}
	for text, want := range map[string]string{
		"What does the tandem need?":                     workshop[0].Text,
		"the tandem":                                     workshop[0].Text,
		"Whose brake squeals?":                           workshop[2].Text,
		"What did we pay for the saddle?":                workshop[4].Text,
		"Summarize what the folding bicycle needs":       workshop[6].Text,
		"Which customer waits until Pentecost?":          workshop[6].Text,
		"Who has our pump?":                              workshop[8].Text,
		"And what about the small ring with worn teeth?": workshop[1].Text,
	} {
		hits := pick(text, recall.LeastHeld)
		require.Equal(t, pick(text, 0), hits, "the floor changes nothing of what is found: %s", text)
		number := indexWith(want)
		require.True(t, contains(hits, number), text)
	}
}

// indexWith is the number of the workshop's message with a text.
func indexWith(text string) int {
	for i, m := range workshop {
		if m.Text == text {
			return 80 + i/2*62 + i%2
		}
	}
	return -1
}

// What says by other means than words that it is about the conversation is not kept out.
func TestTheFloorKnowsWhatElseAQuestionGoesBy(t *testing.T) {
	const day = 86_400_000
	said := smallTalk(60, 1)
	for i := range said {
		said[i].Time = 100*day + int64(i/20)*day
	}
	said[10].Text = "The parcel from Uppsala was left with a neighbour."
	said[30].Text, said[50].Text, said[55].Text = "Another parcel.", "No parcel.", "A parcel again."
	x := indexOf(said)
	asked := recall.Query{Text: "Could a parcel service deliver groceries abroad cheaply?", Least: recall.LeastHeld, Now: 103 * day}
	require.Empty(t, x.Rank(asked))
	for _, c := range []struct {
		why    string
		change func(*recall.Query)
	}{
		{"a day on which something was said", func(q *recall.Query) { q.Text += " It was yesterday." }},
		{"it goes on from the last exchange", func(q *recall.Query) { q.Leans = 0.2 }},
		{"a reading has more of its words", func(q *recall.Query) { q.Reading, q.Trust = "the parcel from Uppsala", 0.9 }},
		{"a message means what it means", func(q *recall.Query) { q.Meant = make([]float32, 60); q.Meant[10] = 0.5 }},
	} {
		q := asked
		c.change(&q)
		require.NotEmpty(t, x.Rank(q), c.why)
	}
	far := asked
	far.Meant = make([]float32, 60)
	for i := range far.Meant {
		far.Meant[i] = 0.2
	}
	require.Empty(t, x.Rank(far))
	far.Meant[10] = 0 // not read yet, so its words decide
	far.Text = "Where is the parcel from Uppsala?"
	require.NotEmpty(t, x.Rank(far))

	nameSpeakers(said)
	named := asked
	named.Text = "Could Nadia have a parcel service deliver groceries cheaply?"
	require.NotEmpty(t, indexOf(said).Rank(named), "it names who speaks")
}

// A question is ranked anew for another floor.
func TestAnotherFloorIsRankedAnew(t *testing.T) {
	x := workshopIndex()
	q := recall.Query{Text: "What is the capital of Peru?"}
	all := x.Rank(q)
	require.NotEmpty(t, all)
	q.Least = recall.LeastHeld
	require.Empty(t, x.Rank(q))
	q.Least = 0
	require.Equal(t, all, x.Rank(q))
}
