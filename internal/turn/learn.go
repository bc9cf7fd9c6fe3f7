package turn

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/understand"
)

const (
	// The most that is kept of what one exchange names.
	maxNamed       = 30
	maxNamedLength = 80
	// The most that is remembered of all conversations, of each kind: nobody would
	// look through more.
	maxKept = 60
)

// learn keeps what an exchange teaches: for this conversation what it names, and for
// all of them what the user says of themselves and calls by name.
func (r *run) learn(ctx context.Context) error {
	learnt := r.named()
	if *r.who.Settings.Remember {
		question := r.material.question.Content
		said := understand.Statements(question)
		var things []chat.Remembered
		for _, e := range understand.Things(question, r.readingOptions(r.who.Settings)) {
			// "My daughter Mia is seven" says it already.
			if !slices.ContainsFunc(said, func(s understand.Statement) bool { return strings.Contains(s.Text, e.Text) }) {
				things = append(things, chat.Remembered{Kind: chat.ThingKind, Text: e.Text, Of: e.Of})
			}
		}
		var preferences []chat.Remembered
		for _, s := range said {
			if !s.Over {
				preferences = append(preferences, chat.Remembered{Kind: chat.PreferenceKind, Text: s.Text})
			}
		}
		err := r.forget(ctx, chat.PreferenceKind, len(said), len(preferences), func(old chat.Remembered) bool {
			return slices.ContainsFunc(said, func(s understand.Statement) bool { return s.Replaces(old.Text) && !r.again(old, s.Text) })
		})
		if err == nil {
			err = r.forget(ctx, chat.ThingKind, len(things), len(things), func(old chat.Remembered) bool {
				return slices.ContainsFunc(things, func(t chat.Remembered) bool { return strings.EqualFold(t.Text, old.Text) && !r.again(old, t.Text) })
			})
		}
		if err != nil {
			return err
		}
		for _, l := range append(preferences, things...) {
			l.Message = r.material.question.UID
			learnt = append(learnt, l)
		}
	}
	return r.Store.Remember(ctx, r.session.UID, learnt, r.now())
}

// again is true of what was said in this conversation before, word for word: it is
// counted.
func (r *run) again(old chat.Remembered, text string) bool {
	return old.Session == r.session.UID && old.Text == text
}

// forget makes room for what is said now: what it replaces goes, in whichever
// conversation it was said, and the oldest if there is too much. What the user has
// worded stays, unless it is replaced.
func (r *run) forget(ctx context.Context, kind chat.RememberedKind, said, more int, replaced func(old chat.Remembered) bool) error {
	if said == 0 {
		return nil
	}
	kept, err := r.Store.Remembered(ctx, store.RememberedFilter{Kinds: []chat.RememberedKind{kind}, Limit: 4 * maxKept})
	if err != nil {
		return err
	}
	left := maxKept - more
	for _, k := range kept {
		if left--; replaced(k) || left < 0 && !k.Edited {
			if err := r.Store.EraseRemembered(ctx, k.UID); err != nil {
				return err
			}
		}
	}
	return nil
}

// named is what the exchange names, if it says what it is: "that customer" may mean
// it when the exchange is out of sight.
func (r *run) named() (out []chat.Remembered) {
	exchange := understand.Exchange{Question: r.material.question.Content, Answer: r.draft.String()}
	for _, e := range understand.Entities([]understand.Exchange{exchange}, r.readingOptions(r.who.Settings)) {
		if len(e.Of) == 0 || len(e.Text) > maxNamedLength || slices.ContainsFunc(out, func(l chat.Remembered) bool { return l.Text == e.Text }) {
			continue
		}
		thing := chat.Remembered{Kind: chat.RememberedKind(e.Kind), Text: e.Text, Of: e.Of, Message: r.material.question.UID}
		if e.InAnswer {
			thing.Message = r.state.Answer
		}
		if out = append(out, thing); len(out) == maxNamed {
			break
		}
	}
	return out
}
