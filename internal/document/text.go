package document

import (
	"strings"
	"unicode/utf8"
)

// Clean is text as blocks have it: valid UTF-8, lines that end in "\n", and no control
// characters.
func Clean(text string) string {
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "\ufffd"), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\f', r == '\v', r == '\u2028', r == '\u2029', r == '\u0085':
			return '\n'
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, text)
}

// Plain reads text without marks: paragraphs, with blank lines between them.
func Plain(text string) (out []Block) {
	var r lines
	for r.text = Clean(text); r.next(); {
		if r.isBlank() {
			r.end()
		} else {
			r.add()
		}
	}
	r.end()
	return r.out
}

// Markdown reads what is needed to cut and to cite: headings, items of lists, tables
// and code. Everything else is a paragraph, with its marks.
func Markdown(text string) []Block {
	var r lines
	for r.text = Clean(text); r.next(); {
		bare := strings.TrimLeft(r.line, " \t")
		indent := len(r.line) - len(bare)
		level := headingLevel(bare)
		switch marker := itemMarker(bare); {
		case r.isBlank():
			r.end()
		case indent < 4 && fence(bare) != "":
			r.code(fence(bare))
		case indent < 4 && level > 0:
			r.end()
			r.put(Block{Kind: Heading, Level: level, Text: headingText(bare[level:])})
		case indent < 4 && isUnderline(bare) && r.underlined():
		case indent < 4 && isRow(bare) && r.table():
		case marker > 0 && !isRule(bare):
			r.end()
			r.item(bare, marker, 1+indent/2)
		default:
			r.add()
		}
	}
	r.end()
	return r.out
}

// Title is what a document calls itself: its first heading, if nothing stands before it.
func Title(blocks []Block) string {
	if len(blocks) > 0 && blocks[0].Kind == Heading && blocks[0].Veil == Seen {
		return blocks[0].Text
	}
	return ""
}

// lines reads a text line by line and gathers those of one block.
type lines struct {
	text   string
	line   string
	number int
	// open is begun, and parts are what it has so far.
	open  Block
	parts []string
	out   []Block
}

func (r *lines) next() bool {
	if r.text == "" {
		return false
	}
	r.line, r.text, _ = strings.Cut(r.text, "\n")
	r.number++
	return true
}

func (r *lines) isBlank() bool { return strings.TrimSpace(r.line) == "" }

// peek is the line that comes next.
func (r *lines) peek() string {
	line, _, _ := strings.Cut(r.text, "\n")
	return line
}

// add adds the line to the open block, or begins a paragraph with it.
func (r *lines) add() {
	if r.open.Kind == "" {
		r.open = Block{Kind: Paragraph, Place: Place{Kind: Line, Number: r.number}}
	}
	r.parts = append(r.parts, strings.TrimRight(r.line, " \t"))
}

func (r *lines) end() {
	if r.open.Kind == Item {
		r.open.Text = strings.Join(strings.Fields(strings.Join(r.parts, " ")), " ")
	} else {
		r.open.Text = strings.Join(r.parts, "\n")
	}
	if r.open.Text != "" {
		r.out = append(r.out, r.open)
	}
	r.open, r.parts = Block{}, r.parts[:0]
}

// put adds a block of the line at hand.
func (r *lines) put(b Block) {
	b.Place = Place{Kind: Line, Number: r.number}
	if b.Text != "" {
		r.out = append(r.out, b)
	}
}

// code takes the lines up to the fence that closes this one.
func (r *lines) code(mark string) {
	r.end()
	b := Block{Kind: Code, Place: Place{Kind: Line, Number: r.number}}
	var all []string
	for r.next() {
		if closing := strings.TrimSpace(r.line); strings.HasPrefix(closing, mark) && strings.Trim(closing, mark[:1]) == "" {
			break
		}
		all = append(all, r.line)
	}
	if b.Text = strings.Trim(strings.Join(all, "\n"), "\n"); b.Text != "" {
		r.out = append(r.out, b)
	}
}

// underlined makes the open line a heading, if it is the only one.
func (r *lines) underlined() bool {
	if r.open.Kind != Paragraph || len(r.parts) != 1 {
		return false
	}
	r.open.Kind, r.open.Level = Heading, 2
	if strings.TrimSpace(r.line)[0] == '=' {
		r.open.Level = 1
	}
	r.parts[0] = headingText(r.parts[0])
	r.end()
	return true
}

// table takes a table's lines, if the next one says that it is one.
func (r *lines) table() bool {
	if r.open.Kind != "" && r.open.Kind != Item || !isDelimiter(r.peek()) {
		return false
	}
	r.end()
	r.put(Block{Kind: Head, Text: cells(r.line)})
	r.next()
	for isRow(strings.TrimLeft(r.peek(), " \t")) && r.next() {
		r.put(Block{Kind: Row, Text: cells(r.line)})
	}
	return true
}

// item begins an item. Its number is part of what it says.
func (r *lines) item(bare string, marker, level int) {
	text := bare
	if !isDigit(bare[0]) {
		text = strings.TrimSpace(bare[marker:])
	}
	r.open = Block{Kind: Item, Level: min(level, 6), Place: Place{Kind: Line, Number: r.number}}
	r.parts = append(r.parts, text)
}

// headingLevel is how many # begin a heading's line, 0 if it is none.
func headingLevel(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n == 0 || n > 6 || len(line) > n && line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n
}

func headingText(text string) string {
	text = strings.TrimSpace(text)
	if bare := strings.TrimRight(text, "#"); strings.HasSuffix(bare, " ") || bare == "" {
		text = strings.TrimSpace(bare)
	}
	return strings.Join(strings.Fields(text), " ")
}

// itemMarker is how long the mark of a list's item is, 0 if a line is none.
func itemMarker(line string) int {
	n := 0
	switch {
	case line == "":
		return 0
	case strings.IndexByte("-*+", line[0]) >= 0:
		n = 1
	default:
		for n < len(line) && n < 9 && isDigit(line[n]) {
			n++
		}
		if n == 0 || n == len(line) || line[n] != '.' && line[n] != ')' {
			return 0
		}
		n++
	}
	if n == len(line) || line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n + 1
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// fence is the mark that opens code, "" if a line does not.
func fence(line string) string {
	for _, c := range []string{"`", "~"} {
		n := len(line) - len(strings.TrimLeft(line, c))
		if n >= 3 && !(c == "`" && strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}

func isUnderline(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && (strings.Trim(line, "=") == "" || strings.Trim(line, "-") == "")
}

// isRule reports whether a line only divides what is above from what is below.
func isRule(line string) bool {
	line = strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(line) >= 3 && strings.Trim(line, line[:1]) == "" && strings.Contains("-*_", line[:1])
}

func isRow(line string) bool { return strings.Contains(line, "|") }

// isDelimiter reports whether a line stands between a table's head and its rows.
func isDelimiter(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t") == ""
}

// cells are those of a table's line, with Between between them.
func cells(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	var out []string
	from := 0
	for at := 0; at <= len(line); at++ {
		if at < len(line) && (line[at] != '|' || at > 0 && line[at-1] == '\\') {
			continue
		}
		out = append(out, strings.Join(strings.Fields(line[from:at]), " "))
		from = at + 1
	}
	return strings.Join(out, Between)
}

// cutRune is the longest beginning of text of at most n bytes that ends between runes.
func cutRune(text string, n int) int {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return min(n, len(text))
}
