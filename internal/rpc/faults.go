//go:build faults

package rpc

import (
	"context"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

// The methods below break the core on purpose, for tests. No build that users
// get has them.

type nothing struct{}

type asked struct {
	Requests []request `json:"requests"`
}

type request struct {
	URL   string       `json:"url"`
	Token string       `json:"token"`
	Body  chat.RawJSON `json:"body,omitempty"`
}

func (c *core) registerFaults() {
	// The clock stands, names are the same in every run, and nothing happens that
	// nobody asked for.
	register(c, wire.Method[nothing, nothing]{Name: "test.fix"}, func(context.Context, reporter, nothing) (nothing, error) {
		chat.FixUIDs()
		c.options.Background, c.options.Local, c.options.Outbox = false, false, false
		c.options.Now = func() time.Time { return time.UnixMilli(1_800_000_000_000) }
		return nothing{}, nil
	})
	// The server answers from a recording from now on.
	register(c, wire.Method[llm.Recording, nothing]{Name: "test.model"}, func(_ context.Context, _ reporter, p llm.Recording) (nothing, error) {
		c.options.Transport, c.options.Server = llm.NewRecorded(p.Exchanges...), "http://recorded"
		return nothing{}, nil
	})
	// What the server was asked.
	register(c, wire.Method[nothing, asked]{Name: "test.asked"}, func(context.Context, reporter, nothing) (asked, error) {
		out := asked{Requests: []request{}}
		for _, r := range c.options.Transport.(*llm.Recorded).Requests() {
			out.Requests = append(out.Requests, request{r.URL, r.Token, chat.RawJSON(r.Body)})
		}
		return out, nil
	})
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
