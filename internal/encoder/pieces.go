package encoder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pieces cuts texts as the model was taught to (WordPiece): into words in lower case
// without accents, and words into the longest pieces that it knows.
type pieces struct {
	ids     map[string]int32 // those that begin a word have begin before them
	count   int
	longest int // in bytes

	first, last, unknown int32
}

// begin stands before pieces that begin a word, as llama.cpp has it.
const begin = "▁"

// maxWord is the longest word that is cut, in characters; a longer one is unknown.
const maxWord = 100

// cut returns the numbers of a text's pieces, at most so many with those that frame
// them.
func (p *pieces) cut(text string, most int) []int32 {
	ids := []int32{p.first}
	for _, word := range wordsOf(text) {
		if len(ids) >= most-1 {
			break
		}
		ids = p.cutWord(ids, word)
	}
	return append(ids[:min(len(ids), most-1)], p.last)
}

func (p *pieces) cutWord(ids []int32, word string) []int32 {
	before := len(ids)
	rest := begin + word
	for rest != "" && utf8.RuneCountInString(word) <= maxWord {
		end := min(len(rest), p.longest)
		id, there := p.ids[rest[:end]]
		for ; !there && end > 1; id, there = p.ids[rest[:end]] {
			end--
		}
		if !there {
			break
		}
		ids = append(ids, id)
		rest = rest[end:]
	}
	if rest != "" { // no word is known in part
		ids = append(ids[:before], p.unknown)
	}
	return ids
}

// wordsOf divides a text at its spaces; marks and Chinese characters stand alone.
func wordsOf(text string) []string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case r == 0 || r == utf8.RuneError || unicode.In(r, unicode.C, unicode.Mn):
		case isMark(r) || isChinese(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
			b.WriteByte(' ')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Fields(b.String())
}

// isMark takes all of ASCII that is no letter and no digit for a mark, "$" too.
func isMark(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !('0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z')
	}
	return unicode.IsPunct(r)
}

func isChinese(r rune) bool {
	return 0x4e00 <= r && r <= 0x9fff || 0x3400 <= r && r <= 0x4dbf || 0xf900 <= r && r <= 0xfaff ||
		0x20000 <= r && r <= 0x2a6df || 0x2a700 <= r && r <= 0x2ceaf || 0x2f800 <= r && r <= 0x2fa1f
}
