package llm

import "sync"

// Trust remembers which models fail at a task: after a few failures in a row they
// are asked only now and then, because each time costs. Its zero value trusts all.
type Trust struct {
	mu     sync.Mutex
	failed map[string]int
}

const (
	enoughFailures = 3
	asksAgainEvery = 20
)

// Asks reports whether the model is to be asked. Each call counts as an occasion.
func (t *Trust) Asks(model string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.failed[model]
	if n < enoughFailures {
		return true
	}
	t.failed[model]++
	return (n-enoughFailures)%asksAgainEvery == asksAgainEvery-1
}

// Bad notes a failure.
func (t *Trust) Bad(model string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failed == nil {
		t.failed = map[string]int{}
	}
	t.failed[model]++
}

// Good forgets the failures of a model.
func (t *Trust) Good(model string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.failed, model)
}
