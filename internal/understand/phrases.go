package understand

import "strings"

// A nounPhrase is a run of words that may name a topic: from one place of a text's
// words up to another.
type nounPhrase struct{ from, to int }

func (p nounPhrase) in(text string, words []word) string {
	return text[words[p.from].start:words[p.to-1].end]
}

// nounPhrases cuts a text into phrases: function words and verbs divide them, but
// for "of" between capitals.
func nounPhrases(words []word) (out []nounPhrase) {
	for i := 0; i < len(words); {
		if !opensTitle(words, i) && (words[i].kind&(function|asking) != 0 || !beginsPhrase(words, i)) {
			i++
			continue
		}
		end := i
		for end+1 < len(words) && words[end+1].gap == space && !words[end].possessive && end-i < maxPhraseWords {
			step := phraseStep(words, end)
			if step == 0 {
				break
			}
			end += step
		}
		// An adjective alone names nothing.
		last := end
		for last >= i && words[last].kind&quality != 0 && !words[last].capital && words[last].kind&(relational|common) == 0 {
			last--
		}
		if last >= i {
			out = append(out, nounPhrase{i, last + 1})
		}
		i = end + 1
	}
	return out
}

const maxPhraseWords = 7

// opensTitle is true of a small word that is written like a name and has one after
// it: "The Little Foxes", "You Really Got Me".
func opensTitle(words []word, i int) bool {
	return words[i].capital && words[i].gap != sentence && words[i].mark != mI && words[i].mark != mThe && len(words[i].text) > 1 &&
		i+1 < len(words) && words[i+1].capital && words[i+1].gap == space
}

// beginsPhrase is true of content words that are nouns, names or adjectives.
func beginsPhrase(words []word, i int) bool {
	w := &words[i]
	return w.capital && w.gap != sentence || !isVerbHere(words, i)
}

// isVerbHere guesses by the words around whether a word is a verb.
func isVerbHere(words []word, i int) bool {
	w := &words[i]
	if w.kind&verb == 0 || w.capital && w.gap != sentence {
		return false
	}
	if i > 0 && w.gap == space {
		before := &words[i-1]
		if before.kind&(article|demonstrative|quality) != 0 || before.possessive || before.kind&preposition != 0 && before.mark != mTo {
			return false
		}
		if before.kind&(auxiliary|pronoun|personal) != 0 || before.mark == mTo {
			return true
		}
	}
	return w.kind&(relational|common) == 0 || strings.HasSuffix(w.text, "ed")
}

// phraseStep returns how many words the phrase goes on by from i.
func phraseStep(words []word, i int) int {
	next := &words[i+1]
	if next.capital && words[i].capital && words[i].gap != sentence && len(next.text) > 1 {
		return 1
	}
	if next.kind&(function|asking) == 0 {
		if isVerbHere(words, i+1) || words[i].capital && !next.capital && tellsOfName(next) {
			return 0
		}
		return 1
	}
	if !words[i].capital || i+2 >= len(words) {
		return 0
	}
	switch next.mark {
	case mOf, mThe, mAnd, mFor:
	default:
		return 0
	}
	if words[i+2].capital && words[i+2].gap == space && words[i+2].kind&function == 0 {
		return 2
	}
	if next.mark == mOf && words[i+2].mark == mThe && i+3 < len(words) && words[i+3].capital {
		return 3
	}
	return 0
}

// tellsOfName is true of a word that after a name is rather what the name does than
// a part of the phrase: "Webern nearly died", "Norton returns".
func tellsOfName(w *word) bool {
	return w.kind&verb != 0 || strings.HasSuffix(w.text, "ed") || strings.HasSuffix(w.text, "ly")
}

// namesWithin returns the names that are a part of a phrase: "Keyshia Cole" of
// "Oakland native Keyshia Cole".
func namesWithin(words []word, p nounPhrase) (out []nounPhrase) {
	for i := p.from; i < p.to; {
		end := i
		for end < p.to && (words[end].capital && (words[end].gap != sentence || words[end].specific()) ||
			end > i && words[end].kind&function != 0 && end+1 < p.to && words[end+1].capital) {
			end++
		}
		if end > i && end-i < p.to-p.from {
			out = append(out, nounPhrase{i, end})
		}
		i = max(end, i+1)
	}
	return out
}

// writtenAsName is true of a word whose capital letter is not due to opening a
// sentence, or that goes on like a name there.
func writtenAsName(words []word, i int) bool {
	w := &words[i]
	if !w.capital || w.gap != sentence {
		return w.capital
	}
	return w.specific() && (w.possessive || i+1 < len(words) && words[i+1].gap == space && (words[i+1].capital || words[i+1].kind&(auxiliary|verb) != 0))
}
