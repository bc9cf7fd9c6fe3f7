package encoder

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/gguf"
)

// Three products by one multiplication are the products, also at the ends of what
// eight bits hold.
func TestSumsOfProductsAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ends := []int8{-127, 127, 0, 1, -1}
	for i := range 10_000 {
		var a, w [gguf.BlockWeights]int8
		want := 0
		for j := range a {
			a[j], w[j] = int8(random.IntN(255)-127), int8(random.IntN(255)-127)
			if i < 1000 {
				a[j], w[j] = ends[random.IntN(1+i%len(ends))], ends[random.IntN(1+i/100%len(ends))]
			}
			want += int(a[j]) * int(w[j])
		}
		var pa, pw packed
		pack(&pa, &a, false)
		pack(&pw, &w, true)
		require.Equal(t, float32(want), dot(&pa, &pw))
	}
}

func TestRoundingKeepsHalfAStep(t *testing.T) {
	x := make([]float32, 2*gguf.BlockWeights)
	for i := range gguf.BlockWeights {
		x[i] = float32(i) - 12.3
	}
	b := round(x, gguf.BlockWeights)
	require.Zero(t, b.scales[1], "nothing stays nothing")
	for i := range gguf.BlockWeights {
		var unit [gguf.BlockWeights]int8
		unit[i] = 1
		var w packed
		pack(&w, &unit, true)
		require.InDelta(t, x[i], dot(&b.words[0], &w)*b.scales[0], float64(b.scales[0])*0.51)
	}
}

func TestThresholdIsThatOfTheModel(t *testing.T) {
	for x := -10.0; x < 10; x += 0.0137 {
		require.InDelta(t, x*0.5*(1+math.Erf(x/math.Sqrt2)), gelu(float32(x)), 1e-5, "%v", x)
	}
	require.Equal(t, float32(100), gelu(100))
	require.Zero(t, gelu(-100))
}
