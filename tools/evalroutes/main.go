// Command evalroutes measures which questions go to the database of the demo where it is
// attached, by rules alone:
//
//	go run ./tools/evalroutes -half open -verbose
//
// and by whole turns, without a model or beside a scripted one:
//
//	go run ./tools/evalroutes -burrow build/burrow -model
//
// testdata/everyday.jsonl has prompts for a general assistant, testdata/records.jsonl
// questions about the rows of the demo's company, in seven languages. Each file is by an
// author who had not seen the rules, and half of each was drawn by chance to be kept: it is
// counted with -half kept, and never listed.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/understand"
)

// question is a line of a set.
type question struct {
	ID, Language, Query, Answerer, Split string
}

func main() {
	half := flag.String("half", "open", "which questions: open, kept or both")
	dir := flag.String("sets", "tools/evalroutes/testdata", "the `directory` of the sets")
	verbose := flag.Bool("verbose", false, "list what goes elsewhere, of the open half")
	var p program
	flag.StringVar(&p.burrow, "burrow", "", "ask whole turns with this `program` instead")
	demodb := flag.String("demodb", "build/demodb", "the `program` of the demo database, for -burrow")
	flag.BoolVar(&p.model, "model", false, "beside a scripted model that knows whose question it is, for -burrow")
	flag.Parse()
	if p.burrow != "" {
		if err := withDemo(*demodb, func(state string) error {
			p.demo = state
			return runTurns(context.Background(), os.Stdout, p, *dir, *half, *verbose)
		}); err != nil {
			fmt.Fprintln(os.Stderr, "evalroutes:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(os.Stdout, *dir, *half, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "evalroutes:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir, half string, verbose bool) error {
	g, err := graph.Demo()
	if err != nil {
		return err
	}
	names := understand.NewTables(tablesOf(g))
	fmt.Fprintf(w, "%-10s %-4s %9s %5s %7s %7s\n", "set", "", "questions", "there", "unsure", "general")
	for _, set := range []string{"everyday", "records"} {
		questions, err := read(filepath.Join(dir, set+".jsonl"))
		if err != nil {
			return err
		}
		count := map[string]*[4]int{}
		var order []string
		for _, q := range questions {
			if half != "both" && q.Split != half {
				continue
			}
			u := understand.Understand(nil, q.Query, understand.Options{Now: time.Now(), Database: true, Tables: names})
			to := 2
			switch {
			case u.Route == understand.SQLRoute:
				to = 0
			case u.RouteUnsure:
				to = 1
			}
			for _, of := range []string{q.Language, "all"} {
				if count[of] == nil {
					count[of] = &[4]int{}
					order = append(order, of)
				}
				count[of][to]++
				count[of][3]++
			}
			if wrong := (to == 0) != (q.Answerer == "sql"); wrong && verbose && q.Split == "open" {
				fmt.Fprintf(w, "  %s %s (%.2f): %.120q\n", q.ID, [3]string{"there", "unsure", "general"}[to], u.RouteConfidence, q.Query)
			}
		}
		for _, of := range order {
			if c := count[of]; of != "all" {
				fmt.Fprintf(w, "%-10s %-4s %9d %5d %7d %7d\n", set, of, c[3], c[0], c[1], c[2])
			}
		}
		if c := count["all"]; c != nil {
			fmt.Fprintf(w, "%-10s %-4s %9d %5d %7d %7d\n", set, "all", c[3], c[0], c[1], c[2])
		}
	}
	return nil
}

// tablesOf is what the core is told of a database.
func tablesOf(g *schema.Graph) (out []understand.TableName) {
	for _, t := range g.Tables() {
		one := understand.TableName{Name: t.Name, Comment: t.Comment}
		for _, c := range t.Columns {
			one.Columns = append(one.Columns, c.Name)
		}
		out = append(out, one)
	}
	return out
}

func read(path string) (out []question, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, q)
	}
	return out, errors.Join(lines.Err(), file.Close())
}
