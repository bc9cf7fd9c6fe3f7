//go:build gms_pure_go

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/demo"
	"burrow/internal/llm"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/answer"
	sqldb "burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/mariadbtest"
	"burrow/internal/sqlagent/schema"
)

// asked is a question of tools/evalsql that has a gold query.
type asked struct {
	ID, Question, SQL string
	Tables            []string
	History           []struct{ Role, Content string }
}

func openQuestions(t *testing.T) (all []asked) {
	t.Helper()
	file, err := os.Open("../../tools/evalsql/testdata/open.jsonl")
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q asked
		require.NoError(t, json.Unmarshal(lines.Bytes(), &q))
		if q.SQL != "" {
			all = append(all, q)
		}
	}
	require.NoError(t, lines.Err())
	return all
}

// goldModel chooses the tables of one question and writes its gold query.
type goldModel struct{ of *asked }

func (m goldModel) Stream(_ context.Context, r llm.Request, _ llm.Observer) (llm.Reply, error) {
	said := any(map[string]any{"tables": m.of.Tables})
	if r.Schema.Name == "query" {
		said = map[string]string{"sql": m.of.SQL, "reading": "As the gold query has it."}
	}
	text, err := json.Marshal(said)
	return llm.Reply{Content: string(text)}, err
}

// asks is an agent over a server. Whoever writes queries writes those of now.
type asks struct {
	planner, model *agent.Agent
	now            *asked
}

// over makes the agents of a server, which know the graph as far as the server can show it.
func over(t *testing.T, at sqldb.Settings, views bool) *asks {
	t.Helper()
	at.Name, at.Key = demo.Name, demo.Key
	db, err := sqldb.Open(t.Context(), at)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	g, err := graph.Demo()
	require.NoError(t, err)
	rights := sqldb.DemoRights()
	if !views {
		g, rights = withoutViews(g), sqldb.Rights{}
	}
	today := func() time.Time { return demo.Today }
	a := &asks{now: &asked{}}
	c := agent.Config{Graph: g, Rights: rights, DB: db, Limits: config.SQL{}.Limits(), Today: today}
	c.Limits.MaxRows = 5000
	c.Model = func(context.Context) (llm.Answerer, error) {
		return llm.Answerer{Model: goldModel{a.now}, Provider: "script", Rung: chat.RemoteRung, Settings: chat.DefaultSettings()}, nil
	}
	a.model, err = agent.New(c)
	require.NoError(t, err)
	c.Reader = agent.Planner(today, c.Limits.MaxRows)
	a.planner, err = agent.New(c)
	require.NoError(t, err)
	return a
}

// withoutViews is the graph of what has no secure view.
func withoutViews(g *schema.Graph) *schema.Graph {
	out := schema.New(g.Name, nil, nil)
	for _, t := range g.Tables() {
		if demo.SecureViews[t.Name] == "" {
			out.Put(t)
		}
	}
	for _, r := range g.Relationships {
		_, from := out.Table(r.FromTable)
		if _, to := out.Table(r.ToTable); from && to {
			out.Relationships = append(out.Relationships, r)
		}
	}
	return out
}

// byRules and byModel are the answers to a question, with and without a model.
func (a *asks) byRules(t *testing.T, q asked, who sqldb.Person) answer.Answer {
	t.Helper()
	var before []agent.Turn
	for _, m := range q.History {
		if m.Role == "user" {
			earlier, err := a.planner.Ask(t.Context(), agent.Question{Text: m.Content, Before: before, Person: who, NoModel: true}, nil)
			require.NoError(t, err)
			before = append(before, agent.Turn{Question: m.Content, SQL: earlier.SQL, State: earlier.State})
		}
	}
	got, err := a.planner.Ask(t.Context(), agent.Question{Text: q.Question, Before: before, Person: who, NoModel: true}, nil)
	require.NoError(t, err)
	return got
}

func (a *asks) byModel(t *testing.T, q asked, who sqldb.Person) answer.Answer {
	t.Helper()
	*a.now = q
	got, err := a.model.Ask(t.Context(), agent.Question{Text: q.Question, Person: who}, nil)
	require.NoError(t, err)
	return got
}

// told is what a reader learns of an answer: whether there is one, the query, the rows, the
// warnings and the joins. Rows without an order are sorted, and numbers written
// in one way: engines add up with more or fewer zeros at the end. Servers have Đ and Š at
// different places of the alphabet, so that rows with such letters are sorted, too.
func told(a answer.Answer) string {
	var b strings.Builder
	fmt.Fprintln(&b, a.Answered, a.Code, a.Truncated, a.SQL)
	var rows []string
	for _, row := range a.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, plainCell(cell))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	ascii := !strings.ContainsFunc(strings.Join(rows, ""), func(r rune) bool { return r > unicode.MaxASCII })
	if !strings.Contains(a.SQL, " ORDER BY ") || !ascii {
		slices.Sort(rows)
	}
	fmt.Fprintln(&b, strings.Join(rows, "\n"))
	for _, w := range a.Warnings {
		if w.Kind != answer.RowsLost { // counted as far as there is time
			fmt.Fprintln(&b, w.Kind, w.Text)
		}
	}
	for _, j := range a.Joins {
		fmt.Fprintln(&b, j.From, j.To, j.On)
	}
	return b.String()
}

// plainCell is a cell with at most four digits behind the point: servers give no more of the
// average of whole numbers, and the demo database all of them.
func plainCell(cell *string) string {
	if cell == nil {
		return "NULL"
	}
	if n, err := strconv.ParseFloat(*cell, 64); err == nil && strings.ContainsAny(*cell, ".e") {
		return strconv.FormatFloat(math.Round(n*1e4)/1e4, 'g', 9, 64)
	}
	return *cell
}

// compare asks all questions of both and returns how many were answered without a model and
// with one.
func compare(t *testing.T, ours, theirs *asks, all []asked, who sqldb.Person) (byRules, byModel int) {
	t.Helper()
	for _, q := range all {
		want, got := ours.byRules(t, q, who), theirs.byRules(t, q, who)
		assert.Equal(t, told(want), told(got), "%s, without a model: %s", q.ID, q.Question)
		if got.Answered {
			byRules++
		}
		want, got = ours.byModel(t, q, who), theirs.byModel(t, q, who)
		assert.Equal(t, told(want), told(got), "%s, with a model: %s", q.ID, q.Question)
		if got.Answered {
			byModel++
		}
	}
	return byRules, byModel
}

// testAgent compares the agent's answers on MariaDB, with secure views and an account that
// reads nothing else, with those on the demo database: the planner's, and those to gold
// queries of a model.
func testAgent(t *testing.T, address string, server *mariadbtest.Server) {
	ours := over(t, sqldb.Settings{Network: "tcp", Address: address, User: account, Password: "secret"}, true)
	theirs := over(t, sqldb.Settings{Network: "unix", Address: server.Socket, User: mariadbtest.Reader}, true)
	all := openQuestions(t)
	byRules, byModel := compare(t, ours, theirs, all, sqldb.Everything())
	require.Equal(t, len(all), byModel)
	require.Greater(t, byRules, 20)
	t.Logf("%d of %d questions are answered without a model", byRules, len(all))
	some := sqldb.Everything()
	some.Customers = sqldb.Scope{IDs: []int64{1121, 2224}}
	var few []asked // each engine's views are compared for all people elsewhere
	for i := 0; i < len(all); i += 3 {
		few = append(few, all[i])
	}
	byRules, byModel = compare(t, ours, theirs, few, some)
	t.Logf("for somebody who sees two customers: %d, and %d with one", byRules, byModel)
	require.Positive(t, byModel)
	require.Less(t, byModel, len(few), "what is outside of their rights has no answer")
}

// TiDB has no secure views, so that the agent knows only the tables without one there; its
// answers from those are the same.
func TestTheAgentAnswersOnTiDB(t *testing.T) {
	address := mariadbtest.StartTiDB(t)
	ours := over(t, sqldb.Settings{Network: "tcp", Address: served(t), User: account, Password: "secret"}, false)
	theirs := over(t, sqldb.Settings{Network: "tcp", Address: address, User: mariadbtest.Reader}, false)
	all := slices.DeleteFunc(openQuestions(t), func(q asked) bool {
		return slices.ContainsFunc(q.Tables, func(name string) bool { return demo.SecureViews[name] != "" })
	})
	byRules, byModel := compare(t, ours, theirs, all, sqldb.Everything())
	t.Logf("of %d questions about tables without a secure view %d are answered without a model, and %d with one", len(all), byRules, byModel)
	require.Equal(t, len(all), byModel)
	require.Positive(t, byRules)
}
