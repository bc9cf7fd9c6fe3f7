package recall

import "slices"

// What the best messages have in common is likely to be about the same thing
// (RM3): the words of the first messages become a second question.
const (
	feedbackMessages = 10
	feedbackWords    = 15
	// feedbackLength keeps very short messages from deciding alone.
	feedbackLength = 5
)

// addFeedback adds the scores of the second question.
func (s *search) addFeedback(a *question, total []float32) {
	concepts := s.feedback(a, total)
	if len(concepts) == 0 {
		return
	}
	m := s.score(concepts)
	for i := range total {
		total[i] += feedbackWeight * (singleWeight*m.single[i] + windowWeight*m.window[i]) / m.most
	}
}

// feedback returns the words of the best messages, those of the question left out.
func (s *search) feedback(a *question, total []float32) []concept {
	var terms []uint64 // with the numbers of their weights
	var weights []float32
	for _, i := range best(total, feedbackMessages) {
		for _, id := range s.x.termsOf(i) {
			terms = append(terms, keyOf(uint32(id), len(weights)))
		}
		weights = append(weights, total[i]/(float32(s.x.messages[i].words)+feedbackLength))
	}
	sortKeys(terms)
	var found []concept
	var keys []uint64
	for i := 0; i < len(terms); {
		id, weight := int32(terms[i]>>32), float32(0)
		for ; i < len(terms) && int32(terms[i]>>32) == id; i++ {
			weight += weights[numberIn(terms[i])]
		}
		// A word of one message only finds nothing new.
		if len(s.postings(id)) > 1 && !slices.Contains(s.names, id) && !a.asksFor(id) {
			own := []variant{{id, 1}}
			weight *= s.rarity(own)
			keys = append(keys, keyOf(falling(weight), len(found)))
			found = append(found, concept{variants: own, weight: weight})
		}
	}
	sortKeys(keys)
	concepts := make([]concept, min(len(keys), feedbackWords))
	for i := range concepts {
		concepts[i] = found[numberIn(keys[i])]
	}
	return concepts
}

// asksFor is true of a word of the question itself.
func (a *question) asksFor(id int32) bool {
	for _, c := range a.concepts {
		if c.variants[0].id == id {
			return true
		}
	}
	return false
}

// best returns the numbers of the highest positive scores, highest first.
func best(total []float32, most int) []int {
	found := make([]int, 0, most)
	for i, v := range total {
		if v <= 0 || len(found) == most && v <= total[found[most-1]] {
			continue
		}
		if len(found) < most {
			found = append(found, i)
		}
		at := len(found) - 1
		for ; at > 0 && total[found[at-1]] < v; at-- {
			found[at] = found[at-1]
		}
		found[at] = i
	}
	return found
}
