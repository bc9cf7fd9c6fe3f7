package main

import (
	"context"
	"io"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/joingraph"
)

const graphDrawHelp say.English = `Usage: burrow graph draw --graph FILE [--out PICTURE.svg] TABLE
       burrow graph draw --graph FILE [--out PICTURE.svg] FROM TO [MORE…]
       burrow graph draw --graph FILE [--out PICTURE.svg] --all

Draws a table with its neighbours, how tables are joined, or all tables, as SVG.
Foreign keys are grey, associations green, inferred relationships orange and
dashed, what people wrote down is violet.

  --graph FILE           the join graph
  --most N               how many tables a neighbourhood has, 20 by default
  --min-confidence N     how sure a relationship must be, 0.7 by default
  --common               also draw columns that nearly every table has, such as
                         created_by
  --out FILE, -o         where to write; standard output by default
`

func runGraphDraw(ctx context.Context, args []string, std streams) int {
	var file, out string
	var all bool
	o := graph.DrawOptions{}
	flags := graphFlags("graph draw", &file, &out)
	flags.BoolVar(&all, "all", false, "")
	flags.BoolVar(&o.Common, "common", false, "")
	flags.IntVar(&o.Most, "most", 20, "")
	flags.Float64Var(&o.MinConfidence, "min-confidence", joingraph.DefaultConfidence, "")
	names, code, ok := parse(flags, graphDrawHelp, args, std)
	switch {
	case !ok:
		return code
	case file == "":
		return mistake("graph draw", say.Error("--graph is missing"), std)
	case all == (len(names) > 0):
		return mistake("graph draw", say.Error("name one table, the tables of a path, or --all"), std)
	}
	g, err := readGraph(file, std.in)
	if err != nil {
		return failed("graph draw", err, std)
	}
	draw := func(w io.Writer) error { return graph.DrawAll(w, g, o) }
	switch {
	case len(names) == 1:
		if _, ok := g.Table(names[0]); !ok {
			return failed("graph draw", pathError(&joingraph.UnknownTableError{Table: names[0]}, g), std)
		}
		draw = func(w io.Writer) error { return graph.DrawTable(w, g, names[0], o) }
	case len(names) > 1:
		plan, err := joingraph.New(g, joingraph.Options{MinConfidence: o.MinConfidence}).Connect(names...)
		if err != nil {
			return failed("graph draw", pathError(err, g), std)
		}
		draw = func(w io.Writer) error { return graph.DrawPlan(w, g, plan, names) }
	}
	if err := writeOutput(out, std, draw); err != nil {
		return failed("graph draw", err, std)
	}
	return exitOK
}
