package tokens_test

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// alphabets are what random texts are made of: each text mixes a few.
var alphabets = []func(r *rand.Rand) string{
	func(r *rand.Rand) string { return string(rune('a' + r.IntN(26))) },
	func(r *rand.Rand) string { return string(rune('A' + r.IntN(26))) },
	func(r *rand.Rand) string { return string(rune('0' + r.IntN(10))) },
	func(r *rand.Rand) string { return string(rune(33 + r.IntN(15))) },
	func(r *rand.Rand) string {
		return []string{" ", " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2028"}[r.IntN(9)]
	},
	func(r *rand.Rand) string { return []string{"'s", "'LL", "'ve", "'d", "'", "’s"}[r.IntN(6)] },
	func(r *rand.Rand) string { return string(rune(0x80 + r.IntN(0x780))) },                        // Latin to Arabic
	func(r *rand.Rand) string { return string(rune(0x300 + r.IntN(0x70))) },                        // marks
	func(r *rand.Rand) string { return string(rune(0x4e00 + r.IntN(0x5200))) },                     // Han
	func(r *rand.Rand) string { return string(rune(0x3040 + r.IntN(0xc0))) },                       // kana
	func(r *rand.Rand) string { return string(rune(0xac00 + r.IntN(0x2ba4))) },                     // Hangul
	func(r *rand.Rand) string { return string(rune(0x900 + r.IntN(0x700))) },                       // India to Tibet
	func(r *rand.Rand) string { return string(rune(0x1f300 + r.IntN(0x400))) },                     // emoji
	func(r *rand.Rand) string { return anyScalar(r) },                                              // anything; surrogates become U+FFFD
	func(r *rand.Rand) string { return string([]byte{byte(r.IntN(256))}) },                         // bytes that are no UTF-8
	func(r *rand.Rand) string { return strings.Repeat("ab \n1-中A"[r.IntN(7):][:1], 1+r.IntN(40)) }, // runs
	func(r *rand.Rand) string {
		return []string{" the", "ing", " function", "ation", "http://", "();\n", "会議"}[r.IntN(7)]
	},
}

// randomText mixes a few alphabets, up to about 40 characters.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	mix := make([]func(*rand.Rand) string, 1+r.IntN(4))
	for i := range mix {
		mix[i] = alphabets[r.IntN(len(alphabets))]
	}
	for range r.IntN(40) {
		b.WriteString(mix[r.IntN(len(mix))](r))
	}
	return b.String()
}

// anyScalar returns any code point; surrogates become U+FFFD.
func anyScalar(r *rand.Rand) string {
	for {
		if scalar := rune(r.IntN(0x110000)); !newerThanOracle(scalar) {
			return string(scalar)
		}
	}
}

// newerThanOracle reports whether a scalar has no category in Go's tables, which
// are of Unicode 15, as are therefore tiktoken-go's. Those that got one since are
// left to TestScalarsEqualReference.
func newerThanOracle(scalar rune) bool {
	return !unicode.In(scalar, unicode.Cc, unicode.Cf, unicode.Co, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}
