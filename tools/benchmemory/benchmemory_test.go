package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// TestEveryFactIsAnswerableAndNoTurnWaits is our half of make bench-memory. Its
// figures are those of docs/performance.md.
func TestEveryFactIsAnswerableAndNoTurnWaits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	require.NoError(t, err)
	encoding, err := tokens.Embedded(tokens.Cl100k)
	require.NoError(t, err)
	script, err := script(encoding, seed)
	require.NoError(t, err)
	var all []result
	for _, s := range summarizers {
		sent, err := measureOurs(":memory:", encoding, script, s.keep)
		require.NoError(t, err)
		r, err := sent.judge(encoding, script)
		require.NoError(t, err)
		t.Logf("%s summaries: %d of %d facts, %d turns waited for one, %d calls for summaries, %d to read a question",
			s.name, r.known(), len(facts), r.waited, r.calls[summaries], r.calls[readings])
		require.Empty(t, r.unknown, "with %s summaries these questions miss their fact", s.name)
		require.Zero(t, r.waited, "turns waited for a summary")
		require.LessOrEqual(t, r.largest[answers], threshold+encoding.CountMessage("system", instructions))
		require.Positive(t, r.calls[summaries])
		all = append(all, r)
	}
	for _, row := range rows {
		line := "| " + row.name + " |"
		for _, r := range all {
			line += " " + row.cell(r) + " |"
		}
		if row.name != timeRow {
			require.True(t, strings.Contains(string(text), line), "measured, and not what docs/performance.md says: %s", line)
		}
	}
}
