package docsource

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/gather"
)

func evidenceOf(t *testing.T, s *Source, question string, documents ...chat.UID) gather.Evidence {
	t.Helper()
	out, err := s.Gather(t.Context(), gather.Question{Asked: chat.Message{Content: question}, Means: question, Documents: documents}, nil)
	require.NoError(t, err)
	return out
}

// drawers are documents of which most say something of a fuel card, and one of an odometer.
func drawers(odometer string) map[string]string {
	texts := map[string]string{"fuel.md": "# Reading\n\n" + odometer + "\n"}
	for i := range 40 {
		text := "Nothing of number " + strconv.Itoa(i) + " is said here.\n"
		if i < 8 {
			text = "The fuel card lies in drawer " + strconv.Itoa(i) + ", a fuel card for all.\n"
		}
		texts[strconv.Itoa(i)+".md"] = text
	}
	return texts
}

// A passage that has the common words of a question, and none of its rare ones, stays out,
// and the receipt says so.
func TestPassagesWithoutRareWordsStayOut(t *testing.T) {
	s, uids := openSource(t, drawers("The odometer is read with the fuel card. Odometer and fuel card go together."))
	all := slices.Collect(maps.Values(uids))
	out := evidenceOf(t, s, "Does the odometer go with the fuel card?", all...)
	require.Len(t, out.Passages, 1)
	require.Contains(t, out.Passages[0].Text, "odometer")
	require.Len(t, out.Receipt, 1)
	require.Equal(t, "Passages", out.Receipt[0].Label)
	require.Contains(t, out.Receipt[0].Text, "only common words")

	// Where the rare words are nowhere, they tell nothing apart.
	out = evidenceOf(t, s, "Does the tachometer go with the fuel card?", all...)
	require.NotEmpty(t, out.Passages)
	require.Empty(t, evidenceOf(t, s, "Who discovered oxygen?", all...).Passages)
}

// Where the best passages have common words only, one broader search finds the one that has
// the rare word.
func TestABroaderSearchIsMade(t *testing.T) {
	s, uids := openSource(t, drawers("The odometer is read with the fuel."))
	out := evidenceOf(t, s, "Does the odometer go with the fuel card?", slices.Collect(maps.Values(uids))...)
	require.Len(t, out.Passages, 1)
	require.Contains(t, out.Passages[0].Text, "odometer")
	require.Equal(t, "Search", out.Receipt[0].Label)
}

// Words that begin alike may be one.
func TestRareWordsByTheirBeginnings(t *testing.T) {
	const odometr, odometri, van = 0, 1, 2
	found := ranked{vocabulary: &vocabulary{stems: []string{"odometr", "odometri", "van"}}, asked: []weighed{{odometr, 4}, {van, 1}}}
	for _, terms := range [][]int{{van, van}, {van}, {odometri, van}} {
		found.all = append(found.all, &candidate{terms: terms})
	}
	require.Empty(t, found.withRare(found.hits(2)))
	require.Len(t, found.withRare(found.hits(3)), 1)
	require.Empty(t, grade{found: 2, kept: 2}.receipt())
	require.Len(t, grade{found: 3, kept: 2}.receipt(), 1)
}
