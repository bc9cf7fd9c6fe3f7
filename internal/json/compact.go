package json

import "unicode/utf8"

// maxNesting bounds the depth of values that are only passed on, as encoding/json
// does.
const maxNesting = 10_000

// Valid reports whether text is one JSON value.
func Valid(text string) bool {
	sc := scanner{s: text}
	return sc.each(func(string) {}) == nil
}

// Compact returns a JSON value without the white space around its parts.
func Compact(text string) ([]byte, error) { return compact(nil, text, true) }

// compact appends text, which must be one JSON value, to out, without the white
// space around its parts. It escapes markup unless markup is true.
func compact(out []byte, text string, markup bool) ([]byte, error) {
	sc := scanner{s: text}
	err := sc.each(func(token string) {
		if markup {
			out = append(out, token...)
		} else {
			out = appendEscaped(out, token)
		}
	})
	return out, err
}

// appendEscaped writes a piece of JSON that is safe inside HTML and JavaScript.
func appendEscaped(out []byte, token string) []byte {
	from := 0
	for i := 0; i < len(token); {
		size := 1
		r := rune(token[i])
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(token[i:])
		}
		if r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' {
			out = append(out, token[from:i]...)
			out = appendUnit(out, r)
			from = i + size
		}
		i += size
	}
	return append(out, token[from:]...)
}

// each calls take for each token of the text, which must be one value. It counts
// brackets instead of recursing: the sender chooses the depth, and a browser's
// stack is small.
func (sc *scanner) each(take func(token string)) error {
	var open []byte // the closing brackets still to come
	for {
		from := sc.start()
		c := sc.peek()
		switch {
		case c == '{' || c == '[':
			sc.i++
			take(sc.s[from:sc.i])
			open = append(open, c+2) // } and ] come two after { and [
			if len(open) > maxNesting {
				return sc.fail("nested too deeply")
			}
			if sc.peek() != c+2 {
				if err := sc.memberName(c+2, take); err != nil {
					return err
				}
				continue
			}
		case c == '"':
			if _, _, err := sc.quoted(); err != nil {
				return err
			}
			take(sc.s[from:sc.i])
		case c == '-' || c >= '0' && c <= '9':
			if _, err := sc.number(); err != nil {
				return err
			}
			take(sc.s[from:sc.i])
		default:
			if err := sc.word(); err != nil {
				return err
			}
			take(sc.s[from:sc.i])
		}
		// After a value: close what ends here.
		for len(open) > 0 && sc.take(open[len(open)-1]) {
			take(sc.s[sc.i-1 : sc.i])
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return sc.end()
		}
		if !sc.take(',') {
			return sc.fail("no comma or closing bracket")
		}
		take(",")
		if err := sc.memberName(open[len(open)-1], take); err != nil {
			return err
		}
	}
}

// memberName reads the name and colon before a value in an object.
func (sc *scanner) memberName(closing byte, take func(token string)) error {
	if closing != '}' {
		return nil
	}
	from := sc.start()
	if sc.peek() != '"' {
		return sc.fail("no member name")
	}
	if _, _, err := sc.quoted(); err != nil {
		return err
	}
	take(sc.s[from:sc.i])
	if !sc.take(':') {
		return sc.fail("no colon")
	}
	take(":")
	return nil
}

// start skips white space and returns where the next token begins.
func (sc *scanner) start() int {
	sc.peek()
	return sc.i
}
