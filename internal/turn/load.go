package turn

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/gather"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/say"
)

var errBehind = &fault.Error{Code: fault.Unavailable, Unreachable: true, Message: string(behind)}

const behind say.English = "The questions before this one have not been sent yet."

// load finds out who answers, and reads what goes along.
func (r *run) load(ctx context.Context) (node, error) {
	var err, missing error
	if r.who.Settings.Threshold == nil {
		if r.who, missing = r.Answerer(ctx, r.session, r.asked.wish); missing != nil {
			// What a source that comes first needs.
			r.who = llm.Answerer{Settings: chat.DefaultSettings()}
			memory.Settle(&r.who.Settings)
		}
	}
	r.attach()
	if r.material, err = r.read(ctx, r.session.UID, r.state.Question, r.maxMessages()); err != nil {
		return done, err
	}
	r.material.collections = r.who.Settings.Collections()
	if behind, err := r.behind(ctx); err != nil {
		return done, err
	} else if behind {
		return done, errBehind
	}
	if missing != nil {
		if err := r.readByRules(ctx); err != nil {
			return done, err
		}
		if err := r.askFirst(ctx); err != nil {
			return done, err
		}
		if r.found.first == nil {
			r.meta.Understood = nil // a turn that goes on reads the question anew
			return done, missing
		}
	}
	r.material.alone = r.asked.wish.MaxMessages != nil && *r.asked.wish.MaxMessages <= 0
	if r.state.Answer.IsZero() {
		r.state.Answer = chat.NewUID(r.now())
	}
	r.reached(load)
	return understanding, nil
}

// attach finds the sources that the chat asks. One that the user names for this question is
// asked, too.
func (r *run) attach() {
	s := r.who.Settings
	wished := func(g gather.Gatherer) bool { return r.asked.wish.Route != "" && g.About().Route == r.asked.wish.Route }
	r.attached, r.detached = r.sources.Attached(s)
	for _, g := range r.detached {
		if wished(g) {
			r.attached = append(r.attached, g)
		}
	}
	r.detached = slices.DeleteFunc(r.detached, wished)
}

func (r *run) maxMessages() int {
	if r.asked.wish.MaxMessages != nil {
		return max(*r.asked.wish.MaxMessages, 0)
	}
	return max(*r.who.Settings.MaxMessages, 0)
}

// behind says whether other questions of the session wait to be sent first.
func (r *run) behind(ctx context.Context) (bool, error) {
	if !r.Outbox {
		return false, nil
	}
	list, err := r.Store.Outbox(ctx)
	for _, w := range list {
		if w.Message == r.state.Answer {
			break
		}
		if w.Session == r.session.UID {
			return true, err
		}
	}
	return false, err
}
