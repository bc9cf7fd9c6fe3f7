package understand

import (
	"strings"
)

// A candidate is a phrase of the history that a question may have left out.
type candidate struct {
	text  string
	stems []root // of its content words
	fixed attributes
	// article is true if it stands behind one, other if it does something to a "him"
	// that is somebody else: "Laemmle told him", odd if it has a verb in it or is
	// a part of a phrase.
	article, other, odd bool

	inQuestions, inAnswers int // how many messages have it
	first, last            int // the exchanges
	lastPlace              attributes
	sentence               int // the last one that has it
	acts                   int // how often it does or owns something
	carriedTo              int // the last exchange to whose question it was added, -1 if none
}

// attributes are what is known about a candidate, a bit each, in the order of the
// weights.
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
	aActs    // a verb follows: a person does, a place does not
	aPlace   // stands behind "in", "at", "from", "to"
	aAllNamed
	aOnlyDated
	aPartOfLonger // is a word of a longer name
	aFuller       // is a name of which a word stands alone elsewhere
	aThe
	aHasName   // has a name within, which is a candidate too
	aHeFollows // "he" or "she" comes after it

	// Where it stands.
	aInLastQuestion
	aInLastAnswer
	aFirstOfLastQuestion
	aLastOfLastQuestion
	aFirstOfLastAnswer
	aLastOfLastAnswer
	aInShortAnswer
	aInLastSaid // in the last answer that names something
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
	aTopName  // the name that most messages have
	aTopAgent // the name that does most
	aFirstName
	aLastAgent // the last name that does something

	// What it has to do with the question.
	aSharesWord
	aSharesHead
	aHead       // is of the kind that "this film", "the experiment" says
	aNearShared // its sentence has a word of the question
	aCarried
	aCarriedLong

	aEnd
)

// A phraseBook has the candidates of a conversation up to an exchange. Phrases
// with the same words are one.
type phraseBook struct {
	all      []candidate
	byKey    roots
	stems    roots
	counts   []stemCount
	buffer   []root // of the candidates' stems
	marked   int    // messages read
	sentence int    // sentences read
	said     int    // the last exchange whose answer names something

	// Names that stand out, -1 if there is none: which most messages have, which
	// does most, which came first, which did something last.
	top, agent, firstName, lastAgent int
}

// stemCount is how many messages have a stem, the last of them and the last
// sentence, and whether it is a phrase of its own or part of a longer name.
type stemCount struct {
	_                        [0]func() // not to be compared
	messages, last, sentence int
	alone, inLonger          bool
}

// add reads an exchange.
func (b *phraseBook) add(c *conversation, exchange int) {
	b.message(&c.asked[exchange], c.question(exchange), exchange, false)
	b.message(&c.answers[exchange], c.answer(exchange), exchange, true)
	b.top, b.agent, b.firstName, b.lastAgent = -1, -1, -1, -1
	for i := range b.all {
		k := &b.all[i]
		for _, s := range k.stems {
			of := b.count(s)
			k.fixed |= when(len(k.stems) == 1 && of.inLonger, aPartOfLonger) | when(len(k.stems) > 1 && k.fixed&aNamed != 0 && of.alone, aFuller)
		}
		if k.fixed&aNamed == 0 || k.fixed&aDated != 0 {
			continue
		}
		if b.top < 0 || b.around(k) > b.around(&b.all[b.top]) {
			b.top = i
		}
		if k.fixed&aAllNamed == 0 {
			continue
		}
		if b.firstName < 0 {
			b.firstName = i
		}
		if k.acts == 0 {
			continue
		}
		if b.agent < 0 || k.acts > b.all[b.agent].acts || k.acts == b.all[b.agent].acts && b.around(k) > b.around(&b.all[b.agent]) {
			b.agent = i
		}
		if b.lastAgent < 0 || k.sentence >= b.all[b.lastAgent].sentence {
			b.lastAgent = i
		}
	}
}

// count returns the count of a stem that was read.
func (b *phraseBook) count(s root) *stemCount { return &b.counts[b.stems.find(s)] }

func (b *phraseBook) message(m *message, words []word, exchange int, answer bool) {
	b.marked++
	for i := range words {
		if words[i].gap == sentence {
			b.sentence++
		}
		if words[i].kind&function != 0 {
			continue
		}
		at, fresh := b.stems.add(words[i].root)
		if fresh {
			b.counts = append(b.counts, stemCount{})
		}
		b.counts[at].sentence = b.sentence
		if k := &b.counts[at]; k.last != b.marked {
			k.last = b.marked
			k.messages++
		}
	}
	phrases := nounPhrases(words)
	if answer && len(phrases) > 0 {
		b.said = exchange
	}
	name := -1 // the last name that "he" may stand for
	for i, p := range phrases {
		place := aInLastQuestion | when(i == 0, aFirstOfLastQuestion) | when(i == len(phrases)-1, aLastOfLastQuestion)
		if answer {
			place = aInLastAnswer | when(i == 0, aFirstOfLastAnswer) | when(i == len(phrases)-1, aLastOfLastAnswer) | when(len(phrases) <= 3, aInShortAnswer)
		}
		names := namesWithin(words, p)
		for n, part := range append(names, p) {
			k := b.candidate(m.text, words, part, answer)
			if len(k.stems) == 0 {
				continue
			}
			k.fixed |= when(n == len(names) && n > 0, aHasName)
			k.odd = k.odd || part.to < p.to && part.to-part.from == 1 // "Afra" of "the Afra tanker scale"
			k.lastPlace = place
			k.first, k.last, k.carriedTo, k.sentence = exchange, exchange, -1, b.count(k.stems[0]).sentence
			if at := b.merge(&k, answer); k.fixed&aAllNamed != 0 && (k.fixed&(aActs|aOwner|aSubject) != 0 || name < 0) {
				name = at
			}
		}
		until := len(words)
		if i+1 < len(phrases) {
			until = phrases[i+1].from
		}
		for j := p.to; j < until && name >= 0; j++ {
			b.all[name].fixed |= when(mHe <= words[j].mark && words[j].mark <= mHis, aHeFollows)
		}
	}
}

// when returns attributes if they are there.
func when(there bool, a attributes) attributes {
	if there {
		return a
	}
	return 0
}

// merge adds a message's phrase. What is true of one place where it stands is true
// of it. It returns the phrase's place.
func (b *phraseBook) merge(k *candidate, answer bool) int {
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
	if old.fixed&aNamed < k.fixed&aNamed {
		old.text = k.text // as it is written as a name
	}
	old.fixed |= k.fixed & (aNamed | aAllNamed | aSubject | aAfterOf | aQuoted | aActs | aPlace | aOwner | aThe)
	old.article, old.other = old.article || k.article, old.other || k.other
	old.odd = old.odd && k.odd
	if old.last != k.last || fresh {
		old.lastPlace = 0
	}
	if k.last == 0 {
		old.fixed |= when(answer, aInFirstAnswer) | when(!answer, aInFirstQuestion)
	}
	old.last, old.sentence = k.last, k.sentence
	old.lastPlace |= k.lastPlace
	if k.fixed&(aActs|aOwner) != 0 {
		old.acts++
	}
	for _, s := range k.stems {
		of := b.count(s)
		of.alone = of.alone || len(k.stems) == 1
		of.inLonger = of.inLonger || len(k.stems) > 1 && k.fixed&aNamed != 0
	}
	return at
}

// around returns how many messages have the last word of a phrase.
func (b *phraseBook) around(k *candidate) int {
	return b.count(k.stems[len(k.stems)-1]).messages
}

func (b *phraseBook) candidate(text string, words []word, p nounPhrase, answer bool) candidate {
	k := candidate{text: p.in(text, words), fixed: aAlways}
	specific, begin, capitals := 0, len(b.buffer), 0
	for i := p.from; i < p.to; i++ {
		w := &words[i]
		if w.kind&function != 0 {
			continue
		}
		b.buffer = append(b.buffer, w.root)
		k.fixed |= when(writtenAsName(words, i), aNamed)
		if w.capital {
			capitals++
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
	k.fixed |= when(k.fixed&aNamed != 0 && capitals == len(k.stems), aAllNamed) |
		when(len(k.stems) == 1 && words[p.from].kind&digits != 0, aOnlyDated) |
		when(p.to < len(words) && words[p.to].gap == space && words[p.to].kind&(auxiliary|verb) != 0, aActs)
	k.odd = !answer && p.hasVerb(words)
	k.other = p.to+1 < len(words) && k.fixed&aActs != 0 && (words[p.to+1].text == "him" || words[p.to+1].mark == mHer && (p.to+2 == len(words) || words[p.to+2].kind&function != 0))
	head, tail := &words[p.from], &words[p.to-1]
	if strings.HasSuffix(tail.text, "s") && len(tail.stem) < len(tail.text) {
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
			switch words[i].mark {
			case mIn, mAt, mFrom, mTo, mOn:
				k.fixed |= aPlace
			default:
				if words[i].kind&preposition != 0 {
					k.fixed |= aAfterOf
				}
				k.article = k.article || words[i].mark == mYour || words[i].text == "my" || words[i].text == "our"
			}
			break
		}
		k.article = true
		if words[i].mark == mThe {
			k.fixed |= aThe
		}
	}
	return k
}
