package turn

import (
	"context"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/wire"
)

// route decides which sources the question goes to. A route without its gatherer is
// never taken.
func (r *run) route() {
	u := r.material.understood
	route, surer := r.sources.Route(r.question(&r.material, nil), u.Route, u.Confidence)
	if route != u.Route {
		u.Route, u.RouteReason = route, ""
	}
	if surer {
		u.RouteReason = "the source says that it can answer this"
	}
	r.found.sources = r.sources.For(route)
}

// asksOutside reports whether somebody outside of this program has to be asked yet.
func (r *run) asksOutside() bool { return len(r.unasked()) > 0 }

// unasked are the sources outside of this program that have not been asked.
func (r *run) unasked() (out gather.Gatherers) {
	for _, g := range r.found.sources {
		about := g.About()
		if _, there := r.found.outside[about.Name]; about.Outside && !there {
			out = append(out, g)
		}
	}
	return out
}

// gather asks the sources of the question's route. What those outside of this
// program say is kept before the turn goes on.
func (r *run) gather(ctx context.Context) (node, error) {
	f := &r.found
	f.plan, f.counter = r.plan(ctx, &r.material, r.who, *r.who.Settings.Threshold, false)
	if f.counter.Err != nil {
		return done, f.counter.Err
	}
	f.passages = nil
	question := r.question(&r.material, f.plan)
	if outside := r.unasked(); len(outside) > 0 {
		if err := r.askOutside(ctx, outside, question); err != nil {
			return done, err
		}
	}
	r.meta.Gathered = nil
	for _, g := range f.sources {
		one, there := f.outside[g.About().Name]
		if !there {
			var err error
			if one, err = gather.Ask(ctx, g, question, r.Now, func(string) {}); err != nil {
				return done, err
			}
		} else {
			r.meta.Gathered = append(r.meta.Gathered, one.Gathered)
		}
		if one.Evidence.Answer != "" {
			// It needs no model, and nothing of the chat.
			r.who = llm.Answerer{Model: ready(one.Evidence), Provider: one.Label, Rung: chat.NoRung, Small: true, Settings: r.who.Settings}
			r.who.Settings.Model = nil
		}
		f.passages = append(f.passages, one.Evidence.Passages...)
	}
	return assemble, nil
}

// ready is a whole answer that a source had, as a model that gives it.
type ready gather.Evidence

// Stream gives the answer.
func (e ready) Stream(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
	o.Delta(llm.Delta{Text: e.Answer})
	return llm.Reply{Content: e.Answer, Finish: "stop", Sources: e.Sources}, nil
}

// askOutside asks sources outside of this program, all at once.
func (r *run) askOutside(ctx context.Context, all gather.Gatherers, q gather.Question) error {
	if err := r.openForOthers(ctx); err != nil {
		return err
	}
	results, errs := make([]gather.Found, len(all)), make([]error, len(all))
	var wait sync.WaitGroup
	for i, g := range all {
		wait.Go(func() {
			results[i], errs[i] = r.askOne(ctx, g, q)
			if errs[i] == nil {
				errs[i] = r.pay(ctx, gatherTask, results[i].From, i, results[i])
			}
		})
	}
	wait.Wait()
	for i := range all {
		if errs[i] != nil {
			return errs[i]
		}
		r.keepFound(results[i])
	}
	r.reached(gathering)
	return nil
}

// askOne asks one source and says how it goes.
func (r *run) askOne(ctx context.Context, g gather.Gatherer, q gather.Question) (gather.Found, error) {
	about := g.About()
	event := wire.GatherEvent{From: about.Name, Label: about.Label, State: wire.GatherStarted}
	r.emit(event)
	out, err := gather.Ask(ctx, g, q, r.Now, func(step string) {
		event.State, event.Step = wire.GatherStep, step
		r.emit(event)
	})
	event.State, event.Step, event.Took, event.Problem = wire.GatherDone, "", out.Took, out.Problem
	if err == nil {
		r.emit(event)
	}
	return out, err
}

func (r *run) keepFound(one gather.Found) {
	if r.found.outside == nil {
		r.found.outside = map[string]gather.Found{}
	}
	r.found.outside[one.From] = one
}

// assemble makes the prompt, and refuses one that is too long.
func (r *run) assemble(context.Context) (node, error) {
	settings, model := r.who.Settings, r.who.ModelName()
	r.prompt = r.found.plan.End(r.found.passages)
	if r.found.counter.Err != nil {
		return done, r.found.counter.Err
	}
	r.state.Model = model
	_, estimate := r.Encoding(model)
	p := r.prompt
	sent := chat.Sent{Messages: len(p.Taken) + 1, Tokens: p.Tokens, Left: p.Left, Estimate: estimate}
	r.state.Sent = new(sent)
	// The answer's row has the whole of it, once; a checkpoint does not grow.
	sent.Parts, sent.Budget, sent.Quality, sent.Cut = p.Parts, p.Budget, p.Quality, p.Cut
	for _, m := range p.Recalled[:min(len(p.Recalled), maxNoted)] {
		sent.Recalled = append(sent.Recalled, m.UID)
	}
	r.meta.Sent, r.meta.Sources = &sent, p.Sources
	if err := p.Refusal(*settings.MaxContext); err != nil {
		return done, err
	}
	r.reached(assemble)
	return answer, nil
}

// maxNoted is how many recalled messages an answer names.
const maxNoted = 40
