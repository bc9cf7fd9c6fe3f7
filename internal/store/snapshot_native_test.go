//go:build !js && !wasip1

package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

// Two programs may have one file. What one of them reads in several statements is
// the history of one moment, whatever the other writes in between.
func TestWhatIsReadIsOfOneMoment(t *testing.T) {
	name := filepath.Join(t.TempDir(), "history.db")
	one, other := openWith(t, name, store.Options{}), openWith(t, name, store.Options{})
	newSession(t, one, "first")
	stop := errors.New("stop")
	for end, want := range map[string]error{"done": nil, "failed": stop, "cancelled": context.Canceled} {
		t.Run(end, func(t *testing.T) {
			before, _, err := one.List(ctx, store.ListOptions{})
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			err = one.ReadRows(ctx, func(r store.Rows) error {
				then, err := r.Sessions()
				require.NoError(t, err)
				require.Len(t, then, len(before))
				newSession(t, other, "another")
				now, err := r.Sessions()
				require.NoError(t, err)
				require.Equal(t, then, now)
				if want == context.Canceled {
					cancel()
					_, err := r.Sessions()
					return err
				}
				return want
			})
			if want == context.Canceled {
				require.Error(t, err)
			} else {
				require.ErrorIs(t, err, want)
			}
			// It has ended: the rest is seen, and one can write.
			after, _, err := one.List(t.Context(), store.ListOptions{})
			require.NoError(t, err)
			require.Len(t, after, len(before)+1)
			newSession(t, one, "mine")
		})
	}
}

func TestReadsInsideATransactionAreAPartOfIt(t *testing.T) {
	s := openWith(t, filepath.Join(t.TempDir(), "history.db"), store.Options{})
	session := newSession(t, s, "a").UID
	first := say(t, s, session, "first")
	require.NoError(t, s.Together(ctx, func(ctx context.Context) error {
		second, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "second unheard"}, clock)
		require.NoError(t, err)
		w, err := s.Path(ctx, session, chat.UID{}, 0, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"first", "second unheard"}, contents(w.Messages))
		siblings, err := s.Siblings(ctx, second.UID)
		require.NoError(t, err)
		require.Equal(t, []chat.UID{second.UID}, siblings)
		found, err := s.Search(ctx, "unheard", store.SearchOptions{})
		require.NoError(t, err)
		require.Len(t, found.Hits, 1)
		_, err = s.Checkpoints(ctx, session, store.CheckpointFilter{})
		require.NoError(t, err)
		_, err = s.Summaries(ctx, session, first.UID)
		require.NoError(t, err)
		return s.ReadRows(ctx, func(r store.Rows) error {
			row, err := r.FindSession(session)
			require.Equal(t, 2, row.MessageCount)
			return err
		})
	}))
	w, err := s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Len(t, w.Messages, 2)
}
