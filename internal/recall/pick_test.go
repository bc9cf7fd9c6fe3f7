package recall_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

// Pick spends at most its budget, dates included, and what it leaves out would not
// have fitted.
func TestPickKeepsToItsBudget(t *testing.T) {
	said := madeUp(400)
	x := indexOf(said)
	random := rand.New(rand.NewPCG(3, 3))
	cost := func(i int) int { return 5 + i*7%40 }
	for range 200 {
		q := recall.Query{Text: said[random.IntN(400)].Text, DayCost: random.IntN(10)}
		budget := random.IntN(800) - 20
		picked := x.Pick(q, budget, cost)
		spent, days := 0, make(map[int64]bool)
		for i, h := range picked {
			spent += cost(h.Index)
			if day := said[h.Index].Time / 86_400_000; !days[day] {
				days[day] = true
				spent += q.DayCost
			}
			if i > 0 {
				require.Less(t, picked[i-1].Index, h.Index)
			}
		}
		require.LessOrEqual(t, spent, max(budget, 0))
		if budget > 100 {
			require.Greater(t, spent, budget-100, "the budget is used")
		}
	}
}

// Two messages of an evening are of two days further east.
func TestDatesArePaidByLocalDay(t *testing.T) {
	evening := time.Date(2023, 5, 6, 21, 30, 0, 0, time.UTC).UnixMilli()
	x := indexOf([]recall.Message{{Text: "the tandem", Time: evening}, {Text: "that tandem", Time: evening + 3_600_000}})
	q := recall.Query{Text: "tandem", DayCost: 10}
	require.Len(t, x.Pick(q, 12, func(int) int { return 1 }), 2)
	q.ZoneMinutes = 120
	require.Len(t, x.Pick(q, 12, func(int) int { return 1 }), 1)
}

func TestPickTakesTheBest(t *testing.T) {
	x := indexOf(madeUp(400))
	q := recall.Query{Text: madeUp(1)[0].Text}
	picked := x.Pick(q, 10, func(int) int { return 1 })
	require.Len(t, picked, 10)
	for _, h := range x.Rank(q)[:10] {
		require.Contains(t, picked, h)
	}
}

// A message that is too large does not end the list.
func TestPickGoesOnAfterAMisfit(t *testing.T) {
	said := smallTalk(40, 1)
	said[10], said[30] = user("the tandem tandem tandem"), user("the tandem is blue and has a bell")
	cost := func(i int) int {
		if i == 10 {
			return 1000
		}
		return 10
	}
	picked := indexOf(said).Pick(recall.Query{Text: "tandem"}, 100, cost)
	require.Equal(t, 10, indexOf(said).Rank(recall.Query{Text: "tandem"})[0].Index)
	require.True(t, contains(picked, 30))
	require.False(t, contains(picked, 10))
}

// What was corrected goes along with its correction or not at all; if there is room
// for one only, that is the correction.
func TestPickTakesCorrectionsAlong(t *testing.T) {
	said := smallTalk(40, 1)
	said[10], said[30] = user("the tandem is blue"), user("no, green")
	x := indexOf(said)
	corrected := func(i int) []int {
		if i == 10 {
			return []int{30}
		}
		return nil
	}
	pick := func(question string, budget int, costs int) []int {
		return numbers(x.Pick(recall.Query{Text: question, Corrected: corrected}, budget, func(i int) int {
			if i == 10 {
				return costs
			}
			return 10
		}))
	}
	require.Equal(t, []int{10, 30}, pick("tandem", 20, 10))
	require.Equal(t, []int{30}, pick("tandem", 10, 10))
	require.Equal(t, []int{30}, pick("tandem", 15, 100))
	require.Empty(t, pick("tandem", 9, 5))
	picked := x.Pick(recall.Query{Text: "tandem", Corrected: corrected}, 1000, func(int) int { return 1 })
	require.Equal(t, picked[slices.IndexFunc(picked, func(h recall.Hit) bool { return h.Index == 10 })].Score,
		picked[slices.IndexFunc(picked, func(h recall.Hit) bool { return h.Index == 30 })].Score, "it is as good as what it corrects")
	require.True(t, slices.IsSorted(numbers(picked)))
	require.Len(t, slices.Compact(numbers(picked)), len(picked), "each once")
}

// The price of a message may be dear to find out: no more are asked for than needed.
func TestPickStopsLooking(t *testing.T) {
	x := indexOf(madeUp(2000))
	asked := 0
	q := recall.Query{Text: madeUp(1)[0].Text}
	require.Greater(t, len(x.Rank(q)), 1000)
	x.Pick(q, 50, func(int) int { asked++; return 10 })
	require.Less(t, asked, 60)
}
