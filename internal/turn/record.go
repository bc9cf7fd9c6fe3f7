package turn

import (
	"context"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/memory"
	"burrow/internal/wire"
)

// record completes the exchange.
func (r *run) record(ctx context.Context) (node, error) {
	// The answer is whole: a stop that comes now comes too late.
	ctx = context.WithoutCancel(ctx)
	last := r.replies[len(r.replies)-1]
	r.meta.Finish, r.meta.Usage, r.meta.Problem, r.meta.Waiting = last.Finish, sumUsage(r.paidFor()), nil, false
	if price, ok := memory.PriceFor(r.state.Model, r.who.Settings.Prices); ok && r.meta.Usage != nil {
		u := r.meta.Usage
		r.meta.Cost = memory.Cost(price, u.PromptTokens, u.CachedTokens, u.CompletionTokens)
	}
	r.meta.Cost += r.helpCost(r.meta.Understood.Usage) + r.helpCost(r.verifyUsage())
	if r.meta.Timings == nil {
		r.meta.Timings = last.Timings
	}
	if last.Attempts > 1 {
		r.meta.Attempts = last.Attempts
	}
	r.mark(record)
	patch := r.patch(ctx, chat.Complete)
	err := r.commit(ctx, r.now(), func(ctx context.Context) error {
		if _, err := r.Store.Update(ctx, r.state.Answer, patch, r.now()); err != nil {
			return err
		}
		if err := r.dequeue(ctx); err != nil {
			return err
		}
		return r.learn(ctx)
	})
	if err != nil {
		// The answer is here and its question kept: it is shown, and said to be
		// unsaved. What can be kept of it spares a second call.
		r.Log(err)
		r.marks = nil
		if err := r.keepReply(ctx, last); err != nil {
			r.Log(err)
		}
		problem := problemOf(err, record)
		r.unsaved = problem.Message
		r.emit(wire.ProblemEvent{Problem: *problem})
		return done, nil
	}
	r.emit(wire.CompleteEvent{Stats: r.meta})
	r.history.Forget(r.session.UID, r.material.question.Depth+1)
	if r.Background {
		who := r.who
		if r.found.instead != nil {
			who = *r.found.instead // a source's answer names and condenses nothing
		}
		r.Keeper.After(condense.Answered{Session: r.session.UID, Question: r.state.Question, Answer: r.state.Answer,
			Depth: r.material.question.Depth, Crossed: r.prompt.Sum > *who.Settings.Threshold}, who)
	}
	return done, nil
}

// helpCost is what the helper model has cost.
func (r *run) helpCost(used *chat.Usage) float64 {
	if used == nil {
		return 0
	}
	price, _ := memory.PriceFor(r.who.HelperName(), r.who.Settings.Prices)
	return memory.Cost(price, used.PromptTokens, used.CachedTokens, used.CompletionTokens)
}

// sumUsage adds what the calls of a turn used.
func sumUsage(replies []reply) *chat.Usage {
	var sum *chat.Usage
	for _, p := range replies {
		if p.Usage == nil {
			continue
		}
		if sum == nil {
			sum = &chat.Usage{}
		}
		sum.PromptTokens += p.Usage.PromptTokens
		sum.CompletionTokens += p.Usage.CompletionTokens
		sum.CachedTokens += p.Usage.CachedTokens
		sum.ReasoningTokens += p.Usage.ReasoningTokens
	}
	return sum
}
