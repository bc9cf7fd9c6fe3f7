package digest

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSameAsCrypto(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for length := range 300 {
		text := make([]byte, length)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		want := sha256.Sum256(text)
		require.Equal(t, want, Sum256(text), "%d bytes", length)
		// In parts, with a look in between.
		var h Hash
		for rest := text; len(rest) > 0; {
			n := 1 + random.IntN(len(rest))
			h.Write(rest[:n])
			h.Sum()
			rest = rest[n:]
		}
		if length > 0 {
			require.Equal(t, want, h.Sum(), "%d bytes in parts", length)
		}
	}
}

func BenchmarkSum256(b *testing.B) {
	text := make([]byte, 1<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Sum256(text)
	}
}
