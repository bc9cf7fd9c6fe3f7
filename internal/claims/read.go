package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// token is a word or number of a text.
type token struct {
	text     string // in lower case
	from, to int    // bytes of the text
	// gap is what stands in front: ' ', one of ".-/" if that alone joins it to the word
	// before, ',' for a comma, '|' between cells and ';' for any other mark.
	gap byte
	// capital is true of a word that begins with one, first of those that would anyway.
	capital, first bool
	// isCode is true between backquotes.
	isCode bool
}

// reading is a text that was read.
type reading struct {
	text    string
	size    int
	tokens  []token
	amounts []amount
}

// read reads the words of a text, and its amounts.
func read(text string) reading {
	r := reading{text: text, size: len(text), tokens: make([]token, 0, len(text)/5+1)}
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:]+"\n", '\n')
		r.line(at+bullet(text[at:end]), end)
		at = end + 1
	}
	r.findAmounts()
	return r
}

// line reads the words of a line.
func (s *reading) line(from, to int) {
	text, lower := s.text[:to], lowered(s.text[from:to])
	gap, first, code := byte(';'), true, false
	for at := from; at < to; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isLetter(r) {
			gap = widened(gap, r)
			first = first || strings.ContainsRune(".!?:|…", r)
			if r == '`' {
				code = !code
			}
			if strings.ContainsRune("\"“„«‚‘(", r) {
				first = true // a quotation may begin with any capital
			}
			at += size
			continue
		}
		end := wordEnd(text, at, size)
		s.tokens = append(s.tokens, token{text: strings.ReplaceAll(lower[at-from:end-from], "’", "'"), from: at, to: end, gap: gap,
			capital: unicode.IsUpper(r), first: first && !code, isCode: code})
		gap, first, at = 0, false, end
	}
}

// lowered is a text in lower case, of the same length.
func lowered(text string) string {
	if lower := strings.ToLower(text); len(lower) == len(text) {
		return lower
	}
	out := []byte(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}

// widened is the gap with one more character in it.
func widened(gap byte, r rune) byte {
	switch {
	case r == '|':
		return '|'
	case gap == 0 && (r == '-' || r == '/' || r == '.'):
		return byte(r)
	case r == ' ' || r == '\u00a0' || r == '\u202f' || strings.ContainsRune("*_`\"“”'‘’$€£¥%", r):
		if gap == 0 || gap == '-' || gap == '/' || gap == '.' {
			if gap == '.' {
				return ';'
			}
			return ' '
		}
		return gap
	case r == ',' && (gap == 0 || gap == ' '):
		return ','
	case gap == '|':
		return gap
	case gap == ' ' && (r == '-' || r == '/'):
		return gap
	}
	return ';'
}

// isLetter is true of what words are made of.
func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// wordEnd returns the end of the word that begins at a byte. Digits go on over points,
// commas and colons between them, words over an apostrophe.
func wordEnd(text string, at, size int) int {
	last := text[at]
	packed := func(r rune) bool { return words.IsPacked(r) }
	if r, _ := utf8.DecodeRuneInString(text[at:]); packed(r) {
		return at + size
	}
	for at += size; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case packed(r):
			return at
		case isLetter(r):
		case strings.ContainsRune(".,:'’", r) && at+size < len(text):
			next := text[at+size]
			isNumber := words.IsDigit(last) && words.IsDigit(next)
			if (r == '\'' || r == '’') && !isNumber && isLetter(rune(next)) {
				break
			}
			if r == '\'' || r == '’' || !isNumber {
				return at
			}
		default:
			return at
		}
		last = text[at+size-1]
		at += size
	}
	return at
}
