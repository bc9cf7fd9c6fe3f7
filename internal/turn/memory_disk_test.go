// What a database that fails does to a summary.

package turn_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/store"
)

// failing is a store whose database fails where a summary is kept.
type failing struct {
	*store.Store
	mu sync.Mutex
	// at names the call that fails, "" for none.
	at    string
	times int
}

var errDisk = fault.New(fault.Unavailable, "The disk is full.")

func (s *failing) fails(at string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at != at {
		return false
	}
	s.times++
	return true
}

func (s *failing) arm(at string) { s.mu.Lock(); defer s.mu.Unlock(); s.at = at }

func (s *failing) AddSummary(ctx context.Context, in store.Summary, replaces chat.UID, now int64) (store.Summary, error) {
	if s.fails("before the summary") {
		return store.Summary{}, errDisk
	}
	out, err := s.Store.AddSummary(ctx, in, replaces, now)
	if err == nil && s.fails("after the summary") {
		return store.Summary{}, errDisk
	}
	return out, err
}

func (s *failing) AddCheckpoint(ctx context.Context, c store.Checkpoint, now int64) (store.Checkpoint, error) {
	if c.Node == "condense" && s.fails("before the checkpoint") {
		return store.Checkpoint{}, errDisk
	}
	out, err := s.Store.AddCheckpoint(ctx, c, now)
	if err == nil && c.Node == "condense" && s.fails("after the checkpoint") {
		return store.Checkpoint{}, errDisk
	}
	return out, err
}

func (s *failing) Once(ctx context.Context, key string, now int64, f func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	if s.fails("at the beginning") {
		return nil, false, errDisk
	}
	return s.Store.Once(ctx, key, now, func(ctx context.Context) ([]byte, error) {
		out, err := f(ctx)
		if err == nil && s.fails("at the commit") {
			return nil, errDisk
		}
		return out, err
	})
}

func TestADatabaseThatFailsWhileASummaryIsKeptKeepsNothingOfIt(t *testing.T) {
	for _, at := range []string{"at the beginning", "before the summary", "after the summary", "before the checkpoint", "after the checkpoint", "at the commit"} {
		t.Run(at, func(t *testing.T) {
			b := openRememberer(t, ":memory:", 300)
			s := &failing{Store: b.store}
			b.engineOver(s)
			session, kept := crossing(t, b)
			// Turns use Once too: it fails from the moment the summary is made.
			b.mind.condense = func(ctx context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
				s.arm(at)
				return condenseWell(ctx, r, o)
			}
			b.ask(t, session, "How many?")
			b.Keeper.Idle()
			s.arm("")
			require.Positive(t, s.times)
			b.requireFailed(t, session, kept)

			b.mind.set(func(m *mind) { m.condense = condenseWell })
			b.ask(t, session, "And now?")
			b.Keeper.Idle()
			require.Equal(t, []store.Range{{From: 0, To: 33}}, ranges(b.summaries(t, session)))
			require.Equal(t, kept, b.messages(t, session)[:32])
		})
	}
}

func (s *failing) Summary(ctx context.Context, uid chat.UID) (store.Summary, error) {
	if s.fails("after the commit") {
		return store.Summary{}, errDisk
	}
	return s.Store.Summary(ctx, uid)
}

func TestWhatIsSaidOfASummaryIsTrue(t *testing.T) {
	b := openRememberer(t, ":memory:", 300)
	s := &failing{Store: b.store, at: "after the commit"}
	b.engineOver(s)
	session, _ := crossing(t, b)
	b.ask(t, session, "How many?")
	b.Keeper.Idle()
	s.arm("")
	if len(b.summaries(t, session)) == 0 {
		return
	}
	for _, e := range b.told {
		require.NotContains(t, e.Message, "Nothing was changed", "there is a summary")
	}
}
