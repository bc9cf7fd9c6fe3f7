package recall_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/recall"
)

func indexOf(said []recall.Message) *recall.Index {
	x := new(recall.Index)
	for _, m := range said {
		x.Add(m)
	}
	return x
}

// A path takes other branches at random; after each the index must answer as one
// that was made for this path alone.
func TestTruncatedIndexEqualsFreshOne(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	var said []recall.Message
	x := new(recall.Index)
	now := int64(1_600_000_000_000)
	for range 40 {
		n := random.IntN(len(said) + 1)
		x.Truncate(n)
		said = said[:n:n]
		for _, m := range madeUp(random.IntN(30)) {
			m.Text += " " + sentence(random, 10)
			if random.IntN(5) == 0 {
				now += 86_400_000
			}
			m.Time = now
			x.Add(m)
			said = append(said, m)
		}
		require.Equal(t, len(said), x.Len())
		fresh := indexOf(said)
		for range 5 {
			q := recall.Query{Text: "Anna " + sentence(random, 6) + " naka?", Before: random.IntN(len(said) + 2)}
			require.Equal(t, fresh.Rank(q), x.Rank(q), q.Text)
		}
		// The same as after the last branch.
		q := recall.Query{Text: "Anna naka zika?"}
		require.Equal(t, fresh.Rank(q), x.Rank(q))
		require.Equal(t, fresh.Rank(q), x.Rank(q))
	}
}

// Of what was ranked before, only the same is taken over.
func TestTheSameQuestionAtAnotherTime(t *testing.T) {
	const day = 86_400_000
	said := madeUp(100)
	for i := range said {
		said[i].Time = int64(i+1) * day / 4
	}
	x := indexOf(said)
	asked := []recall.Query{
		{Text: "What did Anna say yesterday?", Now: 10 * day}, {Text: "What did Anna say yesterday?", Now: 20 * day},
		{Text: "What did Anna say yesterday?", Now: 20 * day, ZoneMinutes: 600}, {Text: "What did Anna say yesterday?", Now: 20 * day, Before: 60},
	}
	for _, first := range asked {
		for _, second := range asked {
			x.Rank(first)
			require.Equal(t, indexOf(said).Rank(second), x.Rank(second))
		}
	}
	require.NotEqual(t, x.Rank(asked[0]), x.Rank(asked[1]))
	require.NotEqual(t, x.Rank(asked[1]), x.Rank(asked[2]))
}

func TestTruncateTakesAnyNumber(t *testing.T) {
	x := indexOf(smallTalk(10, 1))
	x.Truncate(11)
	require.Equal(t, 10, x.Len())
	x.Truncate(-1)
	require.Equal(t, 0, x.Len())
	require.Empty(t, x.Rank(recall.Query{Text: "bridge"}))
	x.Add(user("bridge"))
	require.Len(t, x.Rank(recall.Query{Text: "bridge"}), 1)
}

// What Before leaves out has no influence either: the question itself may be in the
// index already.
func TestBeforeEqualsTruncated(t *testing.T) {
	said := madeUp(300)
	long := indexOf(append(said, user("Anna: what about naka and zika?")))
	short := indexOf(said)
	for n := range 300 {
		short.Truncate(300 - n)
		if short.Len() > 0 {
			q := recall.Query{Text: "Anna naka zika " + said[150].Text}
			want := short.Rank(q)
			q.Before = short.Len()
			require.Equal(t, want, long.Rank(q))
		}
	}
}

func TestSkipLeavesOut(t *testing.T) {
	x := indexOf(madeUp(100))
	q := recall.Query{Text: madeUp(1)[0].Text}
	all := x.Rank(q)
	require.Greater(t, len(all), 10)
	q.Skip = func(i int) bool { return i%2 == 0 }
	var want []recall.Hit
	for _, h := range all {
		if h.Index%2 == 1 {
			want = append(want, h)
		}
	}
	require.Equal(t, want, x.Rank(q))
}

func TestRankIsRepeatable(t *testing.T) {
	x, y := indexOf(madeUp(500)), indexOf(madeUp(500))
	for _, m := range madeUp(50) {
		q := recall.Query{Text: m.Text}
		first := x.Rank(q)
		require.NotEmpty(t, first)
		require.Equal(t, first, x.Rank(q))
		require.Equal(t, first, y.Rank(q))
		for i, h := range first {
			require.Positive(t, h.Score)
			if i > 0 {
				require.GreaterOrEqual(t, first[i-1].Score, h.Score)
			}
		}
	}
}

func TestOfEqualMessagesTheNewestIsFirst(t *testing.T) {
	said := []recall.Message{user("the tandem"), user("ok"), user("ok"), user("ok"), user("ok"), user("ok"), user("ok"), user("the tandem")}
	require.Equal(t, 7, indexOf(said).Rank(recall.Query{Text: "tandem"})[0].Index)
}

func TestNothingToFind(t *testing.T) {
	require.Empty(t, new(recall.Index).Rank(recall.Query{Text: "anything"}))
	require.Empty(t, new(recall.Index).Pick(recall.Query{Text: "anything"}, 100, func(int) int { return 1 }))
	x := indexOf(smallTalk(50, 1))
	for _, text := range []string{"", "?", "what did you do", "zzyzx", "\xff"} {
		require.Empty(t, x.Rank(recall.Query{Text: text}), text)
	}
}

// A page of text may be asked about; only its rarest words are looked for.
func TestLongQuestionsKeepTheirRarestWords(t *testing.T) {
	said := smallTalk(200, 1)
	var page strings.Builder
	for _, m := range said {
		page.WriteString(m.Text)
	}
	page.WriteString(" xylophone")
	said[0].Time = 1
	said = append(said, recall.Message{Text: "a xylophone", Time: 1_600_000_000_000}) // a session of its own: nothing else finds it
	require.True(t, contains(indexOf(said).Rank(recall.Query{Text: page.String()}), 200))
}

func contains(hits []recall.Hit, number int) bool {
	for _, h := range hits {
		if h.Index == number {
			return true
		}
	}
	return false
}

func TestHavingFindsMessagesWithAllWords(t *testing.T) {
	var x recall.Index
	for _, text := range []string{"Project 25-01-064 is late.", "Which project?", "It is 25-01-065.", "064 of 25-01 again: 25 01 064", "projects"} {
		x.Add(recall.Message{Speaker: "user", Text: text})
	}
	for text, want := range map[string][]int{
		"25-01-064": {0, 3}, "25-01-065": {2}, "project": {0, 1, 4}, "project 25-01-064": {0}, "25-01-066": nil, "": nil, "the": nil, "of": nil,
	} {
		require.Equal(t, want, x.Having(text), text)
	}
	x.Truncate(3)
	require.Equal(t, []int{0}, x.Having("25-01-064"))
}

// A question for a number finds the message that has one, and a question for a name the
// one that names somebody, where nothing else tells them apart, in whatever order they
// were said.
func TestWhatIsAskedForTellsMessagesApart(t *testing.T) {
	for _, c := range []struct{ question, want, other string }{
		{"How many doors does the hall have?", "So the hall has 14 doors.", "So the hall has new doors."},
		{"Who looked at the hall?", "Then we saw the hall with Joke.", "Then we saw the hall with everybody."},
	} {
		for _, order := range [][]string{{c.want, c.other}, {c.other, c.want}} {
			x := new(recall.Index)
			for _, text := range order {
				x.Add(recall.Message{Speaker: "user", Text: text})
			}
			scores := map[string]float64{}
			for _, h := range x.Pick(recall.Query{Text: c.question}, 1000, func(int) int { return 10 }) {
				scores[order[h.Index]] = h.Score
			}
			require.Greater(t, scores[c.want], scores[c.other], c.question)
		}
	}
}
