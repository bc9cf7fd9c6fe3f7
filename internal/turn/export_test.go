package turn

import "burrow/internal/chat"

// Busy reports whether a turn of the session runs or waits here.
func (e *Engine) Busy(session chat.UID) bool {
	e.lines.mu.Lock()
	defer e.lines.mu.Unlock()
	return len(e.lines.of[session]) > 0
}
