package graph

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
)

// The demo company's definitions, models and overrides make one graph, and nothing of
// them is left out.
func TestTheDemoCompanyBecomesAGraph(t *testing.T) {
	const generated = "../../demo/generated/"
	file, err := os.Open(generated + "schema.sql")
	require.NoError(t, err)
	defer file.Close()
	g := schema.New("fieldservice", nil, nil)
	problems, err := ReadDDL(g, "schema.sql", file)
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Equal(t, 122, g.Len())
	require.Len(t, g.Relationships, 512)

	declared, problems, err := Import(g, []string{generated + "models"})
	require.NoError(t, err)
	require.Empty(t, problems)
	Merge(g, declared)
	text, err := os.Open(generated + "overrides.json")
	require.NoError(t, err)
	defer text.Close()
	overrides, err := ReadOverrides(text)
	require.NoError(t, err)
	require.Len(t, overrides.Add, 89)
	_, absent := overrides.Apply(g)
	require.Empty(t, absent)
	require.Len(t, g.Relationships, 609)
	carried, err := Demo()
	require.NoError(t, err)
	require.Equal(t, g.Tables(), carried.Tables(), "the program has the same one")
	require.ElementsMatch(t, g.Relationships, carried.Relationships)

	paths, err := joingraph.New(g, joingraph.Options{}).Paths("employee", "customer")
	require.NoError(t, err)
	for _, p := range paths {
		for _, step := range p {
			require.NotContains(t, []string{"user", "company"}, step.ToTable, "who wrote a row down is no way to a customer")
		}
	}
}
