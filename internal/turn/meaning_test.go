package turn_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/sqlite"
	"burrow/internal/turn"
)

// rents is an encoder that knows what is about rent.
type rents struct {
	err error
	// slow encoders take until the caller gives up.
	slow bool
}

func (*rents) Name() string { return "rents" }

func (e *rents) Encode(ctx context.Context, texts []string) (out [][]float32, err error) {
	if e.slow {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	for _, text := range texts {
		v := []float32{0, 1}
		if strings.Contains(text, "lease") || strings.Contains(text, "rent") {
			v = []float32{1, 0}
		}
		out = append(out, v)
	}
	return out, e.err
}

// meaning is a chat that once was about a lease, and then about parcels.
func meaning(t *testing.T, e *rents) (b *rememberer, session chat.UID) {
	b = openRememberer(t, sqlite.Memory, 300)
	b.with(func(o *turn.Options) { o.Encoder = func() gather.Encoder { return e } })
	session = b.session(t)
	b.keep(t, session, chat.User, append([]string{"We signed the lease: nine hundred each month.", "Noted."}, parcels(0, 30)...)...)
	return b, session
}

// hasLease is whether the last prompt had what was said of the lease.
func hasLease(b *rememberer) bool {
	sent := b.mind.last()
	for _, m := range sent {
		if strings.Contains(m.Content, "We signed the lease") {
			return true
		}
	}
	return false
}

// Messages are read after an answer, and then a question in other words finds them.
func TestWhatWasSaidInOtherWordsIsFoundAfterItWasRead(t *testing.T) {
	b, session := meaning(t, new(rents))
	b.ask(t, session, "How expensive is our rent?")
	require.False(t, hasLease(b))
	require.Eventually(t, func() bool {
		read, total, err := b.store.CountRead(t.Context(), "rents")
		return err == nil && read == total
	}, 10*time.Second, time.Millisecond)
	b.Keeper.Idle()
	b.ask(t, session, "What is the rent again?")
	require.True(t, hasLease(b))
	require.Empty(t, b.logged)

	// Nothing else finds it.
	b, session = meaning(t, new(rents))
	b.with(func(o *turn.Options) { o.Encoder = func() gather.Encoder { return nil } })
	b.ask(t, session, "How expensive is our rent?")
	b.Keeper.Idle()
	b.ask(t, session, "What is the rent again?")
	require.False(t, hasLease(b))
}

// An encoder that fails is logged, and fails no turn.
func TestAnEncoderThatFailsFailsNoTurn(t *testing.T) {
	e := &rents{err: errors.New("no memory for the encoder")}
	b, session := meaning(t, e)
	b.ask(t, session, "How expensive is our rent?")
	require.Eventually(t, func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.logged) > 0 }, 10*time.Second, time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	require.ErrorIs(t, b.logged[0], e.err)
}

// Closing does not wait until all is read.
func TestReadingEndsWithTheEngine(t *testing.T) {
	b, session := meaning(t, &rents{slow: true})
	b.Keeper.StartReading(session)
	b.HandOver()
	b.Keeper.StartReading(session)
	read, total, err := b.store.CountRead(t.Context(), "rents")
	require.NoError(t, err)
	require.Less(t, read, total)
}
