package guard

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/say"
)

// readText refuses what is decided by the text alone, before a parser reads it. Comments
// are refused because servers run some of them and parsers disagree which: MySQL runs
// /*! */ by version, MariaDB also /*M! */, TiDB /*T! */.
//
// Quotes end here where they end for the parser: a backslash takes the next byte with it
// in strings, and not in `names`.
func (g *Guard) readText(sql string) *Refusal {
	switch {
	case len(sql) > g.rules.MaxBytes:
		return &Refusal{Code: TooLong, Message: say.T("The query has {bytes} bytes; {most} are allowed.", "bytes", len(sql), "most", g.rules.MaxBytes)}
	case !utf8.ValidString(sql):
		return &Refusal{Code: Encoding, Message: say.T("The query is not valid UTF-8.")}
	}
	parens := 0
	for i := 0; i < len(sql); i++ {
		b := sql[i]
		if !telling[b] {
			continue
		}
		switch {
		case b == '\'' || b == '"' || b == '`':
			i = quoteEnd(sql, i)
		case b == '#', isDashes(sql[i:]), strings.HasPrefix(sql[i:], "/*"), strings.HasPrefix(sql[i:], "*/"):
			return &Refusal{Code: Comment, Message: say.T("Comments and hints are not allowed in a query.")}
		case b == '@':
			return &Refusal{Code: Variable, Message: say.T("Variables are not allowed in a query.")}
		case b == ';':
			if strings.Trim(sql[i:], "; \t\r\n") != "" {
				return &Refusal{Code: Statements, Message: say.T("A query must be exactly one statement.")}
			}
		case b == '(':
			if parens++; parens > mostParens {
				return &Refusal{Code: TooDeep, Message: say.T("The query is nested too deeply.")}
			}
		case b == ')':
			parens--
		}
	}
	for i := range len(sql) {
		if isControl(sql[i]) {
			return &Refusal{Code: Encoding, Message: say.T("The query has control characters.")}
		}
	}
	return nil
}

// telling are the bytes that readText decides by.
var telling = [256]bool{'\'': true, '"': true, '`': true, '#': true, '-': true, '/': true, '*': true, '@': true, ';': true, '(': true, ')': true}

// isDashes reports whether a text begins with two dashes that begin a comment. The manual
// says that a space or a control character must follow, such as a new line.
func isDashes(text string) bool {
	return strings.HasPrefix(text, "--") && (len(text) == 2 || text[2] <= ' ' || text[2] == 0x7f)
}

// quoteEnd is where a quote that begins at i ends, or the end of the text.
func quoteEnd(sql string, i int) int {
	quote := sql[i]
	for i++; i < len(sql); i++ {
		switch {
		case sql[i] == '\\' && quote != '`':
			i++
		case sql[i] == quote:
			// A doubled quote ends one string here and begins the next at once.
			return i
		}
	}
	return i
}

func isControl(b byte) bool {
	return b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7f
}
