package understand

// moves finds what a question does in a chat: it narrows or corrects the last one,
// thanks, turns to something else, or goes on without saying its subject.
func (f *Features) moves(l *language, q []word, s *surveyed) {
	first := 0
	for first < len(q)-1 && (q[first].mark == mAnd || q[first].mark == mBut || q[first].mark == mOh) {
		first++
	}
	known, content, specific, dates, asks, verbs := 0, 0, 0, 0, 0, 0
	for i := range q {
		w := &q[i]
		switch {
		case w.mark == mMeant:
			f[fCorrects] = f[fCorrects] || l.code != english || i > 0 && q[i-1].mark == mI
		case w.mark == mAside && i <= first+1:
			f[fAside] = true
		case thanks(w) || w.kind&chatty != 0 && i > 0 && q[i-1].text == "good":
			f[fThanks] = true
		}
		if w.kind&wh != 0 || w.kind&asking != 0 && (i == first || l.code != english) {
			asks++
		}
		if w.kind&(verb|auxiliary) != 0 {
			verbs++
		}
		if w.content() {
			content++
			if w.kind&digits != 0 || mJanuary <= w.mark && w.mark <= mSaturday || w.kind&timeNoun != 0 {
				dates++
			} else if w.specific() {
				specific++
				if s.known(i) {
					known++
				}
			}
		}
	}
	f[fOnly] = asks == 0 && (q[first].mark == mJust || first+1 < len(q) && q[first+1].mark == mJust || l.pieces && onlyAtEnd(q))
	// "No, at eight.", "Sorry, on Friday."
	f[fCorrects] = f[fCorrects] || asks == 0 && 1 < len(q) && len(q) <= 10 && (q[0].mark == mNo || q[0].mark == mSorry || q[1].mark == mNo) ||
		2 < len(q) && len(q) <= 12 && q[2].gap >= pause && q[1].mark == mNo
	praises := q[0].mark == mOh && (len(q) == 1 || q[1].gap >= pause && q[1].kind&(wh|auxiliary|clause) == 0)
	f[fChats] = (asks == 0 && specific <= 1 && (q[0].mark == mOh || f[fThanks]) || specific == 0 && (f[fThanks] || praises)) &&
		len(q) <= 9 && !f[fListPlace] && (!f[fOnes] || q[0].mark == mOh) && !f[fCorrects]
	f[fDropped] = l.drops && dropped(l, q)
	f[fOnlyDates] = content > 0 && dates == content
	f[fSo] = (q[0].mark == mSo || q[0].mark == mThen) && !f[fPronounAlone] && !f[fPoints]
	f[fBarePlace] = q[first].kind&preposition != 0 && verbs == 0 && asks == 0 && len(q) <= 8
	// Where questions begin like statements, or with their verb, that tells nothing.
	plain := f[fPlainStart] && !l.pieces && !(l.drops && q[first].kind&verb != 0)
	f[fTells] = len(q) >= 7 && known == 0 && !f[fPronounAlone] && !f[fPoints] && (plain || q[first].kind&personal != 0)
	// "And what is the capital of Mongolia?" has nothing of what was said.
	starts := f[fAnd] || f[fAside] || q[0].mark == mAlso || q[0].mark == mToo
	f[fTurns] = starts && specific > 1 && known == 0 && !f[fPronounAlone] && !f[fWhatAbout] && (asks > 0 || verbs > 0 || len(q) >= 5 && !f[fAnd])
	if l.code != english { // English says it by more than that
		f[fAsks1], f[fNoQuestion] = asks > 0, asks == 0 && verbs == 0
		f[fKnownTwice] = known >= 2
	}
}

// plainly leaves to a question that corrects or thanks what tells so: it is the same
// whatever else it says.
func (f *Features) plainly() {
	if !f[fCorrects] && !f[fChats] {
		return
	}
	kept := Features{}
	for _, i := range [...]int{fCorrects, fChats, fThanks} {
		kept[i] = f[i]
	}
	copy(kept[fGerman:], f[fGerman:])
	*f = kept
}

// thanks is true of a word that thanks or greets.
func thanks(w *word) bool {
	switch w.text {
	case "please", "sorry", "joke", "poem", "welcome":
		return false
	}
	return w.kind&chatty != 0 && w.kind&timeNoun == 0
}

// onlyAtEnd is true of "thôi", 不要 among the last words.
func onlyAtEnd(q []word) bool {
	for i := max(1, len(q)-3); i < len(q); i++ {
		if q[i].mark == mJust {
			return true
		}
	}
	return false
}

// dropped is true of a question whose verb has no subject: nothing that is named
// stands without a preposition, nobody speaks of himself or to somebody.
func dropped(l *language, q []word) bool {
	verb1 := -1
	for i := range q {
		w := &q[i]
		if w.kind&(personal|pronoun|demonstrative) != 0 {
			return false
		}
		if verb1 < 0 && w.kind&(verb|auxiliary) != 0 {
			verb1 = i
		}
		if w.mark == mCan && (w.text == "posso" || w.text == "puedo") {
			return false
		}
	}
	if verb1 < 0 {
		return false
	}
	end := len(q)
	if l.pieces {
		end = verb1 // the subject stands before its verb
	}
	for i := range q[:end] {
		if l.pieces && (q[i].mark == mWhat || q[i].mark == mWho) {
			return false // it is the subject
		}
		if !q[i].content() || q[i].kind&(verb|timeNoun|calendar|digits) != 0 {
			continue
		}
		before := i - 1
		for before >= 0 && (q[before].kind&article != 0 || q[before].content()) && q[before+1].gap == space {
			before--
		}
		if before < 0 || q[before+1].gap != space || q[before].kind&(preposition|wh) == 0 {
			return false
		}
	}
	return true
}
