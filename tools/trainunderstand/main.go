// Trainunderstand trains the two linear models of package understand and measures
// all of it: go run ./tools/trainunderstand -data DIR, with -write to replace the
// weights, with -burrow build/burrow to measure the program as well.
//
// It learns from CAsT 2019 and 2020 (MIT) and from CANARD (CC BY-SA 4.0). ClariQ
// states no licence: it is measured with and nothing is learnt from it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"burrow/internal/understand"
)

// weightsFile is where the weights are kept.
const weightsFile = "internal/understand/zweights.go"

func main() {
	dir := flag.String("data", "", "the directory of the data")
	write := flag.Bool("write", false, "replace "+weightsFile)
	groups := flag.Bool("groups", false, "also measure the judge without each group of features")
	burrow := flag.String("burrow", "", "the program, to measure it as well")
	wrong := flag.Bool("wrong", false, "list what is judged wrongly in cross-validation")
	flag.Parse()
	if err := run(*dir, *burrow, *write, *groups, *wrong); err != nil {
		fmt.Fprintln(os.Stderr, "trainunderstand:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func run(dir, burrow string, write, groups, wrong bool) error {
	sets, err := loadSets(dir)
	if err != nil {
		return fmt.Errorf("the data are absent or damaged: %w", err)
	}
	var requests []request
	if err := readJSON(dir, "clariq-train.json", &requests); err != nil {
		return err
	}
	all, fold := examples(sets)
	j := newJudge(all)
	if write {
		return j.write(rewriteExamples(sets, fold))
	}
	j.report(sets, groups, wrong)
	reportRewriting(sets, rewriteExamples(sets, fold))
	value, low, high := auc(requests)
	fmt.Printf("\nambiguity on ClariQ, weights set by hand: AUC %.3f (%.3f to %.3f)\n", value, low, high)
	reportSure(sets)
	if burrow == "" {
		return nil
	}
	return reportProgram(burrow, sets, all, rewriteExamples(sets, fold))
}

// reportSure counts the questions that go on without asking a model.
func reportSure(sets []set) {
	fmt.Print("\n| judged without a model | first questions | later questions | all |\n|---|---|---|---|\n")
	for _, s := range sets {
		var sure, count [2]float64
		for _, d := range s.Dialogues {
			for n, t := range d.Turns {
				later := min(n, 1)
				count[later]++
				if !understand.Understand(d.history(n), t.Question, understand.Options{}).NeedsModel {
					sure[later]++
				}
			}
		}
		fmt.Printf("| %s | %.3f | %.3f | %.3f |\n", s.Name, sure[0]/count[0], sure[1]/count[1], (sure[0]+sure[1])/(count[0]+count[1]))
	}
}
