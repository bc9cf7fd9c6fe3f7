package turn

import (
	"context"
	"slices"
	"sync"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/wire"
)

// route decides which sources the question goes to. A route without its gatherer is
// never taken.
func (r *run) route(ctx context.Context) {
	u := r.material.understood
	if u.Confidence == chosenRoute {
		r.found.sources = r.attached.For(u.Route)
		return
	}
	route, surer := r.attached.Route(ctx, r.question(&r.material, nil), u.Route, u.Confidence)
	if route != u.Route {
		u.Route, u.RouteReason = route, ""
	}
	if surer {
		u.RouteReason = say.T("the source says that it can answer this")
	}
	r.found.sources = r.attached.For(route)
	if u.Unsure && route == gather.General {
		r.found.sources, r.found.unsure = append(r.found.sources, r.attached.Certain()...), true
	}
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
	if f.first != nil {
		f.gathered = []chat.Gathered{f.first.Gathered}
		r.answerWith(*f.first)
		return assemble, nil
	}
	question := r.question(&r.material, f.plan)
	question.Model, question.Choice = r.who.ModelName(), r.asked.wish.Choice
	question.Chosen = r.material.understood.Chosen
	question.NoModel = r.who.Rung != chat.RemoteRung && r.who.Rung != chat.MachineRung
	if outside := r.unasked(); len(outside) > 0 {
		if err := r.askOutside(ctx, outside, question); err != nil {
			return done, err
		}
	}
	if len(f.outside) > 0 {
		r.reached(gathering)
	}
	f.gathered, f.instead = nil, nil
	var answered *gather.Found
	for _, g := range f.sources {
		one, there := f.outside[g.About().Name]
		if !there {
			var err error
			question.Unsure = f.tries(g)
			if one, err = gather.Ask(ctx, g, question, r.Now, func(string) {}); err != nil {
				return done, err
			}
			if len(one.Gathered.Receipt) > 0 {
				f.gathered = append(f.gathered, one.Gathered)
			}
		} else if !f.tries(g) || one.Evidence.Answer != "" || one.Gathered.Aside != "" {
			f.gathered = append(f.gathered, one.Gathered)
		}
		if f.tries(g) && one.Evidence.Answer != "" {
			u := r.material.understood
			u.Route, u.RouteReason, u.Unsure = g.About().Route, say.T("the source says that it can answer this"), false
		}
		if one.Evidence.Answer != "" && answered == nil {
			answered = &one
		}
		f.passages = append(f.passages, one.Evidence.Passages...)
	}
	switch {
	case answered == nil:
	case r.saysMore(*answered):
		r.answerBeside(*answered)
	default:
		r.answerWith(*answered)
	}
	return assemble, nil
}

// tries reports whether a source is asked although nothing tells that the question is for
// it. One without a route is asked for every question.
func (f *found) tries(g gather.Gatherer) bool { return f.unsure && g.About().Route != "" }

// answerWith has a source answer that has the whole answer: no model is asked, and
// nothing of the chat is needed.
func (r *run) answerWith(one gather.Found) {
	r.found.instead = new(r.who)
	r.who = llm.Answerer{Model: ready(one.Evidence), Provider: one.Gathered.Label, Rung: chat.NoRung, Small: true, Settings: r.who.Settings}
	r.who.Settings.Model = nil
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
	results, errs, panics := make([]gather.Found, len(all)), make([]error, len(all)), make([]any, len(all))
	var wait sync.WaitGroup
	for i, g := range all {
		wait.Go(func() {
			defer func() { panics[i] = recover() }()
			if results[i], errs[i] = r.askOne(ctx, g, q); errs[i] == nil {
				errs[i] = r.pay(ctx, gatherTask, results[i].Gathered.From, r.number(g), results[i])
			}
		})
	}
	wait.Wait()
	for i := range all {
		if panics[i] != nil {
			panic(panics[i]) // where the turn's caller can see it
		}
		if errs[i] != nil {
			return errs[i]
		}
		r.keepFound(results[i])
	}
	return nil
}

// number is a source's place among all, which its pending write goes by: a turn that
// is taken up again asks only those that are left.
func (r *run) number(of gather.Gatherer) int {
	return slices.IndexFunc(r.sources, func(g gather.Gatherer) bool { return g.About().Name == of.About().Name })
}

// askOne asks one source and says how it goes.
func (r *run) askOne(ctx context.Context, g gather.Gatherer, q gather.Question) (gather.Found, error) {
	about := g.About()
	if q.Unsure = r.found.tries(g); q.Unsure {
		return gather.Ask(ctx, g, q, r.Now, func(string) {}) // soon, and maybe for nothing
	}
	r.emit(wire.GatherEvent{From: about.Name, Label: about.Label, State: wire.GatherStarted})
	out, err := gather.Ask(ctx, g, q, r.Now, func(step string) {
		r.emit(wire.GatherEvent{From: about.Name, Label: about.Label, State: wire.GatherStep, Step: step})
	})
	if err == nil {
		r.emit(wire.GatherEvent{From: about.Name, Label: about.Label, State: wire.GatherDone, Took: out.Gathered.Took, Problem: out.Gathered.Problem})
	}
	return out, err
}

func (r *run) keepFound(one gather.Found) {
	if r.found.outside == nil {
		r.found.outside = map[string]gather.Found{}
	}
	r.found.outside[one.Gathered.From] = one
}

// assemble makes the prompt, and refuses one that is too long.
func (r *run) assemble(context.Context) (node, error) {
	model := r.who.ModelName()
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
	sent.Documents = sentDocuments(&r.material, p)
	r.meta.Sent = &sent
	r.cite()
	if err := p.Refusal(mostSent(&r.who)); err != nil && r.found.instead == nil {
		return done, err
	}
	r.reached(assemble)
	return answer, nil
}

// cite names what the answer draws on, and what was looked up for it: for the
// prompt, and by tools since.
func (r *run) cite() {
	r.meta.Sources, r.meta.Gathered = slices.Clone(r.prompt.Sources), slices.Clone(r.found.gathered)
	for _, past := range r.replies {
		for _, result := range past.results {
			for _, source := range result.Sources {
				if !slices.Contains(r.meta.Sources, source) {
					r.meta.Sources = append(r.meta.Sources, source)
				}
			}
			if result.Gathered != nil {
				r.meta.Gathered = append(r.meta.Gathered, *result.Gathered)
			}
		}
	}
	room := gather.MostShown
	for i := range r.meta.Gathered {
		room = gather.Show(&r.meta.Gathered[i], room)
	}
}

// maxNoted is how many recalled messages an answer names, and how many sources of a
// tool.
const maxNoted = 40
