package turn

import (
	"context"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

// window is the end of a path, the question last.
type window struct {
	messages []chat.Message
	// left is how many messages of the path are before it.
	left int
}

// pathLimit is the most messages that the store returns at once.
const pathLimit = 1000

// read returns the last messages of the path to leaf: it, and at most before
// earlier ones.
func (e *Engine) read(ctx context.Context, leaf chat.UID, before int) (window, error) {
	messages, total, err := e.Store.Tail(ctx, leaf, min(before+1, pathLimit))
	return window{messages, total - len(messages)}, err
}

// tokenSum is what a prompt is made of, in tokens.
type tokenSum struct{ instructions, earlier, question int }

func (s tokenSum) total() int { return s.instructions + s.earlier + s.question }

// build makes the prompt of a window whose last message is the question, and
// counts it.
func (e *Engine) build(ctx context.Context, w window, settings chat.Settings, model string) (prompt []llm.Message, sum tokenSum, err error) {
	if text := *settings.Instructions; text != "" {
		prompt = append(prompt, llm.Message{Role: chat.System, Content: text})
		if sum.instructions, _, err = e.Count(ctx, model, chat.System, text); err != nil {
			return nil, sum, err
		}
	}
	for i, m := range w.messages {
		// Answers that failed before their first word say nothing, and a tool's
		// message means nothing without the call before it.
		if m.Content == "" || m.Role == chat.Tool {
			continue
		}
		count, err := e.countOf(ctx, model, m)
		if err != nil {
			return nil, sum, err
		}
		if i == len(w.messages)-1 {
			sum.question = count
		} else {
			sum.earlier += count
		}
		prompt = append(prompt, llm.Message{Role: m.Role, Content: m.Content})
	}
	return prompt, sum, nil
}

// Context says what would go along with the next question: the sum that, with the
// question, condensing goes by.
func (e *Engine) Context(ctx context.Context, session chat.Session, parent chat.UID, who Answerer) (out wire.Context, err error) {
	s := who.Settings
	out = wire.Context{Threshold: *s.Threshold, MaxContext: *s.MaxContext}
	if s.Model != nil {
		out.Model = *s.Model
		_, out.Estimate = e.Encoding(out.Model)
	}
	if *s.Instructions != "" {
		if out.Instructions, _, err = e.Count(ctx, out.Model, chat.System, *s.Instructions); err != nil {
			return out, err
		}
	}
	if session.UID.IsZero() || session.Head.IsZero() || *s.MaxMessages <= 0 {
		return out, nil
	}
	if parent.IsZero() {
		parent = session.Head
	}
	w, err := e.read(ctx, parent, *s.MaxMessages-1)
	if err != nil {
		return out, err
	}
	out.Left = w.left
	for _, m := range w.messages {
		if m.Content == "" || m.Role == chat.Tool {
			continue
		}
		count, err := e.countOf(ctx, out.Model, m)
		if err != nil {
			return out, err
		}
		out.Messages++
		out.Tokens += count
	}
	return out, nil
}

// counts remembers counts of messages in other encodings than they are kept with.
type counts struct {
	mu sync.Mutex
	of map[countKey]int
}

type countKey struct {
	message  chat.UID
	changed  int64
	encoding string
}

// maxCounts bounds the memory of counts: some conversations' worth.
const maxCounts = 10_000

// countOf returns the tokens of a kept message for a model.
func (e *Engine) countOf(ctx context.Context, model string, m chat.Message) (int, error) {
	encoding, _ := e.Encoding(model)
	if m.Encoding == encoding && m.Status != chat.Streaming {
		return m.Tokens, nil
	}
	key := countKey{m.UID, m.UpdatedAt, encoding}
	e.counts.mu.Lock()
	count, ok := e.counts.of[key]
	e.counts.mu.Unlock()
	if ok {
		return count, nil
	}
	count, _, err := e.Count(ctx, model, m.Role, m.Content)
	if err != nil {
		return 0, fault.From(err)
	}
	e.counts.mu.Lock()
	defer e.counts.mu.Unlock()
	if len(e.counts.of) >= maxCounts || e.counts.of == nil {
		e.counts.of = map[countKey]int{}
	}
	e.counts.of[key] = count
	return count, nil
}
