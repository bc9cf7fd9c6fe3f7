package read

import (
	"io"
	"strings"

	"burrow/internal/document"
)

// Source code is cut at blank lines, so that a piece has a place near its lines.
const (
	// someLines is how many bytes a piece has at least before a blank line ends it.
	someLines = 600
	// manyLines ends one at any line.
	manyLines = 1_800
)

// all reads the file as text, as far as text is read. Its encoding is that of its
// mark, UTF-8, or Western European.
func (d *reading) all() (string, error) {
	raw, err := d.raw(maxText)
	if err != nil {
		return "", err
	}
	text, sure := textOf(raw)
	d.isGuessed = !sure
	return text, nil
}

// raw reads up to most bytes of the file.
func (d *reading) raw(most int64) ([]byte, error) {
	raw := make([]byte, min(d.size, most))
	for at := 0; at < len(raw); {
		n, err := d.ReadAt(raw[at:min(len(raw), at+1<<20)], int64(at))
		if at += n; err == io.EOF && at < len(raw) {
			return nil, errDamaged() // it has become shorter
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
	}
	if int64(len(raw)) < d.size {
		d.isCut = true
	}
	return raw, nil
}

func (d *reading) plain() error { return d.portions(document.Plain) }

func (d *reading) markdown() error { return d.portions(document.Markdown) }

const (
	// somePortion is how much of a text is read at once, and manyPortion ends one where
	// there is no blank line: all blocks of a text of short lines would not fit into
	// memory before the first of them could be counted.
	somePortion = 256 << 10
	manyPortion = 1 << 20
)

// portions reads a text in portions that end at a blank line outside of code.
func (d *reading) portions(read func(text string) []document.Block) error {
	text, err := d.all()
	if err != nil {
		return err
	}
	text = clean(text)
	for before, first := 0, 0; text != ""; before += first {
		var portion string
		portion, first = cutPortion(text)
		text = text[len(portion):]
		blocks := read(portion)
		for i := range blocks {
			blocks[i].Place.Number += before
		}
		if err := d.addAll(blocks); err != nil {
			return err
		}
		if err := d.step(); err != nil {
			return err
		}
	}
	return nil
}

// cutPortion is the beginning of a text that is read at once, and how many lines it has.
func cutPortion(text string) (portion string, lines int) {
	fence := ""
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		line := strings.TrimSpace(text[at : at+end])
		at += end + 1
		lines++
		for _, mark := range []string{"```", "~~~"} {
			if strings.HasPrefix(line, mark) && (fence == "" || fence == mark) {
				fence = strings.TrimPrefix(mark, fence) // it opens or closes
				break
			}
		}
		if at >= somePortion && line == "" && fence == "" || at >= manyPortion {
			return text[:at], lines
		}
	}
	return text, lines
}

func (d *reading) source() error {
	text, err := d.all()
	if err != nil {
		return err
	}
	return d.code(clean(text))
}

// code adds lines of clean text as they are.
func (d *reading) code(text string) error {
	var piece []string
	size, first, blank := 0, 0, 0 // blank counts empty lines that end the piece
	end := func() error {
		b := document.Block{Kind: document.Code, Place: document.Place{Kind: document.Line, Number: first}, Text: strings.Join(piece[:len(piece)-blank], "\n")}
		piece, size, blank = piece[:0], 0, 0
		return d.add(b)
	}
	for number := 1; text != ""; number++ {
		if number%1000 == 0 {
			if err := d.step(); err != nil {
				return err
			}
		}
		var line string
		line, text, _ = strings.Cut(text, "\n")
		isBlank := strings.TrimSpace(line) == ""
		if len(piece) == 0 {
			if isBlank {
				continue
			}
			first = number
		}
		if !isBlank && (blank > 0 && size >= someLines || size > 0 && size+len(line) > manyLines) {
			if err := end(); err != nil {
				return err
			}
			first = number
		}
		blank++
		if !isBlank {
			blank = 0
		}
		piece = append(piece, strings.TrimRight(line, " \t"))
		size += len(line) + 1
	}
	if len(piece) == 0 {
		return nil
	}
	return end()
}

// cellText is a text as it stands between others of a row.
func cellText(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// uncell is the text of a cell that stands alone.
func uncell(text string) string { return strings.ReplaceAll(text, `\|`, "|") }

// rowText is a row of cells, without those that are empty at its end.
func rowText(cells []string) string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return strings.Join(cells, document.Between)
}
