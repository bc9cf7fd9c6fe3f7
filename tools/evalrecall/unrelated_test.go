package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnrelatedQuestionsAreInBothHalves(t *testing.T) {
	seen := make(map[string]bool)
	for _, half := range workHalves {
		all := unrelated(half)
		require.GreaterOrEqual(t, len(all), 50, half)
		for _, q := range all {
			require.False(t, seen[q.Text], "twice: %s", q.Text)
			seen[q.Text] = true
		}
	}
	require.Len(t, seen, strings.Count(unrelatedText, "\n"), "every line is of a half")
}

// The floor keeps out part of what is unrelated to the work conversation, of the half
// that it was not chosen on, and costs next to nothing of what is asked about it.
func TestTheFloorOfTheWorkConversation(t *testing.T) {
	all, err := loadWork()
	require.NoError(t, err)
	m, err := newMeter()
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, m.printFloors(&b, all[:1]))
	rows := make(map[string][]string)
	for line := range strings.Lines(b.String()) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) > 6 {
			rows[cells[1]] = cells
		}
	}
	require.Len(t, rows, len(floors)+2, "a head, a line, and one for each floor")
	none, floor := rows["0"], rows["0.9"]
	require.InDelta(t, number(t, none[2]), number(t, floor[2]), 0.01, "evidence")
	require.Less(t, number(t, none[5]), 0.1)
	require.Greater(t, number(t, floor[5]), 0.35)
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return n
}
