package turn

import (
	"strings"
	"sync"

	"burrow/internal/llm"
)

// draft is the text of an answer as it comes. It is saved while the model writes.
type draft struct {
	mu        sync.Mutex
	text      strings.Builder
	reasoning strings.Builder
	saved     int // bytes of text that are kept
}

// add is more text of the model's.
func (d *draft) add(delta llm.Delta) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if delta.Reasoning {
		d.reasoning.WriteString(delta.Text)
		return
	}
	d.text.WriteString(delta.Text)
}

// restore is what a turn that is taken up again has.
func (d *draft) restore(text, reasoning string) {
	d.text.WriteString(text)
	d.reasoning.WriteString(reasoning)
	d.saved = len(text)
}

// clear begins anew.
func (d *draft) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text.Reset()
	d.reasoning.Reset()
	d.saved = 0
}

func (d *draft) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

func (d *draft) thoughts() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.reasoning.String()
}

func (d *draft) len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Len()
}

// unsaved is the text if there is more of it than is kept.
func (d *draft) unsaved() (text string, more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text = d.text.String()
	return text, len(text) > d.saved
}

func (d *draft) keptUpTo(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.saved = n
}
