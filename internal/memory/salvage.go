package memory

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"burrow/internal/words"
)

// found is an item as a model wrote it.
type found struct {
	list    int
	text    string
	sources []int
}

// salvage is what a text has of the lists, however it is wrapped.
type salvage struct {
	items []*found
	// lists says that at least one of the lists was there.
	lists bool
	// broken says that the text ended inside of them, or is not quite JSON.
	broken bool
	// odd is how many values were of no use.
	odd int
}

// maxNesting bounds recursion, and maxItems what one answer may cost.
const (
	maxNesting = 16
	maxItems   = 200
)

// salvageFrom finds the object with the most items in a text of any kind. Every
// byte is read once: the search goes on where the reading of an object ended.
func salvageFrom(text string) *salvage {
	best := &salvage{}
	for at := 0; at < len(text); {
		next := strings.IndexByte(text[at:], '{')
		if next < 0 {
			break
		}
		r := reader{s: text, i: at + next, out: &salvage{}}
		r.out.broken = !r.object(0)
		if better := len(r.out.items) - len(best.items); better > 0 || better == 0 && r.out.lists {
			best = r.out
		}
		at = max(r.i, at+next+1)
	}
	return best
}

// reader reads JSON as models write it: with raw line breaks and wrong escapes in
// strings, quotes of the other kind, commas too many or too few. Its methods
// report whether a value was whole, and stand behind it.
type reader struct {
	s   string
	i   int
	out *salvage
}

// peek skips white space and commas, and returns the byte behind them, 0 at the
// end.
func (r *reader) peek() byte {
	for r.i < len(r.s) {
		switch c := r.s[r.i]; c {
		case ' ', '\t', '\r', '\n', ',':
			r.i++
		default:
			return c
		}
	}
	return 0
}

// object reads an object and collects the lists in it, at any depth.
func (r *reader) object(depth int) bool {
	return r.members(func(name string) bool {
		list := listOf(name)
		if list < 0 {
			if r.peek() == '{' && depth < maxNesting {
				return r.object(depth + 1)
			}
			return r.skip(depth + 1)
		}
		r.out.lists = true
		return r.list(list)
	})
}

// members calls visit for each member of the object here, standing at its value.
func (r *reader) members(visit func(name string) bool) bool {
	for r.i++; ; {
		switch c := r.peek(); c {
		case '}':
			r.i++
			return true
		case '"', '\'':
			name, ok := r.text(c)
			if !ok || r.peek() != ':' {
				return false
			}
			r.i++
			if !visit(name) {
				return false
			}
		default:
			return false
		}
	}
}

// elements calls visit for each element of the array here.
func (r *reader) elements(visit func() bool) bool {
	for r.i++; ; {
		switch r.peek() {
		case 0:
			return false
		case ']':
			r.i++
			return true
		}
		if !visit() {
			return false
		}
	}
}

// list reads what stands for a list: an array, one item without it, or null.
func (r *reader) list(list int) bool {
	if r.peek() == '[' {
		return r.elements(func() bool { return r.item(list) })
	}
	return r.item(list)
}

// item reads an item. It counts only if it is whole.
func (r *reader) item(list int) bool {
	it := &found{list: list}
	ok := true
	switch c := r.peek(); c {
	case '"', '\'':
		it.text, ok = r.text(c)
	case '{':
		ok = r.members(func(name string) bool {
			switch c := r.peek(); {
			case name == "sources" || name == "source":
				return r.numbers(&it.sources)
			case name == "text" && (c == '"' || c == '\''):
				var ok bool
				it.text, ok = r.text(c)
				return ok
			}
			return r.skip(1)
		})
	default:
		from := r.i
		ok = r.skip(1)
		if ok && r.s[from:r.i] == "null" {
			return true
		}
	}
	switch {
	case !ok:
	case it.text == "":
		r.out.odd++
	case len(r.out.items) < maxItems:
		r.out.items = append(r.out.items, it)
	}
	return ok
}

// numbers reads the sources of an item: numbers, or texts with a number in them,
// in an array or not.
func (r *reader) numbers(into *[]int) bool {
	one := func() bool {
		c := r.peek()
		from := r.i
		ok := false
		if c == '"' || c == '\'' {
			_, ok = r.text(c)
		} else {
			ok = r.skip(1)
		}
		n, err := strconv.Atoi(strings.Trim(r.s[from:r.i], "\"'#[]| "))
		if ok && err == nil && len(*into) < maxItems {
			*into = append(*into, n)
		}
		return ok
	}
	if r.peek() == '[' {
		return r.elements(one)
	}
	return one()
}

// skip reads any value.
func (r *reader) skip(depth int) bool {
	if depth > maxNesting {
		return false
	}
	switch c := r.peek(); c {
	case 0, '}', ']', ':':
		return false
	case '{':
		return r.members(func(string) bool { return r.skip(depth + 1) })
	case '[':
		return r.elements(func() bool { return r.skip(depth + 1) })
	case '"', '\'':
		_, ok := r.text(c)
		return ok
	}
	end := strings.IndexAny(r.s[r.i:], ",]} \t\r\n:{[\"")
	if end < 1 {
		r.i = len(r.s)
		return false // a number or word at the end may have lost its own
	}
	r.i += end
	return true
}

// text reads a string in these quotes and resolves its escapes.
func (r *reader) text(quote byte) (string, bool) {
	var out []byte
	for r.i++; r.i < len(r.s); r.i++ {
		switch c := r.s[r.i]; c {
		case quote:
			r.i++
			return string(out), true
		case '\\':
			r.i++
			if r.i == len(r.s) {
				return "", false
			}
			out = r.escape(out)
		default:
			out = append(out, c)
		}
	}
	return "", false
}

// escape appends the character of the escape here, and stands at its last byte.
// What is no escape stands for itself.
func (r *reader) escape(out []byte) []byte {
	switch c := r.s[r.i]; c {
	case 'n', 'r', 't', 'b', 'f':
		return append(out, ' ')
	case 'u':
		unit, ok := r.unit(r.i)
		if !ok {
			return append(out, c)
		}
		r.i += 4
		if next, ok := r.unit(r.i + 2); ok && utf16.IsSurrogate(unit) && r.s[r.i+1] == '\\' {
			if pair := utf16.DecodeRune(unit, next); pair != utf8.RuneError {
				r.i += 6
				unit = pair
			}
		}
		return utf8.AppendRune(out, unit)
	default:
		return append(out, c)
	}
}

// unit reads the four digits behind the u at i.
func (r *reader) unit(i int) (rune, bool) {
	if i+5 > len(r.s) || r.s[i] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(r.s[i+1:i+5], 16, 16)
	return rune(n), err == nil
}

// listOf returns the list that a name means, -1 if none.
func listOf(name string) int {
	if len(name) > 40 {
		return -1
	}
	name = strings.Join(partsOf(strings.ToLower(name)), "")
	for list, spellings := range [...]string{" userprofile profile ", " keyfacts facts ", " decisions decision ", " openquestions questions ", " todos todo "} {
		if words.Among(spellings, name) {
			return list
		}
	}
	return -1
}
