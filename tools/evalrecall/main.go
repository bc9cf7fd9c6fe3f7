// Evalrecall measures how much of what a question needs is taken along into its
// prompt: make eval, or go run ./tools/evalrecall -data DIR -burrow build/burrow. The data are long conversations
// with questions and the turns that hold the answers (LoCoMo); they are no part of
// the project, and their licence allows to evaluate with them and nothing else. With
// -work it measures on a conversation of our own; categories are then 1 for what was
// said once and 2 for what was corrected, and the goals do not apply. With -museum it
// measures on another one, asked in its words (1) and in others (2). With -encoder
// DIR the ranking is also measured with the sentence encoder whose file is there.
//
// Another table has what a floor does (recall.Query.Least): what is left of the evidence,
// and how many questions that have nothing to do with a conversation recall nothing of it.
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
	ours := flag.Bool("work", false, "measure on our own work conversation, which is asked about in other words")
	museum := flag.Bool("museum", false, "measure on the conversation of package turn's tests")
	burrow := flag.String("burrow", "", "the program; without it only the ranking is measured")
	models := flag.String("encoder", "", "also measure with the sentence encoder whose file is in this directory: see make encoder")
	missing := flag.Bool("missing", false, "list the turns that were not taken along")
	flag.Parse()
	err := useEncoder(*models)
	if err == nil {
		read := source(*dir, *ours)
		if *museum {
			read = func() ([]conversation, error) { return loadMuseum(".") }
		}
		err = evaluate(read, *burrow, *missing)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalrecall:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

// source says where the conversations come from.
func source(dir string, ours bool) func() ([]conversation, error) {
	if ours {
		return loadWork
	}
	return func() ([]conversation, error) {
		all, err := load(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("the data are absent: no %s in %q: %w", dataFile, dir, fs.ErrNotExist)
		}
		return all, err
	}
}

func evaluate(read func() ([]conversation, error), burrow string, missing bool) error {
	all, err := read()
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
		return m.printFloors(os.Stdout, all)
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
	return m.printFloors(os.Stdout, all)
}

// goals are for the budgets.
var goals = []float64{0.87, 0.945}
