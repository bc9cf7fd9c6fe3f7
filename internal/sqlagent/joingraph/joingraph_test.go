package joingraph

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

// made makes a graph of lines "from.column to.column [confidence]". Tables that stand
// alone are lines of one word.
func made(t testing.TB, text string) *schema.Graph {
	t.Helper()
	columns := map[string][]string{}
	var relationships []schema.Relationship
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) == 1 {
			columns[words[0]] = append(columns[words[0]], "id")
			continue
		}
		r := schema.Relationship{Kind: schema.ForeignKey, Confidence: 1, Cardinality: schema.ManyToOne}
		var pair schema.Pair
		r.FromTable, pair.From, _ = strings.Cut(words[0], ".")
		r.ToTable, pair.To, _ = strings.Cut(words[1], ".")
		r.Columns = []schema.Pair{pair}
		if len(words) > 2 {
			_, err := fmt.Sscan(words[2], &r.Confidence)
			require.NoError(t, err)
		}
		columns[r.FromTable] = append(columns[r.FromTable], pair.From)
		columns[r.ToTable] = append(columns[r.ToTable], pair.To)
		relationships = append(relationships, r)
	}
	var tables []*schema.Table
	for name, of := range columns {
		slices.Sort(of)
		table := &schema.Table{Name: name}
		for _, c := range slices.Compact(of) {
			table.Columns = append(table.Columns, schema.Column{Name: c})
		}
		tables = append(tables, table)
	}
	return schema.New("test", tables, relationships)
}

const field = `
workOrder.customerId customer.id
workOrder.technicianId employee.id
workOrder.supervisorId employee.id
workTime.employeeId employee.id
workTime.workOrderId workOrder.id
invoice.workOrderId workOrder.id
invoice.billingAddressId address.id
invoice.shippingAddressId address.id
customer.addressId address.id
employeeCrew.employeeId employee.id
employeeCrew.crewId crew.id
employee.managerId employee.id
asset.locationId location.id .6
inspection.assetId asset.id .8
inspection.workOrderId workOrder.id .95
island
`

func texts(paths []Path) []string {
	var out []string
	for _, p := range paths {
		out = append(out, p.String())
	}
	return out
}

func TestPathsGivesTheShortest(t *testing.T) {
	f := New(made(t, field), Options{})
	paths, err := f.Paths("worktime", "CUSTOMER")
	require.NoError(t, err)
	require.Equal(t, []string{"workTime.workOrderId = workOrder.id, workOrder.customerId = customer.id"}, texts(paths))
	require.Equal(t, []string{"workTime", "workOrder", "customer"}, paths[0].Tables())
	require.Equal(t, schema.ManyToOne, paths[0][0].Cardinality)
	back, err := f.Paths("customer", "workTime")
	require.NoError(t, err)
	require.Equal(t, []string{"customer.id = workOrder.customerId, workOrder.id = workTime.workOrderId"}, texts(back))
	require.Equal(t, schema.OneToMany, back[0][0].Cardinality)
}

func TestTwoForeignKeysAreTwoRoles(t *testing.T) {
	f := New(made(t, field), Options{})
	paths, err := f.Paths("invoice", "address")
	require.NoError(t, err)
	require.Equal(t, []string{"invoice.billingAddressId = address.id", "invoice.shippingAddressId = address.id"}, texts(paths))
	plan, err := f.Connect("address", "invoice")
	require.NoError(t, err)
	require.Len(t, plan.Joins, 1)
	require.Len(t, plan.Joins[0].Roles, 1)
	require.Len(t, plan.Ties, 1)
	require.Equal(t, []string{"address.id = invoice.billingAddressId", "address.id = invoice.shippingAddressId"}, texts(plan.Ties[0].Options))
}

func TestDoubtDecidesAmongPathsOfEqualLength(t *testing.T) {
	f := New(made(t, "a.x m.id .9\nm.y b.id .9\na.z n.id\nn.w b.id .8\na.q o.id .75\no.r b.id .75"), Options{})
	paths, err := f.Paths("a", "b")
	require.NoError(t, err)
	require.Equal(t, []string{"a.x = m.id, m.y = b.id", "a.z = n.id, n.w = b.id"}, texts(paths), ".1 + .1 is as much as 0 + .2")
	f = New(made(t, "a.x m.id\nm.y b.id\na.b b.id .7"), Options{})
	paths, err = f.Paths("a", "b")
	require.NoError(t, err)
	require.Equal(t, []string{"a.b = b.id"}, texts(paths), "fewer joins come before less doubt")
}

func TestRelationshipsBelowTheThresholdAreNotUsed(t *testing.T) {
	g := made(t, field)
	_, err := New(g, Options{}).Paths("location", "asset")
	require.ErrorIs(t, err, ErrNoPath)
	paths, err := New(g, Options{MinConfidence: .5}).Paths("location", "asset")
	require.NoError(t, err)
	require.Len(t, paths, 1)
}

func TestPathsAreAtMostMaxHopsLong(t *testing.T) {
	g := made(t, "a.x b.id\nb.x c.id\nc.x d.id\nd.x e.id\ne.x f.id")
	paths, err := New(g, Options{}).Paths("a", "e")
	require.NoError(t, err)
	require.Equal(t, 4, paths[0].Hops())
	_, err = New(g, Options{}).Paths("a", "f")
	require.ErrorIs(t, err, ErrNoPath)
	paths, err = New(g, Options{MaxHops: 5}).Paths("a", "f")
	require.NoError(t, err)
	require.Equal(t, 5, paths[0].Hops())
}

func TestNoPathNamesWhatCannotBeReached(t *testing.T) {
	f := New(made(t, field+"\nother"), Options{})
	_, err := f.Paths("customer", "island")
	require.ErrorIs(t, err, ErrNoPath)
	require.EqualError(t, err, "nothing connects customer with island within 4 joins")
	_, err = f.Connect("customer", "island", "workOrder", "other")
	var no *NoPathError
	require.ErrorAs(t, err, &no)
	require.Equal(t, []string{"island", "other"}, no.Unreachable)
	_, err = f.Paths("customer", "nowhere")
	var unknown *UnknownTableError
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, "nowhere", unknown.Table)
}

func TestATableIsJoinedWithItselfByItsOwnRelationships(t *testing.T) {
	f := New(made(t, field), Options{})
	paths, err := f.Paths("employee", "employee")
	require.NoError(t, err)
	require.Equal(t, []string{"employee.managerId = employee.id"}, texts(paths))
	_, err = f.Paths("crew", "crew")
	require.ErrorIs(t, err, ErrNoPath)
}

func TestConnectFindsBridges(t *testing.T) {
	f := New(made(t, field), Options{})
	plan, err := f.Connect("crew", "customer", "invoice")
	require.NoError(t, err)
	require.Equal(t, []string{"employee", "employeeCrew", "workOrder"}, slices.Sorted(slices.Values(plan.Bridges)))
	require.Len(t, plan.Joins, len(plan.Tables)-1)
	there := plan.Tables[:1]
	for _, j := range plan.Joins {
		require.Contains(t, there, j.FromTable)
		require.NotContains(t, there, j.ToTable)
		there = append(there, j.ToTable)
	}
	require.Equal(t, plan.Tables, there)
	require.Len(t, plan.Ties, 1, "the technician's crew or the supervisor's")
	require.Len(t, plan.Ties[0].Options, 2)
}

// Three tables in a circle have three trees: every one of them is among the options.
func TestConnectReportsAllTreesOfACircle(t *testing.T) {
	f := New(made(t, "a.b b.id\nb.c c.id\nc.a a.id"), Options{})
	plan, err := f.Connect("a", "b", "c")
	require.NoError(t, err)
	require.Len(t, plan.Joins, 2)
	require.Len(t, plan.Ties, 2)
	for _, tie := range plan.Ties {
		require.Len(t, tie.Options, 2)
	}
}

func TestConnectOfOneAndOfTooMany(t *testing.T) {
	f := New(made(t, field), Options{})
	plan, err := f.Connect("customer", "Customer")
	require.NoError(t, err)
	require.Equal(t, Plan{Tables: []string{"customer"}}, plan)
	_, err = f.Connect("customer", "employee", "workOrder", "workTime", "invoice", "address", "crew", "employeeCrew", "asset")
	require.ErrorIs(t, err, ErrTooManyTables)
	_, err = f.Connect("customer", "nowhere")
	require.Error(t, err)
}

// Who made a row leads from everywhere to everywhere, and is not what was meant.
func TestColumnsOfMakersAreNoWay(t *testing.T) {
	g := made(t, "order.created_by user.id\nnote.created_by user.id\norder.customer_id customer.id\nvisit.customer_id customer.id\nvisit.note_id note.id\npage.creator user.id")
	f := New(g, Options{})
	paths, err := f.Paths("order", "note")
	require.NoError(t, err)
	require.Equal(t, []string{"order.customer_id = customer.id, customer.id = visit.customer_id, visit.note_id = note.id"}, texts(paths))
	paths, err = f.Paths("order", "user")
	require.NoError(t, err)
	require.Equal(t, []string{"order.created_by = user.id"}, texts(paths), "the user is what was asked for")
	plan, err := f.Connect("order", "note", "user")
	require.NoError(t, err)
	require.Len(t, plan.Joins, 2)
	paths, err = f.Paths("page", "note")
	require.NoError(t, err)
	require.Equal(t, []string{"page.creator = user.id, user.id = note.created_by"}, texts(paths), "nothing else leads there")
}

func TestColumnsOfHalfTheTablesAreNoWay(t *testing.T) {
	text := "a.x m.id\nm.y n.id\nn.z b.id\n"
	for i := range 12 {
		text += fmt.Sprintf("t%d.companyId company.id\n", i)
	}
	text += "a.companyId company.id\nb.companyId company.id\n"
	f := New(made(t, text), Options{})
	paths, err := f.Paths("a", "b")
	require.NoError(t, err)
	require.Equal(t, []string{"a.x = m.id, m.y = n.id, n.z = b.id"}, texts(paths))
}

func TestTablesThatMayNotBeReadAreNoBridges(t *testing.T) {
	f := New(made(t, field), Options{Readable: func(table string) bool { return table != "workOrder" }})
	_, err := f.Paths("invoice", "workTime")
	require.ErrorIs(t, err, ErrNoPath)
	_, err = f.Paths("workOrder", "invoice")
	require.EqualError(t, err, `there is no table "workOrder"`)
}

func TestTheSurestOfTheSameColumnsCounts(t *testing.T) {
	g := made(t, "a.x b.id .8\na.x b.id .9")
	g.Relationships = append(g.Relationships, g.Relationships[0].Reversed())
	paths, err := New(g, Options{}).Paths("a", "b")
	require.NoError(t, err)
	require.Len(t, paths, 1)
	require.Equal(t, .9, paths[0][0].Confidence)
}

func TestManyTiesAreCut(t *testing.T) {
	var text strings.Builder
	for i := range 2 * MostPaths {
		fmt.Fprintf(&text, "a.k%d b.id\n", i)
	}
	paths, err := New(made(t, text.String()), Options{}).Paths("a", "b")
	require.NoError(t, err)
	require.Len(t, paths, MostPaths)
}

// random makes a graph as dense as a grown application's: most relationships point at few
// tables.
func random(seed uint64, tables, relationships int) *schema.Graph {
	rng := rand.New(rand.NewPCG(seed, 1))
	of := make([]*schema.Table, tables)
	for i := range of {
		of[i] = &schema.Table{Name: fmt.Sprintf("table%05d", i), Columns: []schema.Column{{Name: "id"}}, PrimaryKey: []string{"id"}}
	}
	var all []schema.Relationship
	for len(all) < relationships {
		from := rng.IntN(tables)
		to := int(float64(tables) * rng.Float64() * rng.Float64())
		column := fmt.Sprintf("k%d", len(of[from].Columns))
		of[from].Columns = append(of[from].Columns, schema.Column{Name: column})
		all = append(all, schema.Relationship{
			FromTable: of[from].Name, ToTable: of[to].Name, Columns: []schema.Pair{{From: column, To: "id"}},
			Kind: schema.ForeignKey, Confidence: []float64{1, 1, .9, .8, .6}[rng.IntN(5)], Cardinality: schema.ManyToOne,
		})
	}
	return schema.New("random", of, all)
}

// The order of relationships and of the tables asked for changes nothing.
func TestAnyOrderGivesTheSameAnswer(t *testing.T) {
	const orders = 10_000
	g := random(3, 14, 50)
	tables := []string{"table00003", "table00012", "table00011", "table00007"}
	var want string
	for seed := range uint64(orders) {
		rng := rand.New(rand.NewPCG(seed, 2))
		shuffled := slices.Clone(g.Relationships)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		rng.Shuffle(len(tables), func(i, j int) { tables[i], tables[j] = tables[j], tables[i] })
		f := New(schema.New("", g.Tables(), shuffled), Options{})
		plan, err := f.Connect(tables...)
		require.NoError(t, err)
		paths, err := f.Paths("table00003", "table00012")
		require.NoError(t, err)
		got := fmt.Sprint(plan, paths)
		if want == "" {
			want = got
		}
		require.Equal(t, want, got, "seed %d", seed)
	}
}

// Paths agree with what trying everything finds.
func TestPathsAgreeWithTryingAll(t *testing.T) {
	for seed := range uint64(40) {
		g := random(seed, 9, 14)
		f := New(g, Options{MaxHops: 3})
		for _, a := range g.Tables() {
			for _, b := range g.Tables() {
				if a == b {
					continue
				}
				want := tryAll(f, a.Name, b.Name)
				paths, err := f.Paths(a.Name, b.Name)
				if len(want) == 0 {
					require.ErrorIs(t, err, ErrNoPath)
					continue
				}
				require.NoError(t, err)
				require.ElementsMatch(t, want, texts(paths), "seed %d", seed)
			}
		}
	}
}

func tryAll(f *Finder, from, to string) []string {
	least, found := never, []string(nil)
	var walk func(at int32, chain []int32, visited []int32)
	walk = func(at int32, chain, visited []int32) {
		if f.names[at] == to {
			c := f.linkCost(chain)
			if c < least {
				least, found = c, nil
			}
			if c == least {
				found = append(found, f.path(chain).String())
			}
			return
		}
		if len(chain) == f.o.MaxHops {
			return
		}
		for i := range f.joins {
			if j := f.joins[i]; j.from == at && !slices.Contains(visited, j.to) {
				walk(j.to, append(slices.Clone(chain), int32(i)), append(slices.Clone(visited), j.to))
			}
		}
	}
	walk(f.ids[from], nil, []int32{f.ids[from]})
	return found
}

func TestFinderIsSafeForManyAtOnce(t *testing.T) {
	g := random(3, 60, 400)
	f := New(g, Options{})
	alone := New(g, Options{})
	names := g.Tables()
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 200 {
				a, b := names[(worker*7+i)%60].Name, names[(i*13)%60].Name
				got, err := f.Paths(a, b)
				want, wantErr := alone.Paths(a, b)
				if errors.Is(err, ErrNoPath) != errors.Is(wantErr, ErrNoPath) || !slices.Equal(texts(got), texts(want)) {
					t.Errorf("%s to %s: %v, alone %v", a, b, texts(got), texts(want))
				}
				if _, err := f.Connect(a, b, names[i%60].Name); err != nil && !errors.Is(err, ErrNoPath) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestCacheIsBounded(t *testing.T) {
	var c cache
	for i := range int32(3 * cacheSize) {
		c.get(i, 0, func() [][]int32 { return [][]int32{{i}} })
		require.LessOrEqual(t, len(c.young)+len(c.old), 2*cacheSize)
	}
	asked := false
	require.Equal(t, [][]int32{{3*cacheSize - 1}}, c.get(3*cacheSize-1, 0, func() [][]int32 { asked = true; return nil }))
	require.False(t, asked, "what was asked for last is kept")
	c.get(0, 0, func() [][]int32 { asked = true; return nil })
	require.True(t, asked, "what was asked for long ago is not")
}
