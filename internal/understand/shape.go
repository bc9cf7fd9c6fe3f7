package understand

import "unicode/utf8"

// lengths are cumulative: two topics count as one too.
func (f *Features) lengths(q []word) {
	n := len(q)
	f[fAtMost3], f[fAtMost5], f[fAtMost7], f[fAtLeast10], f[fAtLeast14] = n <= 3, n <= 5, n <= 7, n >= 10, n >= 14
	content, specific, concrete, relationals, rare := 0, 0, 0, 0, 0
	for i := range q {
		w := &q[i]
		if w.kind&relational != 0 && w.kind&(function|verb) == 0 {
			relationals++
		}
		if w.kind&function != 0 {
			continue
		}
		content++
		if !w.specific() {
			continue
		}
		specific++
		f[fLongWord] = f[fLongWord] || utf8.RuneCountInString(w.text) >= 9 || f[fChinese] && len(w.text) >= 9 // three characters
		if w.kind&abstract != 0 {
			continue
		}
		concrete++
		if w.kind&common == 0 {
			rare++
		}
	}
	for i := 1; i < n; i++ {
		w := &q[i]
		if w.gap == space && q[i-1].specific() && (w.specific() && w.kind&abstract == 0 || w.kind&relational != 0) {
			f[fCompound] = true
		}
	}
	f[fContent1], f[fContent2], f[fContent4] = content >= 1, content >= 2, content >= 4
	f[fSpecific1], f[fSpecific2], f[fSpecific3], f[fSpecific4] = specific >= 1, specific >= 2, specific >= 3, specific >= 4
	f[fConcrete1], f[fConcrete2], f[fConcrete3] = concrete >= 1, concrete >= 2, concrete >= 3
	f[fAbstract] = concrete < specific
	f[fRelational1], f[fRelational2] = relationals > 0, relationals > 1
	f[fRare1], f[fRare2] = rare > 0, rare > 1
	f[fOneNoun] = specific == 1 && relationals == 0
}

// named is true of a capitalised word that does not merely open its sentence.
func named(q []word, i int) bool {
	w := &q[i]
	return w.capital && w.kind&function == 0 && (w.gap != sentence || w.specific() && i+1 < len(q) && q[i+1].capital && q[i+1].gap == space)
}

func (f *Features) names(q []word) {
	f[fNoCapitals] = !f[fChinese] // which has none
	for i := range q {
		w := &q[i]
		if w.kind&digits != 0 {
			f[fDigits] = true
		}
		if w.gap == quote {
			f[fQuoted] = true
		}
		if w.capital {
			f[fNoCapitals] = false
		}
		if !named(q, i) {
			continue
		}
		f[fName2] = f[fName1]
		f[fName1] = true
		next := i+1 < len(q) && q[i+1].gap == space && named(q, i+1)
		before := i > 0 && w.gap == space && named(q, i-1)
		if next {
			f[fFullName] = true
		} else if !before {
			f[fSingleName] = true
		}
	}
}

// lastSentence returns where the last sentence of two words or more begins.
func lastSentence(q []word) int {
	for i := len(q) - 2; i > 0; i-- {
		if q[i].gap == sentence {
			return i
		}
	}
	return 0
}

func (f *Features) beginning(q []word) {
	i := lastSentence(q)
	f[fTwoSentences] = i > 0
	for k := range q {
		if q[k].kind&personal != 0 && q[k].mark != mMe {
			f[fPersonal] = true
		}
	}
	for i < len(q)-1 && (mAnd <= q[i].mark && q[i].mark <= mSo || q[i].mark == mThen) {
		f[fAnd] = true
		i++
	}
	first, second := &q[i], &word{}
	if i+1 < len(q) {
		second = &q[i+1]
	}
	f[fFirst+int(first.class)] = true
	isAux := mIs <= second.mark && second.mark <= mWas
	switch {
	case second.mark == mAbout && (first.mark == mWhat || first.mark == mHow), first.mark == mWhatAbout, q[len(q)-1].mark == mWhatAbout:
		f[fWhatAbout] = true
	case first.mark == mIf && f[fAnd] && !pauses(q[i:]):
		f[fWhatAbout] = true // nothing but a condition
	case first.mark == mWhy && len(q)-i <= 2:
		f[fWhyAlone] = true
	case first.mark == mHow && (second.mark == mMany || second.mark == mMuch || second.mark == mLong):
		f[fHowMany] = true
	case first.mark == mWhat:
		f[fWhatIs] = (isAux || first.possessive) && len(q)-i <= 5
		f[fWhatNoun] = second.text != "" && second.kind&function == 0 && second.kind&(verb&^relational) == 0
	case first.mark == mWhich:
		f[fWhichIs] = second.kind&(auxiliary|preposition) != 0
	case first.kind&wh != 0:
	case first.kind&auxiliary != 0:
		f[fYesNo] = true
	case first.kind&asking != 0:
		f[fAsks] = true
	default:
		f[fPlainStart] = true
	}
}

// pauses is true of words with a comma or its like among them.
func pauses(q []word) bool {
	for i := range q {
		if q[i].gap == pause {
			return true
		}
	}
	return false
}
