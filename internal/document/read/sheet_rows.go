package read

import (
	"slices"
	"strings"

	"burrow/internal/document"
)

// put makes blocks of the sheet that was read.
func (s *sheets) put() error {
	places := s.columns()
	named := s.naming()
	for i, row := range s.sheet.rows {
		if err := s.step(); err != nil {
			return err
		}
		for _, veil := range veils {
			b := document.Block{Kind: document.Row, Place: s.place(row.number), Text: row.text(veil, places), Veil: veil}
			if i == named && veil == row.veil {
				b.Kind = document.Head
			}
			if b.Text == "" {
				continue
			}
			// Its cells are counted; what stands between them is not.
			if err := s.take(len(document.Between) * strings.Count(b.Text, document.Between)); err != nil {
				return err
			}
			s.text.Blocks = append(s.text.Blocks, b)
		}
		s.remarks(row.number, row.veil)
	}
	// Cells that have nothing but a remark.
	var left []int
	for row := range s.sheet.notes {
		left = append(left, row)
	}
	slices.Sort(left)
	for _, row := range left {
		s.remarks(row, s.sheet.veil)
	}
	return nil
}

func (s *sheets) place(row int) document.Place {
	return document.Place{Kind: document.Sheet, Number: row, Label: s.sheet.name}
}

// remarks adds what was remarked on the cells of a row.
func (s *sheets) remarks(row int, veil document.Veil) {
	for _, note := range s.sheet.notes[row] {
		s.text.Blocks = append(s.text.Blocks, document.Block{Kind: document.Note, Place: s.place(row), Text: note, Veil: veil})
	}
	delete(s.sheet.notes, row)
}

// columns says which place in a row's text a column has: those that are empty in the
// whole sheet have none.
func (s *sheets) columns() map[int]int {
	var used []int
	for column := range s.sheet.used {
		used = append(used, column)
	}
	slices.Sort(used)
	places := make(map[int]int, len(used))
	for i, column := range used {
		places[column] = i
	}
	return places
}

// text is what a row shows, or does not show in one way. Cells in between are empty.
func (r *sheetRow) text(veil document.Veil, places map[int]int) string {
	var cells []string
	for _, cell := range r.cells {
		if cell.veil != veil {
			continue
		}
		// Where only some cells are not seen, these stand one after another.
		for veil == r.veil && len(cells) < places[cell.column] {
			cells = append(cells, "")
		}
		cells = append(cells, cell.text)
	}
	return strings.Join(cells, document.Between)
}

// naming is the row that names the columns, or -1: the first one with several cells,
// if all of them can be names. Titles above it stand in one cell.
func (s *sheets) naming() int {
	for i, row := range s.sheet.rows {
		shown := 0
		areNames := true
		for _, cell := range row.cells {
			if cell.veil == row.veil {
				shown++
				areNames = areNames && cell.isName
			}
		}
		if shown < 2 {
			continue
		}
		if areNames && i+1 < len(s.sheet.rows) {
			return i
		}
		return -1
	}
	return -1
}
