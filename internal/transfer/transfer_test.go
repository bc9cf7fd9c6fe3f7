package transfer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/sqlite"
	"burrow/internal/store"
	"burrow/internal/transfer"
)

// grow fills a store with sessions of every kind.
func grow(t testing.TB, s *store.Store, r *rand.Rand, sessions, messages int) {
	t.Helper()
	texts := []string{"plain", "<b>&amp;</b>", "会議\u2028line", "quote \" back \\", "NUL \x00", "\U0001F600", "x\ufffdx", "", "tab\tnew\nline"}
	for i := range sessions {
		now := clock + int64(r.IntN(1_000_000))
		made, err := s.Create(ctx, chat.Session{
			Name: fmt.Sprint("session ", i, texts[r.IntN(len(texts))]), NamedBy: []chat.Namer{"", chat.NamedByUser, chat.NamedByModel}[r.IntN(3)],
			Metadata: chat.RawJSON(`{"k":["` + "<" + `",1.50]}`), Settings: chat.RawJSON(`{"model":"m"}`),
		}, now)
		require.NoError(t, err)
		var all []chat.Message
		for j := range r.IntN(messages) {
			m := chat.Message{
				Role: []chat.Role{chat.User, chat.Assistant, chat.System, chat.Tool}[r.IntN(4)], Content: texts[r.IntN(len(texts))],
				Status: []chat.Status{chat.Complete, chat.Streaming, chat.Stopped, chat.Failed}[r.IntN(4)],
				Tokens: r.IntN(50), Encoding: []string{"", "cl100k_base"}[r.IntN(2)], Pinned: r.IntN(5) == 0,
			}
			if r.IntN(3) == 0 {
				m.ExternalID = fmt.Sprint("x", j)
			}
			if r.IntN(3) == 0 {
				m.Metadata = chat.RawJSON(`{"usage":{"in":12}}`)
			}
			if j > 0 && r.IntN(6) == 0 {
				m, err = s.AppendBeside(ctx, all[r.IntN(j)].UID, m, now+int64(j))
			} else {
				m, err = s.Append(ctx, made.UID, m, now+int64(j))
			}
			require.NoError(t, err)
			all = append(all, m)
			if r.IntN(5) == 0 {
				_, err = s.PinMessage(ctx, m.UID, r.IntN(2) == 0, now+100)
				require.NoError(t, err)
			}
			if m.Role == chat.Assistant && m.Status != chat.Streaming && r.IntN(3) == 0 {
				_, err = s.Rate(ctx, m.UID, &chat.Feedback{Up: r.IntN(2) == 0, Reason: texts[r.IntN(len(texts))]}, now+200)
				require.NoError(t, err)
			}
		}
		if len(all) > 0 && r.IntN(2) == 0 {
			_, err = s.SetHead(ctx, all[r.IntN(len(all))].UID, now)
			require.NoError(t, err)
		}
		if r.IntN(3) == 0 {
			_, err = s.Archive(ctx, made.UID, true, now)
			require.NoError(t, err)
		}
		if r.IntN(3) == 0 {
			_, err = s.SetDraft(ctx, made.UID, "draft "+texts[r.IntN(len(texts))], now)
			require.NoError(t, err)
		}
		if len(all) > 2 {
			require.NoError(t, database(s).Exec(`INSERT INTO session_summaries (uid, session_id, level, from_depth, to_depth, from_id, to_id, tokens_before, made_by, created_at, updated_at, summary)
				SELECT ?, m.session_id, 1, m.depth, m.depth, m.id, m.id, 5, 'model', ?, ?, '{"key_facts":["a"]}' FROM messages m WHERE m.uid = ?`,
				uidBytes(chat.NewUID(now)), now, now, uidBytes(all[1].UID)))
		}
	}
}

func uidBytes(u chat.UID) []byte { return u[:] }

func TestExportComesBackByteForByte(t *testing.T) {
	for seed := range uint64(8) {
		s := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "u"}})
		grow(t, s, rand.New(rand.NewPCG(seed, 1)), 6, 40)
		requireWhole(t, s)
		requireRoundTrip(t, s)
	}
}

func TestExportNamesWhatTheContractNames(t *testing.T) {
	s := open(t)
	session, err := s.Create(ctx, chat.Session{Name: "Plans", ExternalID: "s1"}, clock)
	require.NoError(t, err)
	m, err := s.Append(ctx, session.UID, chat.Message{Role: chat.User, Content: "a < b", ExternalID: "m1", Metadata: chat.RawJSON(`{"a":1}`)}, clock)
	require.NoError(t, err)
	require.Equal(t, `{"session":"`+session.UID.String()+`","role":"user","content":"a < b","timestamp":"2025-06-15T15:06:40.000Z","id":"m1","metadata":{"a":1},`+
		`"uid":"`+m.UID.String()+`","parent":"","status":"complete","session_info":{"thread_id":"`+session.UID.String()+`","id":"s1","session_name":"Plans",`+
		`"message_count":1,"is_archived":false,"created_at":"2025-06-15T15:06:40.000Z","updated_at":"2025-06-15T15:06:40.001Z",`+
		`"last_message_at":"2025-06-15T15:06:40.000Z","head":"`+m.UID.String()+`"}}`+"\n", export(t, s))

	empty := newSession(t, s, "empty")
	require.Equal(t, 1, strings.Count(export(t, s, empty.UID), "\n"), "a session without messages is a line of its own")
	_, err = s.Delete(ctx, empty.UID, clock)
	require.NoError(t, err)
	require.NotContains(t, export(t, s), "empty")
	require.Contains(t, export(t, s, empty.UID), `"deleted_at"`)
}

func TestImportReadsTheContract(t *testing.T) {
	s := open(t)
	count := func(role, content string) (int, string) { return len(role) + len(content), "fake" }
	lines := `{"session":"a","role":"user","content":"first","timestamp":"2024-05-01T10:00:00+02:00","id":"m1","metadata":{"x": 1}}
{"session":"b","role":"system","content":"other"}

{"session":"a","role":"assistant","content":"second","id":"m2"}
{"session":"a","role":"user","content":"third","unknown":true}
`
	report, err := transfer.Import(ctx, s, strings.NewReader(lines), clock, count)
	require.NoError(t, err)
	require.Equal(t, transfer.ImportReport{Sessions: 2, Messages: 4, Made: []string{"a", "b"}, Problems: []string{}}, report)
	a, err := s.Resolve(ctx, "a")
	require.NoError(t, err)
	require.Equal(t, "a", a.Name)
	require.Equal(t, 3, a.MessageCount)
	w, err := s.Path(ctx, a.UID, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"first", "second", "third"}, contents(w.Messages))
	require.Equal(t, "m1", w.Messages[0].ExternalID)
	require.Equal(t, int64(1714550400000), w.Messages[0].CreatedAt)
	require.Equal(t, clock, w.Messages[2].CreatedAt)
	require.Equal(t, 9, w.Messages[0].Tokens)
	require.Equal(t, "fake", w.Messages[0].Encoding)
	require.JSONEq(t, `{"x":1}`, string(w.Messages[0].Metadata))
	found, err := s.Search(ctx, "second", store.SearchOptions{})
	require.NoError(t, err)
	require.Equal(t, "m2", found.Hits[0].ExternalID)
	requireWhole(t, s)

	before := export(t, s)
	again, err := transfer.Import(ctx, s, strings.NewReader(lines), clock+1000, count)
	require.NoError(t, err)
	require.Equal(t, transfer.ImportReport{Known: 4, Problems: []string{}}, again)
	require.Equal(t, before, export(t, s))

	// A longer file of the same session adds its end.
	more, err := transfer.Import(ctx, s, strings.NewReader(lines+`{"session":"a","role":"assistant","content":"fourth"}`), clock, count)
	require.NoError(t, err)
	require.Equal(t, 1, more.Messages)
	w, err = s.Path(ctx, a.UID, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"first", "second", "third", "fourth"}, contents(w.Messages))
}

func TestImportKeepsGoodLinesAndNamesBadOnes(t *testing.T) {
	s := open(t)
	uid, other := chat.NewUID(clock).String(), chat.NewUID(clock).String()
	lines := []string{
		`{"session":"a","role":"user","content":"1","uid":"` + uid + `"}`,
		`{`, `[]`, `"x"`, `{"role":"user","content":"x"}`, `{"session":"","role":"user","content":"x"}`, `{"session":7,"role":"user","content":"x"}`,
		`{"session":"c","role":"boss","content":"x"}`, `{"session":"c","role":"user"}`, `{"session":"c","content":"x"}`,
		`{"session":"c","role":"user","content":"x","timestamp":"yesterday"}`, `{"session":"c","role":"user","content":"x","uid":"12"}`,
		`{"session":"c","role":"user","content":"x","metadata":3}`, `{"session":"c","role":"user","content":"x","status":"odd"}`,
		`{"session":"c","role":"user","content":["x"]}`, `{"session":"a","role":"user","content":"x","parent":"nobody"}`,
		`{"session":"b","role":"user","content":"x","uid":"` + uid + `"}`,
		`{"session":"a","role":"user","content":"2","parent":"` + other + `"}`,
		`{"session":"a","role":"user","content":"changed","uid":"` + uid + `"}`,
		`{"session":"a","role":"user","content":"3"}`,
	}
	report, err := transfer.Import(ctx, s, strings.NewReader(strings.Join(lines, "\n")), clock, nil)
	require.NoError(t, err)
	require.Equal(t, 16, report.Refused)
	require.Equal(t, 3, report.Messages)
	require.Equal(t, 1, report.Known)
	require.Len(t, report.Problems, 18)
	for i, problem := range report.Problems {
		require.True(t, strings.HasPrefix(problem, fmt.Sprintf("Line %d", i+2)), problem)
		require.True(t, strings.HasSuffix(problem, "."), problem)
		require.Equal(t, i < 15 || i == 15, strings.Contains(problem, "left out"), problem)
	}
	require.Contains(t, report.Problems[16], "parent")
	require.Contains(t, report.Problems[17], "left unchanged")
	list, _, err := s.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list, 2, "a refused line makes no session, but for one that names another's message")
	requireWhole(t, s)
}

func TestImportSkipsLinesThatAreTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("17 MB")
	}
	s := open(t)
	in := io.MultiReader(strings.NewReader(`{"session":"a","role":"user","content":"1"}`+"\n"+`{"session":"a","role":"user","content":"`),
		strings.NewReader(strings.Repeat("x", 16<<20)), strings.NewReader("\"}\n"+`{"session":"a","role":"user","content":"2"}`))
	report, err := transfer.Import(ctx, s, in, clock, nil)
	require.NoError(t, err)
	require.Equal(t, 2, report.Messages)
	require.Equal(t, []string{"Line 2 was left out. It is larger than 16 MiB."}, report.Problems)
}

func TestImportCountsProblemsBeyondTheFirst(t *testing.T) {
	report, err := transfer.Import(ctx, open(t), strings.NewReader(strings.Repeat("?\n", 250)), clock, nil)
	require.NoError(t, err)
	require.Equal(t, 250, report.Refused)
	require.Len(t, report.Problems, 101)
	require.Equal(t, "There were 150 more problems.", report.Problems[100])
}

// failingReader fails after some bytes.
type failingReader struct {
	r    io.Reader
	left int
}

var errReader = errors.New("the cable was pulled")

func (f *failingReader) Read(p []byte) (int, error) {
	if f.left <= 0 {
		return 0, errReader
	}
	n, err := f.r.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, err
}

// TestImportBrokenOffIsCompletedByAnother: whatever of a file was read, a second
// import ends where an unbroken one does.
func TestImportBrokenOffIsCompletedByAnother(t *testing.T) {
	from := open(t)
	grow(t, from, rand.New(rand.NewPCG(5, 5)), 12, 120)
	foreign := ""
	for i := range 1500 {
		foreign += fmt.Sprintf(`{"session":"s%d","role":"user","content":"message %d"}`+"\n", i%7, i/2)
	}
	for _, file := range []string{export(t, from), foreign} {
		whole := openWith(t, sqlite.Memory, store.Options{})
		_, err := transfer.Import(ctx, whole, strings.NewReader(file), clock, nil)
		require.NoError(t, err)
		for _, share := range []float64{0.1, 0.5, 0.9} {
			s := openWith(t, sqlite.Memory, store.Options{})
			_, err := transfer.Import(ctx, s, &failingReader{strings.NewReader(file), int(float64(len(file)) * share)}, clock, nil)
			require.ErrorIs(t, err, errReader)
			requireWhole(t, s)
			_, err = transfer.Import(ctx, s, strings.NewReader(file), clock, nil)
			require.NoError(t, err)
			requireWhole(t, s)
			require.Equal(t, plain(export(t, whole)), plain(export(t, s)), "%v", share)
		}
	}
}

// plain leaves out of an export what is random in an import: the sessions' uids.
func plain(lines string) (out []string) {
	names := map[string]string{}
	for line := range strings.Lines(lines) {
		var l struct{ Session string }
		_ = json.Unmarshal([]byte(line), &l)
		if names[l.Session] == "" {
			names[l.Session] = fmt.Sprint("session", len(names))
		}
		out = append(out, strings.ReplaceAll(line, l.Session, names[l.Session]))
	}
	return out
}

func TestImportByAnotherOwnerMakesCopies(t *testing.T) {
	one := openWith(t, sqlite.Memory, store.Options{Scope: store.Scope{UserID: "one"}})
	two := one.For(store.Scope{UserID: "two"})
	session := newSession(t, one, "a").UID
	say(t, one, session, "hello")
	say(t, one, session, "world")
	file := export(t, one)
	for range 2 {
		_, err := transfer.Import(ctx, two, strings.NewReader(file), clock, nil)
		require.NoError(t, err)
		list, _, err := two.List(ctx, store.ListOptions{})
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.NotEqual(t, session, list[0].UID)
		w, err := two.Path(ctx, list[0].UID, chat.UID{}, 0, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"hello", "world"}, contents(w.Messages))
	}
	require.Equal(t, file, export(t, one))
	requireWhole(t, one)
}

func TestImportCanBeCancelled(t *testing.T) {
	s := open(t)
	ending, cancel := context.WithCancel(ctx)
	cancel()
	_, err := transfer.Import(ending, s, strings.NewReader(`{"session":"a","role":"user","content":"1"}`), clock, nil)
	require.ErrorIs(t, err, context.Canceled)
	list, _, err := s.List(ctx, store.ListOptions{})
	require.NoError(t, err)
	require.Empty(t, list)
}
