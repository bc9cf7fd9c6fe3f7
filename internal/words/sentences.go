package words

import (
	"strings"
	"unicode/utf8"
)

// MaxSentence is the most bytes of a sentence. What is longer is no sentence but
// data, and is cut between words.
const MaxSentence = 400

// Closing are the marks that close a quotation or brackets.
const Closing = "\"')]”’»」』）"

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
		if r == ' ' {
			space = i
			continue
		}
		if r != '.' && r != '!' && r != '?' && r != ';' && r < utf8.RuneSelf {
			continue // most of a text
		}
		rest := line[min(i+utf8.RuneLen(r), len(line)):]
		// What closes behind the end belongs to the sentence: 'He said "Go!" Then he
		// left.' A small letter behind it goes on with the sentence: 'He said "Go!" and
		// left.'
		behind := strings.TrimLeft(rest, Closing)
		end, closed := len(line)-len(behind), len(behind) < len(rest)
		spaced := strings.HasPrefix(behind, " ") && !(closed && beginsLower(behind[1:]))
		switch r {
		case '。', '！', '？':
			return end
		case '!', '?', '…':
			if behind == "" || spaced {
				return end
			}
		case ';':
			if casual && strings.HasPrefix(rest, " ") {
				return end
			}
		case '.':
			if spaced && !abbreviates(line[:i]) && (casual || !beginsLower(behind[1:])) {
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
	if len(last) == 1 && last != "i" { // an initial
		return true
	}
	if len(last) > 2 || strings.Trim(last, "0123456789") != "" {
		return false
	}
	// The number of a list, or a German day: am 31. Juli.
	before := strings.TrimSpace(text[:len(text)-len(last)])
	return before == "" || Among(" am den dem der vom zum bis ab ", before[strings.LastIndexByte(before, ' ')+1:])
}

// Among reports whether a word is in a list that has a space on both sides of each
// of its words. A switch over as many words is ten times the code.
func Among(list, word string) bool {
	// Without making " word " of it, which took half of the time.
	for at := 1; word != ""; {
		next := strings.Index(list[min(at, len(list)):], word)
		if next < 0 {
			return false
		}
		at += next
		end := at + len(word)
		if list[at-1] == ' ' && end < len(list) && list[end] == ' ' {
			return true
		}
		at++
	}
	return false
}
