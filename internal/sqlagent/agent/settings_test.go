package agent

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/llm"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/schema"
)

// TestSettings shows what each setting changes. Its parts have the names of the settings.
func TestSettings(t *testing.T) {
	const right = "SELECT COUNT(*) AS n FROM purchase"
	with := func(t *testing.T, change func(l *config.Limits)) *asking {
		return newAsking(t, func(c *Config) { change(&c.Limits) })
	}
	tests := map[string]func(t *testing.T){
		"MAX_QUERY_ROWS": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxRows = 7 })
			s.says(choosesTwo, query("SELECT id FROM purchase"))
			require.Contains(t, s.ask(t, "All purchases").SQL, "LIMIT 8")
		},
		"SQL_AGENT_MAX_ITERATIONS": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxIterations = 2 })
			s.says(choosesTwo, query("SELECT nothing FROM purchase"), query(right))
			require.False(t, s.ask(t, "How many purchases?").Answered)
			require.Len(t, s.model.Requests(), 2)
		},
		"SQL_CORRECTION_MAX_ATTEMPTS": func(t *testing.T) {
			for attempts, answered := range map[int]bool{0: false, 1: false, 2: true} {
				s := with(t, func(l *config.Limits) { l.CorrectionMaxAttempts = attempts })
				s.says(choosesTwo, query("SELECT a FROM purchase"), query("SELECT b FROM purchase"), query(right))
				require.Equal(t, answered, s.ask(t, "How many purchases?").Answered, attempts)
				require.Len(t, s.model.Requests(), 2+attempts)
			}
		},
		"SQL_PRE_VALIDATION_ENABLED": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.PreValidation = false })
			s.db.explain = 1e12
			s.says(choosesTwo, query(right))
			require.True(t, s.ask(t, "How many purchases?").Answered, "no plan is asked for")
			// The guard is there whatever it says.
			s.who = only(1)
			for _, sql := range worstQueries {
				s.model.Reset()
				s.says(choosesTwo, query(sql), query(sql), query(sql), query(sql))
				require.False(t, s.ask(t, "What do people earn?").Answered, sql)
			}
			require.Len(t, s.db.asked, 1)
		},
		"SQL_MAX_EXAMINED_ROWS": func(t *testing.T) {
			for most, code := range map[int]answer.Code{999: answer.Expensive, 1000: ""} {
				s := with(t, func(l *config.Limits) { l.MaxExamined = most })
				s.db.explain = 1000
				s.says(choosesTwo, query(right))
				require.Equal(t, code, s.ask(t, "How many purchases?").Code)
			}
		},
		"SQL_SENSITIVE_COLUMNS": func(t *testing.T) {
			s := newAsking(t, func(c *Config) { c.Rights.Sensitive = map[string][]string{"person": {"salary"}} })
			s.says(`{"tables":["person"]}`, query("SELECT MAX(salary) AS most FROM person"), query("SELECT AVG(salary) AS mean FROM person"))
			a := s.ask(t, "What does one person earn at most?")
			require.Contains(t, a.Corrections[0].Error, "can only be counted, added up or averaged")
			require.Contains(t, a.SQL, ">= 5")
			require.Equal(t, "'person.salary' is sensitive: fewer than 5 rows are not added up.", a.Warnings[0].Text)
			// What is shown can be asked for again: it is confirmed, and run anyway.
			_, err := s.Agent.Ask(t.Context(), Question{Text: "Again", Person: s.who, Choice: choice{Run: a.SQL}.apply()}, nil)
			require.NoError(t, err)
			require.Len(t, s.db.asked, 2)
		},
		"SQL_MIN_GROUP_ROWS": func(t *testing.T) {
			s := newAsking(t, func(c *Config) {
				c.Rights.Sensitive, c.Limits.LeastGroup = map[string][]string{"person": {"salary"}}, 9
			})
			s.says(`{"tables":["person"]}`, query("SELECT AVG(salary) AS mean FROM person"))
			require.Contains(t, s.ask(t, "What does a person earn?").SQL, ">= 9")
		},
		"SQL_SAMPLE_ROWS": func(t *testing.T) {
			for n, shown := range map[int]bool{0: false, 2: true} {
				s := with(t, func(l *config.Limits) { l.SampleRows = n })
				s.db.rows = func(sql string) (*database.Result, error) { return oneRow("name", "CANARY"), nil }
				s.says(choosesTwo, query(right))
				s.ask(t, "How many purchases?")
				require.Equal(t, shown, strings.Contains(strings.Join(s.prompts(), ""), "CANARY"))
				if shown {
					require.Contains(t, s.db.asked[0], "LIMIT 2")
				}
			}
		},
		"SQL_MAX_TABLES_IN_SELECTION_PROMPT": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxTablesInSelection = 5 })
			s.says(choosesTwo, query(right))
			s.ask(t, "How many purchases?")
			list, _, _ := strings.Cut(strings.SplitN(s.prompts()[0], "Tables:\n<<<\n", 2)[1], ">>>")
			require.Equal(t, 5, strings.Count(list, "\n"))
		},
		"SQL_MAX_FALLBACK_TABLES": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxFallbackTables = 1 })
			s.says(`{"tables":["no_such_table"]}`, query(right))
			s.ask(t, "How many purchases did customers pay?")
			require.Equal(t, "purchase", s.described(1))
		},
		"SQL_MAX_TABLES_IN_CONTEXT": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxTablesInContext = 2 })
			s.says(`{"tables":["purchase","customer","item"]}`, query(right))
			s.ask(t, "How many purchases?")
			require.Len(t, strings.Fields(s.described(1)), 2)
		},
		"SQL_CONFIDENCE_THRESHOLD": func(t *testing.T) {
			for threshold, shown := range map[float64]bool{.7: false, .5: true} {
				s := with(t, func(l *config.Limits) { l.Confidence = threshold })
				s.says(`{"tables":["payment","profile"]}`, query("SELECT COUNT(*) AS n FROM payment"))
				s.ask(t, "How many payments?")
				require.Equal(t, shown, strings.Contains(s.prompts()[1], "payment.id = profile.id"))
			}
		},
		"SQL_MAX_RELATIONSHIPS_DISPLAY": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxRelationshipsDisplay = 0 })
			s.says(`{"tables":["purchase","person","customer"]}`, query(right))
			s.ask(t, "How many purchases as seller or courier?")
			require.LessOrEqual(t, s.joins(1), 3, "those of the plan and their roles alone")
		},
		"SQL_MAX_RELATIONSHIPS_IN_PROMPT": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxRelationshipsInPrompt = 1 })
			s.says(`{"tables":["purchase","customer","item"]}`, query("SELECT x FROM purchase p JOIN item i ON i.purchaseId = p.id JOIN customer c ON p.customerId = c.id"), query(right))
			s.ask(t, "How many purchases?")
			require.Equal(t, 1, s.joins(1))
			require.Equal(t, 1, s.joins(2))
		},
		"SQL_MAX_SUGGESTED_PATHS": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxPaths = 1 })
			s.says(`{"tables":["purchase","person"]}`, query(right))
			require.True(t, s.ask(t, "Purchases of each person").Answered, "one way is no choice")
		},
		"SQL_MAX_COLUMNS_IN_SCHEMA": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxColumnsInSchema = 3 })
			s.says(choosesTwo, query(right))
			s.ask(t, "How many purchases have the status open?")
			require.Equal(t, 6, s.columns(1))
			require.Contains(t, s.prompts()[1], "  status", "those of the question stay")
		},
		"SQL_MAX_COLUMNS_IN_CORRECTION": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxColumnsInCorrection = 4 })
			s.says(choosesTwo, query("SELECT nothing FROM purchase"), query(right))
			s.ask(t, "How many purchases?")
			require.Equal(t, 4, s.columns(2))
		},
		"SQL_MAX_COLUMNS_IN_VALIDATION": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxColumnsInValidation = 2 })
			s.says(choosesTwo, query("SELECT nothing FROM purchase"), query(right))
			require.Contains(t, s.ask(t, "How many purchases?").Corrections[0].Error, "Available: id, customerId, ….")
		},
		"SQL_MAX_SQL_HISTORY_LENGTH": func(t *testing.T) {
			s := with(t, func(l *config.Limits) { l.MaxSQLHistoryLength = 10 })
			s.says(choosesTwo, query("SELECT nothing FROM purchase"), query("SELECT naught FROM purchase"), query(right))
			s.ask(t, "How many purchases?")
			require.Contains(t, s.prompts()[3], "SELECT not…\n→")
			require.NotContains(t, s.prompts()[3], "nothing FROM")
		},
		"MAX_CONTEXT_TOKENS": func(t *testing.T) {
			s := newAsking(t, func(c *Config) { c.Model = smaller(c.Model, func(s *chat.Settings) { s.MaxContext = new(400) }) })
			s.says(choosesTwo, query(right))
			a := s.ask(t, "How many purchases?")
			require.LessOrEqual(t, a.Usage.SchemaTokens, 200)
		},
		"MAX_OUTPUT_TOKENS": func(t *testing.T) {
			s := newAsking(t, func(c *Config) { c.Model = smaller(c.Model, func(s *chat.Settings) { s.MaxOutput = new(123) }) })
			s.says(choosesTwo, query(right))
			s.ask(t, "How many purchases?")
			require.EqualValues(t, 123, s.model.Requests()[1].Body["max_tokens"])
		},
	}
	for name, test := range tests {
		t.Run(name, test)
	}
}

func smaller(of func(context.Context) (llm.Answerer, error), change func(*chat.Settings)) func(context.Context) (llm.Answerer, error) {
	return func(ctx context.Context) (llm.Answerer, error) {
		who, err := of(ctx)
		change(&who.Settings)
		return who, err
	}
}

// schemaIn is the excerpt of the schema in a prompt.
func (s *asking) schemaIn(prompt int) string {
	_, rest, _ := strings.Cut(s.prompts()[prompt], "Schema:\n<<<\n")
	text, _, _ := strings.Cut(rest, ">>>")
	return text
}

// described are the tables in it.
func (s *asking) described(prompt int) string {
	tables, _, _ := strings.Cut(s.schemaIn(prompt), "Joins:\n")
	var names []string
	for line := range strings.Lines(tables) {
		if !strings.HasPrefix(line, " ") {
			name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func (s *asking) columns(prompt int) int {
	tables, _, _ := strings.Cut(s.schemaIn(prompt), "Joins:\n")
	return strings.Count(tables, "\n  ")
}

func (s *asking) joins(prompt int) int {
	_, joins, _ := strings.Cut(s.schemaIn(prompt), "Joins:\n")
	return strings.Count(joins, " = ")
}

// Whatever the settings and however wide the tables are, a prompt has at most 8,000 tokens
// of schema.
func TestPromptsHaveAtMost8000TokensOfSchema(t *testing.T) {
	s := newAsking(t, func(c *Config) {
		var tables []*schema.Table
		for i := range 120 {
			wide := &schema.Table{Name: fmt.Sprintf("purchaseTable%d", i), Comment: strings.Repeat("a purchase of many words ", 20), PrimaryKey: []string{"id"}}
			for j := range 60 {
				wide.Columns = append(wide.Columns, schema.Column{Name: fmt.Sprintf("column%dOfPurchase", j), Type: "varchar(200)", Comment: strings.Repeat("some words of a comment ", 10)})
			}
			wide.Columns = append(wide.Columns, schema.Column{Name: "id"})
			tables = append(tables, wide)
		}
		c.Graph, c.Rights = schema.New("wide", tables, nil), database.Rights{}
		c.Limits.MaxColumnsInSchema, c.Limits.MaxColumnsInCorrection, c.Limits.MaxTablesInSelection = 1000, 1000, 1000
	})
	s.says(`{"tables":["purchaseTable1","purchaseTable2","purchaseTable3","purchaseTable4","purchaseTable5","purchaseTable6","purchaseTable7","purchaseTable8"]}`,
		query("SELECT nothing FROM purchaseTable1"), query("SELECT id FROM purchaseTable1"))
	a := s.ask(t, "How many purchases?")
	require.True(t, a.Answered)
	require.Greater(t, a.Usage.SchemaTokens, 4000)
	require.LessOrEqual(t, a.Usage.SchemaTokens, 8000)
	for i := range 3 {
		require.LessOrEqual(t, s.counting.Count(s.schemaIn(i)), 8000)
	}
}
