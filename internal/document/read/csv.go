package read

import (
	"strings"

	"burrow/internal/document"
	"burrow/internal/say"
)

// csv reads a table of text. encoding/csv would bring fmt along, and refuses what
// spreadsheets write without a word, such as a quote within a cell.

// sample is how many rows are looked at to find what stands between cells.
const sample = 50

// csvReader reads rows.
type csvReader struct {
	text  string
	at    int
	line  int // of the row that comes next
	comma byte
	// isOpen says that a quote was never closed, so that none is looked for.
	isOpen bool
	// isWide says that a row has more cells than were read.
	isWide bool
}

func (d *reading) csv() error {
	text, err := d.all()
	if err != nil {
		return err
	}
	r := csvReader{text: clean(text), line: 1}
	if first, rest, _ := strings.Cut(r.text, "\n"); len(first) == len("sep=;") && strings.HasPrefix(strings.ToLower(first), "sep=") {
		// Excel writes what stands between cells into a line of its own.
		r.comma, r.text, r.line = first[len("sep=")], rest, 2
	} else {
		r.comma = commaOf(r.text)
	}
	isNamed := false // or has a row that could not name its columns
	for rows := 0; r.at < len(r.text); rows++ {
		number := r.line
		cells := r.row()
		b := document.Block{Kind: document.Row, Place: document.Place{Kind: document.Line, Number: number}, Text: rowText(cells)}
		if filled, areNames := naming(cells); !isNamed && filled > 1 {
			isNamed = true
			if areNames {
				b.Kind = document.Head
			}
		}
		if err := d.add(b); err != nil {
			return err
		}
		if rows%500 == 0 {
			if err := d.step(); err != nil {
				return err
			}
		}
	}
	if r.isWide {
		d.warn(say.T("Only the first {most} columns of this table were read.", "most", lastColumn))
	}
	return nil
}

// row reads a row, with its cells as blocks have them.
func (r *csvReader) row() (cells []string) {
	for {
		cell, more := r.cell()
		if len(cells) < lastColumn {
			cells = append(cells, cellText(oneLine(cell)))
		} else {
			r.isWide = true
		}
		if !more {
			return cells
		}
	}
}

// cell reads a cell, and reports whether another one of its row follows.
func (r *csvReader) cell() (cell string, more bool) {
	if r.at < len(r.text) && r.text[r.at] == '"' && !r.isOpen {
		if cell, ok := r.quoted(); ok {
			return cell, r.next()
		}
	}
	from := r.at
	for r.at < len(r.text) && r.text[r.at] != r.comma && r.text[r.at] != '\n' {
		r.at++
	}
	cell = r.text[from:r.at]
	return cell, r.next()
}

// quoted reads a cell in quotes, in which a quote is written twice. It is not ok if
// that is not all of the cell: then a quote is a character as any other.
func (r *csvReader) quoted() (cell string, ok bool) {
	var b strings.Builder
	lines := 0
	for at := r.at + 1; ; {
		end := strings.IndexByte(r.text[at:], '"')
		if end < 0 {
			r.isOpen = true
			return "", false
		}
		part := r.text[at : at+end]
		b.WriteString(part)
		lines += strings.Count(part, "\n")
		at += end + 1
		if at < len(r.text) && r.text[at] == '"' {
			b.WriteByte('"')
			at++
			continue
		}
		if at < len(r.text) && r.text[at] != r.comma && r.text[at] != '\n' {
			return "", false
		}
		r.at = at
		r.line += lines
		return b.String(), true
	}
}

// next goes on behind a cell.
func (r *csvReader) next() (more bool) {
	if r.at == len(r.text) {
		return false
	}
	if more = r.text[r.at] == r.comma; !more {
		r.line++
	}
	r.at++
	return more
}

// commaOf finds what stands between the cells of a table: what gives most rows the
// same number of them, and most cells.
func commaOf(text string) byte {
	best, bestScore := byte(','), 0
	for _, comma := range []byte{',', ';', '\t', '|'} {
		r := csvReader{text: text, comma: comma}
		counts := map[int]int{}
		for range sample {
			if r.at >= len(r.text) {
				break
			}
			cells := 1
			for {
				if _, more := r.cell(); !more {
					break
				}
				cells++
			}
			counts[cells]++
		}
		if score := scoreOf(counts); score > bestScore {
			best, bestScore = comma, score
		}
	}
	return best
}

// scoreOf is how likely rows with those numbers of cells are a table.
func scoreOf(counts map[int]int) (score int) {
	for cells, rows := range counts {
		if cells > 1 {
			score = max(score, rows*1000+min(cells, 999))
		}
	}
	return score
}

// naming says how many cells have something, and whether these can name columns: none
// of them is a number. Titles above a table stand in one cell.
func naming(cells []string) (filled int, areNames bool) {
	areNames = true
	for _, cell := range cells {
		if cell != "" {
			filled++
			areNames = areNames && strings.Trim(cell, "+-.,:/%€$£ 0123456789") != ""
		}
	}
	return filled, areNames
}
