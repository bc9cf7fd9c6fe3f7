// Package understand reads a question before any model does: whether it leans on
// the conversation, what it points at, how it would stand alone, whether it is
// ambiguous, which facts it states, and who could answer it. Asking a model for
// more is left to its caller, as is showing the question: what is rewritten is for
// retrieval, and history keeps what the user wrote.
//
// Two small linear models do the judging, of follow-ups and of phrases that a
// question leaves out. Their weights are in zweights.go, which tools/trainunderstand
// writes and measures. Everything else is rules over word lists made by hand.
//
// All functions depend on their arguments alone, and take any text without panic.
package understand

import (
	"math"
	"time"
)

// Exchange is a question and its answer; either may be empty.
type Exchange struct {
	Question string
	Answer   string
}

// Options say what is there and how eager to ask the judge is. The zero value has
// no database and no documents.
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
	// Database and Documents say which routes exist.
	Database, Documents bool
}

func (o Options) ambiguityThreshold() float64 {
	if o.AskAbove > 0 {
		return o.AskAbove
	}
	return AmbiguityThreshold
}

// Understanding is what is known of a question without a model. Its lists are
// never nil.
type Understanding struct {
	IsFollowup     bool    `json:"is_followup"`
	FollowupScore  float64 `json:"followup_score"`
	IsAmbiguous    bool    `json:"is_ambiguous"`
	AmbiguityScore float64 `json:"ambiguity_score"`
	// NeedsModel is true if a model should be asked before the question goes on.
	NeedsModel       bool        `json:"needs_model"`
	RewrittenQuery   string      `json:"rewritten_query"`
	Route            Route       `json:"route"`
	RouteReason      string      `json:"route_reason"`
	RouteConfidence  float64     `json:"route_confidence"`
	QueryComposition Composition `json:"query_composition"`
	References       []Reference `json:"references"`
	Entities         []Entity    `json:"entities"`
	Facts            []Fact      `json:"facts"`
	// Interpretations and Questions are what to ask the user, if ambiguous.
	Interpretations []string `json:"possible_interpretations"`
	Questions       []string `json:"clarifying_questions"`
	// Clarify is true if asking the user is worth it.
	Clarify bool `json:"clarify"`
	// Filters restrict what is searched.
	Filters []Filter `json:"filters"`
	// Domain is what the question is about, Action what is wanted.
	Domain string `json:"domain"`
	Action string `json:"action"`
	// Needs and Context are a model's words on what the answer needs.
	Needs   []string `json:"needed_context_from_memory"`
	Context string   `json:"final_augmented_context"`
	// Reasons say in plain words what the judgements rest on.
	Reasons []string `json:"reasons"`
}

// Filter restricts what is searched.
type Filter struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// shownEntities is how many exchanges the entities that are handed out are from.
const shownEntities = 5

// Understand judges, resolves, rewrites and routes a question.
func Understand(history []Exchange, question string, o Options) Understanding {
	entities := Entities(history, o)
	references := Resolve(question, entities)
	c := newConversation(history)
	q := cut(nil, question)
	j := judge(c, len(history), q, o)
	if pointed(references) {
		j.IsFollowup, j.FollowupScore = true, max(j.FollowupScore, pointedScore)
	}
	u := Understanding{
		IsFollowup: j.IsFollowup, FollowupScore: rounded(j.FollowupScore), IsAmbiguous: j.IsAmbiguous, AmbiguityScore: rounded(j.AmbiguityScore),
		NeedsModel: !j.Sure && !pointed(references),
		References: references, Entities: []Entity{}, Facts: Facts(question, o),
		Interpretations: []string{}, Questions: []string{}, Reasons: []string{}, Filters: []Filter{}, Needs: []string{},
	}
	for _, e := range entities {
		if e.Exchange >= len(history)-shownEntities {
			u.Entities = append(u.Entities, e)
		}
	}
	u.RewrittenQuery = reword(c, question, references, j.IsFollowup)
	r := chooseRoute(u.RewrittenQuery, Facts(u.RewrittenQuery, o), o)
	u.Route, u.RouteReason, u.RouteConfidence, u.QueryComposition = r.Route, r.Reason, r.Confidence, r.Composition
	u.explain(c, question, q)
	return u
}

// pointedScore is the least score of a question whose reference was resolved.
const pointedScore = 0.95

// rounded leaves four digits: more is noise.
func rounded(score float64) float64 { return math.Round(score*1e4) / 1e4 }
