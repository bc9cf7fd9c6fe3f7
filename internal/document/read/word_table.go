package read

import (
	"strings"

	"burrow/internal/document"
)

// maxColumns is how many columns a table has that merged cells only say it has.
const maxColumns = 1_000

// wordTable is a table while it is read.
type wordTable struct {
	in      around
	columns int
	style   *wordStyle
	// asksHead says that the first row is to be shown in another way.
	asksHead bool
	rows     int
}

// wordRow is a row: the texts of its cells, and what stands behind it.
type wordRow struct {
	cells  []string
	after  []document.Block
	isHead bool
	veil   document.Veil
}

func (w *word) table(x *xmlReader, in around) error {
	t := &wordTable{in: in, style: &wordStyle{}}
	return x.each(func() error {
		switch x.name {
		case "tblPr":
			return w.tableProperties(x, t)
		case "tblGrid":
			return x.each(func() error {
				t.columns++
				return nil
			})
		}
		return w.rows(x, t)
	})
}

// rows reads a row, or what holds some.
func (w *word) rows(x *xmlReader, t *wordTable) error {
	switch x.name {
	case "tr":
		return w.row(x, t)
	case "sdtPr", "sdtEndPr":
		return nil
	}
	return x.each(func() error { return w.rows(x, t) })
}

func (w *word) tableProperties(x *xmlReader, t *wordTable) error {
	return x.each(func() error {
		switch x.name {
		case "tblStyle":
			t.style = w.styles.find(x.attribute("val"))
			t.in.isStyled = t.in.isStyled || t.style.filled
		case "tblLook":
			value := x.attribute("val")
			t.asksHead = x.attribute("firstRow") != "" && x.isOn("firstRow") || x.attribute("firstRow") == "" && len(value) == 4 && strings.IndexByte("2367ABEFabef", value[2]) >= 0
		case "shd":
			t.in.fill = fillOf(x)
		}
		return nil
	})
}

func (w *word) row(x *xmlReader, t *wordTable) error {
	if err := w.step(); err != nil {
		return err
	}
	row := &wordRow{isHead: t.rows == 0 && t.asksHead && t.style.headed, veil: t.in.veil}
	bold, light := w.bold, w.light
	err := x.each(func() error { return w.cells(x, t, row) })
	if err != nil && err != errFull {
		return err
	}
	if text := rowText(row.cells); text != "" {
		isBold := t.rows == 0 && w.bold > bold && w.light == light
		b := document.Block{Kind: document.Row, Text: text, Veil: row.veil}
		switch {
		case len(row.cells) == 1 && t.columns < 2:
			b.Kind, b.Text = document.Paragraph, uncell(text)
		case row.veil == "" && t.rows == 0 && (row.isHead || isBold) && len(row.cells) > 1:
			b.Kind = document.Head
		}
		t.rows++
		w.left -= len(document.Between) * len(row.cells) // the cells themselves are counted
		w.out = append(w.out, b)
	}
	w.out = append(w.out, row.after...)
	return err
}

// cells reads a cell of a row, its properties, or what holds some.
func (w *word) cells(x *xmlReader, t *wordTable, row *wordRow) error {
	switch x.name {
	case "trPr":
		return x.each(func() error {
			switch x.name {
			case "tblHeader":
				row.isHead = row.isHead || x.isOn("val")
			case "del", "hidden":
				row.veil = document.Hidden
			case "gridBefore":
				row.leave(x.number("val", 0))
			}
			return nil
		})
	case "tc":
		return w.cell(x, t, row)
	case "tblPrEx", "sdtPr", "sdtEndPr":
		return nil
	}
	return x.each(func() error { return w.cells(x, t, row) })
}

func (w *word) cell(x *xmlReader, t *wordTable, row *wordRow) error {
	in, span, isMerged := t.in, 1, false
	in.veil = row.veil
	outer := w.out
	w.out = nil
	err := x.each(func() error {
		switch x.name {
		case "tcPr":
			return x.each(func() error {
				switch x.name {
				case "gridSpan":
					span = x.number("val", 1)
				case "vMerge", "hMerge":
					isMerged = x.attribute("val") != "restart"
				case "shd":
					if fill := fillOf(x); fill != "" {
						in.fill = fill
					}
				}
				return nil
			})
		case "p":
			return w.paragraph(x, in)
		case "tbl":
			return w.table(x, in)
		case "sdt":
			return w.control(x, func() error { return w.flow(x, in) })
		}
		return w.flow(x, in)
	})
	inside := w.out
	w.out = outer
	if t.columns == 1 && len(row.cells) == 0 && row.veil == "" {
		// A box around text is no table.
		w.out = append(w.out, inside...)
		return err
	}
	var text []string
	for _, b := range inside {
		if b.Kind == document.Note || b.Veil != row.veil {
			row.after = append(row.after, b)
			continue
		}
		if n := len(text); n > 0 && b.Kind == document.Item {
			text[n-1] += ";"
		}
		text = append(text, inCell(b))
	}
	if isMerged {
		text = nil // it continues the cell above or before it, and is empty
	}
	row.cells = append(row.cells, strings.Join(text, " "))
	row.leave(span - 1)
	return err
}

// leave leaves cells empty, as far as a row may have them.
func (r *wordRow) leave(n int) {
	r.cells = append(r.cells, make([]string, min(max(n, 0), max(0, maxColumns-len(r.cells))))...)
}

// inCell is a block as a cell has it. Rows of a table within it become parts of a
// sentence.
func inCell(b document.Block) string {
	if b.Kind == document.Head || b.Kind == document.Row {
		return strings.ReplaceAll(b.Text, document.Between, ", ") + ";"
	}
	return cellText(b.Text)
}
