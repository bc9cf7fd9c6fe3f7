package turn_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/turn"
)

// A full disk refuses what is new and saves what is under way. The same request is
// answered as before all the same.
func TestNothingNewBeginsOnAFullDisk(t *testing.T) {
	var b *bench
	b = open(t, func(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
		b.store.Written(chat.RoomFull)
		o.Delta(llm.Delta{Text: "Saved."})
		return llm.Reply{Content: "Saved."}, nil
	}, say("Again."))
	first := turn.Question{Text: "First?", Key: "first"}
	out, err := b.Send(t.Context(), first, b.emit)
	require.NoError(t, err)
	require.Empty(t, out.Unsaved)
	whole := []string{"user complete: First?", "assistant complete: Saved."}
	require.Equal(t, whole, b.path(t, out.Session))

	_, err = b.Send(t.Context(), turn.Question{Session: out.Session, Text: "Second?"}, b.emit)
	require.ErrorContains(t, err, "The disk is full.")
	_, err = b.Again(t.Context(), out.Message.UID, turn.Wish{}, "again", b.emit)
	require.ErrorContains(t, err, "The disk is full.")
	replayed, err := b.Send(t.Context(), first, b.emit)
	require.NoError(t, err)
	require.Equal(t, out.Message.UID, replayed.Message.UID)
	require.Equal(t, whole, b.path(t, out.Session))

	b.store.Written(chat.RoomAmple)
	b.send(t, out.Session, "Second?")
}
