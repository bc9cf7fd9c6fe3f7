package recall_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// talk has facts of three subjects, a day apart, with small talk in between.
func talk(said ...string) *recall.Index {
	x := new(recall.Index)
	for i, text := range said {
		at := int64(i+1) * 86_400_000
		x.Add(recall.Message{Speaker: "user", Text: text, Time: at})
		for _, filler := range []string{"So it goes.", "Well, who would have guessed that.", "Fine by me, as ever."} {
			at += 60_000
			x.Add(recall.Message{Speaker: "assistant", Text: filler, Time: at})
		}
	}
	return x
}

func first(t *testing.T, x *recall.Index, q recall.Query) int {
	t.Helper()
	hits := x.Rank(q)
	require.NotEmpty(t, hits)
	return hits[0].Index / 4
}

// What was asked is found however a reading goes astray, and a reading finds what
// the question leaves out.
func TestBothReadingsCount(t *testing.T) {
	x := talk("The boiler was repaired by Reuter for 320 euros.", "The piano was tuned by Kornhuber for 90 euros.", "The hedge grows and grows.")
	asked := "What did the tuning of the piano come to?"
	wrong := "What did the tuning of the boiler, Reuter, come to?"
	for _, trust := range []float32{0, 0.3, 0.9} {
		require.Equal(t, 1, first(t, x, recall.Query{Text: asked, Reading: wrong, Trust: trust}), "trust %v", trust)
	}
	left := recall.Query{Text: "And how many euros was it?", Reading: "And how many euros was the boiler?", Trust: 0.3}
	require.Equal(t, 0, first(t, x, left))
	left.Reading = "And how many euros was the piano?"
	require.Equal(t, 1, first(t, x, left), "another reading is ranked anew")
	left.Trust = 0
	require.Equal(t, x.Rank(recall.Query{Text: left.Text}), x.Rank(left), "without trust it is as if there were none")
}

// A speaker and a day that only the reading names count if the question names none.
func TestAReadingNamesWhoAndWhen(t *testing.T) {
	x := new(recall.Index)
	for i, text := range []string{"Ann: I paint in the garden.", "Bob: I paint in the cellar.", "Ann: Fine weather.", "Bob: Quite so."} {
		x.Add(recall.Message{Speaker: "user", Text: text, Time: int64(i+1) * 86_400_000})
	}
	where := func(asked, reading string) int {
		return x.Rank(recall.Query{Text: asked, Reading: reading, Trust: 0.3})[0].Index
	}
	require.Equal(t, 0, where("Where does she paint?", "Where does Ann paint?"))
	require.Equal(t, 1, where("Where does he paint?", "Where does Bob paint?"))
	require.Equal(t, 1, where("Where does Bob paint?", "Where does Bob paint (Ann)?"), "a name that was asked for is not replaced")
}

// A question that leans on the last exchange is helped by its words; one that does
// not is not.
func TestAQuestionLeansOnTheLastExchange(t *testing.T) {
	x := talk("My sister's boat needs new ropes, thirty metres of them.", "The parquet was oiled with Rubenholm.", "The hedge grows and grows.")
	x.Add(recall.Message{Speaker: "user", Text: "Who looks after the parquet?", Time: 5 * 86_400_000})
	x.Add(recall.Message{Speaker: "assistant", Text: "Nadia does.", Time: 5*86_400_000 + 1})
	q := recall.Query{Text: "And which oil did she take, new ropes apart?", Skip: func(i int) bool { return i >= 12 }}
	require.Equal(t, 0, x.Rank(q)[0].Index/4)
	q.Leans = 1
	require.Equal(t, 1, x.Rank(q)[0].Index/4)
	q.Leans = 0
	require.Equal(t, 0, x.Rank(q)[0].Index/4, "ranked anew")
}
