package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/chat"
)

// render writes passages as data, numbered by their sources.
func render(passages []chosen) (text string, sources []chat.Source) {
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
		b.WriteString(block(p.Passage, number))
	}
	return b.String(), sources
}

// block is a passage as it stands in a prompt.
func block(p Passage, number int) string {
	return heading(p, number) + indent + Indent(strings.TrimSpace(p.Text))
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

// sentenceEnds are the places between the sentences and the lines of a text.
//
// TODO: take them from words.SentenceEnd, line by line, once package words is here.
func sentenceEnds(text string) (out []int) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	stopped := false
	for i, r := range text {
		switch {
		case strings.ContainsRune("。！？", r):
			out = append(out, i+utf8.RuneLen(r))
			stopped = false
		case strings.ContainsRune(".!?…", r):
			stopped = true
		case stopped && strings.ContainsRune("\"')]”’»", r):
		case unicode.IsSpace(r):
			if stopped || breaksLine(r) {
				out = append(out, i)
			}
			stopped = false
		default:
			stopped = false
		}
	}
	return out
}
