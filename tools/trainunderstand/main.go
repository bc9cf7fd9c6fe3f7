// Trainunderstand trains the two linear models of package understand and measures
// all of it: go run ./tools/trainunderstand -data DIR, with -write to replace the
// weights, with -burrow build/burrow to measure the program as well.
//
// It learns from CAsT 2019 and 2020 (MIT), from CANARD (CC BY-SA 4.0), and from chats
// in seven languages that were written for it. With -kept it measures chats that it
// never learns from. With -calibrate it shows how many
// judgements are sure and how many of these are wrong. ClariQ
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
	judgeOnly := flag.Bool("judge", false, "with -write, leave the weights of rewriting as they are")
	calibration := flag.Bool("calibrate", false, "only measure how many judgements are sure, and how many of these are wrong")
	chats := flag.Bool("chats", false, "only measure other languages, with the weights of English that are built in")
	kept := flag.Bool("kept", false, "only measure, as built in, chats that nothing is learnt from")
	wrong := flag.Bool("wrong", false, "list what is judged wrongly in cross-validation")
	flag.Parse()
	err := error(nil)
	switch {
	case *kept:
		reportKept()
	case *chats:
		err = onlyChats(*dir, *wrong)
	default:
		err = run(*dir, *burrow, *write, *judgeOnly, *calibration, *groups, *wrong, *only, *call)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "trainunderstand:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func run(dir, burrow string, write, judgeOnly, calibration, groups, wrong, only bool, call time.Duration) error {
	sets, err := loadSets(dir)
	if err != nil {
		return fmt.Errorf("the data are absent or damaged: %w", err)
	}
	if only {
		if err := reportSpared(dir, sets, call); err != nil {
			return err
		}
		return reportShown(dir, sets, wrong)
	}
	var requests []request
	if err := readJSON(dir, "clariq-train.json", &requests); err != nil {
		return err
	}
	all, fold := examples(sets)
	own, err := loadOwn(dir)
	if err != nil {
		return err
	}
	all = append(all, chatExamples(loadChats(), len(sets))...)
	all = append(all, chatExamples(own, len(sets)+1)...)
	j := newJudge(all)
	if write {
		return j.write(rewriteExamples(sets, fold), judgeOnly)
	}
	if calibration {
		scores := j.crossValidated()
		j.unseen(len(sets)+1, scores)
		j.reportCalibration(sets, scores)
		j.reportChats("our chats, cross-validated by subject", len(sets), scores, wrong)
		j.reportChats("other chats, cross-validated by dialogue", len(sets)+1, scores, wrong)
		return nil
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
