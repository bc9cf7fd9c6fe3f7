package recall

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/words"
)

// noTerm is the id of stop words and of anything else that has none.
const noTerm = -1

// termID returns the id of a word's stem, a new one if necessary.
func (x *Index) termID(w []byte, packed bool) int32 {
	if id, there := x.ids[string(w)]; there {
		return id
	}
	written := string(w)
	text, isTerm := stemOf(w, packed)
	if !isTerm {
		x.ids[written] = noTerm
		return noTerm
	}
	id, there := x.stems[text]
	if !there {
		id = int32(len(x.terms))
		x.terms = append(x.terms, term{text: text, dated: tables().dated[text]})
		x.stems[text] = id
		eachGram(text, func(g uint32) {
			// A word with the same four characters twice is kept once.
			if list := x.grams[g]; len(list) == 0 || list[len(list)-1] != id {
				x.grams[g] = append(list, id)
			}
		})
	}
	x.ids[written] = id
	return id
}

// forgetTerms removes the terms that no message has any more. Ids are assigned in
// the order of first appearance, so these are the last ones.
func (x *Index) forgetTerms() {
	kept := len(x.terms)
	for kept > 0 && len(x.terms[kept-1].postings) == 0 {
		kept--
	}
	for id := len(x.terms) - 1; id >= kept; id-- {
		text := x.terms[id].text
		delete(x.stems, text)
		eachGram(text, func(g uint32) {
			list := x.grams[g]
			if len(list) > 0 && list[len(list)-1] == int32(id) {
				list = list[:len(list)-1]
			}
			if x.grams[g] = list; len(list) == 0 {
				delete(x.grams, g)
			}
		})
	}
	for written, id := range x.ids {
		if id >= int32(kept) {
			delete(x.ids, written)
		}
	}
	clear(x.terms[kept:])
	x.terms = x.terms[:kept]
}

// stemOf returns the stem of a word in lower case, and false for a stop word.
func stemOf(w []byte, packed bool) (text string, isTerm bool) {
	if packed {
		return string(w), true
	}
	if base, there := tables().forms[string(w)]; there {
		return base, base != ""
	}
	var buffer [words.MaxTermRunes * 4]byte
	return string(words.Stem(append(buffer[:0], w...))), true
}

// eachWord calls f with each word of a text, whether it is of a script without
// spaces, and where it begins and ends. f must not keep the bytes.
func (x *Index) eachWord(text string, f func(w []byte, packed bool, start, end int)) {
	x.cut.Each(text, func(t words.Term) bool {
		if t.Kind != words.Tail && t.Kind != words.Emoji {
			f(t.Text, t.Kind != words.Word, t.Start, t.End)
		}
		return true
	})
}

// eachGram calls f with the runs of four characters of a word, its beginning and
// its end counted as characters. A pair of a script without spaces gives its two
// characters. Runs are hashed: two that meet in one number make words seem a
// little more alike.
func eachGram(word string, f func(uint32)) {
	var a, b, c rune = 0, 0, '^'
	count := 1
	isShort := utf8.RuneCountInString(word) <= 2
	push := func(r rune) {
		if count++; count >= 4 {
			f(((uint32(a)*0x9e3779b1+uint32(b))*0x9e3779b1+uint32(c))*0x9e3779b1 + uint32(r))
		}
		a, b, c = b, c, r
	}
	for _, r := range word {
		if isShort {
			if r >= utf8.RuneSelf {
				f(uint32(r))
			}
			continue
		}
		push(r)
	}
	if !isShort {
		push('$')
	}
}

// fields divides a list at its spaces. It is strings.Fields for ASCII.
func fields(list string) []string { return strings.Split(list, " ") }
