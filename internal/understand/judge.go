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

	// Between these a judgement is not sure.
	sureAlone    = 0.3
	sureFollowup = 0.9
)

// Judge scores a question after a history; the newest exchange is the last. It
// only looks: no model, no memory between calls.
func Judge(history []Exchange, question string, o Options) Judgement {
	return judge(newConversation(history), len(history), cut(nil, question), o)
}

func judge(c *conversation, n int, q []word, o Options) Judgement {
	if len(q) == 0 {
		return Judgement{Sure: true}
	}
	f := extract(c, n, q)
	var j Judgement
	dangling := false
	if n > 0 {
		j.FollowupScore = logistic(float64(f.dot(&followupWeights)))
		j.IsFollowup = j.FollowupScore >= FollowupThreshold
	} else {
		dangling = f[fPronounAlone] == 1
	}
	j.AmbiguityScore = logistic(ambiguity(q, dangling, j.IsFollowup))
	j.IsAmbiguous = j.AmbiguityScore >= o.ambiguityThreshold()
	j.Sure = !j.IsAmbiguous && (j.FollowupScore <= sureAlone || j.FollowupScore >= sureFollowup)
	return j
}

func (f *Features) dot(weights *Features) (sum float32) {
	for i, v := range f {
		sum += v * weights[i]
	}
	return sum
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
