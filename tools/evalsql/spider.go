package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
	"burrow/tools/spider"
)

// With -spider DIR the planner reads the questions of Spider, which are about many schemas
// that nobody made for it. The data has no rows, so that they are made up: values that gold
// queries look for, and others. An answer is right if it gives what the gold query gives on
// most of five made-up databases. Schemas are divided by their names into a half to develop
// with, and one of which only figures are shown.

type spiderQuestion struct {
	DB       string `json:"db_id"`
	Question string `json:"question"`
	Query    string `json:"query"`
}

// openSchema reports whether a schema is of the half to develop with.
func openSchema(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()>>8%2 == 0
}

// liveGraph is a schema as a live database of it would give it.
func liveGraph(s spider.Schema) *schema.Graph {
	types := map[string]string{"number": "int", "text": "varchar(100)", "time": "datetime", "boolean": "boolean"}
	g := s.Graph(func(column, kind string) string {
		if kind == "time" && strings.Contains(strings.ToLower(column), "year") {
			return "int"
		}
		return cmp.Or(types[kind], "varchar(100)")
	})
	graph.Infer(g)
	return g
}

// spiderTally counts the questions of a half.
type spiderTally struct {
	schemas, questions, answered, right, wrong, asked, unjudged int
}

func (t spiderTally) plus(o spiderTally) spiderTally {
	return spiderTally{t.schemas + o.schemas, t.questions + o.questions, t.answered + o.answered, t.right + o.right, t.wrong + o.wrong, t.asked + o.asked, t.unjudged + o.unjudged}
}

// askSpider measures the planner on Spider's questions.
func askSpider(ctx context.Context, dir string, verbose bool, w io.Writer) error {
	var schemas []spider.Schema
	var all []spiderQuestion
	if err := spider.Load(dir, "spider-tables.json", &schemas); err != nil {
		return err
	}
	if err := spider.Load(dir, "spider-dev.json", &all); err != nil {
		return err
	}
	var open, kept spiderTally
	for _, s := range schemas {
		of := slices.DeleteFunc(slices.Clone(all), func(q spiderQuestion) bool { return q.DB != s.ID })
		if len(of) == 0 {
			continue
		}
		lines := io.Discard
		if verbose && openSchema(s.ID) {
			lines = w
		}
		t, err := spiderSet(ctx, liveGraph(s), of, lines)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		if openSchema(s.ID) {
			open = open.plus(t)
		} else {
			kept = kept.plus(t)
		}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "Spider\tschemas\tquestions\tanswered\tright\twrong\tasked back\tnot judged\tright of all\twrong of answers\t")
	for _, half := range []struct {
		name string
		t    spiderTally
	}{{"to develop with", open}, {"to report only", kept}} {
		t := half.t
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", half.name, t.schemas, t.questions, t.answered, t.right, t.wrong, t.asked, t.unjudged,
			share(float64(t.right), t.questions), share(float64(t.wrong), t.right+t.wrong))
	}
	return out.Flush()
}

// spiderSet asks the questions of one schema.
func spiderSet(ctx context.Context, g *schema.Graph, of []spiderQuestion, w io.Writer) (spiderTally, error) {
	t := spiderTally{schemas: 1, questions: len(of)}
	rows, err := makeUp(g, of)
	if err != nil {
		return t, err
	}
	defer rows.close()
	today := func() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) }
	p := planner.New(g, planner.Options{Today: today, Values: rows})
	for _, q := range of {
		r, err := p.Read(ctx, q.Question, nil)
		switch {
		case err != nil:
			fmt.Fprintf(w, "silent (%s): %s\n    error   %s\n    gold    %s\n", q.DB, q.Question, err, q.Query)
			continue
		case len(r.Choices) > 0:
			t.asked++
			fmt.Fprintf(w, "asks (%s): %s\n", q.DB, q.Question)
			for _, c := range r.Choices {
				fmt.Fprintf(w, "    choice  %s\n", c.Label)
			}
			continue
		}
		t.answered++
		same, err := rows.agree(singleQuoted(q.Query), r.SQL())
		switch {
		case err != nil:
			t.unjudged++
			fmt.Fprintf(w, "not judged (%s): %s\n    error   %s\n    sql     %s\n", q.DB, q.Question, err, r.SQL())
		case same:
			t.right++
		default:
			t.wrong++
			fmt.Fprintf(w, "wrong (%s): %s\n    reading %s\n    sql     %s\n    gold    %s\n", q.DB, q.Question, r.Sentence(), r.SQL(), q.Query)
		}
	}
	return t, nil
}
