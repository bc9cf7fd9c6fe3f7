package recall

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeysAreSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 1000} {
		for _, bits := range []uint64{0, 0xff, 0xffff00, 0xffffffff, 1 << 63, ^uint64(0)} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = random.Uint64() & bits
			}
			want := slices.Sorted(slices.Values(keys))
			sortKeys(keys)
			require.True(t, slices.Equal(want, keys), "%d keys of %x", n, bits)
		}
	}
}

func TestHighestWeightsComeFirst(t *testing.T) {
	keys := []uint64{keyOf(falling(0.5), 1), keyOf(falling(1e-6), 2), keyOf(falling(30), 3), keyOf(falling(0.5), 0)}
	sortKeys(keys)
	require.Equal(t, []int{3, 0, 1, 2}, []int{numberIn(keys[0]), numberIn(keys[1]), numberIn(keys[2]), numberIn(keys[3])})
}
