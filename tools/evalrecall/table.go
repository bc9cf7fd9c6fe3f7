package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A row of the table is one ranker with one budget.
type row struct {
	name    string
	budget  int
	results []result
}

// printTable writes macro averages over questions: of all, by conversation and by
// category.
func printTable(w io.Writer, all []conversation, rows []row) {
	heads := []string{"recall of evidence", "tokens", "all"}
	for _, c := range all {
		heads = append(heads, c.Name)
	}
	for k := 1; k <= maxCategory; k++ {
		heads = append(heads, "category "+strconv.Itoa(k))
	}
	printRow(w, heads)
	printRow(w, strings.Split(strings.Repeat("---,", len(heads)-1)+"---", ","))
	counts := []string{"questions", ""}
	for _, cell := range means(all, rows[0].results) {
		counts = append(counts, strconv.Itoa(cell.count))
	}
	printRow(w, counts)
	for _, r := range rows {
		cells := []string{r.name, strconv.Itoa(r.budget)}
		for _, cell := range means(all, r.results) {
			cells = append(cells, fmt.Sprintf("%.3f", cell.sum/max(float64(cell.count), 1)))
		}
		printRow(w, cells)
	}
}

func printRow(w io.Writer, cells []string) { fmt.Fprintln(w, "| "+strings.Join(cells, " | ")+" |") }

type mean struct {
	sum   float64
	count int
}

// means has a cell for all questions, one for each conversation, one for each
// category.
func means(all []conversation, results []result) []mean {
	cells := make([]mean, 1+len(all)+maxCategory)
	for _, r := range results {
		category := all[r.conversation].Questions[r.question].Category
		for _, i := range []int{0, 1 + r.conversation, len(all) + category} {
			cells[i].sum += r.found
			cells[i].count++
		}
	}
	return cells
}

// printMissing lists the questions whose evidence is not all there, for looking at.
func printMissing(all []conversation, budget int, results []result) {
	for _, r := range results {
		if r.found == 1 {
			continue
		}
		c := all[r.conversation]
		q := c.Questions[r.question]
		fmt.Printf("%s, %d tokens, category %d, %.2f: %s\n", c.Name, budget, q.Category, r.found, q.Text)
		for _, e := range q.Evidence {
			fmt.Printf("\t%s %s\n", c.Turns[e].ID, c.Turns[e].Text)
		}
	}
}
