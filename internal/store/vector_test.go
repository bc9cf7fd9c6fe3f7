package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/store"
)

func vectorOf(m chat.Message, numbers ...byte) *store.Vector {
	return &store.Vector{Message: m.UID, UpdatedAt: m.UpdatedAt, Scale: 0.25, Numbers: numbers}
}

func TestVectorsAreKeptForTheirMessages(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	first, second := say(t, s, session, "one"), say(t, s, session, "two")
	elsewhere := say(t, s, newSession(t, s, "b").UID, "three")
	unread := func(session chat.UID, encoder string) []string {
		of, texts, err := s.Unread(ctx, session, encoder, 10)
		require.NoError(t, err)
		require.Len(t, of, len(texts))
		return texts
	}
	require.Equal(t, []string{"two", "one"}, unread(session, "e"), "the newest first")
	require.Equal(t, []string{"three", "two", "one"}, unread(chat.UID{}, "e"))

	require.NoError(t, s.KeepVectors(ctx, "e", []*store.Vector{vectorOf(second, 1, 0xff), vectorOf(first, 2, 3)}))
	require.Empty(t, unread(session, "e"))
	read, total, err := s.CountRead(ctx, "e")
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, []int{read, total})
	got, err := s.Vectors(ctx, session, "e", 0)
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, []any{second.UID, 1, float32(0.25), []byte{1, 0xff}}, []any{got[0].Message, got[0].Depth, got[0].Scale, got[0].Numbers})
	later, err := s.Vectors(ctx, session, "e", got[0].ID)
	require.NoError(t, err)
	require.Len(t, later, 1)
	require.Equal(t, first.UID, later[0].Message)

	// Those of another encoder are not compared, and make room for the new one's.
	require.Equal(t, []string{"two", "one"}, unread(session, "other"))
	require.NoError(t, s.KeepVectors(ctx, "other", []*store.Vector{vectorOf(first, 9)}))
	require.Equal(t, []string{"one"}, unread(session, "e"))
	of, err := s.Vectors(ctx, elsewhere.Session, "e", 0)
	require.NoError(t, err)
	require.Empty(t, of)
	requireWhole(t, s)
}

func TestVectorsGoWithTheText(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	edited, erased, stays := say(t, s, session, "one"), say(t, s, session, "two"), say(t, s, session, "three")
	require.NoError(t, s.KeepVectors(ctx, "e", []*store.Vector{vectorOf(edited, 1), vectorOf(erased, 2), vectorOf(stays, 3)}))
	kept := func() (numbers []byte) {
		all, err := s.Vectors(ctx, session, "e", 0)
		require.NoError(t, err)
		for _, v := range all {
			numbers = append(numbers, v.Numbers...)
		}
		return numbers
	}
	require.Equal(t, []byte{1, 2, 3}, kept())
	_, err := s.Update(ctx, edited.UID, store.Patch{Content: new("another")}, clock+1)
	require.NoError(t, err)
	require.Equal(t, []byte{2, 3}, kept())
	_, err = s.Erase(ctx, erased.UID, clock+1)
	require.NoError(t, err)
	require.Equal(t, []byte{3}, kept())

	// What was made of a text that has changed since is not kept.
	require.NoError(t, s.KeepVectors(ctx, "e", []*store.Vector{vectorOf(edited, 1), {Message: chat.NewUID(clock), Numbers: []byte{5}}}))
	require.Equal(t, []byte{3}, kept())
	of, texts, err := s.Unread(ctx, session, "e", 10)
	require.NoError(t, err)
	require.Equal(t, []string{"another"}, texts, "an erased message has nothing to read")
	require.Equal(t, edited.UID, of[0].Message)
	of[0].Numbers = []byte{7}
	require.NoError(t, s.KeepVectors(ctx, "e", of))
	require.Equal(t, []byte{3, 7}, kept())

	// A pin is no change of the text.
	_, err = s.PinMessage(ctx, stays.UID, true, clock+2)
	require.NoError(t, err)
	require.Equal(t, []byte{3, 7}, kept())
}

func TestVectorsAreForgotten(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	require.NoError(t, s.KeepVectors(ctx, "e", []*store.Vector{vectorOf(say(t, s, session, "one"), 1)}))
	require.NoError(t, s.DropVectors(ctx))
	read, total, err := s.CountRead(ctx, "e")
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, []int{read, total})
}

func TestAnswersAreReadWhenTheyAreWhole(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	_, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "half of an", Status: chat.Streaming}, clock)
	require.NoError(t, err)
	_, err = s.Append(ctx, session, chat.Message{Role: chat.System, Content: "instructions"}, clock)
	require.NoError(t, err)
	of, _, err := s.Unread(ctx, session, "e", 10)
	require.NoError(t, err)
	require.Empty(t, of)
}
