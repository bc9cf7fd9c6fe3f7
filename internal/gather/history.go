package gather

import (
	"context"
	"slices"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/prompt"
	"burrow/internal/recall"
	"burrow/internal/say"
)

// Messages is what the history is read with. *store.Store is one.
type Messages interface {
	Message(ctx context.Context, uid chat.UID) (chat.Message, error)
	Span(ctx context.Context, leaf chat.UID, from, to int) ([]chat.Message, error)
	Ancestor(ctx context.Context, leaf chat.UID, depth int) (chat.UID, error)
}

// History finds earlier messages of the chat that a question seems to need: those
// that were condensed, and those that did not fit.
type History struct {
	messages Messages
	related  func() *recall.Related
	indexes  indexes
	meaning  meaning
}

// NewHistory returns the gatherer of a history. related gives the words that stand
// for others, or nil while there are none to be had.
func NewHistory(m Messages, related func() *recall.Related) *History {
	return &History{messages: m, related: related}
}

// About says what it is.
func (h *History) About() About { return About{Name: "history", Label: say.T("This chat")} }

const recalledIntro = "Earlier messages of this conversation that may help, as a reference:\n"

// What a recalled message costs beside its text, and how much of a long one is
// taken.
const (
	lineTokens     = 3
	dayTokens      = 6
	passageTokens  = 160
	passageBytes   = 640
	blockBytes     = 2400 // of code or a table that has what is asked for
	leastToRecall  = 40
	recalledFrames = 24
)

// Gather recalls messages, at most as many as the budget holds.
func (h *History) Gather(ctx context.Context, q Question, _ func(string)) (out Evidence, err error) {
	if q.Budget < leastToRecall || q.Total < 2 {
		return out, nil
	}
	leaf := q.Asked.Parent
	if !q.Asked.UID.IsZero() {
		leaf = q.Asked.UID
	}
	one := h.indexes.of(q.Session)
	one.mu.Lock()
	defer one.mu.Unlock()
	if err := one.upTo(ctx, h.messages, leaf, q.Total-1); err != nil {
		return out, err
	}
	_, zone := q.Now.Zone()
	skip, restricted := one.restrict(&q)
	query := recall.Query{Text: q.Asked.Content, Reading: q.Means, Trust: float32(q.Trust), Leans: float32(q.Leans),
		Now: q.Now.UnixMilli(), ZoneMinutes: zone / 60, Skip: skip, DayCost: dayTokens,
		Corrected: func(i int) []int { return one.correctedBy(i, q.Skip) }}
	if h.related != nil {
		query.Related = h.related()
	}
	if q.Trust >= 1 {
		query.Text, query.Reading = q.Means, ""
	}
	// A follow-up's own words may say nothing, and what the user chose as its meaning or
	// what names an identifier is about this chat.
	if q.Trust < 1 && !restricted && (q.Understood == nil || !q.Understood.Followup) {
		query.Least = recall.LeastHeld
	}
	if !q.hasAll() {
		text := q.Asked.Content
		if q.Trust >= meantTrust {
			text = q.Means
		}
		query.Meant = one.meant(ctx, h, text)
	}
	hits := one.index.Pick(query, q.Budget-recalledFrames, func(i int) int { return min(int(one.tokens[i]), passageTokens) + lineTokens - 5 })
	if len(hits) == 0 {
		return out, nil
	}
	found, err := h.fetch(ctx, leaf, hits)
	if err != nil {
		return out, err
	}
	wanted := searched(q.Means)
	for block := blockBytes; len(hits) > 0; {
		text := one.render(found, wanted, block, q.Now.Location())
		if tokens := q.Cost(text); tokens <= q.Budget {
			out.Passages = []prompt.Passage{{Kind: chat.RecalledPart, Text: text, Messages: found, Tokens: tokens}}
			return out, nil
		}
		if block > 0 {
			block = 0
			continue
		}
		// Estimates were too low: the weakest hit goes, of equal ones the oldest, so
		// that a correction outlasts what it corrects.
		hits = withoutWeakest(hits)
		found = slices.DeleteFunc(found, func(m chat.Message) bool {
			return !slices.ContainsFunc(hits, func(h recall.Hit) bool { return h.Index == m.Depth })
		})
	}
	return out, nil
}

// hasAll reports whether all messages are in the prompt anyway.
func (q *Question) hasAll() bool {
	for i := range q.Total - 1 {
		if !q.Skip(i) {
			return false
		}
	}
	return true
}

func withoutWeakest(hits []recall.Hit) []recall.Hit {
	least := 0
	for i := range hits {
		if hits[i].Score < hits[least].Score {
			least = i
		}
	}
	return slices.Delete(hits, least, least+1)
}

// readAtOnce is how many messages are read at once at most; the store refuses more
// than twice as many.
const readAtOnce = 500

// fetch reads the messages of hits, neighbours together.
func (h *History) fetch(ctx context.Context, leaf chat.UID, hits []recall.Hit) (out []chat.Message, err error) {
	for i := 0; i < len(hits); {
		end := i + 1
		for end < len(hits) && hits[end].Index-hits[end-1].Index <= 3 && hits[end].Index-hits[i].Index < readAtOnce {
			end++
		}
		messages, err := h.messages.Span(ctx, leaf, hits[i].Index, hits[end-1].Index)
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

// render writes recalled messages as data: by day, each with who said it, and that
// it was corrected if it was.
func (one *indexed) render(messages []chat.Message, wanted []string, block int, zone *time.Location) string {
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
		b.WriteString(string(m.Role))
		if len(one.correctedBy(m.Depth, func(int) bool { return false })) > 0 {
			b.WriteString(" (corrected later)")
		}
		// An indented line cannot be mistaken for another message's.
		b.WriteString(": " + prompt.Indent(passage(m.Content, wanted, block)))
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
