package recall

import (
	"cmp"
	"slices"
)

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
	var all []variant
	for _, i := range best(total, feedbackMessages) {
		e := &s.x.messages[i]
		end := len(s.x.forward)
		if i+1 < len(s.x.messages) {
			end = int(s.x.messages[i+1].begin)
		}
		for _, id := range s.x.forward[e.begin:end] {
			all = append(all, variant{id, total[i] / (float32(e.words) + feedbackLength)})
		}
	}
	slices.SortStableFunc(all, func(a, b variant) int { return cmp.Compare(a.id, b.id) })
	var concepts []concept
	for i := 0; i < len(all); {
		v := variant{all[i].id, 0}
		for ; i < len(all) && all[i].id == v.id; i++ {
			v.weight += all[i].weight
		}
		// A word of one message only finds nothing new.
		if len(s.postings(v.id)) > 1 && !slices.Contains(s.names, v.id) && !a.asksFor(v.id) {
			own := []variant{{v.id, 1}}
			concepts = append(concepts, concept{own, v.weight * s.rarity(own)})
		}
	}
	slices.SortStableFunc(concepts, func(a, b concept) int { return cmp.Compare(b.weight, a.weight) })
	return concepts[:min(len(concepts), feedbackWords)]
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
	found := make([]int, 0, most+1)
	for i, v := range total {
		if v <= 0 || len(found) == most && v <= total[found[most-1]] {
			continue
		}
		at := len(found)
		for at > 0 && total[found[at-1]] < v {
			at--
		}
		found = slices.Insert(found, at, i)
		found = found[:min(len(found), most)]
	}
	return found
}
