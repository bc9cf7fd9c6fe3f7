package turn

import (
	"context"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/wire"
)

// A question that reaches nobody waits in the outbox: a row that is kept in the
// commit that says so, and removed in the one that ends its turn. What is sent is
// the turn itself, taken up again, so that what was paid for is not paid twice. A
// question behind one that waits, in the same session, waits too.

// outbox lets one program part send at a time.
type outbox struct {
	mu      sync.Mutex
	sending *sending
}

type sending struct {
	_    [0]func() // not to be compared
	done chan struct{}
	out  wire.OutboxSent
	err  error
	// message is the one under way.
	message chat.UID
}

// inOutbox is how many wait, 0 if that cannot be found out.
func (e *Engine) inOutbox(ctx context.Context) int {
	list, err := e.Store.Outbox(ctx)
	if err != nil {
		e.Log(err)
	}
	return len(list)
}

func (e *Engine) tellOutbox(session, message chat.UID, state wire.OutboxState, left int) {
	if e.Notify != nil {
		e.Notify(wire.OutboxEvent{Session: session, Message: message, State: state, Left: left})
	}
}
