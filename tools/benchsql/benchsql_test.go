package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
)

// Queries with a wrong name are refused, all others may run.
func TestQuestionsAreAsTheyAreMeant(t *testing.T) {
	require.Len(t, questions, 30)
	g, err := graph.Demo()
	require.NoError(t, err)
	check, err := guard.New(database.DemoRights().Rules(g, database.Everything()))
	require.NoError(t, err)
	wrong := 0
	for _, q := range questions {
		if q.First != "" {
			require.False(t, check.Check(q.First).OK, q.First)
		}
		for _, sql := range []string{q.SQL, truthOf(q)} {
			v := check.Check(sql)
			require.True(t, v.OK, "%s: %v", sql, v.Refusals)
		}
		if q.Truth != "" {
			wrong++
		}
	}
	require.Equal(t, 10, wrong)
}

func TestTablesBecomeViews(t *testing.T) {
	require.Equal(t, "SELECT 1 FROM secure_customer c JOIN invoice i ON x JOIN secure_workorder w", viewed("SELECT 1 FROM customer c JOIN invoice i ON x JOIN workOrder w"))
}
