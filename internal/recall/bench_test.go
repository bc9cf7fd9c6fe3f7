package recall_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"burrow/internal/recall"
)

const (
	benchMessages = 10_000
	benchWords    = 25 // a message
)

// BenchmarkAdd indexes a conversation of 10,000 messages and reports how much
// memory it keeps.
func BenchmarkAdd(b *testing.B) {
	said := madeUp(benchMessages)
	for b.Loop() {
		before := heap()
		x := indexOf(said)
		b.ReportMetric(float64(heap()-before)/1e6, "MB")
		runtime.KeepAlive(x)
	}
}

// BenchmarkPick10000 finds what a prompt has room for.
func BenchmarkPick10000(b *testing.B) {
	x := indexOf(madeUp(benchMessages))
	random := rand.New(rand.NewPCG(2, 2))
	questions := make([]string, 16)
	for i := range questions {
		questions[i] = "When did Anna " + sentence(random, 8) + " in June?"
	}
	hits, asked := 0, 0
	for b.Loop() {
		query := recall.Query{Text: questions[asked%len(questions)], Now: 1_700_000_000_000}
		hits += len(x.Pick(query, 1200, func(int) int { return 30 }))
		asked++
	}
	b.ReportMetric(float64(hits)/float64(asked), "hits/op")
}

// madeUp is a conversation whose words are as frequent as those of a language.
func madeUp(n int) []recall.Message {
	random := rand.New(rand.NewPCG(1, 1))
	all := make([]recall.Message, n)
	for i := range all {
		who := "user"
		name := "Anna: "
		if i%2 == 1 {
			who, name = "assistant", "Ben: "
		}
		all[i] = recall.Message{Speaker: who, Text: name + sentence(random, benchWords) + ".", Time: 1_600_000_000_000 + int64(i/20)*86_400_000 + int64(i%20)*60_000}
	}
	return all
}

// zipfWords is how many words the made-up language has.
const zipfWords = 30_000

func sentence(random *rand.Rand, words int) string {
	zipf := rand.NewZipf(random, 1.1, 8, zipfWords-1)
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if random.IntN(2) == 0 {
			b.WriteString("the") // about half of a text are stop words
			continue
		}
		word(&b, zipf.Uint64())
	}
	return b.String()
}

// word writes the word with a number, of syllables.
func word(b *strings.Builder, number uint64) {
	for number += 40; number > 0; number /= 80 {
		b.WriteByte("bcdfghklmnprstvz"[number%16])
		b.WriteByte("aeiou"[number/16%5])
	}
	b.WriteByte('k')
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
