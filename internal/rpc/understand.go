package rpc

import (
	"context"

	"burrow/internal/turn"
	"burrow/internal/wire"
)

func (c *core) registerUnderstanding() {
	registerTurn(c, wire.TurnClarify, func(ctx context.Context, e *turn.Engine, p wire.TurnClarifyParams, emit turn.Emit) (out wire.Turn, err error) {
		uid, err := message(p.Message)
		if err != nil {
			return out, err
		}
		return e.Clarify(ctx, uid, p.Choice, turn.Wish{Model: p.Model}, emit)
	})
}
