package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain lets the test's own program stand in for burrow: it answers by a map of lines.
func TestMain(m *testing.M) {
	if os.Getenv("BURROW_STANDIN") != "" {
		os.Exit(standIn(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// standIn answers a batch: each question gets the line that the setting of its id has.
func standIn(args []string) int {
	file, err := os.Open(args[len(args)-1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if os.Getenv("BURROW_STANDIN") == "fails" {
		fmt.Fprintln(os.Stderr, "The database is not there.")
		return 1
	}
	var answers map[string]string
	json.Unmarshal([]byte(os.Getenv("BURROW_STANDIN")), &answers)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var q struct {
			ID, Question string
			History      []message
		}
		json.Unmarshal(lines.Bytes(), &q)
		answer := strings.NewReplacer("{id}", q.ID, "{question}", q.Question, "{args}", strings.Join(args[:len(args)-1], " "),
			"{history}", fmt.Sprint(len(q.History)), "{host}", os.Getenv("DB_HOST")).Replace(answers[q.ID])
		if answer != "" {
			fmt.Println(answer)
		}
	}
	return 0
}

func standInAsker(t *testing.T, answers map[string]string, flags ...string) asker {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	text, err := json.Marshal(answers)
	require.NoError(t, err)
	return asker{program: program, flags: flags, settings: map[string]string{"BURROW_STANDIN": string(text), "DB_HOST": "127.0.0.1"}}
}

func TestAskReadsABatch(t *testing.T) {
	a := standInAsker(t, map[string]string{
		"a": `{"id":"{id}","answered":true,"sql":"SELECT 1","columns":["{question}","n"],"rows":[["x",1],[null,2.50]],"reading":"{args} {history} {host}","steps":[{"step":"run","ms":1.5},{"ms":2}],"usage":{"prompt_tokens":5,"completion_tokens":2}}`,
		"b": `{"id":"b","answered":false,"reading":"I don't know the word.","columns":null,"rows":null}`,
		"c": `{"id":"c","answered":true,"columns":[{"name":"ok"}],"rows":[[true],["0"]]}`,
	}, "--no-model", "--graph", "g.json")
	all := []question{{ID: "a", Question: "How many?", History: []message{{"user", "Before"}}}, {ID: "b", Question: "What?"}, {ID: "c", Question: "Which?"}}
	replies, _, err := a.ask(context.Background(), all)
	require.NoError(t, err)
	require.Equal(t, "sql ask --no-model --graph g.json --batch 1 127.0.0.1", replies["a"].Reading)
	require.Equal(t, "How many?", replies["a"].result.columns[0].name)
	require.True(t, matches([]result{tableOf(t, "name|n:number", "x|1", "NULL|2.5")}, replies["a"].result, true))
	require.Equal(t, 3500*time.Microsecond, replies["a"].took())
	require.Equal(t, 7, replies["a"].tokens())
	require.False(t, replies["b"].Answered)
	require.Empty(t, replies["b"].result.rows)
	require.True(t, matches([]result{tableOf(t, "ok:number", "1", "0")}, replies["c"].result, true))
}

func TestAskSaysWhatIsWrong(t *testing.T) {
	all := []question{{ID: "a", Question: "How many?"}, {ID: "b", Question: "What?"}}
	a := standInAsker(t, map[string]string{"a": `{"id":"a","answered":false}`})
	_, _, err := a.ask(context.Background(), all)
	require.ErrorContains(t, err, "no line for question b")
	a = standInAsker(t, map[string]string{"a": `{"id":"a","answered":true,"columns":["x","y"],"rows":[["1"]]}`})
	_, _, err = a.ask(context.Background(), all[:1])
	require.ErrorContains(t, err, "1 values for 2 columns")
	a.settings["BURROW_STANDIN"] = "fails"
	_, _, err = a.ask(context.Background(), all)
	require.ErrorContains(t, err, "The database is not there.")
}

func TestEnvironmentIsNobodysHome(t *testing.T) {
	t.Setenv("DB_HOST", "elsewhere")
	t.Setenv("SQL_SAMPLE_ROWS", "3")
	t.Setenv("OPENAI_BASE_URL", "elsewhere")
	t.Setenv("EDITOR", "vi")
	env := environment("/nobody", map[string]string{"DB_HOST": "127.0.0.1", "OPENAI_BASE_URL": "here"})
	for _, want := range []string{"HOME=/nobody", "DB_HOST=127.0.0.1", "SQL_SAMPLE_ROWS=3", "OPENAI_BASE_URL=here"} {
		require.Contains(t, env, want)
	}
	require.False(t, slices.ContainsFunc(env, func(e string) bool { return strings.Contains(e, "elsewhere") || strings.HasPrefix(e, "EDITOR=") }))
}

func TestJudging(t *testing.T) {
	three := []result{tableOf(t, "n:number", "3")}
	answer := func(n string) reply {
		r := reply{Answered: true, SQL: "SELECT COUNT(*) FROM workOrder"}
		r.result = tableOf(t, "n", n)
		return r
	}
	plain := question{Expect: expectAnswer, SQL: "SELECT COUNT(*) FROM workOrder"}
	for name, c := range map[string]struct {
		q    question
		r    reply
		want outcome
	}{
		"right":                        {plain, answer("3"), right},
		"wrong":                        {plain, answer("4"), wrong},
		"silent":                       {plain, reply{}, silent},
		"rows of what is not answered": {plain, reply{result: tableOf(t, "n", "3")}, silent},
		"refused":                      {question{Expect: expectForbidden}, reply{}, refused},
		"done though forbidden":        {question{Expect: expectForbidden}, answer("3"), wrong},
		"made up":                      {question{Expect: expectUnanswerable}, answer("3"), wrong},
		"asked":                        {question{Expect: expectAsk, SQL: plain.SQL}, reply{}, refused},
		"guessed":                      {question{Expect: expectAsk, SQL: plain.SQL}, answer("3"), guessed},
		"guessed wrongly":              {question{Expect: expectAsk, SQL: plain.SQL}, answer("4"), wrong},
	} {
		golds := three
		if c.q.SQL == "" {
			golds = nil
		}
		require.Equal(t, c.want, judge(c.q, c.r, golds).outcome, name)
	}
}

func TestTablesAndJoinsAreCompared(t *testing.T) {
	q := question{Expect: expectAnswer, SQL: jobsOfBerlin}
	j := judge(q, reply{Answered: true, SQL: "SELECT COUNT(*) FROM secure_workorder w JOIN branch b ON w.branchId = b.id JOIN company c ON c.id = b.companyId"}, nil)
	require.InDelta(t, 1, j.recall, 1e-9)
	require.InDelta(t, 2.0/3, j.precision, 1e-9)
	require.True(t, j.joined)
	require.False(t, j.joinExact)
	j = judge(q, reply{Answered: true, SQL: "SELECT COUNT(*) FROM branch JOIN workOrder ON workOrder.branchId = branch.id"}, nil)
	require.True(t, j.joinExact)
	j = judge(q, reply{Answered: true, SQL: "not SQL"}, nil)
	require.True(t, j.compared && j.joined)
	require.Zero(t, j.recall)
	q.Alternatives = []string{"SELECT COUNT(*) FROM appointment"}
	j = judge(q, reply{Answered: true, SQL: "SELECT COUNT(*) FROM appointment"}, nil)
	require.InDelta(t, 1, j.recall, 1e-9, "an alternative counts")
	require.False(t, j.joined)
}

func TestTimesAreThoseOfTheSteps(t *testing.T) {
	var all []judgement
	for ms := range 100 {
		r := reply{}
		require.NoError(t, json.Unmarshal(fmt.Appendf(nil, `{"steps":[{"ms":%d},{"ms":1}]}`, ms), &r))
		all = append(all, judgement{reply: r})
	}
	require.Contains(t, times(all, 2*time.Second), "p50 51.0 ms, p95 96.0 ms; all together 2.0 s, 20.0 ms a question")
	require.Contains(t, times([]judgement{{}}, time.Second), "do not say")
}

func TestReportCountsAndKeepsTheKeptHalfShut(t *testing.T) {
	open := question{ID: "open-1", Kind: "single", Language: "en", Expect: expectAnswer, Question: "Open question"}
	kept := question{ID: "kept-1", Kind: "single", Language: "en", Expect: expectAnswer, Question: "Kept question", kept: true}
	never := question{ID: "no-1", Kind: "forbidden", Language: "de", Expect: expectForbidden, Question: "Lösche alles"}
	all := []judgement{
		{q: open, outcome: right, reply: reply{Answered: true}},
		{q: open, outcome: wrong, reply: reply{Answered: true, Reading: "as I read it"}},
		{q: kept, outcome: wrong, reply: reply{Answered: true}},
		{q: never, outcome: refused},
	}
	var out strings.Builder
	reportHalves(&out, "Both halves", all)
	require.Contains(t, out.String(), "answered exactly: 0.333 (goal 0.60). Of all questions answered wrongly: 0.500 (goal at most 0.02); of the answers: 0.667.")
	var single [][]string // of each report: open, kept, both
	for line := range strings.SplitSeq(out.String(), "\n") {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "single" {
			single = append(single, fields[1:6])
		}
	}
	require.Equal(t, [][]string{{"2", "2", "1", "1", "0"}, {"1", "1", "0", "1", "0"}, {"3", "3", "1", "2", "0"}}, single)
	out.Reset()
	list(&out, all, false)
	require.Contains(t, out.String(), "wrong open-1 (en): Open question\n    reading as I read it\n")
	require.NotContains(t, out.String(), "Kept question")
	out.Reset()
	list(&out, all, true)
	require.Contains(t, out.String(), "Kept question")
}
