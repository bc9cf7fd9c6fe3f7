package planner

// Reading is a question as it was understood.
type Reading struct {
	// Confidence is from 0 to 1. What Read returns without an error and without choices
	// is at least MinConfidence.
	Confidence float64
	// Tables are those that the query reads.
	Tables []string
	// Named says that the question calls tables by their own names, and not by words that
	// stand for them: "people" may be anybody.
	Named bool
	// Choices are the meanings that the question may have; with them SQL is empty.
	Choices []Choice

	query                 query
	sql, sentence, counts string
	done, percent         string
}

// MinConfidence is that of a reading that may be answered without asking back.
const MinConfidence = .8

// SQL is the query, in MySQL's words, on the base tables' names.
func (r Reading) SQL() string { return r.sql }

// Sentence says in words how the question was read: "Number of work orders with status
// “open”, by branch."
func (r Reading) Sentence() string { return r.sentence }

// Counts is what a reading counts that gives one number, with its conditions: "work orders
// with status “open”"; "" for any other.
func (r Reading) Counts() string { return r.counts }

// Done is what was done with what is counted, where Counts ends with it and it is past:
// "completed in May 2026".
func (r Reading) Done() string { return r.done }

// Percent is what a reading that gives one number gives the percentage of: "percentage of work
// orders with status “open”"; "" for any other.
func (r Reading) Percent() string { return r.percent }
