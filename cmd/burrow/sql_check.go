package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

const sqlCheckHelp say.English = `Usage: burrow sql check --graph FILE [--views FILE] [--json] QUERY
       burrow sql check --graph FILE [--views FILE] --batch FILE.jsonl

Checks a query for MySQL against a join graph: whether it is one SELECT that names
only what is there, and what would run in its place. Nothing is run.

  --graph FILE     the join graph, as burrow graph makes it
  --views FILE     secure views by the table that each stands for, as JSON:
                   {"employee":"secure_employee"}
  --batch FILE     queries from a file, or - for standard input, one per line:
                   {"id","sql"}; answers are one per line, in order
  --json           JSON

Exit status: 0 if the query may run, and for a batch that was read; 1 if not; 2 for
a wrong usage.
`

type sqlCheckCall struct {
	std   streams
	guard *guard.Guard
	json  bool
}

// sqlCheckQuestion is a line of a batch.
type sqlCheckQuestion struct {
	ID  json.RawMessage `json:"id"`
	SQL *string         `json:"sql"`
}

// sqlCheckAnswer is a verdict on the command line.
type sqlCheckAnswer struct {
	ID        json.RawMessage   `json:"id,omitempty"`
	OK        bool              `json:"ok"`
	Rewritten string            `json:"rewritten"`
	Tables    []string          `json:"tables"`
	Columns   []string          `json:"columns"`
	Views     bool              `json:"views"`
	Errors    []sqlCheckProblem `json:"errors"`
	Warnings  []sqlCheckProblem `json:"warnings"`
}

type sqlCheckProblem struct {
	Code       guard.Code `json:"code"`
	Message    string     `json:"message"`
	Suggestion string     `json:"suggestion"`
}

func runSQLCheck(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("sql check", flag.ContinueOnError)
	c := &sqlCheckCall{std: std}
	graph := flags.String("graph", "", "")
	views := flags.String("views", "", "")
	batch := flags.String("batch", "", "")
	flags.BoolVar(&c.json, "json", false, "")
	rest, code, ok := parse(flags, sqlCheckHelp, args, std)
	if !ok {
		return code
	}
	query := strings.Join(rest, " ")
	switch {
	case *graph == "":
		return mistake("sql check", say.Error("--graph is missing"), std)
	case *batch != "" && query != "":
		return mistake("sql check", say.Error("--batch takes its queries from the file"), std)
	case *batch == "" && strings.TrimSpace(query) == "":
		return mistake("sql check", say.Error("a query is missing"), std)
	}
	var err error
	if c.guard, err = openGuard(*graph, *views); err != nil {
		fmt.Fprintf(std.err, "burrow %s: %s\n", flags.Name(), sentence(err))
		return exitFailure
	}
	if *batch != "" {
		if err := answerBatch(*batch, std, func(line string, n int) any { return c.answer(line, n) }); err != nil {
			fmt.Fprintf(std.err, "burrow %s: %s\n", flags.Name(), sentence(err))
			return exitFailure
		}
		return exitOK
	}
	return c.one(query)
}

// openGuard makes a guard of a graph, and of views if there are any.
func openGuard(graph, views string) (*guard.Guard, error) {
	file, err := os.Open(graph)
	if err != nil {
		return nil, plain(graph, err)
	}
	defer file.Close()
	var rules guard.Rules
	if rules.Graph, err = schema.Read(file); err != nil {
		return nil, fmt.Errorf("%s: %w", graph, err)
	}
	if views != "" {
		data, err := os.ReadFile(views)
		if err != nil {
			return nil, plain(views, err)
		}
		if err := json.Unmarshal(data, &rules.Views); err != nil {
			return nil, fmt.Errorf("%s: %w", views, err)
		}
	}
	return guard.New(rules)
}

// answer checks a line of a batch.
func (c *sqlCheckCall) answer(line string, n int) any {
	var q sqlCheckQuestion
	if err := json.Unmarshal([]byte(line), &q); err != nil {
		return understandFailure{Error: noQuestion(n, err)}
	}
	if q.SQL == nil {
		return understandFailure{q.ID, say.T("Line {n} has no sql", "n", n)}
	}
	a := answerOf(c.guard.Check(*q.SQL))
	a.ID = q.ID
	if a.ID == nil {
		a.ID = json.RawMessage("null")
	}
	return a
}

func answerOf(v guard.Verdict) sqlCheckAnswer {
	return sqlCheckAnswer{
		OK: v.OK, Rewritten: v.SQL, Tables: listed(v.Tables), Columns: listed(v.Columns), Views: v.Views,
		Errors: problems(v.Refusals), Warnings: problems(v.Warnings),
	}
}

// listed is a list that is never null in JSON.
func listed(list []string) []string { return append([]string{}, list...) }

func problems(refusals []guard.Refusal) []sqlCheckProblem {
	out := []sqlCheckProblem{}
	for _, r := range refusals {
		out = append(out, sqlCheckProblem{r.Code, r.Message, r.Suggestion})
	}
	return out
}

// one checks a query and prints what runs, or why nothing does.
func (c *sqlCheckCall) one(query string) int {
	v := c.guard.Check(query)
	code := exitOK
	if !v.OK {
		code = exitFailure
	}
	if c.json {
		if err := json.NewEncoder(c.std.out).Encode(answerOf(v)); err != nil {
			return exitFailure
		}
		return code
	}
	if v.OK {
		fmt.Fprintln(c.std.out, v.SQL)
	}
	for _, r := range v.Refusals {
		fmt.Fprintf(c.std.err, "%s: %s\n", r.Code, said(r))
	}
	for _, r := range v.Warnings {
		fmt.Fprintf(c.std.err, "%s\n", say.T("warning: {problem}", "problem", said(r)))
	}
	return code
}

// said is a refusal with what may have been meant.
func said(r guard.Refusal) string {
	if r.Suggestion == "" {
		return r.Message
	}
	return r.Message + " " + say.T("Did you mean {suggestion}?", "suggestion", r.Suggestion)
}
