package understand

import "strings"

// nounFeatures looks for nouns that want to be told of what.
func nounFeatures(f *Features, q []word, s *surveyed) (leans bool) {
	the, bare, owned, verbs := 0, 0, 0, 0
	for i := range q {
		w := &q[i]
		if w.is(auxiliary | verb) {
			verbs++
		}
		if w.possessive && w.content() {
			f[fPossessive] = 1
		}
		if w.is(preposition) && i+1 < len(q) && nextSpecific(q, i+1) {
			f[fOfSpecific] = 1
		}
		if w.is(article) && i+1 < len(q) && q[i+1].specific() {
			f.set(fArticleSpecific, w.text != "the" || f[fArticleSpecific] == 1)
		}
		if w.text == "the" && i+1 < len(q) {
			the++
			end := i + 1
			for end+1 < len(q) && q[end+1].content() && q[end+1].gap == space && !q[end+1].is(verb&^relational) {
				end++
			}
			f[fTheNoun] = 1
			f.set(fTheNounKnown, s.known(end) || f[fTheNounKnown] == 1)
			if end == len(q)-1 || !q[end+1].is(preposition|wh|demonstrative) && !q[end].possessive {
				f.set(fTheOpen, !named(q, end) || f[fTheOpen] == 1)
				if !(q[end].specific() && end > i+1) {
					f[fTheNounAlone] = 1
				}
			}
		}
		if w.is(relational) && !w.is(function) {
			if modified(q, i) {
				owned++
			} else {
				bare++
			}
		}
	}
	f.set(fTheTwice, the > 1)
	comparing := false
	for i := range q {
		switch w := &q[i]; {
		case w.text == "than" || w.text == "between" || w.text == "vs" || w.text == "versus" || w.text == "among" || f[fCompares] == 1 && w.is(preposition):
			comparing = true
		case w.is(quality) && len(w.text) > 4 && strings.HasSuffix(w.text, "er") && w.text != "other", w.text == "less", w.text == "worse":
			f[fComparative] = 1
		}
		switch q[i].stem {
		case "compar", "differ", "differenc", "similarit", "similar", "relat", "contrast":
			f[fCompares] = 1
		}
	}
	if comparing {
		f[fComparative], f[fCompares] = 0, 0
	}
	prepositions := countOf(q, func(w *word) bool { return w.is(preposition) })
	if prepositions == 0 && f[fName1] == 0 {
		for i := 1; i < len(q); i++ {
			f.set(fQualityOpen, q[i-1].is(auxiliary|article) && q[i].is(quality) && i+1 < len(q) && q[i+1].content() || f[fQualityOpen] == 1)
			f.set(fSuperlativeOpen, q[i-1].text == "the" && (q[i].text == "most" || q[i].text == "best" || strings.HasSuffix(q[i].text, "est")) || f[fSuperlativeOpen] == 1)
		}
	}
	f.set(fPlainPlural, barePlural(q))
	f.set(fNounsOnlyGeneric, bare > 0 && owned == 0 && countOf(q, (*word).specific) == 0)
	f.set(fBareRelational, bare > 0)
	f.set(fOwnedRelational, owned > 0)
	f.set(fNoVerb, verbs == 0)
	end := &q[len(q)-1]
	f.set(fEndsOpen, end.is(preposition|verb) && !end.is(relational))
	return f[fTheNounAlone] == 1 && bare > 0
}

// barePlural is true if a topic stands as a plural without article or adjective,
// as what is true of its kind: "are mammals", "about sharks".
func barePlural(q []word) bool {
	for i := 1; i < len(q); i++ {
		w := &q[i]
		if w.specific() && strings.HasSuffix(w.text, "s") && !w.capital && q[i-1].is(preposition|auxiliary) {
			return true
		}
	}
	return false
}

// nextSpecific is true if a noun phrase with a topic begins at i.
func nextSpecific(q []word, i int) bool {
	for ; i < len(q) && !q[i].is(preposition|verb|auxiliary|wh|pronoun); i++ {
		if q[i].specific() || named(q, i) {
			return true
		}
	}
	return false
}

// modified is true if a noun is told apart: by a word before it, or by "of" and
// its like behind it.
func modified(q []word, i int) bool {
	if i > 0 && q[i].gap == space && (q[i-1].specific() || q[i-1].possessive && q[i-1].content()) {
		return true
	}
	for j := i + 1; j < len(q) && j <= i+3; j++ {
		if q[j].is(preposition) {
			return nextSpecific(q, j+1)
		}
		if q[j].specific() {
			return true
		}
		if !q[j].content() {
			return false
		}
	}
	return false
}
