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
	"time"
)

// weightsFile is where the weights are kept.
const weightsFile = "internal/understand/zweights.go"

func main() {
	dir := flag.String("data", "", "the directory of the data")
	write := flag.Bool("write", false, "replace "+weightsFile)
	groups := flag.Bool("groups", false, "also measure the judge without each group of features")
	burrow := flag.String("burrow", "", "the program, to measure it as well")
	call := flag.Duration("call", time.Second, "how long a call of a model takes, for the time that is saved")
	only := flag.Bool("spared", false, "only count the calls that are spared")
	wrong := flag.Bool("wrong", false, "list what is judged wrongly in cross-validation")
	flag.Parse()
	if err := run(*dir, *burrow, *write, *groups, *wrong, *only, *call); err != nil {
		fmt.Fprintln(os.Stderr, "trainunderstand:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func run(dir, burrow string, write, groups, wrong, only bool, call time.Duration) error {
	sets, err := loadSets(dir)
	if err != nil {
		return fmt.Errorf("the data are absent or damaged: %w", err)
	}
	if only {
		return reportSpared(dir, sets, call)
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
	if err := reportSpared(dir, sets, call); err != nil || burrow == "" {
		return err
	}
	return reportProgram(burrow, sets, all, rewriteExamples(sets, fold))
}
