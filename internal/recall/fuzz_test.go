package recall_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// FuzzRank: go test -fuzz FuzzRank ./internal/recall
//
// Whatever the bytes: no panic, hits within bounds, and a message added and taken
// away again leaves no trace.
func FuzzRank(f *testing.F) {
	f.Add("Caroline: I went to Málaga on 7 May.", "会議は明日です。", "When did Caroline go?", int64(1_700_000_000_000), 3)
	f.Add("\xff\xfe\x00", strings.Repeat("a", 300), "in 99999 9999-99-99 last ago 31 feb", int64(-1), -5)
	f.Add(": ", "A: B: C", "a:", int64(1)<<62, 1<<30)
	f.Add("猫", "e\u0301'ſ 🏳️‍🌈", "猫 last", int64(0), 0)
	f.Fuzz(func(t *testing.T, first, second, text string, now int64, budget int) {
		x := new(recall.Index)
		x.Add(recall.Message{Speaker: second, Text: first, Time: now})
		x.Add(recall.Message{Speaker: "user", Text: second})
		q := recall.Query{Text: text, Now: now, ZoneMinutes: budget, DayCost: 3}
		before := x.Rank(q)
		x.Add(recall.Message{Speaker: "assistant", Text: text, Time: now / 2})
		for _, h := range x.Pick(q, budget, func(i int) int { return i }) {
			require.True(t, h.Index >= 0 && h.Index < 3 && h.Score > 0)
		}
		x.Truncate(2)
		require.Equal(t, before, x.Rank(q))
	})
}
