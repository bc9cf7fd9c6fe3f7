package answer

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unsupported finds the numbers of a text that the rows do not have and that do not follow
// from them: by counting rows, by adding up, averaging or comparing values, as percentages
// or rounded. Numbers and dates of the question are the asker's own. What is found may
// still be right; a reader should look at it twice.
func Unsupported(text string, a Answer) []Number {
	known := newFigures(a)
	var found []Number
	for _, m := range mentions(text) {
		if !known.support(m) {
			found = append(found, Number{Text: text[m.start:m.end], Start: utf16Length(text[:m.start]), End: utf16Length(text[:m.end])})
		}
	}
	return found
}

func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// mention is a number in a text.
type mention struct {
	start, end int // bytes
	value      float64
	// unit is the worth of its last digit: .01 of "2.50", 1000 of "3k", 100000 of
	// "1.2 million".
	unit    float64
	percent bool
	// about says that the words around it call it rounded.
	about bool
	// rest says that it counts what a list leaves out: "and 12 more".
	rest bool
	// date is what stands there if it is a day or a month: "2026-06-30".
	date string
}

// mentions finds the numbers of a text. Places in lists, ordinals, versions of names such
// as "R2D2" and times of day are none.
func mentions(text string) []mention {
	var found []mention
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		m, next := readMention(text, i)
		if m != nil {
			found = append(found, *m)
		}
		i = next
	}
	return found
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// readMention reads what begins with a digit at i. next is where to go on.
func readMention(text string, i int) (m *mention, next int) {
	end := i
	for end < len(text) && (isDigit(text[end]) || joins(text, end)) {
		end++
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[end:])
	run := text[i:end]
	switch {
	case i > 0 && (unicode.IsLetter(before) || before == '_'), i > 1 && before == '-' && isWordByte(text[i-2]):
		return nil, end // R2D2, WO-1024: a name
	case strings.ContainsRune(run, ':'):
		return nil, end // a time of day
	case strings.Count(run, "-") > 0:
		return &mention{start: i, end: end, date: run}, end
	case isMarker(text, i, end), strings.HasPrefix(text[end:], "st"), strings.HasPrefix(text[end:], "nd"), strings.HasPrefix(text[end:], "rd"), strings.HasPrefix(text[end:], "th"):
		return nil, end
	}
	value, unit, ok := readNumber(run)
	if !ok {
		return nil, end
	}
	m = &mention{start: i, end: end, value: value, unit: unit, about: roughly(text[:i])}
	if before == '-' || before == '−' {
		m.value = -m.value
		m.start -= utf8.RuneLen(before)
	}
	if factor, size := scale(text[end:]); factor > 1 {
		m.value, m.unit, m.end = m.value*factor, m.unit*factor, end+size
	} else if unicode.IsLetter(after) {
		return nil, end // "3x", "2nd"
	}
	if rest := strings.TrimLeft(text[m.end:], " \u00a0\u202f"); strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "percent") {
		m.percent = true
	} else {
		m.rest = strings.HasPrefix(rest, "more.") || strings.HasPrefix(rest, "more)") || strings.HasPrefix(rest, "others")
	}
	return m, m.end
}

// joins reports whether a byte between digits belongs to the number, date or time.
func joins(text string, i int) bool {
	return strings.IndexByte(".,:-'", text[i]) >= 0 && i+1 < len(text) && isDigit(text[i+1]) && i > 0 && isDigit(text[i-1])
}

func isWordByte(b byte) bool {
	return isDigit(b) || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

// isMarker reports whether digits are the mark of a line of a list: "1. " or "2) ".
func isMarker(text string, i, end int) bool {
	line := text[strings.LastIndexByte(text[:i], '\n')+1 : i]
	rest := text[end:]
	return strings.Trim(line, " \t*-#(") == "" && end-i <= 3 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") "))
}

// readNumber reads digits with separators: 1,234.50 and 1.234,50 and 1'234. Of one comma
// or point before exactly three digits nobody knows what it is; it is taken for a
// separator of thousands if it is a comma.
func readNumber(run string) (value, unit float64, ok bool) {
	decimal := -1
	if last := strings.LastIndexAny(run, ".,"); last >= 0 {
		other := strings.ContainsAny(run[:last], ".,'") && strings.IndexByte(run[:last], run[last]) < 0
		digits := len(run) - last - 1
		thousands := digits == 3 && (run[last] == ',' || strings.Count(run, ".") > 1)
		if other || strings.Count(run, string(run[last])) == 1 && !thousands {
			decimal = last
		}
	}
	whole, fraction := run, ""
	if decimal >= 0 {
		whole, fraction = run[:decimal], run[decimal+1:]
	}
	whole = strings.NewReplacer(",", "", ".", "", "'", "").Replace(whole)
	text := whole
	if fraction != "" {
		text += "." + fraction
	}
	value, ok = number(text)
	return value, math.Pow(10, -float64(len(fraction))), ok
}

// scale reads "k", "million" and their like behind a number.
func scale(rest string) (factor float64, size int) {
	trimmed := strings.TrimLeft(rest, " \u00a0\u202f")
	spaces := len(rest) - len(trimmed)
	word := trimmed
	if end := strings.IndexFunc(trimmed, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = trimmed[:end]
	}
	switch lower := strings.ToLower(word); {
	case lower == "thousand", lower == "k" && spaces == 0:
		factor = 1e3
	case lower == "million", lower == "millions", lower == "mio", lower == "m" && spaces == 0 && word == "M":
		factor = 1e6
	case lower == "billion", lower == "billions", lower == "bn":
		factor = 1e9
	default:
		return 1, 0
	}
	return factor, spaces + len(word)
}

// roughly reports whether the words before a number call it rounded.
func roughly(before string) bool {
	before = strings.TrimRight(strings.ToLower(before), " \u00a0\u202f$€£")
	for _, word := range []string{"about", "around", "roughly", "nearly", "almost", "approximately", "over", "under", "more than", "less than", "some", "~", "≈", "at least", "up to"} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	return false
}
