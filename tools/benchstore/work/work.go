// Package work is what the store's benchmark does natively and in the browser
// alike: it fills a history, and asks of it what a page asks.
package work

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// clock is when the first message was written.
const clock = 1_700_000_000_000

// Words makes texts whose words are as common and as rare as a language's.
type Words struct {
	r    *rand.Rand
	list []string
	zipf *rand.Zipf
}

// NewWords makes the same words for the same seed.
func NewWords(seed uint64) *Words {
	r := rand.New(rand.NewPCG(seed, 7))
	w := &Words{r: r, zipf: rand.NewZipf(r, 1.07, 4, 49_999)}
	seen := map[string]bool{}
	for len(w.list) < 50_000 {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString([]string{"ba", "con", "de", "er", "fi", "gra", "ho", "in", "ka", "le", "mi", "no", "or", "pre", "re", "sta", "ti", "un", "ver", "wo"}[r.IntN(20)])
			b.WriteString([]string{"", "n", "s", "t", "ll", "r"}[r.IntN(6)])
		}
		if word := b.String(); !seen[word] {
			seen[word] = true
			w.list = append(w.list, word)
		}
	}
	slices.SortStableFunc(w.list, func(a, b string) int { return len(a) - len(b) })
	return w
}

// message is 200 to 600 bytes, one of twenty in Chinese.
func (w *Words) message() string {
	var b strings.Builder
	length := 200 + w.r.IntN(401)
	if w.r.IntN(20) == 0 {
		for b.Len() < length {
			b.WriteRune(rune(0x4e00 + w.r.IntN(2500)))
		}
		return b.String()
	}
	for b.Len() < length {
		b.WriteString(w.list[w.zipf.Uint64()])
		b.WriteByte(' ')
	}
	return b.String()
}

// Fill adds messages, in sessions of 100, many to a transaction.
func Fill(s *store.Store, w *Words, from, to int) error {
	ctx := context.Background()
	var session chat.Session
	for i := from; i < to; {
		_, _, err := s.Once(ctx, "", clock, func(ctx context.Context) (_ []byte, err error) {
			for range min(1000, to-i) {
				at := clock + int64(i)*1000
				if session.UID.IsZero() || i%100 == 0 {
					if session, err = s.Create(ctx, chat.Session{Name: fmt.Sprint("Conversation ", i/100)}, at); err != nil {
						return nil, err
					}
				}
				role := chat.User
				if i%2 == 1 {
					role = chat.Assistant
				}
				m := chat.Message{Role: role, Content: w.message(), Status: chat.Complete, Tokens: 100, Encoding: "cl100k_base"}
				if _, err = s.Append(ctx, session.UID, m, at); err != nil {
					return nil, err
				}
				i++
			}
			return nil, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Query is a kind of search, with the times that searches of it took.
type Query struct {
	Name  string
	Times []time.Duration
	Hits  int
}

// Search runs searches of every kind and returns their times, snippets included.
func Search(s *store.Store, w *Words, rounds int) ([]Query, error) {
	kinds := []struct {
		name string
		text func(i int) string
	}{
		{"commonest word", func(i int) string { return w.list[i%5] + " " }},
		{"common word", func(i int) string { return w.list[50+i] + " " }},
		{"rare word", func(i int) string { return w.list[30_000+i] + " " }},
		{"half a word", func(i int) string { return w.list[9_000+i][:4] }},
		{"two words", func(i int) string { return w.list[i] + " " + w.list[200+i] + " " }},
		{"three words", func(i int) string { return w.list[i] + " " + w.list[200+i] + " " + w.list[2000+i] + " " }},
		{"phrase", func(i int) string { return `"` + w.list[i] + " " + w.list[1+i] + `"` }},
		{"Chinese", func(i int) string { return string([]rune{rune(0x4e00 + i*7), rune(0x4e00 + i*11)}) }},
		{"nothing there", func(i int) string { return fmt.Sprint("absent", i) }},
	}
	var out []Query
	for _, kind := range kinds {
		q := Query{Name: kind.name}
		for i := range rounds {
			begin := time.Now()
			found, err := s.Search(context.Background(), kind.text(i), store.SearchOptions{Limit: 20})
			if err != nil {
				return nil, err
			}
			q.Times = append(q.Times, time.Since(begin))
			q.Hits += len(found.Hits)
		}
		out = append(out, q)
	}
	return out, nil
}

// Begin does what a page does first: it opens the history and lists sessions.
func Begin(name string) (*store.Store, time.Duration, error) {
	begin := time.Now()
	s, err := store.Open(name, store.Options{}, clock)
	if err != nil {
		return nil, 0, err
	}
	_, _, err = s.List(context.Background(), store.ListOptions{Limit: 100})
	return s, time.Since(begin), err
}

// AppendOne is the time of a message that is kept, as in a conversation.
func AppendOne(s *store.Store, w *Words, rounds int) ([]time.Duration, error) {
	ctx := context.Background()
	session, err := s.Create(ctx, chat.Session{Name: "the last"}, clock)
	if err != nil {
		return nil, err
	}
	var times []time.Duration
	for i := range rounds {
		m := chat.Message{Role: chat.User, Content: w.message(), Status: chat.Complete}
		begin := time.Now()
		if _, err := s.Append(ctx, session.UID, m, clock+int64(i)); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begin))
	}
	return times, nil
}

// At returns the quantile of the times in milliseconds.
func At(quantile float64, times []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[min(len(sorted)-1, int(quantile*float64(len(sorted))))].Microseconds()) / 1e3
}
