package recall

import (
	"slices"
	"unicode/utf8"
)

const (
	// relatedWeight is what a related word counts beside the word itself.
	relatedWeight = 0.3
	// alikeWeight is what a word counts that has all runs of four characters in
	// common; alikeLeast is what share must be exceeded.
	alikeWeight = 0.3
	alikeLeast  = 0.5
	maxAlike    = 6
)

// addRelated adds the words of the list that stand for a word.
func (s *search) addRelated(variants []variant, text string) []variant {
	for _, other := range tables().related[text] {
		if id, there := s.x.stems[other]; there {
			variants = s.addVariant(variants, id, relatedWeight)
		}
	}
	return variants
}

// addAlike adds words that are spelled alike: forms with another stem, and typing
// errors. A single character of a script without spaces finds its pairs.
func (s *search) addAlike(variants []variant, text string) []variant {
	seen := s.x.scratch.counts(len(s.x.terms))
	var found []int32
	own := 0
	eachGram(text, func(g uint32) {
		own++
		for _, id := range s.x.grams[g] {
			if seen[id] == 0 {
				found = append(found, id)
			}
			seen[id] = min(seen[id]+1, 255)
		}
	})
	var alike []uint64
	for _, id := range found {
		common := 2 * float32(seen[id]) / float32(own+gramCount(s.x.terms[id].text))
		seen[id] = 0
		if common > alikeLeast && s.x.terms[id].text != text {
			alike = append(alike, keyOf(falling(common), int(id)))
		}
	}
	sortKeys(alike)
	for _, key := range alike[:min(len(alike), maxAlike)] {
		common := scoreIn(key)
		variants = s.addVariant(variants, int32(numberIn(key)), alikeWeight*common)
	}
	return variants
}

// addVariant adds a term that some message has, that is no speaker's name, and
// that is not there yet.
func (s *search) addVariant(all []variant, id int32, weight float32) []variant {
	if len(s.postings(id)) == 0 || slices.Contains(s.names, id) {
		return all
	}
	for _, v := range all {
		if v.id == id {
			return all
		}
	}
	return append(all, variant{id, weight})
}

// gramCount returns how often eachGram calls its function for a term.
func gramCount(word string) int {
	runes := utf8.RuneCountInString(word)
	if runes > 2 {
		return runes - 1
	}
	return runes // of a pair; words of two letters have no runs and are not found by them
}
