package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/tables"
)

const sqlTablesHelp say.English = `Usage: burrow sql tables --graph FILE [--json] QUESTION
       burrow sql tables --graph FILE --batch FILE.jsonl

Ranks the tables that a question may be about, by names, columns, comments,
values and neighbours, without a model, and says how the likeliest are joined.

  --graph FILE       the join graph, as burrow graph build makes it
  --batch FILE       questions from a file, or - for standard input, one per line:
                     {"id","question"}; answers are one per line, in order:
                     {"id","tables":[…],"path":[…]}
  --top N            how many tables, 20 by default
  --hide TABLE       a table that must not appear, can be repeated
  --json             JSON
`

// likely is how near to the best a table must be to be joined with it without being
// asked for, and joinedMost how many are.
const (
	likely     = .6
	joinedMost = 4
)

type sqlTablesCall struct {
	index    *tables.Index
	finder   *joingraph.Finder
	readable func(string) bool
	top      int
}

// sqlTablesAnswer is an answer to a question.
type sqlTablesAnswer struct {
	ID     json.RawMessage       `json:"id,omitempty"`
	Tables []string              `json:"tables"`
	Path   []schema.Relationship `json:"path"`
	Ties   []sqlTie              `json:"ties,omitempty"`
}

// sqlTie is a choice between paths of the same cost.
type sqlTie struct {
	Options [][]schema.Relationship `json:"options"`
}

func runSQLTables(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("sql tables", flag.ContinueOnError)
	c := &sqlTablesCall{}
	var graphFile, batch string
	var hidden []string
	var asJSON bool
	flags.StringVar(&graphFile, "graph", "", "")
	flags.StringVar(&batch, "batch", "", "")
	flags.IntVar(&c.top, "top", 20, "")
	flags.BoolVar(&asJSON, "json", false, "")
	flags.Func("hide", "", func(name string) error {
		hidden = append(hidden, strings.ToLower(name))
		return nil
	})
	rest, code, ok := parse(flags, sqlTablesHelp, args, std)
	if !ok {
		return code
	}
	question := strings.TrimSpace(strings.Join(rest, " "))
	switch {
	case graphFile == "":
		return mistake("sql tables", say.Error("--graph is missing"), std)
	case batch != "" && question != "":
		return mistake("sql tables", say.Error("--batch takes its questions from the file"), std)
	case batch == "" && question == "":
		return mistake("sql tables", say.Error("a question is missing"), std)
	}
	g, err := readGraph(graphFile, std.in)
	if err != nil {
		return failed("sql tables", err, std)
	}
	c.readable = func(table string) bool { return !slices.Contains(hidden, strings.ToLower(table)) }
	c.index = tables.New(g)
	c.finder = joingraph.New(g, joingraph.Options{Readable: c.readable})
	switch {
	case batch != "":
		err = answerBatch(batch, std, c.answerLine)
	case asJSON:
		err = json.NewEncoder(std.out).Encode(c.answer(question))
	default:
		c.show(question, std)
	}
	if err != nil {
		return failed("sql tables", err, std)
	}
	return exitOK
}

func (c *sqlTablesCall) answerLine(line string, n int) any {
	var q struct {
		ID       json.RawMessage `json:"id"`
		Question *string         `json:"question"`
	}
	if err := json.Unmarshal([]byte(line), &q); err != nil {
		return understandFailure{Error: noQuestion(n, err)}
	}
	if q.Question == nil {
		return understandFailure{q.ID, say.T("Line {n} has no question", "n", n)}
	}
	answer := c.answer(*q.Question)
	answer.ID = q.ID
	return answer
}

func (c *sqlTablesCall) answer(question string) sqlTablesAnswer {
	answer := sqlTablesAnswer{Tables: []string{}, Path: []schema.Relationship{}}
	ranked := c.index.Rank(question, c.top, c.readable)
	for _, r := range ranked {
		answer.Tables = append(answer.Tables, r.Table)
	}
	plan := c.connect(ranked)
	for _, j := range plan.Joins {
		answer.Path = append(answer.Path, j.Relationship)
	}
	for _, t := range plan.Ties {
		var tie sqlTie
		for _, o := range t.Options {
			tie.Options = append(tie.Options, o)
		}
		answer.Ties = append(answer.Ties, tie)
	}
	return answer
}

// connect joins the likeliest tables. One that cannot be reached is left out: the ranking
// is a guess, and nothing is joined without a relationship.
func (c *sqlTablesCall) connect(ranked []tables.Ranked) joingraph.Plan {
	var plan joingraph.Plan
	var names []string
	best := 0.
	for _, r := range ranked {
		best = max(best, r.Score)
	}
	for i, r := range ranked {
		if i == joinedMost {
			break
		}
		// A table may be among the first only because so much is joined with it.
		if r.Score <= 0 || r.Score < likely*best {
			continue
		}
		if p, err := c.finder.Connect(append(names, r.Table)...); err == nil {
			plan, names = p, append(names, r.Table)
		}
	}
	return plan
}

// show prints an answer for a reader.
func (c *sqlTablesCall) show(question string, std streams) {
	for i, r := range c.index.Rank(question, c.top, c.readable) {
		fmt.Fprintf(std.out, "%3d  %6.2f  %s\n", i+1, r.Score, r.Table)
	}
	answer := c.answer(question)
	for _, r := range answer.Path {
		fmt.Fprintf(std.out, "%s %s\n", say.T("join"), joingraph.Condition(r))
	}
	for _, t := range answer.Ties {
		fmt.Fprintln(std.out, say.T("equally short, so ask which one is meant:"))
		for _, o := range t.Options {
			fmt.Fprintf(std.out, "  %s\n", joingraph.Path(o))
		}
	}
}
