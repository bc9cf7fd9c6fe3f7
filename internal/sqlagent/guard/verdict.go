package guard

import "slices"

// Verdict is what Check decided about a query.
type Verdict struct {
	OK bool
	// SQL is what may run in the query's place; empty if it was refused.
	SQL string
	// Tables are those that the query reads, by the names that queries give them.
	Tables []string
	// Columns are those that it names, as table.column.
	Columns []string
	// Views reports whether a secure view took the place of a base table.
	Views bool
	// Refusals say why it may not run. There are several if several names are wrong.
	Refusals []Refusal
	// Warnings are doubts about a query that may run.
	Warnings []Refusal
}

// Refusal is one reason why a query may not run.
type Refusal struct {
	Code    Code
	Message string // a sentence or several
	// Suggestion is what may have been meant: a name, or the condition of a join. It is
	// empty if there is nothing near.
	Suggestion string
}

// Code is the rule that refused a query.
type Code string

const (
	TooLong    Code = "too_long"   // more text than is read
	TooDeep    Code = "too_deep"   // nested deeper, or more tables, than is read
	Encoding   Code = "encoding"   // not UTF-8, or with control characters
	Comment    Code = "comment"    // a comment of any kind, and with it hints
	Statements Code = "statements" // not exactly one statement
	Syntax     Code = "syntax"     // not MySQL
	Statement  Code = "statement"  // not a SELECT
	Into       Code = "into"       // would write its rows somewhere
	Lock       Code = "lock"       // would lock what it reads
	Hint       Code = "hint"       // tells the server how to work
	Variable   Code = "variable"   // of a session or a server
	Function   Code = "function"   // not on the list of functions
	Expression Code = "expression" // not on the list of expressions
	Pattern    Code = "pattern"    // a regular expression that may take for ever
	Recursive  Code = "recursive"  // a table expression that names itself
	Schema     Code = "schema"     // another database
	Table      Code = "table"      // no such table, for this person
	Column     Code = "column"     // no such column, for this person
	Small      Code = "small"      // a sensitive column, where one person's could show
	Ambiguous  Code = "ambiguous"  // a column of two tables
	Name       Code = "name"       // a name that is taken, or that cannot be one
	Join       Code = "join"       // joins columns that do not belong together
	Cartesian  Code = "cartesian"  // every row of one table with every row of another
	Limit      Code = "limit"      // of rows, that cannot be read or skips too many
)

// mostRefusals is how many reasons are given: a text of wrong names is wrong early.
const mostRefusals = 8

func (c *check) refuse(code Code, message, suggestion string) {
	r := Refusal{Code: code, Message: message, Suggestion: suggestion}
	if len(c.refusals) < mostRefusals && !slices.Contains(c.refusals, r) {
		c.refusals = append(c.refusals, r)
	}
}

// sorted are names in their order, each once, in a list of their own.
func sorted(names []string) []string {
	slices.Sort(names)
	return append([]string(nil), slices.Compact(names)...)
}
