package faqsource

import (
	"strings"
	"unicode/utf8"

	"burrow/internal/chat"
	"burrow/internal/fault"
	"burrow/internal/words"
)

// A file has a row for each pair: the question, the answer, and other wordings of the
// question, each in a column of its own, as a spreadsheet fills them. A first row with the
// names of the columns may be there. Commas, semicolons (Excel in most of Europe) or tabs
// divide the columns.

// mark is the byte order mark, by which Excel knows UTF-8.
const mark = "\ufeff"

// maxRows is more than there can be questions: reading on would only take time.
const maxRows = 10_000

// headers are first columns of a row that has names and no pair.
const headers = " question questions frage pregunta domanda 问题 "

// ReadCSV reads the pairs of a file, one for each row. That of a row without text, or with
// the names of the columns, has none.
func ReadCSV(text string) (out []chat.Pair, err error) {
	text = strings.TrimPrefix(text, mark)
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return nil, fault.New(fault.Invalid, "The file is not in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.")
	}
	separator := separatorOf(text)
	var p chat.Pair
	column := 0
	for at := 0; at < len(text); {
		cell, end := "", at
		for quoted := at; quoted < len(text) && text[quoted] == '"'; {
			// What stands in quotes, with a quote twice.
			size := strings.IndexByte(text[quoted+1:], '"')
			if size < 0 {
				return nil, fault.New(fault.Invalid, "Row {row} has a quotation mark that is not closed.", "row", len(out)+1)
			}
			if quoted > at {
				cell += `"`
			}
			cell += text[quoted+1 : quoted+1+size]
			quoted += size + 2
			end = quoted
		}
		at = end
		for at < len(text) && text[at] != separator && text[at] != '\n' && text[at] != '\r' {
			at++
		}
		cell = strings.TrimSpace(cell + text[end:at])
		switch {
		case column == 0:
			p.Question = cell
		case column == 1:
			p.Answer = cell
		case cell != "":
			p.Also = append(p.Also, cell)
		}
		if column++; at == len(text) || text[at] != separator {
			if len(out) == 0 && words.Among(headers, strings.ToLower(p.Question)) {
				p = chat.Pair{}
			}
			if out = append(out, p); len(out) > maxRows {
				return nil, fault.New(fault.TooLarge, "The file has more than {most} rows.", "most", maxRows)
			}
			p, column = chat.Pair{}, 0
			if strings.HasPrefix(text[at:], "\r\n") {
				at++
			}
		}
		at++
	}
	if column > 0 {
		out = append(out, p)
	}
	return out, nil
}

// separatorOf is what divides the columns of the first row: a tab or a semicolon if it has
// one outside of quotes, else the comma, which sentences have, too.
func separatorOf(text string) byte {
	found, quoted := byte(','), false
	for i := 0; i < len(text) && (quoted || text[i] != '\n' && text[i] != '\r'); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '\t' || c == ';' && found != '\t'):
			found = c
		}
	}
	return found
}

// WriteCSV writes pairs as ReadCSV reads them and spreadsheets open them.
func WriteCSV(pairs []chat.Pair) string {
	most := 0
	for i := range pairs {
		most = max(most, len(pairs[i].Also))
	}
	text := []byte(mark + "question,answer" + strings.Repeat(",also", most))
	for i := range pairs {
		text = append(text, "\r\n"...)
		for k, cell := range append([]string{pairs[i].Question, pairs[i].Answer}, pairs[i].Also...) {
			if k > 0 {
				text = append(text, ',')
			}
			if strings.ContainsAny(cell, ",;\t\"\r\n") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			text = append(text, cell...)
		}
	}
	return string(append(text, "\r\n"...))
}
