package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

const graphMergeHelp say.English = `Usage: burrow graph merge [--overrides FILE]… [--out FILE] GRAPH.json…

Joins graphs into one, then applies what people wrote down. Of two relationships
between the same columns the surer one stays; overrides win over everything.

  --overrides FILE   {"add":[…],"change":[…],"remove":[…],"remove_tables":[…],
                     "tables":{…}}, can be repeated; relationships are named by
                     from_table, from_column, to_table and to_column
  --infer            also add relationships that names suggest
  --report FILE      write what was changed as JSON
  --out FILE, -o     where to write; standard output by default
`

func runGraphMerge(ctx context.Context, args []string, std streams) int {
	var out, report string
	var overrides []string
	var infer bool
	flags := graphFlags("graph merge", nil, &out)
	flags.BoolVar(&infer, "infer", false, "")
	flags.StringVar(&report, "report", "", "")
	flags.Func("overrides", "", func(name string) error {
		overrides = append(overrides, name)
		return nil
	})
	files, code, ok := parse(flags, graphMergeHelp, args, std)
	if !ok {
		return code
	}
	if len(files) == 0 {
		return mistake("graph merge", say.Error("a graph is missing"), std)
	}
	g, changes, err := mergeFiles(files, infer, overrides, std)
	if err == nil && report != "" {
		err = writeReport(report, changes, std)
	}
	if err == nil {
		err = writeOutput(out, std, g.Write)
	}
	if err != nil {
		return failed("graph merge", err, std)
	}
	showChanges(changes, std)
	fmt.Fprintln(std.err, summary(g))
	return exitOK
}

func mergeFiles(files []string, infer bool, overrides []string, std streams) (*schema.Graph, []graph.Change, error) {
	g, err := readGraph(files[0], std.in)
	if err != nil {
		return nil, nil, err
	}
	changes := []graph.Change{}
	for _, name := range files[1:] {
		other, err := readGraph(name, std.in)
		if err != nil {
			return nil, nil, err
		}
		changes = append(changes, graph.Merge(g, other)...)
	}
	if infer {
		before := len(g.Relationships)
		graph.Infer(g)
		for _, r := range g.Relationships[before:] {
			changes = append(changes, graph.Change{What: "added", Text: graph.Describe(r)})
		}
	}
	for _, name := range overrides {
		file, err := openInput(name, std.in)
		if err != nil {
			return nil, nil, err
		}
		o, err := graph.ReadOverrides(file)
		file.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		changed, absent := o.Apply(g)
		changes = append(changes, changed...)
		for _, text := range absent {
			fmt.Fprintf(std.err, "%s: %s\n", name, text)
		}
	}
	return g, changes, nil
}

func writeReport(name string, changes []graph.Change, std streams) error {
	text, err := json.MarshalIndent(changes, "", "  ")
	if err != nil {
		return err
	}
	return writeOutput(name, std, bytesWriter(append(text, '\n')))
}

// showChanges prints what was changed, the first of each kind.
func showChanges(changes []graph.Change, std streams) {
	const most = 20
	for i, c := range slices.All(changes) {
		if i == most {
			fmt.Fprintln(std.err, say.T("… and {n} more", "n", len(changes)-most))
			return
		}
		fmt.Fprintf(std.err, "%s %s\n", c.What, c.Text)
	}
}

const graphImportHelp say.English = `Usage: burrow graph import --graph FILE [--out FILE] PATH…

Adds the associations that an application's models declare: Sequelize and TypeORM
in JavaScript and TypeScript, and Prisma schemas. Paths are files or directories.
The programs are read, never run; what cannot be read is reported with its line.

  --graph FILE       the join graph with the tables
  --out FILE, -o     where to write; standard output by default
`

func runGraphImport(ctx context.Context, args []string, std streams) int {
	var file, out string
	flags := graphFlags("graph import", &file, &out)
	paths, code, ok := parse(flags, graphImportHelp, args, std)
	switch {
	case !ok:
		return code
	case file == "":
		return mistake("graph import", say.Error("--graph is missing"), std)
	case len(paths) == 0:
		return mistake("graph import", say.Error("a file or directory with models is missing"), std)
	}
	g, err := readGraph(file, std.in)
	if err != nil {
		return failed("graph import", err, std)
	}
	found, problems, err := graph.Import(g, paths)
	if err != nil {
		return failed("graph import", plain(paths[0], err), std)
	}
	showProblems(problems, std)
	changes := graph.Merge(g, found)
	if err := writeOutput(out, std, g.Write); err != nil {
		return failed("graph import", err, std)
	}
	fmt.Fprintln(std.err, say.T("{n} associations were read, {changed} are new or surer than before", "n", len(found.Relationships), "changed", len(changes)))
	fmt.Fprintln(std.err, summary(g))
	return exitOK
}
