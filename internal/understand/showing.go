package understand

import "strings"

// filled returns the question with the phrase that it leaves out, if that is likely
// enough to be shown. All that are likely are for a search.
func (c *conversation) filled(question string, q []word, f *Features) (shown string, likely []string) {
	all, chosen := c.additions(q, f, &rewriteWeights)
	for i := range chosen {
		likely = append(likely, chosen[i].Text)
	}
	at := slot(q)
	// What is corrected or goes on from the last question lacks more than a phrase.
	if f[fCorrects] || f[fAnd] && len(q) <= 3 {
		return question, likely
	}
	if m := c.meant(q, at, all); m != nil && m.shows(q, at, all) {
		return m.insert(question, q, at), likely
	}
	return question, likely
}

// meant returns the likeliest phrase that can stand where a question leaves it out,
// nil if there is none.
func (c *conversation) meant(q []word, at int, all []Missing) (best *Missing) {
	for i := range all {
		m := &all[i]
		if m.Score < leastFirst || best != nil && m.Score <= best.Score {
			continue
		}
		c.asksAbout(m)
		if at < 0 || m.agrees(q[at].mark) && !(isHe(q[at].mark) && c.isOther(m.Text, isWoman(q[at].text))) {
			best = m
		}
	}
	if best != nil && at >= 0 && isHe(q[at].mark) {
		best.before = best.first < c.since(isWoman(q[at].text))
	}
	return best
}

// since returns the exchange whose question was the first with a pronoun like this
// one: what is named only after it is hardly what the pronoun stands for.
func (c *conversation) since(woman bool) int {
	for i := max(0, len(c.history)-Window); i < len(c.history); i++ {
		q := c.question(i)
		for k := range q {
			if w := &q[k]; isHe(w.mark) && isWoman(w.text) == woman && !namesBefore(q, k) {
				return i
			}
		}
	}
	return len(c.history)
}

// How likely a phrase must be for the question to be rewritten with it, and how
// likely any other may be, as a part of that.
const (
	leastNamed  = 0.3 // of who was asked about
	leastPerson = 0.4
	leastThing  = 0.65
	leastTopic  = 0.2  // of the only thing that was asked about
	olderBy     = 0.15 // more of what was named before something else
	near        = 0.7
	less        = 0.4
	far         = 0.33
)

// shows is true of a phrase that is likely enough for the place of a pronoun, or
// behind "of" at the question's end.
func (m *Missing) shows(q []word, at int, all []Missing) bool {
	if m.odd || m.attributes&aPlace != 0 { // "in Bergen" says where something was
		return false
	}
	if at < 0 {
		return (m.topic && m.Score >= leastTopic || m.newest && m.asked && m.Score >= leastNamed && m.attributes&aWords1 == 0) && m.rival(0, all) <= 0.6 && m.need&nOther == 0 && endsOpen(q)
	}
	p := q[at].mark
	if namesBefore(q, at) || at > 0 && at == len(q)-1 && q[at-1].kind&auxiliary != 0 {
		return false
	}
	least := m.Score
	if !m.newest {
		least -= olderBy
	}
	switch rival := m.rival(p, all); {
	case isHe(p) && m.before && m.asked:
		return m.Score >= leastNamed && (rival <= less || m.newest && rival <= near)
	case isHe(p):
		// Somebody whom an answer brought in: whom it tells of.
		return m.Score >= leastPerson && rival <= less && m.attributes&aTopAgent != 0 && m.attributes&aSubject != 0
	case isThey(p):
		// "Red letter days" is a title rather than several.
		mixed := m.attributes&(aNamed|aAllNamed) == aNamed
		return m.attributes&aPlural != 0 && !mixed && (m.topic && m.Score >= leastTopic || m.Score >= leastNamed && (m.newest || m.Score >= leastThing)) && m.rival(0, all) <= near
	}
	// An answer may have brought in something else that "it" stands for.
	asked := m.newest && m.asked && q[at].kind&demonstrative == 0 && (m.need&nAnswers == 0 || m.attributes&aInLastAnswer != 0)
	rival := m.rival(0, all)
	return m.topic && m.Score >= leastTopic && (m.need&nAnswers == 0 || rival <= near) || least >= leastThing && rival <= far || asked && m.Score >= 0.5 && rival <= 0.5
}

// rival returns how likely the likeliest other phrase is that a pronoun can stand for,
// as a part of how likely this one is.
func (m *Missing) rival(p mark, all []Missing) (most float64) {
	text := lowered(m.Text)
	for i := range all {
		o := &all[i]
		if o.Score <= most || o.candidate == m.candidate || o.attributes&(aOnlyRelational|aNoTopic) != 0 || p != 0 && !o.agrees(p) {
			continue
		}
		if other := lowered(o.Text); !strings.Contains(text, other) && !strings.Contains(other, text) {
			most = o.Score
		}
	}
	return most / m.Score
}

// isTitle is true of several words that begin with ordinary ones: "Town Hall Tonight".
func isTitle(name string) bool {
	all := strings.Fields(name)
	for i, w := range all {
		if k := listed(w); k&(given|personTitle) != 0 || k == 0 && (i == 0 || len(all) == 2) {
			return false
		}
		if i > 0 {
			break
		}
	}
	return len(all) > 1
}

// namesBefore is true if the question itself names what a pronoun may stand for.
func namesBefore(q []word, at int) bool {
	for i := range q[:at] {
		if named(q, i) {
			return true
		}
	}
	return false
}

// endsOpen is true of a question for what something has, or is: "What are the
// different types?"
func endsOpen(q []word) bool {
	s := q[lastSentence(q):]
	last := len(s) - 1
	if last < 2 || s[0].mark < mWhat || s[0].mark > mWho || s[1].mark < mIs || s[1].mark > mBe {
		return false
	}
	for i := range s {
		if named(s, i) || s[i].kind&preposition != 0 && s[i].mark != mOf {
			return false
		}
	}
	return s[last].kind&relational != 0 && s[last].kind&timeNoun == 0 && !isVerbHere(s, last) && s[last].gap == space && s[last-1].kind&(demonstrative|pronoun|personal) == 0
}

func isHe(m mark) bool { return mHe <= m && m <= mHis }

func isThey(m mark) bool { return mThey <= m && m <= mTheir }

// asksAbout notes of a phrase whether it is the only thing that the last questions
// name, "Who was Moen?", "Tell me about sharks.", and whether it is of the last that
// names anything. A thing is what is asked about with "what".
func (c *conversation) asksAbout(m *Missing) {
	for i := len(c.history) - 1; i >= max(0, len(c.history)-maxCarried); i-- {
		q := c.question(i)
		for _, p := range nounPhrases(q) {
			if p.in(c.asked[i].text, q) == m.Text {
				m.newest = true
				m.topic = plainlyAsks(q[:p.from]) && plainlyAsks(q[p.to:])
				m.thing = m.topic && q[0].mark == mWhat
				return
			}
			if p.to-p.from > 1 || q[p.from].specific() {
				m.newest = strings.Contains(c.history[i].Question, m.Text)
				return
			}
		}
	}
}

// hasVerb is true of a phrase that has the question's verb in it: "How did the band
// form?", "Why is blood red?", "What causes acidic reflux?"
func (p nounPhrase) hasVerb(q []word) bool {
	if p.from == 1 && q[0].kind&wh != 0 && q[1].kind&verb != 0 {
		return true
	}
	before := p.from - 1
	if before > 0 && q[before].kind&article != 0 {
		before--
	}
	return p.to == len(q) && p.to-p.from > 1 && before > 0 && (q[before].mark == mDo || q[before].kind&preposition == 0 && mWhen <= q[0].mark && q[0].mark <= mHow && q[1].kind&auxiliary != 0)
}

// isOther is true of somebody whom the conversation speaks of as a man where a woman
// is meant, or the other way round.
func (c *conversation) isOther(name string, woman bool) bool {
	last, votes := strings.ToLower(lastWord(name)), 0
	after := false
	for i := max(0, len(c.history)-Window); i < len(c.history); i++ {
		for _, said := range [...][]word{c.question(i), c.answer(i)} {
			for k := range said {
				switch w := &said[k]; {
				case w.text == last:
					after = true
				case named(said, k) && w.kind&given != 0:
					after = false
				case !after || !isHe(w.mark):
				case isWoman(w.text) == woman:
					votes++
				default:
					votes--
				}
			}
		}
	}
	return votes < 0
}

func isWoman(pronoun string) bool {
	return pronoun[0] == 's' || len(pronoun) > 2 && pronoun[:3] == "her"
}

// plainlyAsks is true of words that say no more than that something is asked.
func plainlyAsks(q []word) bool {
	for i := range q {
		if q[i].kind&(function|asking) == 0 {
			return false
		}
	}
	return true
}

// agrees is true of a phrase that a pronoun can stand for.
func (m *Missing) agrees(p mark) bool {
	thing := m.thing || m.attributes&aOnlyDated != 0 || isPlaceOrFirm(m.Text) || isTitle(m.Text)
	switch {
	case isHe(p):
		return !thing && !m.other && !m.article && m.attributes&aPlural == 0 && m.attributes&aAllNamed != 0 && (m.topic || m.attributes&(aPerson|aActs|aHeFollows|aOwner) != 0)
	case isThey(p):
		return m.attributes&aOnlyDated == 0
	}
	return m.attributes&(aPerson|aHeFollows|aOnlyDated|aPlural) == 0
}
