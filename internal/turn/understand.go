package turn

import (
	"cmp"
	"context"

	"burrow/internal/chat"
	"burrow/internal/wire"
)

// understand reads the question by rules, and decides whether a model is asked
// what it means.
func (r *run) understand(ctx context.Context) (node, error) {
	if r.meta.Clarify != nil {
		// The card was answered: what it was about is not asked again.
		return meaning, r.takeAnswer(ctx)
	}
	if r.meta.Understood != nil && r.asked.as == "" {
		return meaning, r.askFirst(ctx) // a turn that goes on
	}
	if err := r.readByRules(ctx); err != nil {
		return done, err
	}
	if u := r.meta.Understood; r.asked.as != "" {
		u.As, u.By, u.Followup, u.Ambiguous = r.asked.as, chat.ByUser, true, false
		return deciding, nil
	}
	switch err := r.askFirst(ctx); {
	case err != nil:
		return done, err
	case r.found.first != nil:
		return meaning, nil
	case r.mayConsult():
		return consult, nil
	}
	return deciding, nil
}

// readByRules reads the question, without a model.
func (r *run) readByRules(ctx context.Context) (err error) {
	if r.reading, err = r.readQuestion(ctx); err != nil {
		return err
	}
	u := describe(r.reading.local, r.material.question.Content)
	u.Offer = r.reading.offer
	r.meta.Understood = &u
	return nil
}

// mayConsult says whether a model is asked what the question means.
func (r *run) mayConsult() bool {
	return r.reading.local.NeedsModel && *r.who.Settings.Understanding == chat.UnderstandingModel && r.who.Helps() && r.readers.Asks(r.who.HelperName())
}

// mean hands on what the question means: to the search, to the prompt, and to the
// sources of its route.
func (r *run) mean(ctx context.Context) (node, error) {
	u := r.meta.Understood
	r.material.understood = u
	if r.found.first == nil {
		if err := r.chooseRoute(ctx); err != nil {
			return done, err
		}
		r.route(ctx)
	}
	r.meta.Length = cmp.Or(r.state.Length, r.meta.Length)
	r.material.length = r.meta.Length
	var err error
	r.material.preferences, err = r.preferencesOf(ctx, r.who.Settings)
	if notable(*u) {
		r.emit(wire.UnderstandingEvent{Understood: u})
	}
	if u.Took > 0 {
		r.reached(understanding)
	}
	return gathering, err
}

// notable is true of what a user may want to know before the answer is there.
func notable(u chat.Understood) bool {
	return u.As != "" || u.By != "" || u.Problem != ""
}
