package understand

import "strings"

// A nounPhrase is a run of words that may name a topic, as it stands in a text.
type nounPhrase struct {
	text       string
	start, end int
	words      []word
	first      int // the place of its first word
}

// nounPhrases cuts a text into phrases: function words and verbs divide them, but
// for "of" between capitals.
func nounPhrases(out []nounPhrase, text string, words []word) []nounPhrase {
	for i := 0; i < len(words); {
		if !beginsPhrase(words, i) {
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
		for last >= i && words[last].is(quality) && !words[last].capital && !words[last].is(relational|common) {
			last--
		}
		if last >= i {
			out = append(out, nounPhrase{text[words[i].start:words[last].end], words[i].start, words[last].end, words[i : last+1], i})
		}
		i = end + 1
	}
	return out
}

const maxPhraseWords = 7

// beginsPhrase is true of nouns, names and adjectives.
func beginsPhrase(words []word, i int) bool {
	w := &words[i]
	if w.capital && w.gap != sentence && !w.is(function|asking) {
		return true
	}
	return w.content() && !w.is(asking) && !isVerbHere(words, i)
}

// isVerbHere guesses by the words around whether a word is a verb.
func isVerbHere(words []word, i int) bool {
	w := &words[i]
	if !w.is(verb) || w.capital && w.gap != sentence {
		return false
	}
	if i > 0 && w.gap == space {
		before := &words[i-1]
		if before.is(article|demonstrative) || before.possessive || before.is(preposition) && before.text != "to" || before.is(quality) {
			return false
		}
		if before.is(auxiliary|pronoun|personal) || before.text == "to" {
			return true
		}
	}
	return !w.is(relational|common) || strings.HasSuffix(w.text, "ed")
}

// phraseStep returns how many words the phrase goes on by from i.
func phraseStep(words []word, i int) int {
	next := &words[i+1]
	if next.content() && !next.is(asking) {
		if isVerbHere(words, i+1) {
			return 0
		}
		return 1
	}
	if !words[i].capital || i+2 >= len(words) {
		return 0
	}
	switch next.text {
	case "of", "the", "and", "for":
	default:
		return 0
	}
	if words[i+2].capital && words[i+2].gap == space && !words[i+2].is(function) {
		return 2
	}
	if next.text == "of" && words[i+2].text == "the" && i+3 < len(words) && words[i+3].capital {
		return 3
	}
	return 0
}
