// Evalguard measures what the guard of queries says about queries of others: how many good
// ones it refuses, and how many with a mistake it finds.
//
//	go run ./tools/evalguard -data directory
//
// The directory has Spider's dev questions with its tables, and BIRD's mini-dev for MySQL.
// Their databases are divided by name into two halves, to show that neither carries the
// figures. The rules of joins are also measured on Spider's other databases, which no
// query of these files is about.
//
// The queries are those of the files, with one preparation: Spider's are for SQLite, which
// reads FROM SHOW as a table's name; it is quoted.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

func main() {
	dir := flag.String("data", "", "directory with Spider's and BIRD's files")
	seed := flag.Uint64("seed", 1, "of the mistakes")
	verbose := flag.Bool("v", false, "print what was missed")
	flag.Parse()
	if err := run(*dir, *seed, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "evalguard:", err)
		os.Exit(1)
	}
}

// count is how many there were and how many of them.
type count struct{ all, hit, right int }

func run(dir string, seed uint64, verbose bool) error {
	if dir == "" {
		return errors.New("say where the data is: make eval-guard DATA=directory")
	}
	graphs := map[string]map[string]*schema.Graph{}
	for set, file := range map[string]string{"spider": "spider-tables.json", "bird": "bird-dev-tables.json"} {
		var err error
		if graphs[set], err = loadDatabases(filepath.Join(dir, file)); err != nil {
			return err
		}
	}
	questions, err := loadQuestions(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, q := range questions {
		if !slices.Contains(names, q.database) {
			names = append(names, q.database)
		}
	}
	slices.Sort(names)
	guards := map[string]*guard.Guard{}
	gold, wrong := map[string]*count{}, map[string]*count{}
	r := rand.New(rand.NewPCG(seed, 0))
	for _, q := range questions {
		graph := graphs[q.set][q.database]
		g := guards[q.set+q.database]
		if g == nil {
			if g, err = guard.New(guard.Rules{Graph: graph}); err != nil {
				return err
			}
			guards[q.set+q.database] = g
		}
		q.sql = strings.ReplaceAll(q.sql, "FROM SHOW", "FROM `show`")
		half := "first half"
		if q.held(names) {
			half = "second half"
		}
		v := g.Check(q.sql)
		tally(gold, q.set+"\t"+half, !v.OK, false)
		if !v.OK {
			fmt.Printf("refused: %s: %s\n  %s: %s\n", q.database, q.sql, v.Refusals[0].Code, v.Refusals[0].Message)
			continue
		}
		for _, m := range mutants(q, graph, r) {
			v := g.Check(m.sql)
			right := !v.OK && slices.ContainsFunc(v.Refusals, func(r guard.Refusal) bool {
				return slices.ContainsFunc(m.right, func(s string) bool { return strings.EqualFold(s, r.Suggestion) })
			})
			tally(wrong, m.kind+"\t"+half, !v.OK, right)
			tally(wrong, "all\t"+half, !v.OK, right)
			if verbose && !right {
				fmt.Printf("%s: %v: %s: %s\n  want %v\n  %+v\n", m.kind, v.OK, m.database, m.sql, m.right, v.Refusals)
			}
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "gold queries\thalf\tqueries\trefused\t")
	for _, key := range slices.Sorted(maps.Keys(gold)) {
		n := gold[key]
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f %%\n", key, n.all, n.hit, 100*float64(n.hit)/float64(n.all))
	}
	fmt.Fprintln(w, "\nmistakes\thalf\tqueries\tcaught\tsuggestion right")
	for _, key := range slices.Sorted(maps.Keys(wrong)) {
		n := wrong[key]
		fmt.Fprintf(w, "%s\t%d\t%.2f %%\t%.2f %%\n", key, n.all, 100*float64(n.hit)/float64(n.all), 100*float64(n.right)/float64(n.all))
	}
	known, strange, err := unseen(graphs["spider"], names, r)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\njoins in other databases\t\t\t\n")
	fmt.Fprintf(w, "along a key that the graph was not told\t%d\t%.2f %% known by names\n", known.all, 100*float64(known.hit)/float64(known.all))
	fmt.Fprintf(w, "of other columns of these tables\t%d\t%.2f %% refused\n", strange.all, 100*float64(strange.hit)/float64(strange.all))
	return w.Flush()
}

func sortedNames(graphs map[string]*schema.Graph) []string { return slices.Sorted(maps.Keys(graphs)) }

func tally(to map[string]*count, key string, hit, right bool) {
	if to[key] == nil {
		to[key] = &count{}
	}
	to[key].all++
	if hit {
		to[key].hit++
	}
	if right {
		to[key].right++
	}
}
