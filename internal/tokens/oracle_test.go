package tokens_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/stretchr/testify/require"

	"burrow/internal/tokens"
)

// oracle returns the ids that tiktoken-go gives.
func oracle(t testing.TB, name tokens.Name) func(text string) []uint32 {
	t.Helper()
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	reference, err := tiktoken.GetEncoding(string(name))
	require.NoError(t, err)
	return func(text string) []uint32 {
		list := reference.EncodeOrdinary(text)
		ids := make([]uint32, len(list))
		for i, id := range list {
			ids[i] = uint32(id)
		}
		return ids
	}
}

// eachEncoding runs a test for each encoding beside its oracle.
func eachEncoding(t *testing.T, test func(t *testing.T, e *tokens.Encoding, want func(string) []uint32)) {
	for _, name := range tokens.Names() {
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			test(t, embedded(t, name), oracle(t, name))
		})
	}
}

// requireSame compares ids, count and the way back with the oracle's. Texts can
// be long: a failure shows the place, not the whole.
func requireSame(t *testing.T, e *tokens.Encoding, want func(string) []uint32, text string) {
	t.Helper()
	expected, got := want(text), e.Encode(nil, text)
	for i := range max(len(expected), len(got)) {
		if i >= len(expected) || i >= len(got) || expected[i] != got[i] {
			before, _ := e.Decode(nil, got[:min(i, len(got))])
			near := repaired(text)[len(before):]
			t.Fatalf("%s: id %d of %d differs, at byte %d: %q\nwant %d\ngot  %d", e.Name(), i, len(expected), len(before),
				near[:min(60, len(near))], expected[min(i, len(expected)):min(i+8, len(expected))], got[min(i, len(got)):min(i+8, len(got))])
		}
	}
	require.Equal(t, len(expected), e.Count(text), "count of %.60q", text)
	back, err := e.Decode(nil, got)
	require.NoError(t, err)
	require.True(t, string(back) == repaired(text), "decoded %.60q", text)
}

// TestRepeatedPiecesEqualOracle: pieces that were merged before come from a cache.
func TestRepeatedPiecesEqualOracle(t *testing.T) {
	const seed = 5
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		r := rand.New(rand.NewPCG(seed, 0))
		for range 100 {
			words := make([]string, 20)
			for i := range words {
				for range 1 + r.IntN(14) {
					words[i] += string(rune("etaoinshrdlucmfwypvbgkqjxz_-=+(0123"[r.IntN(35)]))
				}
			}
			text := strings.Join(words, " ")
			requireSame(t, e, want, text+"\n"+text)
		}
	})
}

func TestRunsEqualOracle(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		for _, run := range []string{"a", " ", "\n", "7", "A", "-", "é", "中", "=\n", "ab", "\t", "😀", "aA"} {
			for _, n := range []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127, 129, 1000} {
				requireSame(t, e, want, strings.Repeat(run, n))
				requireSame(t, e, want, "x"+strings.Repeat(run, n)+"y")
			}
		}
	})
}

// TestRepeatedUnitsEqualOracle: where a text repeats itself the encoder does not
// look at each place again.
func TestRepeatedUnitsEqualOracle(t *testing.T) {
	const seed = 7
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		r := rand.New(rand.NewPCG(seed, 0))
		word := func(most int) string {
			b := make([]byte, r.IntN(most+1))
			for i := range b {
				b[i] = "aaetinosr"[r.IntN(9)]
			}
			return string(b)
		}
		for range 2_000 {
			unit := word(6) + "a"
			requireSame(t, e, want, word(8)+strings.Repeat(unit, 1+r.IntN(60))+unit[:r.IntN(len(unit))]+word(8))
		}
	})
}

// TestScalarsEqualOracle takes a part of the scalars; the conformance test takes
// all, and TestScalarsEqualReference has all in any case.
func TestScalarsEqualOracle(t *testing.T) {
	step := rune(8 * 256)
	if testing.Short() {
		step = 128 * 256
	}
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		compareScalars(t, e, want, step)
	})
}

// compareScalars compares a block of 256 scalars each step.
func compareScalars(t *testing.T, e *tokens.Encoding, want func(string) []uint32, step rune) {
	for from := rune(0); from <= utf8.MaxRune; from += step {
		requireSame(t, e, want, scalarContexts(from, from+256, func(c rune) bool { return !newerThanOracle(c) }))
	}
}

func TestRandomStringsEqualOracle(t *testing.T) {
	const seed = 3
	count := 20_000
	if testing.Short() {
		count = 2_000
	}
	if exhaustive {
		count = 100_000
	}
	eachEncoding(t, func(t *testing.T, e *tokens.Encoding, want func(string) []uint32) {
		r := rand.New(rand.NewPCG(seed, 0))
		for range count {
			requireSame(t, e, want, randomText(r))
		}
	})
}
