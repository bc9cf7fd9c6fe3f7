package memory

import (
	"strings"
	"unicode/utf8"
)

// maxSentence is the most bytes of a sentence. What is longer is no sentence but
// data, and is cut between words.
const maxSentence = 400

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
			end := sentenceEnd(line)
			sentence := tidy(line[:end])
			line = strings.TrimSpace(line[end:])
			if strings.IndexFunc(sentence, isWordRune) >= 0 {
				visit(sentence)
			}
		}
	}
}

// sentenceEnd returns where the first sentence of a line ends.
func sentenceEnd(line string) int {
	space := 0
	for i, r := range line {
		if i >= maxSentence {
			if space > 0 {
				return space
			}
			return i
		}
		rest := line[i+utf8.RuneLen(r):]
		switch r {
		case ' ':
			space = i
		case '。', '！', '？':
			return len(line) - len(rest)
		case '!', '?', '…':
			if rest == "" || rest[0] == ' ' {
				return len(line) - len(rest)
			}
		case '.':
			if strings.HasPrefix(rest, " ") && !abbreviates(line[:i]) && !beginsLower(rest[1:]) {
				return len(line) - len(rest)
			}
		}
	}
	return len(line)
}

func beginsLower(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r >= 'a' && r <= 'z'
}

// abbreviates reports whether the dot behind a text ends its last word and not
// its sentence.
func abbreviates(text string) bool {
	last := strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
	if among(" dr mr mrs ms prof vs e.g i.e approx bzw ", last) {
		return true
	}
	// An initial, or the number of a list.
	return len(last) == 1 && last != "i" || len(last) < 3 && len(last) == len(text) && strings.Trim(last, "0123456789") == ""
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
