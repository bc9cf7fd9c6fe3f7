package understand

import (
	"strings"
	"unicode"

	"burrow/internal/words"
)

// knows reports whether a database knows what a question is about: a word of it is in the
// name of a table, and of those that say what it is about tables know at least as many as
// they don't, what is counted, listed or ranked among them. Names of people and places,
// numbers and times may be in rows, and do not count; comments know too many words.
func (x *Index) knows(l *language, question string, facts []Fact, f *formsOf) bool {
	if f.has[defineForm] {
		return false // of an invoice, and not of those that are there
	}
	for _, fact := range facts {
		markForms(f.text, strings.TrimSpace(plainly(fact.Text)), l.code == chinese, f.said)
	}
	named, wanted := false, false
	for _, h := range f.means {
		named = named || x.named(h)
	}
	known, unknown, strange, before := 0, 0, false, ""
	eachPlain(question, func(w plainWord) {
		weight := x.weigh(l, before, w.text)
		before = w.text
		switch {
		case f.noun[w.at], weight > commentWeight && !f.said[w.at] && !l.silent(w.text):
			known++
			named = named || weight == nameWeight
			wanted = false
		case f.said[w.at]:
			wanted = f.asks[w.at] || wanted
		case l.silent(w.text), w.name && l.code != german: // which writes all nouns so
		default:
			unknown++
			strange = strange || wanted && !l.pieces
			wanted = false
		}
	})
	if l.pieces {
		unknown /= 2 // which have no words, but their halves
	}
	return named && !strange && unknown <= known
}

// weigh returns how much a word says of a source, 0 if nothing knows it; of Chinese and
// Vietnamese, one behind the one before.
func (x *Index) weigh(l *language, before, w string) (most uint8) {
	exact, begins := keysOf(w)
	switch l.code {
	case chinese:
		exact, begins = hashed(hashSeed, before+w), 0
	case vietnamese:
		exact, begins = hashed(hashed(hashSeed, before), " "+w), 0
	}
	list := x.at(exact)
	if list == nil {
		list = x.at(begins)
	}
	for _, in := range list {
		most = max(most, in.weight)
	}
	return most
}

// silent is true of words that say nothing about what a question is about.
func (l *language) silent(w string) bool {
	kind := listed(w)
	if l.code == english && len(w) > 4 {
		kind |= wordTable().byEnd(w)
	}
	if l.table != nil {
		kind |= l.table.find(hashed(l.seed(), w)).kind
	}
	return kind&(function|digits|calendar|timeNoun|emptyWord|comparing|counting|asking|verb) != 0 || words.Among(plainWords, w) || words.Among(l.numbers, w) || words.IsDigit(w[0]) || w[0] == '<' || w[0] == '>'
}

// A plainWord is a word of a question as plainly leaves it, at its place there. Of Chinese
// each character is one.
type plainWord struct {
	text string
	at   int
	// name says that it has a capital and does not begin a sentence.
	name bool
}

// eachPlain calls f with the words of a text, which stand in plainly(text) at the places
// they are given.
func eachPlain(text string, f func(plainWord)) {
	at, begins, spaced := 1, true, true
	var w []byte
	one := plainWord{}
	flush := func() {
		if len(w) > 0 {
			one.text = string(w)
			f(one)
			at += len(w)
			w = w[:0]
		}
	}
	for _, r := range text {
		if !isWordRune(r) && r != '>' && r != '<' {
			flush()
			if !spaced {
				at++
			}
			spaced = true
			begins = begins || r == '.' && len(one.text) > 3 || r == '!' || r == '?' || r == '\n'
			continue
		}
		if isHan(r) {
			flush()
		}
		if len(w) == 0 {
			one = plainWord{at: at, name: unicode.IsUpper(r) && !begins}
			begins = false
		}
		spaced = false
		w = words.AppendFolded(w, unicode.ToLower(r))
		if isHan(r) {
			flush()
		}
	}
	flush()
}
