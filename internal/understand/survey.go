package understand

import "strings"

// surveyed is where a history has the question's words. Only the question's words
// are looked for, so that a long history costs one pass.
type surveyed struct {
	q         []word
	seen      []sighting // for each word of the question
	pairs     []bool     // stands next to the word before it there too
	sieve     uint64     // of the question's stems
	topics    int        // how many words of the first and last question's topics are here
	topicHalf bool       // half of such a topic is
	partial   bool       // a name stands here without a part that it has there
	akin      bool       // a word begins like one of the history and is not known
	// fields are those of the questions, firstFields of the first.
	fields, firstFields field
}

type sighting byte

const (
	seenLastQuestion sighting = 1 << iota
	seenFirstQuestion
	seenQuestion
	seenLastAnswer
	seenAnswer
)

func (s *surveyed) known(i int) bool { return s.seen[i] != 0 }

// How much of a history is looked at.
const (
	maxAnswers = 3
	// maxSurveyed is how many words of a question are looked for.
	maxSurveyed = 200
	// prefixLength is how many letters words share that may be akin.
	prefixLength = 4
)

// survey looks for a question's content words in the first n exchanges.
func survey(c *conversation, n int, q []word) *surveyed {
	s := &surveyed{q: q[:min(len(q), maxSurveyed)], seen: make([]sighting, len(q)), pairs: make([]bool, len(q))}
	for i := range s.q {
		if q[i].kind&function == 0 {
			s.sieve |= 1 << (q[i].root & 63)
		}
	}
	for i := range n {
		if i != 0 && i < n-Window {
			continue
		}
		where := seenQuestion
		if i == 0 {
			where |= seenFirstQuestion
		}
		if i == n-1 {
			where |= seenLastQuestion
		}
		words := c.question(i)
		s.fields |= fieldsOf(words)
		s.look(c, &c.asked[i], words, where)
		if i == 0 {
			s.firstFields = s.fields
		}
		if i == n-1 || i == 0 {
			s.topic(words)
		}
		if i < n-maxAnswers {
			continue
		}
		where = seenAnswer
		if i == n-1 {
			where |= seenLastAnswer
		}
		words = c.answer(i)
		s.look(c, &c.answers[i], words, where)
	}
	for i := range s.q {
		if first := s.place(&q[i]); first >= 0 {
			s.seen[i] = s.seen[first]
		}
	}
	return s
}

// look notes which of the question's words a message has: by its words, or in its
// text if what divides them is not known.
func (s *surveyed) look(c *conversation, m *message, words []word, where sighting) {
	if !c.language.pieces {
		s.mark(words, where)
		return
	}
	text := lowered(m.text)
	for i := range s.q {
		w := &s.q[i]
		if !w.content() || !strings.Contains(text, w.text) {
			continue
		}
		s.seen[i] |= where
		if i > 0 && w.gap == space && s.seen[i-1]&where != 0 {
			s.pairs[i] = true
		}
	}
}

// place returns where the question has a word first, -1 if it has not.
func (s *surveyed) place(w *word) int {
	if s.sieve>>(w.root&63)&1 != 0 && w.kind&function == 0 {
		for i := range s.q {
			if s.q[i].root == w.root && s.q[i].kind&function == 0 {
				return i
			}
		}
	}
	return -1
}

// mark notes which of the question's words are among others.
func (s *surveyed) mark(words []word, where sighting) {
	before := -1
	for i := range words {
		w := &words[i]
		if w.kind&function != 0 {
			before = -1
			continue
		}
		at := -1
		if s.sieve>>(w.root&63)&1 != 0 {
			at = s.place(w)
		}
		if at < 0 {
			if !s.akin && len(w.text) >= prefixLength && w.specific() {
				s.akin = s.begins(w)
			}
			// "Wallace" where the history has "Alfred Wallace".
			if before >= 0 && w.capital && s.q[before].capital && w.gap == space && words[i-1].capital && w.specific() && single(s.q, before) {
				s.partial = true
			}
			before = -1
			continue
		}
		if i > 0 && w.capital && w.gap == space && words[i-1].capital && words[i-1].specific() && before < 0 && single(s.q, at) {
			s.partial = true
		}
		s.seen[at] |= where
		if before >= 0 && at == before+1 && w.gap == space {
			s.pairs[at] = true
		}
		before = at
	}
}

// begins is true if a topic word of the question begins like another.
func (s *surveyed) begins(other *word) bool {
	c := other.text[0]
	for i := range s.q {
		if w := &s.q[i]; w.text[0] == c && len(w.text) >= prefixLength && w.text[:prefixLength] == other.text[:prefixLength] && w.specific() {
			return true
		}
	}
	return false
}

// topic finds how many of the words that name a question's topic are in this one.
func (s *surveyed) topic(words []word) {
	all, found := 0, 0
	for i := range words {
		if words[i].specific() {
			all++
			if s.place(&words[i]) >= 0 {
				found++
			}
		}
	}
	s.topics += found
	s.topicHalf = s.topicHalf || found > 0 && 2*found >= all
}

// single is true of a capital word that has no other at its side.
func single(q []word, i int) bool {
	return q[i].capital && q[i].specific() && !(i > 0 && q[i].gap == space && q[i-1].capital && q[i-1].kind&function == 0) &&
		!(i+1 < len(q) && q[i+1].gap == space && q[i+1].capital)
}
