package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/llm/llmtest"
)

const jobsOfBerlin = "SELECT COUNT(*) FROM workOrder w JOIN branch b ON b.id = w.branchId WHERE b.name = 'Berlin' AND w.completedOn >= '2025-01-01'"

// An error is one name, and all that is needed to mend it is noted.
func TestErrorsAreOneName(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		for _, kind := range damageKinds {
			d, err := damaged(jobsOfBerlin, kind, r)
			require.NoError(t, err)
			require.Contains(t, d.sql, "`"+d.wrong+"`")
			require.NotEmpty(t, d.columns)
			gold, err := shapeOf(jobsOfBerlin)
			require.NoError(t, err)
			got, err := shapeOf(d.sql)
			require.NoError(t, err)
			switch kind {
			case wrongColumn:
				require.Equal(t, gold.tables, got.tables)
				require.NotContains(t, d.sql, "`"+d.columns[0]+"`")
				require.False(t, isTable(d.wrong))
			case wrongJoin:
				require.Equal(t, gold.tables, got.tables)
				require.NotEqual(t, gold.joins, got.joins)
				require.ElementsMatch(t, []string{"id", "branchId"}, d.columns)
			case wrongTable:
				require.NotEqual(t, gold.tables, got.tables)
				require.False(t, isTable(d.wrong))
			case wrongView:
				require.True(t, strings.HasPrefix(d.wrong, "secure_"))
				require.False(t, isTable(d.wrong))
			}
		}
	}
	_, err := damaged("SELECT COUNT(*) FROM invoice", wrongJoin, rand.New(rand.NewPCG(1, 1)))
	require.ErrorIs(t, err, errNoPlace)
	_, err = damaged("SELECT COUNT(*) FROM invoice", wrongColumn, rand.New(rand.NewPCG(1, 1)))
	require.ErrorIs(t, err, errNoPlace)
}

// Every question gets an error, of all kinds about as often, and the guard refuses all of
// those that are names.
func TestEachQuestionGetsAnError(t *testing.T) {
	check := demoGuard(t)
	all := both(t)
	items, err := repairItems(all, 1)
	require.NoError(t, err)
	answerable := 0
	for _, q := range all {
		if q.Expect == expectAnswer && len(q.History) == 0 {
			answerable++
		}
	}
	require.Len(t, items, answerable)
	counts := map[string]int{}
	for _, i := range items {
		counts[i.damage.kind]++
		if i.damage.kind != wrongJoin {
			require.False(t, check.Check(i.damage.sql).OK, i.damage.sql)
		}
	}
	for _, kind := range damageKinds {
		require.GreaterOrEqual(t, counts[kind], len(items)/5, kind)
	}
	again, err := repairItems(all, 1)
	require.NoError(t, err)
	require.Equal(t, items, again, "the seed decides")
}

// berlin is an item with a wrong column.
func berlin() *repairItem {
	d := damage{kind: wrongColumn, wrong: "completed_on", tables: []string{"workOrder"}, columns: []string{"completedOn"},
		sql: "SELECT COUNT(1) FROM `workOrder` AS `w` JOIN `branch` AS `b` ON `b`.`id` = `w`.`branchId` WHERE `w`.`completed_on` >= '2025-01-01'"}
	q := question{ID: "joins-01", Question: "How many jobs did the Berlin office complete?", SQL: jobsOfBerlin, Tables: []string{"branch", "workOrder"}}
	return &repairItem{question: q, damage: d}
}

// call puts a call to the scripted model as a client does, and returns its words.
func call(t *testing.T, s *llmtest.Server, prompt string, members ...string) string {
	t.Helper()
	body := map[string]any{"model": "m", "messages": []any{map[string]any{"role": "user", "content": prompt}}}
	if members != nil {
		properties := map[string]any{}
		for _, m := range members {
			properties[m] = map[string]any{"type": "string"}
		}
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "x", "schema": map[string]any{"type": "object", "properties": properties}}}
	}
	text, err := json.Marshal(body)
	require.NoError(t, err)
	response, err := http.Post(s.URL()+"/chat/completions", "application/json", bytes.NewReader(text))
	require.NoError(t, err)
	defer response.Body.Close()
	var answer struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
	require.Len(t, answer.Choices, 1)
	return answer.Choices[0].Message.Content
}

func serve(t *testing.T, items ...*repairItem) *llmtest.Server {
	t.Helper()
	model := &scripted{items: items}
	s := llmtest.New()
	t.Cleanup(s.Close)
	s.Reply(func(r llmtest.Request) (llmtest.Answer, bool) {
		return model.reply(r, func(text string) int { return len(strings.Fields(text)) })
	})
	return s
}

func TestScriptedModelMendsWhatItIsToldEnoughOf(t *testing.T) {
	i := berlin()
	s := serve(t, i)
	ask := "Question: " + unknownWords + i.Question
	require.JSONEq(t, `{"tables":["branch","workOrder"]}`, call(t, s, ask+` Answer as JSON: {"tables":["..."]}`))
	require.Equal(t, "```sql\n"+i.damage.sql+"\n```", call(t, s, ask+" Write a query for MySQL. Tables: workOrder(id, completedOn)"))

	failed := ask + "\nThis query was refused:\n" + i.damage.sql + "\nColumn 'completed_on' does not exist."
	require.Contains(t, call(t, s, failed), "completed_on", "it is not told the right name")
	require.Equal(t, []string{"workOrder", "completedOn"}, i.lacking, "the wrong query itself tells nothing")
	require.Contains(t, call(t, s, failed+" Columns of workOrder: id, status"), "completed_on")
	require.Equal(t, []string{"completedOn"}, i.lacking)
	require.Equal(t, "```sql\n"+jobsOfBerlin+"\n```", call(t, s, failed+" Did you mean workOrder.completedOn?"))
	require.Equal(t, 3, i.corrections)
	require.True(t, i.mended)
	require.Equal(t, nothingToSay, call(t, s, ask+" The rows: 332"))
	require.Positive(t, i.prompt)
}

func TestScriptedModelKeepsToTheSchemaOfACall(t *testing.T) {
	i := berlin()
	s := serve(t, i)
	require.JSONEq(t, `{"tables":["branch","workOrder"],"reason":""}`, call(t, s, i.Question, "tables", "reason"))
	require.JSONEq(t, `{"sql":`+quoted(t, i.damage.sql)+`,"explanation":""}`, call(t, s, i.Question, "sql", "explanation"))
	require.JSONEq(t, `{"sql":`+quoted(t, jobsOfBerlin)+`}`, call(t, s, i.Question+" completed_on: use completedOn of workOrder", "sql"))
}

// A query that ran though it is wrong leads to the call for the words of the answer, which
// is no correction.
func TestCallForTheAnswerIsNoCorrection(t *testing.T) {
	i := berlin()
	s := serve(t, i)
	call(t, s, i.Question)
	require.Equal(t, nothingToSay, call(t, s, i.Question+" Query: "+i.damage.sql+" Rows: 12. Say it in a sentence."))
	require.Zero(t, i.corrections)
}

func TestCallsAreAboutTheQuestionsInTheirOrder(t *testing.T) {
	first, second := berlin(), berlin()
	second.Question = "How many jobs did the Hamburg office complete?"
	s := serve(t, first, second)
	call(t, s, second.Question)
	require.Equal(t, []int{0, 1}, []int{first.written, second.written}, "the first was answered without the model")
	call(t, s, "Earlier: "+first.Question+" Now: "+second.Question+" error: completed_on")
	require.Equal(t, 1, second.corrections)
	require.Equal(t, nothingToSay, call(t, s, "Something else"))
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	require.NoError(t, err)
	return string(b)
}

func TestFatesOfErrors(t *testing.T) {
	answered := judgement{outcome: right, reply: reply{Answered: true}}
	wrongly := judgement{outcome: wrong, reply: reply{Answered: true}}
	done := []repaired{
		{&repairItem{damage: damage{kind: wrongColumn}, written: 1, corrections: 2, mended: true, prompt: 70}, answered},
		{&repairItem{damage: damage{kind: wrongColumn}, written: 1, corrections: 4, mended: true}, answered},
		{&repairItem{damage: damage{kind: wrongJoin}, written: 1}, wrongly},
		{&repairItem{damage: damage{kind: wrongJoin}, written: 1}, judgement{outcome: silent}},
		{&repairItem{damage: damage{kind: wrongTable}, written: 1, corrections: 3}, judgement{outcome: silent}},
		{&repairItem{damage: damage{kind: wrongView}}, answered},
		{&repairItem{damage: damage{kind: wrongView}}, judgement{outcome: silent}},
	}
	var fates []fate
	for _, d := range done {
		fates = append(fates, d.fate())
	}
	require.Equal(t, []fate{fateRepaired, fateWrong, fateUnnoticed, fateGivenUp, fateUntold, fatePlanner, fateUnasked}, fates)
	var out strings.Builder
	reportRepairs(&out, done)
	lines := strings.Split(out.String(), "\n")
	all := lines[slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "all ") })]
	require.Equal(t, []string{"all", "7", "5", "1", "0", "1", "0", "0.200"}, strings.Fields(all))
	require.Contains(t, out.String(), "70 tokens")
}
