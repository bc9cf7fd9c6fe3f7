package rpc

import (
	"context"
	"errors"

	"burrow/internal/fault"
	"burrow/internal/store"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

func (c *core) registerOutbox() {
	registerStored(c, wire.OutboxList, func(ctx context.Context, _ *store.Store, _ wire.Nothing) (out wire.Outbox, err error) {
		out.Waiting, err = c.history.engine.Waiting(ctx)
		return out, err
	})
	registerPassing(c, wire.OutboxSend, func(ctx context.Context, _ reporter, _ wire.Nothing) (out wire.OutboxSent, err error) {
		engine, leave, err := c.history.enterTurn()
		if err != nil {
			return out, err
		}
		defer leave()
		out, err = engine.SendWaiting(ctx)
		if errors.Is(err, turn.ErrHandedOver) {
			err = fault.Wrap(err, fault.Unavailable, "The history was closed. Waiting questions are saved.")
		}
		return out, err
	})
	registerPassing(c, wire.OutboxCancel, func(ctx context.Context, _ reporter, p wire.OutboxCancelParams) (out wire.Nothing, err error) {
		engine, leave, err := c.history.enterTurn()
		if err != nil {
			return out, err
		}
		defer leave()
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return out, engine.CancelWaiting(ctx, uid)
	})
}
