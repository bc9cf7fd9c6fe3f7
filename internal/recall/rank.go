package recall

import (
	"math"
	"slices"
)

// Hit is a message found, by its number. Scores compare within one answer only.
type Hit struct {
	Index int
	Score float64
}

// Rank returns the messages with a positive score, best first; of equal ones the
// newest comes first. The caller owns the result.
func (x *Index) Rank(q Query) []Hit {
	n := len(x.messages)
	if q.Before > 0 {
		n = min(n, q.Before)
	}
	if n == 0 {
		return nil
	}
	s := x.newSearch(n)
	a := s.read(q)
	total := x.scratch.slice(forTotal, n)
	s.addMatches(&a, total)
	s.addFeedback(&a, total)
	s.addSpans(&a, total)

	// The bits of positive numbers have the numbers' order.
	keys := make([]uint64, 0, n)
	for i, v := range total {
		if v > 0 && (q.Skip == nil || !q.Skip(i)) {
			keys = append(keys, uint64(math.Float32bits(v))<<32|uint64(i))
		}
	}
	slices.Sort(keys)
	hits := make([]Hit, len(keys))
	for i, key := range keys {
		hits[len(keys)-1-i] = Hit{int(uint32(key)), float64(math.Float32frombits(uint32(key >> 32)))}
	}
	return hits
}

// addMatches scores the question's own words, and who says them.
func (s *search) addMatches(a *question, total []float32) {
	m := s.score(a.concepts)
	if m.most == 0 {
		return
	}
	for i := range total {
		e := &s.x.messages[i]
		v := singleWeight*m.single[i] + windowWeight*m.window[i] + sessionWeight*m.session[e.session]
		if i > 0 && s.x.messages[i-1].asks {
			v += answerWeight * m.single[i-1]
		}
		if v == 0 {
			continue
		}
		v /= m.most
		// What matches stays in, however little its circumstances speak for it.
		total[i] = max(v+s.circumstances(a, i), v/16)
	}
}

// circumstances scores what a message is, apart from its words.
func (s *search) circumstances(a *question, i int) (v float32) {
	e := &s.x.messages[i]
	if len(a.named) > 0 {
		if slices.Contains(a.named, e.label[0]) || slices.Contains(a.named, e.label[1]) {
			v += namedWeight
		}
	} else if a.role != 0 && e.role == a.role {
		v += roleWeight
	}
	if a.when && e.dated {
		v += datedWeight
	}
	if e.asks {
		v += asksWeight
	}
	if a.recent {
		v += recentWeight * float32(i) / float32(s.n)
	}
	return v
}

// lateDays is how long after a day people still tell of it, for half the weight.
const lateDays = 7

// addSpans favours messages of the days the question names.
func (s *search) addSpans(a *question, total []float32) {
	if len(a.spans) == 0 {
		return
	}
	for i := range total {
		t, best := s.x.messages[i].time, float32(0)
		for _, d := range a.spans {
			if d.from <= t && t < d.to {
				best = spanWeight
			} else if d.to <= t && t < d.to+lateDays*dayMs {
				best = max(best, spanWeight/2)
			}
		}
		total[i] += best
	}
}
