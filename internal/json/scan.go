// Package json reads and writes JSON. It has what the core needs of encoding/json,
// in a tenth of the size.
//
// UnmarshalStrict reads frames: a member that is unknown, missing, given twice or
// of another type is refused by name. Unmarshal reads what others wrote, and takes
// what it can. Marshal and Append write, byte for byte, what encoding/json writes.
package json

import (
	"strconv"
	"strings"
)

// The scanner below reads JSON in place. encoding/json would do, but needs two
// passes for a frame and two more for its parameters: a text of 50 MB took 5 s in
// WebAssembly, during which no cancellation can arrive, and takes 0.5 s here. It
// also accepts other spellings ("ID") and repeated members, which a strict border
// must not.

// maxDepth bounds recursion. The deepest frame in use has four levels.
const maxDepth = 32

// A SyntaxError is text that is not JSON.
type SyntaxError struct {
	At   int // the byte
	What string
}

func (e *SyntaxError) Error() string {
	return e.What + " at byte " + strconv.Itoa(e.At)
}

// Raw is a value that has been checked for syntax and not decoded yet.
type Raw string

// scanner is at byte i of s, which is valid UTF-8.
type scanner struct {
	s string
	i int
	// lenient accepts what others wrote: members that are unknown, missing or null.
	lenient bool
}

func (sc *scanner) fail(what string) error { return &SyntaxError{sc.i, what} }

// peek skips white space and returns the next byte, 0 at the end.
func (sc *scanner) peek() byte {
	for sc.i < len(sc.s) {
		switch c := sc.s[sc.i]; c {
		case ' ', '\t', '\r', '\n':
			sc.i++
		default:
			return c
		}
	}
	return 0
}

// take skips white space and then c, and reports whether c was there.
func (sc *scanner) take(c byte) bool {
	if sc.peek() != c {
		return false
	}
	sc.i++
	return true
}

// end fails if anything but white space is left.
func (sc *scanner) end() error {
	if sc.peek() != 0 || sc.i < len(sc.s) {
		return sc.fail("more text after the value")
	}
	return nil
}

// members calls visit at the value of each member of the object here. visit must
// read exactly that value.
func (sc *scanner) members(visit func(name string) error) error {
	if !sc.take('{') {
		return sc.fail("no object")
	}
	if sc.take('}') {
		return nil
	}
	for {
		if sc.peek() != '"' {
			return sc.fail("no member name")
		}
		name, err := sc.text()
		if err != nil {
			return err
		}
		if !sc.take(':') {
			return sc.fail("no colon")
		}
		if err := visit(name); err != nil {
			return err
		}
		if sc.take('}') {
			return nil
		}
		if !sc.take(',') {
			return sc.fail("no comma or closing brace")
		}
	}
}

// elements calls visit at each element of the array here.
func (sc *scanner) elements(visit func(index int) error) error {
	if !sc.take('[') {
		return sc.fail("no array")
	}
	if sc.take(']') {
		return nil
	}
	for index := 0; ; index++ {
		if err := visit(index); err != nil {
			return err
		}
		if sc.take(']') {
			return nil
		}
		if !sc.take(',') {
			return sc.fail("no comma or closing bracket")
		}
	}
}

// skip reads any value and returns it as written.
func (sc *scanner) skip(depth int) (Raw, error) {
	if depth > maxDepth {
		return "", sc.fail("nested too deeply")
	}
	var err error
	c := sc.peek()
	from := sc.i
	switch {
	case c == '{':
		err = sc.members(func(string) error {
			_, err := sc.skip(depth + 1)
			return err
		})
	case c == '[':
		err = sc.elements(func(int) error {
			_, err := sc.skip(depth + 1)
			return err
		})
	case c == '"':
		_, _, err = sc.quoted()
	case c == '-' || c >= '0' && c <= '9':
		_, err = sc.number()
	default:
		err = sc.word()
	}
	return Raw(sc.s[from:sc.i]), err
}

// word reads true, false or null.
func (sc *scanner) word() error {
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(sc.s[sc.i:], word) {
			sc.i += len(word)
			return nil
		}
	}
	if sc.i == len(sc.s) {
		return sc.fail("unexpected end")
	}
	return sc.fail("unexpected character")
}

// number reads a number and returns it as written.
func (sc *scanner) number() (string, error) {
	from := sc.i
	if sc.at('-') {
		sc.i++
	}
	if sc.at('0') {
		sc.i++
	} else if !sc.digits() {
		return "", sc.fail("no digit")
	}
	if sc.at('.') {
		sc.i++
		if !sc.digits() {
			return "", sc.fail("no digit")
		}
	}
	if sc.at('e') || sc.at('E') {
		sc.i++
		if sc.at('+') || sc.at('-') {
			sc.i++
		}
		if !sc.digits() {
			return "", sc.fail("no digit")
		}
	}
	return sc.s[from:sc.i], nil
}

func (sc *scanner) at(c byte) bool { return sc.i < len(sc.s) && sc.s[sc.i] == c }

func (sc *scanner) digits() bool {
	from := sc.i
	for sc.i < len(sc.s) && sc.s[sc.i]-'0' <= 9 {
		sc.i++
	}
	return sc.i > from
}
