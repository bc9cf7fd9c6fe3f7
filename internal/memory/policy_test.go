package memory_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/memory"
)

// path makes messages with these tokens, the user's first.
func path(tokens ...int) []memory.Message {
	out := say(make([]string, len(tokens))...)
	for i := range out {
		out[i].Tokens = tokens[i]
	}
	return out
}

func TestTheSeedCondensesAllButTheQuestion(t *testing.T) {
	p := memory.Seed()
	s := memory.State{Open: bakery, Question: 11}
	require.InDelta(t, 1200, total(bakery), 60)
	require.Equal(t, total(bakery)+11, p.Total(s))
	require.True(t, p.Due(s))
	from, to, ok := p.Plan(s)
	require.True(t, ok)
	require.Equal(t, [2]int{0, 8}, [2]int{from, to})

	after := memory.State{Summaries: []memory.Kept{{From: 0, To: 8, Tokens: 70}}, Question: 11}
	require.Equal(t, 81, p.Total(after))
	require.False(t, p.Due(after))
	_, _, ok = p.Plan(after)
	require.False(t, ok, "there is nothing left to condense")
}

func TestDueIsAboveTheThreshold(t *testing.T) {
	p := memory.Policy{Threshold: 100}
	require.False(t, p.Due(memory.State{Open: path(40, 40), Question: 20}))
	require.True(t, p.Due(memory.State{Open: path(40, 40), Question: 21}))
	require.True(t, p.Due(memory.State{Open: path(40, 40), Question: 1, Summaries: []memory.Kept{{Tokens: 20}}}))
}

func TestSoonExpectsAQuestionLikeTheLast(t *testing.T) {
	p := memory.Policy{Threshold: 1000}
	for _, c := range []struct {
		open    []memory.Message
		reserve int
		want    bool
	}{
		{path(10, 960), 0, false},                // 970 + 30: a short question is at least 30
		{path(10, 961), 0, true},                 //
		{path(100, 400, 90, 210, 100), 0, false}, // 900 + the median, 100
		{path(100, 400, 90, 211, 100), 0, true},  //
		{path(100, 400, 90, 210, 100), 1, true},  // what is recalled comes on top
		{path(10, 500, 10, 300, 100), 50, false}, // one long question is no rule: 920 + 30 + 50
		{path(200, 200, 200, 200, 10), 0, true},  // 810 + 200
		{nil, 970, false}, {nil, 971, true},
	} {
		p.Reserve = c.reserve
		require.Equal(t, c.want, p.Soon(memory.State{Open: c.open}), "%v", c)
	}
}

func TestPlan(t *testing.T) {
	mark := func(m []memory.Message, i int, change func(*memory.Message)) []memory.Message {
		m = slices.Clone(m)
		change(&m[i])
		return m
	}
	pin := func(m *memory.Message) { m.Pinned = true }
	status := func(s chat.Status) func(*memory.Message) { return func(m *memory.Message) { m.Status = s } }
	ten := path(100, 100, 100, 100, 100, 100, 100, 100, 100, 100)
	none := [2]int{-1, -1}
	for _, c := range []struct {
		name     string
		policy   memory.Policy
		open     []memory.Message
		question int
		want     [2]int
	}{
		{"all", memory.Policy{Threshold: 500}, ten, 1, [2]int{0, 9}},
		{"the last six stay", memory.Policy{Threshold: 500, KeepLast: 6}, ten, 1, [2]int{0, 3}},
		{"a question keeps its answer", memory.Policy{Threshold: 500, KeepLast: 5}, ten, 1, [2]int{0, 3}},
		{"a lone pair", memory.Policy{Threshold: 500, KeepLast: 8}, ten, 1, [2]int{0, 1}},
		{"nothing but what stays", memory.Policy{Threshold: 500, KeepLast: 9}, ten, 1, none},
		{"tiers keep ten", memory.Policy{Threshold: 500, Tiered: true}, ten, 1, none},
		{"tiers condense the rest", memory.Policy{Threshold: 500, Tiered: true}, append(path(1, 1), path(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)...), 1, [2]int{0, 1}},
		{"nothing there", memory.Policy{Threshold: 500}, nil, 900, none},
		{"one message", memory.Policy{Threshold: 500}, path(400), 200, none},
		{"one message above the threshold", memory.Policy{Threshold: 500}, path(501), 200, [2]int{0, 0}},
		{"a kept answer above the threshold, with its question", memory.Policy{Threshold: 500, KeepLast: 6}, path(10, 10, 10, 501, 10, 10), 1, [2]int{2, 3}},
		{"a kept question above the threshold, with its answer", memory.Policy{Threshold: 500, KeepLast: 6}, path(10, 10, 501, 10, 10, 10), 1, [2]int{2, 3}},
		{"the rest goes before a kept one", memory.Policy{Threshold: 500, KeepLast: 2}, path(10, 10, 10, 501), 1, [2]int{0, 1}},
		{"a pinned one stays, however long", memory.Policy{Threshold: 500}, mark(path(501), 0, pin), 1, none},
		{"a pinned one divides", memory.Policy{Threshold: 500}, mark(ten, 2, pin), 1, [2]int{3, 9}},
		{"the longer part first", memory.Policy{Threshold: 500}, mark(ten, 8, pin), 1, [2]int{0, 7}},
		{"a question before a pinned answer stays", memory.Policy{Threshold: 500}, mark(ten, 7, pin), 1, [2]int{0, 5}},
		{"what still grows stays", memory.Policy{Threshold: 500}, mark(ten, 9, status(chat.Streaming)), 1, [2]int{0, 7}},
		{"a stopped answer may go on", memory.Policy{Threshold: 500}, mark(ten, 9, status(chat.Stopped)), 0, [2]int{0, 7}},
		{"not with a question behind it", memory.Policy{Threshold: 500}, mark(ten, 9, status(chat.Stopped)), 1, [2]int{0, 9}},
		{"questions only", memory.Policy{Threshold: 500}, mark(path(300, 300), 1, func(m *memory.Message) { m.Role = chat.User }), 1, [2]int{0, 1}},
		{"a tool's result belongs to its turn", memory.Policy{Threshold: 500, KeepLast: 1}, mark(path(10, 10, 10, 10, 10), 4, func(m *memory.Message) { m.Role = chat.Tool }), 1, [2]int{0, 1}},
	} {
		for i := range c.open {
			c.open[i].Depth = i
		}
		from, to, ok := c.policy.Plan(memory.State{Open: c.open, Question: c.question})
		got := [2]int{from, to}
		if !ok {
			got = none
		}
		require.Equal(t, c.want, got, c.name)
	}
}

func TestPlanGoesByDepthAndDoesNotReachOverASummary(t *testing.T) {
	open := path(10, 10, 10, 10, 10, 10)
	for i, depth := range []int{20, 21, 30, 31, 33, 34} { // 32 says nothing and is not shown
		open[i].Depth = depth
	}
	s := memory.State{Open: open, Question: 1, Summaries: []memory.Kept{{From: 0, To: 19}, {From: 22, To: 29}}}
	from, to, ok := memory.Policy{Threshold: 10}.Plan(s)
	require.True(t, ok)
	require.Equal(t, [2]int{30, 34}, [2]int{from, to})
}

// Whatever the conversation, a plan is a contiguous range of messages that may be
// condensed, keeps the last ones unless one is too large, and carrying plans out
// ends.
func TestPlansHold(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	statuses := []chat.Status{chat.Complete, chat.Complete, chat.Complete, chat.Stopped, chat.Failed, chat.Streaming}
	planned, large := 0, 0
	for range 3000 {
		p := memory.Policy{Threshold: 100 + r.IntN(2000), KeepLast: r.IntN(8), Tiered: r.IntN(4) == 0}
		s := memory.State{Question: r.IntN(2) * r.IntN(200)}
		first := r.IntN(50)
		for i := range r.IntN(30) {
			m := memory.Message{UID: chat.NewUID(1), Depth: first + i, Role: chat.User, Tokens: 5 + r.IntN(300), Pinned: r.IntN(9) == 0, Status: statuses[r.IntN(6)]}
			if r.IntN(3) > 0 && i%2 == 1 {
				m.Role = chat.Assistant
			}
			if r.IntN(15) == 0 {
				m.Tokens = p.Threshold + 1
			}
			s.Open = append(s.Open, m)
		}
		for range 40 {
			if more := r.IntN(100); len(s.Open) > 0 {
				was := p.Total(s)
				s.Open[0].Tokens += more
				require.Equal(t, was+more, p.Total(s))
				s.Open[0].Tokens -= more
			}
			from, to, ok := p.Plan(s)
			if !ok {
				break
			}
			planned++
			i := slices.IndexFunc(s.Open, func(m memory.Message) bool { return m.Depth == from })
			j := slices.IndexFunc(s.Open, func(m memory.Message) bool { return m.Depth == to })
			require.True(t, i >= 0 && j >= i, "%d to %d", from, to)
			kept := p.KeepLast
			if p.Tiered {
				kept = max(kept, 10)
			}
			oversized := false
			for k := i; k <= j; k++ {
				m := s.Open[k]
				require.Equal(t, from+k-i, m.Depth, "contiguous")
				require.False(t, m.Pinned)
				require.NotEqual(t, chat.Streaming, m.Status)
				oversized = oversized || m.Tokens > p.Threshold
			}
			if j >= len(s.Open)-kept || i == j {
				large++
				require.True(t, oversized, "a kept message is condensed only if it is too large")
			}
			s.Summaries = append(s.Summaries, memory.Kept{From: from, To: to, Tokens: 1})
			slices.SortFunc(s.Summaries, func(a, b memory.Kept) int { return a.From - b.From })
			s.Open = slices.Delete(s.Open, i, j+1)
		}
		_, _, ok := p.Plan(s)
		require.False(t, ok, "it ends")
	}
	require.Greater(t, planned, 1000)
	require.Greater(t, large, 100)
}

func TestShares(t *testing.T) {
	p := memory.Seed()
	require.Equal(t, 80, p.Share(1200))
	for before := 1150; before < 1500; before++ {
		saved := 1 - float64(p.Share(before))/float64(before)
		require.True(t, saved >= 0.93 && saved <= 0.95, "%d: %f", before, saved)
	}
	require.Equal(t, 60, p.Share(10))
	require.Equal(t, 300, p.Share(1_000_000), "a summary never needs condensing itself")
	require.Equal(t, 200, p.MergeShare(430))
	require.Equal(t, 60, p.MergeShare(70))
}

func TestOutgrown(t *testing.T) {
	kept := func(tokens ...int) (out []memory.Kept) {
		for i, n := range tokens {
			out = append(out, memory.Kept{From: 10 * i, To: 10*i + 9, Tokens: n})
		}
		return out
	}
	level := func(in []memory.Kept, levels ...int) []memory.Kept {
		for i, l := range levels {
			in[i].Level = l
		}
		return in
	}
	none := [2]int{-1, -1}
	seed, tiered := memory.Seed(), memory.Policy{Threshold: 1200, Tiered: true}
	for _, c := range []struct {
		name      string
		policy    memory.Policy
		summaries []memory.Kept
		open      []memory.Message
		want      [2]int
	}{
		{"a third is allowed", seed, kept(80, 80, 80, 80, 80), nil, none},
		{"more is not", seed, kept(80, 80, 80, 80, 81), nil, [2]int{0, 49}},
		{"a single one stays", seed, kept(900), nil, none},
		{"the lowest level first", seed, level(kept(200, 80, 80, 80), 1, 0, 0, 0), nil, [2]int{10, 39}},
		{"then the next", seed, level(kept(200, 150, 80), 1, 1, 0), nil, [2]int{0, 19}},
		{"without neighbours all", seed, level(kept(200, 150, 80), 2, 1, 0), nil, [2]int{0, 29}},
		{"not over a pinned message", seed, []memory.Kept{{0, 9, 300, 0}, {11, 19, 300, 0}}, []memory.Message{{Depth: 10, Pinned: true}}, none},
		{"tiers: 50 messages in detail", tiered, kept(10, 10, 10, 10, 10, 10), nil, none},
		{"tiers: older ones become one", tiered, kept(10, 10, 10, 10, 10, 10, 10), nil, [2]int{0, 19}},
		{"tiers: open messages count", tiered, kept(10, 10, 10), []memory.Message{{Depth: 69}}, [2]int{0, 19}},
		{"the same without tiers", seed, kept(10, 10, 10, 10, 10, 10, 10), nil, none},
	} {
		from, to, ok := c.policy.Outgrown(memory.State{Summaries: c.summaries, Open: c.open})
		got := [2]int{from, to}
		if !ok {
			got = none
		}
		require.Equal(t, c.want, got, c.name)
	}
}
