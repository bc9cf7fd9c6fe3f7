package transfer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestTheNewerPairWins(t *testing.T) {
	keep := func(s *store.Store, p chat.Pair, now int64) chat.Pair {
		t.Helper()
		kept, err := s.KeepPairs(ctx, []chat.Pair{p}, now)
		require.NoError(t, err)
		return kept[0]
	}
	mine := open(t)
	older := keep(mine, chat.Pair{Question: "When are you open?", Answer: "From 9."}, clock)
	newer := keep(mine, chat.Pair{Question: "Where are you?", Answer: "There."}, clock)
	// The same pairs on another device.
	theirs := open(t)
	merge := func(into, from *store.Store) {
		t.Helper()
		image, err := from.Image(ctx)
		require.NoError(t, err)
		defer image.Close()
		_, err = transfer.Restore(ctx, into, image, transfer.Merge, clock+100)
		require.NoError(t, err)
	}
	merge(theirs, mine)
	newer.Answer = "Here."
	newer = keep(mine, newer, clock+20)
	theirNewer := older
	theirNewer.Answer, theirNewer.Also = "From 10.", []string{"Opening hours"}
	theirNewer = keep(theirs, theirNewer, clock+10)
	added := keep(theirs, chat.Pair{Question: "Why?", Answer: "So."}, clock+10)

	merge(mine, theirs)
	all, err := mine.Pairs(ctx)
	require.NoError(t, err)
	require.Equal(t, []chat.Pair{theirNewer, newer, added}, all)
	merge(theirs, mine)
	all, err = theirs.Pairs(ctx)
	require.NoError(t, err)
	require.Equal(t, []chat.Pair{theirNewer, newer, added}, all)

	// Not those of another owner.
	other := mine.For(store.Scope{UserID: "eve"})
	changed := added
	changed.Answer = "Not so."
	keep(theirs, changed, clock+50)
	merge(other, theirs)
	all, err = mine.Pairs(ctx)
	require.NoError(t, err)
	require.Equal(t, []chat.Pair{theirNewer, newer, added}, all)
}
