package recall

import (
	"math"
	"slices"
	"strings"

	"burrow/internal/words"
)

// A Query asks for the messages that a question needs.
type Query struct {
	Text string
	// Reading is the question as it was understood, if otherwise than it stands. What
	// it has beyond Text counts by Trust, from 0 to 1; what Text has counts in full,
	// so that a wrong reading does not lose it.
	Reading string
	Trust   float32
	// Leans is how much the words of the last two messages count, from 0 to 1: those
	// of the exchange that the question follows.
	Leans       float32
	Now         int64            // Unix milliseconds; what "last week" is counted from
	ZoneMinutes int              // minutes east of UTC, for what day a message is of
	Before      int              // only messages numbered below, as if there were no others; 0 = all
	Skip        func(i int) bool // messages that are in the prompt anyway; nil = none
	DayCost     int              // what Pick pays for the first message of each day, for a line with the date
	Related     *Related         // words that stand for others; nil = only those of a small list
	// Meant is how close each message is to the question in what it means, whatever its
	// words: the cosine of their vectors, 0 where there is none. Nil, and what is short
	// of the messages, go by words alone.
	Meant []float32
	// Least is how much of the question the conversation must hold for anything to be
	// found, in words that one message has: see LeastHeld. 0 asks for no more than a word.
	Least float32
	// Corrected returns the messages that correct message i, without what is in the
	// prompt anyway; nil = none.
	Corrected func(i int) []int
}

// A concept is a word of the question, or of the messages found first, with the
// terms that may stand for it.
type concept struct {
	variants []variant // the word itself first, if any message has it
	weight   float32   // by how rare it is
	alone    float32   // by how rare the word itself is, without those that may stand for it
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
	terms    []string // its words that some message has
	unknown  []string // and those that none has as they are
	concepts []concept
	named    []int32       // the terms of the speakers it names
	role     byte          // 'u' or 'a' if it is about what the user or the assistant said
	spans    []words.Range // the days it names
	when     bool          // asks when
	counts   bool          // asks for a number
	who      bool          // asks for a name
	recent   bool          // asks about the last time
	shared   bool          // asks for what was, or for what is ours
	orders   bool          // asks nothing: "Write a poem"
}

// Words of questions that ask for a number, for a name, and for what was or is ours.
const (
	countWords  = " much many cost price long far number amount size percentage share rate expensive big large often sum total date day deadline time quanto quanta quanti quante quando viel viele wann kosten combien quand prix cuanto cuanta cuantos cuantas cuando precio "
	whoWords    = " who whom whose company firm name called chi wer wem qui quien quienes "
	sharedWords = " we us our ours my mine did was were had wir uns unser unsere unserem unseren unserer mein meine meinem meinen meiner hatte hatten waren nous nos notre mon mes avons avait etait " +
		"nosotros nuestro nuestra nuestros nuestras mi mis fue habia abbiamo nostro nostra nostri nostre mio mia miei mie era "
)

// read understands the query. It is part of a search, whose messages decide what is
// rare and who speaks.
func (s *search) read(q Query) (a question) {
	today := words.DayOf(q.Now, q.ZoneMinutes)
	s.readText(&a, q.Text, 1, today)
	a.orders = isOrder(s.x.tokens(q.Text), q.Text)
	if q.Trust > 0 {
		s.readText(&a, q.Reading, q.Trust, today)
	}
	if q.Leans > 0 {
		s.leanOn(&a, q.Leans)
		a.counts, a.who = false, false // "How long did that take?" has too little else
	}
	return a
}

// readText adds what a text asks for to a question, by weight. Who and when it names
// counts if nobody and no day was named before.
func (s *search) readText(a *question, text string, weight float32, today words.Day) {
	written := s.x.tokens(text)
	spans, relative := readDates(written, today)
	if len(a.spans) == 0 {
		a.spans = spans
	}
	if a.role == 0 {
		a.role = roleMeant(written)
	}
	known, unknown, nobody := len(a.terms), len(a.unknown), len(a.named) == 0
	for i, w := range written {
		text := w.stem
		a.counts = a.counts || strings.Contains(countWords, " "+w.Text+" ")
		a.shared = a.shared || strings.Contains(sharedWords, " "+w.Text+" ")
		a.who = a.who || strings.Contains(whoWords, " "+w.Text+" ")
		switch w.Text {
		case "when":
			a.when, a.counts = true, true
		case "recent", "recently", "lately", "latest", "currently", "nowadays":
			a.recent = true
		}
		id, there := s.x.stems[text]
		switch {
		case text == "" || relative[i] || slices.Contains(a.terms, text) || slices.Contains(a.unknown, text):
		case there && slices.Contains(s.names, id):
			// A name is in too many messages to be a word like others.
			if nobody {
				a.named = append(a.named, id)
			}
		case there && len(s.postings(id)) > 0:
			a.terms = append(a.terms, text)
		case len(a.unknown) < maxConcepts:
			a.unknown = append(a.unknown, text)
		}
	}
	s.addConcepts(a, a.terms[known:], a.unknown[unknown:], weight)
}

// The words of the exchange before that a question may lean on are the rarest of
// each message: of a long answer these are names and numbers.
const (
	leanMessages = 2
	leanWords    = 8
)

// leanOn adds the words of the last exchange to what a question asks for.
func (s *search) leanOn(a *question, weight float32) {
	for i := max(0, s.n-leanMessages); i < s.n; i++ {
		var keys []uint64
		for _, id := range s.x.termsOf(i) {
			// A word of that message only finds nothing.
			if n := len(s.postings(id)); n > 1 && !slices.Contains(s.names, id) && !a.asksFor(id) {
				keys = append(keys, keyOf(uint32(n), int(id)))
			}
		}
		sortKeys(keys)
		for _, key := range keys[:min(len(keys), leanWords)] {
			s.addConcept(a, s.x.terms[numberIn(key)].text, weight)
		}
	}
}

// addConcepts adds what terms ask for, and words that are in no message as they are.
// Of too many the rarest count.
func (s *search) addConcepts(a *question, terms, unknown []string, weight float32) {
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
	for _, list := range [...][]string{terms, unknown} {
		for _, text := range list {
			s.addConcept(a, text, weight)
		}
	}
}

func (s *search) addConcept(a *question, text string, weight float32) {
	var c concept
	id, there := s.x.stems[text]
	if there && len(s.postings(id)) > 0 {
		c.variants = append(c.variants, variant{id, 1})
	}
	c.variants = s.addAlike(c.variants, text)
	c.variants = s.addRelated(c.variants, text)
	c.variants = s.addNear(c.variants, text)
	if len(c.variants) == 0 {
		return
	}
	c.weight = s.rarity(c.variants)
	// The word itself keeps what it is worth alone.
	if there && c.variants[0].id == id && c.weight > 0 {
		c.variants[0].weight = min(s.rarity(c.variants[:1])/c.weight, 2)
	}
	c.weight *= weight
	count := 0
	if there {
		count = len(s.postings(id))
	}
	c.alone = weight * s.rarityOf(float64(count))
	a.concepts = append(a.concepts, c)
}

// rarity is BM25's inverse document frequency. Variants count by their weight, so
// that a word with many of them is not taken for a rare one.
func (s *search) rarity(all []variant) float32 {
	count := float64(len(s.postings(all[0].id)))
	for _, v := range all[1:] {
		count += float64(v.weight) * float64(len(s.postings(v.id)))
	}
	return s.rarityOf(min(count, float64(s.n)))
}

// rarityOf is the rarity of a word that so many messages have.
func (s *search) rarityOf(count float64) float32 {
	return float32(math.Log(1 + (float64(s.n)-count+0.5)/(count+0.5)))
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
