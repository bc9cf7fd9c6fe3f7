package main

import (
	"context"
	"maps"
	"sync/atomic"
	"time"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/demo"
	"burrow/internal/llm"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
)

// askBurrow asks all questions in rounds. The first warms connections and caches; of the
// others the fastest counts for each question, since what slows them is the machine.
func askBurrow(ctx context.Context, at config.Database, m *model, rules bool) ([]asked, error) {
	settings, err := database.SettingsOf(at)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, settings)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	g, err := graph.Demo()
	if err != nil {
		return nil, err
	}
	own := chat.DefaultSettings()
	own.Model = new("scripted")
	today := func() time.Time { return demo.Today }
	timed := &timedDB{DB: db}
	c := agent.Config{Graph: g, Rights: database.DemoRights(), DB: timed, Limits: config.SQL{}.Limits(), Today: today,
		Model: func(context.Context) (llm.Answerer, error) {
			return llm.Answerer{Model: &llm.Client{Base: m.url, Transport: llm.NewHTTP()}, Rung: chat.RemoteRung, Settings: own}, nil
		}}
	if rules {
		c.Reader = agent.Planner(today, c.Limits.MaxRows)
	}
	a, err := agent.New(c)
	if err != nil {
		return nil, err
	}
	everything := c.Rights.Rules(g, database.Everything())
	everything.MaxRows = 10_000
	check, err := guard.New(everything)
	if err != nil {
		return nil, err
	}
	all := make([]asked, len(questions))
	for round := range rounds {
		for i, q := range questions {
			m.begin(q)
			timed.spent.Store(0)
			began := time.Now()
			got, err := a.Ask(ctx, agent.Question{Text: q.Text, Person: database.Everything(), Prose: true}, nil)
			if err != nil {
				return nil, err
			}
			one := asked{MS: float64(time.Since(began).Microseconds()) / 1000, Answered: got.Answered, Warned: len(got.Warnings) > 0}
			one.Database = float64(timed.spent.Load()) / 1e6
			one.cost = m.begin(question{})
			truth, err := db.Query(ctx, database.Everything(), check.Check(truthOf(q)), database.Limits{Rows: 10_000})
			if err != nil {
				return nil, err
			}
			one.Right = got.Answered && same(got.Rows, truth.Rows)
			if round <= 1 || one.MS-one.Spent < all[i].MS-all[i].Spent {
				all[i] = one
			}
		}
	}
	return all, nil
}

// timedDB measures how long the database takes.
type timedDB struct {
	*database.DB
	spent atomic.Int64 // nanoseconds
}

// Query is the database's.
func (d *timedDB) Query(ctx context.Context, who database.Person, v guard.Verdict, l database.Limits) (*database.Result, error) {
	began := time.Now()
	defer func() { d.spent.Add(int64(time.Since(began))) }()
	return d.DB.Query(ctx, who, v, l)
}

// same reports whether rows have the truth in one of their columns, whatever their order:
// rules may show other columns than a model. The last column of the truth decides, which
// has the numbers, or the first where rows have names alone.
func same(rows, truth [][]*string) bool {
	if len(rows) != len(truth) || len(rows) == 0 {
		return len(rows) == len(truth)
	}
	wanted := column(truth, len(truth[0])-1)
	if len(rows[0]) < len(truth[0]) {
		wanted = column(truth, 0)
	}
	for i := range rows[0] {
		if maps.Equal(wanted, column(rows, i)) {
			return true
		}
	}
	return false
}

// column counts the values of a column.
func column(rows [][]*string, i int) map[string]int {
	found := map[string]int{}
	for _, row := range rows {
		value := "NULL"
		if row[i] != nil {
			value = *row[i]
		}
		found[value]++
	}
	return found
}
