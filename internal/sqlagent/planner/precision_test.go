package planner

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// read reads a question about the demo company that has one meaning.
func read(t *testing.T, p *Planner, question string) Reading {
	r, err := p.Read(t.Context(), question, nil)
	require.NoError(t, err, question)
	require.Empty(t, r.Choices, question)
	return r
}

// Whatever a graph is, what is ordered from the lowest on and cut has no unknown value at
// the top, and no month is that of rows without a date.
func TestNothingUnknownComesFirst(t *testing.T) {
	for name, g := range graphs(t) {
		t.Run(name, func(t *testing.T) {
			p := New(g, Options{Today: today})
			found := 0
			for _, of := range p.tables {
				for _, c := range of.columns {
					for _, question := range []string{
						"Which " + phrase(of.Name) + " has the lowest " + columnPhrase(c) + "?",
						"the oldest " + phrase(of.Name),
						"How many " + plural(of.Name) + " were " + columnPhrase(c) + " per month?",
					} {
						r, err := p.Read(t.Context(), question, nil)
						if err != nil || len(r.Choices) > 0 {
							continue
						}
						root := p.table(r.query.Root)
						need := func(x ref) {
							if col := p.columnAt(root, x); col.Nullable {
								found++
								require.Contains(t, r.SQL(), "`"+col.Name+"` IS NOT NULL", question)
							}
						}
						for _, o := range r.query.Order {
							if o.Ref != nil && !o.Desc && r.query.Limit > 0 {
								need(*o.Ref)
							}
						}
						for _, group := range r.query.Groups {
							if group.Unit != "" {
								need(group.Refs[0])
							}
						}
					}
				}
			}
			if name == "demo" {
				require.Positive(t, found)
			}
		})
	}
}

// Each word of the language in front of a question that is read leaves it read the same or
// not at all: none of them is taken for a table that is only spelled like it.
func TestWordsOfTheLanguageAreNoTables(t *testing.T) {
	p := New(demoGraph(), Options{Today: today})
	for _, word := range []string{"not", "also", "only", "just", "each", "that", "there", "being", "does"} {
		b, err := p.newBoard(t.Context(), "employees "+word+" work", nil)
		require.NoError(t, err)
		for _, it := range b.at[1] {
			require.NotEqual(t, aTable, it.class, "%s is %v", word, it.means)
		}
	}
}

// What "when" asks for is a date, or the question is not read.
func TestWhenIsAnsweredByADate(t *testing.T) {
	for name, g := range graphs(t) {
		t.Run(name, func(t *testing.T) {
			p := New(g, Options{Today: today})
			r := rand.New(rand.NewPCG(1, 2))
			for _, of := range p.tables {
				c := of.columns[r.IntN(len(of.columns))]
				for _, question := range []string{"When was the latest " + phrase(of.Name) + "?", "When was the " + phrase(of.Name) + " " + columnPhrase(c) + "?", "When are " + plural(of.Name) + "?"} {
					got, err := p.Read(t.Context(), question, nil)
					if err != nil || len(got.Choices) > 0 {
						continue
					}
					root := p.table(got.query.Root)
					dates := 0
					for _, x := range got.query.Columns {
						if p.columnAt(root, x).kind == isDate {
							dates++
						}
					}
					require.Positive(t, dates, "%s: %s", question, got.SQL())
				}
			}
		})
	}
}

// A share is of all rows: none is left out because it names nothing.
func TestSharesAreOfAllRows(t *testing.T) {
	p := demoPlanner(t)
	for question, where := range map[string]string{
		"What percentage of customers are active?":                      "",
		"What share of jobs has no supervisor?":                         "",
		"What percentage of employees work in Dublin?":                  "",
		"What percentage of active customers have a service agreement?": " WHERE `customer`.`status` = 'active'",
	} {
		sql := read(t, p, question).SQL()
		require.Contains(t, sql, "100 * SUM(CASE WHEN ")
		_, after, _ := strings.Cut(sql, " / COUNT(*) FROM ")
		require.NotContains(t, after, "JOIN", question)
		if where == "" {
			require.NotContains(t, after, "WHERE", question)
		} else {
			require.True(t, strings.HasSuffix(sql, where), sql)
		}
	}
}

// A month without its year is the nearest one of a date that lies ahead, the last one of
// others, and is not read where two are about as far away.
func TestMonthsWithoutTheirYear(t *testing.T) {
	p := New(demoGraph(), Options{Today: today}) // 30 June 2026
	for question, from := range map[string]string{
		"Which service agreements end in July?":     "2026-07-01",
		"Which service agreements end in June?":     "2026-06-01",
		"Which service agreements end in May?":      "2026-05-01",
		"Which work orders were completed in July?": "2025-07-01",
	} {
		require.Contains(t, read(t, p, question).SQL(), from, question)
	}
	_, err := p.Read(t.Context(), "Which service agreements end in December?", nil)
	require.Error(t, err)
}

// Who was hired first is not the oldest.
func TestTheOldestOfPeopleNeedsABirth(t *testing.T) {
	p := demoPlanner(t)
	for _, question := range []string{"Who is the oldest employee?", "oldest employee", "the 3 oldest employees", "Which employee is the oldest?"} {
		_, err := p.Read(t.Context(), question, nil)
		require.Error(t, err, question)
	}
	require.Contains(t, read(t, p, "oldest invoice").SQL(), "ORDER BY `invoice`.`issuedOn`")
	require.Contains(t, read(t, p, "newest employee").SQL(), "ORDER BY `employee`.`hiredOn` DESC")
}
