package recall_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// What is meant is found though it shares no word with the question, and what stands
// beside it is nearer than anything else.
func TestMeaningFindsOtherWords(t *testing.T) {
	said := smallTalk(60, 1)
	said[30], said[31] = user("We signed the lease: nine hundred each month."), assistant("Noted.")
	x := indexOf(said)
	meant := make([]float32, len(said))
	meant[30] = 0.6
	q := recall.Query{Text: "How expensive is our flat?"}
	require.Empty(t, x.Rank(q))
	q.Meant = meant
	hits := x.Rank(q)
	require.Equal(t, 30, hits[0].Index)

	// Of two that have the words, the one beside what is meant is better.
	said[10], said[31] = user("paid in cash"), user("paid in cash")
	hits = indexOf(said).Rank(recall.Query{Text: "paid in cash", Meant: meant})
	require.Less(t, slices.Index(numbers(hits), 31), slices.Index(numbers(hits), 10))
}

// A question that is close to nothing finds nothing that lacks its words.
func TestMeaningThatIsFarFindsNothing(t *testing.T) {
	said := smallTalk(60, 1)
	meant := make([]float32, len(said))
	for i := range meant {
		meant[i] = 0.2
	}
	require.Empty(t, indexOf(said).Rank(recall.Query{Text: "Thanks!", Meant: meant}))
}

// Messages without a vector go by their words, as all of them do without an encoder.
func TestMeaningNobodyReadChangesNothing(t *testing.T) {
	for _, p := range facts {
		said := append(smallTalk(60, 1), p.fact...)
		x := indexOf(append(said, smallTalk(60, 2)...))
		want := x.Rank(recall.Query{Text: p.question})
		require.Equal(t, want, x.Rank(recall.Query{Text: p.question, Meant: make([]float32, 121)}), p.question)
		require.Equal(t, want, x.Rank(recall.Query{Text: p.question, Meant: make([]float32, 3)}), "short of the messages")
	}
}

// A ranking is kept for the same question with the same closeness only.
func TestNewMeaningIsRankedAnew(t *testing.T) {
	said := smallTalk(60, 1)
	x := indexOf(said)
	first, second := make([]float32, len(said)), make([]float32, len(said))
	first[10], second[20] = 0.9, 0.9
	require.Equal(t, 10, x.Rank(recall.Query{Text: "rent", Meant: first})[0].Index)
	require.Equal(t, 20, x.Rank(recall.Query{Text: "rent", Meant: second})[0].Index)
	require.Empty(t, x.Rank(recall.Query{Text: "rent"}))
}
