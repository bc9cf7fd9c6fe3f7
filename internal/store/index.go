package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/letters"
)

// The search index holds terms that are made here and nowhere else, so that
// index, query and highlighting cannot disagree:
//
//   - Words are letters, digits and marks in a row, in lower case, without the
//     accents and vowel signs that people leave out when they type.
//   - Scripts that are written without spaces give overlapping pairs: 会議室 is
//     会議, 議室 and, as the end of its run, 室. A query of two or more characters
//     is then a phrase of pairs, and one of a single character is a prefix that
//     finds every pair it begins.
//   - An emoji is a term of its own.
//
// FTS5 gets the terms with spaces between them. Its tokenizer is "ascii", which
// leaves everything beyond ASCII alone; unicode61 knows the letters of 2012 and
// cuts Devanagari words at their vowels.

// indexVersion changes whenever the terms of a text do. A database with another
// version is indexed again when it is opened.
const indexVersion = 1

// maxTermRunes is the longest term; the rest becomes the next one. A line of base64
// is not a word.
const maxTermRunes = 64

type termKind byte

const (
	word   termKind = iota
	pair            // two characters of a run
	single          // a run of one character, or an emoji
	tail            // the last character of a run, after its pairs
)

// A term is a folded piece of a text that begins and ends at these bytes.
type term struct {
	text       string
	start, end int
	kind       termKind
}

// eachTerm calls f with the terms of a text, in order, until f returns false.
func eachTerm(text string, f func(term) bool) {
	var (
		b     strings.Builder // the word so far
		begin int
		runes int
		run   [2]struct { // the last two characters of a run
			r          rune
			start, end int
		}
		length int // of the run
	)
	endWord := func(at int) bool {
		if b.Len() == 0 {
			return true
		}
		t := term{b.String(), begin, at, word}
		b.Reset()
		runes = 0
		return f(t)
	}
	endRun := func() bool {
		if length == 0 {
			return true
		}
		last, kind := run[1], tail
		if length == 1 {
			kind = single
		}
		length = 0
		return f(term{string(last.r), last.start, last.end, kind})
	}
	for at, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[at:])
		}
		switch kind := classify(r); kind {
		case ignored:
			continue
		case separator:
			if !endWord(at) || !endRun() {
				return
			}
		case letter:
			if !endRun() {
				return
			}
			if runes == maxTermRunes && !endWord(at) {
				return
			}
			if b.Len() == 0 {
				begin = at
			}
			runes++
			writeFolded(&b, r)
		case packed:
			if !endWord(at) {
				return
			}
			run[0] = run[1]
			run[1].r, run[1].start, run[1].end = r, at, at+size
			length++
			if length > 1 && !f(term{string(run[0].r) + string(r), run[0].start, at + size, pair}) {
				return
			}
		case picture:
			if !endWord(at) || !endRun() || !f(term{string(r), at, at + size, single}) {
				return
			}
		}
	}
	if endWord(len(text)) {
		endRun()
	}
}

type class byte

const (
	separator class = iota
	letter
	packed  // of a script without spaces
	picture // an emoji
	ignored // as if it were not there
)

func classify(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return letter
		}
		return separator
	case letters.IsIgnored(r):
		return ignored
	case letters.IsPacked(r):
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) || r == 0x30fc {
			return packed
		}
		return separator
	case r >= 0x1f3fb && r <= 0x1f3ff: // skin tones
		return ignored
	case r >= 0x1f000 && r <= 0x1faff:
		return picture
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		return letter
	}
	return separator
}

// writeFolded writes a letter in the form that is indexed.
func writeFolded(b *strings.Builder, r rune) {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		b.WriteByte(byte(r))
		return
	}
	if 0xff01 <= r && r <= 0xff5e { // full-width ASCII
		writeFolded(b, r-0xfee0)
		return
	}
	r = unicode.ToLower(r)
	if base, there := folded[r]; there {
		b.WriteString(base)
		return
	}
	b.WriteRune(r)
}

// folded maps a lower-case letter with an accent to the one without. Letters that
// only look accented to others stay: й is not и, ñ is n to most who search.
var folded = func() map[rune]string {
	all := map[rune]string{'ß': "ss", 'æ': "ae", 'ǽ': "ae", 'œ': "oe", 'þ': "th", 'ĳ': "ij", 'ŉ': "n"}
	for _, group := range []string{
		"aàáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặ", "bḃḅḇ", "cçćĉċčḉ", "dďđðḋḍḏḑḓ", "eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
		"fḟ", "gĝğġģǧǵḡ", "hĥħȟḣḥḧḩḫẖ", "iìíîïĩīĭįıǐȉȋḭḯỉị", "jĵǰ", "kķǩḱḳḵ", "lĺļľŀłḷḹḻḽ", "mḿṁṃ",
		"nñńņňǹṅṇṉṋ", "oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "pṕṗ", "rŕŗřȑȓṙṛṝṟ", "sśŝşšșſṡṣṥṧṩ",
		"tţťŧțṫṭṯṱẗ", "uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "vṽṿ", "wŵẁẃẅẇẉẘ", "xẋẍ", "yýÿŷȳẏẙỳỵỷỹ", "zźżžẑẓẕ",
		"αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ", "σς", "еёѐ", "иѝ", "اأإآٱ", "يى", "هة",
	} {
		base, size := utf8.DecodeRuneInString(group)
		for _, r := range group[size:] {
			all[r] = string(base)
		}
	}
	return all
}()

// indexText returns the terms of a text with spaces between them, and how many
// there are.
func indexText(text string) (terms string, count int) {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	eachTerm(text, func(t term) bool {
		if count > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
		count++
		return true
	})
	return b.String(), count
}
