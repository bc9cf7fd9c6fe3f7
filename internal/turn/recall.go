package turn

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"burrow/internal/chat"
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
		one.uids, one.tokens = one.uids[:n], one.tokens[:n]
	}
}

// upTo brings the index to the first count messages of the path to leaf.
func (one *indexed) upTo(ctx context.Context, s Store, leaf chat.UID, count int) error {
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
	const part = 500
	for from := len(one.uids); from < count; from = len(one.uids) {
		messages, err := s.Span(ctx, leaf, from, min(from+part, count)-1)
		if err != nil || len(messages) == 0 {
			return err
		}
		for _, m := range messages {
			text := m.Content
			if m.Role == chat.Tool || m.Role == chat.System {
				text = ""
			}
			one.index.Add(recall.Message{Speaker: string(m.Role), Text: text, Time: m.CreatedAt})
			one.uids = append(one.uids, m.UID)
			one.tokens = append(one.tokens, int32(m.Tokens))
		}
	}
	return nil
}

// warm makes the index of a path before it is needed.
func (e *Engine) warm(ctx context.Context, session, leaf chat.UID, count int) error {
	one := e.indexes.of(session)
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.upTo(ctx, e.Store, leaf, count)
}

// prime makes the index of a session's path if it is long enough to need one.
func (e *Engine) prime(ctx context.Context, session chat.Session) error {
	head, err := e.Store.Message(ctx, session.Head)
	if err != nil || head.Depth < longPath {
		return err
	}
	return e.warm(ctx, session.UID, session.Head, head.Depth+1)
}

// longPath is how many messages are indexed within a turn without being noticed.
const longPath = 200

// What a recalled message costs beside its text, and how much of a long one is
// taken.
const (
	lineTokens     = 3
	dayTokens      = 6
	passageTokens  = 160
	passageBytes   = 640
	leastToRecall  = 40
	recalledFrames = 24
)

// recall returns the messages before the question that it seems to need, with the
// text that goes in front of it, and that text's tokens: at most budget.
func (e *Engine) recall(ctx context.Context, c *counter, m material, skip func(depth int) bool, budget int) (out []chat.Message, block string, tokens int, err error) {
	if budget < leastToRecall || m.Total < 2 {
		return nil, "", 0, nil
	}
	leaf := m.question.Parent
	if !m.question.UID.IsZero() {
		leaf = m.question.UID
	}
	one := e.indexes.of(m.session)
	one.mu.Lock()
	defer one.mu.Unlock()
	if err := one.upTo(ctx, e.Store, leaf, m.Total-1); err != nil {
		return nil, "", 0, err
	}
	now := e.Now()
	_, zone := now.Zone()
	search := m.question.Content
	if m.search != "" {
		search = m.search
	}
	query := recall.Query{Text: search, Now: now.UnixMilli(), ZoneMinutes: zone / 60, Skip: one.restrict(m.filters, skip), DayCost: dayTokens}
	hits := one.index.Pick(query, budget-recalledFrames, func(i int) int { return min(int(one.tokens[i]), passageTokens) + lineTokens - 5 })
	wanted := words(search)
	for len(hits) > 0 {
		if out, err = e.fetch(ctx, leaf, hits, out); err != nil {
			return nil, "", 0, err
		}
		block = render(out, wanted, now.Location())
		tokens = c.message(chat.User, block+m.question.Content) - c.message(chat.User, m.question.Content)
		if c.err != nil || tokens <= budget {
			return out, block, tokens, c.err
		}
		// Estimates were too low: the weakest hits go.
		least := 0
		for i := range hits {
			if hits[i].Score < hits[least].Score {
				least = i
			}
		}
		hits = slices.Delete(hits, least, least+1)
		out = slices.DeleteFunc(out, func(r chat.Message) bool {
			return !slices.ContainsFunc(hits, func(h recall.Hit) bool { return h.Index == r.Depth })
		})
	}
	return nil, "", 0, c.err
}

// restrict leaves only messages that have what the filters name, and those beside
// them, which may answer them. A filter that no message meets is none.
func (one *indexed) restrict(filters []chat.Filter, skip func(int) bool) func(int) bool {
	allowed := map[int]bool{}
	for _, f := range filters {
		if f.Field == "date" {
			continue // what day it was is weighed, and not all that matters was said then
		}
		for _, i := range one.index.Having(f.Value) {
			allowed[i-1], allowed[i], allowed[i+1] = true, true, true
		}
	}
	if len(allowed) == 0 {
		return skip
	}
	return func(i int) bool { return !allowed[i] || skip(i) }
}

// fetch reads the messages of hits, neighbours together, unless they are known.
func (e *Engine) fetch(ctx context.Context, leaf chat.UID, hits []recall.Hit, known []chat.Message) ([]chat.Message, error) {
	if len(known) > 0 {
		return known, nil
	}
	var out []chat.Message
	for i := 0; i < len(hits); {
		end := i + 1
		for end < len(hits) && hits[end].Index-hits[end-1].Index <= 3 {
			end++
		}
		messages, err := e.Store.Span(ctx, leaf, hits[i].Index, hits[end-1].Index)
		if err != nil {
			return nil, err
		}
		for _, m := range messages {
			if slices.ContainsFunc(hits[i:end], func(h recall.Hit) bool { return h.Index == m.Depth }) {
				out = append(out, m)
			}
		}
		i = end
	}
	return out, nil
}

// render writes recalled messages as data: by day, each with who said it.
func render(messages []chat.Message, wanted []string, zone *time.Location) string {
	var b strings.Builder
	b.WriteString(recalledIntro)
	day := ""
	for _, m := range messages {
		if m.CreatedAt > 0 {
			if of := time.UnixMilli(m.CreatedAt).In(zone).Format("2 January 2006"); of != day {
				day = of
				b.WriteString(day + "\n")
			}
		}
		b.WriteString(string(m.Role) + ": ")
		// A line of its own cannot be mistaken for another message's.
		b.WriteString(strings.ReplaceAll(passage(m.Content, wanted), "\n", "\n  "))
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n") + recalledEnd
}

// words are those of a question that are worth looking for in a long text.
func words(question string) (out []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(question), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()[]\"'`*", r) }) {
		if len(word) > 3 && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// passage is the part of a text that has most of the words wanted, cut between
// sentences, or the whole of a short one.
func passage(text string, wanted []string) string {
	text = strings.TrimSpace(text)
	if len(text) <= passageBytes {
		return text
	}
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // letters whose small form is longer
	}
	best, bestFrom := -1, 0
	for from := 0; from < len(text); from = nextSentence(text, from) {
		end := min(from+passageBytes, len(lower))
		found := 0
		for _, word := range wanted {
			if from < end && strings.Contains(lower[from:end], word) {
				found++
			}
		}
		if found > best {
			best, bestFrom = found, from
		}
		if end == len(lower) {
			break
		}
	}
	out := text[bestFrom:]
	if len(out) > passageBytes {
		cut := strings.LastIndexAny(out[:passageBytes], ".!?\n ")
		if cut < passageBytes/2 {
			cut = passageBytes
			for cut > 0 && out[cut]&0xc0 == 0x80 {
				cut--
			}
		}
		out = strings.TrimSpace(out[:cut]) + " …"
	}
	if bestFrom > 0 {
		out = "… " + out
	}
	return out
}

// nextSentence is where the sentence after this place begins, at most a passage
// further.
func nextSentence(text string, from int) int {
	end := min(from+passageBytes/2, len(text))
	if i := strings.IndexAny(text[from:end], ".!?\n"); i >= 0 {
		from += i + 1
		for from < len(text) && (text[from] == ' ' || text[from] == '\n') {
			from++
		}
		return from
	}
	for end < len(text) && text[end]&0xc0 == 0x80 {
		end++
	}
	return end
}
