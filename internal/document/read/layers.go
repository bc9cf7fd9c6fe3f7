package read

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/document"
)

// veils are the ways in which text is not seen, in the order of their blocks.
var veils = [...]document.Veil{document.Seen, document.Pale, document.Tiny, document.Outside, document.Hidden}

// layers are the texts of a paragraph that are seen, or not, in the same way. What is
// seen stays whole, and parts that are not seen stand one after another.
type layers struct {
	text [len(veils)][]byte
	last int // the layer that text was added to, from 1
	size int // of all
}

// layer is where text goes.
func (l *layers) layer(veil document.Veil) *[]byte {
	at := 0
	for i, v := range veils {
		if v == veil {
			at = i
		}
	}
	if at > 0 && l.last != at+1 && len(l.text[at]) > 0 {
		l.text[at] = append(l.text[at], ' ')
		l.size++
	}
	l.last = at + 1
	return &l.text[at]
}

func (l *layers) add(veil document.Veil, text string) {
	to := l.layer(veil)
	*to = append(*to, text...)
	l.size += len(text)
}

// read adds the text of an element, and returns how much it was. It fails with errFull
// when there is more than may still be read.
func (l *layers) read(x *xmlReader, veil document.Veil, left int) (added int, err error) {
	to := l.layer(veil)
	before := len(*to)
	*to, err = x.appendText(*to, before+left-l.size)
	added = len(*to) - before
	l.size += added
	return added, err
}

// space ends a word in the layer that text was added to.
func (l *layers) space() {
	if l.last > 0 {
		l.text[l.last-1] = append(l.text[l.last-1], ' ')
		l.size++
	}
}

// isSeen reports whether all of it is seen.
func (l *layers) isSeen() bool {
	for _, text := range l.text[1:] {
		if len(text) > 0 {
			return false
		}
	}
	return true
}

// of is one of the texts, in one line.
func (l *layers) of(veil document.Veil) string {
	for i, v := range veils {
		if v == veil {
			return oneLine(l.text[i])
		}
	}
	return ""
}

// clean is text as blocks have it. Marks of the byte order that stand within a text, as
// in files that were put together, are left out too.
func clean(text string) string {
	return strings.ReplaceAll(document.Clean(text), "\ufeff", "")
}

// oneLine is text of one line, with single spaces.
func oneLine[T string | []byte](text T) string {
	line := clean(string(text))
	for i := range len(line) {
		if c := line[i]; c >= 0x80 || c < ' ' || c == ' ' && (i == 0 || i == len(line)-1 || line[i+1] == ' ') {
			return singleSpaced(line)
		}
	}
	return line
}

// singleSpaced is what strings.Join(strings.Fields(text), " ") is, which needs sixteen
// bytes for each word.
func singleSpaced(text string) string {
	out := make([]byte, 0, len(text))
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(out) > 0
			continue
		}
		if space {
			out = append(out, ' ')
			space = false
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}
