//go:build faults

package rpc

import (
	"context"

	"burrow/internal/wire"
)

// The methods below break the core on purpose, for tests. No build that users
// get has them.

type nothing struct{}

func (c *core) registerFaults() {
	register(c, wire.Method[nothing, nothing]{Name: "test.panic"}, func(context.Context, reporter, nothing) (nothing, error) {
		panic("test.panic was called")
	})
	// A goroutine without the protection of a request ends the whole program.
	register(c, wire.Method[nothing, nothing]{Name: "test.crash"}, func(ctx context.Context, _ reporter, _ nothing) (nothing, error) {
		go panic("test.crash was called")
		<-ctx.Done()
		return nothing{}, ctx.Err()
	})
	// The event tells that the request is under way.
	register(c, wire.Method[nothing, nothing]{Name: "test.block"}, func(ctx context.Context, report reporter, _ nothing) (nothing, error) {
		report(wire.ProgressEvent{})
		<-ctx.Done()
		return nothing{}, ctx.Err()
	})
	// Computes for ever, as a count of a very long text does.
	register(c, wire.Method[nothing, nothing]{Name: "test.spin"}, func(ctx context.Context, report reporter, _ nothing) (nothing, error) {
		report(wire.ProgressEvent{})
		for x := uint64(1); ; c.pauser.pause() {
			for range 1_000_000 {
				x = x*6364136223846793005 + 1442695040888963407
			}
			if err := ctx.Err(); err != nil || x == 0 {
				return nothing{}, err
			}
		}
	})
}
