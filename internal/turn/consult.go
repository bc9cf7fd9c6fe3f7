package turn

import (
	"context"
	"errors"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// A model that is asked what a question means has this long, and this many tokens.
const (
	consultTime   = 8 * time.Second
	consultTokens = 700
)

var (
	errSlowReader = fault.New(fault.TimedOut, "It took too long.")
	errNotUsable  = fault.New(fault.Upstream, "Its answer could not be read.")
)

// understandTask is the pending write of what a model said of the question.
const understandTask = "understand"

// consult asks a model what the question means: once, and without it if that
// fails. It is paid for then, so its word is kept before the turn goes on.
func (r *run) consult(ctx context.Context) (node, error) {
	model := helperOf(r.who.Settings)
	question := r.material.question.Content
	// The answer has its row while the question is read, so that every tab sees that
	// something is under way.
	if r.who.Settings.Model != nil {
		r.state.Model = *r.who.Settings.Model
	}
	if err := r.open(ctx); err != nil {
		return done, err
	}
	r.opened = false // it is opened again with what the question means
	r.emit(wire.StartedEvent{Session: r.session.UID, Question: r.state.Question, Message: r.state.Answer, Model: r.state.Model})
	r.emit(wire.UnderstandingEvent{Asking: model})
	began := r.Now()
	better, dropped, usage, err := askReader(ctx, r.who, r.reading, question)
	if ctx.Err() != nil {
		return done, context.Cause(ctx)
	}
	u := r.meta.Understood
	if err == nil {
		r.reading.local = better
		*u = describe(better, question)
		u.By, u.Problem = model, strings.Join(dropped, " ")
		r.readers.good(model)
	} else {
		u.Problem = "The model was asked what the question means, and what rules found stands: " + fault.From(err).Message
		r.readers.bad(model)
	}
	u.Took, u.Usage = r.Now().Sub(began).Milliseconds(), usage
	r.keepUnderstood(ctx)
	return r.decide(ctx)
}

// askReader asks a model what a question means, with what was dropped of its words.
func askReader(ctx context.Context, who Answerer, r reading, question string) (out understand.Understanding, dropped []string, usage *chat.Usage, err error) {
	ctx, cancel := context.WithTimeoutCause(llm.WithoutRetries(ctx), consultTime, errSlowReader)
	defer cancel()
	system, user := understand.Request(r.history, question, r.local, r.options)
	got, err := help(ctx, who, system, user, consultTokens, &llm.Schema{Name: understand.SchemaName, JSON: understand.Schema(r.options)})
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
func Read(ctx context.Context, history []understand.Exchange, question string, o understand.Options, who Answerer) (understand.Understanding, error) {
	r := reading{history: history, options: o, local: understand.Understand(history, question, o)}
	if who.Model == nil || !r.local.NeedsModel {
		return r.local, nil
	}
	out, _, _, err := askReader(ctx, who, r, question)
	return out, err
}

// keepUnderstood keeps what was paid for. Without it a turn that is taken up again
// pays once more, which is no reason to fail.
func (r *run) keepUnderstood(ctx context.Context) {
	kept := store.Write{Task: understandTask, Channel: replyChannel, Value: encode(r.meta.Understood)}
	if err := r.Store.AddWrite(context.WithoutCancel(ctx), r.last.UID, kept); err != nil {
		r.Log(err)
	}
}

// recoverUnderstood finds what a model has said of the question before.
func (r *run) recoverUnderstood(writes []store.Write) {
	for _, w := range writes {
		var u chat.Understood
		if w.Task == understandTask && r.meta.Understood == nil && json.Unmarshal(w.Value, &u) == nil {
			r.meta.Understood = &u
		}
	}
}

// consultCost is what asking a model about the question has cost.
func (r *run) consultCost() float64 {
	u := r.meta.Understood
	if u == nil || u.Usage == nil {
		return 0
	}
	price, _ := priceOf(helperOf(r.who.Settings), r.who.Settings.Prices)
	return memory.Cost(price, u.Usage.PromptTokens, u.Usage.CachedTokens, u.Usage.CompletionTokens)
}

// maxSaid is how much of a model's answer is looked at.
const maxSaid = 64 << 10

// readSaid reads the object in a model's answer. Members of another shape than
// wanted count as not said.
func readSaid(text string) (out understand.Said, err error) {
	text, _ = memory.WithoutThoughts(text[:min(len(text), maxSaid)])
	var members map[string]chat.RawJSON
	begin, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if begin < 0 || end < begin || json.Unmarshal([]byte(text[begin:end+1]), &members) != nil {
		return out, errNotUsable
	}
	out.IsFollowup, _ = member[*bool](members, "is_followup")
	out.Confidence, _ = member[*float64](members, "confidence")
	out.RewrittenQuery, _ = member[string](members, "rewritten_query")
	out.IsAmbiguous, _ = member[*bool](members, "is_ambiguous")
	out.Interpretations = list[string](members, "possible_interpretations")
	out.Needs = list[string](members, "needed_context_from_memory")
	out.Questions = list[string](members, "clarifying_questions")
	out.Context, _ = member[string](members, "final_augmented_context")
	out.Route, _ = member[string](members, "route")
	out.Composition, _ = member[string](members, "query_composition")
	out.References = list[understand.Reference](members, "references")
	out.Filters = list[understand.Filter](members, "filters")
	out.Facts = list[understand.Fact](members, "facts")
	if out.Nothing() {
		return out, errNotUsable
	}
	return out, nil
}

func member[T any](members map[string]chat.RawJSON, name string) (out T, ok bool) {
	raw, ok := members[name]
	if !ok || json.Unmarshal(raw, &out) != nil {
		var none T
		return none, false
	}
	return out, true
}

// maxListed bounds a list of a model's.
const maxListed = 50

// list reads what can be read of a list; something else than a list is one of one.
func list[T any](members map[string]chat.RawJSON, name string) (out []T) {
	raws, ok := member[[]chat.RawJSON](members, name)
	if !ok {
		if raw, there := members[name]; there && string(raw) != "null" {
			raws = []chat.RawJSON{raw}
		}
	}
	for _, raw := range raws[:min(len(raws), maxListed)] {
		var one T
		if string(raw) != "null" && json.Unmarshal(raw, &one) == nil {
			out = append(out, one)
		}
	}
	return out
}
