package understand

// surveyed is where a history has the question's words. Only the question's words
// are looked for, so that a long history costs one pass and no memory.
type surveyed struct {
	seen       []sighting // for each word of the question
	pairs      int        // content words next to each other here and there
	topicFound int
	topicShare float32
	partial    bool // a name stands here without a part that it has there
	akin       bool // a word begins like one of the history and is not known
	prefixes   map[string]int
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
	maxQuestions   = 20
	maxAnswers     = 3
	maxAnswerBytes = 1200
	maxAskedBytes  = 500

	// prefixLength is how many letters words share that may be akin.
	prefixLength = 4
)

// survey looks for a question's content words in the first n exchanges.
func survey(c *conversation, n int, q []word) *surveyed {
	s := &surveyed{seen: make([]sighting, len(q))}
	if n == 0 {
		return s
	}
	places := make(map[string]int, len(q))
	s.prefixes = make(map[string]int, len(q))
	for i := range q {
		if _, there := places[q[i].stem]; !there && q[i].content() {
			places[q[i].stem] = i
			if q[i].specific() && len(q[i].text) >= prefixLength {
				s.prefixes[q[i].text[:prefixLength]] = i
			}
		}
	}
	pairs := make([]bool, len(q))
	from := max(0, n-maxQuestions)
	for i := range n {
		if i != 0 && i < from {
			continue
		}
		where := seenQuestion
		if i == 0 {
			where |= seenFirstQuestion
		}
		if i == n-1 {
			where |= seenLastQuestion
		}
		words := c.question(i).words
		s.mark(q, words, places, pairs, where)
		if i == n-1 || i == 0 {
			s.topic(words, places)
		}
		if i < n-maxAnswers {
			continue
		}
		where = seenAnswer
		if i == n-1 {
			where |= seenLastAnswer
		}
		s.mark(q, c.answer(i).words, places, pairs, where)
	}
	for i := range q {
		if first, there := places[q[i].stem]; there {
			s.seen[i] = s.seen[first]
		}
		if pairs[i] {
			s.pairs++
		}
	}
	return s
}

// mark notes which of the question's words are among others.
func (s *surveyed) mark(q, words []word, places map[string]int, pairs []bool, where sighting) {
	before := -1
	for i := range words {
		if !words[i].content() {
			before = -1
			continue
		}
		at, there := places[words[i].stem]
		if !there {
			if w := &words[i]; len(w.text) >= prefixLength && w.specific() && !s.akin {
				_, s.akin = s.prefixes[w.text[:prefixLength]]
			}
			// "Wallace" where the history has "Alfred Wallace".
			if before >= 0 && q[before].capital && words[i].capital && words[i].gap == space && words[i-1].capital && words[i].specific() && single(q, before) {
				s.partial = true
			}
			before = -1
			continue
		}
		if i > 0 && words[i].capital && words[i].gap == space && words[i-1].capital && words[i-1].specific() && before < 0 && single(q, at) {
			s.partial = true
		}
		s.seen[at] |= where
		if before >= 0 && at == before+1 && words[i].gap == space {
			pairs[at] = true
		}
		before = at
	}
}

// topic finds how many of the words that name a question's topic are in this one.
func (s *surveyed) topic(words []word, places map[string]int) {
	all, found := 0, 0
	for i := range words {
		if words[i].specific() {
			all++
			if _, there := places[words[i].stem]; there {
				found++
			}
		}
	}
	s.topicFound += found
	if all > 0 {
		s.topicShare = max(s.topicShare, float32(found)/float32(all))
	}
}

// clip cuts a text to its beginning.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xc0 == 0x80 {
		most--
	}
	return text[:most]
}

// single is true of a capital word that has no other at its side.
func single(q []word, i int) bool {
	return q[i].capital && q[i].specific() && !(i > 0 && q[i].gap == space && q[i-1].capital && q[i-1].content()) &&
		!(i+1 < len(q) && q[i+1].gap == space && q[i+1].capital)
}
