// Evalsql measures questions to the demo database: make eval-sql, or
//
//	go run ./tools/evalsql -half open
//
// It starts the demo database, lets `burrow sql ask` answer the questions, runs their gold
// queries itself and compares the results (compare.go says how). The questions are those
// of people of such a company, with gold queries that were looked at one by one.
// testdata/open.jsonl is for whoever works on the planner; testdata/kept.jsonl was for
// measuring alone until its wrong answers were mended. A second set was written later, by
// somebody who had not seen the planner: fresh-open.jsonl and fresh.jsonl are its halves,
// divided by chance, and the latter is not listed. A third, later-open.jsonl and
// later.jsonl, is by two others, who were to vary how they ask as much as they could. A
// fourth has 80 English questions as people of the company would type them, short and
// without tricks, by somebody who had not seen the planner, and of the other sets three
// lines for their form. All 80 were measured once before they were divided by chance:
// plain-open.jsonl and plain.jsonl, which is not listed either.
// Results are not kept: they are made anew from the gold queries.
//
// With -repair a scripted model gives each gold query with an error in it, and corrects it
// only if it is told enough (repair.go). With -gold it shows what the gold queries give,
// for whoever checks or adds some. With -spider the planner reads Spider's questions about
// other schemas (spider.go).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

type options struct {
	burrow, demodb, running string
	half, file, spider      string
	model, repair, gold     bool
	verbose, keptVerbose    bool
	seed                    uint64
	flags                   []string
}

func main() {
	var o options
	flag.StringVar(&o.burrow, "burrow", "build/burrow", "the `program` that answers")
	flag.StringVar(&o.demodb, "demodb", "build/demodb", "the `program` of the demo database")
	flag.StringVar(&o.running, "db", "", "the state `file` of a demo database that runs already")
	flag.StringVar(&o.half, "half", "open", "which questions: open, kept or both, or of later sets fresh-open, fresh, later-open, later, plain-open or plain")
	flag.StringVar(&o.file, "file", "", "questions from a `file` in the form of testdata/open.jsonl instead")
	flag.StringVar(&o.spider, "spider", "", "read the questions of Spider in a `directory` instead, about its schemas")
	flag.BoolVar(&o.model, "model", false, "let the configured model answer, too: leaves out --no-model")
	flag.BoolVar(&o.repair, "repair", false, "measure how errors in queries are repaired, with a scripted model")
	flag.BoolVar(&o.gold, "gold", false, "show the results of the gold queries, and ask nothing")
	flag.BoolVar(&o.verbose, "verbose", false, "list what was answered wrongly or not at all, of the open halves")
	flag.BoolVar(&o.keptVerbose, "kept-verbose", false, "list it of the halves that are not looked at, too, which spoils them")
	flag.Uint64Var(&o.seed, "seed", 1, "the seed of the errors of -repair")
	flag.Parse()
	o.flags = flag.Args() // for burrow sql ask, such as --graph FILE
	// A time limit of whoever runs it comes as SIGTERM: the database ends, and so does the
	// directory of its own.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, o, os.Stdout)
	if ctx.Err() != nil {
		err = errors.New("stopped before all questions were answered: nothing was measured")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalsql:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, w io.Writer) error {
	if o.model && o.repair {
		return errors.New("-repair has a model of its own: leave out -model")
	}
	if o.spider != "" {
		return askSpider(ctx, o.spider, o.verbose, w)
	}
	all, title, err := o.questions()
	if err != nil {
		return err
	}
	var db *database
	if o.running != "" {
		db, err = runningDemo(o.running)
	} else {
		db, err = startDemo(ctx, o.demodb)
	}
	if err != nil {
		return err
	}
	defer db.stop()
	switch {
	case o.gold:
		return showGold(ctx, db, all, w)
	case o.repair:
		return repair(ctx, db, o, all, w)
	}
	a := asker{program: o.burrow, flags: o.flags, settings: db.settings}
	if !o.model {
		a.flags = append([]string{"--no-model"}, a.flags...)
	}
	return measure(ctx, db, a, o, all, title, w)
}

func (o options) questions() (all []question, title string, err error) {
	if o.file != "" {
		all, err = loadFile(o.file)
		return all, o.file, err
	}
	all, err = loadHalf(o.half)
	if o.half == "both" {
		return all, "Both halves", err
	}
	return all, strings.ToUpper(o.half[:1]) + o.half[1:] + " half", err
}

func measure(ctx context.Context, db *database, a asker, o options, all []question, title string, w io.Writer) error {
	replies, took, err := a.ask(ctx, all)
	if err != nil {
		return err
	}
	var judged []judgement
	for _, q := range all {
		golds, err := db.runAll(ctx, q)
		if err != nil {
			return err
		}
		judged = append(judged, judge(q, replies[q.ID], golds))
	}
	reportHalves(w, title, judged)
	fmt.Fprintln(w, times(judged, took))
	if o.verbose || o.keptVerbose {
		fmt.Fprintln(w)
		list(w, judged, o.keptVerbose)
	}
	return nil
}

// mostShown is how many rows of a gold result are shown.
const mostShown = 12

func showGold(ctx context.Context, db *database, all []question, w io.Writer) error {
	for _, q := range all {
		fmt.Fprintf(w, "%s (%s, %s)\n", q.ID, q.Language, q.Expect)
		for _, m := range q.History {
			fmt.Fprintf(w, "  before: %s\n", m.Content)
		}
		fmt.Fprintf(w, "  %s\n", q.Question)
		results, err := db.runAll(ctx, q)
		if err != nil {
			return err
		}
		for i, r := range results {
			fmt.Fprintf(w, "    %s\n", q.golds()[i])
			for _, row := range r.rows[:min(mostShown, len(r.rows))] {
				var values []string
				for _, v := range row {
					if v == nil {
						v = new(null)
					}
					values = append(values, *v)
				}
				fmt.Fprintf(w, "      %s\n", strings.Join(values, " | "))
			}
			fmt.Fprintf(w, "      (%d rows)\n", len(r.rows))
		}
	}
	return nil
}
