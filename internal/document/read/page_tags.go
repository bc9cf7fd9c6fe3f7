package read

import (
	"html"
	"strings"
)

// Pages are read tag by tag, as forgivingly as browsers read them: what is no tag is
// text, and what does not end goes on.

// tags reads the tags of a page and what stands between them.
type tags struct {
	text string
	at   int
	// name is that of the tag, in lower case, with a slash in front if it ends
	// something. It is "" for text.
	name       string
	attributes []tagAttribute
	chars      string // text between two tags, with its entities resolved
}

type tagAttribute struct{ name, value string }

// unread are elements whose contents are not marked up.
const unread = " script style textarea title xmp noembed noframes "

// next goes to the next tag or text, and reports whether there is one. Comments are
// passed over.
func (t *tags) next() bool {
	for t.at < len(t.text) {
		rest := t.text[t.at:]
		if rest[0] != '<' || len(rest) == 1 {
			t.upTo(rest)
			return true
		}
		switch c := rest[1]; {
		case strings.HasPrefix(rest, "<!--"):
			t.skip(4, "-->")
		case strings.HasPrefix(rest, "<![CDATA["):
			t.skip(2, ">")
		case c == '!' || c == '?':
			t.skip(2, ">")
		case isLetter(c) || c == '/' && len(rest) > 2 && isLetter(rest[2]):
			t.tag()
			return true
		case c == '/':
			t.skip(2, ">")
		default:
			t.upTo(rest)
			return true
		}
	}
	return false
}

// upTo takes text up to the next tag.
func (t *tags) upTo(rest string) {
	if end := strings.IndexByte(rest[1:], '<'); end >= 0 {
		rest = rest[:1+end]
	}
	t.at += len(rest)
	t.name, t.chars = "", html.UnescapeString(rest)
}

// skip passes over what ends with a mark.
func (t *tags) skip(n int, mark string) {
	if at := strings.Index(t.text[t.at+n:], mark); at >= 0 {
		t.at += n + at + len(mark)
		return
	}
	t.at = len(t.text)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// tag reads a tag and its attributes.
func (t *tags) tag() {
	from := t.at + 1
	t.at = from + 1
	for t.at < len(t.text) && !isTagSpace(t.text[t.at]) && t.text[t.at] != '>' && t.text[t.at] != '/' {
		t.at++
	}
	t.name = strings.ToLower(t.text[from:t.at])
	t.attributes = t.attributes[:0]
	for t.at < len(t.text) {
		switch c := t.text[t.at]; {
		case c == '>':
			t.at++
			return
		case isTagSpace(c) || c == '/':
			t.at++
		default:
			t.attribute()
		}
	}
}

func (t *tags) attribute() {
	from := t.at
	for t.at++; t.at < len(t.text) && !isTagSpace(t.text[t.at]) && strings.IndexByte("=>/", t.text[t.at]) < 0; {
		t.at++
	}
	a := tagAttribute{name: t.text[from:t.at]}
	t.space()
	if t.at < len(t.text) && t.text[t.at] == '=' {
		t.at++
		t.space()
		a.value = t.value()
	}
	if len(t.attributes) < maxMembers {
		t.attributes = append(t.attributes, a)
	}
}

func (t *tags) value() string {
	if t.at == len(t.text) {
		return ""
	}
	if quote := t.text[t.at]; quote == '"' || quote == '\'' {
		value, _, found := strings.Cut(t.text[t.at+1:], string(quote))
		t.at += 1 + len(value)
		if found {
			t.at++
		}
		return value
	}
	from := t.at
	for t.at < len(t.text) && !isTagSpace(t.text[t.at]) && t.text[t.at] != '>' {
		t.at++
	}
	return t.text[from:t.at]
}

func (t *tags) space() {
	for t.at < len(t.text) && isTagSpace(t.text[t.at]) {
		t.at++
	}
}

func isTagSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// get is the value of an attribute, and whether it is there.
func (t *tags) get(name string) (string, bool) {
	for _, a := range t.attributes {
		if strings.EqualFold(a.name, name) {
			return html.UnescapeString(a.value), true
		}
	}
	return "", false
}

// raw takes what an element holds that is not marked up, and its end.
func (t *tags) raw(name string) string {
	for from := t.at; ; {
		at := strings.Index(t.text[from:], "</")
		if at < 0 {
			out := t.text[t.at:]
			t.at = len(t.text)
			return out
		}
		if from += at; hasPrefixFold(t.text[from+2:], name) {
			out := t.text[t.at:from]
			t.at = from
			t.skip(2, ">")
			return out
		}
		from += 2
	}
}

// pass passes over an element with all that it holds.
func (t *tags) pass(name string) {
	for depth := 1; depth > 0 && t.next(); {
		switch t.name {
		case name:
			depth++
		case "/" + name:
			depth--
		case "script", "style":
			if name != t.name {
				t.raw(t.name)
			}
		}
	}
}
