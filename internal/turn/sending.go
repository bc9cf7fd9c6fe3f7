package turn

import (
	"context"
	"errors"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/wire"
)

// Waiting returns what is in the outbox, oldest first.
func (e *Engine) Waiting(ctx context.Context) ([]wire.WaitingQuestion, error) {
	list, err := e.Store.Outbox(ctx)
	out := make([]wire.WaitingQuestion, len(list))
	for i, w := range list {
		out[i] = wire.WaitingQuestion{Session: w.Session, Question: w.Question, Message: w.Message, Text: beginning(w.Text), CreatedAt: w.CreatedAt, Attempts: w.Attempts}
	}
	return out, err
}

// SendWaiting sends what waits, in order, until nobody is reached. Called twice at
// a time it is done once.
func (e *Engine) SendWaiting(ctx context.Context) (wire.OutboxSent, error) {
	e.outbox.mu.Lock()
	if at := e.outbox.sending; at != nil {
		e.outbox.mu.Unlock()
		select {
		case <-at.done:
			return at.out, at.err
		case <-ctx.Done():
			return wire.OutboxSent{}, ctx.Err()
		}
	}
	at := &sending{done: make(chan struct{})}
	e.outbox.sending = at
	e.outbox.mu.Unlock()
	at.out, at.err = e.sendWaiting(ctx, at)
	e.outbox.mu.Lock()
	e.outbox.sending = nil
	e.outbox.mu.Unlock()
	close(at.done)
	return at.out, at.err
}

func (e *Engine) sendWaiting(ctx context.Context, at *sending) (out wire.OutboxSent, err error) {
	for {
		list, err := e.Store.Outbox(ctx)
		if err != nil || len(list) == 0 {
			return out, err
		}
		w := list[0]
		out.Left = len(list)
		e.outbox.mu.Lock()
		at.message = w.Message
		e.outbox.mu.Unlock()
		e.tellOutbox(w.Session, w.Message, wire.OutboxSending, len(list))
		t, err := e.Resume(ctx, Target{Message: w.Message}, Wish{Model: w.Model}, func(wire.CoreEvent) {})
		switch {
		case errors.Is(err, fault.NotFound):
			// The answer's row is gone, and with it what was to be sent.
			if _, err := e.Store.Dequeue(ctx, w.Message); err != nil {
				return out, err
			}
			continue
		case err != nil:
			return out, err
		case t.Answer.Waiting:
			// Its record has said that it waits again.
			out.Message = t.Answer.Problem.Message
			return out, nil
		}
		// Its record has taken it out; one that was complete already has not.
		if _, err := e.Store.Dequeue(ctx, w.Message); err != nil {
			return out, err
		}
		out.Left--
		state := wire.OutboxFailed
		if t.Message.Status == chat.Complete {
			out.Sent++
			state = wire.OutboxDone
		}
		e.tellOutbox(w.Session, w.Message, state, out.Left)
	}
}

// CancelWaiting takes a question out of the outbox; if it is under way it is
// stopped. The question stays.
func (e *Engine) CancelWaiting(ctx context.Context, message chat.UID) error {
	m, err := e.Store.Message(ctx, message)
	if err != nil {
		return err
	}
	e.outbox.mu.Lock()
	underway := e.outbox.sending != nil && e.outbox.sending.message == message
	e.outbox.mu.Unlock()
	if underway {
		e.Stop(m.Session)
	}
	now := e.now()
	found := false
	err = e.Store.Together(ctx, func(ctx context.Context) error {
		if found, err = e.Store.Dequeue(ctx, message); err != nil || underway {
			return err
		}
		if m, err = e.Store.Message(ctx, message); err != nil {
			return err
		}
		meta := store.AnswerOf(m)
		if !meta.Waiting {
			return nil
		}
		meta.Waiting, meta.Problem = false, nil
		_, err := e.Store.Update(ctx, message, store.Patch{Status: new(chat.Stopped), Metadata: encode(meta)}, now)
		return err
	})
	if err == nil && found {
		e.tellOutbox(m.Session, message, wire.OutboxCancelled, e.inOutbox(ctx))
	}
	return err
}
