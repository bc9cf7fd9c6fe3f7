package turn

import (
	"context"
	"errors"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/wire"
)

// ErrHandedOver ends turns that another program goes on with.
var ErrHandedOver = errors.New("the turn goes on elsewhere")

// Emit is told what happens in a turn. It may be called by several goroutines.
type Emit = condense.Emit

// lines are the turns of each session, in the order in which they came: the first
// runs, the others wait.
type lines struct {
	mu sync.Mutex
	of map[chat.UID][]*place
	// closed refuses all who come, with this error.
	closed error
}

type place struct {
	ready  chan struct{} // closed when it is the first
	cancel context.CancelCauseFunc
	emit   Emit
}

// enter waits until the turn is the first of its session. The caller leaves when
// the turn has ended.
func (l *lines) enter(ctx context.Context, session chat.UID, cancel context.CancelCauseFunc, emit Emit) (leave func(), err error) {
	p := &place{make(chan struct{}), cancel, emit}
	l.mu.Lock()
	if l.closed != nil {
		defer l.mu.Unlock()
		return nil, l.closed
	}
	if l.of == nil {
		l.of = map[chat.UID][]*place{}
	}
	line := append(l.of[session], p)
	l.of[session] = line
	l.mu.Unlock()
	leave = func() { l.leave(session, p) }
	if len(line) == 1 {
		return leave, nil
	}
	emit(wire.WaitingEvent{Ahead: len(line) - 1})
	select {
	case <-p.ready:
		return leave, nil
	case <-ctx.Done():
		leave()
		return nil, context.Cause(ctx)
	}
}

// busy reports whether a turn is under way.
func (l *lines) busy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.of) > 0
}

func (l *lines) leave(session chat.UID, gone *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var rest []*place
	behind := false
	for i, p := range l.of[session] {
		switch {
		case p == gone:
			behind = true
			continue
		case !behind: // nothing changes for those before
		case i == 1:
			close(p.ready)
		default:
			p.emit(wire.WaitingEvent{Ahead: i - 1})
		}
		rest = append(rest, p)
	}
	if rest == nil {
		delete(l.of, session)
	} else {
		l.of[session] = rest
	}
}

func (l *lines) stop(session chat.UID, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.of[session] {
		p.cancel(cause)
	}
}

// close stops all turns, and lets no other begin.
func (l *lines) close(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = cause
	for _, line := range l.of {
		for _, p := range line {
			p.cancel(cause)
		}
	}
}
