package transfer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/store"
	"burrow/internal/transfer"
)

// A line has one object. Two on a line are named by its number, and so is what
// stands behind one.
func TestWhatFollowsOnALineIsNamed(t *testing.T) {
	const a, b = `{"session":"s","role":"user","content":"first"}`, `{"session":"s","role":"user","content":"second"}`
	for _, text := range []string{a + b, a + " " + b, a + "]", a + " garbage", a + ",", "[" + a + "]" + b} {
		s := openWith(t, ":memory:", store.Options{})
		report, err := transfer.Import(ctx, s, strings.NewReader(b+"\n"+text+"\n"), clock, nil)
		require.NoError(t, err, text)
		require.Equal(t, 1, report.Messages, text)
		require.Equal(t, 1, report.Refused, text)
		require.Len(t, report.Problems, 1)
		require.Contains(t, report.Problems[0], "Line 2 was left out. ", text)
	}
}
