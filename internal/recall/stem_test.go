package recall

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIrregularFormsShareAStem(t *testing.T) {
	for _, pair := range [][2]string{{"bought", "buying"}, {"taught", "teaches"}, {"children", "child"}, {"written", "writes"}, {"chose", "choosing"}} {
		a, _ := stemOf([]byte(pair[0]), false)
		b, _ := stemOf([]byte(pair[1]), false)
		require.Equal(t, b, a, pair)
	}
}

func TestStopWordsAreNoTerms(t *testing.T) {
	for _, w := range fields("the what did would you went") {
		_, isTerm := stemOf([]byte(w), false)
		require.False(t, isTerm, w)
	}
}
