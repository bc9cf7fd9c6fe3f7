package understand

// RewriteFeatures is what the model sees of a phrase that a question may have left
// out.
type RewriteFeatures [rewriteFeatureCount]float32

const (
	rBias = iota
	rInLastQuestion
	rInLastAnswer
	rInFirstQuestion
	rFirstOfLastQuestion
	rLastOfLastQuestion
	rFirstOfLastAnswer
	rLastOfLastAnswer
	rQuoted
	rAge0
	rAge1
	rAge2
	rAge5
	rTwiceAsked
	rOftenAsked
	rTwiceAnswered
	rNeverAsked
	rNamed
	rWords1
	rWords2
	rWords3
	rWords4
	rPlural
	rNoTopic
	rOneTopic
	rRelational
	rOnlyRelational
	rSharesWord
	rSharesHead
	rCarried
	rCarriedLong
	rOwner

	rHeShe
	rHeSheNamed
	rHeSheNotNamed
	rIt
	rItNamed
	rItPlural
	rItLastQuestion
	rItLastAnswer
	rThey
	rTheyPlural
	rTheyNamed
	rThis
	rThisLastAnswer
	rThisLastQuestion
	rThisNoun
	rThisNounHead
	rThe
	rTheHead
	rTheLastAnswer
	rOther
	rOtherLastAnswer
	rOtherLastQuestion
	rOne
	rOneHead
	rEllipsis
	rEllipsisFirst
	rEllipsisNamed
	rEllipsisCarried
	rEllipsisAsked
	rWhatAbout
	rWhatAboutLast
	rHasName
	rHasNameNamed
	rShort
	rShortCarried
	rWhy
	rWhyLastAnswer
	rExchange1
	rExchange1First
	rFirstLong
	rNamedAsked
	rNamedFirst
	rNamedAge0
	rThere
	rThereNamed
	rDated
	rPerson
	rHeShePerson
	rItPerson
	rAround2
	rAround3
	rAround5
	rNamedAround3
	rHeSheAround3
	rAfterOf
	rSubject
	rSubjectNamed
	rHeSheSubject
	rHeSheFirst
	rSharesNamed
	rOtherNamed
	rAgeNamed
	rTheyAround
	rAnswers
	rAnswersFirst
	rAnswersAsked
	rAnswersCarried
	rAnswersNamed
	rAnswersOld
	rAnswersTwice
	rAnswersEllipsis
	rAnswersWords1
	rAnswersShares
	rAnswersNoTopic

	rewriteFeatureCount
)

func (f *RewriteFeatures) set(i int, on bool) {
	if on {
		f[i] = 1
	}
}

func (f *RewriteFeatures) both(i, a, b int) { f[i] = f[a] * f[b] }

// A need is what a question leaves out, as far as its words tell.
type need struct {
	heShe, it, they, this, thisNoun, the, other, one, whatAbout, named, short, why, ellipsis, there, answers bool
	head                                                                                                     string // of "this film", "the experiment"
}

func needOf(q []word, f *Features) need {
	n := need{
		heShe: f[fHeShe] == 1, it: f[fIt] == 1, they: f[fThey] == 1, this: f[fThisAlone] == 1, thisNoun: f[fThisNoun] == 1,
		the: f[fTheNounAlone] == 1, other: f[fOther]+f[fElse]+f[fAlso] > 0, one: f[fOnes] == 1, whatAbout: f[fWhatAbout] == 1,
		named: f[fName1] == 1, short: len(q) <= 4, why: f[fWhy]+f[fWhyAlone] > 0, there: f[fThere] == 1, answers: f[fAnswers] == 1,
	}
	for i := range q {
		if w := &q[i]; w.text == "its" {
			n.it = true
		} else if w.text == "their" || w.text == "theirs" {
			n.they = true
		}
	}
	n.ellipsis = !n.heShe && !n.it && !n.they && !n.this && !n.thisNoun
	for i := 0; i+1 < len(q); i++ {
		if (q[i].is(demonstrative) || q[i].text == "the") && q[i+1].content() {
			k := i + 1
			for k+1 < len(q) && q[k+1].content() && q[k+1].gap == space && !isVerbHere(q, k+1) {
				k++
			}
			n.head = q[k].stem
		}
	}
	return n
}

func rewriteFeatures(c *candidate, n *need, stems map[string]bool, exchanges int) RewriteFeatures {
	var f RewriteFeatures
	f[rBias] = 1
	for i, p := range [...]candidatePlace{inLastQuestion, inLastAnswer, inFirstQuestion, firstOfLastQuestion, lastOfLastQuestion, firstOfLastAnswer, lastOfLastAnswer, quotedPhrase} {
		f.set(rInLastQuestion+i, c.places&p != 0)
	}
	age := exchanges - 1 - c.lastExchange
	f.set(rAge0, age == 0)
	f.set(rAge1, age == 1)
	f.set(rAge2, age >= 2)
	f.set(rAge5, age >= 5)
	f.set(rTwiceAsked, c.inQuestions >= 2)
	f.set(rOftenAsked, c.inQuestions >= 3)
	f.set(rTwiceAnswered, c.inAnswers >= 2)
	f.set(rNeverAsked, c.inQuestions == 0)
	f.set(rNamed, c.named)
	f.set(rWords1, c.words == 1)
	f.set(rWords2, c.words == 2)
	f.set(rWords3, c.words == 3)
	f.set(rWords4, c.words >= 4)
	f.set(rPlural, c.plural)
	f.set(rNoTopic, c.specific == 0 && !c.named)
	f.set(rOneTopic, c.specific == 1)
	f.set(rRelational, c.relational > 0)
	f.set(rOnlyRelational, c.specific == 0 && c.relational > 0 && !c.named)
	shared := 0
	for _, s := range c.stems {
		if stems[s] {
			shared++
		}
	}
	head := c.stems[len(c.stems)-1]
	f.set(rSharesWord, shared > 0)
	f.set(rSharesHead, stems[head])
	f.set(rCarried, c.carried)
	f.set(rCarriedLong, c.carriedLong)
	f.set(rOwner, c.owner)

	f.set(rHeShe, n.heShe)
	f.set(rHeSheNamed, n.heShe && c.named)
	f.set(rHeSheNotNamed, n.heShe && !c.named)
	f.set(rIt, n.it)
	f.set(rItNamed, n.it && c.named)
	f.set(rItPlural, n.it && c.plural)
	f.both(rItLastQuestion, rIt, rInLastQuestion)
	f.both(rItLastAnswer, rIt, rInLastAnswer)
	f.set(rThey, n.they)
	f.set(rTheyPlural, n.they && c.plural)
	f.set(rTheyNamed, n.they && c.named)
	f.set(rThis, n.this)
	f.both(rThisLastAnswer, rThis, rInLastAnswer)
	f.both(rThisLastQuestion, rThis, rInLastQuestion)
	f.set(rThisNoun, n.thisNoun)
	f.set(rThisNounHead, n.thisNoun && head == n.head)
	f.set(rThe, n.the)
	f.set(rTheHead, n.the && head == n.head)
	f.both(rTheLastAnswer, rThe, rInLastAnswer)
	f.set(rOther, n.other)
	f.both(rOtherLastAnswer, rOther, rInLastAnswer)
	f.both(rOtherLastQuestion, rOther, rInLastQuestion)
	f.set(rOne, n.one)
	f.set(rOneHead, n.one && c.places&inLastQuestion != 0)
	f.set(rEllipsis, n.ellipsis)
	f.both(rEllipsisFirst, rEllipsis, rInFirstQuestion)
	f.both(rEllipsisNamed, rEllipsis, rNamed)
	f.both(rEllipsisCarried, rEllipsis, rCarried)
	f.set(rEllipsisAsked, n.ellipsis && c.inQuestions > 0)
	f.set(rWhatAbout, n.whatAbout)
	f.both(rWhatAboutLast, rWhatAbout, rInLastQuestion)
	f.set(rHasName, n.named)
	f.both(rHasNameNamed, rHasName, rNamed)
	f.set(rShort, n.short)
	f.both(rShortCarried, rShort, rCarried)
	f.set(rWhy, n.why)
	f.both(rWhyLastAnswer, rWhy, rInLastAnswer)
	f.set(rExchange1, exchanges == 1)
	f.both(rExchange1First, rExchange1, rInFirstQuestion)
	f.both(rFirstLong, rInFirstQuestion, rAge2)
	f.set(rNamedAsked, c.named && c.inQuestions > 0)
	f.both(rNamedFirst, rNamed, rInFirstQuestion)
	f.both(rNamedAge0, rNamed, rAge0)
	f.set(rThere, n.there)
	f.both(rThereNamed, rThere, rNamed)
	f.set(rDated, c.dated)
	f.set(rPerson, c.person)
	f.set(rHeShePerson, n.heShe && c.person)
	f.set(rItPerson, n.it && c.person)
	f.set(rAround2, c.around >= 2)
	f.set(rAround3, c.around >= 3)
	f.set(rAround5, c.around >= 5)
	f.both(rNamedAround3, rNamed, rAround3)
	f.both(rHeSheAround3, rHeSheNamed, rAround3)
	f.set(rAfterOf, c.afterOf)
	f.set(rSubject, c.subject)
	f.both(rSubjectNamed, rSubject, rNamed)
	f.both(rHeSheSubject, rHeSheNamed, rSubject)
	f.both(rHeSheFirst, rHeSheNamed, rInFirstQuestion)
	f.both(rSharesNamed, rSharesWord, rNamed)
	f.both(rOtherNamed, rOther, rNamed)
	f.both(rAgeNamed, rAge2, rNamed)
	f.both(rTheyAround, rThey, rAround2)
	f.set(rAnswers, n.answers)
	f.both(rAnswersFirst, rAnswers, rInFirstQuestion)
	f.both(rAnswersAsked, rAnswers, rInLastQuestion)
	f.both(rAnswersCarried, rAnswers, rCarried)
	f.both(rAnswersNamed, rAnswers, rNamed)
	f.both(rAnswersOld, rAnswers, rAge2)
	f.both(rAnswersTwice, rAnswers, rTwiceAsked)
	f.both(rAnswersEllipsis, rAnswers, rEllipsis)
	f.both(rAnswersWords1, rAnswers, rWords1)
	f.both(rAnswersShares, rAnswers, rSharesWord)
	f.both(rAnswersNoTopic, rAnswers, rNoTopic)
	return f
}
