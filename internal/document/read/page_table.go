package read

import "burrow/internal/document"

// pageTable is a table of a page while it is read.
type pageTable struct {
	// isLayout says that it only puts things beside each other: another table is in it.
	isLayout bool
	inRow    bool
	isOpen   bool // a cell
	row      []string
	heads    int // cells that name something
	after    []document.Block
	rows     int
	span     int         // columns of the open cell
	spans    map[int]int // for a column, how many rows from here on a cell above takes
	down     int         // rows of the open cell
}

// inCell is the table of which a cell is being read, nil if there is none.
func (p *page) inCell() *pageTable {
	if n := len(p.tables); n > 0 && p.tables[n-1].isOpen && !p.tables[n-1].isLayout {
		return p.tables[n-1]
	}
	return nil
}

// nest says that a table begins within a cell of another one, which is no table then.
func (p *page) nest() error {
	t := p.inCell()
	if t == nil {
		return p.flush()
	}
	t.isLayout = true
	for _, text := range t.row {
		if err := p.add(document.Block{Kind: document.Paragraph, Text: uncell(text)}); err != nil {
			return err
		}
	}
	t.row = nil
	return p.flush()
}

func (p *page) beginCell(name string) {
	if len(p.tables) == 0 {
		return
	}
	t := p.tables[len(p.tables)-1]
	t.isOpen, t.inRow, t.span, t.down = true, true, 1, 1
	if value, ok := p.tags.get("colspan"); ok {
		t.span = numberOr(value, 1)
	}
	if value, ok := p.tags.get("rowspan"); ok {
		t.down = min(max(numberOr(value, 1), 1), 1000)
	}
	if name == "th" {
		t.heads++
	}
	t.leaveTaken()
}

// leaveTaken leaves the cells empty that a cell above takes.
func (t *pageTable) leaveTaken() {
	for t.spans[len(t.row)] > 0 && len(t.row) < maxColumns {
		t.spans[len(t.row)]--
		t.row = append(t.row, "")
	}
}

func (p *page) endCell() {
	t := p.inCell()
	if t == nil {
		return
	}
	said := p.said
	p.said = layers{}
	t.isOpen = false
	text := cellText(said.of(document.Seen))
	p.left -= len(text)
	for range min(max(t.span, 1), max(1, maxColumns-len(t.row))) {
		if t.down > 1 {
			if t.spans == nil {
				t.spans = map[int]int{}
			}
			t.spans[len(t.row)] = t.down - 1
		}
		t.row = append(t.row, text)
		text = ""
	}
	for _, veil := range veils[1:] {
		if text := said.of(veil); text != "" {
			t.after = append(t.after, document.Block{Kind: document.Row, Text: cellText(text), Veil: veil})
		}
	}
}

func (p *page) endRow() error {
	if len(p.tables) == 0 {
		return nil
	}
	t := p.tables[len(p.tables)-1]
	if !t.inRow {
		return nil
	}
	t.leaveTaken()
	cells, heads, after := t.row, t.heads, t.after
	t.row, t.heads, t.after, t.inRow, t.isOpen = nil, 0, nil, false, false
	if text := rowText(cells); text != "" {
		b := document.Block{Kind: document.Row, Text: text}
		for _, cell := range cells {
			p.left += len(cell) // it is counted as part of the row
		}
		switch t.rows++; {
		case len(cells) == 1:
			b.Kind, b.Text = document.Paragraph, uncell(text)
		case t.rows == 1 && (heads == len(cells) || p.count["thead"] > 0):
			b.Kind = document.Head
		}
		if err := p.add(b); err != nil {
			return err
		}
	}
	return p.addAll(after)
}

func (p *page) endTable() error {
	if len(p.tables) == 0 {
		return nil
	}
	p.endCell()
	if err := p.endRow(); err != nil {
		return err
	}
	p.tables = p.tables[:len(p.tables)-1]
	return nil
}
