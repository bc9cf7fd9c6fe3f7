package turn

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// decide asks the user if the question has several meanings that matter, unless
// they have said before which one they mean.
func (r *run) decide(ctx context.Context) (node, error) {
	u := r.meta.Understood
	if !r.reading.local.Clarify || r.asked.as != "" || *r.who.Settings.Ask == chat.AskNever || r.asked.wish.NoCard {
		return meaning, nil
	}
	point := understand.Point(r.material.question.Content)
	choice, chosen, err := r.chosen(ctx, point)
	switch {
	case err != nil:
		return done, err
	case chosen:
		r.choose(choice, nil)
		return meaning, nil
	}
	card := chat.Clarify{Point: point, Question: say.T("What do you mean?")}
	if len(u.Questions) > 0 {
		card.Question = strings.Join(u.Questions, " ")
	}
	for _, text := range u.Interpretations[:min(len(u.Interpretations), maxChoices)] {
		card.Choices = append(card.Choices, chat.Choice{Text: text, As: understand.Meaning(r.material.question.Content, text)})
	}
	if len(card.Choices) < 2 {
		return meaning, nil
	}
	return r.clarify(ctx, card)
}

const maxChoices = 4

// clarify keeps the card in the answer's place and ends the turn for now.
func (r *run) clarify(ctx context.Context, card chat.Clarify) (node, error) {
	r.meta.Clarify, r.meta.Problem, r.meta.Waiting = &card, nil, false
	r.marks = nil
	r.mark(clarifying)
	now := r.now()
	err := r.commit(ctx, now, func(ctx context.Context) error {
		if r.row.kept {
			_, err := r.Store.Update(ctx, r.state.Answer, store.Patch{Status: new(chat.Stopped), Metadata: encode(r.meta)}, now)
			return err
		}
		_, err := r.Store.Append(ctx, r.session.UID, chat.Message{UID: r.state.Answer, Parent: r.state.Question, Role: chat.Assistant,
			Status: chat.Stopped, Metadata: encode(r.meta)}, now)
		return err
	})
	if err != nil {
		r.meta.Clarify = nil
		return done, err
	}
	r.row.kept = true
	r.emit(wire.ClarifyEvent{Message: r.state.Answer, Clarify: card})
	return done, nil
}

// takeAnswer takes what the user chose on the card, and remembers it.
func (r *run) takeAnswer(ctx context.Context) error {
	card := *r.meta.Clarify
	if r.meta.Understood == nil {
		r.meta.Understood = &chat.Understood{Route: string(understand.GeneralRoute), Composition: string(understand.Chat)}
	}
	choice := strings.TrimSpace(r.asked.choice)
	r.meta.Clarify = nil
	r.choose(choice, card.Choices)
	return r.Store.Remember(ctx, r.session.UID, []chat.Remembered{{Kind: chat.ChoiceKind, Text: understand.Brief(r.material.question.Content), Of: []string{card.Point}, Value: choice, Message: r.state.Question}}, r.now())
}

// choose notes a choice; an empty one leaves the question as it is.
func (r *run) choose(choice string, of []chat.Choice) {
	u := r.meta.Understood
	u.Ambiguous, u.Choice = false, choice
	if choice == "" {
		return
	}
	u.As = understand.Meaning(r.material.question.Content, choice)
	for _, c := range of {
		if c.Text == choice {
			u.As = c.As
		}
	}
}

// chosen is what the user chose in this session when asked about the same point.
func (r *run) chosen(ctx context.Context, point string) (choice string, ok bool, err error) {
	before, err := r.Store.Remembered(ctx, store.RememberedFilter{Session: r.session.UID, Kinds: []chat.RememberedKind{chat.ChoiceKind}, Limit: 200})
	for _, b := range before {
		if slices.Contains(b.Of, point) {
			return b.Value, true, err
		}
	}
	return "", false, err
}
