package database

import (
	"database/sql"
	"encoding/hex"
	"unicode/utf8"
)

// read takes rows until a limit is reached. A result that broke off is an error, never a
// short one.
func read(rows *sql.Rows, l Limits) (*Result, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	if len(types) > mostColumns {
		return nil, &Error{Code: TooLarge, detail: "too many columns"}
	}
	got := &Result{Columns: make([]Column, len(types)), Rows: [][]*string{}}
	cells, places := make([]sql.RawBytes, len(types)), make([]any, len(types))
	for i, t := range types {
		got.Columns[i] = Column{Name: t.Name(), Type: t.DatabaseTypeName()}
		places[i] = &cells[i]
	}
	bytes := 0
	for rows.Next() {
		if len(got.Rows) == l.Rows || bytes >= l.Bytes {
			// The guard asks for one row more than is shown, so this is mostly the last.
			got.More, got.unfinished = true, rows.Next()
			return got, rows.Err()
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]*string, len(cells))
		for i, cell := range cells {
			if cell == nil {
				continue
			}
			text, cut := shown(cell, l.Cell)
			row[i], got.Cut = &text, got.Cut || cut
			bytes += len(text)
		}
		got.Rows = append(got.Rows, row)
	}
	return got, rows.Err()
}

// shown is a value as text: bytes that are none in hexadecimal.
func shown(cell []byte, most int) (text string, cut bool) {
	if !utf8.Valid(cell) {
		if cut = len(cell) > most/2; cut {
			cell = cell[:most/2]
		}
		return "0x" + hex.EncodeToString(cell), cut
	}
	if len(cell) <= most {
		return string(cell), false
	}
	end := most
	for end > 0 && !utf8.RuneStart(cell[end]) {
		end--
	}
	return string(cell[:end]), true
}
