//go:build !js && !wasip1

package turn_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/faqsource"
	"burrow/internal/gather"
	"burrow/internal/store"
	"burrow/internal/turn"
)

// The FAQ's answer is that of a turn that is killed after any commit, too: it goes on with
// the pair and not with a model.
func TestAPairAnswersATurnThatWasKilled(t *testing.T) {
	file := func() string { return filepath.Join(t.TempDir(), "burrow.db") }
	f := &first{question: rain}
	begin := func(b *bench, s turn.Store, asks bool) {
		b.asks = asks
		o := engineOver(b, s).Options
		o.Gatherers = gather.Gatherers{f}
		b.Engine = turn.New(o)
	}
	for _, asks := range []bool{false, true} {
		whole := openAt(t, file())
		counted := &mortal{Store: whole.store, commits: -1}
		begin(whole, counted, asks)
		out := whole.send(t, chat.UID{}, rain)
		requireFirst(t, out)
		want := whole.dump(t, out.Session)
		require.Greater(t, counted.done, 1)
		for n := 1; n < counted.done; n++ {
			name := file()
			b := openAt(t, name)
			begin(b, &mortal{Store: b.store, commits: n}, asks)
			b.Send(t.Context(), turn.Question{Text: rain}, b.emit)
			require.NoError(t, b.store.Close())
			next := openAt(t, name)
			begin(next, next.store, asks)
			list, _, err := next.store.List(t.Context(), store.ListOptions{})
			require.NoError(t, err)
			require.Len(t, list, 1)
			resumed, err := next.Resume(t.Context(), turn.Target{Session: list[0].UID}, turn.Wish{}, next.emit)
			require.NoError(t, err)
			requireFirst(t, resumed)
			require.Equal(t, want, next.dump(t, list[0].UID), "after commit %d", n)
			require.Zero(t, next.model.asked())
		}
	}
}

// BenchmarkTurnWithFAQ is a turn that a model answers beside 2,000 pairs and beside none,
// and one that a pair answers, in turns.
//
//	go test -run '^$' -bench TurnWithFAQ -benchtime 300x ./internal/turn
func BenchmarkTurnWithFAQ(b *testing.B) {
	open := func(pairs int) (*bench, chat.UID) {
		at := openBench(b, filepath.Join(b.TempDir(), "burrow.db"))
		all := make([]chat.Pair, pairs)
		for i := range all {
			all[i] = chat.Pair{Question: fmt.Sprint("How do I set up machine number ", i, " for the night?"), Also: []string{fmt.Sprint("What does machine ", i, " need at night?")},
				Answer: fmt.Sprint("Press the button ", i, " times, and wait until the lamp is green. Then close the door.")}
		}
		if _, err := at.store.KeepPairs(b.Context(), all, 1); err != nil {
			b.Fatal(err)
		}
		o := engineOver(at, at.store).Options
		o.Gatherers = gather.Gatherers{&faqsource.Source{Store: at.store}}
		at.Engine = turn.New(o)
		out, err := at.Send(b.Context(), turn.Question{Text: "First."}, at.emit)
		if err != nil {
			b.Fatal(err)
		}
		return at, out.Session
	}
	with, itsChat := open(2000)
	without, otherChat := open(0)
	took := map[string][]time.Duration{}
	timed := func(name string, at *bench, in chat.UID, text string) {
		at.events = nil
		began := time.Now()
		if _, err := at.Send(b.Context(), turn.Question{Session: in, Text: text, Wish: turn.Wish{NoCard: true}}, at.emit); err != nil {
			b.Fatal(err)
		}
		took[name] = append(took[name], time.Since(began))
	}
	n := 0
	for b.Loop() {
		n++
		text := fmt.Sprint("How do I mend the fence number ", n, " of the meadow?")
		timed("with", with, itsChat, text)
		timed("without", without, otherChat, text)
		timed("answered", with, chat.UID{}, fmt.Sprint("How can I set up the machine number ", n%2000, " for the night, please?"))
	}
	for name, all := range took {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds()), name+"-p50-µs")
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds()), name+"-p95-µs")
	}
}
