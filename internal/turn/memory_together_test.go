// Several at once: engines that condense the same, and questions meanwhile.

package turn_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// What was begun ends for whoever watches, also if another program was faster.
func TestEveryBeginningOfCondensingIsFollowedByItsEnd(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, _ := crossing(t, b)
	other := remembererOn(t, b.store, 300)
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		// Meanwhile somebody else condenses the same.
		_, err := other.Keeper.Condense(ctx, other.at(t, session), condense.Wanted{KeepLast: new(2)}, other.who(), func(wire.CoreEvent) {})
		require.NoError(t, err)
		return condenseWell(ctx, r, o)
	}
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(b.summaries(t, session)))
	open := 0
	for _, state := range b.states() {
		switch state {
		case wire.CondenseStarted:
			open++
		case wire.CondenseDone, wire.CondenseStopped, wire.CondenseFailed:
			open = 0
		}
	}
	require.Zero(t, open, "condensing goes on for ever in the page: %v", b.states())
}

func TestTwoEnginesOnOneStoreCondenseOnce(t *testing.T) {
	condenseTogether(t, func(t *testing.T) (a, b *rememberer) {
		a = openRememberer(t, ":memory:", 300)
		return a, remembererOn(t, a.store, 300)
	})
}

// condenseTogether lets two engines condense the same messages at the same time:
// the first what stands before its question, the second two messages more.
// Whoever comes second has worked in vain.
func condenseTogether(t *testing.T, pair func(*testing.T) (a, b *rememberer)) {
	for name, order := range map[string][2]int{"the first is faster": {0, 1}, "the second is faster": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			a, b := pair(t)
			session, kept := crossing(t, a)
			both := [2]*rememberer{a, b}
			begun := make(chan struct{}, 20)
			var release [2]chan struct{}
			for i, one := range both {
				release[i] = make(chan struct{})
				one.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
					begun <- struct{}{}
					<-release[i]
					return condenseWell(ctx, r, o)
				}
				one.ask(t, session, "How many?")
				<-begun
			}
			for _, i := range order {
				close(release[i])
				both[i].Keeper.Idle()
			}
			a.requireSound(t, session)
			times := map[int]int{}
			for _, s := range a.summaries(t, session) {
				for depth := s.From; depth <= s.To; depth++ {
					times[depth]++
				}
			}
			require.Equal(t, 1, times[31], "it was condensed once")
			for depth, n := range times {
				require.Equal(t, 1, n, "message %d", depth)
			}
			require.Equal(t, a.summaries(t, session), b.summaries(t, session))
			now := a.messages(t, session)
			require.Len(t, now, 36)
			require.Equal(t, kept, now[:32])
			require.Empty(t, append(a.logged, b.logged...), "it is no failure")
			require.NotContains(t, append(a.states(), b.states()...), wire.CondenseFailed)
			a.ask(t, session, "And now?")
			b.ask(t, session, "And then?")
			a.Keeper.Idle()
			b.Keeper.Idle()
			a.requireSound(t, session)
		})
	}
}

func TestTheSamePartIsCondensedOnceByTwo(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	other := remembererOn(t, b.store, 300)
	session, _ := crossing(t, b)
	other.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		_, err := b.Keeper.Condense(ctx, b.at(t, session), condense.Wanted{}, b.who(), func(wire.CoreEvent) {})
		require.NoError(t, err)
		return condenseWell(ctx, r, o)
	}
	_, err := other.Keeper.Condense(t.Context(), b.at(t, session), condense.Wanted{}, other.who(), func(wire.CoreEvent) {})
	require.ErrorIs(t, err, fault.Conflict)
	require.Equal(t, []store.Range{{From: 0, To: 31}}, ranges(b.summaries(t, session)))
	require.Len(t, slices.DeleteFunc(b.nodes(t, session), func(node string) bool { return node != "condense" }), 1)
}

func TestQuestionsDoNotWaitForASummary(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	session, _ := crossing(t, b)
	begun, release := make(chan struct{}, 1), make(chan struct{})
	b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
		text := goodSummary(r)
		o.Delta(llm.Delta{Text: text[:len(text)/2]})
		begun <- struct{}{}
		<-release
		return llm.Reply{Content: text, Finish: "stop"}, nil
	}
	b.ask(t, session, "How many?")
	<-begun
	before := len(b.messages(t, session))
	for i := range 5 {
		// Whoever waited here would wait for ever.
		out := b.ask(t, session, fmt.Sprintf("What about parcel %d?", 101+i))
		require.Equal(t, "Noted.", out.Message.Content)
		prompt := b.mind.last()
		require.NotContains(t, prompt[0].Content, "condensed:", "nothing of a summary that is not there yet")
		require.Contains(t, wholeText(prompt), fmt.Sprintf("Parcel %d weighs", 101+i), "what did not fit is recalled")
	}
	require.True(t, b.Keeper.Condensing(session))
	require.Empty(t, b.summaries(t, session))
	close(release)
	b.Keeper.Idle()
	all := b.summaries(t, session)
	require.Equal(t, store.Range{From: 0, To: 31}, ranges(all)[0], "what was asked meanwhile is not in it")
	b.ask(t, session, "And now?")
	require.Contains(t, b.mind.last()[0].Content, memory.Render([]chat.Summary{all[0].Summary}), "the whole of it")
	require.Len(t, b.messages(t, session), before+12)
	b.Keeper.Idle()
	b.requireSound(t, session)
}
