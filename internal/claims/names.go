package claims

import (
	"slices"
	"strings"

	"burrow/internal/recall"
	"burrow/internal/words"
)

// general are short names that no source needs to have.
const general = " ok ceo cfo cto id pdf url faq vat uk us usa eu un tv pc it hr "

// strangeName returns a name, code or identifier that no source has.
func (j *judgement) strangeName() string {
	if address := j.strangeAddress(); address != "" {
		return address
	}
	named := !j.namesAreUnsure()
	for i := range j.claim.tokens {
		t := &j.claim.tokens[i]
		isMixed := words.IsDigit(t.text[len(t.text)-1]) && !words.IsDigit(t.text[0])
		isName := named && t.capital && !t.first && !isSmall(t.text)
		if (isName || t.isCode || isMixed) && len(t.text) > 1 && !words.Among(general, t.text) && !j.hasName(t, i) {
			return j.claim.text[t.from:t.to]
		}
	}
	return ""
}

// isSmall is true of a word that carries no subject.
func isSmall(word string) bool { return recall.Stem(word) == "" }

// namesAreUnsure is true where nouns have capitals, so that one more is no made-up name,
// and where few words of the claim stand in its sources: they are in another language.
func (j *judgement) namesAreUnsure() bool {
	capitals, all := 0, 0
	for _, r := range j.sources[:len(j.sources)-1] {
		for i := range r.tokens {
			if t := &r.tokens[i]; !t.first {
				all++
				if t.capital {
					capitals++
				}
			}
		}
	}
	others, there := 0, 0
	for i := range j.claim.tokens {
		t := &j.claim.tokens[i]
		if !words.IsDigit(t.text[0]) && !(t.capital && !t.first) {
			others++
			if j.hasWord(func(o *token) bool { return o.text == t.text }) {
				there++
			}
		}
	}
	return all >= 20 && capitals*5 > all || there*4 < others
}

func (j *judgement) hasName(t *token, at int) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(t.text, "'s"), "'")
	is := func(o *token) bool {
		return o.text == name || strings.TrimSuffix(o.text, "'s") == name || alike(o.text, name)
	}
	if j.hasWord(is) {
		return true
	}
	if month := words.MonthOf(name); month > 0 {
		return j.hasMonth(month)
	}
	// inProgress is "in progress", HR is "Human resources".
	isShort := len(name) < 6 && strings.ToUpper(name) == strings.TrimSuffix(j.claim.text[t.from:t.to], "'s")
	for _, r := range j.sources {
		for i := range r.tokens {
			if isJoined(r.tokens[i:], name) || isShort && isInitials(r.tokens[i:], name) {
				return true
			}
		}
	}
	return j.isSpelledOut(at)
}

// hasMonth reports whether the sources name a month, or a day of it.
func (j *judgement) hasMonth(month int) bool {
	for _, r := range j.sources {
		for i := range r.amounts {
			if a := &r.amounts[i]; a.unit == date {
				if _, of, _ := words.Day(a.value).Date(); of == month {
					return true
				}
			}
		}
	}
	return j.hasWord(func(o *token) bool { return o.capital && words.MonthOf(o.text) == month })
}

// isJoined reports whether words make a name without what stands between them.
func isJoined(list []token, name string) bool {
	for i := range list {
		rest, begins := strings.CutPrefix(name, list[i].text)
		if !begins {
			return false
		}
		if name = rest; name == "" {
			return true
		}
	}
	return false
}

// isInitials reports whether a name has the first letters of words, without the small
// ones.
func isInitials(list []token, name string) bool {
	n := 0
	for i := 0; i < len(list) && n < len(name); i++ {
		if isSmall(list[i].text) && n > 0 {
			continue
		}
		if list[i].text[0] != name[n] {
			return false
		}
		n++
	}
	return n > 1 && n == len(name)
}

// isSpelledOut reports whether the sources have the initials of the words in capitals
// around a word: "Human resources" is HR.
func (j *judgement) isSpelledOut(at int) bool {
	list := j.claim.tokens
	for from := max(at-3, 0); from <= at; from++ {
		initials := ""
		for k := from; k < len(list) && k < from+5; k++ {
			if !isSmall(list[k].text) {
				initials += list[k].text[:1]
			}
			if k >= at && len(initials) > 1 && j.hasWord(func(o *token) bool { return o.text == initials && o.capital }) {
				return true
			}
		}
	}
	return false
}

// alike is true of words that differ by their ending: Germany, German.
func alike(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 5 && len(a)-n <= 2 && len(b)-n <= 2
}

// strangeAddress returns an e-mail address that no source has, letter by letter.
func (j *judgement) strangeAddress() string {
	for word := range strings.FieldsSeq(j.claim.text) {
		word = strings.Trim(word, ".,;:!?()<>[]\"'`*_“”‘’")
		name, host, is := strings.Cut(word, "@")
		if !is || name == "" || !strings.Contains(host, ".") {
			continue
		}
		has := func(r *reading) bool { return strings.Contains(lowered(r.text), lowered(word)) }
		if !slices.ContainsFunc(j.sources, has) {
			return word
		}
	}
	return ""
}
