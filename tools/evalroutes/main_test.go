package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each language has as many questions in each half, and each question stands in one.
func TestHalvesAreEven(t *testing.T) {
	for set, most := range map[string]int{"everyday": 12, "records": 7} {
		questions, err := read("testdata/" + set + ".jsonl")
		require.NoError(t, err)
		count, seen := map[string]int{}, map[string]bool{}
		for _, q := range questions {
			count[q.Language+" "+q.Split]++
			require.False(t, seen[q.ID] || seen[q.Query], q.ID)
			seen[q.ID], seen[q.Query] = true, true
		}
		require.Len(t, count, 14)
		for of, n := range count {
			require.Equal(t, most, n, "%s %s", set, of)
		}
	}
}

func TestKeptQuestionsAreNotListed(t *testing.T) {
	var open, kept strings.Builder
	require.NoError(t, run(&open, "testdata", "open", true))
	require.NoError(t, run(&kept, "testdata", "kept", true))
	require.Contains(t, kept.String(), "everyday   all         84")
	require.NotContains(t, kept.String(), "everyday-")
	require.Contains(t, open.String(), "records    all         49")
}
