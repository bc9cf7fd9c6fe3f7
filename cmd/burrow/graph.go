package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

const graphHelp say.English = `Usage: burrow graph COMMAND [FLAGS] [ARGUMENTS]

Makes and shows the join graph: what is known of a database's tables and of how
they belong together.

  build      from table definitions or a live database
  import     add the associations of an application's models
  merge      join graphs, and apply what people wrote down
  validate   look at the rows, and ask a model about what stays doubtful
  stats      figures
  path       how tables are joined
  draw       a picture of a table's neighbourhood or of a path

` + "`burrow graph COMMAND --help` explains a command.\n"

// graphCommands are the commands behind "graph".
var graphCommands = map[string]func(ctx context.Context, args []string, std streams) int{
	"build":    runGraphBuild,
	"import":   runGraphImport,
	"merge":    runGraphMerge,
	"validate": runGraphValidate,
	"stats":    runGraphStats,
	"path":     runGraphPath,
	"draw":     runGraphDraw,
}

func runGraph(ctx context.Context, args []string, std streams) int {
	if len(args) == 0 {
		fmt.Fprint(std.err, say.T(graphHelp))
		return exitUsage
	}
	if run, ok := graphCommands[args[0]]; ok {
		return run(ctx, args[1:], std)
	}
	if args[0] == "-h" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprint(std.out, say.T(graphHelp))
		return exitOK
	}
	return mistake("graph", say.Error("there is no command {name}", "name", strconv.Quote("graph "+args[0])), std)
}

// failed reports that a command could not do its work.
func failed(name string, err error, std streams) int {
	fmt.Fprintf(std.err, "burrow %s: %s\n", name, sentence(err))
	return exitFailure
}

// readGraph reads a graph from a file, or from standard input for "-".
func readGraph(name string, in io.Reader) (*schema.Graph, error) {
	file, err := openInput(name, in)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	g, err := schema.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// writeOutput writes to a file, whole or not at all, or to standard output for "".
func writeOutput(name string, std streams, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(std.out)
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".burrow-*")
	if err != nil {
		return plain(name, err)
	}
	defer os.Remove(file.Name())
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// showProblems prints what was left out.
func showProblems(problems []graph.Problem, std streams) {
	const most = 20
	for i, p := range problems {
		if i == most {
			fmt.Fprintf(std.err, "%s\n", say.T("… and {n} more", "n", len(problems)-most))
			return
		}
		fmt.Fprintf(std.err, "%s:%d: %s\n", p.File, p.Line, p.Text)
	}
}

// graphFlags adds what all commands on a graph have.
func graphFlags(name string, graphFile, out *string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	if graphFile != nil {
		flags.StringVar(graphFile, "graph", "", "")
	}
	if out != nil {
		flags.StringVar(out, "out", "", "")
		flags.StringVar(out, "o", "", "")
	}
	return flags
}

// summary says what a graph has, in a line.
func summary(g *schema.Graph) string {
	kinds := map[schema.Kind]int{}
	for _, r := range g.Relationships {
		kinds[r.Kind]++
	}
	return say.T("{tables} tables, {relationships} relationships: {keys} foreign keys, {associations} associations, {inferred} inferred, {manual} written down",
		"tables", g.Len(), "relationships", len(g.Relationships), "keys", kinds[schema.ForeignKey], "associations", kinds[schema.Association],
		"inferred", kinds[schema.Inferred], "manual", kinds[schema.Manual])
}

// bytesWriter writes bytes that are there already.
func bytesWriter(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}
