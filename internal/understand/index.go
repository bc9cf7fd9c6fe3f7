package understand

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/words"
)

// A TableName is what a table says about itself.
type TableName struct {
	Name, Comment string
	Columns       []string
}

// A DocumentTitle is what a document says about itself.
type DocumentTitle struct {
	Title    string
	Headings []string
}

// An Index finds the tables, or the documents, whose names have the words of a
// question. It holds what the person may read, and no rows and no text. It is
// immutable and safe for concurrent use.
type Index struct {
	roots roots
	found [][]inSource // by a root's number
	names []string
}

// inSource is where a word stands, and how much it says there, in hundredths.
type inSource struct {
	source uint16
	weight uint8
}

// What a word says by its place.
const (
	nameWeight    = 100
	commentWeight = 40
	columnWeight  = 50
	// beginningWeight is for words that begin alike: "approval" and "approve".
	beginningWeight = 0.75
	ofTableWeight   = 0.5
	// beginning is how many letters that takes.
	beginning = 6

	maxSources = 1 << 14
	maxIndexed = 1 << 15 // words
)

// plainWords say nothing about what a table or a document is about.
const plainWords = " id name date status type number kind code value text key note notes guide manual handbook policy procedure rules rule terms information plan guideline work works worked working time day days "

// NewTables returns the index of tables. Of too many the first are taken.
func NewTables(tables []TableName) Names {
	x := &Index{}
	for _, t := range tables[:min(len(tables), maxSources)] {
		x.names = append(x.names, t.Name)
		x.add(t.Name, nameWeight)
		x.add(t.Comment, commentWeight)
		for _, column := range t.Columns {
			x.add(column, columnWeight)
		}
	}
	return x
}

// NewDocuments returns the index of documents. Of too many the first are taken.
func NewDocuments(documents []DocumentTitle) Names {
	x := &Index{}
	for _, d := range documents[:min(len(documents), maxSources)] {
		x.names = append(x.names, d.Title)
		x.add(d.Title, nameWeight)
		for _, heading := range d.Headings {
			x.add(heading, nameWeight)
		}
	}
	return x
}

// add enters the words of a name of the last source.
func (x *Index) add(name string, weight uint8) {
	eachKey(languageOfName(name), name, func(exact, begins root, plain bool) {
		if !plain {
			x.enter(exact, weight)
			x.enter(begins, weight)
		}
	})
}

func (x *Index) enter(h root, weight uint8) {
	if h == 0 || len(x.found) >= maxIndexed {
		return
	}
	at, fresh := x.roots.add(h)
	if fresh {
		x.found = append(x.found, nil)
	}
	source := uint16(len(x.names) - 1)
	if list := x.found[at]; len(list) > 0 && list[len(list)-1].source == source {
		list[len(list)-1].weight = max(list[len(list)-1].weight, weight)
		return
	}
	x.found[at] = append(x.found[at], inSource{source, weight})
}

// languageOfName is Vietnamese or English: all others are read alike.
func languageOfName(text string) *language {
	for _, r := range text {
		if r = unicode.ToLower(r); 0x1ea0 <= r && r <= 0x1ef9 || strings.ContainsRune("ơưđ", r) {
			return &vietnameseName
		}
	}
	return &englishTable
}

// vietnameseName is all that is to be known of a name: names are read without tables.
var vietnameseName = language{code: vietnamese}

// eachKey calls f with what the words of a text are found by: the hash of the stem,
// and that of the first letters, 0 for a short word. Names as programs write them
// are divided. Of Chinese each two characters are a word, of Vietnamese each two
// syllables.
func eachKey(l *language, text string, f func(exact, begins root, plain bool)) {
	var before [64]byte // the syllable before
	last := before[:0]
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if isHan(r) {
			if next, n := utf8.DecodeRuneInString(text[i+size:]); isHan(next) {
				f(hashed(hashSeed, text[i:i+size+n]), 0, false)
			}
			i += size
			continue
		}
		begin, small := i, false
		for i < len(text) {
			r, size = utf8.DecodeRuneInString(text[i:])
			if !isWordRune(r) || isHan(r) || small && unicode.IsUpper(r) {
				break
			}
			small = unicode.IsLower(r)
			i += size
		}
		if i == begin {
			i += size
			continue
		}
		var buffer [64]byte
		w := buffer[:0]
		for _, r := range text[begin:i] {
			w = words.AppendFolded(w, unicode.ToLower(r))
		}
		if l.code == vietnamese {
			if len(last) > 0 {
				f(hashed(hashed(hashSeed, string(last)), " "+string(w)), 0, false)
			}
			last = append(before[:0], w...)
			continue
		}
		exact, begins := keysOf(string(w))
		f(exact, begins, len(w) < 2 || l.isPlain(string(w)))
	}
}

func (l *language) isPlain(w string) bool {
	kind := listed(w)
	if l.table != nil {
		kind |= l.table.find(hashed(l.seed(), w)).kind
	}
	return kind&function != 0 || words.Among(plainWords, w)
}

func keysOf(w string) (exact, begins root) {
	exact = hashed(hashSeed, w[:words.StemLength(w)])
	if len(w) >= beginning && w[0] < utf8.RuneSelf {
		begins = hashed(hashSeed+1, w[:beginning])
	}
	return exact, begins
}

// list is what a model is told of them.
func (x *Index) list() []string { return x.names[:min(len(x.names), maxTold)] }

const maxTold = 60

// match tells how much of a question the sources name, and which of them most. means
// are the English words that words of another language stand for. What a table is
// named with (but) says little about a document: handbooks are for employees, too.
func (x *Index) match(l *language, question string, means []root, but *Index) (much float64, name string) {
	if x == nil || len(x.names) == 0 {
		return 0, ""
	}
	scores, all := make([]float64, len(x.names)), 0.0
	count := func(exact, begins root, plain bool) {
		if plain {
			return
		}
		list, less := x.at(exact), 1.0
		if list == nil {
			list, less = x.at(begins), beginningWeight
		}
		if list != nil && but.named(exact) {
			less *= ofTableWeight
		}
		// What most of them name tells little.
		rare := 1 - 0.5*math.Log(float64(max(1, len(list))))/math.Log(float64(len(x.names)+1))
		best := 0.0
		for _, in := range list {
			weight := float64(in.weight) / 100 * less
			if in.weight < nameWeight {
				weight *= rare
			}
			scores[in.source] += weight
			best = max(best, weight)
		}
		all += best
	}
	eachKey(l, question, count)
	for _, h := range means {
		count(h, 0, false)
	}
	at := 0
	for i, score := range scores {
		if score > scores[at] {
			at = i
		}
	}
	if all == 0 {
		return 0, ""
	}
	return scores[at] + 0.3*(all-scores[at]), x.names[at]
}

// named is true of a word in the name of a source.
func (x *Index) named(h root) bool {
	if x == nil {
		return false
	}
	for _, in := range x.at(h) {
		if in.weight == nameWeight {
			return true
		}
	}
	return false
}

func (x *Index) at(h root) []inSource {
	if h == 0 {
		return nil
	}
	if at := x.roots.find(h); at >= 0 {
		return x.found[at]
	}
	return nil
}

// plainly is a text as forms are looked for in it: in small letters without accents,
// with a space around each word.
func plainly(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	var buffer [8]byte
	spaced := true
	for _, r := range text {
		if isWordRune(r) || r == '>' || r == '<' {
			b.Write(words.AppendFolded(buffer[:0], unicode.ToLower(r)))
			spaced = false
		} else if !spaced {
			b.WriteByte(' ')
			spaced = true
		}
	}
	if !spaced {
		b.WriteByte(' ')
	}
	return b.String()
}
