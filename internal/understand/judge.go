package understand

import "math"

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
	// it and sureAlone a judgement is not sure.
	SureFollowup = 0.9
	sureAlone    = 0.3
)

// Judge scores a question after a history, whose newest exchange is the last. It
// asks no model and keeps nothing between calls.
func Judge(history []Exchange, question string, o Options) Judgement {
	c, q := newConversation(history), cut(nil, question)
	return judge(extract(c, len(history), q), len(history), q, o)
}

func judge(f *Features, exchanges int, q []word, o Options) Judgement {
	if len(q) == 0 {
		return Judgement{Sure: true}
	}
	var j Judgement
	if exchanges > 0 {
		j.FollowupScore = logistic(f.score())
		j.IsFollowup = j.FollowupScore >= FollowupThreshold
	}
	j.AmbiguityScore = logistic(ambiguity(q, exchanges == 0 && f[fPronounAlone], j.IsFollowup))
	j.IsAmbiguous = j.AmbiguityScore >= o.ambiguityThreshold()
	j.Sure = !j.IsAmbiguous && (j.FollowupScore <= sureAlone || j.FollowupScore >= SureFollowup)
	return j
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
