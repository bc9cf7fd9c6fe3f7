//go:build !js && !wasip1

package store_test

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// vocabulary makes words that occur as often as those of a language do.
type vocabulary struct {
	r     *rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newVocabulary(seed uint64) *vocabulary {
	r := rand.New(rand.NewPCG(seed, 7))
	v := &vocabulary{r: r, zipf: rand.NewZipf(r, 1.07, 4, 49_999)}
	seen := map[string]bool{}
	for len(v.words) < 50_000 {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString([]string{"ba", "con", "de", "er", "fi", "gra", "ho", "in", "ka", "le", "mi", "no", "or", "pre", "re", "sta", "ti", "un", "ver", "wo"}[r.IntN(20)])
			b.WriteString([]string{"", "n", "s", "t", "ll", "r"}[r.IntN(6)])
		}
		if w := b.String(); !seen[w] {
			seen[w] = true
			v.words = append(v.words, w)
		}
	}
	// Common words are short, and so are prefixes of many others.
	slices.SortStableFunc(v.words, func(a, b string) int { return len(a) - len(b) })
	return v
}

func (v *vocabulary) message() string {
	var b strings.Builder
	length := 200 + v.r.IntN(401)
	if v.r.IntN(20) == 0 {
		for b.Len() < length {
			b.WriteRune(rune(0x4e00 + v.r.IntN(2500)))
			if v.r.IntN(12) == 0 {
				b.WriteRune('。')
			}
		}
		return b.String()
	}
	for b.Len() < length {
		b.WriteString(v.words[v.zipf.Uint64()])
		b.WriteByte(" ,"[v.r.IntN(12)/11])
	}
	return b.String()
}
