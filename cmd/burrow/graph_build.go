package main

import (
	"context"
	"fmt"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

const graphBuildHelp say.English = `Usage: burrow graph build [--out GRAPH.json] FILE.sql…
       burrow graph build --live [--dsn-env NAME] [--out GRAPH.json]

Makes a join graph of table definitions, as mysqldump writes them, or of a live
MySQL, MariaDB or TiDB. Relationships that the database does not hold are inferred
from names and types; a live database's values confirm them.

  --live             read the database of the settings: DB_HOST, DB_PORT, DB_USER,
                     DB_PWD, DB_NAME and DB_TLS in the environment or in .env
  --env FILE         settings file, .env by default
  --dsn-env NAME     take the whole address from this environment variable:
                     user:password@tcp(host:3306)/database
  --no-infer         take only what the database holds
  --no-values        infer, but do not look at values
  --name NAME        the graph's name
  --out FILE, -o     where to write; standard output by default
`

func runGraphBuild(ctx context.Context, args []string, std streams) int {
	var out, name string
	var from databaseFlags
	var noInfer, noValues bool
	flags := graphFlags("graph build", nil, &out)
	from.add(flags)
	flags.BoolVar(&noInfer, "no-infer", false, "")
	flags.BoolVar(&noValues, "no-values", false, "")
	flags.StringVar(&name, "name", "", "")
	files, code, ok := parse(flags, graphBuildHelp, args, std)
	if !ok {
		return code
	}
	live := from.wanted()
	switch {
	case live && len(files) > 0:
		return mistake("graph build", say.Error("--live takes no files"), std)
	case !live && len(files) == 0:
		return mistake("graph build", say.Error("a file with table definitions is missing, or --live"), std)
	}
	var g *schema.Graph
	var err error
	if live {
		g, err = buildLive(ctx, from, !noInfer, !noValues, std)
	} else {
		g, err = buildFiles(files, std)
		if err == nil && !noInfer {
			graph.Infer(g)
		}
	}
	if err != nil {
		return failed("graph build", err, std)
	}
	if name != "" {
		g.Name = name
	}
	if err := writeOutput(out, std, g.Write); err != nil {
		return failed("graph build", err, std)
	}
	fmt.Fprintln(std.err, summary(g))
	return exitOK
}

func buildFiles(files []string, std streams) (*schema.Graph, error) {
	g := schema.New("", nil, nil)
	for _, name := range files {
		file, err := openInput(name, std.in)
		if err != nil {
			return nil, err
		}
		problems, err := graph.ReadDDL(g, name, file)
		file.Close()
		if err != nil {
			return nil, plain(name, err)
		}
		showProblems(problems, std)
	}
	if g.Len() == 0 {
		return nil, say.Error("there is no table definition that could be read")
	}
	return g, nil
}
