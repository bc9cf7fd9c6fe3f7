package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
)

// jsonOf is a JSON object of so many bytes.
func jsonOf(bytes int) chat.RawJSON {
	return chat.RawJSON(`{"a":"` + strings.Repeat("x", bytes-len(`{"a":""}`)) + `"}`)
}

// What is as large as its limit is kept; what is one larger is refused, and nothing
// of it stays.
func TestWhatIsTooLargeIsRefused(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	message := say(t, s, session, "a question").UID
	answer := say(t, s, session, "an answer").UID
	summary := condense(t, s, 0, say(t, s, session, "b"), 0).UID
	point, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: session, Node: "input", State: chat.RawJSON(`{}`)}, clock)
	require.NoError(t, err)
	require.NoError(t, s.Remember(ctx, session, []chat.Remembered{{Kind: chat.NameKind, Text: "Aarhus"}}, clock))
	things, err := s.Remembered(ctx, store.RememberedFilter{Limit: 1})
	require.NoError(t, err)
	// The length of a summary is that of its JSON.
	empty, err := json.Marshal(fact(""))
	require.NoError(t, err)
	one, err := json.Marshal(fact("x"))
	require.NoError(t, err)
	require.Len(t, one, len(empty)+1)
	long := func(n int) chat.Summary { return fact(strings.Repeat("x", n-len(empty))) }
	const mib = 1 << 20
	for _, tt := range []struct {
		what string
		most int
		keep func(n int) error
	}{
		{"messages at once", 1000, func(n int) error { _, err := s.Path(ctx, session, chat.UID{}, 0, n); return err }},
		{"messages to recollect", 1000, func(n int) error { _, err := s.Recollect(ctx, answer, n); return err }},
		{"steps at once", 1000, func(n int) error {
			_, err := s.Checkpoints(ctx, session, store.CheckpointFilter{Limit: n})
			return err
		}},
		{"a message", 16 * mib, func(n int) error {
			_, err := s.Append(ctx, session, chat.Message{Role: chat.User, Content: strings.Repeat("x", n)}, clock)
			return err
		}},
		{"a changed message", 16 * mib, func(n int) error {
			_, err := s.Update(ctx, message, store.Patch{Content: new(strings.Repeat("x", n))}, clock)
			return err
		}},
		{"metadata", 4 * mib, func(n int) error {
			_, err := s.Update(ctx, message, store.Patch{Metadata: jsonOf(n)}, clock)
			return err
		}},
		{"a draft", mib, func(n int) error {
			_, err := s.SetDraft(ctx, session, strings.Repeat("x", n), clock)
			return err
		}},
		{"settings of a session", 4 * mib, func(n int) error { _, err := s.SetSettings(ctx, session, jsonOf(n), clock); return err }},
		{"a setting", 4 * mib, func(n int) error { return s.SetSetting(ctx, "key", jsonOf(n), clock) }},
		{"the name of a setting", 200, func(n int) error { return s.SetSetting(ctx, strings.Repeat("k", n), chat.RawJSON(`1`), clock) }},
		{"a key", 200, func(n int) error {
			_, _, err := s.Once(ctx, strings.Repeat("k", n), clock, func(context.Context) ([]byte, error) { return nil, nil })
			return err
		}},
		{"a state", 64 << 10, func(n int) error {
			_, err := s.AddCheckpoint(ctx, store.Checkpoint{Session: session, Turn: session, Step: n, Node: "load", State: jsonOf(n)}, clock)
			return err
		}},
		{"a result", 4 * mib, func(n int) error {
			return s.AddWrite(ctx, point.UID, store.Write{Task: "t", Sequence: n, Channel: "c", Value: jsonOf(n)})
		}},
		{"a summary", 16 * mib, func(n int) error {
			_, err := s.EditSummary(ctx, summary, long(n), 1, "words", clock)
			return err
		}},
		{"a reason", 500, func(n int) error {
			_, err := s.Rate(ctx, answer, &chat.Feedback{Reason: strings.Repeat("é", n)}, clock)
			return err
		}},
		{"a remembered text", 500, func(n int) error {
			_, err := s.EditRemembered(ctx, things[0].UID, strings.Repeat("é", n), clock)
			return err
		}},
	} {
		require.NoError(t, tt.keep(tt.most), tt.what)
		before, err := s.Counts(ctx)
		require.NoError(t, err)
		err = tt.keep(tt.most + 1)
		require.Error(t, err, tt.what)
		known := (*fault.Error)(nil)
		require.ErrorAs(t, err, &known, tt.what)
		require.Contains(t, []fault.Code{fault.TooLarge, fault.Invalid}, known.Code, tt.what)
		if tt.most < mib && !strings.Contains(tt.what, "state") {
			require.Contains(t, known.Message, fmt.Sprint(tt.most), tt.what)
		} else if tt.most < 16*mib && tt.most >= mib {
			require.Contains(t, known.Message, fmt.Sprint(tt.most/mib, " MiB"), tt.what)
		}
		after, err := s.Counts(ctx)
		require.NoError(t, err)
		require.Equal(t, before, after, tt.what)
	}
	for what, err := range map[string]error{
		"no messages":   errorOf(s.Path(ctx, session, chat.UID{}, 0, 0)),
		"no steps":      errorOf(s.Checkpoints(ctx, session, store.CheckpointFilter{Limit: -1})),
		"a status":      errorOf(s.Update(ctx, message, store.Patch{Status: new(chat.Status("odd"))}, clock)),
		"no name":       s.SetSetting(ctx, "", chat.RawJSON(`1`), clock),
		"no text":       s.SetSetting(ctx, "\xff", chat.RawJSON(`1`), clock),
		"before it all": errorOf(s.Span(ctx, answer, -1, 1)),
	} {
		require.ErrorIs(t, err, fault.Invalid, what)
	}
	require.ErrorIs(t, errorOf(s.Span(ctx, answer, 0, 999)), fault.NotFound, "the path is not that long")
	require.ErrorIs(t, errorOf(s.Span(ctx, answer, 0, 1000)), fault.Invalid, "nobody reads that much at once")
	// Metadata that are none are the same as none.
	m, err := s.Update(ctx, message, store.Patch{Metadata: chat.RawJSON(`null`)}, clock)
	require.NoError(t, err)
	require.Empty(t, m.Metadata)
	requireWhole(t, s)
}

func errorOf[T any](_ T, err error) error { return err }

func TestHowMuchThereIs(t *testing.T) {
	s := open(t)
	counts, err := s.Counts(ctx)
	require.NoError(t, err)
	require.Zero(t, counts.Sessions)
	require.Zero(t, counts.Messages)
	require.Positive(t, counts.Bytes)
	conversationOf(t, s, 3)
	binned, _ := conversationOf(t, s, 5)
	conversationOf(t, s, 4)
	_, err = s.Delete(ctx, binned, clock)
	require.NoError(t, err)
	other := s.For(store.Scope{UserID: "other"})
	conversationOf(t, other, 2)
	before := counts.Bytes
	counts, err = s.Counts(ctx)
	require.NoError(t, err)
	require.Equal(t, []int{2, 7}, []int{counts.Sessions, counts.Messages}, "the bin and others do not count")
	require.Zero(t, counts.Bytes%before%512)
	size, err := s.DB().Int(`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
	require.NoError(t, err)
	require.Equal(t, size, counts.Bytes)
}

func TestQuestionsThatWaitStandInLine(t *testing.T) {
	var told []store.Change
	s := openWith(t, ":memory:", store.Options{OnChange: func(c store.Change) { told = append(told, c) }})
	session, all := conversationOf(t, s, 6)
	binned, gone := conversationOf(t, s, 2)
	waiting := func(i int) store.Waiting {
		return store.Waiting{Session: session, Question: all[i-1].UID, Message: all[i].UID, Model: fmt.Sprint("model ", i)}
	}
	want := func(i, attempts int, at int64) store.Waiting {
		w := waiting(i)
		w.Text, w.Attempts, w.CreatedAt = fmt.Sprint(i-1), attempts, at
		return w
	}
	told = nil
	require.NoError(t, s.Enqueue(ctx, waiting(3), clock+1))
	require.Equal(t, []chat.UID{session}, told[0].Sessions)
	require.NoError(t, s.Enqueue(ctx, waiting(1), clock+2))
	require.NoError(t, s.Enqueue(ctx, store.Waiting{Session: binned, Question: gone[0].UID, Message: gone[1].UID}, clock+3))
	require.NoError(t, s.Enqueue(ctx, waiting(3), clock+4), "once more")
	require.ErrorIs(t, s.Enqueue(ctx, store.Waiting{Session: all[0].UID, Message: all[5].UID}, clock), fault.NotFound)
	_, err := s.Delete(ctx, binned, clock)
	require.NoError(t, err)

	list, err := s.Outbox(ctx)
	require.NoError(t, err)
	require.Equal(t, []store.Waiting{want(3, 2, clock+1), want(1, 1, clock+2)}, list)
	other := s.For(store.Scope{UserID: "other"})
	list, err = other.Outbox(ctx)
	require.NoError(t, err)
	require.Empty(t, list)
	found, err := other.Dequeue(ctx, all[3].UID)
	require.NoError(t, err)
	require.False(t, found, "it is not theirs")

	for _, there := range []bool{true, false} {
		found, err := s.Dequeue(ctx, all[3].UID)
		require.NoError(t, err)
		require.Equal(t, there, found)
	}
	// What cannot be read is not ours to send.
	require.NoError(t, s.Enqueue(ctx, waiting(5), clock))
	require.NoError(t, s.DB().Exec(`UPDATE outbox SET payload = '{"message":5}' WHERE attempts = 1 AND payload LIKE '%model 5%'`))
	require.NoError(t, s.DB().Exec(`INSERT INTO outbox (uid, session_id, kind, attempts, created_at, payload)
		SELECT uid, session_id, 'question', 1, 1, '{}' FROM messages WHERE uid = ?`, all[3].UID[:]))
	list, err = s.Outbox(ctx)
	require.NoError(t, err)
	require.Equal(t, []store.Waiting{want(1, 1, clock+2)}, list)
	_, err = s.Restore(ctx, binned, clock)
	require.NoError(t, err)
	list, err = s.Outbox(ctx)
	require.NoError(t, err)
	require.Len(t, list, 2, "out of the bin")
}

func TestWhatIsKnownOfAnAnswer(t *testing.T) {
	for metadata, want := range map[string]chat.Answer{
		"":                 {},
		`{"model":"m"}`:    {Model: "m"},
		`{"model":5}`:      {},
		`{"other":[1,2]}`:  {},
		`not JSON`:         {},
		`{"model":"m"} {}`: {},
	} {
		require.Equal(t, want, store.AnswerOf(chat.Message{Metadata: chat.RawJSON(metadata)}), metadata)
	}
	require.True(t, store.Erased(chat.Message{Metadata: chat.RawJSON(`{"deleted":true}`)}))
	require.False(t, store.Erased(chat.Message{}))
	require.False(t, store.Erased(chat.Message{Content: "text", Metadata: chat.RawJSON(`{"deleted":true}`)}))
}

func TestWhatSummariesStandFor(t *testing.T) {
	s := open(t)
	_, all := conversationOf(t, s, 10)
	condense(t, s, 0, all[3], 0)
	condense(t, s, 4, all[6], 0)
	got, err := s.Recollect(ctx, all[9].UID, 100)
	require.NoError(t, err)
	require.Equal(t, 7, got.Covered())
	require.Equal(t, []chat.Summary{fact("0–3"), fact("4–6")}, got.Texts())
	require.Zero(t, store.Recollection{}.Covered())
	r := store.Range{From: 2, To: 4}
	for depth, want := range []bool{false, false, true, true, true, false} {
		require.Equal(t, want, r.Has(depth), depth)
	}
}
