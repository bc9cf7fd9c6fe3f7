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
	least         float32
	day           words.Day
	n             int
	zoneMinutes   int
	related       *Related
	meant         []float32
	// hits are the best messages in order, skipped ones included, as far as they
	// were asked for; rest are the keys of all others, a heap. Of 10,000 messages a
	// prompt has room for some dozens, and sorting all took a third of the time.
	hits []Hit
	rest []uint64
}

// at returns the message at a rank, and false if there are not so many.
func (r *ranking) at(rank int) (Hit, bool) {
	for len(r.hits) <= rank {
		if len(r.rest) == 0 {
			return Hit{}, false
		}
		key := r.rest[0]
		last := len(r.rest) - 1
		r.rest[0] = r.rest[last]
		r.rest = r.rest[:last]
		sink(r.rest, 0)
		r.hits = append(r.hits, Hit{r.n - 1 - numberIn(key), float64(scoreIn(key))})
	}
	return r.hits[rank], true
}

func (x *Index) ranking(q Query) *ranking {
	n := len(x.messages)
	if q.Before > 0 {
		n = min(n, q.Before)
	}
	if n == 0 {
		return &ranking{}
	}
	day := words.DayOf(q.Now, q.ZoneMinutes)
	if last := &x.last; last.n == n && last.text == q.Text && last.reading == q.Reading && last.trust == q.Trust && last.leans == q.Leans && last.least == q.Least && last.day == day && last.zoneMinutes == q.ZoneMinutes && last.related == q.Related && sameSlice(last.meant, q.Meant) {
		return last
	}
	s := x.newSearch(n)
	s.related = q.Related
	a := s.read(q)
	x.last = ranking{q.Text, q.Reading, q.Trust, q.Leans, q.Least, day, n, q.ZoneMinutes, q.Related, q.Meant, nil, nil}
	if !s.isAbout(&a, &q) {
		return &x.last
	}
	total := x.scratch.slice(forTotal, n)
	s.addMatches(&a, total)
	s.addMeaning(&a, q.Meant, total)
	s.addFeedback(&a, total)
	s.addSpans(&a, q.ZoneMinutes, total)

	keys := x.scratch.keys[:0]
	for i := n - 1; i >= 0; i-- {
		if v := total[i]; v > 0 {
			keys = append(keys, keyOf(falling(v), n-1-i))
		}
	}
	x.scratch.keys = keys
	heap(keys)
	x.last.rest = keys
	return &x.last
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
	if a.counts && e.counts {
		v += countsWeight
	}
	if a.who && e.names {
		v += whoWeight
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
		total[i] += s.spanScore(a, i, zoneMinutes)
	}
}

// spanScore is what a message gains by the day it is of.
func (s *search) spanScore(a *question, i, zoneMinutes int) (best float32) {
	day := words.DayOf(s.x.messages[i].time, zoneMinutes)
	for _, d := range a.spans {
		if d.From <= day && day < d.To {
			best = spanWeight
		} else if d.To <= day && day < d.To+lateDays {
			best = max(best, spanWeight/2)
		}
	}
	return best
}
