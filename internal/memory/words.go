package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A word is a run of letters and digits, with what joins them inside: 25-01-064,
// 1,200, don't, main.go and anna@x.org are one word each. Scripts without spaces
// give a word for each character.
type word struct {
	text   string // as written
	folded string // in lower case, with a plain apostrophe
	// first is true for the first word of a sentence.
	first bool
	// digit is true if there is a digit in it, upper if it begins with a capital
	// letter.
	digit, upper bool
	// pause is true if more than a space stands in front of it.
	pause bool
}

// eachWord calls visit for the words of a text, until it returns false.
func eachWord(text string, visit func(word) bool) {
	first, pause := true, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isWordRune(r) {
			// After a colon comes a value more often than a sentence.
			first = first || r == '.' || r == '!' || r == '?' || r == '\n' || r == '…' || r == '。' || r == '！' || r == '？'
			pause = pause || r != ' ' && !strings.ContainsRune("\"'“”‘’«»€$£¥%*", r)
			i += size
			continue
		}
		end := wordEnd(text, i)
		w := word{text: text[i:end], first: first, upper: isUpper(r), pause: pause}
		w.folded = strings.ReplaceAll(strings.ToLower(w.text), "’", "'")
		w.digit = strings.IndexFunc(w.text, isDigit) >= 0
		if !visit(w) {
			return
		}
		first, pause, i = false, false, end
	}
}

func wordsOf(text string) []word {
	var out []word
	eachWord(text, func(w word) bool {
		out = append(out, w)
		return true
	})
	return out
}

// wordEnd returns the end of the word that begins at i.
func wordEnd(text string, i int) int {
	last, size := utf8.DecodeRuneInString(text[i:])
	i += size
	for i < len(text) && !isIdeograph(last) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if isWordRune(r) {
			if isIdeograph(r) {
				return i
			}
			last, i = r, i+size
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		if !isWordRune(next) || isIdeograph(next) || !joins(last, r, next) {
			return i
		}
		i += size
	}
	return i
}

func joins(before, r, after rune) bool {
	switch r {
	case '-', '_', '\'', '’', '@', '+', '/':
		return true
	case ',', ':':
		return isDigit(before) && isDigit(after)
	case '.':
		// "end.Next" lacks a space, "main.go" does not.
		return isDigit(before) == isDigit(after) && !isUpper(after)
	}
	return false
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

func isDigit(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9'
	}
	return unicode.IsNumber(r) && !isIdeograph(r)
}

// isUpper does without the table of capital letters: the one for folding is
// there anyway.
func isUpper(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'A' && r <= 'Z'
	}
	return unicode.ToLower(r) != r
}

func isIdeograph(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000
}

// common are words that do not tell what a sentence is about. Verbs do, and so do
// short words: has and wants, Ben and Tom make the difference.
const common = " a an the is are was were be been am it its this that these those there to of in on at by for from with as and or but so if than then he she they them his her their i me my we us our you your user user's assistant also just very "

// denials are words that turn a sentence into its opposite.
const denials = " not no never without nobody none cannot nicht kein keine "

func (w word) telling() bool { return !words.Among(common, w.folded) }

func (w word) negates() bool {
	return words.Among(denials, w.folded) || strings.HasSuffix(w.folded, "n't")
}
