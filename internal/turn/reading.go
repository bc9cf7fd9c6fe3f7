package turn

import (
	"context"
	"slices"
	"strings"

	"burrow/internal/chat"
	"burrow/internal/gather"
	"burrow/internal/store"
	"burrow/internal/understand"
)

// readQuestion reads the question by rules.
func (r *run) readQuestion(ctx context.Context) (out reading, err error) {
	if out.history, err = r.exchanges(ctx, &r.material); err != nil {
		return out, err
	}
	question := r.material.question.Content
	r.getLanguages(ctx, out.history, question)
	out.options = r.readingOptions(r.who.Settings, r.attached)
	out.local = understand.Understand(out.history, question, out.options)
	out.offer = r.offered(out, question)
	if len(out.local.References) == 0 && understand.Demonstrates(question) {
		// What the last exchanges do not name may be remembered.
		if out.options.Known, err = r.known(ctx); err != nil || len(out.options.Known) == 0 {
			return out, err
		}
		out.local = understand.Understand(out.history, question, out.options)
	}
	return out, nil
}

// known is what was named in this session, and what the user called by name in
// others if they may be used, oldest first.
func (r *run) known(ctx context.Context) (out []understand.Entity, err error) {
	filter := store.RememberedFilter{Limit: maxKnown, Kinds: []chat.RememberedKind{chat.IdentifierKind, chat.NameKind, chat.TitleKind, chat.ItemKind, chat.RowKind, chat.DocumentKind}}
	filter.Session = r.session.UID
	all, err := r.Store.Remembered(ctx, filter)
	if err != nil {
		return nil, err
	}
	if *r.who.Settings.Remember {
		filter.Session, filter.Kinds = chat.UID{}, []chat.RememberedKind{chat.ThingKind}
		others, err := r.Store.Remembered(ctx, filter)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if other.Session != r.session.UID {
				other.Kind = chat.NameKind
				for i, noun := range other.Of {
					other.Of[i] = understand.Stem(noun)
				}
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

// getLanguages gets the tables of other languages if a question may need them. Without
// them it is not sure what the question means.
func (e *Engine) getLanguages(ctx context.Context, history []understand.Exchange, question string) {
	if e.Languages != nil && e.tables.Load().Empty() && understand.Foreign(history, question) {
		e.loadLanguages(ctx)
	}
}

func (e *Engine) loadLanguages(ctx context.Context) {
	if e.Languages == nil || !e.tables.Load().Empty() {
		return
	}
	tables, err := e.Languages(ctx)
	if err != nil {
		e.Log(err)
		return
	}
	e.tables.Store(tables)
}

// Reading is how texts outside of any chat are read, with the tables of all languages.
func (e *Engine) Reading(ctx context.Context) understand.Options {
	e.loadLanguages(ctx)
	return understand.Options{DayFirst: e.DayFirst, Languages: e.tables.Load()}
}

// offered is a source that the chat has not attached and that rules are sure the question is
// for. It is not asked.
func (r *run) offered(read reading, question string) string {
	if read.local.Route != understand.GeneralRoute {
		return ""
	}
	for _, g := range r.detached {
		about := g.About()
		if about.Absent || about.Names == nil || about.Names() == nil {
			continue
		}
		with := read.options
		switch understand.Route(about.Route) {
		case understand.SQLRoute:
			with.Database, with.Tables = true, about.Names()
		case understand.KnowledgeRoute:
			with.Documents, with.Titles = true, about.Names()
		}
		if string(understand.Understand(read.history, question, with).Route) == about.Route {
			return about.Name
		}
	}
	return ""
}

func (e *Engine) readingOptions(s chat.Settings, sources gather.Gatherers) understand.Options {
	o := understand.Options{AskAbove: s.Ask.Above(), Identifiers: s.Identifiers, Now: e.Now(), DayFirst: e.DayFirst, Languages: e.tables.Load(),
		Database: sources.Has(string(understand.SQLRoute)), Documents: sources.Has(string(understand.KnowledgeRoute)),
		Tables: sources.Names(string(understand.SQLRoute)), Titles: sources.Names(string(understand.KnowledgeRoute))}
	if s.DayFirst != nil {
		o.DayFirst = *s.DayFirst
	}
	return o
}

// exchanges are the last questions before this one, with their answers.
func (e *Engine) exchanges(ctx context.Context, m *material) (out []understand.Exchange, err error) {
	if len(m.came) > 0 {
		return nil, nil // it is about the document that it came with
	}
	messages, err := e.recent(ctx, m)
	if err != nil {
		return nil, err
	}
	for _, message := range messages {
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

// recent are the last messages before the question.
func (e *Engine) recent(ctx context.Context, m *material) (out []chat.Message, err error) {
	if m.recent != nil {
		return m.recent, nil
	}
	const wanted = 2 * understand.Window
	out = m.Open
	if before := m.Total - 1; len(out) < min(wanted, before) {
		leaf := m.question.UID
		if leaf.IsZero() {
			leaf = m.question.Parent
		}
		if out, err = e.Store.Span(ctx, leaf, max(0, before-wanted), before-1); err != nil {
			return nil, err
		}
	}
	m.recent = out[max(0, len(out)-wanted):]
	return m.recent, nil
}

// readOnly reads a question by rules alone, for a prompt that is not sent.
func (e *Engine) readOnly(ctx context.Context, m *material, s chat.Settings) (out reading, err error) {
	if m.preferences, err = e.preferencesOf(ctx, s); err != nil || m.question.Content == "" {
		return out, err
	}
	if out.history, err = e.exchanges(ctx, m); err != nil {
		return out, err
	}
	e.getLanguages(ctx, out.history, m.question.Content)
	attached, _ := e.sources.Attached(s)
	out.options = e.readingOptions(s, attached)
	out.local = understand.Understand(out.history, m.question.Content, out.options)
	read := describe(out.local, m.question.Content)
	m.understood = &read
	return out, nil
}

// describe is what is kept of an understanding.
func describe(u understand.Understanding, question string) chat.Understood {
	out := chat.Understood{
		Followup: u.IsFollowup, Score: u.FollowupScore, Ambiguous: u.IsAmbiguous, Ambiguity: u.AmbiguityScore,
		Route: string(u.Route), RouteReason: u.RouteReason, Confidence: u.RouteConfidence, Guess: string(u.RouteGuess), Unsure: u.RouteUnsure, Composition: string(u.QueryComposition),
		Domain: u.Domain, Action: u.Action, Context: u.Context, Reasons: u.Reasons,
	}
	switch question = strings.TrimSpace(question); {
	case strings.TrimSpace(u.RewrittenQuery) == question:
		if len(u.Search) <= len(question)+maxAdded {
			out.Search = u.Search
		}
	case len(u.RewrittenQuery) > len(question)+maxAdded:
	case u.NeedsModel, strings.Count(u.RewrittenQuery, "(") > strings.Count(question, "("):
		// Words that may be meant help a search; a reader would wonder, and a model
		// would take them for what was said.
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
