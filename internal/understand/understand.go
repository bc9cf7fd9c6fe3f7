// Package understand reads a question before any model does: whether it leans on
// the conversation, what it points at, how it would stand alone, whether it is
// ambiguous, which facts it states, and who could answer it. Asking a model for
// more is left to its caller, as is showing the question: what is rewritten is for
// retrieval, and history keeps what the user wrote.
//
// Two small linear models do the judging, of follow-ups and of phrases that a
// question leaves out. Their weights are in zweights.go, which tools/trainunderstand
// writes and measures. Everything else is rules over word lists made by hand: those
// of English, and a table for each of six other languages (folder languages), which
// fills the same kinds and marks.
//
// All functions depend on their arguments alone, and take any text without panic.
package understand

import (
	"math"
	"strings"
	"time"
)

// Exchange is a question and its answer; either may be empty.
type Exchange struct {
	Question string
	Answer   string
}

// Options say which sources exist and how readily to ask the user. The zero value
// has no database and no documents.
type Options struct {
	// AskAbove is the ambiguity from which a question counts as ambiguous, 0 for
	// the default; above 1 nothing does.
	AskAbove float64
	// Identifiers are patterns of the user: 9 stands for a digit, A for a letter,
	// everything else for itself.
	Identifiers []string
	// Now is when the question is asked; zero leaves relative dates unread.
	Now time.Time
	// DayFirst reads 12/3/24 as the 12th of March and 1.200 as twelve hundred.
	DayFirst bool
	// Known are entities from before the history, oldest first: "that customer" may
	// be one of them if the history names none.
	Known []Entity
	// Languages are tables of other languages than English, nil for those that are
	// built in. Without the table of its language nothing is sure of a question.
	Languages *Languages
	// Database and Documents say which routes exist. Tables and Titles are what the
	// person may read there, if it is known.
	Database, Documents bool
	Tables, Titles      Names
}

// languages are the tables to read with.
func (o Options) languages() *Languages {
	if o.Languages != nil {
		return o.Languages
	}
	return builtIn()
}

func (o Options) ambiguityThreshold() float64 {
	if o.AskAbove > 0 {
		return o.AskAbove
	}
	return AmbiguityThreshold
}

// Understanding is what is known about a question without a model. Its lists are
// never nil.
type Understanding struct {
	IsFollowup     bool    `json:"is_followup"`
	FollowupScore  float64 `json:"followup_score"`
	IsAmbiguous    bool    `json:"is_ambiguous"`
	AmbiguityScore float64 `json:"ambiguity_score"`
	// NeedsModel is true if a model should be asked before the question goes on.
	NeedsModel     bool   `json:"needs_model"`
	RewrittenQuery string `json:"rewritten_query"`
	// Search is the question with words that it may leave out, which are not sure
	// enough to be shown; empty if there are none.
	Search          string  `json:"-"`
	Route           Route   `json:"route"`
	RouteReason     string  `json:"route_reason"`
	RouteConfidence float64 `json:"route_confidence"`
	// RouteGuess is the likeliest route if none is sure: then the route is general.
	RouteGuess Route `json:"route_guess,omitempty"`
	// RouteUnsure says that the route is general because nothing tells whether a database
	// knows.
	RouteUnsure      bool        `json:"route_unsure,omitempty"`
	QueryComposition Composition `json:"query_composition"`
	// Domain is what the question is about, "other" if no word tells.
	Domain string `json:"domain"`
	// Action is what is wanted: find, count, list, compare, explain, summarise,
	// predict, write, translate, calculate, decide or chat.
	Action string `json:"action"`
	// Filters restrict what is searched for an answer.
	Filters    []Filter    `json:"filters"`
	References []Reference `json:"references"`
	Entities   []Entity    `json:"entities"`
	Facts      []Fact      `json:"facts"`
	// Clarify is true if asking the user is clearly worth it: that a question is
	// ambiguous is not enough, as a model copes with most of them.
	Clarify bool `json:"clarify"`
	// Interpretations and Questions are what to ask the user, if ambiguous.
	Interpretations []string `json:"possible_interpretations"`
	Questions       []string `json:"clarifying_questions"`
	// Needs and Context are a model's words on what the answer needs.
	Needs   []string `json:"needed_context_from_memory"`
	Context string   `json:"final_augmented_context"`
	// Reasons say in plain words what the judgements rest on.
	Reasons []string `json:"reasons"`
}

// shownEntities is how many exchanges back the returned entities go.
const shownEntities = 5

// maxQuestionBytes is how much of a question is read: a longer one has a document
// pasted into it.
const maxQuestionBytes = 32 << 10

// Understand judges, resolves, rewrites and routes a question.
func Understand(history []Exchange, question string, o Options) Understanding {
	c := newConversation(o.languages(), history, question)
	c.readWindow()
	text := clip(question, maxQuestionBytes)
	q := cutIn(c.language, text)
	entities := c.entities(o)
	references, rivals := resolve(text, q, entities)
	if len(rivals) == 0 {
		rivals = namesakes(text, q, entities)
	}
	recalled := false
	if len(references) == 0 && len(o.Known) > 0 {
		// Only by what it is: a pronoun would stand for anything.
		if older, _ := resolve(text, q, o.Known); byNoun(older, o.Known) {
			references, recalled = older, true
			for i := range references {
				references[i].firm = true // its noun says what it is
			}
		}
	}
	f := extract(c, len(history), q)
	j := judge(c.language, f, c.repeats(question), len(history), q, o)
	whole, goesOn := c.exchanged(len(history), question, q)
	if recalled || goesOn || pointed(references) {
		j.IsFollowup, j.FollowupScore = true, max(j.FollowupScore, pointedScore)
	}
	u := Understanding{
		IsFollowup: j.IsFollowup, FollowupScore: rounded(j.FollowupScore), IsAmbiguous: j.IsAmbiguous, AmbiguityScore: rounded(j.AmbiguityScore),
		RewrittenQuery: question, Domain: otherDomain, Action: actionOf(text, q),
		References: references, Entities: []Entity{}, Facts: facts(c.language, text, q, o),
		Interpretations: []string{}, Questions: []string{}, Reasons: []string{}, Needs: []string{},
	}
	for _, e := range entities {
		if e.Exchange >= len(history)-shownEntities {
			u.Entities = append(u.Entities, e)
		}
	}
	// A request to make something needs no model to find its topic open.
	sure := j.Sure || makes(u.Action) && (j.FollowupScore <= SureAlone || j.FollowupScore >= SureFollowup)
	u.NeedsModel = !sure && !goesOn && !pointed(references) && !recalled
	u.Filters = filters(text, u.Facts, references, o.Now)
	known := u.Facts
	if goesOn {
		u.RewrittenQuery = whole
	} else if u.IsFollowup && (len(history) > 0 || len(references) > 0) {
		u.RewrittenQuery, u.Search = c.reword(question, q, f, references)
	}
	words, asked := q, text
	if u.RewrittenQuery != question {
		asked = clip(u.RewrittenQuery, maxQuestionBytes)
		words = cutIn(c.language, asked)
		known = facts(c.language, asked, words, o)
	}
	u.Domain = domainOf(words)
	r := (&routed{c.language, asked, words, known, u.Action, &o}).choose()
	u.Route, u.RouteReason, u.RouteConfidence, u.RouteGuess, u.RouteUnsure, u.QueryComposition = r.Route, r.Reason, r.Confidence, r.Guess, r.Unsure, r.Composition
	u.explain(f, len(q), len(history))
	u.clarify(c.language, text, q, f, rivals, len(history), o)
	if len(history) == 0 && !u.Clarify && o.ambiguityThreshold() >= askEarly {
		// The answer can deal with a first question that is short.
		u.NeedsModel = false
	}
	u.NeedsModel = u.NeedsModel || u.RouteGuess != "" || u.RouteUnsure
	return u
}

// byNoun is true of references whose noun says what all their entities are.
func byNoun(references []Reference, known []Entity) bool {
	for _, r := range references {
		noun := strings.ToLower(lastWord(r.Text))
		for _, name := range r.Entities {
			fits := false
			for _, e := range known {
				for _, of := range e.Of {
					fits = fits || e.Text == name && strings.HasPrefix(noun, of)
				}
			}
			if !fits {
				return false
			}
		}
	}
	return len(references) > 0
}

// Demonstrates is true of a question that may point at something by what it is:
// "that customer".
func Demonstrates(question string) bool {
	for _, w := range cut(nil, clip(question, maxQuestionBytes)) {
		switch w.text {
		case "that", "this", "those", "these", "same":
			return true
		}
	}
	return false
}

// pointedScore is the least score of a question whose reference was resolved.
const pointedScore = 0.95

// rounded leaves four digits: more is noise.
func rounded(score float64) float64 { return math.Round(score*1e4) / 1e4 }
