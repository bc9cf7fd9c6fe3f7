package database

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema"
)

// demoGraph is that of the demo database's definitions.
func demoGraph(t *testing.T) *schema.Graph {
	t.Helper()
	file, err := demo.Files().Open("schema.sql")
	require.NoError(t, err)
	defer file.Close()
	g := schema.New(demo.Name, nil, nil)
	_, err = graph.ReadDDL(g, "schema.sql", file)
	require.NoError(t, err)
	require.Equal(t, len(demo.Tables()), g.Len())
	return g
}

func guardOf(t *testing.T, r Rights, g *schema.Graph, who Person) *guard.Guard {
	t.Helper()
	made, err := guard.New(r.Rules(g, who))
	require.NoError(t, err)
	return made
}

// Whoever does not see all rows reads the secure views and what tells of nobody; all other
// tables do not exist for them. It takes one list that is not "*".
func TestALimitedScopeReadsViewsAndSharedTables(t *testing.T) {
	g, all := demoGraph(t), Scope{All: true}
	for name, who := range map[string]Person{
		"no customers":   {WorkOrders: all, Locations: all},
		"two customers":  {Customers: Scope{IDs: []int64{1, 2}}, WorkOrders: all, Locations: all},
		"some jobs":      {Customers: all, WorkOrders: Scope{IDs: []int64{7}}, Locations: all},
		"some locations": {Customers: all, WorkOrders: all, Locations: Scope{IDs: []int64{7}}},
		"nobody":         {},
	} {
		check := guardOf(t, DemoRights(), g, who)
		unknown := check.Check("SELECT 1 FROM nope")
		require.False(t, unknown.OK)
		read := 0
		for _, table := range demo.Tables() {
			v := check.Check("SELECT COUNT(*) FROM `" + table.Name + "`")
			_, secure := demo.SecureViews[table.Name]
			may := secure || slices.Contains(demo.Shared(), table.Name)
			require.Equal(t, may, v.OK, "%s: %s", name, table.Name)
			if may {
				read++
				require.Equal(t, secure, v.Views, table.Name)
			} else {
				require.Equal(t, guard.Table, v.Refusals[0].Code)
				require.NotContains(t, unknown.Refusals[0].Message, " "+table.Name+",", "it is not offered either")
			}
		}
		require.Equal(t, len(demo.SecureViews)+len(demo.Shared()), read)
		require.Less(t, read, len(demo.Tables()))
	}
	everybody := guardOf(t, DemoRights(), g, Everything())
	for _, table := range demo.Tables() {
		require.True(t, everybody.Check("SELECT COUNT(*) FROM `"+table.Name+"`").OK, table.Name)
	}
}

// Without a word about a database, somebody with a limited scope reads nothing.
func TestWhatIsNotSaidIsNotShared(t *testing.T) {
	g := demoGraph(t)
	require.False(t, guardOf(t, Rights{}, g, Person{}).Check("SELECT COUNT(*) FROM tag").OK)
	require.True(t, guardOf(t, Rights{}, g, Everything()).Check("SELECT COUNT(*) FROM tag").OK)
	hidden := Rights{Views: demo.SecureViews, Hidden: map[string][]string{"employee": {"hourlyRate"}}}
	require.False(t, guardOf(t, hidden, g, Everything()).Check("SELECT hourlyRate FROM employee").OK)
}
