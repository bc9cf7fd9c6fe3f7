package read

import (
	"strconv"
	"strings"

	"burrow/internal/document"
	"burrow/internal/say"
)

const (
	// maxCells are read of all sheets together: a million rows would take half a minute
	// in a browser, and questions are hardly ever about the last of them.
	maxCells = 200_000
	// maxShared is how much text cells may share, which is kept while sheets are read.
	maxShared = 64 << 20
	// lastColumn and lastRow are those of Excel.
	lastColumn = 16_384
	lastRow    = 1_048_576
)

// sheets reads a workbook.
type sheets struct {
	*office
	related map[string]relation
	styles  sheetStyles
	shared  sharedTexts
	date    dates
	cells   int // so far
	sheet   sheet
}

// sheet is the one being read. Rows are kept until its end: which columns are empty
// shows only then.
type sheet struct {
	name    string
	veil    document.Veil
	hidden  []bool // columns
	rows    []sheetRow
	used    map[int]bool // columns that have something
	related map[string]relation
	notes   map[int][]string // comments by their rows
}

type sheetRow struct {
	number int
	veil   document.Veil
	cells  []sheetCell
}

type sheetCell struct {
	column int
	text   string
	veil   document.Veil
	// isName says that it can name a column: a text, a day, a year.
	isName bool
}

// sharedTexts are the texts that cells name by their numbers, one after another.
type sharedTexts struct {
	text []byte
	ends []uint32
}

func (t *sharedTexts) at(i int) []byte {
	if i < 0 || i >= len(t.ends) {
		return nil
	}
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.text[from:t.ends[i]]
}

func (o *office) sheets(main string, x *xmlReader) error {
	s := &sheets{office: o}
	var err error
	if s.related, err = o.relations(main); err != nil {
		return err
	}
	type listed struct {
		name, part string
		veil       document.Veil
	}
	var all []listed
	err = x.each(func() error {
		switch x.name {
		case "workbookPr":
			s.date.since1904 = x.attribute("date1904") != "" && x.isOn("date1904")
		case "sheets":
			return x.each(func() error {
				of := listed{name: oneLine(x.attribute("name"))}
				if r := s.related[x.reference("id")]; r.kind == "worksheet" {
					of.part = r.target
				}
				if state := x.attribute("state"); state == "hidden" || state == "veryHidden" {
					of.veil = document.Hidden
				}
				if len(all) < maxEntries {
					all = append(all, of)
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.readBeside(); err != nil {
		return err
	}
	for i, of := range all {
		s.sheet = sheet{name: of.name, veil: of.veil, used: map[int]bool{}, notes: map[int][]string{}}
		err := s.read(of.part)
		if err != nil && err != errFull {
			return err
		}
		if put := s.put(); put != nil {
			return put
		}
		if err == errFull && s.cells < maxCells {
			return err
		}
		if err == errFull {
			last := s.sheet.rows[len(s.sheet.rows)-1].number
			s.warn(say.T("This workbook has more than {most} cells. It was read up to row {row} of the sheet {sheet}.", "most", maxCells, "row", last, "sheet", of.name))
			return nil
		}
		o.progress(float64(i+1) / float64(len(all)+1))
	}
	return nil
}

// readBeside reads what cells refer to.
func (s *sheets) readBeside() error {
	err := s.part(ofKind(s.related, "sharedStrings"), func(x *xmlReader) error {
		return x.each(func() (err error) {
			if len(s.shared.ends) == maxShared/16 {
				return errFull
			}
			s.shared.text, err = richText(x, s.shared.text, maxShared)
			s.shared.ends = append(s.shared.ends, uint32(len(s.shared.text)))
			return err
		})
	})
	if err != nil && err != errFull {
		return err
	}
	return s.part(ofKind(s.related, "styles"), func(x *xmlReader) (err error) {
		s.styles, err = readSheetStyles(x)
		return err
	})
}

// richText adds the text of an element, without how it is pronounced.
func richText(x *xmlReader, to []byte, most int) ([]byte, error) {
	err := x.each(func() (err error) {
		switch x.name {
		case "t":
			to, err = x.appendText(to, most)
		case "r", "text":
			to, err = richText(x, to, most)
		}
		return err
	})
	return to, err
}

// read reads a sheet. It returns errFull when there are enough cells.
func (s *sheets) read(part string) (err error) {
	if s.sheet.related, err = s.relations(part); err != nil {
		return err
	}
	err = s.part(ofKind(s.sheet.related, "comments"), s.readComments)
	if err != nil {
		return err
	}
	return s.part(part, func(x *xmlReader) error {
		return x.each(func() error {
			switch x.name {
			case "cols":
				return s.columnsOf(x)
			case "sheetData":
				number := 0
				return x.each(func() error { return s.row(x, &number) })
			}
			return nil
		})
	})
}

// readComments reads what was remarked on cells.
func (s *sheets) readComments(x *xmlReader) error {
	return x.each(func() error {
		if x.name != "commentList" {
			return nil
		}
		return x.each(func() error {
			_, row := position(x.attribute("ref"))
			text, err := richText(x, nil, s.left)
			if note := oneLine(text); note != "" && row > 0 {
				if err := s.take(len(note)); err != nil {
					return nil
				}
				s.sheet.notes[row] = append(s.sheet.notes[row], note)
			}
			return err
		})
	})
}

// position reads the name of a cell: "C12" is column 3, row 12. What is not there is 0.
func position(name string) (column, row int) {
	i := 0
	for ; i < len(name) && i < 3 && name[i] >= 'A' && name[i] <= 'Z'; i++ {
		column = 26*column + int(name[i]-'A') + 1
	}
	row, err := strconv.Atoi(name[i:])
	if err != nil || row < 1 || row > lastRow || column > lastColumn {
		return 0, 0
	}
	return column, row
}

func (s *sheets) row(x *xmlReader, number *int) error {
	if err := s.step(); err != nil {
		return err
	}
	*number = min(max(x.number("r", *number+1), 1), lastRow)
	row := sheetRow{number: *number, veil: s.sheet.veil}
	if x.attribute("hidden") != "" && x.isOn("hidden") {
		row.veil = document.Hidden
	}
	column := 0
	err := x.each(func() error {
		if x.name != "c" {
			return nil
		}
		if s.cells == maxCells {
			return errFull
		}
		if at, _ := position(x.attribute("r")); at > 0 {
			column = at
		} else if column++; column > lastColumn {
			return nil
		}
		cell, err := s.cell(x)
		if err != nil || cell.text == "" {
			return err
		}
		s.cells++
		cell.column = column
		if row.veil != "" || s.sheet.hidden != nil && s.sheet.hidden[column] {
			cell.veil = document.Hidden
		}
		s.sheet.used[column] = true
		row.cells = append(row.cells, cell)
		return s.take(len(cell.text))
	})
	if len(row.cells) > 0 {
		s.count -= len(row.cells) // what counts are rows
		s.sheet.rows = append(s.sheet.rows, row)
	}
	return err
}

// columnsOf notes which columns are hidden. There are no more ranges than columns.
func (s *sheets) columnsOf(x *xmlReader) error {
	count := 0
	return x.each(func() error {
		if count++; count > lastColumn || x.attribute("hidden") == "" || !x.isOn("hidden") {
			return nil
		}
		if s.sheet.hidden == nil {
			s.sheet.hidden = make([]bool, lastColumn+1)
		}
		for i := max(x.number("min", 1), 1); i <= min(x.number("max", lastColumn), lastColumn); i++ {
			s.sheet.hidden[i] = true
		}
		return nil
	})
}

// cell reads a cell as it is shown. Of a formula that is its result.
func (s *sheets) cell(x *xmlReader) (cell sheetCell, err error) {
	kind, style := x.attribute("t"), s.styles.at(x.number("s", 0))
	var value []byte
	err = x.each(func() error {
		switch x.name {
		case "v":
			value, err = x.appendText(value[:0], s.left)
		case "is":
			value, err = richText(x, value[:0], s.left)
		}
		return err
	})
	cell.veil = style.veil
	switch kind {
	case "s":
		i, wrong := strconv.Atoi(strings.TrimSpace(string(value)))
		if wrong != nil {
			i = -1
		}
		cell.show(style.format, s.shared.at(i))
	case "str", "inlineStr":
		cell.show(style.format, value)
	case "b":
		cell.text = "FALSE"
		if string(value) == "1" {
			cell.text = "TRUE"
		}
		if len(value) == 0 {
			cell.text = ""
		}
	case "e":
		cell.text = oneLine(value)
	case "d":
		cell.text, cell.isName = oneLine(value), true
	default:
		n, wrong := strconv.ParseFloat(strings.TrimSpace(string(value)), 64)
		if wrong != nil {
			cell.text = oneLine(value)
			break
		}
		cell.text = oneLine(style.format.number(n, s.date))
		cell.isName = style.format.isDate(n) || n == float64(int(n)) && n >= 1900 && n < 2100 && len(cell.text) == 4
		if cell.text == "" {
			// A format of nothing hides a number.
			cell.text, cell.veil = general(n), document.Hidden
		}
	}
	cell.text = cellText(cell.text)
	return cell, err
}

// show shows a text in its format. One that shows nothing hides it.
func (c *sheetCell) show(format *numberFormat, text []byte) {
	whole := oneLine(unescaped(string(text)))
	c.text, c.isName = format.text(whole), true
	if c.text == "" && whole != "" {
		c.text, c.veil = whole, document.Hidden
	}
}

// unescaped is text without the escapes that Excel writes for characters that XML does
// not have, such as _x000D_ for the end of a line.
func unescaped(text string) string {
	var out strings.Builder
	for {
		at := strings.Index(text, "_x")
		if at < 0 || at+7 > len(text) {
			out.WriteString(text)
			return out.String()
		}
		n, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
		if err != nil || text[at+6] != '_' {
			out.WriteString(text[:at+2])
			text = text[at+2:]
			continue
		}
		out.WriteString(text[:at])
		out.WriteRune(rune(n))
		text = text[at+7:]
	}
}
