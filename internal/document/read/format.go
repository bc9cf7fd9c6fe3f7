package read

import (
	"strconv"
	"strings"
)

// A number format of Excel has up to four sections: for positive numbers, negative
// ones, zero, and text. A section is literal text with places for digits, or with the
// parts of a date. What is shown depends on the language of the computer in few places
// (builtin dates, names of months); there we write what is clear in all.

// numberFormat is a format that has been read. The zero value is General.
type numberFormat struct{ sections []formatSection }

type formatSection struct {
	parts []formatPart
	// test and against are the condition that a number meets, "" if it is the usual one.
	test     string
	against  float64
	isDate   bool
	hasText  bool // a place for text
	general  bool
	twelve   bool // hours, with AM and PM
	percents int
	// thousands says that digits are grouped; each of scale divides by a thousand.
	thousands  bool
	scale      int
	whole      int // places for digits before the point
	decimals   int
	exponent   bool
	isFraction bool
}

// formatPart is a literal text, a place for digits, a part of a date.
type formatPart struct {
	kind partKind
	text string
}

type partKind byte

const (
	literal partKind = iota
	digitPlace
	point
	percent
	exponentMark
	slash
	textPlace
	datePart
	elapsed
	halfDay
	groupMark
)

// builtin are the formats that a file names only by their numbers. Dates that Excel
// writes as the computer's language has them are written as ISO 8601 has them.
var builtin = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: `"$"#,##0`, 6: `"$"#,##0`, 7: `"$"#,##0.00`, 8: `"$"#,##0.00`, 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm",
	37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0;-#,##0;-", 42: `"$"#,##0;-"$"#,##0;-`, 43: "#,##0.00;-#,##0.00;-",
	44: `"$"#,##0.00;-"$"#,##0.00;-`, 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}

var generalFormat = &numberFormat{}

func builtinFormat(id int) *numberFormat {
	code, ok := builtin[id]
	if !ok && (id >= 27 && id <= 36 || id >= 50 && id <= 58) {
		code, ok = "yyyy-mm-dd", true // dates of East Asia
	}
	if !ok {
		return generalFormat
	}
	return parseFormat(code)
}

func parseFormat(code string) *numberFormat {
	f := &numberFormat{}
	for len(f.sections) < 4 {
		var s formatSection
		var more bool
		s, code, more = parseSection(code)
		f.sections = append(f.sections, s)
		if !more {
			break
		}
	}
	return f
}

// parseSection reads a section, and returns what follows it.
func parseSection(code string) (s formatSection, rest string, more bool) {
	for code != "" {
		c := code[0]
		switch {
		case c == ';':
			s.finish()
			return s, code[1:], true
		case c == '"':
			end := strings.IndexByte(code[1:], '"')
			if end < 0 {
				end = len(code) - 1
			}
			s.add(literal, code[1:1+end])
			code = code[min(len(code), end+2):]
			continue
		case c == '\\' || c == '_' || c == '*':
			_, size := firstRune(code[1:])
			switch c {
			case '\\':
				s.add(literal, code[1:1+size])
			case '_':
				s.add(literal, " ")
			}
			code = code[1+size:]
			continue
		case c == '[':
			end := strings.IndexByte(code, ']')
			if end < 0 {
				end = len(code) - 1
			}
			s.bracket(code[1:max(1, end)])
			code = code[end+1:]
			continue
		}
		n := s.mark(code)
		code = code[n:]
	}
	s.finish()
	return s, "", false
}

// mark reads what is not quoted, and returns how long it is.
func (s *formatSection) mark(code string) int {
	c := code[0] | 0x20 // letters in lower case
	switch {
	case hasPrefixFold(code, "General"):
		s.general = true
		s.add(digitPlace, "0")
		return len("General")
	case hasPrefixFold(code, "AM/PM"):
		s.twelve, s.isDate = true, true
		s.add(halfDay, "AM/PM")
		return len("AM/PM")
	case hasPrefixFold(code, "A/P"):
		s.twelve, s.isDate = true, true
		s.add(halfDay, "A/P")
		return len("A/P")
	case c == 'y' || c == 'm' || c == 'd' || c == 'h' || c == 's':
		n := 1
		for n < len(code) && code[n]|0x20 == c {
			n++
		}
		s.isDate = true
		s.add(datePart, strings.ToLower(code[:n]))
		return n
	case c == 'e' && len(code) > 1 && (code[1] == '+' || code[1] == '-'):
		s.exponent = true
		s.add(exponentMark, "")
		return 2
	}
	switch code[0] {
	case '0', '#', '?':
		s.add(digitPlace, code[:1])
	case '.':
		s.add(point, ".")
	case ',':
		s.add(groupMark, ",")
	case '%':
		s.percents++
		s.add(percent, "%")
	case '/':
		s.add(slash, "/")
	case '@':
		s.hasText = true
		s.add(textPlace, "")
	default:
		_, n := firstRune(code)
		s.add(literal, code[:n])
		return n
	}
	return 1
}

func (s *formatSection) add(kind partKind, text string) {
	s.parts = append(s.parts, formatPart{kind, text})
}

// bracket reads what stands in brackets: a colour, a condition, a currency, or hours
// that go on beyond a day.
func (s *formatSection) bracket(inside string) {
	switch {
	case strings.HasPrefix(inside, "$"):
		name, _, _ := strings.Cut(inside[1:], "-")
		s.add(literal, name)
	case inside != "" && strings.Trim(strings.ToLower(inside), inside[:1]) == "" && strings.Contains("hms", strings.ToLower(inside[:1])):
		s.isDate = true
		s.add(elapsed, strings.ToLower(inside))
	case inside != "" && strings.Contains("<>=", inside[:1]):
		test := inside[:len(inside)-len(strings.TrimLeft(inside, "<>="))]
		if n, err := strconv.ParseFloat(inside[len(test):], 64); err == nil {
			s.test, s.against = test, n
		}
	}
}

// finish decides what marks mean that depend on others.
func (s *formatSection) finish() {
	last, behind := -1, false
	for i, p := range s.parts {
		if p.kind == digitPlace {
			last = i
		}
	}
	for i, p := range s.parts {
		switch {
		case s.isDate:
		case p.kind == point && !behind:
			behind = true
		case p.kind == digitPlace && behind && !s.hasExponentBefore(i):
			s.decimals++
		case p.kind == digitPlace && !behind:
			s.whole++
		case p.kind == groupMark && i > last:
			s.scale++
		case p.kind == groupMark:
			s.thousands = true
		case p.kind == slash && s.whole > 0 && i+1 < len(s.parts) && !s.exponent:
			s.isFraction = s.isFraction || s.parts[i+1].kind == digitPlace || isDenominator(s.parts[i+1])
		case s.isFraction && isDenominator(p):
			s.parts[i].kind = digitPlace
		}
	}
}

// isDenominator reports whether a literal text is a digit of what a fraction is over.
func isDenominator(p formatPart) bool {
	return p.kind == literal && len(p.text) == 1 && p.text[0] >= '1' && p.text[0] <= '9'
}

func (s *formatSection) hasExponentBefore(i int) bool {
	for _, p := range s.parts[:i] {
		if p.kind == exponentMark {
			return true
		}
	}
	return false
}

// section is the one for a number, and whether the number is written without its sign.
func (f *numberFormat) section(n float64) (s *formatSection, isBare bool) {
	count := len(f.sections)
	if count == 4 || count > 1 && f.sections[count-1].hasText {
		count = min(count, 3)
	}
	tested := false
	for i := range f.sections[:count] {
		s := &f.sections[i]
		if s.test == "" {
			continue
		}
		tested = true
		if met(n, s.test, s.against) {
			return s, i > 0 && n < 0
		}
	}
	switch {
	case tested:
		for i := range f.sections[:count] {
			if s := &f.sections[i]; s.test == "" {
				return s, false
			}
		}
		return &f.sections[count-1], false
	case n < 0 && count > 1:
		return &f.sections[1], true
	case n == 0 && count > 2:
		return &f.sections[2], false
	}
	return &f.sections[0], false
}

func met(n float64, test string, against float64) bool {
	switch test {
	case "<":
		return n < against
	case "<=":
		return n <= against
	case ">":
		return n > against
	case ">=":
		return n >= against
	case "<>":
		return n != against
	}
	return n == against
}

// isDate reports whether a number is shown as a day or a time.
func (f *numberFormat) isDate(n float64) bool {
	if len(f.sections) == 0 {
		return false
	}
	s, _ := f.section(n)
	return s.isDate
}

// text is how a text is shown.
func (f *numberFormat) text(text string) string {
	if len(f.sections) == 0 || text == "" {
		return text
	}
	s := &f.sections[len(f.sections)-1]
	if !s.hasText && len(f.sections) < 4 {
		return text
	}
	out := ""
	for _, p := range s.parts {
		switch p.kind {
		case literal:
			out += p.text
		case textPlace:
			out += text
		}
	}
	return oneLine(out)
}
