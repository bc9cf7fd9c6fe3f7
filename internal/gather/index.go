package gather

import (
	"context"
	"slices"
	"strings"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/memory"
	"burrow/internal/recall"
)

// indexes hold the search indexes of the conversations that were asked in last.
// They are made from the messages, one path each, and brought up to the path at
// hand when they are used.
type indexes struct {
	mu  sync.Mutex
	all []*indexed // the one used last is the last
}

// maxIndexes bounds their memory: about 10 MB for 10,000 messages.
const maxIndexes = 4

type indexed struct {
	session chat.UID
	mu      sync.Mutex
	index   recall.Index
	uids    []chat.UID
	tokens  []int32
	// corrections are between the messages of the index.
	corrections memory.Corrections
	vectors     vectors
}

func (x *indexes) of(session chat.UID) *indexed {
	x.mu.Lock()
	defer x.mu.Unlock()
	i := slices.IndexFunc(x.all, func(one *indexed) bool { return one.session == session })
	var found *indexed
	if i >= 0 {
		found = x.all[i]
		x.all = slices.Delete(x.all, i, i+1)
	} else {
		found = &indexed{session: session}
		if len(x.all) == maxIndexes {
			x.all = slices.Delete(x.all, 0, 1)
		}
	}
	x.all = append(x.all, found)
	return found
}

// forget drops what an index knows from a depth on, because it has changed.
func (x *indexes) forget(session chat.UID, depth int) {
	one := x.of(session)
	one.mu.Lock()
	defer one.mu.Unlock()
	one.truncate(depth)
}

func (one *indexed) truncate(n int) {
	if n < len(one.uids) {
		one.index.Truncate(n)
		one.corrections.Truncate(n)
		one.vectors.truncate(n)
		one.uids, one.tokens = one.uids[:n], one.tokens[:n]
	}
}

// upTo brings the index to the first count messages of the path to leaf.
func (one *indexed) upTo(ctx context.Context, s Messages, leaf chat.UID, count int) error {
	one.truncate(count)
	// The paths part somewhere: a search for the last message that both have.
	if n := len(one.uids); n > 0 {
		same := func(depth int) (bool, error) {
			uid, err := s.Ancestor(ctx, leaf, depth)
			return uid == one.uids[depth], err
		}
		ok, err := same(n - 1)
		for low, high := 0, n-1; err == nil && !ok && low <= high; {
			middle := (low + high) / 2
			var on bool
			if on, err = same(middle); on {
				low = middle + 1
			} else {
				high = middle - 1
			}
			if low > high {
				one.truncate(low)
				break
			}
		}
		if err != nil {
			return err
		}
	}
	for from := len(one.uids); from < count; from = len(one.uids) {
		messages, err := s.Span(ctx, leaf, from, min(from+readAtOnce, count)-1)
		if err != nil || len(messages) == 0 {
			return err
		}
		for _, m := range messages {
			text := m.Content
			if m.Role == chat.Tool || m.Role == chat.System {
				text = ""
			}
			one.index.Add(recall.Message{Speaker: string(m.Role), Text: text, Time: m.CreatedAt})
			one.corrections.Add(m.Role, m.Content)
			one.uids = append(one.uids, m.UID)
			one.tokens = append(one.tokens, int32(tokensOf(m)))
		}
	}
	return nil
}

// tokensOf is how long a message is. One that was never counted is taken for English:
// if it seemed to cost nothing, all such messages would be recalled at once.
func tokensOf(m chat.Message) int {
	if m.Tokens > 0 {
		return m.Tokens
	}
	return len(m.Content)/4 + lineTokens
}

// restrict leaves only messages that have what the filters name, and those beside
// them, which may answer them, and says whether it did. A filter that no message meets
// is none.
func (one *indexed) restrict(q *Question) (skip func(int) bool, restricted bool) {
	allowed, asked := map[int]bool{}, strings.ToLower(q.Asked.Content)
	for _, f := range q.Filters {
		switch f.Field {
		case "date":
			continue // what day it was is weighed, and not all that matters was said then
		case "identifier":
			if !strings.Contains(asked, strings.ToLower(f.Value)) {
				continue // it is only pointed at, and messages go on without it
			}
		}
		for _, i := range one.index.Having(f.Value) {
			allowed[i-1], allowed[i], allowed[i+1] = true, true, true
		}
	}
	if len(allowed) == 0 {
		return q.Skip, false
	}
	return func(i int) bool { return !allowed[i] || q.Skip(i) }, true
}

// Prime makes the index of the path to a message if it is long enough to need one
// before a turn.
func (h *History) Prime(ctx context.Context, head chat.Message) error {
	if head.Depth < longPath {
		return nil
	}
	one := h.indexes.of(head.Session)
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.upTo(ctx, h.messages, head.UID, head.Depth+1)
}

// longPath is how many messages are indexed within a turn without being noticed.
const longPath = 200

// Forget drops what is known of a chat from a depth on, because it has changed.
func (h *History) Forget(session chat.UID, depth int) { h.indexes.forget(session, depth) }
