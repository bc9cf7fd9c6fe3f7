package recall

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// smallTable knows that wages are like a salary, and that a raise is a little.
func smallTable(t *testing.T) *Related {
	t.Helper()
	packed := PackRelated([]string{"salary", "salaries", "wages", "raise"}, func(word string) []Neighbour {
		if word == "salary" {
			return []Neighbour{{"salaries", 0.8}, {"wages", 0.75}, {"raise", 0.45}, {"unheard", 0.9}}
		}
		return nil
	})
	r, err := LoadRelated(packed)
	require.NoError(t, err)
	return r
}

func found(x *Index, q Query) (out []int) {
	for _, h := range x.Pick(q, 1000, func(int) int { return 1 }) {
		out = append(out, h.Index)
	}
	return out
}

func TestATableFindsWhatIsSaidInOtherWords(t *testing.T) {
	x := new(Index)
	day := int64(24 * 3600 * 1000)
	for i, text := range []string{"The hall is grey.", "Wages go up in May.", "The crane comes at nine."} {
		x.Add(Message{Speaker: "user", Text: text, Time: day * int64(i+1)})
	}
	q := Query{Text: "What about the salary?", Now: 9 * day}
	require.Empty(t, found(x, q))
	q.Related = smallTable(t)
	require.Equal(t, []int{1}, found(x, q), "also after the same question without the table")
	q.Related = nil
	require.Empty(t, found(x, q))
}

// The nearer word counts more, and none as much as the word itself.
func TestNearWordsCountByTheirDistance(t *testing.T) {
	x := new(Index)
	for _, text := range []string{"A raise for all.", "The wages for all.", "The salary for all."} {
		x.Add(Message{Speaker: "user", Text: text})
	}
	hits := x.Rank(Query{Text: "salary", Related: smallTable(t)})
	require.Len(t, hits, 3)
	require.Equal(t, []int{2, 1, 0}, []int{hits[0].Index, hits[1].Index, hits[2].Index})
}

func TestDamagedTablesAreRefused(t *testing.T) {
	packed := PackRelated([]string{"salary", "wages"}, func(string) []Neighbour { return []Neighbour{{"wages", 0.7}} })
	_, err := LoadRelated(packed)
	require.NoError(t, err)
	for n := range packed {
		_, err := LoadRelated(packed[:n])
		require.ErrorIs(t, err, errRelated, "the first %d bytes", n)
	}
	packed[len(packed)-1] = 0xff
	_, err = LoadRelated(packed)
	require.ErrorIs(t, err, errRelated, "a neighbour that is not there")
}
