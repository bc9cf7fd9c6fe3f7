package understand

import (
	"slices"
	"strings"

	"burrow/internal/say"
)

// Said is a model's answer. What it left out, or gave in another shape, is nil or
// empty. Nothing in it is trusted.
type Said struct {
	IsFollowup      *bool
	Confidence      *float64
	RewrittenQuery  string
	References      []Reference
	Filters         []Filter
	IsAmbiguous     *bool
	Interpretations []string
	Needs           []string
	Questions       []string
	Context         string
	Route           string
	Composition     string
	Facts           []Fact
}

// Nothing is true of an answer that says nothing about the question.
func (s Said) Nothing() bool {
	return s.IsFollowup == nil && s.RewrittenQuery == "" && s.IsAmbiguous == nil
}

// The most that is taken of a model's lists and texts, in characters.
const (
	mostInterpretations = 3
	mostQuestions       = 2
	mostNeeds           = 5
	mostReferences      = 8
	mostFacts           = 20
	mostFilters         = 6
	mostQuery           = 600
	mostSentence        = 200
	mostContext         = 800
	mostField           = 40
)

// With combines the rules' reading with a model's answer. It also returns what was
// dropped of the answer and why. The answer must rest on words of the conversation:
// a rewritten question that brings in others is not used, and neither are
// references and filters that name nothing said.
func (u Understanding) With(s Said, history []Exchange, question string, o Options) (Understanding, []string) {
	var dropped []string
	drop := func(sentence say.English) { dropped = append(dropped, say.T(sentence)) }
	known := said(history, question)
	if s.Confidence != nil && *s.Confidence >= 0 && *s.Confidence <= 1 && s.IsFollowup != nil {
		u.FollowupScore = rounded(*s.Confidence)
		if !*s.IsFollowup {
			u.FollowupScore = rounded(1 - *s.Confidence)
		}
	}
	if s.IsFollowup != nil && len(history) > 0 {
		u.IsFollowup = *s.IsFollowup
	}
	switch rewritten := oneLine(s.RewrittenQuery, mostQuery); {
	case rewritten == "":
	case !u.IsFollowup:
		u.RewrittenQuery, u.Search = question, ""
	case !known.bears(rewritten):
		drop("The rewritten question had words that were never used.")
	default:
		u.RewrittenQuery, u.Search = rewritten, ""
	}
	if s.References != nil {
		var kept []Reference
		for _, r := range s.References {
			if r, ok := known.reference(r, question); ok && len(kept) < mostReferences {
				kept = append(kept, r)
			} else {
				drop("A reference pointed to something that was never mentioned.")
			}
		}
		if len(kept) > 0 || len(s.References) == 0 {
			u.References = append([]Reference{}, kept...)
		}
	}
	for _, f := range s.Filters {
		f.Field, f.Value = oneLine(f.Field, mostField), oneLine(f.Value, mostSentence)
		if f.Field == "" || !known.has(f.Value) {
			drop("A filter had a value that was never mentioned.")
		} else if len(u.Filters) < mostFilters && !hasFilter(u.Filters, f) {
			u.Filters = append(u.Filters, f)
		}
	}
	u.ambiguous(s)
	u.Needs = oneLines(s.Needs, mostNeeds)
	u.Context = oneLine(s.Context, mostContext)
	if slices.Contains(routes(o), s.Route) {
		if Route(s.Route) != u.Route {
			u.Route, u.RouteReason, u.RouteConfidence = Route(s.Route), say.T("the model says so"), 0.7
		}
		u.RouteGuess, u.RouteUnsure = "", false
	} else if s.Route != "" {
		drop("The route does not exist here.")
	}
	if slices.Contains(compositions(o), s.Composition) {
		u.QueryComposition = Composition(s.Composition)
	}
	for _, f := range s.Facts {
		if f, ok := statedIn(question, f, u.Facts); ok && len(u.Facts) < mostFacts {
			u.Facts = append(u.Facts, f)
		}
	}
	u.NeedsModel = false
	return u, dropped
}

// ambiguous takes over what a model says about the question's meanings. A choice
// needs at least two.
func (u *Understanding) ambiguous(s Said) {
	if s.IsAmbiguous == nil {
		return
	}
	interpretations := oneLines(s.Interpretations, mostInterpretations)
	switch {
	case !*s.IsAmbiguous:
		u.IsAmbiguous, u.Clarify = false, false
		u.Interpretations, u.Questions = []string{}, []string{}
	case len(interpretations) >= 2:
		u.IsAmbiguous, u.Clarify = true, true
		u.Interpretations = interpretations
		if questions := oneLines(s.Questions, mostQuestions); len(questions) > 0 {
			u.Questions = questions
		} else if len(u.Questions) == 0 {
			u.Questions = []string{say.T("What do you mean?")}
		}
	}
}

func hasFilter(all []Filter, f Filter) bool {
	for _, one := range all {
		if strings.EqualFold(one.Value, f.Value) {
			return true
		}
	}
	return false
}

// statedIn checks a fact that a model found: the question must state it, and the
// rules must not have found it already.
func statedIn(question string, f Fact, known []Fact) (Fact, bool) {
	switch f.Kind {
	case DateFact, AmountFact, QuantityFact, IdentifierFact:
	default:
		return f, false
	}
	start := strings.Index(question, f.Text)
	f.Value, f.Unit = oneLine(f.Value, mostField), oneLine(f.Unit, mostField)
	if strings.TrimSpace(f.Text) == "" || start < 0 || f.Value == "" {
		return f, false
	}
	f.Start, f.End = start, start+len(f.Text)
	for _, k := range known {
		if f.Start < k.End && k.Start < f.End {
			return f, false
		}
	}
	return f, true
}
