package prompt

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCited(t *testing.T) {
	for answer, want := range map[string][]int{
		"Boilers are checked yearly [2], pumps twice [1, 3].": {2, 1, 3},
		"As in [2][2] and [4–6].":                             {2, 4, 5, 6},
		"So says 【7】.":                                        {7},
		"A [link](x), [1](x), a note [1]: x, a list [ ] [x].": nil,
		"[0] [10000] [3-1] [1-90] [1,] [, 2] [] [1 2a]":       nil,
		"Half a mark [3":                                      nil,
		"An array[2] counts, too":                             {2},
	} {
		require.Equal(t, want, Cited(answer), answer)
	}
	marks := Citations("So [1], and [2, 3].")
	require.Equal(t, []Citation{{3, 6, []int{1}}, {12, 18, []int{2, 3}}}, marks)
}

func FuzzCitations(f *testing.F) {
	f.Add("[1] [2, 3] 【4】 [5-7")
	f.Fuzz(func(t *testing.T, answer string) {
		last := 0
		for _, c := range Citations(answer) {
			require.GreaterOrEqual(t, c.From, last)
			require.Greater(t, c.To, c.From)
			require.LessOrEqual(t, c.To, len(answer))
			require.NotEmpty(t, c.Numbers)
			last = c.To
		}
	})
}
