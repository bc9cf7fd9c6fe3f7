// Mutate changes a package in one small way after another and runs its tests each
// time. A change that no test notices is a decision that nothing holds.
//
//	go run ./tools/mutate -sample 150 ./internal/turn
//
// All changes but those of constants are compiled into one test program, which makes
// the one that the environment names: compiling would take longer than most tests.
// Each test is run alone once to see which changes it reaches; a change is then tried
// with these tests only: first those that noticed another change of the function, then
// the quick ones. One that none reaches is alive.
//
// What was found out is kept in build/mutate, so that a run that was ended goes on.
// After a change of the tests alone only what was alive is tried again; -fresh tries
// all. Changes that make no difference are listed in equivalent.txt, each with its
// reason, and do not count.
//
// Run it from the root of the module.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.tags, "tags", "", "build tags")
	flag.IntVar(&o.sample, "sample", 0, "try only so many, chosen by the seed; 0 for all")
	flag.Uint64Var(&o.seed, "seed", 1, "which of them")
	flag.DurationVar(&o.most, "for", 0, "stop after this time, to go on in the next run; 0 for never")
	flag.DurationVar(&o.limit, "limit", 8*time.Second, "how long tests may take beyond ten times what they take unchanged")
	flag.Float64Var(&o.floor, "floor", 0, "fail if fewer of a hundred are killed")
	flag.BoolVar(&o.fresh, "fresh", false, "forget what earlier runs found out")
	flag.StringVar(&o.only, "only", "", "try only those whose name contains this, and show what the tests say")
	flag.StringVar(&o.file, "file", "", "try only those of this file, as answer.go")
	flag.BoolVar(&o.unreached, "unreached", false, "say only which ones no test reaches, which is quick")
	flag.StringVar(&o.kept, "kept", "build/mutate", "where results are kept")
	flag.StringVar(&o.equivalent, "equivalent", "tools/mutate/equivalent.txt", "the changes that make no difference")
	flag.Parse()
	if !runAll(flag.Args(), o) {
		os.Exit(1)
	}
}

// runAll tries one package after another, and reports whether all went well.
func runAll(patterns []string, o options) (ok bool) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok = true
	for _, pattern := range patterns {
		if err := run(ctx, os.Stdout, pattern, o); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			ok = false
		}
	}
	return ok
}

// options say what to try; they are the flags.
type options struct {
	tags       string
	sample     int
	seed       uint64
	most       time.Duration
	limit      time.Duration
	floor      float64
	fresh      bool
	only       string
	file       string
	unreached  bool
	kept       string
	equivalent string
}

func run(ctx context.Context, out io.Writer, pattern string, o options) error {
	p, err := load(pattern, o.tags)
	if err != nil {
		return err
	}
	all := p.find()
	equal, err := readEquivalent(o.equivalent, p.dir, all)
	if err != nil {
		return err
	}
	for _, name := range equal.gone {
		fmt.Fprintf(out, "%s: there is no such change any more: %s\n", o.equivalent, name)
	}
	taken := choose(all, o)
	fmt.Fprintf(out, "%s: %d changes, %d of them tried\n", p.dir, len(all), len(taken))
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	t := &tester{p: p, tags: o.tags, limit: o.limit, work: work, log: io.Discard}
	if o.only != "" {
		t.log = out
	}
	k, err := openKept(o.kept, p, o.fresh)
	if err != nil {
		return err
	}
	began := time.Now()
	for _, m := range taken {
		if _, done := k.results[m.name]; done || equal.reasons[m.name] != "" {
			continue
		}
		if ctx.Err() != nil || o.most > 0 && time.Since(began) > o.most {
			break
		}
		if !t.built {
			if err := t.build(ctx, all); err != nil {
				return err
			}
		}
		if m.broken {
			continue
		}
		if o.unreached && len(t.rounds(m)) > 0 {
			continue
		}
		got, err := t.try(ctx, m)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		if err := k.add(m.name, got); err != nil {
			return err
		}
	}
	return report(out, p, taken, k.results, equal, o)
}

// report prints what is alive, and how many are not.
func report(out io.Writer, p *pkg, taken []*mutant, results map[string]outcome, equal equivalent, o options) error {
	slices.SortFunc(taken, byPlace)
	count := map[outcome]int{}
	open, skipped := 0, 0
	for _, m := range taken {
		result, done := results[m.name]
		switch {
		case m.broken:
			skipped++
		case equal.reasons[m.name] != "":
			count[equals]++
		case !done:
			open++
		default:
			count[result]++
			if result == alive || result == unreached {
				fmt.Fprintf(out, "%-9s %s:%d\t%s\n", result, m.file, m.line, m.name)
			}
		}
	}
	if open > 0 {
		fmt.Fprintf(out, "%d are still to be tried: run it again to go on.\n", open)
	}
	dead := count[killed] + count[late]
	tried := dead + count[alive] + count[unreached]
	if tried == 0 {
		return nil
	}
	share := 100 * float64(dead) / float64(tried)
	fmt.Fprintf(out, "%s: %d of %d killed (%.1f %%), %d of these by time; %d alive, %d not reached by any test; %d equivalent, %d not compiled\n",
		p.dir, dead, tried, share, count[late], count[alive], count[unreached], count[equals], skipped)
	if open == 0 && share < o.floor {
		return fmt.Errorf("%s: %.1f %% are fewer than %.0f %%", p.dir, share, o.floor)
	}
	return nil
}
