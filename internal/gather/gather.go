// Package gather finds what a question needs before a model is asked: one Gatherer
// a source. It decides which sources a question goes to, how long they may take and
// what becomes of one that fails; where evidence stands in the prompt, and what is
// left out, is left to package prompt.
//
// A source is added by an implementation of Gatherer and a line where the engine is
// made. Its route, its steps, its receipt and its card reach the reader without
// another line in package turn or in the page.
package gather

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/prompt"
	"burrow/internal/understand"
)

// Gatherer finds evidence for questions in one source. It is safe for concurrent
// use.
type Gatherer interface {
	About() About
	// Gather looks for what the question needs, within its budget. tell may be
	// called with each step that somebody who waits wants to know of. An error says
	// why there is nothing; finding nothing is none.
	Gather(ctx context.Context, q Question, tell func(step string)) (Evidence, error)
}

// About says what a gatherer is.
type About struct {
	// Name is for programs, Label for the reader: "sql", "Database".
	Name, Label string
	// Route is the route that exists because of it. One without a route is asked for
	// every question.
	Route string
	// Fits says how sure it is, from 0 to 1, that a question is for its route. Nil
	// leaves that to what is read of the question's words. What it reads of the history
	// it reads with this context, in whose transaction the turn may be.
	Fits func(ctx context.Context, q Question) float64
	// Names says what its tables or documents are called, as far as the person who
	// asks may read them. Nil, also as its result, leaves the route to words alone.
	Names func() understand.Names
	// Limit is how long it may take, half a minute if zero.
	Limit time.Duration
	// Outside says that it asks something outside of this program. Then its evidence
	// is kept before the turn goes on, so that it is paid for once, and its failure is
	// told and not the turn's.
	Outside bool
	// Absent says that it cannot be asked now: its route does not exist then.
	Absent bool
	// Optional says that only chats ask it that have attached it.
	Optional bool
	// Certain says that it knows by itself whether it has the whole answer, soon and
	// without a model. Then it is also asked where nothing says whose question it is.
	Certain bool
	// First says that it is asked as soon as rules have read the question, before any
	// model and any other source. Where it has the answer, nothing else is asked; where
	// it has none, it is not asked again.
	First bool
}

// Question is what is asked, and how much evidence there is room for.
type Question struct {
	Session chat.UID
	// Asked is the question, with its parent; its UID is zero if it is not kept.
	Asked chat.Message
	// Means is the question as it stands alone.
	Means string
	// Trust is how far what Means says beyond Asked can be relied on, from 0 to 1.
	// Where it is 1, Means takes the place of what was asked. Leans is how far the
	// question leans on the last exchange, beyond what Means has of it.
	Trust, Leans float64
	Filters      []chat.Filter
	// Reading is how questions are read. It may be nil.
	Reading *understand.Options
	// Understood is all that was made of it. It may be nil.
	Understood *chat.Understood
	// Documents are those of the chat that do not go along whole. Came are those that came
	// with the question itself.
	Documents, Came []chat.UID
	// Collections are those that the chat asks.
	Collections []string
	// Total is the number of messages on its path, itself included; Skip says which
	// of them are in the prompt anyway.
	Total int
	Skip  func(depth int) bool
	// Budget is how many tokens of earlier messages there is room for; Cost is what a
	// text costs in front of the question.
	Budget int
	Cost   func(text string) int
	Now    time.Time
	// Model is the one that answers, "" if its server chooses. NoModel says that no
	// server is to hand the question to a model.
	Model   string
	NoModel bool
	// Choice is what the user chose of what the source offered when it was last asked,
	// as JSON of the source's own.
	Choice string
	// Chosen says that the user wants this source, so that what it cannot answer is the
	// answer. Unsure says that nothing tells whether the question is for it: it answers
	// only what it is certain of, and has nothing to say otherwise.
	Chosen, Unsure bool
}

// Evidence is what a source has to say.
type Evidence struct {
	Passages []prompt.Passage `json:"passages,omitempty"`
	// Answer is a whole answer that needs no model; Sources are its.
	Answer  string        `json:"answer,omitempty"`
	Sources []chat.Source `json:"sources,omitempty"`
	// Aside says in a sentence that the source leaves the question to others.
	Aside string `json:"aside,omitempty"`
	// Receipt, Card and Data are kept with the answer and shown.
	Receipt []chat.ReceiptLine `json:"receipt,omitempty"`
	Card    *chat.Card         `json:"card,omitempty"`
	Data    chat.RawJSON       `json:"data,omitempty"`
}

// Found is what came of asking a gatherer.
type Found struct {
	Gathered chat.Gathered `json:"gathered"`
	Evidence Evidence      `json:"evidence"`
}

const defaultLimit = 30 * time.Second

var errSlow = fault.New(fault.TimedOut, "It took too long.")

// Ask asks one gatherer, within its time. Only the end of the turn itself, and the
// failure of a gatherer inside of this program, are errors.
func Ask(ctx context.Context, g Gatherer, q Question, now func() time.Time, tell func(step string)) (out Found, err error) {
	about := g.About()
	limit := about.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	limited, cancel := context.WithTimeoutCause(ctx, limit, errSlow)
	defer cancel()
	began := now()
	out.Gathered.From, out.Gathered.Label = about.Name, about.Label
	out.Evidence, err = g.Gather(limited, q, tell)
	out.Gathered.Took = now().Sub(began).Milliseconds()
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if err != nil && errors.Is(context.Cause(limited), errSlow) {
		err = errSlow
	}
	if err != nil && !about.Outside {
		return out, err
	}
	if err != nil {
		out.Evidence, out.Gathered.Problem = Evidence{}, fault.From(err).Message
	}
	out.tidy()
	if about.Outside {
		out.keepable()
	}
	return out, nil
}

// tidy has what the reader sees once, and nothing that cannot be kept.
func (f *Found) tidy() {
	f.Gathered.Receipt, f.Gathered.Card, f.Gathered.Aside = f.Evidence.Receipt, f.Evidence.Card, f.Evidence.Aside
	if json.Valid(string(f.Evidence.Data)) {
		f.Gathered.Data = f.Evidence.Data
	}
	f.Evidence.Receipt, f.Evidence.Card, f.Evidence.Data, f.Evidence.Aside = nil, nil, nil, ""
	for i, p := range f.Evidence.Passages {
		if math.IsNaN(p.Score) || math.IsInf(p.Score, 0) {
			f.Evidence.Passages[i].Score = 0
		}
	}
}

// Gatherers are the sources there are.
type Gatherers []Gatherer

// Attached are those that a chat with these settings asks: what has no route, and of the
// others those that it names, or where it names none, those that are not optional. The rest
// is detached.
func (all Gatherers) Attached(s chat.Settings) (attached, detached Gatherers) {
	for _, g := range all {
		about := g.About()
		if about.Route == "" || s.Sources == nil && !about.Optional || s.Sources != nil && slices.Contains(*s.Sources, about.Name) {
			attached = append(attached, g)
		} else {
			detached = append(detached, g)
		}
	}
	return attached, detached
}

// Has reports whether a route exists.
func (all Gatherers) Has(route string) bool {
	for _, g := range all {
		if about := g.About(); route != "" && about.Route == route && !about.Absent {
			return true
		}
	}
	return false
}

// Names are what the sources of a route are called, nil if that is not known. A
// route has one source that knows.
func (all Gatherers) Names(route string) understand.Names {
	for _, g := range all {
		if about := g.About(); about.Route == route && about.Names != nil && !about.Absent {
			return about.Names()
		}
	}
	return nil
}

// Routes are all that a question can take.
func (all Gatherers) Routes() (out []string) {
	for _, g := range all {
		if about := g.About(); about.Route != "" && !about.Absent && !slices.Contains(out, about.Route) {
			out = append(out, about.Route)
		}
	}
	return append(out, General)
}

// sure is how sure a gatherer must be to take a question from the route that its
// words point to.
const sure = 0.5

// Route is the route that a question takes: the one proposed, with that confidence,
// unless a gatherer is surer of its own. A route without its gatherer is never
// taken.
func (all Gatherers) Route(ctx context.Context, q Question, proposed string, confidence float64) (route string, surer bool) {
	best := confidence
	if !all.Has(proposed) {
		proposed, best = General, 0
	}
	route = proposed
	for _, g := range all {
		about := g.About()
		if about.Route == "" || about.Fits == nil || about.Absent {
			continue
		}
		if fits := about.Fits(ctx, q); fits >= sure && fits > best {
			route, best = about.Route, fits
		}
	}
	return route, route != proposed
}

// Certain are those that may also be asked where no route is sure.
func (all Gatherers) Certain() (out Gatherers) {
	for _, g := range all {
		if about := g.About(); about.Certain && !about.Absent {
			out = append(out, g)
		}
	}
	return out
}

// General is the route of questions that no source is asked for.
const General = "general"

// For are the gatherers that a route asks.
func (all Gatherers) For(route string) (out Gatherers) {
	for _, g := range all {
		if about := g.About(); (about.Route == "" || about.Route == route) && !about.Absent && !about.First {
			out = append(out, g)
		}
	}
	return out
}
