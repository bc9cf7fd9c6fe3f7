package recall

import (
	"math"
	"slices"

	"burrow/internal/words"
)

// A Query asks for the messages that a question needs.
type Query struct {
	Text        string
	Now         int64            // Unix milliseconds; what "last week" is counted from
	ZoneMinutes int              // minutes east of UTC, for what day a message is of
	Before      int              // only messages numbered below, as if there were no others; 0 = all
	Skip        func(i int) bool // messages that are in the prompt anyway; nil = none
	DayCost     int              // what Pick pays for the first message of each day, for a line with the date
}

// A concept is a word of the question, or of the messages found first, with the
// terms that may stand for it.
type concept struct {
	variants []variant // the word itself first, if any message has it
	weight   float32   // by how rare it is
}

// A variant is a term that counts as part of another.
type variant struct {
	id     int32
	weight float32
}

// maxConcepts bounds the work for a long question.
const maxConcepts = 32

// A question is what was understood of a query's text.
type question struct {
	concepts []concept
	named    []int32       // the terms of the speakers it names
	role     byte          // 'u' or 'a' if it is about what the user or the assistant said
	spans    []words.Range // the days it names
	when     bool          // asks when
	recent   bool          // asks about the last time
}

// read understands the query's text. It is part of a search, whose messages
// decide what is rare and who speaks.
func (s *search) read(q Query) question {
	var a question
	written := s.x.tokens(q.Text)
	var relative []bool
	a.spans, relative = readDates(written, words.DayOf(q.Now, q.ZoneMinutes))
	a.role = roleMeant(written)
	var terms, unknown []string
	for i, w := range written {
		text := w.stem
		switch w.Text {
		case "when":
			a.when = true
		case "recent", "recently", "lately", "latest", "currently", "nowadays":
			a.recent = true
		}
		id, there := s.x.stems[text]
		switch {
		case text == "" || relative[i] || slices.Contains(terms, text) || slices.Contains(unknown, text):
		case there && slices.Contains(s.names, id):
			// A name is in too many messages to be a word like others.
			a.named = append(a.named, id)
		case there && len(s.postings(id)) > 0:
			terms = append(terms, text)
		case len(unknown) < maxConcepts:
			unknown = append(unknown, text)
		}
	}
	a.concepts = s.concepts(terms, unknown)
	return a
}

// concepts returns what the terms of a question ask for; unknown ones are in no
// message as they are. Of too many the rarest count.
func (s *search) concepts(terms, unknown []string) []concept {
	if len(terms) > maxConcepts {
		keys := make([]uint64, len(terms))
		for i, text := range terms {
			keys[i] = keyOf(uint32(len(s.postings(s.x.stems[text]))), i)
		}
		sortKeys(keys)
		rarest := make([]string, maxConcepts)
		for i := range rarest {
			rarest[i] = terms[numberIn(keys[i])]
		}
		terms, unknown = rarest, nil
	}
	var all []concept
	for _, text := range append(terms, unknown...) {
		var c concept
		if id, there := s.x.stems[text]; there && len(s.postings(id)) > 0 {
			c.variants = append(c.variants, variant{id, 1})
		}
		c.variants = s.addAlike(c.variants, text)
		c.variants = s.addRelated(c.variants, text)
		if len(c.variants) > 0 {
			c.weight = s.rarity(c.variants)
			// The word itself keeps what it is worth alone.
			if id, there := s.x.stems[text]; there && c.variants[0].id == id && c.weight > 0 {
				c.variants[0].weight = min(s.rarity(c.variants[:1])/c.weight, 2)
			}
			all = append(all, c)
		}
	}
	return all
}

// rarity is BM25's inverse document frequency. Variants count by their weight, so
// that a word with many of them is not taken for a rare one.
func (s *search) rarity(all []variant) float32 {
	count := float64(len(s.postings(all[0].id)))
	for _, v := range all[1:] {
		count += float64(v.weight) * float64(len(s.postings(v.id)))
	}
	n := float64(s.n)
	count = min(count, n)
	return float32(math.Log(1 + (n-count+0.5)/(count+0.5)))
}

// roleMeant reads "my" and "I" as the user, "you" as the assistant, whichever
// comes first; "do you remember what I said" is about the user.
func roleMeant(written []token) byte {
	role := byte(0)
	for i, w := range written {
		switch w.Text {
		case "my", "mine", "our":
			return 'u'
		case "i", "me", "we":
			if role == 0 {
				role = 'u'
			}
		case "you", "your":
			if role == 0 && !(i > 0 && isPolite(written[i-1].Text)) {
				role = 'a'
			}
		}
	}
	return role
}

// isPolite is true of what stands before "you" in a request.
func isPolite(w string) bool {
	switch w {
	case "do", "can", "could", "will", "would":
		return true
	}
	return false
}
