package tokens_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"burrow/internal/tokens"
)

// The full comparison beside other libraries is tools/benchtokens; these are for
// work on this package: BENCH_TEXT=FILE go test -bench . ./internal/tokens
func benchText(b *testing.B) string {
	path := os.Getenv("BENCH_TEXT")
	if path == "" {
		return strings.Repeat("The quick brown fox, it's said, jumps over 12 lazy dogs.\n", 2000)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}

// benchEach measures work over a text in each encoding.
func benchEach(b *testing.B, text string, work func(e *tokens.Encoding)) {
	for _, name := range tokens.Names() {
		b.Run(string(name), func(b *testing.B) {
			e := embedded(b, name)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				work(e)
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	text := benchText(b)
	benchEach(b, text, func(e *tokens.Encoding) { e.Count(text) })
}

func BenchmarkEncode(b *testing.B) {
	text := benchText(b)
	var ids []uint32
	benchEach(b, text, func(e *tokens.Encoding) { ids = e.Encode(ids[:0], text) })
}

func BenchmarkOneLetter(b *testing.B) {
	text := strings.Repeat("a", 1<<20)
	benchEach(b, text, func(e *tokens.Encoding) { e.Count(text) })
}

func BenchmarkLoad(b *testing.B) {
	for _, name := range tokens.Names() {
		b.Run(string(name), func(b *testing.B) {
			packed, err := files.ReadFile("vocab/" + string(name) + ".bin")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := tokens.Load(name, packed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkKeystroke(b *testing.B) {
	text := benchText(b)
	text = text[:min(len(text), 20_000)]
	for _, name := range tokens.Names() {
		b.Run(string(name), func(b *testing.B) {
			d := tokens.NewDraft(embedded(b, name), text)
			r := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				at := r.IntN(d.LenUTF16())
				_ = d.ReplaceUTF16(at, at, "x")
				_ = d.ReplaceUTF16(at, at+1, "")
			}
		})
	}
}
