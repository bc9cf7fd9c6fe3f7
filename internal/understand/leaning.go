package understand

// pronounFeatures also tells whether the question leans on the history by one.
func pronounFeatures(f *Features, q []word) bool {
	count, alone := 0, 0
	noun, clauses := -1, 0 // of the last noun, and how many clauses began since
	for i := range q {
		w := &q[i]
		if w.is(wh) || w.gap >= pause || place(clauseWords, w.text) > 0 {
			clauses++
		}
		switch {
		case w.is(pronoun):
			if w.stem == "it" && emptyIt(q, i) {
				f[fEmptyIt] = 1
				break
			}
			count++
			f.set(fPronounFirst, i <= 2 || f[fPronounFirst] == 1)
			switch w.text {
			case "he", "him", "himself", "she", "her", "herself", "hers":
				f[fHeShe] = 1
			case "they", "them", "themselves":
				f[fThey] = 1
			case "it", "itself":
				f[fIt] = 1
			case "his":
				f[fHeShe], f[fPossessivePronoun] = 1, 1
			default:
				f[fPossessivePronoun] = 1
			}
			// A pronoun does not stand for a noun of its own clause, but for a
			// possessive one: "Boise got its name", not "Boise got it".
			if noun >= 0 && (clauses > 0 || owns(w.text)) {
				f[fPronounAfterNoun] = 1
			} else {
				alone++
			}
		case w.is(demonstrative):
			alone += demonstrativeFeature(f, q, i)
		case w.specific() || named(q, i):
			noun, clauses = i, 0
		}
	}
	f.set(fTwoPronouns, count >= 2)
	f.set(fPronounAlone, alone > 0)
	return alone > 0
}

func owns(pronoun string) bool {
	switch pronoun {
	case "his", "her", "its", "their", "himself", "herself", "itself", "themselves":
		return true
	}
	return false
}

// demonstrativeFeature returns 1 if "this" or "that" points out of the question.
func demonstrativeFeature(f *Features, q []word, i int) int {
	w := &q[i]
	next := i + 1
	if w.text == "that" && i > 0 && q[i-1].content() && !q[i-1].is(verb) && w.gap == space {
		// "the book that he wrote"
		f[fThatClause] = 1
		return 0
	}
	if next < len(q) && q[next].content() && q[next].gap == space && !q[next].is(verb&^relational) {
		switch q[next].stem {
		case "year", "week", "month", "morn", "weekend", "even", "summer", "winter", "autumn", "spr":
			return 0
		}
		f[fThisNoun] = 1
		return 1
	}
	if w.text == "that" && i > 0 && q[i-1].is(asking|verb) && next < len(q) {
		f[fThatClause] = 1
		return 0
	}
	f[fThisAlone] = 1
	return 1
}

// emptyIt is true of "it" that stands for nothing: "is it possible to",
// "how long does it take to", "what is it like to".
func emptyIt(q []word, i int) bool {
	if i+1 >= len(q) {
		return false
	}
	switch q[i+1].stem {
	case "rain", "snow":
		return true
	case "possibl", "true", "tru", "legal", "safe", "saf", "normal", "better", "good", "bad", "ok", "necessar", "worth", "import", "hard", "eas", "difficult":
	case "tak", "cost", "like", "lik", "mean", "feel":
	default:
		return false
	}
	for _, w := range q[i+2:] {
		if w.text == "to" || w.text == "that" || w.text == "for" || w.text == "if" {
			return true
		}
	}
	return false
}

func pointingFeatures(f *Features, q []word) (leans bool) {
	for i := range q {
		w := &q[i]
		last := i == len(q)-1
		before := ""
		if i > 0 {
			before = q[i-1].text
		}
		switch w.text {
		case "other", "others", "another", "additional", "further", "besides":
			f[fOther], leans = 1, true
		case "else":
			f[fElse], leans = 1, true
		case "more":
			if last || q[i+1].text == "about" || q[i+1].text == "of" {
				f[fMore] = 1
				leans = leans || last
			}
		case "also", "too", "again":
			if w.text != "too" || last {
				f[fAlso], leans = 1, true
			}
		case "instead", "otherwise", "alternatively":
			f[fInstead], leans = 1, true
		case "same", "such", "similar":
			f[fSame] = 1
		case "one", "ones":
			if last || q[i+1].gap != space || !q[i+1].content() && before != "" {
				f[fOnes], leans = 1, leans || before != "of"
			}
		case "former", "latter", "previous", "above", "both", "either", "neither":
			f[fListPlace], leans = 1, true
		case "first", "last", "second", "next":
			f.set(fListPlace, before == "the" && (last || !q[i+1].content()) || f[fListPlace] == 1)
		case "there", "then", "here":
			if i > 0 && !q[i-1].is(auxiliary) && (last || !q[i+1].is(auxiliary) && !q[i+1].content()) {
				f[fThere], leans = 1, true
			}
		case "type", "types", "kind", "kinds", "sort", "sorts", "example", "examples":
			if last || q[i+1].text != "of" && !q[i+1].content() {
				f[fKindAlone], leans = 1, true
			}
		case "any", "some", "many", "most":
			if last && before != "" || !last && (q[i+1].is(preposition|verb|auxiliary) && !q[i+1].is(relational|quality) || q[i+1].text == "related") {
				f[fAnyAlone] = 1
			}
		case "than":
			f.set(fThan, last)
		}
	}
	return leans
}
