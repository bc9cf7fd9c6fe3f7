package understand

import (
	"strings"

	"burrow/internal/words"
)

// identifiers finds numbers of things by the user's patterns and by their shape.
// Only what has a digit is looked at, unless a pattern has none.
func (r *entityReader) identifiers(line string) (out []span) {
	least, most := byte('0'), byte('9')
	for _, p := range r.patterns {
		if strings.IndexByte(p, '9') < 0 {
			least, most = 0, 0xff
		}
	}
	for i := 0; i < len(line); i++ {
		if c := line[i]; c < least || c > most || !isIdentifierByte(c) {
			continue
		}
		begin := i
		for begin > 0 && isIdentifierByte(line[begin-1]) {
			begin--
		}
		for i < len(line) && isIdentifierByte(line[i]) {
			i++
		}
		end := i
		for end > begin && isJoin(line[end-1]) {
			end--
		}
		if end > begin && (matchesAny(r.patterns, line[begin:end]) || looksLikeIdentifier(line[begin:end])) {
			out = append(out, span{start: begin, end: end, kind: Identifier})
		}
	}
	return out
}

func isIdentifierByte(c byte) bool { return isAlphanumeric(c) || isJoin(c) || c == '#' }

func isJoin(c byte) bool { return c == '-' || c == '_' || c == '/' || c == '.' }

func isAlphanumeric(c byte) bool { return words.IsDigit(c) || isLetter(c) }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// matchesAny tests a token against patterns in which 9 stands for a digit, A for a
// letter, and everything else for itself.
func matchesAny(patterns []string, token string) bool {
	for _, p := range patterns {
		if matches(p, token) {
			return true
		}
	}
	return false
}

func matches(pattern, token string) bool {
	if len(pattern) != len(token) || pattern == "" {
		return false
	}
	for i := range len(pattern) {
		c := token[i]
		switch p := pattern[i]; {
		case p == '9' && words.IsDigit(c), p == 'A' && isLetter(c), p != '9' && p != 'A' && p == c:
		default:
			return false
		}
	}
	return true
}

// looksLikeIdentifier is true of tokens with digits in at least two parts, or of
// capitals and digits, that are no date, year, range, version or number.
func looksLikeIdentifier(token string) bool {
	if token[0] == '#' {
		return len(token) > 2 && allDigits(token[1:])
	}
	digitCount, capitals, small, joins, parts := 0, 0, 0, 0, 1
	for i := range len(token) {
		switch c := token[i]; {
		case words.IsDigit(c):
			digitCount++
		case 'A' <= c && c <= 'Z':
			capitals++
		case isLetter(c):
			small++
		case c == '-' || c == '_':
			joins++
			parts++
		default:
			return false
		}
	}
	switch {
	case digitCount == 0 || len(token) < 4:
		return false
	case capitals == 0 && small == 0:
		// 25-01-064, not 2024-03-12, 12-3-24 or 2003-2013
		return parts >= 3 && digitCount >= 7 && !isISODate(token)
	case capitals > 0 && small == 0:
		return digitCount >= 2 && (joins > 0 || digitCount >= 3)
	}
	return joins > 0 && digitCount >= 3 && capitals > 0
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !words.IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// isISODate is true of 2024-03-12 and of 12-03-2024.
func isISODate(token string) bool {
	if len(token) != 10 {
		return false
	}
	return matches("9999-99-99", token) || matches("99-99-9999", token)
}
