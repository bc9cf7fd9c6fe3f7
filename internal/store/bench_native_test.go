//go:build unix

package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// fill writes count messages in sessions of 100.
func fill(tb testing.TB, s *store.Store, v *vocabulary, count int) {
	var session chat.Session
	for i := 0; i < count; {
		_, _, err := s.Once(ctx, "", clock, func(ctx context.Context) ([]byte, error) {
			for range 1000 {
				var err error
				if i%100 == 0 {
					if session, err = s.Create(ctx, chat.Session{Name: fmt.Sprint("session ", i/100)}, clock+int64(i)); err != nil {
						return nil, err
					}
				}
				role := chat.User
				if i%2 == 1 {
					role = chat.Assistant
				}
				if _, err := s.Append(ctx, session.UID, chat.Message{Role: role, Content: v.message(), Tokens: 100, Encoding: "cl100k_base"}, clock+int64(i)); err != nil {
					return nil, err
				}
				i++
			}
			return nil, nil
		})
		require.NoError(tb, err)
	}
}

// processor is the time this program has used: on a machine that others use too
// the clock says little.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkSearch reports the time of searches over 100,000 messages. Run it with
//
//	go test ./internal/store -run '^$' -bench Search -benchtime 1x
func BenchmarkSearch(b *testing.B) {
	s := openWith(b, filepath.Join(b.TempDir(), "history.db"), store.Options{})
	v := newVocabulary(1)
	start := time.Now()
	fill(b, s, v, 100_000)
	b.Logf("100,000 messages written in %v", time.Since(start))
	pages, err := s.DB().Int("PRAGMA page_count")
	require.NoError(b, err)
	b.Logf("%d MB", pages*4096>>20)
	sessions, _, err := s.List(ctx, store.ListOptions{Limit: 1000})
	require.NoError(b, err)

	w := v.words
	for _, c := range []struct {
		name    string
		queries func(i int) string
		session bool
	}{
		{"commonest word", func(i int) string { return w[i%5] }, false},
		{"common word", func(i int) string { return w[50+i] }, false},
		{"middling word", func(i int) string { return w[1000+i] }, false},
		{"rare word", func(i int) string { return w[30_000+i] }, false},
		{"two common words", func(i int) string { return w[i] + " " + w[20+i] }, false},
		{"three words", func(i int) string { return w[i] + " " + w[200+i] + " " + w[2000+i] }, false},
		{"phrase", func(i int) string { return `"` + w[i%10] + " " + w[i%7] + `"` }, false},
		{"prefix of 1", func(i int) string { return "bcdefghiklmnoprstuvw"[i%20:][:1] }, false},
		{"prefix of 2", func(i int) string { return w[i][:2] }, false},
		{"prefix of 3", func(i int) string { return w[i*3][:min(3, len(w[i*3]))] }, false},
		{"common word and prefix of 1", func(i int) string { return w[i] + " " + "bcdefghiklmnoprstuvw"[i%20:][:1] }, false},
		{"one Han", func(i int) string { return string(rune(0x4e00 + i*7)) }, false},
		{"two Han", func(i int) string { return string([]rune{rune(0x4e00 + i*7), rune(0x4e00 + i*5)}) }, false},
		{"commonest word in a session", func(i int) string { return w[i%5] }, true},
		{"nothing", func(i int) string { return "zzzz" + w[i] }, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			var times []time.Duration
			hits := 0
			busy := processor()
			for range b.N {
				for i := range 100 {
					o := store.SearchOptions{}
					if c.session {
						o.Session = sessions[i*7%len(sessions)].UID
					}
					q := c.queries(i)
					start := time.Now()
					found, err := s.Search(ctx, q, o)
					times = append(times, time.Since(start))
					require.NoError(b, err)
					hits += len(found.Hits)
				}
			}
			slices.Sort(times)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64((processor()-busy).Microseconds())/1000/float64(len(times)), "cpu-ms")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "max-ms")
			b.ReportMetric(float64(hits)/float64(len(times)), "hits")
		})
	}
}
