package rpc

import (
	"context"
	"strconv"
	"sync"

	"burrow/internal/fault"
	"burrow/internal/tokens"
)

// encodings are loaded once each, however many requests wait for one.
type encodings struct {
	mu      sync.Mutex
	entries map[tokens.Name]*loading
}

// loading is an encoding on its way. The other fields are set when done closes.
type loading struct {
	_        [0]func() // not to be compared
	done     chan struct{}
	encoding *tokens.Encoding
	err      error
}

// encoding returns the encoding, waiting for it if need be. Cancelling a request
// ends its waiting but not the loading, for which others may wait too.
func (c *core) encoding(ctx context.Context, name tokens.Name) (*tokens.Encoding, error) {
	entry := c.loading(name)
	select {
	case <-entry.done:
		return entry.encoding, entry.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *core) loading(name tokens.Name) *loading {
	all := &c.encodings
	all.mu.Lock()
	defer all.mu.Unlock()
	if entry := all.entries[name]; entry != nil {
		return entry
	}
	if all.entries == nil {
		all.entries = map[tokens.Name]*loading{}
	}
	entry := &loading{done: make(chan struct{})}
	all.entries[name] = entry
	c.work.Go(func() {
		defer close(entry.done)
		var err error
		if entry.encoding, err = c.options.Load(c.lifetime, name); err == nil {
			return
		}
		entry.err = fault.Wrap(err, fault.Unavailable, "The vocabulary of {name} could not be loaded. Check the connection and try again.", "name", string(name))
		all.mu.Lock()
		defer all.mu.Unlock()
		delete(all.entries, name) // the next request tries again
	})
	return entry
}

// loaded reports whether the encoding is in memory.
func (c *core) loaded(name tokens.Name) bool {
	c.encodings.mu.Lock()
	entry := c.encodings.entries[name]
	c.encodings.mu.Unlock()
	if entry == nil {
		return false
	}
	select {
	case <-entry.done:
		return entry.err == nil
	default:
		return false
	}
}

// choose returns the encoding that a request asks for and whether its counts
// are only an estimate.
func choose(model string, encoding tokens.Name) (tokens.Name, bool, error) {
	switch encoding {
	case tokens.Cl100k, tokens.O200k:
		return encoding, false, nil
	case "":
	default:
		return "", false, fault.New(fault.Invalid, "There is no encoding {encoding}; use {one} or {other}.", "encoding", strconv.Quote(string(encoding[:min(len(encoding), 40)])), "one", string(tokens.Cl100k), "other", string(tokens.O200k))
	}
	if model == "" {
		return tokens.Cl100k, false, nil
	}
	choice := tokens.ForModel(model)
	return choice.Encoding, choice.Estimate, nil
}
