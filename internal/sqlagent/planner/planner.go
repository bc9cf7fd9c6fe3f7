// Package planner reads a question about a database without a model. It decides what is
// asked for: which rows, which filters, what is counted or added up, by what it is grouped
// and how it is ordered; and it writes that as one query. Running the query is left to the
// agent, and whether it may run to package guard.
//
// It answers only what it understands wholly. Every word of a question must be accounted
// for: as a table, a column, a value, a number, a date, an operator, or a word that is
// known to say nothing. One word that is not makes the whole question NotUnderstood, and
// two readings that are equally good are a choice for the person, never a guess: a wrong
// number is worse than none.
//
// What it knows of a database it has from the graph and from nothing else: names, comments,
// labels of enumerations, keys and relationships. Names of people, towns and kinds are
// looked up in the rows, by way of Values. Queries are built so that no join repeats rows:
// what is added up stands in the table that the query begins with, tables above it are
// joined, and tables below it are asked with EXISTS.
package planner

import (
	"context"
	"time"
)

// Options say how questions are read. The zero value reads them, but looks nothing up.
type Options struct {
	// Readable says which tables may be used; nil means all. What a person may not read
	// is not there for the planner.
	Readable func(table string) bool
	// Today is the day from which "last month" is counted; nil is the clock's.
	Today func() time.Time
	// Values finds what stands in rows. Nil means the labels that the graph knows.
	Values Values
	// MaxRows is how many rows a list may have; 0 means 100. The query asks for no limit
	// of its own unless the question does: package guard sets one.
	MaxRows int
}

// Place is a column in which a value is looked for.
type Place struct {
	Table, Column string
}

// Match is a value that a column holds, as the column spells it.
type Match struct {
	Place
	Value string
}

// Values finds values in a database.
type Values interface {
	// Lookup finds which places hold one of the texts as a whole value, whatever the case
	// and the accents. It asks by the base tables' names, as the guard wants it, and for
	// the person who asks; places that the person may not read hold nothing. Of each place
	// a few matches are enough. An error ends the reading.
	Lookup(ctx context.Context, texts []string, in []Place) ([]Match, error)
}

// Choice is one of several meanings of a question.
type Choice struct {
	// Label says what makes it different from the others: "by the office that does the job".
	Label string `json:"label"`
	// Apply is the reading as it would be with this choice, for Planner.Restore.
	Apply string `json:"apply"`
}

// NotUnderstood says why a question was not read. It is the error of Read for everything
// but a lookup that failed.
type NotUnderstood struct {
	// Words are those of the question that mean nothing here, as they were written.
	Words []string
	// Why is a sentence for the person who asked.
	Why string
	// Examples are questions that work, at most three.
	Examples []string
}

func (e *NotUnderstood) Error() string { return e.Why }
