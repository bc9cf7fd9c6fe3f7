package memory

import (
	"strings"

	"burrow/internal/words"
)

// eachSentence calls visit for the sentences of a text in markdown, without its
// marks. Code and tables are left out, and so is what has no letter or digit.
func eachSentence(text string, visit func(sentence string)) {
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.ToValidUTF8(line, "\uFFFD"))
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			code = !code
			continue
		}
		if code || strings.HasPrefix(line, "|") {
			continue
		}
		for line = unmarked(line); line != ""; {
			end := words.SentenceEnd(line, false)
			sentence := tidy(line[:end])
			line = strings.TrimSpace(line[end:])
			if strings.IndexFunc(sentence, isWordRune) >= 0 {
				visit(sentence)
			}
		}
	}
}

// unmarked returns a line of markdown without marks of headings, lists, quotes
// and emphasis, and with the text of its links only.
func unmarked(line string) string {
	line = withoutMarks(line)
	if rest := strings.TrimLeft(line, "0123456789"); len(line)-len(rest) < 4 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")) && rest != line {
		line = rest[2:]
	}
	line = strings.TrimPrefix(strings.TrimPrefix(line, "[ ] "), "[x] ")
	for _, mark := range []string{"**", "__", "`"} {
		line = strings.ReplaceAll(line, mark, "")
	}
	return strings.TrimSpace(withoutLinks(line))
}

// withoutLinks returns a line with the text of [text](address) only.
func withoutLinks(line string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(line, "](")
		open, end := strings.LastIndexByte(before, '['), strings.IndexByte(after, ')')
		switch {
		case !found || end < 0:
			out.WriteString(line)
			return out.String()
		case open < 0:
			out.WriteString(before + "](")
			line = after
		default:
			out.WriteString(strings.TrimSuffix(before[:open], "!") + before[open+1:])
			line = after[end+1:]
		}
	}
}
