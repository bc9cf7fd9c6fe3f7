package recall

import (
	"slices"
	"strings"
	"sync"

	"burrow/internal/words"
)

// wordTables are the lists of lists.go, ready for use.
type wordTables struct {
	forms   map[string]string   // a word's base where the stemmer does not find it, "" for stop words
	dated   map[string]bool     // stems that say when
	related map[string][]string // by stem
}

// tables are made when they are first needed: a page that recalls nothing
// does not wait for them.
var tables = sync.OnceValue(func() *wordTables {
	t := &wordTables{make(map[string]string), make(map[string]bool), make(map[string][]string)}
	for _, w := range fields(stopWords) {
		t.forms[w] = ""
	}
	for _, group := range strings.Split(irregular, ",") {
		forms := fields(group)
		base := stemmed(forms[0])
		for _, w := range forms[1:] {
			t.forms[w] = base
		}
	}
	for _, w := range fields(datedWords) {
		t.dated[t.stem(w)] = true
	}
	for _, group := range strings.Split(alike, ",") {
		all := fields(group)
		for _, w := range all {
			t.relate(w, all)
		}
	}
	for _, group := range strings.Split(kinds, ",") {
		all := fields(group)
		t.relate(all[0], all[1:])
	}
	return t
})

func (t *wordTables) relate(word string, others []string) {
	from := t.stem(word)
	for _, w := range others {
		if to := t.stem(w); to != from && !slices.Contains(t.related[from], to) {
			t.related[from] = append(t.related[from], to)
		}
	}
}

func (t *wordTables) stem(w string) string {
	if base := t.forms[w]; base != "" {
		return base
	}
	return stemmed(w)
}

func stemmed(w string) string { return string(words.Stem([]byte(w))) }

// Stem returns the stem of a word in lower case, the base of an irregular form, and ""
// for a word that carries no subject.
func Stem(word string) string {
	if base, known := tables().forms[word]; known {
		return base
	}
	return stemmed(word)
}
