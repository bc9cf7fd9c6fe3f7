package turn

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// chosenRoute is the confidence of a route that the user chose: no source is surer.
const chosenRoute = 1

// chooseRoute takes the route that the user wishes, and remembers it for this chat;
// else the one that they chose for a similar question.
func (r *run) chooseRoute(ctx context.Context) error {
	u := r.meta.Understood
	routes := r.attached.Routes()
	if len(routes) < 2 {
		return r.checkRoute(routes)
	}
	u.Routes = routes
	if err := r.checkRoute(routes); err != nil {
		return err
	}
	question := r.material.question.Content
	if route := r.asked.wish.Route; route != "" {
		r.takeRoute(route, "you chose it")
		u.Chosen = true
		return r.Store.Remember(ctx, r.session.UID, []chat.Remembered{{Kind: chat.RouteKind, Text: understand.Brief(question), Of: []string{understand.Point(question)},
			Value: route, Message: r.state.Question}}, r.now())
	}
	before, err := r.Store.Remembered(ctx, store.RememberedFilter{Session: r.session.UID, Kinds: []chat.RememberedKind{chat.RouteKind}, Limit: maxRoutes})
	if err != nil {
		return err
	}
	point := understand.Point(question)
	for _, b := range before { // newest first
		if len(b.Of) > 0 && understand.Alike(point, b.Of[0]) && slices.Contains(routes, b.Value) {
			r.takeRoute(b.Value, "you chose this for a similar question")
			break
		}
	}
	return nil
}

// maxRoutes is how many choices of a chat are looked at.
const maxRoutes = 50

func (r *run) checkRoute(routes []string) error {
	if route := r.asked.wish.Route; route != "" && !slices.Contains(routes, route) {
		return fault.New(fault.Invalid, "That source isn't available.")
	}
	return nil
}

func (r *run) takeRoute(route string, why say.English) {
	u := r.meta.Understood
	u.Route, u.RouteReason, u.Confidence, u.Guess, u.Unsure = route, say.T(why), chosenRoute, "", false
}
