package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

func TestRoomIsTheLeastOfWhatWasSeen(t *testing.T) {
	s := open(t)
	require.Equal(t, chat.RoomAmple, s.Room())
	require.NoError(t, s.NeedRoom())

	require.True(t, s.Free(150<<20))
	require.Equal(t, chat.RoomLow, s.Room())
	require.NoError(t, s.NeedRoom(), "there is room for a while")
	require.False(t, s.Free(149<<20), "as low as before")
	require.True(t, s.Free(63<<20))
	require.ErrorIs(t, s.NeedRoom(), fault.Unavailable)
	require.True(t, s.Free(0), "nobody knows any more")
	require.Equal(t, chat.RoomAmple, s.Room())

	require.True(t, s.Written(chat.RoomFull))
	require.False(t, s.Free(1<<30), "what a write has shown counts more")
	require.ErrorContains(t, s.NeedRoom(), "The disk is full.")
	require.True(t, s.Written(chat.RoomGone))
	require.ErrorContains(t, s.NeedRoom(), "Save a copy")
	require.True(t, s.Written(chat.RoomAmple))
	require.NoError(t, s.NeedRoom())
}

// Whoever has not looked cannot say what became of the history: the disk may be full
// and the browser about to delete it.
func TestFullSaysOnlyWhatWasLookedAt(t *testing.T) {
	for _, cause := range []error{sqlite.Full, sqlite.IO, sqlite.NoMemory, sqlite.CantOpen} {
		known := (*fault.Error)(nil)
		require.ErrorAs(t, store.Failure(ctx, cause), &known)
		require.NotRegexp(t, `(?i)nothing was lost|is safe|still here`, known.Message)
	}
}
