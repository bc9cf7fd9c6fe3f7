package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// The words a question uses find those that the vectors put beside them.
func TestTheTableKnowsFrequentWords(t *testing.T) {
	x := new(recall.Index)
	x.Add(recall.Message{Speaker: "user", Text: "Wages rise in May."})
	require.Empty(t, x.Pick(recall.Query{Text: "salary"}, 9, func(int) int { return 1 }))
	require.Len(t, x.Pick(recall.Query{Text: "salary", Related: recall.Embedded()}, 9, func(int) int { return 1 }), 1)
}

func TestAFileThatIsNoneIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "vectors.json")
	require.Error(t, run(name, name+".bin"))
	require.NoError(t, os.WriteFile(name, []byte("[]"), 0o600))
	require.ErrorContains(t, run(name, name+".bin"), "read")
}
