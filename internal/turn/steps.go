package turn

import (
	"context"

	"burrow/internal/wire"
)

// step does one of the steps that a turn is made of, and returns the one that
// follows.
func (r *run) step(ctx context.Context, at node) (node, error) {
	switch at {
	case load:
		return r.load(ctx)
	case understanding:
		return r.understand(ctx)
	case consult:
		return r.consult(ctx)
	case deciding:
		return r.decide(ctx)
	case meaning:
		return r.mean(ctx)
	case gathering:
		return r.gather(ctx)
	case assemble:
		return r.assemble(ctx)
	case answer:
		return r.answer(ctx)
	case tools:
		return r.tools(ctx)
	case verifying:
		return r.check(ctx)
	default:
		return r.record(ctx)
	}
}

// prepare runs the steps that only compute, up to one that asks somebody.
func (r *run) prepare(ctx context.Context) (at node, err error) {
	for at = load; at != answer && at != consult && at != done && (at != gathering || !r.asksOutside()); {
		following, err := r.step(ctx, at)
		if err != nil {
			return at, err
		}
		at = following
	}
	return at, nil
}

// finish runs the steps that are left.
func (r *run) finish(ctx context.Context) (wire.Turn, error) {
	at := r.next()
	if r.early.err != nil {
		return r.fail(ctx, r.early.at, r.early.err)
	} else if r.early.at != done {
		at = r.early.at
	}
	for at != done {
		following, err := r.step(ctx, at)
		if err != nil {
			return r.fail(ctx, at, err)
		}
		at = following
	}
	return r.result(ctx)
}

// next is the step that follows the last checkpoint kept. What is only computed is
// computed again.
func (r *run) next() node {
	switch r.at() {
	case record:
		return done
	case clarifying:
		if !r.asked.answered {
			return done
		}
	}
	return load
}
