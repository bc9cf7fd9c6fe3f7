// Evalrecall measures how much of what a question needs is taken along into its
// prompt: go run ./tools/evalrecall -data DIR. The data are long conversations
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
	missing := flag.Bool("missing", false, "list the turns that were not taken along")
	flag.Parse()
	if err := evaluate(*dir, *missing); err != nil {
		fmt.Fprintln(os.Stderr, "evalrecall:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func evaluate(dir string, missing bool) error {
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
	printTable(os.Stdout, all, rows)
	return nil
}
