package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/words"
)

// render writes passages as data, numbered by their sources after the first ones.
func render(passages []chosen, after int) (text string, sources []chat.Source) {
	if len(passages) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString(evidenceIntro)
	for i, p := range passages {
		if i > 0 {
			b.WriteByte('\n')
		}
		number := 0
		if p.Source != nil {
			if number = slices.Index(sources, *p.Source) + 1; number == 0 {
				sources = append(sources, *p.Source)
				number = len(sources)
			}
		}
		b.WriteString(block(p.Passage, after+number))
	}
	return b.String(), sources
}

// block is a passage as it stands in a prompt.
func block(p Passage, number int) string {
	return heading(p, number) + indent + Indent(strings.TrimSpace(p.Text))
}

// Numbered are passages as they stand in a prompt, with numbers from first on.
func Numbered(passages []Passage, first int) string {
	var b strings.Builder
	for i, p := range passages {
		b.WriteString(block(p, first+i) + "\n")
	}
	return b.String()
}

const indent = "  "

// Indent indents all lines of a text but the first, so that none of them can pass
// for a line of the prompt's own.
func Indent(text string) string {
	text = strings.Map(func(r rune) rune {
		if breaksLine(r) {
			return '\n'
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	return strings.ReplaceAll(text, "\n", "\n"+indent)
}

// breaksLine reports whether some reader begins a new line after the sign.
func breaksLine(r rune) bool {
	return r >= '\n' && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// heading names the source of a passage.
func heading(p Passage, number int) string {
	if p.Source == nil {
		return "-\n"
	}
	name := strings.Join(strings.Fields("["+strconv.Itoa(number)+"] "+p.Source.Name+" "+p.Source.Place), " ")
	return name + "\n"
}

// wholeEnds are the places where a text can end: between sentences and lines, and not
// within code or a table.
func wholeEnds(text string) (out []int) {
	at := 0
	for _, p := range Pieces(text) {
		ends := []int{len(p.Text)}
		if p.Block == "" {
			ends = sentenceEnds(p.Text)
		}
		for _, end := range ends {
			out = append(out, at+end)
		}
		at += len(p.Text)
	}
	return out
}

// sentenceEnds are the places between the sentences and the lines of a text.
func sentenceEnds(text string) (out []int) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	for at := 0; at < len(text); {
		line := text[at:]
		if end := strings.IndexFunc(line, breaksLine); end >= 0 {
			line = line[:end]
		}
		for line != "" {
			end := words.SentenceEnd(line, true)
			// What is too long for a sentence ends anywhere, and half of one at a semicolon.
			last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line[:end], words.Closing))
			if end == len(line) || strings.ContainsRune(".!?…。！？", last) {
				out = append(out, at+end)
			}
			at, line = at+end, line[end:]
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return out
}
