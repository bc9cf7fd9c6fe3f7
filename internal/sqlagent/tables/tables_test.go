package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

func table(name string, columns ...string) *schema.Table {
	t := &schema.Table{Name: name, PrimaryKey: columns[:1]}
	for _, c := range columns {
		t.Columns = append(t.Columns, schema.Column{Name: c})
	}
	return t
}

func joined(from, column, to string) schema.Relationship {
	return schema.Relationship{FromTable: from, ToTable: to, Columns: []schema.Pair{{From: column, To: "id"}}, Kind: schema.ForeignKey, Confidence: 1, Cardinality: schema.ManyToOne}
}

func small() *schema.Graph {
	note := table("memo", "id", "body")
	note.Comment = "What inspectors wrote down about a leak"
	status := table("ticket", "id", "state")
	status.Columns[1].Values = []string{"escalated", "closed"}
	return schema.New("small", []*schema.Table{
		table("customer", "id", "firstName", "homeTown"),
		table("workOrder", "id", "customerId", "dueDate"),
		table("timesheet", "id", "workerId", "hours"),
		table("worker", "id", "wage"),
		table("orderLink", "id", "workOrderId", "partId"),
		table("part", "id", "weight"),
		table("city", "id", "mayor"),
		note, status,
	}, []schema.Relationship{
		joined("workOrder", "customerId", "customer"),
		joined("orderLink", "workOrderId", "workOrder"),
		joined("orderLink", "partId", "part"),
		joined("timesheet", "workerId", "worker"),
	})
}

func first(x *Index, question string, n int) []string {
	var names []string
	for _, r := range x.Rank(question, n, nil) {
		names = append(names, r.Table)
	}
	return names
}

func TestRankFindsTables(t *testing.T) {
	x := New(small())
	for _, test := range []struct{ question, want string }{
		{"How many customers are there?", "customer"},
		{"which work orders are due", "workOrder"},
		{"all workorders", "workOrder"},
		{"What is the HOME TOWN of Anna?", "customer"},
		{"time sheets of last week", "timesheet"},
		{"hours worked", "timesheet"},
		{"list the cities", "city"},
		{"How much does each employee earn in wages?", "worker"}, // synonym
		{"What did they write about leaks?", "memo"},             // comment
		{"what was escalated", "ticket"},                         // value
		{"clients", "customer"},                                  // synonym
		{"¿ciudad? 会議", ""},                                      // nothing fits: any order, no panic
	} {
		got := first(x, test.question, 9)
		require.Len(t, got, 9)
		if test.want != "" {
			require.Equal(t, test.want, got[0], test.question)
		}
	}
}

// The table between two others is not named by the question.
func TestNeighboursLendTheirWords(t *testing.T) {
	x := New(small())
	require.ElementsMatch(t, []string{"workOrder", "part", "orderLink"}, first(x, "parts for each work order due", 3))
	g := small()
	g.Relationships = nil
	require.NotContains(t, first(New(g), "how heavy is the part for a customer", 2), "orderLink")
}

func TestWhatMayNotBeReadNeverAppears(t *testing.T) {
	x := New(small())
	readable := func(name string) bool { return name != "part" && name != "customer" }
	ranked := x.Rank("customers and parts", 20, readable)
	require.Len(t, ranked, 7)
	for _, r := range ranked {
		require.True(t, readable(r.Table), r.Table)
	}
	// orderLink lives by the words of part here, which it must not know of.
	require.Zero(t, score(x.Rank("weight", 20, readable), "orderLink"))
	require.NotZero(t, score(x.Rank("weight", 20, nil), "orderLink"))
}

func score(ranked []Ranked, table string) float64 {
	for _, r := range ranked {
		if r.Table == table {
			return r.Score
		}
	}
	return -1
}

func TestTablesOfOneDatabaseBelongTogether(t *testing.T) {
	g := schema.New("", []*schema.Table{
		table("school.person", "id", "name"), table("school.grade", "id", "points"),
		table("club.person", "id", "name"), table("club.fee", "id", "amount"),
	}, nil)
	require.ElementsMatch(t, []string{"school.grade", "school.person"}, first(New(g), "names of people with the best grades", 2))
	require.ElementsMatch(t, []string{"club.fee", "club.person"}, first(New(g), "names of people who owe fees", 2))
}

// What so many tables are joined with comes before what nothing speaks for, and not before
// what the question names.
func TestCentralTablesComeFirstAmongEquals(t *testing.T) {
	list := []*schema.Table{table("archive", "id", "box"), table("hub", "id", "label"), table("zebra", "id", "stripes")}
	var keys []schema.Relationship
	for i := range 8 {
		name := fmt.Sprintf("leaf%d", i)
		list = append(list, table(name, "id", "hubId"))
		keys = append(keys, joined(name, "hubId", "hub"))
	}
	x := New(schema.New("one", list, keys))
	require.Equal(t, "hub", first(x, "anything at all", 1)[0])
	require.Zero(t, score(x.Rank("anything at all", 20, nil), "hub"), "the question has nothing of it")
	require.Equal(t, []string{"zebra", "hub"}, first(x, "stripes of the zebra", 2))
	// Tables that may not be read make nothing central.
	alone := x.Rank("anything at all", 20, func(name string) bool { return len(name) != len("leaf0") || name == "zebra" })
	require.Equal(t, "archive", alone[0].Table)
}

func TestQuestionsInOtherLanguages(t *testing.T) {
	x := New(schema.New("firm", []*schema.Table{
		table("archive", "id", "box"), table("customer", "id", "label"), table("invoice", "id", "total"), table("staff", "id", "wage"), table("vehicle", "id", "plate"),
	}, nil))
	for question, want := range map[string]string{
		"Welche Kunden sind gesperrt?":              "customer",
		"Quanti clienti abbiamo?":                   "customer",
		"Chúng ta có bao nhiêu khách hàng?":         "customer",
		"有多少客户?":                                    "customer",
		"¿Cuántas facturas hay?":                    "invoice",
		"Combien de véhicules sont en panne ?":      "vehicle",
		"Wie viele Mitarbeiter sind in Elternzeit?": "staff", // an employee, who is staff
	} {
		require.Equal(t, want, first(x, question, 1)[0], question)
	}
}

func TestRankIsTheSameEachTime(t *testing.T) {
	want := fmt.Sprint(New(small()).Rank("orders by customer", 20, nil))
	for range 20 {
		require.Equal(t, want, fmt.Sprint(New(small()).Rank("orders by customer", 20, nil)))
	}
	require.Len(t, New(small()).Rank("x", 3, nil), 3)
	require.Empty(t, New(small()).Rank("x", 0, nil))
	require.Empty(t, New(schema.New("", nil, nil)).Rank("x", 3, nil))
}

func FuzzRank(f *testing.F) {
	f.Add("orders by customer")
	f.Add("ﬀ\xff 会議室 a")
	x := New(small())
	f.Fuzz(func(t *testing.T, question string) {
		if got := x.Rank(question, 20, nil); len(got) != 9 {
			t.Fatal(len(got))
		}
	})
}

func BenchmarkRank(b *testing.B) {
	for _, tables := range []int{122, 1000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			g := schema.New("", nil, nil)
			kinds := []string{"order", "customer", "invoice", "payment", "worker", "shift", "asset", "visit", "part", "price"}
			for i := range tables {
				g.Put(table(fmt.Sprintf("%s_%s_%d", kinds[i%10], kinds[i/10%10], i), "id", "name", kinds[i/7%10]+"Id", kinds[i/3%10]+"_date", "status"))
			}
			names := g.Tables()
			for i := range tables * 15 {
				g.Relationships = append(g.Relationships, joined(names[i%tables].Name, "id", names[i*7%tables].Name))
			}
			x := New(g)
			for b.Loop() {
				x.Rank("Which customers in France have unpaid invoices for work orders that were due last month, and who visited them?", 20, nil)
			}
		})
	}
}
