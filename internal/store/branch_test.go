package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
)

// exchange adds a question and its answer and returns both.
func exchange(t *testing.T, s *store.Store, session chat.UID, question, answer string) (q, a chat.Message) {
	t.Helper()
	q, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: question, Tokens: 3, ExternalID: question}, clock)
	require.NoError(t, err)
	a, err = s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: answer, Tokens: 4, Pinned: true, Metadata: chat.RawJSON(`{"model":"m","turn":"00000000000000000000000000000001"}`)}, clock)
	require.NoError(t, err)
	return q, a
}

func shown(t *testing.T, s *store.Store, session chat.UID) []string {
	t.Helper()
	window, err := s.Path(ctx, session, chat.UID{}, 0, 100)
	require.NoError(t, err)
	return contents(window.Messages)
}

func TestBranchCopiesThePathIntoASessionOfItsOwn(t *testing.T) {
	s := open(t)
	from := newSession(t, s, "Moles")
	exchange(t, s, from.UID, "one?", "One.")
	_, second := exchange(t, s, from.UID, "two?", "Two.")
	exchange(t, s, from.UID, "three?", "Three.")

	branch, err := s.Branch(ctx, second.UID, clock+1000)
	require.NoError(t, err)
	require.Equal(t, "Moles (branch)", branch.Name)
	require.Equal(t, 4, branch.MessageCount)
	require.Equal(t, int64(clock+1000), branch.LastMessageAt, "it is among the newest")
	require.JSONEq(t, `{"branchOf":{"session":"`+from.UID.String()+`","name":"Moles","message":"`+second.UID.String()+`","messages":4}}`, string(branch.Metadata))
	require.Equal(t, []string{"one?", "One.", "two?", "Two."}, shown(t, s, branch.UID))
	require.Equal(t, []string{"one?", "One.", "two?", "Two.", "three?", "Three."}, shown(t, s, from.UID), "the other stays")

	window, err := s.Path(ctx, branch.UID, chat.UID{}, 0, 100)
	require.NoError(t, err)
	last := window.Messages[3]
	require.NotEqual(t, second.UID, last.UID)
	require.True(t, last.Pinned)
	require.Equal(t, 4, last.Tokens)
	require.JSONEq(t, `{"model":"m"}`, string(last.Metadata), "its turn was run elsewhere")
	found, err := s.Search(ctx, "two", store.SearchOptions{Session: branch.UID})
	require.NoError(t, err)
	require.Len(t, found.Hits, 2)
	exchange(t, s, branch.UID, "four?", "Four.")
	require.Len(t, shown(t, s, branch.UID), 6)
	requireRoundTrip(t, s)

	_, err = s.Branch(ctx, chat.NewUID(clock), clock)
	require.ErrorIs(t, err, fault.NotFound)
}

func TestErasedMessageLeavesItsPlaceAndNothingElse(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "Moles").UID
	q, a := exchange(t, s, session, "where is the badger?", "The badger sleeps.")
	require.NoError(t, s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: "badger", Message: a.UID}}, clock))
	exchange(t, s, session, "and then?", "Then it wakes.")
	point, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: chat.NewUID(clock), Node: "answer", State: chat.RawJSON(`{"question":"` + q.UID.String() + `","answer":"` + a.UID.String() + `"}`)}, clock)
	require.NoError(t, err)
	require.NoError(t, s.AddWrite(ctx, point.UID, store.Write{Task: "answer", Channel: "reply", Value: chat.RawJSON(`"The badger sleeps."`)}))

	gone, err := s.Erase(ctx, a.UID, clock)
	require.NoError(t, err)
	require.True(t, store.Erased(gone))
	require.False(t, store.Erased(q))
	require.Empty(t, gone.Content)
	require.Zero(t, gone.Tokens)
	require.False(t, gone.Pinned)
	require.Greater(t, gone.UpdatedAt, a.UpdatedAt, "a merge takes it for the newer one")
	require.Equal(t, []string{"where is the badger?", "", "and then?", "Then it wakes."}, shown(t, s, session))
	found, err := s.Search(ctx, "sleeps", store.SearchOptions{})
	require.NoError(t, err)
	require.Empty(t, found.Hits)
	writes, err := s.Writes(ctx, session, point.Turn)
	require.NoError(t, err)
	require.Empty(t, writes)
	things, err := s.Remembered(ctx, store.RememberedFilter{Session: session, Limit: 10})
	require.NoError(t, err)
	require.Empty(t, things)
	requireRoundTrip(t, s)

	// It is no version any more, and goes along with no branch.
	other, err := s.AppendBeside(ctx, a.UID, chat.Message{Role: chat.Assistant, Content: "It digs."}, clock)
	require.NoError(t, err)
	siblings, err := s.Siblings(ctx, other.UID)
	require.NoError(t, err)
	require.Equal(t, []chat.UID{other.UID}, siblings)
	window, err := s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{window.Messages[1].Sibling, window.Messages[1].Siblings})
	_, err = s.SetHead(ctx, a.UID, clock)
	require.NoError(t, err)
	window, err = s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	branch, err := s.Branch(ctx, window.Leaf, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"where is the badger?", "and then?", "Then it wakes."}, shown(t, s, branch.UID))

	streaming, err := s.Append(ctx, session, chat.Message{Role: chat.Assistant, Content: "Wait", Status: chat.Streaming}, clock)
	require.NoError(t, err)
	_, err = s.Erase(ctx, streaming.UID, clock)
	require.ErrorIs(t, err, fault.Conflict)
}

// beside adds another version of a message, and below it an answer if there is one.
func beside(t *testing.T, s *store.Store, of chat.Message, content, answer string) (m, a chat.Message) {
	t.Helper()
	m, err := s.AppendBeside(ctx, of.UID, chat.Message{Role: of.Role, Content: content}, clock)
	require.NoError(t, err)
	if answer != "" {
		a, err = s.Append(ctx, m.Session, chat.Message{Role: chat.Assistant, Content: answer}, clock)
		require.NoError(t, err)
	}
	return m, a
}

func TestErasedVersionGivesWayToOneThatIsThere(t *testing.T) {
	s := open(t)
	erase := func(messages ...chat.Message) {
		t.Helper()
		for _, m := range messages {
			_, err := s.Erase(ctx, m.UID, clock)
			require.NoError(t, err)
		}
	}
	session := newSession(t, s, "Moles").UID
	q, first := exchange(t, s, session, "one?", "One.")
	second, _ := beside(t, s, first, "Two.", "")
	third, _ := beside(t, s, first, "Three.", "")
	erase(third)
	require.Equal(t, []string{"one?", "Two."}, shown(t, s, session), "the one before it")
	erase(first)
	require.Equal(t, []string{"one?", "Two."}, shown(t, s, session), "what is not shown was erased")
	_, err := s.SetHead(ctx, q.UID, clock)
	require.NoError(t, err)
	require.Equal(t, []string{"one?", "Two."}, shown(t, s, session), "the newest leaf was erased")

	// A question takes its answer along, and what follows its other version is shown.
	edited, answer := beside(t, s, q, "another?", "Another.")
	erase(edited, answer)
	require.Equal(t, []string{"one?", "Two."}, shown(t, s, session))
	window, err := s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{window.Messages[0].Sibling, window.Messages[0].Siblings})

	// An earlier message leaves what follows it where it is.
	next, _ := exchange(t, s, session, "three?", "Three.")
	erase(second)
	require.Equal(t, []string{"one?", "", "three?", "Three."}, shown(t, s, session))
	after, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: "four?"}, clock)
	require.NoError(t, err)
	erase(next)
	require.Equal(t, []string{"one?", "", "", "Three.", "four?"}, shown(t, s, session))

	// Where nothing else is, the path stays.
	erase(q, after)
	require.Equal(t, []string{"", "", "", "Three.", ""}, shown(t, s, session))
	requireWhole(t, s)
	requireRoundTrip(t, s)
}
