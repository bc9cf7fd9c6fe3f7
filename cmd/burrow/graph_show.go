package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/words"
)

const graphStatsHelp say.English = `Usage: burrow graph stats --graph FILE [--json]

Shows figures about a join graph: tables, relationships, parts that nothing
connects, tables that stand alone, the busiest ones.

  --graph FILE       the join graph
  --json             JSON
`

func runGraphStats(ctx context.Context, args []string, std streams) int {
	var file string
	var asJSON bool
	flags := graphFlags("graph stats", &file, nil)
	flags.BoolVar(&asJSON, "json", false, "")
	rest, code, ok := parse(flags, graphStatsHelp, args, std)
	if !ok {
		return code
	}
	if file == "" && len(rest) == 1 {
		file, rest = rest[0], nil
	}
	if file == "" || len(rest) > 0 {
		return mistake("graph stats", say.Error("--graph is missing"), std)
	}
	g, err := readGraph(file, std.in)
	if err != nil {
		return failed("graph stats", err, std)
	}
	s := graph.Measure(g)
	if asJSON {
		if err := json.NewEncoder(std.out).Encode(s); err != nil {
			return failed("graph stats", err, std)
		}
		return exitOK
	}
	line := func(label say.English, format string, args ...any) {
		fmt.Fprintf(std.out, "%-22s "+format+"\n", append([]any{say.T(label)}, args...)...)
	}
	line("tables", "%d", s.Tables)
	line("columns", "%d", s.Columns)
	line("relationships", "%d", s.Relationships)
	for _, kind := range []schema.Kind{schema.ForeignKey, schema.Association, schema.Inferred, schema.Manual} {
		if s.Kinds[kind] > 0 {
			fmt.Fprintf(std.out, "  %-20s %d\n", kind, s.Kinds[kind])
		}
	}
	line("sure enough to join", "%d", s.Usable)
	line("pairs with roles", "%d", s.Ambiguous)
	line("parts", "%d", s.Parts)
	line("in the largest", "%d", s.Largest)
	line("alone", "%d %s", len(s.Alone), strings.Join(s.Alone[:min(len(s.Alone), 10)], ", "))
	line("without a key", "%d %s", len(s.NoKey), strings.Join(s.NoKey[:min(len(s.NoKey), 10)], ", "))
	for _, b := range s.Busiest {
		line("busiest", "%4d %s", b.Relationships, b.Table)
	}
	return exitOK
}

const graphPathHelp say.English = `Usage: burrow graph path --graph FILE [--json] FROM TO [MORE…]

Shows how tables are joined: all shortest paths between two, or a plan for up to
eight. Paths of the same length are a tie, and all are shown.

  --graph FILE           the join graph
  --min-confidence N     how sure a relationship must be, 0.7 by default
  --max-hops N           how many joins may lie between two tables, 4 by default
  --infer                also use relationships that names suggest
  --json                 JSON
`

func runGraphPath(ctx context.Context, args []string, std streams) int {
	var file string
	var o joingraph.Options
	var asJSON, infer bool
	flags := graphFlags("graph path", &file, nil)
	flags.Float64Var(&o.MinConfidence, "min-confidence", joingraph.DefaultConfidence, "")
	flags.IntVar(&o.MaxHops, "max-hops", joingraph.DefaultHops, "")
	flags.BoolVar(&infer, "infer", false, "")
	flags.BoolVar(&asJSON, "json", false, "")
	names, code, ok := parse(flags, graphPathHelp, args, std)
	switch {
	case !ok:
		return code
	case file == "":
		return mistake("graph path", say.Error("--graph is missing"), std)
	case len(names) < 2:
		return mistake("graph path", say.Error("at least two tables are needed"), std)
	}
	g, err := readGraph(file, std.in)
	if err != nil {
		return failed("graph path", err, std)
	}
	if infer {
		graph.Infer(g)
	}
	f := joingraph.New(g, o)
	if len(names) == 2 {
		paths, err := f.Paths(names[0], names[1])
		if err != nil {
			return failed("graph path", pathError(err, g), std)
		}
		return showPaths(paths, asJSON, std)
	}
	plan, err := f.Connect(names...)
	if err != nil {
		return failed("graph path", pathError(err, g), std)
	}
	return showPlan(plan, asJSON, std)
}

func showPaths(paths []joingraph.Path, asJSON bool, std streams) int {
	if asJSON {
		json.NewEncoder(std.out).Encode(map[string]any{"paths": paths})
		return exitOK
	}
	if len(paths) > 1 {
		fmt.Fprintln(std.out, say.T("{n} paths are equally short; ask which one is meant:", "n", len(paths)))
	}
	for i, p := range paths {
		if len(paths) > 1 {
			fmt.Fprintf(std.out, "%d. %s\n", i+1, strings.Join(p.Tables(), " → "))
		} else {
			fmt.Fprintln(std.out, strings.Join(p.Tables(), " → "))
		}
		for _, r := range p {
			fmt.Fprintf(std.out, "   %s\n", graph.Describe(r))
		}
	}
	return exitOK
}

func showPlan(plan joingraph.Plan, asJSON bool, std streams) int {
	if asJSON {
		json.NewEncoder(std.out).Encode(planJSON(plan))
		return exitOK
	}
	fmt.Fprintf(std.out, "FROM %s\n", plan.Tables[0])
	for _, j := range plan.Joins {
		fmt.Fprintf(std.out, "JOIN %s ON %s\n", j.ToTable, joingraph.Condition(j.Relationship))
		for _, r := range j.Roles {
			fmt.Fprintf(std.out, "     %s %s\n", say.T("or"), graph.Describe(r))
		}
	}
	if len(plan.Bridges) > 0 {
		fmt.Fprintln(std.out, say.T("added to connect them: {tables}", "tables", strings.Join(plan.Bridges, ", ")))
	}
	for _, t := range plan.Ties {
		fmt.Fprintln(std.out, say.T("equally short, so ask which one is meant:"))
		for _, o := range t.Options {
			fmt.Fprintf(std.out, "  %s\n", o)
		}
	}
	return exitOK
}

func planJSON(plan joingraph.Plan) any {
	path := []schema.Relationship{}
	roles := [][]schema.Relationship{}
	for _, j := range plan.Joins {
		path = append(path, j.Relationship)
		roles = append(roles, append([]schema.Relationship{}, j.Roles...))
	}
	ties := []any{}
	for _, t := range plan.Ties {
		ties = append(ties, map[string]any{"options": t.Options})
	}
	return map[string]any{"tables": plan.Tables, "bridges": append([]string{}, plan.Bridges...), "path": path, "roles": roles, "ties": ties}
}

// pathError says what is wrong with tables that cannot be joined, as a sentence with a
// guess at what was meant.
func pathError(err error, g *schema.Graph) error {
	switch e := err.(type) {
	case *joingraph.NoPathError:
		return errors.New(say.Plural(e.MaxHops, "nothing connects {from} with {tables} within one join; a cross join is never proposed",
			"nothing connects {from} with {tables} within {n} joins; a cross join is never proposed", "from", e.From, "tables", strings.Join(e.Unreachable, ", ")))
	case *joingraph.UnknownTableError:
		if near := nearestTable(e.Table, g); near != "" {
			return say.Error("there is no table {table}; did you mean {meant}?", "table", e.Table, "meant", near)
		}
		return say.Error("there is no table {table}", "table", e.Table)
	}
	if err == joingraph.ErrTooManyTables {
		return say.Error("at most {n} tables can be joined at once", "n", joingraph.MostTables)
	}
	return err
}

// nearestTable guesses which table a name stands for.
func nearestTable(name string, g *schema.Graph) string {
	spelled := strings.Join(schema.Words(name), " ")
	for _, t := range g.Tables() {
		if strings.Join(schema.Words(t.Name), " ") == spelled || words.Edits(strings.ToLower(t.Name), strings.ToLower(name)) <= 1 {
			return t.Name
		}
	}
	return ""
}
