package answer

import (
	"encoding/csv"
	"io"
	"strings"
)

// WriteCSV writes the rows as CSV (RFC 4180) with a line of names. A value that a
// spreadsheet would take for a formula gets an apostrophe in front of it; numbers stay
// numbers, also negative ones.
func WriteCSV(w io.Writer, a Answer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	line := make([]string, len(a.Columns))
	for i, c := range a.Columns {
		line[i] = harmless(c.Name)
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, row := range a.Rows {
		for i, value := range row {
			line[i] = ""
			if value != nil {
				line[i] = harmless(*value)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// harmless is a value that no spreadsheet computes. Spreadsheets pass over spaces and
// line ends before a formula, and some take a full-width sign for the usual one.
func harmless(value string) string {
	if _, ok := number(value); ok {
		return value
	}
	first := strings.TrimLeft(value, " \t\r\n\u00a0\ufeff")
	if value != "" && (strings.ContainsRune("\t\r", rune(value[0])) || first != "" && strings.ContainsAny(string([]rune(first)[0]), "=+-@|%＝＋－＠")) {
		return "'" + value
	}
	return value
}
