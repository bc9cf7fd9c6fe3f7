package understand

import (
	"math"
	"strings"
)

// Judgement is what the local judge thinks of a question.
type Judgement struct {
	IsFollowup     bool
	FollowupScore  float64 // 0 to 1: how far the question needs the history
	IsAmbiguous    bool
	AmbiguityScore float64 // 0 to 1: how many meanings it seems to have
	// Sure is true if both scores are far enough from their thresholds to go on
	// without asking a model.
	Sure bool
}

// Thresholds of the scores.
const (
	FollowupThreshold  = 0.5
	AmbiguityThreshold = 0.7

	// SureFollowup is the score from which a question surely is a follow-up; between
	// it and SureAlone a judgement is not sure.
	SureFollowup = 0.9
	SureAlone    = 0.3
)

// Judge scores a question after a history, whose newest exchange is the last. It
// asks no model and keeps nothing between calls.
func Judge(history []Exchange, question string, o Options) Judgement {
	c := newConversation(o.languages(), history, question)
	q := cutIn(c.language, question)
	return judge(c.language, extract(c, len(history), q), c.repeats(question), len(history), q, o)
}

// repeats is true of a conversation's first question, asked again.
func (c *conversation) repeats(question string) bool {
	return len(c.history) > 0 && strings.EqualFold(strings.TrimSpace(question), strings.TrimSpace(c.history[0].Question))
}

// PointsElsewhere reports whether a question's own words point at something outside of it:
// a pronoun, "the second one", "there", or a beginning that goes on from what was said. Of a
// language that is not known it may.
func PointsElsewhere(question string, o Options) bool {
	c := newConversation(o.languages(), nil, question)
	f := extract(c, 0, cutIn(c.language, question))
	for _, points := range [...]int{fPronounAlone, fThisNoun, fThisAlone, fPoints, fMore, fOnes, fListPlace, fThere, fKindAlone, fAnyAlone, fAnd, fWhatAbout, fWhyAlone} {
		if f[points] {
			return true
		}
	}
	return c.language.code == unknown
}

func judge(l *language, f *Features, asksAgain bool, exchanges int, q []word, o Options) Judgement {
	if len(q) == 0 {
		return Judgement{Sure: true}
	}
	var j Judgement
	if exchanges > 0 {
		j.FollowupScore = logistic(l.calibrated(f.score()))
		if asksAgain {
			j.FollowupScore = 0 // as the first question it stood alone
		} else if l.code == unknown {
			j.FollowupScore = FollowupThreshold // nothing is known of it
		}
		j.IsFollowup = j.FollowupScore >= FollowupThreshold
	}
	j.AmbiguityScore = logistic(ambiguity(q, exchanges == 0 && f[fPronounAlone], j.IsFollowup))
	j.IsAmbiguous = j.AmbiguityScore >= o.ambiguityThreshold()
	j.Sure = !j.IsAmbiguous && (j.FollowupScore <= SureAlone || j.FollowupScore >= SureFollowup)
	return j
}

// calibrated stretches a sum of weights so that of what is called sure by its score
// no more than 3 of 100 are wrong. tools/trainunderstand -calibrate measures where
// that is.
func (l *language) calibrated(z float64) float64 {
	of := &sureFrom[0]
	if l.code != english {
		of = &sureFrom[1]
	}
	if z < 0 {
		return z / of.alone * 0.847 // of a score of 0.3
	}
	return z / of.followup * 2.197 // of 0.9
}

// sureFrom are the sums from which a judgement is sure, in English and in other
// languages.
var sureFrom = [2]struct{ alone, followup float64 }{{4.3, 4}, {3, 3.5}}

// SureFrom returns the sums from which a judgement is sure that a question stands
// alone, and that it does not.
func SureFrom(inEnglish bool) (alone, followup float64) {
	of := sureFrom[1]
	if inEnglish {
		of = sureFrom[0]
	}
	return of.alone, of.followup
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
