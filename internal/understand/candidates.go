package understand

import "strings"

// A candidate is a phrase of the history that a question may have left out.
type candidate struct {
	text  string
	key   string // its stems in a row
	stems []string

	inQuestions, inAnswers int // how many messages have it
	lastExchange           int
	places                 candidatePlace
	words                  int
	named, plural          bool
	specific, relational   int
	owner                  bool // "throat cancer's symptoms"
	carried                bool // was added to the question before this one
	carriedLong            bool // to an earlier one
	dated                  bool // has a number or a month
	person                 bool // begins with a given name
	around                 int  // how many messages have its last word
	afterOf                bool // stands behind "of", "about", "for"
	subject                bool // opens a sentence of an answer
}

type candidatePlace uint16

const (
	inLastQuestion candidatePlace = 1 << iota
	inLastAnswer
	inFirstQuestion
	firstOfLastQuestion
	lastOfLastQuestion
	firstOfLastAnswer
	lastOfLastAnswer
	quotedPhrase
)

// How much of the history is searched for what a question leaves out.
const (
	maxPhraseExchanges = 12
	maxPhraseAnswers   = 5
)

// candidates lists the phrases of the first n exchanges. Phrases with the same
// words are one.
func candidates(c *conversation, n int) []candidate {
	var out []candidate
	places := make(map[string]int)
	heads := make(map[string]int)
	add := func(m *message, text string, exchange int, where candidatePlace, answer bool) {
		m.gather(text, answer)
		for i := range m.phrases {
			out = merge(out, places, &m.phrases[i], exchange, where, answer)
		}
		for _, stem := range m.stems {
			heads[stem]++
		}
	}
	from := max(0, n-maxPhraseExchanges)
	for i := range n {
		if i > 0 && i < from {
			continue
		}
		where := candidatePlace(0)
		if i == 0 {
			where |= inFirstQuestion
		}
		if i == n-1 {
			where |= inLastQuestion | firstOfLastQuestion | lastOfLastQuestion
		}
		add(c.question(i), c.history[i].Question, i, where, false)
		if i >= n-maxPhraseAnswers {
			where = 0
			if i == n-1 {
				where = inLastAnswer | firstOfLastAnswer | lastOfLastAnswer
			}
			add(c.answer(i), c.history[i].Answer, i, where, true)
		}
	}
	for i := range out {
		out[i].around = heads[out[i].stems[len(out[i].stems)-1]]
	}
	return out
}

// merge adds a message's phrase to the candidates. Of the places of the message the
// phrase gets those that it has within it.
func merge(out []candidate, places map[string]int, p *candidate, exchange int, where candidatePlace, answer bool) []candidate {
	const within = firstOfLastQuestion | lastOfLastQuestion | firstOfLastAnswer | lastOfLastAnswer
	k, there := places[p.key]
	if !there {
		k = len(out)
		places[p.key] = k
		out = append(out, *p)
		out[k].places = 0
	}
	old := &out[k]
	old.lastExchange = exchange
	old.places |= where&^within | where&p.places | p.places&quotedPhrase
	old.named = old.named || p.named
	old.subject = old.subject || p.subject
	old.afterOf = old.afterOf || p.afterOf
	if answer {
		old.inAnswers++
	} else {
		old.inQuestions++
	}
	return out
}

// gather finds a message's phrases and stems.
func (m *message) gather(text string, answer bool) {
	if m.gathered {
		return
	}
	m.gathered = true
	phrases := nounPhrases(nil, text, m.words)
	seen := make(map[string]bool, len(m.words))
	for i := range m.words {
		if s := m.words[i].stem; m.words[i].content() && !seen[s] {
			seen[s] = true
			m.stems = append(m.stems, s)
		}
	}
	for i := range phrases {
		c := newCandidate(&phrases[i], m.words, answer)
		if len(c.stems) == 0 {
			continue
		}
		if i == 0 {
			c.places |= firstOfLastQuestion | firstOfLastAnswer
		}
		if i == len(phrases)-1 {
			c.places |= lastOfLastQuestion | lastOfLastAnswer
		}
		m.phrases = append(m.phrases, c)
	}
}

func newCandidate(p *nounPhrase, words []word, answer bool) candidate {
	c := candidate{text: p.text, words: len(p.words)}
	for k := range p.words {
		w := &p.words[k]
		if !w.content() {
			continue
		}
		c.stems = append(c.stems, w.stem)
		c.named = c.named || w.capital && (w.gap != sentence || w.specific())
		if w.specific() {
			c.specific++
		}
		if w.is(relational) {
			c.relational++
		}
		c.dated = c.dated || w.is(digits|calendar)
	}
	tail := &p.words[len(p.words)-1]
	c.plural = strings.HasSuffix(tail.text, "s") && tail.stem != tail.text
	c.owner = tail.possessive
	if p.words[0].gap == quote {
		c.places |= quotedPhrase
	}
	c.key = strings.Join(c.stems, " ")
	c.person = c.named && p.words[0].is(given)
	c.subject = answer && p.words[0].gap == sentence
	if before := p.before(words); before != nil {
		c.afterOf = before.is(preposition)
	}
	return c
}

// before returns the word in front of a phrase, without its article; nil if the
// phrase opens a sentence.
func (p *nounPhrase) before(words []word) *word {
	for i := p.first; i > 0 && words[i].gap == space; {
		i--
		if !words[i].is(article) {
			return &words[i]
		}
	}
	return nil
}
