package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/llm"
	"burrow/internal/llm/llmtest"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/planner"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/schema/shoptest"
)

// fakeDB answers every query with the same rows and remembers what it was asked.
type fakeDB struct {
	mu      sync.Mutex
	asked   []string
	rows    func(sql string) (*database.Result, error)
	explain float64
}

func (f *fakeDB) Query(ctx context.Context, _ database.Person, v guard.Verdict, _ database.Limits) (*database.Result, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	f.mu.Lock()
	f.asked = append(f.asked, v.SQL)
	f.mu.Unlock()
	if !v.OK {
		return nil, errors.New("refused")
	}
	if f.rows != nil {
		return f.rows(v.SQL)
	}
	return oneRow("n", "42"), nil
}

func (f *fakeDB) Explain(context.Context, database.Person, guard.Verdict) (float64, bool, error) {
	return f.explain, f.explain > 0, nil
}

func oneRow(column, value string) *database.Result {
	return &database.Result{Columns: []database.Column{{Name: column, Type: "BIGINT"}}, Rows: [][]*string{{&value}}}
}

func noRows() *database.Result {
	return &database.Result{Columns: []database.Column{{Name: "name", Type: "VARCHAR"}}, Rows: [][]*string{}}
}

// asking is an agent over the shop with a scripted model.
type asking struct {
	*Agent
	db    *fakeDB
	model *llmtest.Server
	who   database.Person
}

func newAsking(t testing.TB, change func(*Config)) *asking {
	t.Helper()
	s := &asking{db: &fakeDB{}, model: llmtest.New(), who: database.Everything()}
	t.Cleanup(s.model.Close)
	settings := chat.DefaultSettings()
	settings.Model = new("gpt-4o-mini")
	c := Config{Graph: shoptest.Graph(), Rights: shopRights(), DB: s.db, Limits: config.SQL{}.Limits(), Today: day, Model: func(context.Context) (llm.Answerer, error) {
		client := &llm.Client{Base: s.model.URL(), Transport: llm.NewHTTP(), Attempts: 1}
		return llm.Answerer{Model: client, Provider: "test", Rung: chat.RemoteRung, Settings: settings}, nil
	}}
	if change != nil {
		change(&c)
	}
	var err error
	s.Agent, err = New(c)
	require.NoError(t, err)
	return s
}

func (s *asking) says(texts ...string) {
	for _, text := range texts {
		s.model.Script(llmtest.Answer{Text: text})
	}
}

func (s *asking) ask(t testing.TB, question string) answer.Answer {
	t.Helper()
	a, err := s.Ask(t.Context(), Question{Text: question, Person: s.who}, nil)
	require.NoError(t, err)
	return a
}

// prompts are what the model was asked, system and user together.
func (s *asking) prompts() (out []string) {
	for _, r := range s.model.Requests() {
		var b strings.Builder
		messages, _ := r.Body["messages"].([]any)
		for _, m := range messages {
			fmt.Fprintln(&b, m.(map[string]any)["content"])
		}
		out = append(out, b.String())
	}
	return out
}

func query(sql string) string { return fmt.Sprintf(`{"sql":%q,"reading":"As asked."}`, sql) }

const choosesTwo = `{"tables":["purchase","customer"]}`

func stepsOf(a answer.Answer) string {
	var names []string
	for _, s := range a.Steps {
		names = append(names, s.Step)
	}
	return strings.Join(names, " ")
}

func TestAModelChoosesWritesAndIsCorrected(t *testing.T) {
	s := newAsking(t, nil)
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM purchase WHERE cuctomerId = 1"), query("SELECT COUNT(*) AS n FROM purchase WHERE customerId = 1"))
	var told []string
	a, err := s.Ask(t.Context(), Question{Text: "How many purchases has customer 1?", Person: only(1)}, func(e Event) {
		if e.Done {
			told = append(told, e.Step.Step)
		}
	})
	require.NoError(t, err)
	require.True(t, a.Answered)
	require.Equal(t, answer.ByModel, a.By)
	require.Equal(t, "As asked.", a.Reading)
	require.Equal(t, "The count is 42.", a.Text)
	require.Equal(t, "choose plan write check correct check run answer", stepsOf(a))
	require.Equal(t, strings.Fields(stepsOf(a)), told)
	require.Len(t, a.Corrections, 1)
	require.Contains(t, a.Corrections[0].Error, "Did you mean purchase.customerId?")
	require.Equal(t, 3, a.Usage.Calls)
	require.Positive(t, a.Usage.PromptTokens)
	require.Positive(t, a.Usage.Cost)

	prompts := s.prompts()
	require.Contains(t, prompts[0], "purchase: What was bought at once")
	require.NotContains(t, prompts[0], "cuctomerId")
	require.Contains(t, prompts[1], "customer.id = purchase.customerId (1:N)")
	require.Contains(t, prompts[1], "Today is 2026-06-30.")
	require.Contains(t, prompts[2], "Did you mean purchase.customerId?")
	require.NotContains(t, prompts[2], "city", "only the tables that are concerned")
	for _, p := range prompts {
		require.NotContains(t, p, "payroll", "what may not be read is never shown")
		require.NotContains(t, p, "secure_")
	}
}

func TestTheServersErrorsAreCorrected(t *testing.T) {
	s := newAsking(t, nil)
	s.db.rows = func(sql string) (*database.Result, error) {
		if strings.HasPrefix(sql, "SELECT LENGTH") {
			return nil, &database.Error{Code: database.Refused}
		}
		return oneRow("n", "1"), nil
	}
	s.says(choosesTwo, query("SELECT LENGTH(name) AS n FROM customer"), query("SELECT CHAR_LENGTH(name) AS n FROM customer"))
	a := s.ask(t, "How long are the names of customers?")
	require.True(t, a.Answered)
	require.Len(t, a.Corrections, 1)
	require.Contains(t, s.prompts()[2], "The database couldn't run this query.")
}

func TestAnEmptyResultIsTriedOnceMore(t *testing.T) {
	s := newAsking(t, nil)
	s.db.rows = func(sql string) (*database.Result, error) {
		if strings.Contains(sql, "Berne") {
			return noRows(), nil
		}
		return oneRow("name", "Ada"), nil
	}
	s.says(choosesTwo, query("SELECT name FROM customer WHERE city = 'Berne'"), query("SELECT name FROM customer WHERE city = 'Bern'"))
	a := s.ask(t, "Which customers are in Bern?")
	require.Len(t, a.Rows, 1)
	require.Empty(t, a.Warnings)

	s = newAsking(t, nil)
	s.db.rows = func(string) (*database.Result, error) { return noRows(), nil }
	s.says(choosesTwo, query("SELECT name FROM customer WHERE city = 'Bonn'"), query("SELECT name FROM customer WHERE city LIKE 'Bonn%'"), query("SELECT 3"))
	a = s.ask(t, "Which customers are in Bonn?")
	require.True(t, a.Answered)
	require.Empty(t, a.Rows)
	require.Equal(t, []answer.Warning{{Kind: answer.Empty, Text: "No rows match. I tried twice."}}, a.Warnings)
	require.Equal(t, "Nothing matches.", a.Text)
	require.Contains(t, a.SQL, "= 'Bonn'")
	require.Len(t, s.model.Requests(), 3, "and not once more")
}

func TestOutsideYourRightsIsSaidAsSuch(t *testing.T) {
	sentence := ""
	for _, sql := range []string{"SELECT SUM(amount) FROM payroll", "SELECT SUM(amount) FROM nothing_of_that_name", "SELECT mystery FROM customer", ""} {
		s := newAsking(t, nil)
		s.who = only(1)
		s.says(choosesTwo, query(sql), query(sql), query(sql), query(sql))
		a := s.ask(t, "What do people earn?")
		require.False(t, a.Answered)
		if sql == "" {
			require.Equal(t, answer.NotAbout, a.Code)
		} else {
			require.Equal(t, answer.NotReadable, a.Code)
		}
		require.Nil(t, a.Choices)
		if sentence == "" {
			sentence = a.Reading
		}
		require.Equal(t, sentence, a.Reading, "the same for what is hidden and what is not there")
		require.Equal(t, sentence, a.Text)
		require.Empty(t, s.db.asked)
	}
	require.Equal(t, "I couldn't find this in the database. It may not be there, or you may not have access to it.", sentence)

	// The grants of the account say the same.
	s := newAsking(t, nil)
	s.db.rows = func(string) (*database.Result, error) { return nil, &database.Error{Code: database.Denied} }
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer"))
	require.Equal(t, sentence, s.ask(t, "How many customers?").Reading)
}

func TestAnExpensiveQueryIsAskedAboutFirst(t *testing.T) {
	s := newAsking(t, func(c *Config) { c.Reader = reads(writes("SELECT COUNT(*) AS n FROM item")) })
	s.db.explain = 3e9
	a := s.ask(t, "How many items?")
	require.False(t, a.Answered)
	require.Equal(t, answer.Expensive, a.Code)
	require.Equal(t, "This would read about 3 billion rows and may take long.", a.Reading)
	require.Empty(t, s.db.asked)
	require.Equal(t, "Run it anyway", a.Choices[0].Label)
	a, err := s.Ask(t.Context(), Question{Text: "How many items?", Person: database.Everything(), Choice: a.Choices[0].Apply}, nil)
	require.NoError(t, err)
	require.True(t, a.Answered)
	require.Len(t, s.db.asked, 1)

	// A choice that a stranger wrote goes through the guard like everything else.
	for _, apply := range []string{`{"run":"DELETE FROM item"}`, `{"run":"SELECT * FROM payroll"}`, `{"run":"SELECT 1; DROP TABLE item"}`} {
		a, err := s.Ask(t.Context(), Question{Text: "How many items?", Person: only(1), Choice: apply}, nil)
		require.NoError(t, err)
		require.False(t, a.Answered)
		require.Equal(t, answer.NotReadable, a.Code)
	}
	require.Len(t, s.db.asked, 1)
}

func TestTiedJoinsBecomeAChoice(t *testing.T) {
	s := newAsking(t, nil)
	s.says(`{"tables":["purchase","person"]}`)
	a := s.ask(t, "Purchases of each person")
	require.Equal(t, answer.Unclear, a.Code)
	require.Equal(t, "This can be read in several ways. Which one do you mean?", a.Reading)
	require.Len(t, a.Choices, 2)
	labels := []string{a.Choices[0].Label, a.Choices[1].Label}
	require.ElementsMatch(t, []string{"by courier", "by seller"}, labels)

	seller := a.Choices[0]
	if seller.Label != "by seller" {
		seller = a.Choices[1]
	}
	s.says(`{"tables":["purchase","person"]}`, query("SELECT s.name, COUNT(*) AS n FROM purchase p JOIN person s ON p.sellerId = s.id GROUP BY s.name"))
	a, err := s.Ask(t.Context(), Question{Text: "Purchases of each person", Person: database.Everything(), Choice: seller.Apply}, nil)
	require.NoError(t, err)
	require.True(t, a.Answered)
	prompts := s.prompts()
	require.Contains(t, prompts[2], "person.id = purchase.sellerId (1:N) as seller")
	require.NotContains(t, prompts[2], "as courier")
	require.NotContains(t, prompts[2], "Where several joins are possible")

	// The names of constraints have no role in them: the column that is called after the
	// table is the usual way.
	s = newAsking(t, func(c *Config) {
		c.Graph.Relationships = append(c.Graph.Relationships[:2:2], c.Graph.Relationships[4:]...)
		for column, name := range map[string]string{"personId": "fk_purchase_person", "courierId": "fk_purchase_person_courier"} {
			c.Graph.Relationships = append(c.Graph.Relationships, schema.Relationship{FromTable: "purchase", ToTable: "person", Columns: []schema.Pair{{From: column, To: "id"}}, Kind: schema.ForeignKey, Confidence: 1, Cardinality: schema.ManyToOne, Name: name})
		}
		table, _ := c.Graph.Table("purchase")
		grown := *table
		grown.Columns = append(grown.Columns[:len(grown.Columns):len(grown.Columns)], schema.Column{Name: "personId"})
		c.Graph.Put(&grown)
	})
	s.says(`{"tables":["purchase","person"]}`, query("SELECT COUNT(*) AS n FROM purchase"))
	require.True(t, s.ask(t, "Purchases of each person").Answered)

	// A word of the question decides.
	s = newAsking(t, nil)
	s.says(`{"tables":["purchase","person"]}`, query("SELECT COUNT(*) AS n FROM purchase"))
	require.True(t, s.ask(t, "Purchases of each person as courier").Answered)
}

func TestConfirmedAnswersComeFirst(t *testing.T) {
	book, err := golden.Open(filepath.Join(t.TempDir(), "golden.json"), day)
	require.NoError(t, err)
	s := newAsking(t, func(c *Config) { c.Golden, c.Reader = book, reads(writes("SELECT 1 AS wrong FROM customer")) })
	_, err = s.Confirm(database.Everything(), "", "How many customers?", "SELECT COUNT(*) AS n FROM customer")
	require.NoError(t, err)
	_, err = s.Confirm(database.Everything(), "", "q", "DELETE FROM customer")
	require.ErrorContains(t, err, "this query may not run")

	a := s.ask(t, "how many customers are there")
	require.Equal(t, answer.ByGolden, a.By)
	require.Equal(t, "remember check run answer", stepsOf(a))
	require.Equal(t, "As it was confirmed earlier: How many customers?", a.Reading)

	// Other rights, another schema, other words: it is not used.
	other, err := s.Ask(t.Context(), Question{Text: "How many customers?", Person: only(1)}, nil)
	require.NoError(t, err)
	require.Equal(t, answer.ByPlanner, other.By)
	list, err := book.List()
	require.NoError(t, err)
	require.Empty(t, s.Problem(database.Everything(), list[0]))
	require.Equal(t, "It was confirmed by someone with different access.", s.Problem(only(1), list[0]))
	changed := newAsking(t, func(c *Config) {
		c.Golden, c.Reader = book, reads(writes("SELECT 1 AS wrong FROM customer"))
		table, _ := c.Graph.Table("customer")
		grown := *table
		grown.Columns = append(grown.Columns[:3:3], table.Columns[3])
		grown.Columns[3].Type = "int"
		c.Graph.Put(&grown)
	})
	require.Equal(t, answer.ByPlanner, changed.ask(t, "How many customers?").By)
	require.Equal(t, "Its tables have changed since.", changed.Problem(database.Everything(), list[0]))
}

func TestConfirmedQueriesAreHints(t *testing.T) {
	book, err := golden.Open(filepath.Join(t.TempDir(), "golden.json"), day)
	require.NoError(t, err)
	s := newAsking(t, func(c *Config) { c.Golden = book })
	_, err = s.Confirm(database.Everything(), "", "How many customers are in Bern?", "SELECT COUNT(*) AS n FROM customer WHERE city = 'Bern'")
	require.NoError(t, err)
	_, err = s.Confirm(only(3), "", "How many customers are in Oslo?", "SELECT COUNT(*) AS n FROM customer WHERE city = 'Oslo'")
	require.NoError(t, err)
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer WHERE city = 'Rome'"))
	require.True(t, s.ask(t, "How many customers are in Rome?").Answered)
	require.Contains(t, s.prompts()[1], "WHERE city = 'Bern'")
	require.NotContains(t, s.prompts()[1], "Oslo", "those of others are not shown")
}

func TestProseIsCheckedAgainstTheRows(t *testing.T) {
	s := newAsking(t, nil)
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer"), "There are 42 customers, up from 37 last year.")
	var streamed strings.Builder
	a, err := s.Ask(t.Context(), Question{Text: "How many customers?", Person: database.Everything(), Prose: true}, func(e Event) { streamed.WriteString(e.Text) })
	require.NoError(t, err)
	require.Equal(t, "There are 42 customers, up from 37 last year.", a.Text)
	require.Equal(t, a.Text, streamed.String())
	require.Equal(t, []answer.Number{{Text: "37", Start: 32, End: 34}}, a.Unsupported)
	require.Equal(t, answer.Numbers, a.Warnings[0].Kind)

	// A model that fails leaves the sentence that was made here.
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer"))
	s.model.Script(llmtest.Answer{Status: http.StatusInternalServerError})
	a, err = s.Ask(t.Context(), Question{Text: "How many customers?", Person: database.Everything(), Prose: true}, nil)
	require.NoError(t, err)
	require.Equal(t, "There are 42 customers.", a.Text)
}

func TestWithoutAModelItSaysWhy(t *testing.T) {
	s := newAsking(t, func(c *Config) { c.Reader = reads(&puzzled{}) })
	a, err := s.Ask(t.Context(), Question{Text: "Hm?", NoModel: true}, nil)
	require.NoError(t, err)
	require.False(t, a.Answered)
	require.Equal(t, answer.NotUnderstood, a.Code)
	require.Equal(t, "I don't know “Hm”.", a.Reading)
	require.Equal(t, []string{"How many customers are there?"}, a.Examples)
	require.Empty(t, s.model.Requests())
	_, err = s.Ask(t.Context(), Question{Text: " "}, nil)
	require.Error(t, err)
}

// puzzled is a Reader that understands nothing.
type puzzled struct{ writes }

func (*puzzled) Read(context.Context, string, json.RawMessage) (Reading, error) {
	return Reading{}, &NotUnderstood{Why: "I don't know “Hm”.", Examples: []string{"How many customers are there?"}}
}

// torn is a Reader that reads each question in two ways.
type torn struct{ writes }

func (torn) Read(context.Context, string, json.RawMessage) (Reading, error) {
	return Reading{Sentence: "Customers by what?", Choices: []answer.Choice{{Label: "by city", Apply: "1"}, {Label: "by year", Apply: "2"}}}, nil
}

func TestChoicesOfRulesDoNotStandBeforeAModel(t *testing.T) {
	s := newAsking(t, func(c *Config) { c.Reader = reads(torn{}) })
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer"))
	a := s.ask(t, "Customers?")
	require.True(t, a.Answered)
	require.Equal(t, answer.ByModel, a.By)
	require.Empty(t, a.Choices)

	offers := func(a answer.Answer) {
		t.Helper()
		require.False(t, a.Answered)
		require.Equal(t, answer.Unclear, a.Code)
		require.Equal(t, "Customers by what?", a.Reading)
		require.Len(t, a.Choices, 2)
	}
	a, err := s.Ask(t.Context(), Question{Text: "Customers?", Person: database.Everything(), NoModel: true}, nil)
	require.NoError(t, err)
	offers(a)
	// A model that is of no help takes nothing away.
	s.model.Script(llmtest.Answer{Status: http.StatusUnauthorized})
	offers(s.ask(t, "Customers?"))
	no := query("DELETE FROM customer")
	s.says(choosesTwo, no, no, no, no, no, no)
	offers(s.ask(t, "Customers?"))
}

func TestAModelMayFindNothingToAsk(t *testing.T) {
	for said, code := range map[string]answer.Code{`{"tables":[]}`: answer.NotAbout, `{"tables":null}`: "", `{}`: "", `nothing`: "", `{"tables":["elsewhere"]}`: ""} {
		s := newAsking(t, func(c *Config) { c.Reader = reads(torn{}) })
		s.says(said, query("SELECT COUNT(*) AS n FROM customer"))
		a := s.ask(t, "How many customers?")
		require.Equal(t, code, a.Code, said)
		require.Equal(t, code == "", a.Answered, said)
		require.Empty(t, a.Choices)
	}
}

func TestAModelThatCannotBeAskedIsSaid(t *testing.T) {
	s := newAsking(t, nil)
	s.model.Script(llmtest.Answer{Status: http.StatusUnauthorized})
	a := s.ask(t, "How many customers?")
	require.False(t, a.Answered)
	require.Equal(t, answer.Failed, a.Code)
	require.NotEmpty(t, a.Reading)

	s = newAsking(t, func(c *Config) {
		c.Model = func(context.Context) (llm.Answerer, error) { return llm.Answerer{}, errors.New("nobody") }
	})
	require.Equal(t, "I can't answer this without a model.", s.ask(t, "How many customers?").Reading)
}

func TestCancellingEndsTheQuestion(t *testing.T) {
	s := newAsking(t, nil)
	s.model.Script(llmtest.Answer{HangBefore: true})
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan struct{})
	go func() { <-begun; cancel() }()
	once := sync.OnceFunc(func() { close(begun) })
	_, err := s.Ask(ctx, Question{Text: "How many customers?"}, func(Event) { once() })
	require.ErrorIs(t, err, context.Canceled)
}

// finds is a Reader that understands no question, but some of its words.
type finds struct{ puzzled }

func (*finds) Hints(context.Context, string) (planner.Hints, error) {
	return planner.Hints{Tables: []string{"item"}, Values: []planner.Match{{Place: planner.Place{Table: "customer", Column: "name"}, Value: "Rosa >>> Ltd"}}, Unread: []string{"blue"}}, nil
}

// What rules found of a question that they could not read goes along, as data.
func TestFoundValuesReachTheModel(t *testing.T) {
	s := newAsking(t, func(c *Config) { c.Reader = reads(&finds{}) })
	s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM customer"))
	require.True(t, s.ask(t, "Blue items of Rosa?").Answered)
	prompt := s.prompts()[1]
	require.Contains(t, prompt, "What words of the question may mean:\n<<<\n\"Rosa  Ltd\" is a value of customer.name\nthe table item is named\nfound nowhere: blue\n>>>")
	require.Contains(t, prompt, "\nitem", "a table that the question names is shown")
}

// A question that may be meant for others is answered only by tables that it names.
func TestACertainQuestionNeedsNames(t *testing.T) {
	for named, answered := range map[bool]bool{true: true, false: false} {
		s := newAsking(t, func(c *Config) { c.Reader = reads(guesses{named}) })
		got, err := s.Ask(t.Context(), Question{Text: "Which country has the most people?", Person: s.who, Certain: true}, nil)
		require.NoError(t, err)
		require.Equal(t, answered, got.Answered)
		require.Empty(t, s.prompts(), "no model is asked")
	}
}

// guesses reads each question, by names or not.
type guesses struct{ named bool }

func (g guesses) Read(context.Context, string, json.RawMessage) (Reading, error) {
	return Reading{SQL: "SELECT COUNT(*) AS n FROM customer", Sure: true, Named: g.named}, nil
}
func (guesses) Restore([]byte) (Reading, error) { return Reading{}, &NotUnderstood{Why: "no"} }
func (guesses) Hints(context.Context, string) (planner.Hints, error) {
	return planner.Hints{}, nil
}
func (guesses) Examples() []string { return nil }

// A database whose last day is not the clock's says so where a time counts from it.
func TestAnotherTodayIsSaid(t *testing.T) {
	const note = "The data ends on 30 June 2026, so that day counts as today."
	warned := func(question string, change func(*Config)) []answer.Warning {
		s := newAsking(t, func(c *Config) {
			c.TodayIs = note
			if change != nil {
				change(c)
			}
		})
		s.says(choosesTwo, query("SELECT COUNT(*) AS n FROM purchase"))
		return s.ask(t, question).Warnings
	}
	said := answer.Warning{Kind: answer.Today, Text: note}
	require.Contains(t, warned("How many purchases last month?", nil), said)
	require.NotContains(t, warned("How many purchases in May 2026?", nil), said)
	require.NotContains(t, warned("How many purchases last month?", func(c *Config) { c.Today = time.Now }), said)
}
