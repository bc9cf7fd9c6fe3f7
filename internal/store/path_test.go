package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/store"
)

// TestPathsEqualThoseOfAModel grows random trees and compares windows, siblings
// and heads with what the parents say.
func TestPathsEqualThoseOfAModel(t *testing.T) {
	seeds := 6
	if testing.Short() {
		seeds = 2
	}
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := open(t)
		session := newSession(t, s, "tree").UID
		var all []chat.Message
		at := map[chat.UID]int{}
		children := map[chat.UID][]chat.UID{}
		head := chat.UID{}
		for i := range 150 {
			m := chat.Message{Role: chat.User, Content: fmt.Sprint("message ", i)}
			var err error
			switch {
			case i > 0 && r.IntN(12) == 0:
				m, err = s.AppendBeside(ctx, all[r.IntN(i)].UID, m, clock+int64(i))
			case i > 0 && r.IntN(8) == 0:
				m.Parent = all[r.IntN(i)].UID
				m, err = s.Append(ctx, session, m, clock+int64(i))
			default:
				m, err = s.Append(ctx, session, m, clock+int64(i))
				require.Equal(t, head, m.Parent)
			}
			require.NoError(t, err)
			all = append(all, m)
			at[m.UID] = i
			children[m.Parent] = append(children[m.Parent], m.UID)
			head = m.UID
			if i > 0 && r.IntN(10) == 0 {
				chosen := all[r.IntN(i)].UID
				after, err := s.SetHead(ctx, chosen, clock)
				require.NoError(t, err)
				head = newestBelow(chosen, children, at)
				require.Equal(t, head, after.Head)
			}
		}
		for range 60 {
			leaf := all[r.IntN(len(all))].UID
			var path []chat.Message
			for u := leaf; !u.IsZero(); u = all[at[u]].Parent {
				path = append(path, all[at[u]])
			}
			slices.Reverse(path)
			for i := range path {
				siblings := children[path[i].Parent]
				path[i].Sibling, path[i].Siblings = slices.Index(siblings, path[i].UID)+1, len(siblings)
				require.Equal(t, i, path[i].Depth)
			}
			from, limit := r.IntN(len(path)+2), 1+r.IntN(20)
			got, err := s.Path(ctx, session, leaf, from, limit)
			require.NoError(t, err)
			want := path[min(from, len(path)):min(from+limit, len(path))]
			require.Equal(t, store.Window{From: min(from, len(path)), Total: len(path), Leaf: leaf, Messages: append([]chat.Message{}, want...)}, got)

			last, err := s.Path(ctx, session, leaf, -1, limit)
			require.NoError(t, err)
			require.Equal(t, path[max(0, len(path)-limit):], last.Messages)

			recollected, err := s.Recollect(ctx, leaf, limit)
			require.NoError(t, err)
			require.Equal(t, len(path), recollected.Total)
			require.Equal(t, len(path)-len(last.Messages), recollected.Left)
			tail := recollected.Open
			require.Len(t, tail, len(last.Messages))
			for i, m := range last.Messages {
				require.Equal(t, chat.Message{UID: m.UID, Depth: m.Depth, Role: m.Role, Content: m.Content, Status: m.Status,
					CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt, Tokens: m.Tokens, Encoding: m.Encoding, Pinned: m.Pinned, ExternalID: m.ExternalID}, tail[i])
			}

			siblings, err := s.Siblings(ctx, leaf)
			require.NoError(t, err)
			require.Equal(t, children[all[at[leaf]].Parent], siblings)
		}
		shown, err := s.Path(ctx, session, chat.UID{}, 0, 1000)
		require.NoError(t, err)
		require.Equal(t, head, shown.Leaf)
		requireWhole(t, s)
	}
}

func newestBelow(u chat.UID, children map[chat.UID][]chat.UID, at map[chat.UID]int) chat.UID {
	newest := u
	for _, child := range children[u] {
		if below := newestBelow(child, children, at); at[below] > at[newest] {
			newest = below
		}
	}
	return newest
}

func TestPathOfAnEmptySession(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "empty").UID
	got, err := s.Path(ctx, session, chat.UID{}, 0, 10)
	require.NoError(t, err)
	require.Equal(t, store.Window{Messages: []chat.Message{}}, got)
	_, err = s.Path(ctx, session, chat.NewUID(1), 0, 10)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = s.Path(ctx, session, chat.UID{}, 0, 0)
	require.ErrorIs(t, err, fault.Invalid)
}

func TestPathRefusesAMessageOfAnotherSession(t *testing.T) {
	s := open(t)
	a, b := newSession(t, s, "a").UID, newSession(t, s, "b").UID
	m := say(t, s, a, "here")
	_, err := s.Path(ctx, b, m.UID, 0, 10)
	require.ErrorIs(t, err, fault.NotFound)
	_, err = s.Append(ctx, b, chat.Message{Role: chat.User, Parent: m.UID}, clock)
	require.ErrorIs(t, err, fault.Invalid)
}

// A summary stands for messages on the paths that go through its last one.
func TestSummarizedIsAFactOfThePath(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "a").UID
	var all []chat.Message
	for i := range 6 {
		all = append(all, say(t, s, session, fmt.Sprint(i)))
	}
	other, err := s.AppendBeside(ctx, all[3].UID, chat.Message{Role: chat.Assistant, Content: "3b"}, clock)
	require.NoError(t, err)
	require.NoError(t, s.DB().Exec(`INSERT INTO session_summaries (uid, session_id, from_depth, to_depth, from_id, to_id, created_at, updated_at, summary)
		VALUES (randomblob(16), 1, 1, 3, 2, 4, 1, 1, '{}')`))
	flags := func(leaf chat.UID, from int) (out []bool) {
		w, err := s.Path(ctx, session, leaf, from, 10)
		require.NoError(t, err)
		for _, m := range w.Messages {
			out = append(out, m.Summarized)
		}
		return out
	}
	require.Equal(t, []bool{false, true, true, true, false, false}, flags(all[5].UID, 0))
	require.Equal(t, []bool{true, false, false}, flags(all[5].UID, 3))
	require.Equal(t, []bool{false, false, false, false}, flags(other.UID, 0), "a path beside the summary's last message")
	require.Equal(t, []bool{false, false, false}, flags(all[2].UID, 0), "a path that ends before it")
	n, err := s.DB().Int(`SELECT count(*) FROM summarized_messages`)
	require.NoError(t, err)
	require.Equal(t, int64(3), n)
	require.NoError(t, s.DB().Exec(`UPDATE session_summaries SET undone_at = 5`))
	require.Equal(t, []bool{false, false, false, false, false, false}, flags(all[5].UID, 0))
}

func TestAnswerThatASourceHasNoneTellsNothing(t *testing.T) {
	s := open(t)
	session := newSession(t, s, "sources")
	metadata := func(data string) chat.RawJSON {
		text, err := json.Marshal(chat.Answer{Rung: chat.NoRung, Gathered: []chat.Gathered{{From: "sql", Data: chat.RawJSON(data)}}})
		require.NoError(t, err)
		return text
	}
	var last chat.UID
	for _, m := range []chat.Message{
		{Role: chat.User, Content: "How many?"},
		{Role: chat.Assistant, Content: "I can't match this.", Metadata: metadata(`{"answered":false,"code":"not_understood"}`)},
		{Role: chat.User, Content: `Is "answered":false a JSON member?`, Metadata: chat.RawJSON(`{"note":"\"answered\":false"}`)},
		{Role: chat.Assistant, Content: "There are 3.", Metadata: metadata(`{"answered":true}`)},
	} {
		kept, err := s.Append(t.Context(), session.UID, m, 1)
		require.NoError(t, err)
		last = kept.UID
	}
	read, err := s.Recollect(t.Context(), last, 10)
	require.NoError(t, err)
	var texts []string
	for _, m := range read.Open {
		texts = append(texts, m.Content)
	}
	require.Equal(t, []string{"How many?", "", `Is "answered":false a JSON member?`, "There are 3."}, texts)
	path, err := s.Path(t.Context(), session.UID, last, 0, 10)
	require.NoError(t, err)
	require.Equal(t, "I can't match this.", path.Messages[1].Content, "readers see it")
}
