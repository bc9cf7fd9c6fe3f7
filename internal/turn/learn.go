package turn

import (
	"context"
	"slices"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/understand"
)

const (
	// The most that is kept of what one exchange names.
	maxNamed       = 30
	maxNamedLength = 80
	// The most that is remembered of all conversations: nobody would look through more.
	maxKept = 60
)

// learn keeps what an exchange teaches: for this conversation what it names, and for
// all of them what the user says of themselves and calls by name.
func (r *run) learn(ctx context.Context) error {
	learnt := r.named()
	if *r.who.Settings.Remember {
		question := &r.material.question
		said := understand.Statements(question.Content, r.readingOptions(r.who.Settings, r.attached))
		if err := r.forget(ctx, said); err != nil {
			return err
		}
		for i := range said {
			s := &said[i]
			if s.Over {
				continue
			}
			learnt = append(learnt, chat.Remembered{Kind: chat.PreferenceKind, Text: s.Text, Message: question.UID})
			if s.Of != "" {
				last := &learnt[len(learnt)-1]
				last.Kind, last.Of = chat.ThingKind, []string{s.Of}
			}
		}
	}
	return r.Store.Remember(ctx, r.session.UID, learnt, r.now())
}

// forget makes room for what is said now: what it replaces goes, in whichever
// conversation it was said, and the oldest if there is too much. What the user has
// worded stays, unless it is replaced.
func (r *run) forget(ctx context.Context, said []understand.Statement) error {
	if len(said) == 0 {
		return nil
	}
	o := r.readingOptions(r.who.Settings, r.attached)
	kept, err := r.Store.Remembered(ctx, store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind, chat.ThingKind}, Limit: 4 * maxKept})
	if err != nil {
		return err
	}
	for i := range kept {
		k := &kept[i]
		gone := i+len(said) >= maxKept && !k.Edited
		for j := range said {
			// What was said here word for word is counted, not replaced.
			gone = gone || said[j].Replaces(k.Text, o) && (k.Session != r.session.UID || k.Text != said[j].Text)
		}
		if gone {
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
	for _, e := range understand.Entities([]understand.Exchange{exchange}, r.readingOptions(r.who.Settings, r.attached)) {
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
