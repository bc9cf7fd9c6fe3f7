package understand

import "strings"

// nouns looks for nouns that want to be told of what.
func (f *Features) nouns(q []word, s *surveyed) {
	the, verbs, prepositions, specific := 0, 0, 0, 0
	compared, compares := false, false
	for i := range q {
		w, next := &q[i], &word{kind: function}
		if i+1 < len(q) {
			next = &q[i+1]
		}
		if w.kind&(auxiliary|verb) != 0 {
			verbs++
		}
		if w.specific() {
			specific++
		}
		if w.possessive && w.kind&function == 0 {
			f[fPossessive] = true
		}
		if w.kind&preposition != 0 {
			prepositions++
			if nextSpecific(q, i+1) {
				f[fOfSpecific] = true
			}
			compared = compared || compares
		}
		if w.kind&article != 0 && w.mark != mThe && next.specific() {
			f[fArticleSpecific] = true
		}
		if w.mark == mThe && i+1 < len(q) {
			the++
			f.definite(q, i, s)
		}
		if w.kind&relational != 0 && w.kind&function == 0 {
			if modified(q, i) {
				f[fOwnedRelational] = true
			} else {
				f[fBareRelational] = true
			}
		}
		if w.kind&comparing != 0 {
			compares = true
		}
		if w.mark == mThan || w.mark == mBetween {
			compared = true
		}
		if w.kind&quality != 0 && len(w.text) > 4 && strings.HasSuffix(w.text, "er") || w.mark == mLess {
			f[fComparative] = true
		}
	}
	f[fTheTwice] = the > 1
	f[fCompares] = compares && !compared
	f[fComparative] = f[fComparative] && !compared
	if prepositions == 0 && !f[fName1] {
		for i := 1; i < len(q); i++ {
			w, before := &q[i], &q[i-1]
			if before.kind&(auxiliary|article) != 0 && w.kind&quality != 0 && i+1 < len(q) && q[i+1].kind&function == 0 {
				f[fQualityOpen] = true
			}
			if before.mark == mThe && (w.mark == mMost || w.mark == mBest || strings.HasSuffix(w.text, "est")) {
				f[fSuperlativeOpen] = true
			}
		}
	}
	f[fPlainPlural] = barePlural(q)
	f[fNounsOnlyGeneric] = f[fBareRelational] && !f[fOwnedRelational] && specific == 0
	f[fNoVerb] = verbs == 0
	end := &q[len(q)-1]
	f[fEndsOpen] = end.kind&(preposition|verb) != 0 && end.kind&relational == 0
}

// definite looks at what "the" at i says.
func (f *Features) definite(q []word, i int, s *surveyed) {
	end := i + 1
	for end+1 < len(q) && q[end+1].kind&function == 0 && q[end+1].gap == space && q[end+1].kind&(verb&^relational) == 0 {
		end++
	}
	f[fTheNoun] = true
	if s.known(end) {
		f[fTheNounKnown] = true
	}
	if end < len(q)-1 && (q[end+1].kind&(preposition|wh|demonstrative) != 0 || q[end].possessive) {
		return
	}
	if !named(q, end) {
		f[fTheOpen] = true
	}
	if !q[end].specific() || end == i+1 {
		f[fTheNounAlone] = true
	}
}

// barePlural is true if a topic stands as a plural without article or adjective,
// as what is true of its kind: "are mammals", "about sharks".
func barePlural(q []word) bool {
	for i := 1; i < len(q); i++ {
		w := &q[i]
		if w.specific() && strings.HasSuffix(w.text, "s") && !w.capital && q[i-1].kind&(preposition|auxiliary) != 0 {
			return true
		}
	}
	return false
}

// nextSpecific is true if a noun phrase with a topic begins at i.
func nextSpecific(q []word, i int) bool {
	for ; i < len(q) && q[i].kind&(preposition|verb|auxiliary|wh|pronoun) == 0; i++ {
		if q[i].specific() || named(q, i) {
			return true
		}
	}
	return false
}

// modified is true if a noun is told apart: by a word before it, or by "of" and
// its like behind it.
func modified(q []word, i int) bool {
	if i > 0 && q[i].gap == space && (q[i-1].specific() || q[i-1].possessive && q[i-1].kind&function == 0) {
		return true
	}
	for j := i + 1; j < len(q) && j <= i+3; j++ {
		if q[j].kind&preposition != 0 {
			return nextSpecific(q, j+1)
		}
		if q[j].kind&function != 0 || q[j].specific() {
			return q[j].specific()
		}
	}
	return false
}
