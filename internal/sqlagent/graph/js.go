package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a piece of JavaScript or TypeScript, as far as models need it: nothing of it is
// ever run.
type token struct {
	kind tokenKind
	text string // a name, a text's value, or the sign itself
	line int
}

type tokenKind byte

const (
	nameToken tokenKind = iota + 1
	textToken
	numberToken
	signToken
	mixedToken // a template with something to be filled in
)

func (t token) is(sign string) bool { return t.kind == signToken && t.text == sign }

// tokenize cuts a program into tokens. It never fails: what it does not know is a sign.
func tokenize(src string) []token {
	l := &lexer{src: src, line: 1}
	for l.at < len(l.src) {
		l.one()
	}
	return l.tokens
}

type lexer struct {
	src    string
	at     int
	line   int
	tokens []token
}

func (l *lexer) add(kind tokenKind, text string, line int) {
	l.tokens = append(l.tokens, token{kind, text, line})
}

func (l *lexer) one() {
	c, size := utf8.DecodeRuneInString(l.src[l.at:])
	rest := l.src[l.at:]
	switch {
	case c == '\n':
		l.line++
		l.at++
	case unicode.IsSpace(c) || c == '\ufeff':
		l.at += size
	case strings.HasPrefix(rest, "//"):
		l.skip(strings.IndexByte(rest, '\n'))
	case strings.HasPrefix(rest, "/*"):
		end := strings.Index(rest[2:], "*/")
		if end >= 0 {
			end += 4
		}
		l.skip(end)
	case c == '"' || c == '\'':
		l.quoted(byte(c))
	case c == '`':
		l.template()
	case c == '/' && l.regexpMayBegin():
		l.pattern()
	case unicode.IsLetter(c) || c == '_' || c == '$' || c == '#' || c == '@':
		end := strings.IndexFunc(rest[size:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' })
		if end < 0 {
			end = len(rest) - size
		}
		l.add(nameToken, rest[:size+end], l.line)
		l.at += size + end
	case c >= '0' && c <= '9':
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '_' })
		if end < 0 {
			end = len(rest)
		}
		l.add(numberToken, rest[:end], l.line)
		l.at += end
	case strings.HasPrefix(rest, "=>"):
		l.add(signToken, "=>", l.line)
		l.at += 2
	case strings.HasPrefix(rest, "..."):
		l.add(signToken, "...", l.line)
		l.at += 3
	case strings.HasPrefix(rest, "?."):
		l.add(signToken, ".", l.line)
		l.at += 2
	default:
		l.add(signToken, rest[:size], l.line)
		l.at += size
	}
}

// skip passes over n bytes, or all that is left if n is negative.
func (l *lexer) skip(n int) {
	if n < 0 {
		n = len(l.src) - l.at
	}
	l.line += strings.Count(l.src[l.at:l.at+n], "\n")
	l.at += n
}

func (l *lexer) quoted(quote byte) {
	line := l.line
	var text strings.Builder
	for l.at++; l.at < len(l.src); l.at++ {
		c := l.src[l.at]
		if c == quote || c == '\n' {
			break
		}
		if c == '\\' && l.at+1 < len(l.src) {
			l.at++
			c = l.src[l.at]
			if c == '\n' {
				l.line++
			}
		}
		text.WriteByte(c)
	}
	if l.at < len(l.src) && l.src[l.at] == quote {
		l.at++
	}
	l.add(textToken, text.String(), line)
}

// template reads `text`. What is filled in is not looked at.
func (l *lexer) template() {
	line, begin, kind := l.line, l.at+1, textToken
	depth := 0
	for l.at++; l.at < len(l.src); l.at++ {
		switch c := l.src[l.at]; {
		case c == '\\':
			l.at++
		case c == '\n':
			l.line++
		case strings.HasPrefix(l.src[l.at:], "${"):
			kind = mixedToken
			depth++
			l.at++
		case c == '}' && depth > 0:
			depth--
		case c == '`' && depth == 0:
			l.add(kind, l.src[begin:l.at], line)
			l.at++
			return
		}
	}
	l.at = min(l.at, len(l.src))
	l.add(mixedToken, "", line)
}

// regexpMayBegin reports whether a slash begins a pattern: it divides after a value.
func (l *lexer) regexpMayBegin() bool {
	if len(l.tokens) == 0 {
		return true
	}
	last := l.tokens[len(l.tokens)-1]
	return last.kind == signToken && last.text != ")" && last.text != "]" && last.text != "}" || last.text == "return"
}

func (l *lexer) pattern() {
	inClass := false
	for i := l.at + 1; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch l.src[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '/':
			if !inClass {
				l.at = i + 1
				l.add(numberToken, "", l.line)
				return
			}
		}
	}
	l.add(signToken, "/", l.line)
	l.at++
}
