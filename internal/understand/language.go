package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// evidence is how much of a text is in each language.
type evidence [codes]float64

// best returns the language that a text is in, if it is clear.
func (e *evidence) best() (best code, clear bool) {
	first, second := english, 0.0
	for i, much := range e {
		i := code(i)
		if i != first && much > e[first] {
			first, second = i, e[first]
		} else if i != first {
			second = max(second, much)
		}
	}
	return first, e[first] >= 1 && e[first] >= second+0.5
}

// maxIdentified is how much of a text is looked at to know its language.
const maxIdentified = 300

// add counts the words and letters of a text that only some languages have.
func (e *evidence) add(t *Languages, text string, weight float64) {
	lists := wordTable()
	low := lowered(clip(text, maxIdentified))
	for i := 0; i < len(low); {
		begin := i
		for i < len(low) {
			r, size := utf8.DecodeRuneInString(low[i:])
			if r == 0xe000 || !isWordRune(r) {
				break
			}
			if r >= utf8.RuneSelf {
				if l, found := t.ofLetter(r); found {
					e[l] += weight * letterWeight(l)
				}
			}
			i += size
		}
		if i == begin {
			_, size := utf8.DecodeRuneInString(low[i:])
			i += size
			continue
		}
		e.word(t, lists, low[begin:i], weight)
	}
}

func (e *evidence) word(t *Languages, lists *table, text string, weight float64) {
	var has [codes]bool
	count := 0
	for l := german; l < codes; l++ {
		if l != chinese && t.forms.find(hashed(l.seed(), text)).known {
			has[l] = true
			count++
		}
	}
	n := words.StemLength(text)
	listed := lists.find(hashed(hashed(hashSeed, text[:n]), text[n:]))
	if listed.kind&function != 0 && len(text) > 1 || listed.kind&(asking|relational|verb) != 0 && count == 0 {
		has[english] = true
		count++
	}
	if len(text) == 1 {
		weight *= 0.4 // "e", "y", and the names of variables
	}
	for i := range e {
		if has[i] {
			e[i] += weight / float64(count)
		}
	}
}

func letterWeight(l code) float64 {
	switch l {
	case chinese, unknown:
		return 1
	case french:
		return 0.3
	}
	return 0.6
}

// ofLetter tells a language by a letter that few others have. Letters of scripts
// without a table tell that it is none of them.
func (t *Languages) ofLetter(r rune) (code, bool) {
	for c, l := range t.tables {
		if l != nil && strings.ContainsRune(l.letters, r) {
			return code(c), true
		}
	}
	switch {
	case 0x1ea0 <= r && r <= 0x1ef9:
		return vietnamese, true
	case 0x4e00 <= r && r <= 0x9fff || 0x3400 <= r && r <= 0x4dbf:
		return chinese, true
	case 0x370 <= r && r <= 0x1cff, 0x3040 <= r && r <= 0x30ff, 0xac00 <= r && r <= 0xd7ff:
		return unknown, unicode.IsLetter(r)
	}
	return 0, false
}

// leastEvidence is what a language needs that is not English: names have letters of
// their own.
const leastEvidence = 0.7

// of tells the language of a question, by what was said before if it is too short to
// tell. A text that nothing tells is taken for English if it is written in its letters.
func (t *Languages) of(history []Exchange, question string) *language {
	if !Foreign(history, question) {
		return &englishTable
	}
	found := unknown
	if !t.Empty() {
		found = t.identify(history, question)
	}
	if l := t.tables[found]; l != nil {
		return l
	}
	return t.tables[unknown]
}

func (t *Languages) identify(history []Exchange, question string) code {
	var e evidence
	e.add(t, question, 1)
	if e[unknown] > 0 && e[chinese] > 0 && e[unknown] >= e[chinese]/4 {
		return unknown // Japanese has Chinese characters too
	}
	if l, clear := e.best(); clear && (e[l] >= 1.5 || len(history) == 0) {
		return l // one word may be a name
	}
	for i := len(history) - 1; i >= max(0, len(history)-2); i-- {
		e.add(t, history[i].Question, 0.5)
		e.add(t, history[i].Answer, 0.25)
	}
	switch l, _ := e.best(); {
	case e[l] < leastEvidence && foreignLetters(question):
		return unknown
	case e[l] < leastEvidence || e[english] >= e[l]:
		return english
	default:
		return l
	}
}

func foreignLetters(text string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// Foreign is true if a question may be in another language than English, so that
// tables are needed to read it: it or what was asked last has letters or words of
// others, or words that the lists of English do not have.
func Foreign(history []Exchange, question string) bool {
	if foreign(question) {
		return true
	}
	for i := len(history) - 1; i >= max(0, len(history)-2); i-- {
		if foreign(history[i].Question) {
			return true
		}
	}
	return false
}

func foreign(text string) bool {
	text = clip(text, maxIdentified)
	if foreignLetters(text) {
		return true
	}
	strange, all := 0, 0
	for _, w := range cut(nil, text) {
		if w.kind&digits != 0 || w.capital && w.gap != sentence {
			continue // names are alike in all languages
		}
		if all++; words.Among(foreignWords, w.text) {
			return true
		}
		if w.kind == 0 && w.mark == 0 {
			strange++
		}
	}
	return all > 0 && 2*strange >= all
}

// foreignWords are frequent words of other languages, in which few sentences have none.
const foreignWords = " der die das und ist nicht ein eine ich mit auf den dem wie wer wann war hat kann für il lo la gli che di un una con per non del della dove chi quanto quando sono è le les et est des du qui que quoi pour avec dans combien où je el los las y es en se por para cuál qué " +
	"de al là có cho của và không nào "
