package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// The least share of the evidence that the ranking must find within 1,200 tokens, of
// each half of the questions in other words.
var workFloors = []float64{0.5, 0.49}

func TestRecallOfTheWorkConversation(t *testing.T) {
	all, err := loadWork()
	require.NoError(t, err)
	m, err := newMeter()
	require.NoError(t, err)
	results, err := m.run(all, rankers[len(rankers)-1], 1200)
	require.NoError(t, err)
	for i, cell := range means(all, results)[1 : 1+len(all)] {
		share := cell.sum / float64(cell.count)
		t.Logf("%s: %.3f of %d questions", all[i].Name, share, cell.count)
		require.GreaterOrEqual(t, share, workFloors[i], all[i].Name)
	}
}

func TestTheWorkConversationIsWhole(t *testing.T) {
	all, err := loadWork()
	require.NoError(t, err)
	corrected := 0
	for _, c := range all {
		require.GreaterOrEqual(t, len(c.Turns), 400)
		require.GreaterOrEqual(t, len(c.Questions), 70)
		for _, q := range c.Questions {
			require.NotEmpty(t, q.Evidence, q.Text)
			if q.Category == 2 {
				require.GreaterOrEqual(t, len(q.Evidence), 2, q.Text)
				corrected++
			}
		}
	}
	require.GreaterOrEqual(t, corrected, 20)
}

func TestTheMuseumConversationIsWhole(t *testing.T) {
	all, err := loadMuseum("../..")
	require.NoError(t, err)
	require.Len(t, all[0].Turns, 400)
	require.Len(t, all[0].Questions, 60)
}

// BenchmarkWork ranks 10,000 messages of a real language, without the table of
// related words and with it.
func BenchmarkWork(b *testing.B) {
	all, err := loadWork()
	require.NoError(b, err)
	c := all[0]
	x := new(recall.Index)
	for i := range 10_000 {
		t := c.Turns[i%len(c.Turns)]
		x.Add(recall.Message{Speaker: t.Role, Text: t.Text, Time: t.Time + int64(i/len(c.Turns))*200*24*3600*1000})
	}
	for _, table := range []*recall.Related{nil, recall.Embedded()} {
		b.Run(map[bool]string{true: "without", false: "with"}[table == nil], func(b *testing.B) {
			asked := 0
			for b.Loop() {
				x.Pick(recall.Query{Text: c.Questions[asked%len(c.Questions)].Text, Now: c.now(), Related: table}, 1200, func(int) int { return 40 })
				asked++
			}
		})
	}
}
