package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// table is printed as Markdown or as aligned text.
type table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

func (t table) write(w io.Writer, markdown bool) error {
	if markdown {
		return t.writeMarkdown(w)
	}
	fmt.Fprintf(w, "\n%s\n\n", t.Caption)
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		fmt.Fprintln(aligned, strings.Join(row, "\t"))
	}
	return aligned.Flush()
}

func (t table) writeMarkdown(w io.Writer) error {
	_, err := fmt.Fprintf(w, "\n%s\n\n| %s |\n|%s\n", t.Caption, strings.Join(t.Head, " | "), strings.Repeat("---|", len(t.Head)))
	for _, row := range t.Rows {
		if err == nil {
			_, err = fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		}
	}
	return err
}

// speeds makes a table of the given columns with a row for each library.
func (r results) speeds(caption string, libs []string, columns []place) table {
	t := table{Caption: caption, Head: []string{"MB/s"}}
	for _, at := range columns {
		t.Head = append(t.Head, at.text+", "+strings.TrimSuffix(at.encoding, "_base"))
	}
	for _, lib := range libs {
		row := []string{labels[lib]}
		for _, at := range columns {
			// A place that was not measured has the zero cell, which is blank.
			c := r.cells[at][lib].String()
			if c != "" && len(row) > 1 && c == r.cells[columns[0]][lib].Note {
				c = "–" // the reason stands in the row's first cell
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// columns returns the places of a mode, the texts of one encoding side by side.
func columns(mode string, texts ...string) []place {
	var places []place
	for _, encoding := range encodings {
		for _, text := range texts {
			places = append(places, place{mode, encoding, text})
		}
	}
	return places
}

// captionSources tells where the texts came from, in one sentence each.
func captionSources(texts []text) string {
	var out strings.Builder
	for _, t := range texts {
		fmt.Fprintf(&out, "%s: %s, %.1f MB. ", strings.ToUpper(t.Name[:1])+t.Name[1:], t.Source, float64(t.Whole.Bytes)/1e6)
	}
	return strings.TrimSpace(out.String())
}
