package memory

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/words"
)

// kind is what a value is of: one takes the place only of another of its kind.
type kind uint8

const (
	noKind kind = iota
	aDay
	aMonth // of a day, while it is read
	aClock
	anAmount
	aCode
	aName
)

// A value is a day, a time, an amount, a code or a name in a sentence.
type value struct {
	number int // the value itself, or a hash of it
	unit   int // of an amount, 0 if none is said
	kind   kind
	// weak is a capital letter at the beginning of a sentence: a name, perhaps.
	weak bool
}

// rivals reports whether one value may stand where another stood.
func (v value) rivals(other value) bool {
	return v.kind == other.kind && v.number != other.number && (v.unit == other.unit || v.unit == 0 || other.unit == 0)
}

func (v value) same(other value) bool { return v.kind == other.kind && v.number == other.number }

// in reports whether a value is among others, rivaled whether one that it may take
// the place of is.
func (v value) in(list []value) bool {
	for _, other := range list {
		if v.same(other) {
			return true
		}
	}
	return false
}

func (v value) rivaled(list []value) bool {
	for _, other := range list {
		if v.rivals(other) {
			return true
		}
	}
	return false
}

// A statement is a sentence as corrections are looked for in it.
type statement struct {
	message, sentence int32
	has               meaning
	values            []value
	old               value // what it says is no longer so, if it does
	topic             []int // what it is about
	words             int32
	asks, byUser      bool
}

// hash is FNV-1a.
func hash(text string) int {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return int(h)
}

// hearer reads a statement word by word.
type hearer struct {
	statement
	list  []word
	ideos string // the last character of a script without spaces, if it tells
	// contrast is how many values stand in front of a contrast, -1 without one.
	contrast int
	// plain is how many words stand here that are no mark of a correction.
	plain int
}

// readStatement reads a sentence.
func readStatement(sentence string) statement {
	h := hearer{list: wordsOf(sentence), contrast: -1}
	h.words = int32(len(h.list))
	h.asks = strings.HasSuffix(strings.TrimRight(sentence, " \"'”)"), "?") || strings.HasSuffix(sentence, "？")
	for i := 0; i < len(h.list); {
		i += h.step(i)
	}
	return h.statement
}

// step reads the term at word i and returns how many words it has.
func (h *hearer) step(i int) int {
	w := &h.list[i]
	// "No worries, Anna" does not say that Anna is no longer so.
	if w.pause && h.old.kind == noKind {
		h.contrast = -1
	}
	found, best := meaning(0), 1
	var named value
	for _, t := range (*lexicon.Load())[w.folded] {
		n := 1 + len(t.rest)
		if n < best || !h.follows(i, t) {
			continue
		}
		if n > best {
			best, found, named = n, 0, value{}
		}
		found |= t.means
		if t.names.kind != noKind {
			named = t.names
		}
	}
	h.note(found, i, best)
	n := h.valueAt(i, best, named, found)
	if found&(takesBack|regrets|means) == 0 && (found&leans == 0 || best > 1) {
		h.plain++
	}
	if n > 0 {
		h.ideos = ""
		return n
	}
	if found == 0 {
		h.tell(w)
	} else {
		h.ideos = ""
	}
	return best
}

// follows reports whether a phrase stands at word i.
func (h *hearer) follows(i int, t term) bool {
	if i+len(t.rest) >= len(h.list) || t.leading && i > 0 && !h.list[i].pause {
		return false
	}
	for k, word := range t.rest {
		if next := &h.list[i+1+k]; next.folded != word || next.pause {
			return false
		}
	}
	// "May" and "March" are months with a capital letter only.
	return t.names.kind != aMonth || !words.Among(" may march mar ", h.list[i].folded) || h.list[i].upper
}

// note takes down what the phrase of n words at i means.
func (h *hearer) note(found meaning, i, n int) {
	paused := i+n == len(h.list) || h.list[i+n].pause
	if !paused || i > 0 && !h.list[i].pause && (i > 2 || len(h.list[i-1].folded) > 3) {
		found &^= takesBack | regrets
	}
	if found&contrasts != 0 && !(i == 0 && paused) {
		if h.contrast < 0 {
			h.contrast = len(h.values)
		}
	} else {
		found &^= contrasts
	}
	h.has |= found
}

// tell adds a word to what the sentence is about.
func (h *hearer) tell(w *word) {
	first, _ := utf8.DecodeRuneInString(w.folded)
	if !isIdeograph(first) {
		h.ideos = ""
		// Elided articles are left off: l'offerta, d'août.
		folded := w.folded
		if at := strings.IndexByte(folded, '\''); at > 0 && at < 6 && len(folded)-at > 4 {
			folded = folded[at+1:]
		}
		if len(folded) > 3 {
			h.topic = insert(h.topic, hash(stem(folded)))
		}
		return
	}
	if h.ideos != "" && !w.pause {
		h.topic = insert(h.topic, hash(h.ideos+w.folded))
	}
	h.ideos = w.folded
}

// matter is how many words say what a statement is about, names among its values
// aside.
func (s *statement) matter() int {
	n := len(s.topic)
	for _, v := range s.values {
		if v.kind == aName {
			n--
		}
	}
	return n
}
