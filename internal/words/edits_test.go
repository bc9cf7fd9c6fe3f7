package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEdits(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"crew", "crew"}: 0, {"crew", ""}: 4, {"crew", "crews"}: 1, {"crew", "cew"}: 1,
		{"crew", "brew"}: 1, {"crew", "cerw"}: 1, {"customer", "costumer"}: 2, {"ca", "abc"}: 3,
		{"a", ""}: 1, {"", "ab"}: 2, {"abc", "abc"}: 0, {"abc", "acb"}: 1, {"abc", "abd"}: 1, {"abc", "ab"}: 1, {"ab", "xaby"}: 2, {"abcd", "badc"}: 2,
		{strings.Repeat("a", 80), strings.Repeat("a", 70) + "b"}: 0, {"kitten", "sitting"}: 3,
		{strings.Repeat("a", 64) + "x", strings.Repeat("a", 64) + "y"}: 0,
	} {
		require.Equal(t, want, Edits(pair[0], pair[1]), pair)
		require.Equal(t, want, Edits(pair[1], pair[0]), pair)
	}
}
