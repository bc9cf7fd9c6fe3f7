package json

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// plain is true for bytes that need no escape inside quotes.
var plain = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return table
}()

// quoted reads and checks a string. It returns what is between the quotes and how
// many escapes that has.
func (sc *scanner) quoted() (inside string, escapes int, err error) {
	s, i := sc.s, sc.i+1
	from := i
	for ; i < len(s); i++ {
		if plain[s[i]] {
			continue
		}
		if s[i] == '"' {
			sc.i = i + 1
			return s[from:i], escapes, nil
		}
		sc.i = i
		if s[i] != '\\' {
			return "", 0, sc.fail("control character in a string")
		}
		escapes++
		n := escapeLength(s[i:])
		if n == 0 {
			return "", 0, sc.fail("unknown escape")
		}
		i += n - 1
	}
	sc.i = len(s)
	return "", 0, sc.fail("unexpected end")
}

// escapeLength returns the length of the escape at the beginning of s, 0 if there is
// none.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, s[1]) >= 0 {
		return 2
	}
	if s[1] != 'u' || len(s) < 6 {
		return 0
	}
	if _, err := strconv.ParseUint(s[2:6], 16, 16); err != nil {
		return 0
	}
	return 6
}

// text reads a string and resolves its escapes. Half a surrogate pair becomes
// U+FFFD, as it does wherever such text turns into UTF-8.
func (sc *scanner) text() (string, error) {
	inside, escapes, err := sc.quoted()
	if err != nil || escapes == 0 {
		return inside, err
	}
	out := make([]byte, 0, len(inside))
	for inside != "" {
		at := strings.IndexByte(inside, '\\')
		if at < 0 {
			out = append(out, inside...)
			break
		}
		out = append(out, inside[:at]...)
		var r rune
		r, inside = unescape(inside[at:])
		out = utf8.AppendRune(out, r)
	}
	return string(out), nil
}

// unescape returns the character of the escape at the beginning of s, and the rest.
func unescape(s string) (rune, string) {
	switch s[1] {
	case 'b':
		return '\b', s[2:]
	case 'f':
		return '\f', s[2:]
	case 'n':
		return '\n', s[2:]
	case 'r':
		return '\r', s[2:]
	case 't':
		return '\t', s[2:]
	case 'u':
	default:
		return rune(s[1]), s[2:]
	}
	r := unit(s)
	if !utf16.IsSurrogate(r) {
		return r, s[6:]
	}
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if pair := utf16.DecodeRune(r, unit(s[6:])); pair != utf8.RuneError {
			return pair, s[12:]
		}
	}
	return utf8.RuneError, s[6:]
}

// unit returns the UTF-16 unit of the escape \uXXXX at the beginning of s.
func unit(s string) rune {
	n, _ := strconv.ParseUint(s[2:6], 16, 16) // quoted has checked the digits
	return rune(n)
}
