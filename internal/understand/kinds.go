package understand

import (
	"strings"
	"sync"
)

// kind is what a word does in a sentence, as far as lists can tell. A word can be
// of several kinds.
type kind uint32

const (
	pronoun kind = 1 << iota
	demonstrative
	pointing
	wh
	auxiliary
	preposition
	article
	personal
	function // carries no subject
	asking
	relational
	verb
	quality // tells how something is
	common
	abstract // by its ending
	digits
	calendar // the name of a day or month
	given    // a first name
)

// kindLists has the lists with their kinds. Words of the second part are also
// looked up by their stems.
var kindLists = [...]struct {
	words   string
	kind    kind
	stemmed bool
}{
	{pronounWords, pronoun | function, false},
	{demonstrativeWords, demonstrative | function, false},
	{pointingWords, pointing | function, false},
	{whWords, wh | function, false},
	{auxiliaryWords, auxiliary | function, false},
	{prepositionWords, preposition | function, false},
	{articleWords, article | function, false},
	{personalWords, personal | function, false},
	{otherFunctionWords, function, false},
	{dayAndMonthNames, calendar, false},
	{givenNames, given, false},
	{askingWords, asking, true},
	{relationalWords, relational, true},
	{verbWords, verb, true},
	{qualityWords, quality, true},
	{commonWords, common, true},
}

// kinds has the words of the lists. It is made when it is first needed: a page
// that asks nothing does not wait for it.
var kinds = sync.OnceValue(func() map[string]kind {
	table := make(map[string]kind, 4096)
	for _, l := range kindLists {
		for w := range strings.FieldsSeq(l.words) {
			table[w] |= l.kind
			if s := stem(w); l.stemmed && s != w && table[s]&function == 0 {
				table[s] |= l.kind
			}
		}
	}
	return table
})

func kindOf(text, stem string) kind {
	table := kinds()
	k := table[text]
	if k&function == 0 && stem != text {
		k |= table[stem] &^ (function | pronoun | demonstrative | pointing | wh | auxiliary | preposition | article | personal)
	}
	if k&function == 0 && len(text) > 4 {
		k |= kindByEnd(text)
	}
	if c := text[0]; '0' <= c && c <= '9' {
		k |= digits
	}
	return k
}

// kindByEnd guesses the kind of a word that may be in no list.
func kindByEnd(text string) (k kind) {
	if endsIn(text, qualityEnds[:]) {
		k = quality
	}
	if len(text) > 6 && strings.HasSuffix(text, "ed") {
		k |= verb
	}
	if text = cutEnd(text, "s"); len(text) > 5 && endsIn(text, abstractEnds[:]) {
		k |= abstract
	}
	return k
}

func endsIn(text string, ends []string) bool {
	for _, end := range ends {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

// place returns a word's place in a list, from 1; 0 if it is not in it.
func place(list, word string) int {
	n := 0
	for w := range strings.FieldsSeq(list) {
		if n++; w == word {
			return n
		}
	}
	return 0
}
