package prompt

import (
	"context"
	"sync"

	"burrow/internal/chat"
)

// Counts counts messages for models, and remembers counts in other encodings than
// a message is kept with. It is safe for concurrent use.
type Counts struct {
	// Count counts a message for a model, and names the encoding.
	Count func(ctx context.Context, model string, role chat.Role, content string) (tokens int, encoding string, err error)
	// Encoding names the encoding that Count takes for a model, and says whether
	// its counts are estimates.
	Encoding func(model string) (name string, estimate bool)

	mu sync.Mutex
	of map[countKey]int
}

type countKey struct {
	message  chat.UID
	changed  int64
	encoding string
}

// maxCounts bounds what is remembered: some conversations' worth.
const maxCounts = 10_000

// Of returns the tokens of a kept message for a model.
func (c *Counts) Of(ctx context.Context, model string, m chat.Message) (int, error) {
	encoding, _ := c.Encoding(model)
	if m.Encoding == encoding && m.Status != chat.Streaming {
		return m.Tokens, nil
	}
	key := countKey{m.UID, m.UpdatedAt, encoding}
	c.mu.Lock()
	count, ok := c.of[key]
	c.mu.Unlock()
	if ok && !m.UID.IsZero() {
		return count, nil
	}
	count, _, err := c.Count(ctx, model, m.Role, m.Content)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.of) >= maxCounts || c.of == nil {
		c.of = map[countKey]int{}
	}
	c.of[key] = count
	return count, nil
}

// For returns a counter for a model.
func (c *Counts) For(ctx context.Context, model string) *Counter {
	return &Counter{counts: c, ctx: ctx, model: model}
}

// Counter counts for one model, until it cannot: then Err says why, and every count
// is 0.
type Counter struct {
	_      [0]func() // not to be compared
	Err    error
	counts *Counts
	ctx    context.Context
	model  string
}

// Message counts a message that is not kept.
func (c *Counter) Message(role chat.Role, text string) (n int) {
	if c.Err == nil {
		n, _, c.Err = c.counts.Count(c.ctx, c.model, role, text)
	}
	return n
}

// Kept counts a message that is.
func (c *Counter) Kept(m chat.Message) (n int) {
	if c.Err == nil {
		n, c.Err = c.counts.Of(c.ctx, c.model, m)
	}
	return n
}

// FrameTokens are what a message without a role counts beside its text.
const FrameTokens = 4

// Text counts a text that is no message of its own.
func (c *Counter) Text(text string) int {
	return max(c.Message("", text)-FrameTokens, 0)
}
