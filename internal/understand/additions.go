package understand

import "strings"

// A Missing is a phrase of the history and how likely a question leaves it out.
type Missing struct {
	Text     string
	Score    float64
	Features RewriteFeatures

	stems []string
}

// missing returns the phrases that a question after the first exchanges may have
// left out, in their order, scored by weights. carried has, for each exchange, what
// was added to its question.
func missing(conv *conversation, exchanges int, q []word, f *Features, carried [][]string, weights *RewriteFeatures) []Missing {
	if len(q) == 0 || exchanges == 0 {
		return nil
	}
	n := needOf(q, f)
	stems := make(map[string]bool, len(q))
	for i := range q {
		stems[q[i].stem] = true
	}
	all := candidates(conv, exchanges)
	out := make([]Missing, 0, len(all))
	for i := range all {
		c := &all[i]
		if subset(c.stems, stems) {
			continue
		}
		for k, texts := range carried {
			for _, text := range texts {
				if strings.EqualFold(text, c.text) {
					c.carried = c.carried || k == exchanges-1
					c.carriedLong = true
				}
			}
		}
		rf := rewriteFeatures(c, &n, stems, exchanges)
		sum := float32(0)
		for k, v := range rf {
			sum += v * weights[k]
		}
		out = append(out, Missing{c.text, logistic(float64(sum)), rf, c.stems})
	}
	return out
}

// Additions goes through a history and returns what each question, and at last the
// one that is asked, leaves out. It is for training; Rewrite is for use.
func Additions(history []Exchange, question string, weights *RewriteFeatures) (carried [][]string, last []Missing) {
	return additions(newConversation(history), cut(nil, question), weights)
}

func additions(c *conversation, question []word, weights *RewriteFeatures) (carried [][]string, last []Missing) {
	total := len(c.history)
	from := max(0, total-maxCarried)
	carried = make([][]string, from, total+1)
	for i := from; i <= total; i++ {
		q := question
		if i < total {
			q = c.question(i).words
		}
		f := extract(c, i, q)
		last = missing(c, i, q, &f, carried, weights)
		if i == total {
			break
		}
		var texts []string
		if i > 0 && f.dot(&followupWeights) >= 0 {
			for _, m := range choose(last) {
				texts = append(texts, m.Text)
			}
		}
		carried = append(carried, texts)
	}
	return carried, last
}

// maxCarried is how many questions back it is followed what was left out.
const maxCarried = 8
