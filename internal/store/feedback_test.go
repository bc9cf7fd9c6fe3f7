package store_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

func TestFeedbackIsKeptBesideWhatIsThere(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	for _, metadata := range []string{``, `{"model":"m<1>","usage":{"promptTokens":3}}`, `{"feedback":"odd"}`} {
		m, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "An answer.", Metadata: chat.RawJSON(metadata)}, clock)
		require.NoError(t, err)
		down, err := s.Rate(ctx, m.UID, &chat.Feedback{Reason: " Too\nlong & <dull>. "}, clock)
		require.NoError(t, err)
		require.Contains(t, string(down.Metadata), `"feedback":{"up":false,"reason":"Too long & <dull>."}`)
		require.Greater(t, down.UpdatedAt, m.UpdatedAt, "a merge takes it for the newer one")
		up, err := s.Rate(ctx, m.UID, &chat.Feedback{Up: true}, clock)
		require.NoError(t, err)
		require.Contains(t, string(up.Metadata), `"feedback":{"up":true}`)
		none, err := s.Rate(ctx, m.UID, nil, clock)
		require.NoError(t, err)
		if metadata == `{"feedback":"odd"}` {
			require.Empty(t, none.Metadata)
		} else {
			require.Equal(t, string(m.Metadata), string(none.Metadata))
		}
	}
	requireRoundTrip(t, s)
}

func TestFeedbackIsMergedAsTheMessageIs(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	m, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "An answer."}, clock)
	require.NoError(t, err)
	other := openWith(t, sqlite.Memory, store.Options{})
	_, err = transfer.Restore(ctx, other, image(t, file(t, s)), transfer.Merge, clock)
	require.NoError(t, err)
	_, err = s.Rate(ctx, m.UID, &chat.Feedback{Up: true}, clock)
	require.NoError(t, err)
	_, err = transfer.Restore(ctx, other, image(t, file(t, s)), transfer.Merge, clock)
	require.NoError(t, err)
	got, err := other.Message(ctx, m.UID)
	require.NoError(t, err)
	require.Equal(t, `{"feedback":{"up":true}}`, string(got.Metadata))
}

func TestFeedbackThatCannotBeIsRefused(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	refused := func(m chat.Message, f *chat.Feedback, code fault.Code) {
		t.Helper()
		m, err := s.Append(ctx, session, m, clock)
		require.NoError(t, err)
		_, err = s.Rate(ctx, m.UID, f, clock)
		require.ErrorIs(t, err, code)
		after, err := s.Message(ctx, m.UID)
		require.NoError(t, err)
		require.Equal(t, m, after)
	}
	answer := chat.Message{Role: chat.Assistant, Content: "An answer."}
	refused(chat.Message{Role: chat.User, Content: "A question."}, &chat.Feedback{Up: true}, fault.Invalid)
	refused(chat.Message{Role: chat.Assistant, Status: chat.Streaming}, &chat.Feedback{Up: true}, fault.Conflict)
	refused(answer, &chat.Feedback{Reason: strings.Repeat("ä", 501)}, fault.TooLarge)
	_, err := s.Rate(ctx, chat.NewUID(clock), nil, clock)
	require.ErrorIs(t, err, fault.NotFound)
	m, err := s.Append(ctx, session, answer, clock)
	require.NoError(t, err)
	_, err = s.Rate(ctx, m.UID, &chat.Feedback{Reason: strings.Repeat("ä", 500)}, clock)
	require.NoError(t, err)
}
