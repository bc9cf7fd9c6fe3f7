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
		if words[i].kind&(function|asking) != 0 || !beginsPhrase(words, i) {
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
	if next.kind&(function|asking) == 0 {
		if isVerbHere(words, i+1) {
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
