package pdf

import "strings"

// bullets are the signs that items of a list begin with, also those of the fonts Symbol
// and Wingdings, which have no code points of their own.
const bullets = "•◦▪▫‣⁃∙●○■□◆◇➢➤✓✔\uf0b7\uf0a7\uf0d8\uf0fc\uf076·"

// dashes are signs of items if a space follows.
const dashes = "-–—*"

// bullet is the sign that a text begins with, "" if it is not an item's.
func bullet(text string) string {
	for i, r := range text {
		switch {
		case i == 0 && (strings.ContainsRune(bullets, r) || strings.ContainsRune(dashes, r)):
			continue
		case i > 0 && (r == ' ' || strings.ContainsRune(bullets, firstRune(text))):
			return text[:i]
		}
		break
	}
	return ""
}

// number is the number or letter that an item begins with: "1.", "12)", "(a)", "iv.",
// "" if there is none.
func number(text string) string {
	end := strings.IndexByte(text, ' ')
	if end < 2 || end > 5 {
		return ""
	}
	mark := text[:end]
	inner, isOpen := strings.CutPrefix(mark, "(")
	inner, isClosed := strings.CutSuffix(inner, ")")
	if !isClosed {
		if inner, isClosed = strings.CutSuffix(inner, "."); !isClosed || isOpen {
			return ""
		}
	}
	if isDigits(inner) && len(inner) <= 3 || len(inner) == 1 && isLetter(inner[0]) || inner != "" && strings.Trim(inner, "ivx") == "" {
		return mark
	}
	return ""
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// succeeds reports whether one item's number comes right after another's.
func succeeds(before, after string) bool {
	a, b := strings.Trim(before, "(.)"), strings.Trim(after, "(.)")
	switch {
	case a == "" || b == "" || before[len(before)-1] != after[len(after)-1]:
		return false
	case isDigits(a) && isDigits(b):
		return value(a)+1 == value(b)
	}
	return len(a) == 1 && len(b) == 1 && a[0]+1 == b[0] || strings.Trim(a+b, "ivx") == "" && roman(a)+1 == roman(b)
}

func value(digits string) (n int) {
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

// roman is the value of a number that is written in i, v and x.
func roman(text string) (n int) {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10}
	for i := range len(text) {
		v := values[text[i]]
		if i+1 < len(text) && v < values[text[i+1]] {
			v = -v
		}
		n += v
	}
	return n
}
