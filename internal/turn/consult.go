package turn

import (
	"context"
	"errors"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// A model that is asked what a question means has this long, and this many tokens.
const (
	consultTime   = 8 * time.Second
	consultTokens = 700
)

var errSlowReader = fault.New(fault.TimedOut, "It took too long.")

// consult asks a model what the question means: once, and without it if that
// fails. It is paid for then, so its word is kept before the turn goes on.
func (r *run) consult(ctx context.Context) (node, error) {
	model := r.who.HelperName()
	question := r.material.question.Content
	if err := r.openForOthers(ctx); err != nil {
		return done, err
	}
	r.emit(wire.UnderstandingEvent{Asking: model})
	began := r.Now()
	better, dropped, usage, err := askReader(ctx, r.who, r.reading, question)
	if ctx.Err() != nil {
		return done, context.Cause(ctx)
	}
	u := r.meta.Understood
	if err == nil {
		r.reading.local = better
		offer := u.Offer
		*u = describe(better, question)
		u.Offer = offer
		u.By, u.Problem = model, strings.Join(dropped, " ")
		r.readers.Good(model)
	} else {
		u.Problem = say.T("The model could not help to understand the question, so only rules were used: {why}", "why", fault.From(err).Message)
		r.readers.Bad(model)
	}
	u.Took, u.Usage = r.Now().Sub(began).Milliseconds(), usage
	// Without this a turn that is taken up again pays once more, which is no reason to
	// fail.
	if err := r.pay(ctx, understandTask, replyChannel, 0, u); err != nil {
		r.Log(err)
	}
	return deciding, nil
}

// askReader asks a model what a question means, with what was dropped of its words.
func askReader(ctx context.Context, who llm.Answerer, r reading, question string) (out understand.Understanding, dropped []string, usage *chat.Usage, err error) {
	ctx, cancel := context.WithTimeoutCause(llm.WithoutRetries(ctx), consultTime, errSlowReader)
	defer cancel()
	system, user := understand.Request(r.history, question, r.local, r.options)
	got, err := who.Help(ctx, system, user, consultTokens, &llm.Schema{Name: understand.SchemaName, JSON: understand.Schema(r.options)})
	if errors.Is(context.Cause(ctx), errSlowReader) {
		err = errSlowReader
	}
	if err != nil {
		return r.local, nil, got.Usage, err
	}
	said, err := readSaid(got.Content)
	if err != nil {
		return r.local, nil, got.Usage, err
	}
	out, dropped = r.local.With(said, r.history, question, r.options)
	return out, dropped, got.Usage, nil
}

// Read reads a question outside of any conversation that is kept: by rules, and by
// a model if they are not sure and there is one. An error is the model's, and what
// rules found stands.
func Read(ctx context.Context, history []understand.Exchange, question string, o understand.Options, who llm.Answerer) (understand.Understanding, error) {
	r := reading{history: history, options: o, local: understand.Understand(history, question, o)}
	if !who.Helps() || !r.local.NeedsModel {
		return r.local, nil
	}
	out, _, _, err := askReader(ctx, who, r, question)
	return out, err
}
