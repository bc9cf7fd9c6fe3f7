package turn

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/store"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// told is what the user said of a question beside asking it.
type told struct {
	// as is what it means, in the user's words.
	as string
	// answered says that the clarifying card was answered, with choice, or without
	// one to have the question answered as it is.
	answered bool
	choice   string
}

// reading is a question with what rules make of it.
type reading struct {
	history []understand.Exchange
	local   understand.Understanding
	options understand.Options
}

// The steps between load and assemble.
const (
	understanding node = "understand"
	consult       node = "consult" // one call of a model, where rules are not sure
	clarifying    node = "clarify" // the turn waits for the user
)

// understand reads the question by rules, and decides whether a model is asked
// what it means, or the user.
func (r *run) understand(ctx context.Context) (node, error) {
	if r.meta.Clarify != nil {
		// The card was answered: what it was about is not asked again.
		return r.answered(ctx)
	}
	if r.meta.Understood != nil && r.told.as == "" {
		return r.understood(ctx) // a turn that goes on
	}
	var err error
	if r.reading, err = r.readQuestion(ctx); err != nil {
		return done, err
	}
	u := describe(r.reading.local, r.material.question.Content)
	r.meta.Understood = &u
	switch {
	case r.told.as != "":
		u.As, u.By, u.Followup, u.Ambiguous = r.told.as, chat.ByUser, true, false
	case r.mayConsult():
		return consult, nil
	}
	return r.decide(ctx)
}

// readQuestion reads the question by rules.
func (r *run) readQuestion(ctx context.Context) (out reading, err error) {
	if out.history, err = r.exchanges(ctx, r.material); err != nil {
		return out, err
	}
	out.options = r.readingOptions(r.who.Settings)
	question := r.material.question.Content
	out.local = understand.Understand(out.history, question, out.options)
	if len(out.local.References) == 0 && understand.Demonstrates(question) {
		// What the last exchanges do not name may be remembered.
		if out.options.Known, err = r.known(ctx); err != nil || len(out.options.Known) == 0 {
			return out, err
		}
		out.local = understand.Understand(out.history, question, out.options)
	}
	return out, nil
}

// known is what was named in this session, and in others if they may be used,
// oldest first.
func (r *run) known(ctx context.Context) (out []understand.Entity, err error) {
	filter := store.RememberedFilter{Limit: maxKnown, Kinds: []chat.RememberedKind{chat.IdentifierKind, chat.NameKind, chat.TitleKind, chat.ItemKind, chat.RowKind, chat.DocumentKind}}
	filter.Session = r.session.UID
	all, err := r.Store.Remembered(ctx, filter)
	if err != nil {
		return nil, err
	}
	if *r.who.Settings.Remember {
		filter.Session = chat.UID{}
		others, err := r.Store.Remembered(ctx, filter)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if other.Session != r.session.UID {
				all = append(all, other)
			}
		}
	}
	for _, one := range slices.Backward(all) {
		if len(one.Of) > 0 {
			out = append(out, understand.Entity{Text: one.Text, Kind: understand.EntityKind(one.Kind), Exchange: -1, Of: one.Of})
		}
	}
	return out, nil
}

// maxKnown is how much is looked at of what is remembered.
const maxKnown = 100

func (e *Engine) readingOptions(s chat.Settings) understand.Options {
	o := understand.Options{AskAbove: s.Ask.Above(), Identifiers: s.Identifiers, Now: e.Now(), DayFirst: e.DayFirst}
	if s.DayFirst != nil {
		o.DayFirst = *s.DayFirst
	}
	return o
}

// exchanges are the last questions before this one, with their answers.
func (e *Engine) exchanges(ctx context.Context, m material) (out []understand.Exchange, err error) {
	const wanted = 2 * understand.Window
	messages := m.Open
	if before := m.Total - 1; len(messages) < min(wanted, before) {
		leaf := m.question.UID
		if leaf.IsZero() {
			leaf = m.question.Parent
		}
		if messages, err = e.Store.Span(ctx, leaf, max(0, before-wanted), before-1); err != nil {
			return nil, err
		}
	}
	for _, message := range messages[max(0, len(messages)-wanted):] {
		switch {
		case message.Role == chat.User:
			out = append(out, understand.Exchange{Question: message.Content})
		case message.Role == chat.Assistant && message.Content != "" && len(out) > 0:
			out[len(out)-1].Answer = message.Content
		case message.Role == chat.Assistant && message.Content != "":
			out = append(out, understand.Exchange{Answer: message.Content})
		}
	}
	return out, nil
}

// mayConsult says whether a model is asked what the question means.
func (r *run) mayConsult() bool {
	return r.reading.local.NeedsModel && *r.who.Settings.Understanding == chat.UnderstandingModel && r.who.Model != nil && !r.who.Small && r.readers.asks(helperOf(r.who.Settings))
}

// decide asks the user if the question has several meanings that matter, unless
// they have said before which one they mean.
func (r *run) decide(ctx context.Context) (node, error) {
	u := r.meta.Understood
	if !r.reading.local.Clarify || r.told.as != "" || *r.who.Settings.Ask == chat.AskNever || r.wish.NoCard {
		return r.understood(ctx)
	}
	point := understand.Point(r.material.question.Content)
	choice, chosen, err := r.chosen(ctx, point)
	switch {
	case err != nil:
		return done, err
	case chosen:
		r.choose(choice, nil)
		return r.understood(ctx)
	}
	card := chat.Clarify{Point: point, Question: "What do you mean?"}
	if len(u.Questions) > 0 {
		card.Question = u.Questions[0]
	}
	for _, text := range u.Interpretations[:min(len(u.Interpretations), maxChoices)] {
		card.Choices = append(card.Choices, chat.Choice{Text: text, As: understand.Meaning(r.material.question.Content, text)})
	}
	if len(card.Choices) < 2 {
		return r.understood(ctx)
	}
	return r.clarify(ctx, card)
}

const maxChoices = 4

// clarify keeps the card in the answer's place and ends the turn for now.
func (r *run) clarify(ctx context.Context, card chat.Clarify) (node, error) {
	r.meta.Clarify = &card
	r.marks = nil
	r.mark(clarifying)
	now := r.now()
	err := r.commit(ctx, now, func(ctx context.Context) error {
		if r.row {
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
	r.row = true
	r.emit(wire.ClarifyEvent{Message: r.state.Answer, Clarify: card})
	return done, nil
}

// answered goes on with what the user chose on the card, and remembers it.
func (r *run) answered(ctx context.Context) (node, error) {
	card := *r.meta.Clarify
	if r.meta.Understood == nil {
		r.meta.Understood = &chat.Understood{Route: string(understand.GeneralRoute), Composition: string(understand.Chat)}
	}
	choice := strings.TrimSpace(r.told.choice)
	r.meta.Clarify = nil
	r.choose(choice, card.Choices)
	err := r.Store.Remember(ctx, r.session.UID, []chat.Remembered{{Kind: chat.ChoiceKind, Text: r.material.question.Content, Of: []string{card.Point}, Value: choice, Message: r.state.Question}}, r.now())
	if err != nil {
		return done, err
	}
	return r.understood(ctx)
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

// understood hands on what the question means: to the search, and to the prompt.
func (r *run) understood(ctx context.Context) (node, error) {
	u := r.meta.Understood
	r.material.meant(*u)
	r.meta.Length = cmp.Or(r.state.Length, r.meta.Length)
	r.material.wish = wishFor(r.meta.Length)
	var err error
	if *r.who.Settings.Remember {
		r.material.preferences, err = r.preferences(ctx)
	}
	if notable(*u) {
		r.emit(wire.UnderstandingEvent{Understood: u})
	}
	if u.Took > 0 {
		r.reached(understanding)
	}
	return assemble, err
}

// wishFor asks for the length of an answer. It stands behind the question and not
// with the instructions, so that a prompt begins as the one before did, and a small
// model, whose instructions are a sentence, gets it too.
func wishFor(length chat.Length) string {
	switch length {
	case chat.Shorter:
		return "\n\n(Answer in far fewer words than usual: only what matters most.)"
	case chat.Longer:
		return "\n\n(Answer at greater length than usual, with details and examples.)"
	}
	return ""
}

// notable is true of what a user may want to know before the answer is there.
func notable(u chat.Understood) bool {
	return u.As != "" || u.Choice != "" || u.By != "" || u.Problem != ""
}

// meant takes over what a question means. The words are sent along if the user
// gave them; otherwise they are for the search, and for the prompt only if the
// conversation is not all there: see assemblePrompt.
func (m *material) meant(u chat.Understood) {
	m.search, m.filters = cmp.Or(u.As, u.Search, m.question.Content), u.Filters
	switch {
	case u.Choice != "":
		m.note = "\n\n(What is meant: " + u.Choice + ")"
	case u.By == chat.ByUser:
		m.note = "\n\n(What is meant: " + u.As + ")"
	case u.As != "" && u.Followup:
		m.reminder = "\n\n(What is meant: " + u.As + ")"
	}
}

// readOnly reads a question by rules alone, for a prompt that is not sent.
func (e *Engine) readOnly(ctx context.Context, m *material, s chat.Settings) error {
	if m.question.Content == "" {
		return nil
	}
	history, err := e.exchanges(ctx, *m)
	if err != nil {
		return err
	}
	m.meant(describe(understand.Understand(history, m.question.Content, e.readingOptions(s)), m.question.Content))
	if *s.Remember {
		m.preferences, err = e.preferences(ctx)
	}
	return err
}

// describe is what is kept of an understanding.
func describe(u understand.Understanding, question string) chat.Understood {
	out := chat.Understood{
		Followup: u.IsFollowup, Score: u.FollowupScore, Ambiguous: u.IsAmbiguous, Ambiguity: u.AmbiguityScore,
		Route: string(u.Route), RouteReason: u.RouteReason, Confidence: u.RouteConfidence, Composition: string(u.QueryComposition),
		Domain: u.Domain, Action: u.Action, Context: u.Context, Reasons: u.Reasons,
	}
	switch question = strings.TrimSpace(question); {
	case strings.TrimSpace(u.RewrittenQuery) == question, len(u.RewrittenQuery) > len(question)+maxAdded:
	case strings.Count(u.RewrittenQuery, "(") > strings.Count(question, "("):
		// Words that may be meant help a search; a reader would wonder.
		out.Search = u.RewrittenQuery
	default:
		out.As = u.RewrittenQuery
	}
	if u.IsAmbiguous || u.Clarify {
		out.Interpretations, out.Questions = u.Interpretations, u.Questions
	}
	if len(u.Needs) > 0 {
		out.Needs = u.Needs
	}
	for _, r := range u.References {
		out.References = append(out.References, chat.Reference{Text: r.Text, Rule: r.Rule, Entities: r.Entities})
	}
	for _, f := range u.Filters {
		out.Filters = append(out.Filters, chat.Filter(f))
	}
	for _, f := range u.Facts {
		out.Facts = append(out.Facts, chat.Fact{Kind: string(f.Kind), Text: f.Text, Value: f.Value, Unit: f.Unit})
	}
	return out
}

// maxAdded is how much longer a question may become: more is no question any more.
const maxAdded = 300

// The most that is remembered of one exchange, and sent of all preferences.
const (
	maxLearnt         = 30
	maxLearntLength   = 80
	maxPreferences    = 12
	preferencesIntro  = "What the user has said about themselves and their wishes, in this and other conversations:\n"
	preferencesInSize = 1200 // bytes of them all
)

// preferences are what the user wishes in general, oldest first.
func (e *Engine) preferences(ctx context.Context) (out []string, err error) {
	kept, err := e.Store.Remembered(ctx, store.RememberedFilter{Kinds: []chat.RememberedKind{chat.PreferenceKind}, Limit: maxPreferences})
	size := 0
	for _, k := range kept {
		if size += len(k.Text); size <= preferencesInSize && !slices.Contains(out, k.Text) {
			out = append(out, k.Text)
		}
	}
	slices.Reverse(out)
	return out, err
}

// learnt is what an exchange teaches: what it names, and what the user prefers.
func (r *run) learnt() (out []chat.Remembered) {
	question := r.material.question
	settings := r.who.Settings
	exchange := understand.Exchange{Question: question.Content, Answer: r.text.String()}
	for _, e := range understand.Entities([]understand.Exchange{exchange}, r.readingOptions(settings)) {
		if len(e.Text) > maxLearntLength || slices.ContainsFunc(out, func(l chat.Remembered) bool { return l.Text == e.Text }) {
			continue
		}
		thing := chat.Remembered{Kind: chat.RememberedKind(e.Kind), Text: e.Text, Of: e.Of, Message: question.UID}
		if e.InAnswer {
			thing.Message = r.state.Answer
		}
		if out = append(out, thing); len(out) == maxLearnt {
			break
		}
	}
	if settings.Remember != nil && *settings.Remember {
		for _, p := range understand.Preferences(question.Content) {
			out = append(out, chat.Remembered{Kind: chat.PreferenceKind, Text: p, Message: question.UID})
		}
	}
	return out
}
