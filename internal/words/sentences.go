package words

import (
	"strings"
	"unicode/utf8"
)

// MaxSentence is the most bytes of a sentence. What is longer is no sentence but
// data, and is cut between words.
const MaxSentence = 400

// SentenceEnd returns where the first sentence of a line ends. In casual writing a
// sentence may begin with a small letter, and a semicolon ends one.
func SentenceEnd(line string, casual bool) int {
	space := 0
	for i, r := range line {
		if i >= MaxSentence {
			if space > 0 {
				return space
			}
			return i
		}
		end := i + utf8.RuneLen(r)
		rest := line[min(end, len(line)):]
		switch r {
		case ' ':
			space = i
		case '。', '！', '？':
			return end
		case '!', '?', '…':
			if rest == "" || rest[0] == ' ' {
				return end
			}
		case ';':
			if casual && strings.HasPrefix(rest, " ") {
				return end
			}
		case '.':
			if strings.HasPrefix(rest, " ") && !abbreviates(line[:i]) && (casual || !beginsLower(rest[1:])) {
				return end
			}
		}
	}
	return len(line)
}

func beginsLower(text string) bool { return text != "" && 'a' <= text[0] && text[0] <= 'z' }

// abbreviates reports whether the dot after a text ends its last word and not its
// sentence.
func abbreviates(text string) bool {
	last := strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
	if Among(" dr mr mrs ms prof vs e.g i.e approx bzw ", last) {
		return true
	}
	// An initial, or the number of a list.
	return len(last) == 1 && last != "i" || len(last) < 3 && len(last) == len(text) && strings.Trim(last, "0123456789") == ""
}

// Among reports whether a word is in a list that has a space on both sides of each
// of its words. A switch over as many words is ten times the code.
func Among(list, word string) bool { return strings.Contains(list, " "+word+" ") }
