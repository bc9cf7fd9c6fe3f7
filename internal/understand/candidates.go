package understand

import "strings"

// A candidate is a phrase of the history that a question may have left out.
type candidate struct {
	text  string
	stems []root // of its content words
	fixed attributes

	inQuestions, inAnswers int // how many messages have it
	first, last            int // the exchanges
	lastPlace              attributes
	carriedTo              int // the last exchange to whose question it was added, -1 if none
}

// attributes are what is known of a candidate, a bit each. The order is that of
// the weights.
type attributes uint64

const (
	aAlways attributes = 1 << iota

	// What it is.
	aWords1
	aWords2
	aWords3
	aWords4
	aNamed
	aPlural
	aNoTopic
	aOneTopic
	aRelational
	aOnlyRelational
	aOwner  // "throat cancer's symptoms"
	aDated  // has a number or a month
	aPerson // begins with a given name
	aQuoted
	aSubject // opens a sentence of an answer
	aAfterOf // stands behind "of", "about", "for"

	// Where it stands.
	aFirstOfMessage
	aLastOfMessage
	aInLastQuestion
	aInLastAnswer
	aFirstOfLastQuestion
	aLastOfLastQuestion
	aFirstOfLastAnswer
	aLastOfLastAnswer
	aInFirstQuestion
	aInFirstAnswer
	aAge1
	aAge2
	aAge5

	// How often.
	aTwiceAsked
	aOftenAsked
	aTwiceAnswered
	aOftenAnswered
	aNeverAsked
	aAround2 // messages that have its last word
	aAround3
	aAround5
	aTopName // the name that most messages have

	// What it has to do with the question.
	aSharesWord
	aSharesHead
	aHead // is of the kind that "this film", "the experiment" says
	aCarried
	aCarriedLong

	aEnd
)

// A phraseBook has the candidates of a conversation up to an exchange. Phrases
// with the same words are one.
type phraseBook struct {
	all    []candidate
	byKey  places
	stems  places
	counts []stemCount
	buffer []root // of the candidates' stems
	marked int    // messages read
	top    int    // of the name that most messages have
}

// stemCount is how many messages have a stem, and the last of them.
type stemCount struct{ messages, last int }

// add reads an exchange.
func (b *phraseBook) add(c *conversation, exchange int) {
	b.message(&c.asked[exchange], c.question(exchange), exchange, false)
	b.message(&c.answers[exchange], c.answer(exchange), exchange, true)
	b.top = -1
	for i := range b.all {
		if k := &b.all[i]; k.fixed&aNamed != 0 && k.fixed&aDated == 0 && (b.top < 0 || b.around(k) > b.around(&b.all[b.top])) {
			b.top = i
		}
	}
}

func (b *phraseBook) message(m *message, words []word, exchange int, answer bool) {
	b.marked++
	for i := range words {
		if words[i].kind&function != 0 {
			continue
		}
		at, fresh := b.stems.add(words[i].root)
		if fresh {
			b.counts = append(b.counts, stemCount{})
		}
		if k := &b.counts[at]; k.last != b.marked {
			k.last = b.marked
			k.messages++
		}
	}
	phrases := nounPhrases(words)
	for i, p := range phrases {
		k := b.candidate(m.text, words, p, answer)
		if len(k.stems) == 0 {
			continue
		}
		if i == 0 {
			k.lastPlace = aFirstOfMessage
		}
		if i == len(phrases)-1 {
			k.lastPlace |= aLastOfMessage
		}
		k.first, k.last, k.carriedTo = exchange, exchange, -1
		b.merge(&k, answer)
	}
}

// merge adds a message's phrase. What is true of one place where it stands is true
// of it.
func (b *phraseBook) merge(k *candidate, answer bool) {
	key := hashSeed
	for _, s := range k.stems {
		key = key*31 + s
	}
	at, fresh := b.byKey.add(key)
	if fresh {
		b.all = append(b.all, *k)
	}
	old := &b.all[at]
	if answer {
		old.inAnswers++
	} else {
		old.inQuestions++
	}
	old.fixed |= k.fixed & (aNamed | aSubject | aAfterOf | aQuoted)
	if old.last != k.last {
		old.lastPlace = 0
	}
	place := aInLastQuestion | k.lastPlace&aFirstOfMessage<<4 | k.lastPlace&aLastOfMessage<<4
	if answer {
		place = aInLastAnswer | k.lastPlace&aFirstOfMessage<<6 | k.lastPlace&aLastOfMessage<<6
	}
	if k.last == 0 {
		if answer {
			old.fixed |= aInFirstAnswer
		} else {
			old.fixed |= aInFirstQuestion
		}
	}
	if fresh {
		old.lastPlace = 0
	}
	old.last = k.last
	old.lastPlace |= place
}

// around returns how many messages have the last word of a phrase.
func (b *phraseBook) around(k *candidate) int {
	return b.counts[b.stems.find(k.stems[len(k.stems)-1])].messages
}

func (b *phraseBook) candidate(text string, words []word, p nounPhrase, answer bool) candidate {
	k := candidate{text: p.in(text, words), fixed: aAlways}
	specific, begin := 0, len(b.buffer)
	for i := p.from; i < p.to; i++ {
		w := &words[i]
		if w.kind&function != 0 {
			continue
		}
		b.buffer = append(b.buffer, w.root)
		if w.capital && (w.gap != sentence || w.specific()) {
			k.fixed |= aNamed
		}
		if w.specific() {
			specific++
		}
		if w.kind&relational != 0 {
			k.fixed |= aRelational
		}
		if w.kind&(digits|calendar) != 0 {
			k.fixed |= aDated
		}
	}
	k.stems = b.buffer[begin:len(b.buffer):len(b.buffer)]
	k.fixed |= aWords1 << (min(p.to-p.from, 4) - 1)
	if k.fixed&aNamed == 0 && specific == 0 {
		k.fixed |= aNoTopic
		if k.fixed&aRelational != 0 {
			k.fixed |= aOnlyRelational
		}
	}
	if specific == 1 {
		k.fixed |= aOneTopic
	}
	head, tail := &words[p.from], &words[p.to-1]
	if strings.HasSuffix(tail.text, "s") && stemLength(tail.text) < len(tail.text) {
		k.fixed |= aPlural
	}
	if tail.possessive {
		k.fixed |= aOwner
	}
	if head.gap == quote {
		k.fixed |= aQuoted
	}
	if k.fixed&aNamed != 0 && head.kind&given != 0 {
		k.fixed |= aPerson
	}
	if answer && head.gap == sentence {
		k.fixed |= aSubject
	}
	for i := p.from; i > 0 && words[i].gap == space; {
		i--
		if words[i].kind&article == 0 {
			if words[i].kind&preposition != 0 {
				k.fixed |= aAfterOf
			}
			break
		}
	}
	return k
}
