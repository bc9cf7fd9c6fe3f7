// Evalrecall measures how much of what a question needs is taken along into its
// prompt: make eval, or go run ./tools/evalrecall -data DIR -burrow build/burrow. The data are long conversations
// with questions and the turns that hold the answers (LoCoMo); they are no part of
// the project, and their licence allows to evaluate with them and nothing else.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
)

func main() {
	dir := flag.String("data", "", "the directory with "+dataFile)
	burrow := flag.String("burrow", "", "the program; without it only the ranking is measured")
	missing := flag.Bool("missing", false, "list the turns that were not taken along")
	flag.Parse()
	if err := evaluate(*dir, *burrow, *missing); err != nil {
		fmt.Fprintln(os.Stderr, "evalrecall:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func evaluate(dir, burrow string, missing bool) error {
	all, err := load(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the data are absent: no %s in %q: %w", dataFile, dir, fs.ErrNotExist)
	}
	if err != nil {
		return err
	}
	m, err := newMeter()
	if err != nil {
		return err
	}
	var rows []row
	for _, r := range rankers {
		for _, budget := range budgets {
			results, err := m.run(all, r, budget)
			if err != nil {
				return err
			}
			rows = append(rows, row{r.name, budget, results})
			if missing && r.name == rankers[len(rankers)-1].name {
				printMissing(all, budget, results)
			}
		}
	}
	if burrow == "" {
		printTable(os.Stdout, all, rows)
		return nil
	}
	p, err := newProgram(burrow, all)
	if err != nil {
		return err
	}
	defer p.close()
	for _, budget := range budgets {
		results, err := p.contexts(all, budget)
		if err != nil {
			return err
		}
		rows = append(rows, row{"burrow context", budget, results})
	}
	through := rows[len(rows)-len(budgets):]
	results, err := p.summaries(all)
	if err != nil {
		return err
	}
	rows = append(rows, row{"summaries only, without a model", 0, results})
	printTable(os.Stdout, all, rows)
	for i, goal := range goals {
		got := means(all, through[i].results)[0]
		share := got.sum / float64(got.count)
		verdict := "MISSED"
		if share >= goal {
			verdict = "passed"
		}
		fmt.Printf("\nat least %.3f within %d tokens, by the program: %.3f, %s", goal, budgets[i], share, verdict)
	}
	fmt.Println()
	return nil
}

// goals are for the budgets.
var goals = []float64{0.87, 0.945}
