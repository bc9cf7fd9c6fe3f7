package read

import (
	"strings"

	"burrow/internal/document"
	"burrow/internal/json"
	"burrow/internal/say"
)

// maxMembers is how many members objects may have that are read as rows of a table.
const maxMembers = 100

func (d *reading) json() error {
	text, err := d.all()
	if err != nil {
		return err
	}
	text = clean(text)
	if !json.Valid(text) {
		d.notJSON()
		return d.code(text)
	}
	objects, lines := elements(text)
	if len(objects) > maxBlocks {
		objects, d.isCut = objects[:maxBlocks], true
	}
	if t := tableOf(objects); t != nil {
		return d.table(t, objects, lines)
	}
	return d.laidOut(text, 1)
}

func (d *reading) notJSON() {
	if !d.isCut {
		d.warn(say.T("This file isn’t valid JSON, so it was read as plain text."))
	}
}

// jsonLines reads a file with a value in each line.
func (d *reading) jsonLines() error {
	text, err := d.all()
	if err != nil {
		return err
	}
	text = clean(text)
	var objects []string
	var lines []int
	rest := text
	for number := 1; rest != ""; number++ {
		var line string
		if line, rest, _ = strings.Cut(rest, "\n"); strings.TrimSpace(line) == "" {
			continue
		}
		if !json.Valid(line) {
			d.notJSON()
			return d.code(text)
		}
		if len(objects) == maxBlocks {
			d.isCut = true
			break
		}
		objects, lines = append(objects, line), append(lines, number)
		if number%1000 == 0 {
			if err := d.step(); err != nil {
				return err
			}
		}
	}
	if t := tableOf(objects); t != nil {
		return d.table(t, objects, lines)
	}
	for i, object := range objects {
		if err := d.laidOut(object, lines[i]); err != nil {
			return err
		}
	}
	return nil
}

// elements are those of the array that a valid text is, and the lines where they begin.
func elements(text string) (all []string, lines []int) {
	begin := strings.TrimLeft(text, " \t\n")
	if !strings.HasPrefix(begin, "[") {
		return nil, nil
	}
	depth, from, line, first := 0, 0, 1, 1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			line++
		case '"':
			i = endOfString(text, i)
		case '[', '{':
			if depth++; depth == 2 {
				from, first = i, line
			}
		case ']', '}':
			if depth--; depth == 1 && len(all) <= maxBlocks {
				all, lines = append(all, text[from:i+1]), append(lines, first)
			}
		case ',', ' ', '\t', '\r':
		default:
			if depth == 1 {
				return nil, nil // an array of other values is no table
			}
		}
	}
	return all, lines
}

// endOfString is where the quote is that ends the string that begins there.
func endOfString(text string, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

// tableOf are the names of the columns that objects have, nil if they are no table:
// each is an object, and no member has members itself.
func tableOf(objects []string) (columns []string) {
	if len(objects) < 2 {
		return nil
	}
	known := map[string]bool{}
	for _, object := range objects {
		if !isFlat(object) {
			return nil
		}
		json.Members(object, func(name string, value json.Raw) {
			if !known[name] && len(columns) <= maxMembers {
				known[name] = true
				columns = append(columns, name)
			}
		})
		if len(columns) > maxMembers {
			return nil
		}
	}
	return columns
}

// isFlat reports whether a valid value is an object without others in it.
func isFlat(object string) bool {
	depth := 0
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '"':
			i = endOfString(object, i)
		case '{':
			if depth++; depth > 1 {
				return false
			}
		case '[':
			return false
		}
	}
	return depth == 1
}

// table adds objects as rows.
func (d *reading) table(columns, objects []string, lines []int) error {
	places := make(map[string]int, len(columns))
	names := make([]string, len(columns))
	for i, name := range columns {
		places[name], names[i] = i, cellText(oneLine(name))
	}
	head := document.Block{Kind: document.Head, Place: document.Place{Kind: document.Line, Number: lines[0]}, Text: strings.Join(names, document.Between)}
	if err := d.add(head); err != nil {
		return err
	}
	for i, object := range objects {
		cells := make([]string, len(columns))
		json.Members(object, func(name string, value json.Raw) {
			text := string(value)
			if value[0] == '"' {
				_ = json.Unmarshal([]byte(value), &text)
			}
			if text != "null" || value[0] == '"' {
				cells[places[name]] = cellText(oneLine(text))
			}
		})
		b := document.Block{Kind: document.Row, Place: document.Place{Kind: document.Line, Number: lines[i]}, Text: rowText(cells)}
		if err := d.add(b); err != nil {
			return err
		}
		if i%500 == 0 {
			if err := d.step(); err != nil {
				return err
			}
		}
	}
	return nil
}

// layout writes JSON with a value in each line, and knows from which line of the file
// each comes.
type layout struct {
	d      *reading
	line   int // of the file
	begun  int // the line where the piece begins
	indent int
	piece  strings.Builder
	open   strings.Builder // the line being written
	// hasOpened says that a bracket was just opened, behind which something may follow.
	hasOpened bool
}

// laidOut adds valid JSON as code that is easy to read, in pieces.
func (d *reading) laidOut(text string, line int) error {
	l := &layout{d: d, line: line}
	for i := 0; i < len(text); i++ {
		end := i
		switch text[i] {
		case '\n':
			l.line++
			continue
		case ' ', '\t', '\r':
			continue
		case '"':
			end = endOfString(text, i)
		}
		if err := l.token(text[i : end+1]); err != nil {
			return err
		}
		i = end
	}
	if err := l.end(); err != nil {
		return err
	}
	return l.flush()
}

// token writes a string, a bracket, or a byte of something else.
func (l *layout) token(text string) error {
	c := text[0]
	isClosing := c == '}' || c == ']'
	if l.hasOpened && !isClosing {
		l.indent++
		if err := l.end(); err != nil {
			return err
		}
	} else if isClosing && !l.hasOpened {
		if err := l.end(); err != nil {
			return err
		}
		l.indent--
	}
	l.hasOpened = c == '{' || c == '['
	switch c {
	case '"':
		l.write(readable(text))
	case ':':
		l.write(": ")
	case ',':
		l.write(text)
		return l.end()
	default:
		l.write(text)
	}
	return nil
}

// readable is a string of JSON without escapes that only make it hard to read.
func readable(quoted string) string {
	if !strings.Contains(quoted, `\u`) {
		return quoted
	}
	text := ""
	if json.Unmarshal([]byte(quoted), &text) != nil {
		return quoted
	}
	plain, err := json.MarshalPlain(text)
	if err != nil {
		return quoted
	}
	return clean(string(plain))
}

func (l *layout) write(text string) {
	if l.open.Len() == 0 {
		l.open.WriteString(strings.Repeat(" ", min(l.indent, 20)))
	}
	if l.begun == 0 {
		l.begun = l.line
	}
	l.open.WriteString(text)
}

// end ends the line, and the piece if that is long enough.
func (l *layout) end() error {
	if strings.TrimSpace(l.open.String()) == "" {
		return nil
	}
	if l.piece.Len() > 0 {
		l.piece.WriteByte('\n')
	}
	l.piece.WriteString(l.open.String())
	l.open.Reset()
	if n := l.piece.Len(); n >= manyLines || n >= someLines && l.indent <= 1 {
		return l.flush()
	}
	return nil
}

func (l *layout) flush() error {
	if l.piece.Len() == 0 {
		return nil
	}
	if err := l.d.step(); err != nil {
		return err
	}
	b := document.Block{Kind: document.Code, Place: document.Place{Kind: document.Line, Number: l.begun}, Text: l.piece.String()}
	l.piece.Reset()
	l.begun = 0
	return l.d.add(b)
}
