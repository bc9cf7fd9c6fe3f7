package store

import "burrow/internal/sqlite"

// What tests of package store_test use of the inside.

var Migrations = migrations

const MaxRanked = maxRanked

// WithMigrations replaces the migrations and lets stop end one before a
// statement.
func (o Options) WithMigrations(all [][]string, stop func(version, statement int) error) Options {
	o.migrations, o.stop = all, stop
	return o
}

// DB is the database, for tests that look at it or damage it.
func (s *Store) DB() *sqlite.DB {
	_ = s.db.Defend(false)
	return s.db
}

// Matches reports whether a search for the query must find the content, by the
// code that makes snippets and not by the index.
func Matches(content, query string) bool {
	phrases := parseQuery(query)
	var terms []term
	eachTerm(content, func(t term) bool { terms = append(terms, t); return true })
	for _, p := range phrases {
		found := false
		for i := range terms {
			found = found || p.matchAt(terms, i)
		}
		if !found {
			return false
		}
	}
	return len(phrases) > 0
}

// Snippet is the snippet of a content for a query.
func Snippet(content, query string) []Part { return snippet(content, parseQuery(query)) }

// Terms are the terms of a text as the index gets them.
func Terms(text string) string { terms, _ := indexText(text); return terms }

// Expression is a query in the index's language.
func Expression(query string) string { return expression(parseQuery(query), "") }
