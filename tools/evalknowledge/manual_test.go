package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What was found when this was written, with some room: the section that answers is among
// the passages, and unrelated questions send nothing.
func TestTheManualIsFound(t *testing.T) {
	files, questions, err := loadManual("../..")
	require.NoError(t, err)
	require.Len(t, files, 10)
	got, err := askManual(t.Context(), files, questions)
	require.NoError(t, err)
	require.Equal(t, 50, got["manual"].all+got["both"].all+got["none"].all)
	require.GreaterOrEqual(t, got["manual"].among+got["both"].among, 38)
	require.GreaterOrEqual(t, got["none"].nothing, 7)
}
