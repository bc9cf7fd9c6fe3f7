package understand

import (
	"strings"
	"sync"

	"burrow/internal/words"
)

// kind is what a word does in a sentence, as far as lists can tell. A word can have
// several kinds.
type kind uint64

const (
	pronoun kind = 1 << iota
	demonstrative
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
	calendar  // the name of a day or month
	given     // a first name
	clause    // begins a clause
	timeNoun  // year, summer
	emptyWord // of "is it possible to"
	comparing
	generic // a noun that fits every list
	personNoun
	personTitle
	firm // what names of firms and places end in
	counting
	record
	document
	policy
	chatty
	// Two runs of kinds: what a question is about, and what is wanted.
	firstDomain
)

// domains is how many domains there are among the intents.
const domains = 11

// functionKinds belong to a word's exact form, not to its stem.
const functionKinds = pronoun | demonstrative | wh | auxiliary | preposition | article | personal | function | clause

// An entry has what is known of a word or stem.
type entry struct {
	_     [0]func() // not to be compared
	kind  kind
	field field
	mark  mark
	class class
}

// A table has the entries of all lists. It is made when it is first needed: a page
// that asks nothing does not wait for it.
type table struct {
	roots   roots
	entries []entry
	ends    []ending
}

func (t *table) at(h root) *entry {
	at, fresh := t.roots.add(h)
	if fresh {
		t.entries = append(t.entries, entry{})
	}
	return &t.entries[at]
}

// list enters the words of a list, and their stems.
func (t *table) list(listed string, k kind, stemmed bool) {
	for w := range strings.FieldsSeq(listed) {
		n := words.StemLength(w)
		s := hashed(hashSeed, w[:n])
		t.at(hashed(s, w[n:])).kind |= k
		if e := t.at(s); stemmed && e.kind&function == 0 {
			e.kind |= k
		}
	}
}

var wordTable = sync.OnceValue(newTable)

func newTable() *table {
	t := &table{entries: make([]entry, 0, 4096)}
	for i, l := range kindLists {
		t.list(l.words, l.kind, i >= firstStemmed)
	}
	for i, in := range intents {
		t.list(in.words, firstDomain<<i, true)
	}
	t.addFields()
	t.endings(qualityEnds, quality)
	t.endings(abstractEnds, abstract)
	m, c := mark(0), class(1)
	for group := range strings.FieldsSeq(markedWords) {
		if group == "|" {
			c++
			continue
		}
		m++
		for w := range strings.SplitSeq(group, ",") {
			e := t.at(hashed(hashSeed, w))
			e.mark, e.class = m, c
		}
	}
	t.entries = append(t.entries, entry{}) // of what is not found
	return t
}

func (t *table) find(h root) *entry {
	at := t.roots.find(h)
	if at < 0 {
		at = len(t.entries) - 1
	}
	return &t.entries[at]
}

// look finds what the lists say about a word, its stem and its ending.
func (w *word) look(s, full root) {
	t := wordTable()
	e := t.find(full)
	k := e.kind
	w.mark, w.class = e.mark, e.class
	if k&function == 0 {
		stem := t.find(s)
		k |= stem.kind &^ functionKinds
		w.field = stem.field
		if len(w.text) > 4 {
			k |= t.byEnd(w.text)
		}
	}
	if c := w.text[0]; '0' <= c && c <= '9' {
		k |= digits
	}
	w.kind = k
}

// An ending is the last letters of words that are in no list, as bytes of a number.
type ending struct {
	letters, mask uint32
	kind          kind
}

func (t *table) endings(list string, k kind) {
	for text := range strings.FieldsSeq(list) {
		e := ending{kind: k}
		for i := range len(text) {
			e.letters, e.mask = e.letters<<8|uint32(text[i]), e.mask<<8|0xff
		}
		t.ends = append(t.ends, e)
	}
}

// byEnd guesses the kind of a word of more than four letters by its ending.
func (t *table) byEnd(text string) (k kind) {
	n := len(text)
	last := uint32(text[n-4])<<24 | uint32(text[n-3])<<16 | uint32(text[n-2])<<8 | uint32(text[n-1])
	single := last // without the plural's s
	if text[n-1] == 's' {
		single = uint32(text[n-5])<<24 | last>>8
		n--
	}
	if n > 6 && last&0xffff == 'e'<<8|'d' {
		k = verb
	}
	for i := range t.ends {
		e := &t.ends[i]
		if last&e.mask == e.letters && e.kind == quality || single&e.mask == e.letters && e.kind == abstract && n > 5 {
			k |= e.kind
		}
	}
	return k
}
