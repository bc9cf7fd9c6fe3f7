package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

func TestMessageKeepsWhatItIsGiven(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	content := "NUL \x00 and emoji 👩‍👩‍👧 and " + strings.Repeat("long ", 10_000)
	in := chat.Message{Role: chat.Tool, Content: content, Status: chat.Failed, Tokens: 7, Encoding: "cl100k_base", Pinned: true,
		ExternalID: "m1", Metadata: chat.RawJSON(`{"model": "x"}`)}
	got, err := s.Append(ctx, session, in, clock+1)
	require.NoError(t, err)
	in.UID, in.Session, in.CreatedAt, in.UpdatedAt, in.Metadata = got.UID, session, clock+1, clock+1, chat.RawJSON(`{"model":"x"}`)
	require.Equal(t, in, got)
	read, err := s.Message(ctx, got.UID)
	require.NoError(t, err)
	require.Equal(t, got, read)
	after, err := s.Session(ctx, session)
	require.NoError(t, err)
	require.Equal(t, 1, after.MessageCount)
	require.Equal(t, got.UID, after.Head)
	require.Equal(t, clock+1, after.LastMessageAt)

	broken, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "a\xffb"}, clock)
	require.NoError(t, err)
	require.Equal(t, "a\ufffdb", broken.Content)
	for _, m := range []chat.Message{
		{Role: "nobody"}, {Role: chat.User, Status: "odd"}, {Role: chat.User, Metadata: chat.RawJSON(`1`)}, {Role: chat.User, UID: got.UID},
		{Role: chat.User, ExternalID: "m1"}, {Role: chat.User, Parent: chat.NewUID(1)}, {Role: chat.User, Content: strings.Repeat("x", store.MaxContent+1)},
	} {
		_, err := s.Append(ctx, session, m, clock)
		require.Error(t, err)
		known := (*fault.Error)(nil)
		require.ErrorAs(t, err, &known)
		require.NotEqual(t, fault.Internal, known.Code)
	}
	after, err = s.Session(ctx, session)
	require.NoError(t, err)
	require.Equal(t, 2, after.MessageCount, "nothing of a refused message stays")
	requireWhole(t, s)
}

func TestStreamedMessageIsFoundWhenItEnds(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	m, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Status: chat.Streaming, Content: "first"}, clock)
	require.NoError(t, err)
	found := func(word string) int {
		out, err := s.Search(ctx, word, store.SearchOptions{})
		require.NoError(t, err)
		requireWhole(t, s)
		return len(out.Hits)
	}
	update := func(content string, status chat.Status) {
		got, err := s.Update(ctx, m.UID, store.Patch{Content: &content, Status: &status}, clock+1)
		require.NoError(t, err)
		require.Equal(t, content, got.Content)
		require.Greater(t, got.UpdatedAt, m.UpdatedAt)
	}
	require.Zero(t, found("first"))
	update("first second", chat.Streaming)
	require.Zero(t, found("second"))
	update("first second third", chat.Complete)
	require.Equal(t, 1, found("second"))
	update("other words", chat.Stopped)
	require.Zero(t, found("second"))
	require.Equal(t, 1, found("other"))
	update("again", chat.Streaming)
	require.Zero(t, found("other"))

	n, err := s.Settle(ctx, clock)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, 1, found("again"))
	got, err := s.Message(ctx, m.UID)
	require.NoError(t, err)
	require.Equal(t, chat.Stopped, got.Status)
}

func TestUpdateChangesWhatItIsGiven(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	m := say(t, s, session, "text")
	tokens, encoding := 9, "o200k_base"
	got, err := s.Update(ctx, m.UID, store.Patch{Tokens: &tokens, Encoding: &encoding, Metadata: chat.RawJSON(`{"a":1}`)}, clock+9)
	require.NoError(t, err)
	want := m
	want.Tokens, want.Encoding, want.Metadata, want.UpdatedAt = 9, encoding, chat.RawJSON(`{"a":1}`), clock+9
	require.Equal(t, want, got)
	pinned, err := s.PinMessage(ctx, m.UID, true, clock+10)
	require.NoError(t, err)
	require.True(t, pinned.Pinned)
	_, err = s.Update(ctx, chat.NewUID(1), store.Patch{}, clock)
	require.ErrorIs(t, err, fault.NotFound)
}

func TestOnceAppliesAWriteOnce(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	calls := 0
	write := func(key string) ([]byte, bool, error) {
		return s.Once(ctx, key, clock, func(ctx context.Context) ([]byte, error) {
			calls++
			m, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "once"}, clock)
			return []byte(m.UID.String()), err
		})
	}
	first, replayed, err := write("k1")
	require.NoError(t, err)
	require.False(t, replayed)
	again, replayed, err := write("k1")
	require.NoError(t, err)
	require.True(t, replayed)
	require.Equal(t, first, again)
	_, replayed, err = write("k2")
	require.NoError(t, err)
	require.False(t, replayed)
	require.Equal(t, 2, calls)
	got, err := s.Session(ctx, session)
	require.NoError(t, err)
	require.Equal(t, 2, got.MessageCount)

	// Another owner's keys are others.
	_, replayed, err = s.For(store.Scope{UserID: "u"}).Once(ctx, "k1", clock, func(context.Context) ([]byte, error) { return nil, nil })
	require.NoError(t, err)
	require.False(t, replayed)

	// An error undoes the write and is not kept.
	fails := errors.New("no")
	_, _, err = s.Once(ctx, "k3", clock, func(ctx context.Context) ([]byte, error) {
		_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "undone"}, clock)
		require.NoError(t, err)
		return nil, fails
	})
	require.ErrorIs(t, err, fails)
	got, err = s.Session(ctx, session)
	require.NoError(t, err)
	require.Equal(t, 2, got.MessageCount)
	_, replayed, err = write("k3")
	require.NoError(t, err)
	require.False(t, replayed)

	// The answer goes with its session, the key stays.
	require.NoError(t, s.Purge(ctx, session))
	_, _, err = write("k1")
	require.ErrorIs(t, err, fault.NotFound)
	require.Equal(t, 3, calls)
}

func TestOnceForgetsOldKeys(t *testing.T) {
	s := open(t)
	const day = 24 * 3600 * 1000
	run := func(key string, now int64) bool {
		_, replayed, err := s.Once(ctx, key, now, func(context.Context) ([]byte, error) { return []byte("x"), nil })
		require.NoError(t, err)
		return replayed
	}
	require.False(t, run("a", clock))
	require.True(t, run("a", clock+7*day))
	require.False(t, run("b", clock+7*day+1))
	require.False(t, run("a", clock+7*day+2), "a was of another week")

	require.NoError(t, s.DB().Exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO requests (key, created_at, sessions) SELECT 'n' || i, `+fmt.Sprint(clock+7*day)+`, x'' FROM n`))
	require.False(t, run("c", clock+7*day))
	n, err := s.DB().Int(`SELECT count(*) FROM requests`)
	require.NoError(t, err)
	require.Equal(t, int64(10_000), n)
}

func TestChangesAreToldAfterTheyAreCommitted(t *testing.T) {
	var told []store.Change
	var s *store.Store
	s = openWith(t, sqlite.Memory, store.Options{OnChange: func(c store.Change) {
		for _, u := range c.Sessions {
			_, err := s.Session(ctx, u) // the store can be used
			require.NoError(t, err)
		}
		told = append(told, c)
	}})
	a := newSession(t, s, "a").UID
	m := say(t, s, a, "x")
	_, err := s.Append(ctx, a, chat.Message{Role: "nobody"}, clock)
	require.Error(t, err)
	_, _, err = s.Once(ctx, "k", clock, func(ctx context.Context) ([]byte, error) {
		_, err := s.Pin(ctx, a, true, clock)
		require.NoError(t, err)
		_, err = s.Update(ctx, m.UID, store.Patch{}, clock)
		return nil, err
	})
	require.NoError(t, err)
	require.NoError(t, s.SetSetting(ctx, "k", chat.RawJSON("1"), clock))
	require.Equal(t, []store.Change{
		{Sessions: []chat.UID{a}}, {Sessions: []chat.UID{a}, Messages: true}, {Sessions: []chat.UID{a}, Messages: true}, {Settings: true},
	}, told)
}

func TestStoreIsSafeForConcurrentUse(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: fmt.Sprint("word", i, " ", j)}, clock)
				require.NoError(t, err)
				_, err = s.Search(ctx, "word", store.SearchOptions{})
				require.NoError(t, err)
			}
		})
	}
	all.Wait()
	got, err := s.Session(ctx, session)
	require.NoError(t, err)
	require.Equal(t, 160, got.MessageCount)
	requireWhole(t, s)
}

func TestEndedContextEndsCallsAndHurtsNothing(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.Append(ended, session, chat.Message{Role: chat.User}, clock)
	require.ErrorIs(t, err, context.Canceled)
	_, err = s.Search(ended, "x", store.SearchOptions{})
	require.ErrorIs(t, err, context.Canceled)

	// One that ends inside a transaction.
	ending, cancel := context.WithCancel(ctx)
	_, _, err = s.Once(ending, "k", clock, func(ctx context.Context) ([]byte, error) {
		_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "x"}, clock)
		require.NoError(t, err)
		cancel()
		_, err = s.Append(ctx, session, chat.Message{Role: chat.User, Content: "y"}, clock)
		return nil, err
	})
	require.ErrorIs(t, err, context.Canceled)
	got, err := s.Session(ctx, session)
	require.NoError(t, err)
	require.Zero(t, got.MessageCount)
	say(t, s, session, "goes on")
	requireWhole(t, s)
}

func TestClosedStoreSaysSo(t *testing.T) {
	s, err := store.Open(sqlite.Memory, store.Options{}, clock)
	require.NoError(t, err)
	require.True(t, s.Fresh())
	require.False(t, s.Home().Kept)
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	_, _, err = s.List(ctx, store.ListOptions{})
	require.ErrorIs(t, err, fault.Unavailable)
}
