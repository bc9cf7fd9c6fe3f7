package turn

import (
	"context"

	"burrow/internal/gather"
	"burrow/internal/understand"
)

// Some sources know by themselves whether they have the whole answer, such as the FAQ. They
// come first: as soon as rules have read the question, before a model is asked what it
// means and a source outside whether it knows. load asks them, too, before it fails because
// there is no model and nothing else to answer.

// askFirst asks the sources that come first, until one has the answer.
func (r *run) askFirst(ctx context.Context) error {
	if r.found.first != nil || !r.mayAskFirst() {
		return nil
	}
	question := r.question(&r.material, nil)
	if r.meta.Understood.Score <= understand.SureAlone {
		r.getLanguages(ctx, nil, question.Asked.Content)
		question.Reading.Languages = r.tables.Load()
	} else if understand.PointsElsewhere(question.Asked.Content, *question.Reading) {
		return nil
	}
	for _, g := range r.attached {
		if !g.About().First {
			continue
		}
		one, err := gather.Ask(ctx, g, question, r.Now, func(string) {})
		if err != nil {
			return err
		}
		if one.Evidence.Answer != "" {
			r.found.first, r.state.First = &one, true
			u := r.meta.Understood
			u.Route, u.RouteReason, u.Guess, u.Offer, u.Unsure = gather.General, "", "", "", false
			if len(r.replies) == 0 {
				r.draft.clear() // of a turn that goes on: the answer comes whole
			}
			return nil
		}
	}
	return nil
}

// mayAskFirst is true of a question to which no file is attached, and of which the user has
// not said what it means or which source is to answer. A turn whose answer a model has begun
// stays with that model. Whether its words lean on the chat is askFirst's to see: what names
// all it is about may stand anywhere in a chat.
func (r *run) mayAskFirst() bool {
	u, w := r.meta.Understood, &r.asked.wish
	return !r.state.Direct && len(r.material.documents) == 0 && w.Route+w.Choice+r.asked.as+u.By+u.Choice == "" &&
		(r.state.First || r.draft.len()+len(r.replies) == 0)
}
