//go:build !js && !wasip1

package turn_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// citing is an engine with a source outside and a tool, which both have sources and
// cards; the model uses the tool once.
func citing(b *bench, s turn.Store, porto *station, calls *int) *turn.Engine {
	b.model.script = nil
	for range 5 {
		b.model.script = append(b.model.script, func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
			if r.Messages[len(r.Messages)-1].Role == chat.Tool {
				return say("Take one [1][3].")(ctx, r, o)
			}
			return use("Looking. ", llm.ToolCall{ID: "a", Name: "umbrellas", Arguments: `{}`})(ctx, r, o)
		})
	}
	o := gathering(b, s, porto).Options
	o.Tools = []turn.Tool{umbrellas(calls)}
	return turn.New(o)
}

// What was gathered and what tools had is there once, and the same, wherever the
// program ended on the way.
func TestAGatheringTurnKilledAfterAnyCommitEndsAsIfItHadNot(t *testing.T) {
	for _, whole := range []string{"", "It rains all day [1]."} {
		for _, asks := range []bool{false, true} {
			t.Run(fmt.Sprintf("whole %t, asks %t", whole != "", asks), func(t *testing.T) { killGathering(t, whole, asks) })
		}
	}
}

func killGathering(t *testing.T, whole string, asks bool) {
	file := func() string { return filepath.Join(t.TempDir(), "burrow.db") }
	question := turn.Question{Text: rain, Key: "k"}
	// What is measured, and the names of rows, differ.
	same := func(a chat.Answer) chat.Answer {
		a.Turn, a.Timings = chat.UID{}, nil
		return a
	}
	uninterrupted := openAt(t, file())
	uninterrupted.asks = asks
	counted, calls := &mortal{Store: uninterrupted.store, commits: -1}, 0
	uninterrupted.Engine = citing(uninterrupted, counted, &station{name: "Porto", whole: whole}, &calls)
	want, err := uninterrupted.Send(t.Context(), question, uninterrupted.emit)
	require.NoError(t, err)
	require.Len(t, want.Answer.Gathered, 2-min(len(whole), 1))
	wantDump := uninterrupted.dump(t, want.Session)
	require.GreaterOrEqual(t, counted.done, 4)

	for n := 1; n < counted.done; n++ {
		for _, by := range []string{"resume", "key"} {
			t.Run(fmt.Sprintf("%d/%s", n, by), func(t *testing.T) {
				name, porto, calls := file(), &station{name: "Porto", whole: whole}, 0
				b := openAt(t, name)
				b.asks = asks
				dying := &mortal{Store: b.store, commits: n}
				b.Engine = citing(b, dying, porto, &calls)
				b.Send(t.Context(), question, b.emit)
				require.NoError(t, b.store.Close())
				paid := 0
				next := openAt(t, name)
				list, _, err := next.store.List(t.Context(), store.ListOptions{})
				require.NoError(t, err)
				writes, err := next.store.Writes(t.Context(), list[0].UID, turnOf(t, next, list[0].UID))
				require.NoError(t, err)
				for _, w := range writes {
					if w.Task == "gather" {
						paid = 1
					}
				}
				before := porto.times()
				next.Engine = citing(next, next.store, porto, &calls)
				var got wire.Turn
				if by == "resume" {
					got, err = next.Resume(t.Context(), turn.Target{Session: list[0].UID}, turn.Wish{}, next.emit)
				} else {
					got, err = next.Send(t.Context(), question, next.emit)
				}
				require.NoError(t, err)
				require.Equal(t, wantDump, next.dump(t, list[0].UID))
				require.Equal(t, same(want.Answer), same(got.Answer))
				require.Equal(t, before+1-paid, porto.times(), "a source whose word was kept is not asked again")
				require.LessOrEqual(t, calls, 2)
			})
		}
	}
}

// turnOf is the turn of a session's last checkpoint.
func turnOf(t *testing.T, b *bench, session chat.UID) chat.UID {
	t.Helper()
	list, err := b.store.Checkpoints(t.Context(), session, store.CheckpointFilter{Limit: 1})
	require.NoError(t, err)
	return list[0].Turn
}
