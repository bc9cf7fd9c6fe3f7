//go:build !js && !wasip1

package understand

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// labelled is a labelled question of testdata/routes.
type labelled struct {
	ID, Language, Query string
	Route               Route
}

// routeSets reads the sources and the questions of a domain.
func routeSets(t *testing.T, name string) (tables, documents Names, list []labelled) {
	t.Helper()
	var graph struct {
		Tables map[string]struct {
			Comment string
			Columns []string
		}
	}
	var titles []DocumentTitle
	for file, into := range map[string]any{"graph": &graph, "documents": &titles} {
		data, err := os.ReadFile("testdata/routes/" + name + "." + file + ".json")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, into))
	}
	var names []TableName
	for table, has := range graph.Tables {
		names = append(names, TableName{Name: table, Comment: has.Comment, Columns: has.Columns})
	}
	slices.SortFunc(names, func(a, b TableName) int { return strings.Compare(a.Name, b.Name) })
	file, err := os.Open("testdata/routes/" + name + ".jsonl")
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var one labelled
		require.NoError(t, json.Unmarshal(lines.Bytes(), &one))
		list = append(list, one)
	}
	return NewTables(names), NewDocuments(titles), list
}

// figures count what came of labelled questions.
type figures struct{ all, right, unsure, sureWrong int }

func (f *figures) add(o figures) {
	f.all, f.right, f.unsure, f.sureWrong = f.all+o.all, f.right+o.right, f.unsure+o.unsure, f.sureWrong+o.sureWrong
}

// routesOf reads the questions of a domain, and counts by language, too.
func routesOf(t *testing.T, name string, by map[string]figures) (out figures) {
	tables, documents, list := routeSets(t, name)
	for _, one := range list {
		u := Understand(nil, one.Query, Options{Now: noon, Database: true, Documents: true, Tables: tables, Titles: documents})
		f := figures{all: 1}
		guess := u.Route
		if u.RouteGuess != "" {
			guess, f.unsure = u.RouteGuess, 1
			require.True(t, u.NeedsModel, one.Query)
			require.Equal(t, GeneralRoute, u.Route, one.Query)
		} else if u.Route != one.Route {
			f.sureWrong = 1
		}
		if guess == one.Route {
			f.right = 1
		} else {
			t.Logf("%s is taken for %s (%.2f): %s", one.ID, guess, u.RouteConfidence, one.Query)
		}
		of := by[one.Language]
		of.add(f)
		by[one.Language] = of
		out.add(f)
	}
	return out
}

// The labels were written before the weights. Those were set on the first two
// domains; the other two were kept to measure.
func TestRoutesOfLabelledQuestions(t *testing.T) {
	for _, half := range [][]string{{"field-service", "shop"}, {"hospital", "school"}} {
		by := map[string]figures{}
		var all figures
		for _, name := range half {
			all.add(routesOf(t, name, by))
		}
		t.Logf("%v: %+v", half, all)
		for _, l := range strings.Fields("en de it fr es vi zh") {
			t.Logf("  %s: %+v", l, by[l])
		}
		require.GreaterOrEqual(t, float64(all.right)/float64(all.all), 0.95, half)
		require.Zero(t, all.sureWrong, half)
		require.LessOrEqual(t, float64(all.unsure)/float64(all.all), 0.2, half)
	}
}

func TestRoutesOfTheFirstExamples(t *testing.T) {
	tables, documents, _ := routeSets(t, "field-service")
	o := Options{Database: true, Documents: true, Tables: tables, Titles: documents}
	for question, route := range map[string]Route{
		"How many technicians are active?": SQLRoute, "Show employees who worked >20h": SQLRoute, "What are overtime rules?": KnowledgeRoute,
		"What is machine learning?": GeneralRoute, "Explain quantum computing": GeneralRoute, "What's the weather today?": GeneralRoute, "How does Python work?": GeneralRoute,
	} {
		u := Understand(nil, question, o)
		require.Equal(t, route, u.Route, question)
		require.Empty(t, u.RouteGuess, question)
		only := o
		only.Database, only.Tables = false, nil
		require.NotEqual(t, SQLRoute, Understand(nil, question, only).Route, question)
		require.Equal(t, GeneralRoute, Understand(nil, question, Options{}).Route, question)
	}
}

func BenchmarkRoutes(b *testing.B) {
	var tables []TableName
	var documents []DocumentTitle
	for i := range 500 {
		name := "thing" + strconv.Itoa(i)
		tables = append(tables, TableName{Name: name, Columns: strings.Fields("id name customerId amount createdAt status")})
		documents = append(documents, DocumentTitle{Title: "On " + name, Headings: []string{"Rules of " + name, "Customers and amounts"}})
	}
	o := Options{Now: noon, Database: true, Documents: true, Tables: NewTables(tables), Titles: NewDocuments(documents)}
	for b.Loop() {
		Understand(nil, "How many customers of thing217 owe an amount over 500?", o)
	}
}
