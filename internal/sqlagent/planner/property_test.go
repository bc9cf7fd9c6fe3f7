package planner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

// graphs are those that generated questions are about: the demo company's, and two that
// name things in other ways.
func graphs(t testing.TB) map[string]*schema.Graph {
	out := map[string]*schema.Graph{"demo": demoGraph()}
	for _, name := range []string{"shop", "library"} {
		file, err := os.Open("testdata/" + name + ".json")
		require.NoError(t, err)
		defer file.Close()
		g, err := schema.Read(file)
		require.NoError(t, err)
		out[name] = g
	}
	return out
}

// generated are questions made of a graph's own names, right and wrong ones.
func generated(g *schema.Graph, r *rand.Rand, n int) []string {
	tables := g.Tables()
	table := func() *schema.Table { return tables[r.IntN(len(tables))] }
	column := func(t *schema.Table) string { return phrase(t.Columns[r.IntN(len(t.Columns))].Name) }
	templates := []func() string{
		func() string { return "How many " + plural(table().Name) + " are there?" },
		func() string {
			t := table()
			return "List the " + column(t) + " and " + column(t) + " of " + plural(t.Name)
		},
		func() string { return "How many " + plural(table().Name) + " per " + phrase(table().Name) + "?" },
		func() string { t := table(); return "Number of " + plural(t.Name) + " by " + column(t) },
		func() string {
			t := table()
			return "What is the average " + column(t) + " of " + plural(t.Name) + " per " + phrase(table().Name) + "?"
		},
		func() string { t := table(); return "total " + column(t) + " of " + plural(t.Name) + " since 2024" },
		func() string { return "Which " + phrase(table().Name) + " has the most " + plural(table().Name) + "?" },
		func() string { return plural(table().Name) + " without " + plural(table().Name) },
		func() string { return plural(table().Name) + " with more than 3 " + plural(table().Name) },
		func() string { t := table(); return plural(t.Name) + " whose " + column(t) + " is above 10" },
		func() string { t := table(); return "Top 5 " + plural(t.Name) + " by " + column(t) },
		func() string { return "Top 3 " + plural(table().Name) + " by number of " + plural(table().Name) },
		func() string { t := table(); return plural(t.Name) + " " + column(t) + " last month" },
		func() string {
			return "How many " + plural(table().Name) + " of " + plural(table().Name) + " of " + phrase(table().Name) + " 7 are there per month?"
		},
		func() string { t := table(); return "the " + column(t) + " of the latest " + phrase(t.Name) },
	}
	out := make([]string, n)
	for i := range out {
		out[i] = templates[r.IntN(len(templates))]()
	}
	return out
}

// Whatever is read passes the guard, its choices too, and survives being kept by a client;
// its follow-ups do.
func TestWhatIsReadPassesTheGuard(t *testing.T) {
	for name, g := range graphs(t) {
		t.Run(name, func(t *testing.T) {
			p := New(g, Options{Today: today})
			rules, err := guard.New(guard.Rules{Graph: g})
			require.NoError(t, err)
			check := func(question string, r Reading) {
				verdict := rules.Check(r.SQL())
				require.True(t, verdict.OK, "%s\n%s\n%v", question, r.SQL(), verdict.Refusals)
				require.NotEmpty(t, r.Sentence())
				data, err := r.MarshalJSON()
				require.NoError(t, err)
				again, err := p.Restore(data)
				require.NoError(t, err, question)
				require.Equal(t, r.SQL(), again.SQL(), question)
			}
			const seed = 7
			answered := 0
			for _, question := range generated(g, rand.New(rand.NewPCG(seed, seed)), 1000) {
				r, err := p.Read(t.Context(), question, nil)
				if err != nil {
					continue
				}
				for _, c := range r.Choices {
					chosen, err := p.Restore([]byte(c.Apply))
					require.NoError(t, err, question)
					check(question, chosen)
				}
				if len(r.Choices) > 0 {
					continue
				}
				answered++
				check(question, r)
				for _, more := range []string{"and in 2025?", "how many are there?", "the second one", "by month", "top 2 only"} {
					if next, err := p.Read(t.Context(), more, &r); err == nil && len(next.Choices) == 0 {
						check(question+" > "+more, next)
					}
				}
			}
			require.Greater(t, answered, 100, "most of the questions say nothing")
		})
	}
}

// A client's state may hold anything: names that are not there, SQL, other kinds of values.
func TestRestoreRefusesWhatIsNotThere(t *testing.T) {
	p := demoPlanner(t)
	r, err := p.Read(t.Context(), "List customers in the Berlin branch", nil)
	require.NoError(t, err)
	data, err := r.MarshalJSON()
	require.NoError(t, err)
	fine := string(data)
	_, err = p.Restore(data)
	require.NoError(t, err)
	for _, test := range []struct{ old, new string }{
		{`"root":"customer"`, `"root":"mysql.user"`},
		{`"column":"name"`, "\"column\":\"name`, (SELECT 1)\""},
		{`"op":"="`, `"op":"= 1 OR 1 ="`},
		{`"text":true`, `"text":false`},
		{`"edge":"customer`, `"edge":"supplier`},
		{`"kind":"compare"`, `"kind":"raw"`},
		{`"where":[`, `"limit":-1,"where":[`},
		{`"where":[`, `"measures":[{"fn":"sleep"}],"where":[`},
		{`"where":[`, `"groups":[{"refs":[{"column":"name"}],"unit":"'); DROP"}],"where":[`},
		{fine, "[]"},
		{fine, strings.Repeat(" ", mostBytes) + fine},
	} {
		require.Contains(t, fine, test.old)
		_, err := p.Restore([]byte(strings.Replace(fine, test.old, test.new, 1)))
		require.Error(t, err, test.new)
	}
	// A value is quoted, whatever it holds.
	odd, err := p.Restore([]byte(strings.Replace(fine, `"Berlin"`, `"x' OR '1'='1\\"`, 1)))
	require.NoError(t, err)
	require.Contains(t, odd.SQL(), `'x'' OR ''1''=''1\\'`)
}

// What a person may not read is not there: neither its names nor its values.
func TestUnreadableTablesAreNotThere(t *testing.T) {
	var asked []Place
	p := New(demoGraph(), Options{Today: today, Readable: func(table string) bool { return table != "invoice" && table != "branch" }, Values: spy{keptValues(t), &asked}})
	for _, question := range []string{"How many invoices are there?", "List customers without invoices", "List customers in the Berlin branch"} {
		r, err := p.Read(t.Context(), question, nil)
		var not *NotUnderstood
		require.ErrorAs(t, err, &not, "%s %s %v", question, r.SQL(), r.Choices)
		for _, example := range not.Examples {
			require.NotContains(t, example, "invoice")
		}
	}
	for _, place := range asked {
		require.NotEqual(t, "branch", place.Table)
	}
}

type spy struct {
	Values
	asked *[]Place
}

func (s spy) Lookup(ctx context.Context, texts []string, in []Place) ([]Match, error) {
	*s.asked = append(*s.asked, in...)
	return s.Values.Lookup(ctx, texts, in)
}

// One word that means nothing makes the question unread, whatever the rest says.
func TestEveryWordCounts(t *testing.T) {
	p := demoPlanner(t)
	for _, question := range []string{"How many customers are there?", "Which branch has the most employees?", "How many work orders were completed in May 2026?", "What is the average hourly rate of employees?"} {
		_, err := p.Read(t.Context(), question, nil)
		require.NoError(t, err, question)
		w := strings.Fields(question)
		for i := 1; i < len(w); i++ {
			odd := strings.Join(append(append(append([]string{}, w[:i]...), "frobnicated"), w[i:]...), " ")
			_, err := p.Read(t.Context(), odd, nil)
			var not *NotUnderstood
			require.ErrorAs(t, err, &not, odd)
			require.Contains(t, not.Words, "frobnicated", odd)
		}
	}
}

func TestExamplesAreRead(t *testing.T) {
	for name, g := range graphs(t) {
		p := New(g, Options{Today: today})
		examples := p.Examples()
		require.GreaterOrEqual(t, len(examples), 3, name)
		require.LessOrEqual(t, len(examples), 6, name)
		for _, question := range examples {
			r, err := p.Read(t.Context(), question, nil)
			require.NoError(t, err, question)
			require.Empty(t, r.Choices, question)
		}
	}
}

// go test -run xxx -bench Read ./internal/sqlagent/planner
func BenchmarkRead(b *testing.B) {
	p := New(demoGraph(), Options{Today: today})
	text, err := os.ReadFile("testdata/demo.txt")
	require.NoError(b, err)
	var questions []string
	for line := range strings.Lines(string(text)) {
		if line != "\n" && line[0] != '\t' && line[0] != '>' {
			questions = append(questions, strings.TrimSpace(line))
		}
	}
	p.Examples()
	for i := 0; b.Loop(); i++ {
		p.Read(b.Context(), questions[i%len(questions)], nil)
	}
	b.ReportMetric(0, fmt.Sprintf("of_%d_questions", len(questions)))
}
