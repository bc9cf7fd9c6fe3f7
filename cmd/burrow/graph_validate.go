package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"burrow/internal/say"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

const graphValidateHelp say.English = `Usage: burrow graph validate --graph FILE [--live] [--ask] [--out FILE]

Checks the relationships of a join graph. The rows come first: whether values are
found on the other side, and how many belong together. A model is asked second, and
only about what names suggest and nothing confirms; it sees names and types, and
never a row.

  --graph FILE       the join graph
  --live             look at the rows of the database of the settings: DB_HOST,
                     DB_PORT, DB_USER, DB_PWD, DB_NAME and DB_TLS in the environment
                     or in .env
  --dsn-env NAME     take the whole address from this environment variable
  --ask              ask the model in the settings
  --cache FILE       keep the model's answers here, so that work that was broken off
                     goes on where it was; GRAPH.verdicts.jsonl by default
  --model NAME       ask this model
  --env FILE         settings file, .env by default
  --out FILE, -o     where to write; standard output by default
`

type graphValidateCall struct {
	std                     streams
	from                    databaseFlags
	file, out, cache, model string
	ask                     bool
}

func runGraphValidate(ctx context.Context, args []string, std streams) int {
	c := &graphValidateCall{std: std}
	flags := graphFlags("graph validate", &c.file, &c.out)
	c.from.add(flags)
	flags.BoolVar(&c.ask, "ask", false, "")
	flags.StringVar(&c.cache, "cache", "", "")
	flags.StringVar(&c.model, "model", "", "")
	rest, code, ok := parse(flags, graphValidateHelp, args, std)
	live := c.from.wanted()
	switch {
	case !ok:
		return code
	case c.file == "" || len(rest) > 0:
		return mistake("graph validate", say.Error("--graph is missing"), std)
	case !live && !c.ask:
		return mistake("graph validate", say.Error("say what to check with: --live, --ask or both"), std)
	}
	g, err := readGraph(c.file, std.in)
	if err != nil {
		return failed("graph validate", err, std)
	}
	if live {
		err = c.byRows(ctx, g)
	}
	if err == nil && c.ask {
		err = c.byModel(ctx, g)
	}
	if err != nil {
		return failed("graph validate", err, std)
	}
	if err := writeOutput(c.out, std, g.Write); err != nil {
		return failed("graph validate", err, std)
	}
	fmt.Fprintln(std.err, summary(g))
	return exitOK
}

func (c *graphValidateCall) byRows(ctx context.Context, g *schema.Graph) error {
	db, err := openDatabase(ctx, c.from, c.std)
	if err != nil {
		return err
	}
	defer db.Close()
	changes, problems, err := graph.ValidateRows(ctx, db, g, "", progressLine(say.T("looking at values"), c.std))
	showProblems(problems, c.std)
	showChanges(changes, c.std)
	return err
}

// byModel asks a model. Its answers are appended to the cache one by one.
func (c *graphValidateCall) byModel(ctx context.Context, g *schema.Graph) error {
	finder := &understandCall{std: c.std, model: c.model, env: c.from.env}
	if err := finder.findModel(ctx); err != nil {
		return err
	}
	if c.cache == "" {
		c.cache = c.file + ".verdicts.jsonl"
	}
	text, err := os.ReadFile(c.cache)
	if err != nil && !os.IsNotExist(err) {
		return plain(c.cache, err)
	}
	file, err := os.OpenFile(c.cache, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return plain(c.cache, err)
	}
	defer file.Close()
	if len(text) > 0 && text[len(text)-1] != '\n' {
		fmt.Fprintln(file) // a line was cut off
	}
	save := func(v graph.Verdict) error { return json.NewEncoder(file).Encode(v) }
	changes, err := graph.ValidateByModel(ctx, finder.who, g, graph.ReadVerdicts(string(text)), save, progressLine(say.T("asking the model"), c.std))
	showChanges(changes, c.std)
	return err
}
