package understand

import (
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// cutIn returns the words of a text in a language.
func cutIn(l *language, text string) []word {
	if l.code == english || l.code == unknown {
		return cut(nil, text)
	}
	r := cutter{language: l, table: l.table, text: text, low: lowered(text)}
	r.split()
	r.join()
	if r.pieces {
		r.halve()
	}
	r.settle()
	return r.words
}

// A cutter reads words of another language than English: by its table, with forms
// of several words as one.
type cutter struct {
	*language
	table     *formTable
	text, low string
	words     []word
}

// split divides a text at spaces and marks, apostrophes too, and between scripts.
func (c *cutter) split() {
	before := sentence
	for i := 0; i < len(c.text) && len(c.words) < maxWords; {
		begin, han := i, false
		for i < len(c.text) {
			r, size := utf8.DecodeRuneInString(c.text[i:])
			if !isWordRune(r) || i > begin && isHan(r) != han {
				break
			}
			han = isHan(r)
			i += size
		}
		if i > begin {
			if han {
				before = c.splitHan(begin, i, before)
			} else {
				c.words = append(c.words, word{start: begin, end: i, gap: before})
				before = space
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(c.text[i:])
		i += size
		before = max(before, gapIn(r, c.text[i:]))
	}
}

func isHan(r rune) bool { return r >= 0x3400 && words.IsPacked(r) }

// gapIn knows full-width marks too.
func gapIn(r rune, rest string) gap {
	switch r {
	case '。', '？', '！', '；':
		return sentence
	case '《', '》', '「', '」', '（', '）', '„', '¿', '¡':
		return quote
	}
	return gapOf(r, rest)
}

// splitHan finds the forms in a run of characters, the longest first. What is
// between them are pieces of content.
func (c *cutter) splitHan(begin, end int, before gap) gap {
	from := begin // of the content that no form has
	for i := begin; i < end; {
		size := c.longest(i, end)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(c.text[i:])
			i += size
			continue
		}
		before = c.content(from, i, before)
		c.words = append(c.words, word{start: i, end: i + size, gap: before})
		before = space
		i += size
		from = i
	}
	return c.content(from, end, before)
}

// longest returns the size of the longest form at a character.
func (c *cutter) longest(i, end int) int {
	_, first := utf8.DecodeRuneInString(c.text[i:])
	most := c.table.find(hashed(c.seed(), c.text[i:i+first])).most
	found := 0
	for k, n := i, 0; k < end && n < most; n++ {
		_, size := utf8.DecodeRuneInString(c.text[k:])
		k += size
		if c.table.find(hashed(c.seed(), c.text[i:k])).known {
			found = k - i
		}
	}
	return found
}

// content cuts characters that no form has into words of two, the last of three.
func (c *cutter) content(from, to int, before gap) gap {
	for from < to {
		at, n := from, 0
		for at < to && n < 2 {
			_, size := utf8.DecodeRuneInString(c.text[at:])
			at += size
			n++
		}
		if utf8.RuneCountInString(c.text[at:to]) == 1 {
			at = to
		}
		c.words = append(c.words, word{start: from, end: at, gap: before})
		before, from = space, at
	}
	return before
}

// join makes one word of the words of a form, and reads each.
func (c *cutter) join() {
	out := c.words[:0]
	for i := 0; i < len(c.words); {
		w := c.words[i]
		first := c.low[w.start:w.end]
		e := c.table.find(hashed(c.seed(), first))
		n := 1
		if e.most > 1 && c.language.code != chinese {
			joined := first
			for k := 1; k < e.most && i+k < len(c.words) && c.words[i+k].gap == space; k++ {
				joined += "_" + c.low[c.words[i+k].start:c.words[i+k].end]
				if f := c.table.find(hashed(c.seed(), joined)); f.known {
					e, n = f, k+1
				}
			}
		}
		w.end = c.words[i+n-1].end
		c.read(&w, e)
		out = append(out, w)
		i += n
	}
	c.words = out
}

// read fills in what the table, and else a word's letters, tell.
func (c *cutter) read(w *word, e *formEntry) {
	w.text = c.low[w.start:w.end]
	first, _ := utf8.DecodeRuneInString(c.text[w.start:])
	w.capital = unicode.IsUpper(first)
	n := c.stemLength(w.text)
	w.stem = w.text[:n]
	w.root = foldedRoot(w.stem)
	if e.known {
		w.kind, w.mark, w.class = e.kind, e.mark, e.class
		return
	}
	if words.IsDigit(w.text[0]) {
		w.kind = digits
	}
	if !w.capital || w.gap == sentence { // else it is a name
		w.kind |= c.byEnd(w.text)
	}
}

// foldedRoot is the hash of a text without accents: people leave them out.
func foldedRoot(text string) root {
	var buffer [64]byte
	out := buffer[:0]
	for _, r := range text {
		out = words.AppendFolded(out, r)
	}
	return hashed(hashSeed, string(out))
}

// stemLength leaves out the endings of number, gender and case.
func (c *cutter) stemLength(text string) int {
	n := len(text)
	ends := " es os as is s a e i o "
	switch c.language.code {
	case vietnamese, chinese:
		return n
	case german:
		ends = " en er es em e n s "
	}
	for size := 2; size > 0; size-- {
		if n-size >= 4 && words.Among(ends, text[n-size:]) {
			return n - size
		}
	}
	return n
}

// byEnd guesses what a word is whose form no table has.
func (c *cutter) byEnd(text string) kind {
	n := len(text)
	for size := min(5, n-2); size > 0; size-- {
		switch end := text[n-size:]; {
		case n > 5 && words.Among(c.clitics, end):
			return verb | pronoun | function
		case n > 4 && words.Among(c.verbs, end):
			return verb
		}
	}
	if n > 4 && c.code == german && text[:2] == "ge" && (text[n-1] == 't' || text[n-2:] == "en") {
		return verb
	}
	return 0
}

// halve makes words of two syllables of what no form has.
func (c *cutter) halve() {
	if c.language.code == chinese {
		return
	}
	out := c.words[:0]
	for i := 0; i < len(c.words); i++ {
		w := c.words[i]
		if i+1 < len(c.words) && plainSyllable(&w) && plainSyllable(&c.words[i+1]) && c.words[i+1].gap == space {
			i++
			w.end = c.words[i].end
			w.text = c.low[w.start:w.end]
			w.stem, w.root = w.text, foldedRoot(w.text)
		}
		out = append(out, w)
	}
	c.words = out
}

func plainSyllable(w *word) bool { return w.kind == 0 && w.mark == 0 }
