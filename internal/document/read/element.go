package read

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// attribute is the first attribute of that name, whatever its prefix; "" if there is
// none.
func (x *xmlReader) attribute(name string) string {
	for _, a := range x.attributes {
		if string(localName(a.name)) == name {
			return string(x.decode(a.value, true))
		}
	}
	return ""
}

// reference is the attribute of that name that has a prefix, as ids of relationships
// have.
func (x *xmlReader) reference(name string) string {
	for _, a := range x.attributes {
		if local := localName(a.name); string(local) == name && len(local) < len(a.name) {
			return string(x.decode(a.value, true))
		}
	}
	return ""
}

// number is an attribute that is a whole number, or what it is otherwise.
func (x *xmlReader) number(name string, otherwise int) int {
	n, err := strconv.Atoi(x.attribute(name))
	if err != nil {
		return otherwise
	}
	return n
}

// isOn is how Office says yes: by naming an element or an attribute without saying no.
func (x *xmlReader) isOn(name string) bool {
	switch x.attribute(name) {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// each calls visit at each element directly within the one that has just begun, up to
// its end. visit may read what is inside, and need not.
func (x *xmlReader) each(visit func() error) error {
	for outer := x.depth; ; {
		kind, err := x.next()
		switch {
		case err != nil:
			return err
		case kind == xmlEnd && x.depth < outer:
			return nil
		case kind == xmlBegin:
			inner := x.depth
			if err := visit(); err != nil {
				return err
			}
			for x.depth >= inner {
				if _, err := x.next(); err != nil {
					return err
				}
			}
		}
	}
}

// root goes to the outermost element.
func (x *xmlReader) root() error {
	for {
		if kind, err := x.next(); err != nil || kind == xmlBegin {
			return err
		}
	}
}

// appendText adds the text of the element that has just begun, up to its end. It fails
// with errFull when the whole has more than most bytes.
func (x *xmlReader) appendText(to []byte, most int) ([]byte, error) {
	for outer := x.depth; x.depth >= outer; {
		kind, err := x.next()
		if err != nil {
			return to, err
		}
		if kind == xmlChars {
			fits := min(len(x.chars), max(0, most-len(to)))
			if to = append(to, x.chars[:fits]...); fits < len(x.chars) {
				return to, errFull
			}
		}
	}
	return to, nil
}

// longestEntity is how long the longest is that is read.
const longestEntity = len("&#x0010FFFF;")

// decode resolves entities. Others than those of XML stay as they are.
func (x *xmlReader) decode(text []byte, isAttribute bool) []byte {
	at := bytes.IndexByte(text, '&')
	if at < 0 {
		return text
	}
	out := x.decoded[:0]
	if isAttribute {
		out = nil // several are asked for at a time
	}
	for at >= 0 {
		out = append(out, text[:at]...)
		text = text[at:]
		end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
		if r := entity(text[1:max(1, end)]); r != 0 {
			out = utf8.AppendRune(out, r)
			text = text[end+1:]
		} else {
			out = append(out, '&')
			text = text[1:]
		}
		at = bytes.IndexByte(text, '&')
	}
	out = append(out, text...)
	if !isAttribute {
		x.decoded = out
	}
	return out
}

// entity is the character that a name between & and ; stands for, or 0.
func entity(name []byte) rune {
	switch string(name) {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	if len(name) < 2 || name[0] != '#' {
		return 0
	}
	digits, base := string(name[1:]), 10
	if name[1] == 'x' {
		digits, base = string(name[2:]), 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0
	}
	return rune(n)
}
