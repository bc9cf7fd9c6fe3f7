// Package answer says what an answer from a database is made of, as JSON for the page and
// for programs. It decides how rows become a sentence without a model, when they make a
// chart, which numbers of a text the rows do not support, and how rows leave as CSV. Where
// the rows come from is left to package agent.
//
// An answer is whole by itself: the table, the chart, the download and the receipt need
// neither the server nor the database again.
package answer

import "encoding/json"

// Answer is what became of a question. Lists are never null in JSON once Tidy has been
// called.
type Answer struct {
	// Answered says that SQL was run and Rows are what it gave, which may be none. If it
	// is false, Reading says why, and Choices may say how to go on.
	Answered bool `json:"answered"`
	// Question is what was asked.
	Question string `json:"question,omitempty"`
	// Reading says in a sentence how the question was read.
	Reading string `json:"reading"`
	// Counts says what the only number in Rows counts, with the conditions: "invoices with
	// status “open”"; "" where that is not known or Rows are something else.
	Counts string `json:"counts,omitempty"`
	// Done is what was done with what is counted, where Counts ends so: "completed in May 2026".
	Done string `json:"done,omitempty"`
	// Percent says what the only number in Rows is a percentage of: "percentage of invoices
	// with status “open”"; "" if it is none.
	Percent string `json:"percent,omitempty"`
	// Limit is how many rows the query itself asks for, 0 for all.
	Limit int `json:"-"`
	// SQL is what ran, with secure views in their place.
	SQL     string   `json:"sql"`
	Columns []Column `json:"columns"`
	// Rows hold texts as the database writes them; null is NULL.
	Rows [][]*string `json:"rows"`
	// Truncated says that there are more rows than these.
	Truncated bool      `json:"truncated"`
	Warnings  []Warning `json:"warnings"`
	// Text is the answer in words.
	Text string `json:"text"`
	// Unsupported are the numbers in Text that the rows do not have and that do not
	// follow from them.
	Unsupported []Number `json:"unsupported,omitempty"`
	Chart       *Chart   `json:"chart,omitempty"`

	// Tables are those that were read, by the names that queries give them.
	Tables []string `json:"tables,omitempty"`
	Joins  []Join   `json:"joins,omitempty"`
	// Views are the secure views that were read in the place of tables.
	Views []string `json:"views,omitempty"`
	// Scope says which rows the person may see, "" if all.
	Scope string `json:"scope,omitempty"`

	// By is who wrote the SQL.
	By By `json:"by,omitempty"`
	// Model is the one that was asked, "" if none was.
	Model string `json:"model,omitempty"`
	Usage *Usage `json:"usage,omitempty"`
	// Corrections are what was wrong with earlier versions of the SQL, in their order.
	Corrections []Correction `json:"corrections,omitempty"`
	Steps       []Step       `json:"steps,omitempty"`
	// Milliseconds is how long all of it took.
	Milliseconds float64 `json:"ms,omitempty"`

	// State is what a follow-up needs of this answer. Clients keep it and send it back as
	// it is; it is read as if a stranger had written it.
	State json.RawMessage `json:"state,omitempty"`
	// Choices are ways to read the question, or to go on. Choosing one asks the same
	// question again with its Apply.
	Choices []Choice `json:"choices,omitempty"`
	// Examples are questions that can be answered, given if this one could not.
	Examples []string `json:"examples,omitempty"`
	// Code says what kind of thing went wrong, "" if nothing did.
	Code Code `json:"code,omitempty"`
}

// Column is a column of the rows.
type Column struct {
	Name string `json:"name"`
	// Label is what people call it, where that is known: "Job title" for the name of one.
	Label string `json:"label,omitempty"`
	// Type is the database's: "BIGINT", "VARCHAR", "DECIMAL".
	Type string `json:"type"`
	// Decimals is how many a number has, where the database says so of what it is made of: 2 of
	// amounts of money.
	Decimals int `json:"decimals,omitempty"`
}

// By is who wrote a query.
type By string

// Who writes queries.
const (
	ByGolden  By = "golden"  // somebody confirmed it earlier
	ByPlanner By = "planner" // rules, without a model
	ByModel   By = "model"
)

// Code says why there is no answer.
type Code string

// The codes.
const (
	// NotUnderstood: neither rules nor a model could make a query of the question.
	NotUnderstood Code = "not_understood"
	// NotReadable: it is about something that does not exist for this person.
	NotReadable Code = "not_readable"
	// NotAbout: a model found none of the tables to be about it.
	NotAbout Code = "not_about"
	// Unclear: it can be read in several ways, which Choices has.
	Unclear Code = "unclear"
	// Expensive: running it would read very many rows; Choices has "Run it anyway".
	Expensive Code = "expensive"
	// GaveUp: every query that was written was refused.
	GaveUp Code = "gave_up"
	// Failed: the database or the model could not be asked.
	Failed Code = "failed"
)

// Kind is what a warning is about.
type Kind string

// The kinds of warnings.
const (
	// Truncated: there are more rows than are shown.
	Truncated Kind = "truncated"
	// RowsLost: an inner join leaves rows out.
	RowsLost Kind = "rows_lost"
	// FanOut: an aggregate counts rows more than once.
	FanOut Kind = "fan_out"
	// Rights: rows or names are outside of what the person may see.
	Rights Kind = "rights"
	// Limited: the query itself asks for only so many rows.
	Limited Kind = "limited"
	// Shortened: values were too long to be shown whole.
	Shortened Kind = "shortened"
	// Doubt: the guard has a doubt about a join.
	Doubt Kind = "doubt"
	// Empty: no row matched, also after another try.
	Empty Kind = "empty"
	// Numbers: the text has numbers that the rows do not support.
	Numbers Kind = "numbers"
	// Today: a time was counted from another day than the clock's.
	Today Kind = "today"
)

// Warning is a doubt about the numbers of an answer.
type Warning struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
}

// Join is a join of the query, as the receipt draws it.
type Join struct {
	// From is a table that was there before, To the one that was joined to it.
	From string `json:"from"`
	To   string `json:"to"`
	// On is the condition: "workOrder.customerId = customer.id".
	On string `json:"on"`
	// Type is "inner", "left", "right" or "cross".
	Type string `json:"type"`
	// Kind says where the relationship comes from: "foreign_key", "association",
	// "inferred", "manual", or "" if none is known.
	Kind string `json:"kind,omitempty"`
	// Cardinality is that of From to To: "N:1", "1:N", "1:1", "N:N".
	Cardinality string `json:"cardinality,omitempty"`
	// Role is the name of the relationship, where the two tables have several.
	Role string `json:"role,omitempty"`
	// Lost is how many rows of From the join left out; null if that was not counted.
	Lost *int64 `json:"lost,omitempty"`
}

// Usage is what a model was asked.
type Usage struct {
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	// SchemaTokens is the largest excerpt of the schema in a prompt.
	SchemaTokens int `json:"schema_tokens,omitempty"`
	// Cost is in US dollars, 0 if the model's price is not known.
	Cost float64 `json:"cost,omitempty"`
}

// Correction is a version of the SQL that could not be used.
type Correction struct {
	SQL   string `json:"sql"`
	Error string `json:"error"`
}

// Step is something that was done for an answer.
type Step struct {
	// Step is its name: "remember", "read", "choose", "plan", "write", "check", "run",
	// "retry", "correct", "answer".
	Step string  `json:"step"`
	MS   float64 `json:"ms"`
	// Detail says what came of it, in a few words; it may be empty.
	Detail string `json:"detail,omitempty"`
}

// Choice is a way to go on.
type Choice struct {
	Label string `json:"label"`
	// Apply comes back with the question if this one is chosen.
	Apply string `json:"apply"`
}

// Chart says how rows can be drawn. It names columns by their places and has no values
// of its own.
type Chart struct {
	Kind ChartKind `json:"kind"`
	// Label is the column along the axis, Values those that are drawn.
	Label  int   `json:"label"`
	Values []int `json:"values"`
}

// ChartKind is how a chart is drawn.
type ChartKind string

// The kinds of charts.
const (
	Bar  ChartKind = "bar"
	Line ChartKind = "line"
)

// Number is a number in a text.
type Number struct {
	Text string `json:"text"`
	// Start and End are its place, in UTF-16 code units as the page counts them.
	Start int `json:"start"`
	End   int `json:"end"`
}

// Tidy makes the lists that are always there empty instead of null.
func (a *Answer) Tidy() {
	if a.Columns == nil {
		a.Columns = []Column{}
	}
	if a.Rows == nil {
		a.Rows = [][]*string{}
	}
	if a.Warnings == nil {
		a.Warnings = []Warning{}
	}
}

// Warn adds a warning, once.
func (a *Answer) Warn(kind Kind, text string) {
	for _, w := range a.Warnings {
		if w.Kind == kind && w.Text == text {
			return
		}
	}
	a.Warnings = append(a.Warnings, Warning{kind, text})
}
