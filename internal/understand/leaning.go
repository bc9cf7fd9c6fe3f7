package understand

// pronouns looks for those that stand for something outside the question.
func (f *Features) pronouns(q []word) {
	noun, clauses := -1, 0 // of the last noun, and how many clauses began since
	for i := range q {
		w := &q[i]
		if w.kind&(wh|clause) != 0 || w.gap >= pause {
			clauses++
		}
		switch {
		case w.kind&pronoun != 0:
			if w.mark == mIt && emptyIt(q, i) {
				f[fEmptyIt] = true
				break
			}
			f[fTwoPronouns] = f[fPronoun]
			f[fPronoun] = true
			if i <= 2 {
				f[fPronounFirst] = true
			}
			// A pronoun does not stand for a noun of its own clause, but for a
			// possessive one: "Boise got its name", not "Boise got it".
			// Nor for the noun that its clause tells apart: "the tribes that they met".
			told := i > 1 && q[i-1].mark == mThat && noun == i-2
			if noun >= 0 && !told && (clauses > 0 || owns(w.mark) || reflexive(w.mark)) {
				f[fPronounAfterNoun] = true
			} else {
				f[fPronounAlone] = true
			}
		case w.kind&demonstrative != 0:
			f.demonstrative(q, i)
		case w.specific() || named(q, i):
			noun, clauses = i, 0
		}
	}
}

// owns is true of "his" and its like.
func owns(m mark) bool { return m == mHer || m == mHis || m == mTheir || m == mIts }

func reflexive(m mark) bool { return m == mHimself || m == mThemselves || m == mItself }

// demonstrative finds out whether "this" or "that" points out of the question.
func (f *Features) demonstrative(q []word, i int) {
	w, next := &q[i], &word{}
	if i+1 < len(q) {
		next = &q[i+1]
	}
	that := w.mark == mThat && i > 0
	switch {
	case that && q[i-1].kind&function == 0 && q[i-1].kind&verb == 0 && w.gap == space:
		f[fThatClause] = true // "the book that he wrote"
	case next.text != "" && next.kind&function == 0 && next.gap == space && next.kind&(verb&^relational) == 0:
		if next.kind&timeNoun == 0 {
			f[fThisNoun], f[fPronounAlone] = true, true
		}
	case that && q[i-1].kind&(asking|verb) != 0 && next.text != "":
		f[fThatClause] = true
	case saidBefore(q, i):
		f[fPronoun], f[fPronounAfterNoun] = true, true
	default:
		f[fThisAlone], f[fPronounAlone] = true, true
	}
}

// saidBefore is true of a word that may stand for what a clause of the question
// itself says: "he wants to sell the flat, is that legal".
func saidBefore(q []word, i int) bool {
	for k := i; k >= 4; k-- {
		if q[k].gap >= pause {
			for _, w := range q[:k] {
				if w.specific() {
					return true
				}
			}
		}
	}
	return false
}

// emptyIt is true of "it" that stands for nothing: "is it possible to",
// "how long does it take to", "what is it like to", "does it rain".
func emptyIt(q []word, i int) bool {
	if i > 1 && q[i-2].mark == mTime && mIs <= q[i-1].mark && q[i-1].mark <= mWas {
		return true // "what time is it"
	}
	if i+1 >= len(q) || q[i+1].kind&emptyWord == 0 {
		return false
	}
	if q[i+1].mark == mRain {
		return true
	}
	for k := i + 2; k < len(q); k++ {
		switch q[k].mark {
		case mTo, mThat, mFor, mIf:
			return true
		}
	}
	return false
}

// pointing looks for words that point at what was said.
func (f *Features) pointing(q []word) {
	told := excepted(q)
	for i := range q {
		w, next, last := &q[i], &word{}, i == len(q)-1
		if !last {
			next = &q[i+1]
		}
		open := last || next.kind&function != 0
		switch w.mark {
		case mOther, mOthers, mAnother, mElse:
			f[fPoints] = f[fPoints] || !told
		case mAlso, mInstead, mFormer, mLatter, mPrevious, mAbove, mBoth, mEither:
			f[fPoints] = true
			f[fListPlace] = f[fListPlace] || mPrevious <= w.mark
		case mToo:
			f[fPoints] = f[fPoints] || last
			f[fAlike] = f[fAlike] || f.isForeign() // it need not be last there
		case mMore:
			if last || next.mark == mAbout || next.mark == mOf {
				f[fMore] = true
				f[fPoints] = f[fPoints] || last
			}
		case mOne, mOnes:
			if last || next.gap != space || open && (i > 0 || f.isForeign()) {
				f[fOnes] = true
				f[fPoints] = f[fPoints] || i == 0 || q[i-1].mark != mOf
			}
		case mFirst, mLast, mSecond, mNext:
			if open && i > 0 && q[i-1].mark == mThe {
				f[fListPlace] = true
			}
			if f.isForeign() && (open || next.kind&verb != 0) {
				f[fListPlace], f[fPoints] = true, true
			}
		case mThird, mFourth, mFifth, mMiddle, mPenultimate:
			if open || next.kind&verb != 0 {
				f[fListPlace], f[fPoints] = true, true
			}
		case mSame, mSimilar:
			f[fAlike] = open
			f[fPoints] = f[fPoints] || open && (f.isForeign() || next.mark == mFor)
		case mNumber:
			if n := numberOf(next); f.isForeign() && n > 0 && next.kind&digits != 0 {
				f[fListPlace], f[fPoints] = true, true
			}
		case mOption:
			if !last && len(next.text) == 1 {
				f[fOption], f[fPoints] = true, true
			}
		case mThere, mThen, mHere:
			f[fPoints] = f[fPoints] || f.isForeign() && w.mark == mThere
			if i > 0 && q[i-1].kind&auxiliary == 0 && open && next.kind&auxiliary == 0 {
				f[fThere], f[fPoints] = true, true
			}
		case mType:
			if open && next.mark != mOf {
				f[fKindAlone], f[fPoints] = true, true
			}
		case mAny, mSome, mMany, mMost:
			if last && i > 0 || next.mark != mOf && next.kind&(preposition|verb|auxiliary) != 0 && next.kind&(relational|quality) == 0 || next.mark == mRelated {
				f[fAnyAlone] = true
			}
		}
	}
}

// excepted is true if a question says itself other than what: "besides tea".
func excepted(q []word) bool {
	for i := range q {
		switch q[i].text {
		case "besides", "than", "except":
			if nextSpecific(q, i+1) {
				return true
			}
		}
	}
	return false
}
