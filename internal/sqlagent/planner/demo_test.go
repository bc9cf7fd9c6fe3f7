package planner

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

var update = flag.Bool("update", false, "write testdata/demo.txt and testdata/values.txt anew, with values from the demo's rows")

// demoGraph is the demo company's graph as the program makes it.
var demoGraph = sync.OnceValue(func() *schema.Graph {
	const generated = "../../demo/generated/"
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	file, err := os.Open(generated + "schema.sql")
	must(err)
	defer file.Close()
	g := schema.New(demo.Name, nil, nil)
	_, err = graph.ReadDDL(g, "schema.sql", file)
	must(err)
	declared, _, err := graph.Import(g, []string{generated + "models"})
	must(err)
	graph.Merge(g, declared)
	text, err := os.Open(generated + "overrides.json")
	must(err)
	defer text.Close()
	overrides, err := graph.ReadOverrides(text)
	must(err)
	overrides.Apply(g)
	return g
})

// rowsOf has the distinct texts of each column, as a database would be asked for them.
type rowsOf map[Place]map[string]string

func (r rowsOf) add(place Place, value string) {
	if r[place] == nil {
		r[place] = map[string]string{}
	}
	if _, has := r[place][fold(value)]; !has {
		r[place][fold(value)] = value
	}
}

// Lookup finds texts among them.
func (r rowsOf) Lookup(_ context.Context, texts []string, in []Place) ([]Match, error) {
	var out []Match
	for _, place := range in {
		for _, text := range texts {
			if value, ok := r[place][fold(text)]; ok && !slices.Contains(out, Match{place, value}) {
				out = append(out, Match{place, value})
			}
		}
	}
	return out, nil
}

// recorded keeps what was found, for testdata/values.txt.
type recorded struct {
	rowsOf
	found rowsOf
}

func (r recorded) Lookup(ctx context.Context, texts []string, in []Place) ([]Match, error) {
	matches, err := r.rowsOf.Lookup(ctx, texts, in)
	for _, m := range matches {
		r.found.add(m.Place, m.Value)
	}
	return matches, err
}

// demoRows are all texts of the demo database.
func demoRows() rowsOf {
	out := rowsOf{}
	cipher := demo.NewCipher([]byte(demo.Key))
	for t, row := range demo.Rows() {
		for i, v := range row {
			text, ok := v.(string)
			if secret, is := v.([]byte); is {
				plain, fine := cipher.Decrypt(secret)
				text, ok = string(plain), fine
			}
			if ok {
				out.add(Place{t.Name, t.Columns[i].Name}, text)
			}
		}
	}
	return out
}

// keptValues are those that the questions of testdata/demo.txt find in the demo's rows.
func keptValues(t testing.TB) rowsOf {
	text, err := os.ReadFile("testdata/values.txt")
	require.NoError(t, err)
	out := rowsOf{}
	for line := range strings.Lines(string(text)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out.add(Place{parts[0], parts[1]}, parts[2])
	}
	return out
}

func today() time.Time { return demo.Today }

func demoPlanner(t testing.TB) *Planner {
	return New(demoGraph(), Options{Today: today, Values: keptValues(t)})
}

// told writes how a question was read, as it stands in testdata/demo.txt.
func told(t testing.TB, r Reading, err error) string {
	var not *NotUnderstood
	switch {
	case errors.As(err, &not):
		require.NotEmpty(t, not.Why)
		return strings.TrimSpace("not understood: "+strings.Join(not.Words, ", ")) + "\n"
	case err != nil:
		t.Fatal(err)
	case len(r.Choices) > 0:
		var out strings.Builder
		for _, c := range r.Choices {
			out.WriteString("? " + c.Label + "\n\t")
		}
		return strings.TrimSuffix(out.String(), "\t")
	}
	return r.SQL() + "\n\t" + r.Sentence() + "\n"
}

// Each question is read as testdata/demo.txt says: a query with its sentence, choices, or
// that it is not understood. Those with ">" go on from the one before.
func TestDemoQuestions(t *testing.T) {
	text, err := os.ReadFile("testdata/demo.txt")
	require.NoError(t, err)
	o := Options{Today: today, Values: keptValues(t)}
	rec := recorded{found: rowsOf{}}
	if *update {
		rec.rowsOf = demoRows()
		o.Values = rec
	}
	p := New(demoGraph(), o)
	g, err := guard.New(guard.Rules{Graph: demoGraph(), Views: demo.SecureViews})
	require.NoError(t, err)
	var before *Reading
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "\t") || line == "\n" {
			continue
		}
		question := strings.TrimSuffix(line, "\n")
		follow, goesOn := strings.CutPrefix(question, "> ")
		if !goesOn {
			before, follow = nil, question
		}
		r, err := p.Read(t.Context(), follow, before)
		fmt.Fprintf(&out, "%s\n\t%s\n", question, told(t, r, err))
		if err == nil && len(r.Choices) == 0 {
			require.GreaterOrEqual(t, r.Confidence, MinConfidence)
			verdict := g.Check(r.SQL())
			require.True(t, verdict.OK, "%s\n%s\n%v", question, r.SQL(), verdict.Refusals)
			require.Equal(t, verdict.Tables, r.Tables, question)
			before = &r
		}
		for _, c := range r.Choices {
			chosen, err := p.Restore([]byte(c.Apply))
			require.NoError(t, err, question)
			verdict := g.Check(chosen.SQL())
			require.True(t, verdict.OK, "%s\n%s\n%v", question, chosen.SQL(), verdict.Refusals)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile("testdata/demo.txt", out.Bytes(), 0o600))
		var values []string
		for place, all := range rec.found {
			for _, v := range all {
				values = append(values, place.Table+"\t"+place.Column+"\t"+v+"\n")
			}
		}
		slices.Sort(values)
		require.NoError(t, os.WriteFile("testdata/values.txt", []byte(strings.Join(values, "")), 0o600))
		return
	}
	require.Equal(t, string(text), out.String())
}
