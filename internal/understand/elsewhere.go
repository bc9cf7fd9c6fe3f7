package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"burrow/internal/say"
)

// elsewhere says why a question is for no source, "" if nothing tells: it brings along what
// it is about, or wants something written.
func elsewhere(text, action string) say.English {
	switch {
	case pastesCode(text):
		return "works on code in the message"
	case handsOver(text):
		return "works on text in the message"
	case action == WriteAction, action == TranslateAction:
		return "wants something written"
	}
	return ""
}

// handedOver is how many characters stand behind a colon or in quotes of a message that
// hands a text over. A value to look for is shorter.
const handedOver = 60

// handsOver is true of a message that has a text to work on: behind a colon or an empty
// line, in quotes, or line by line.
func handsOver(text string) bool {
	text = strings.TrimSpace(text)
	if strings.Count(text, "\n") >= 3 {
		return true
	}
	for _, mark := range []string{": ", ":\n", "：", "\n\n"} {
		if _, rest, ok := strings.Cut(text, mark); ok && weight(rest) >= handedOver {
			return true
		}
	}
	for _, marks := range []string{`""`, "“”", "„“", "«»", "「」", "‘’"} {
		opening, closing := firstOf(marks)
		_, rest, ok := strings.Cut(text, opening)
		quoted, _, ends := strings.Cut(rest, closing)
		if ok && ends && weight(quoted) >= handedOver {
			return true
		}
	}
	return false
}

func firstOf(marks string) (opening, closing string) {
	_, size := utf8.DecodeRuneInString(marks)
	return marks[:size], marks[size:]
}

// weight is the length of a text in letters: one of Chinese says as much as three.
func weight(text string) (n int) {
	for _, r := range text {
		if n++; isHan(r) {
			n += 2
		}
	}
	return n
}

// pastesCode is true of a message with lines of a program: in a fence, or with the marks
// that programs have and sentences have not.
func pastesCode(text string) bool {
	if strings.Contains(text, "```") {
		return true
	}
	lines := 0
	for line := range strings.Lines(text) {
		if codeLine(line) {
			lines++
		}
	}
	return lines >= 2
}

// codeLine is true of a line that ends or begins as lines of programs do, or has more of
// their marks than one in eight letters.
func codeLine(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		return false
	}
	begins, _, _ := strings.Cut(line, " ")
	switch begins {
	case "SELECT", "select", "FROM", "from", "WHERE", "where", "GROUP", "group", "HAVING", "having", "JOIN", "join", "LEFT", "left", "ORDER", "order",
		"import", "def", "const", "let", "var", "func", "public", "private", "class", "#include", "<?php", "return", "package", "using":
		return true
	}
	last := line[len(line)-1]
	if last == ';' || last == '{' || last == '}' {
		return true
	}
	marks, letters := 0, 0
	for _, r := range line {
		switch {
		case strings.ContainsRune("{}[]()<>=;_$&|\\*", r):
			marks++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return marks >= 2 && marks*8 > letters
}
