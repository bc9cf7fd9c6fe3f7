package recall

import (
	"slices"

	"burrow/internal/words"
)

// Hit is a message found, by its number. Scores compare within one answer only.
type Hit struct {
	Index int
	Score float64
}

// A ranking is kept for the next query: a question is ranked while it is written,
// and again when it is sent.
type ranking struct {
	text, reading string
	trust, leans  float32
	day           words.Day
	n             int
	zoneMinutes   int
	hits          []Hit // of all messages, skipped ones included
}

func (x *Index) ranking(q Query) []Hit {
	n := len(x.messages)
	if q.Before > 0 {
		n = min(n, q.Before)
	}
	if n == 0 {
		return nil
	}
	day := words.DayOf(q.Now, q.ZoneMinutes)
	if last := &x.last; last.n == n && last.text == q.Text && last.reading == q.Reading && last.trust == q.Trust && last.leans == q.Leans && last.day == day && last.zoneMinutes == q.ZoneMinutes {
		return last.hits
	}
	s := x.newSearch(n)
	a := s.read(q)
	total := x.scratch.slice(forTotal, n)
	s.addMatches(&a, total)
	s.addFeedback(&a, total)
	s.addSpans(&a, q.ZoneMinutes, total)

	keys := make([]uint64, 0, n)
	for i := n - 1; i >= 0; i-- {
		if v := total[i]; v > 0 {
			keys = append(keys, keyOf(falling(v), n-1-i))
		}
	}
	sortKeys(keys)
	hits := make([]Hit, len(keys))
	for i, key := range keys {
		at := n - 1 - numberIn(key)
		hits[i] = Hit{at, float64(total[at])}
	}
	x.last = ranking{q.Text, q.Reading, q.Trust, q.Leans, day, n, q.ZoneMinutes, hits}
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
		// A match stays in, however bad its circumstances.
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

// lateDays is how long people still talk about a day, for half the weight.
const lateDays = 7

// addSpans favours messages of the days the question names.
func (s *search) addSpans(a *question, zoneMinutes int, total []float32) {
	if len(a.spans) == 0 {
		return
	}
	for i := range total {
		day, best := words.DayOf(s.x.messages[i].time, zoneMinutes), float32(0)
		for _, d := range a.spans {
			if d.From <= day && day < d.To {
				best = spanWeight
			} else if d.To <= day && day < d.To+lateDays {
				best = max(best, spanWeight/2)
			}
		}
		total[i] += best
	}
}
