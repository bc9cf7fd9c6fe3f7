package json

import "unicode/utf8"

// The bytes of UTF-8 that need no escape between quotes: in plain text, and where
// HTML may read them. The first byte of U+2028 needs a closer look.
var plainText, plainMarkup = func() (text, markup [256]bool) {
	for c := range text {
		text[c] = plain[c] && c != '\u2028'>>12|0xe0
		markup[c] = text[c] && c != '<' && c != '>' && c != '&'
	}
	return text, markup
}()

// text writes a string. Bytes that are not UTF-8 become U+FFFD. U+2028 and U+2029
// are escaped, since older JavaScript ends a line there.
func (e *encoder) text(s string) {
	out := append(e.out, '"')
	valid := utf8.ValidString(s)
	plain := e.plain
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] && (c < utf8.RuneSelf || valid) {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			out = append(out, s[from:i]...)
			out = appendEscape(out, c)
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && size == 1 {
			out = append(out, s[from:i]...)
			out = appendUnit(out, r)
			from = i + size
		}
		i += size
	}
	out = append(out, s[from:]...)
	e.out = append(out, '"')
}

func appendEscape(out []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(out, '\\', c)
	case '\b':
		return append(out, '\\', 'b')
	case '\f':
		return append(out, '\\', 'f')
	case '\n':
		return append(out, '\\', 'n')
	case '\r':
		return append(out, '\\', 'r')
	case '\t':
		return append(out, '\\', 't')
	}
	return appendUnit(out, rune(c))
}

// appendUnit writes a UTF-16 unit as an escape.
func appendUnit(out []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
