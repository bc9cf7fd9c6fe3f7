package words

import "strings"

// Stem returns the stem of an English word in lower-case ASCII, by Porter's
// algorithm of 1980. It works in place: the result shares w's memory. It brings
// many forms together, which finding needs; StemLength is shorter, and keeps apart
// what only begins alike.
func Stem(w []byte) []byte {
	if len(w) < 3 {
		return w
	}
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return w
		}
	}
	w = stemPlural(w)
	w = stemPast(w)
	if hasEnd(w, "y") && hasVowel(w[:len(w)-1]) {
		w[len(w)-1] = 'i'
	}
	w = replaceEnd(w, step2)
	w = replaceEnd(w, step3)
	w = stripEnd(w)
	return stemE(w)
}

// The rules of steps 2 to 4: an ending and what takes its place. The longer of
// two endings that both fit comes first, and "-" is nothing.
var (
	step2 = strings.Fields("ational ate tional tion enci ence anci ance izer ize abli able alli al entli ent eli e ousli ous ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble")
	step3 = strings.Fields("icate ic ative - alize al iciti ic ical ic ful - ness -")
	step4 = strings.Fields("al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize")
)

func stemPlural(w []byte) []byte {
	switch {
	case hasEnd(w, "sses"), hasEnd(w, "ies"):
		return w[:len(w)-2]
	case hasEnd(w, "s") && !hasEnd(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

func stemPast(w []byte) []byte {
	if hasEnd(w, "eed") {
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	}
	cut := 0
	switch {
	case hasEnd(w, "ed"):
		cut = 2
	case hasEnd(w, "ing"):
		cut = 3
	}
	if cut == 0 || !hasVowel(w[:len(w)-cut]) {
		return w
	}
	w = w[:len(w)-cut]
	n := len(w)
	switch {
	case hasEnd(w, "at"), hasEnd(w, "bl"), hasEnd(w, "iz"), measure(w) == 1 && endsShort(w):
		return append(w, 'e')
	case n > 1 && w[n-1] == w[n-2] && !vowel(w, n-1) && w[n-1] != 'l' && w[n-1] != 's' && w[n-1] != 'z':
		return w[:n-1]
	}
	return w
}

// replaceEnd applies the first rule whose ending fits, if what stands before it
// has a syllable.
func replaceEnd(w []byte, rules []string) []byte {
	if len(w) == 0 {
		return w
	}
	last := w[len(w)-1]
	for i := 0; i < len(rules); i += 2 {
		// Most endings differ in the last letter, and a call costs more.
		if end := rules[i]; end[len(end)-1] != last || !hasEnd(w, end) {
			continue
		}
		at := len(w) - len(rules[i])
		if measure(w[:at]) == 0 {
			return w
		}
		if rules[i+1] == "-" {
			return w[:at]
		}
		return append(w[:at], rules[i+1]...)
	}
	return w
}

func stripEnd(w []byte) []byte {
	if len(w) == 0 {
		return w
	}
	last := w[len(w)-1]
	for _, end := range step4 {
		if end[len(end)-1] == last && hasEnd(w, end) {
			at := len(w) - len(end)
			if end == "sion" || end == "tion" {
				at++ // of "ion" only, after s or t
			}
			if measure(w[:at]) > 1 {
				return w[:at]
			}
			return w
		}
	}
	return w
}

func stemE(w []byte) []byte {
	if hasEnd(w, "e") {
		before := w[:len(w)-1]
		if m := measure(before); m > 1 || m == 1 && !endsShort(before) {
			w = before
		}
	}
	if hasEnd(w, "ll") && measure(w) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

func hasEnd(w []byte, end string) bool {
	return len(w) >= len(end) && string(w[len(w)-len(end):]) == end
}

// vowel is true of a, e, i, o, u, and of y after a consonant.
func vowel(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	case 'y':
		return i > 0 && !vowel(w, i-1)
	}
	return false
}

func hasVowel(w []byte) bool {
	for i := range w {
		if vowel(w, i) {
			return true
		}
	}
	return false
}

// measure counts how often a vowel is followed by a consonant.
func measure(w []byte) int {
	m, before := 0, false
	for i := range w {
		v := vowel(w, i)
		if before && !v {
			m++
		}
		before = v
	}
	return m
}

// endsShort is true of consonant, vowel, consonant, the last not w, x or y.
func endsShort(w []byte) bool {
	n := len(w)
	if n < 3 || vowel(w, n-3) || !vowel(w, n-2) || vowel(w, n-1) {
		return false
	}
	return w[n-1] != 'w' && w[n-1] != 'x' && w[n-1] != 'y'
}

// StemLength returns how much of a word in lower case is left without the common
// English endings of nouns and verbs.
func StemLength(w string) int {
	n := len(w)
	if n < 4 || w[n-1] > 'z' || w[n-1] < 'a' {
		return n
	}
	if w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' {
		n--
	}
	if n > 5 && w[n-3:n] == "ing" {
		n = undoubled(w, n-3)
	} else if n > 4 && w[n-2:n] == "ed" {
		n = undoubled(w, n-2)
	}
	for _, end := range [...]byte{'e', 'i', 'y'} {
		if n >= 4 && w[n-1] == end {
			n--
		}
	}
	return n
}

// undoubled makes "stopp" of "stopping" "stop".
func undoubled(w string, n int) int {
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return n - 1
	}
	return n
}
