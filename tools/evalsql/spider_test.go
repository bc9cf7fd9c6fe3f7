package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/planner"
	"burrow/tools/spider"
)

var pets = spider.Schema{
	ID:          "pets",
	Tables:      []string{"owner", "pet"},
	Columns:     [][2]any{{-1.0, "*"}, {0.0, "id"}, {0.0, "name"}, {1.0, "id"}, {1.0, "owner_id"}, {1.0, "kind"}, {1.0, "weight"}},
	Types:       []string{"text", "number", "text", "number", "number", "text", "number"},
	PrimaryKeys: nil,
	ForeignKeys: [][2]int{{4, 1}},
}

// Made-up rows tell a right query from those that only look like it.
func TestMadeUpRowsTellQueriesApart(t *testing.T) {
	gold := `SELECT T1.name FROM owner AS T1 JOIN pet AS T2 ON T1.id = T2.owner_id WHERE T2.kind = "cat" AND T2.weight > 50`
	s := pets
	s.PrimaryKeys = append(s.PrimaryKeys, []byte("1"), []byte("3"))
	rows, err := makeUp(liveGraph(s), []spiderQuestion{{DB: "pets", Question: "?", Query: gold}})
	require.NoError(t, err)
	defer rows.close()
	for query, same := range map[string]bool{
		"SELECT `owner`.`name`, `owner`.`id` FROM `owner` WHERE EXISTS (SELECT 1 FROM `pet` WHERE `pet`.`owner_id` = `owner`.`id` AND `pet`.`kind` = 'cat' AND `pet`.`weight` > 50)": true,
		"SELECT `owner`.`name` FROM `owner` JOIN `pet` ON `pet`.`owner_id` = `owner`.`id` WHERE `pet`.`kind` = 'cat'":                                                                false,
		"SELECT `owner`.`name` FROM `owner` JOIN `pet` ON `pet`.`owner_id` = `owner`.`id` WHERE `pet`.`kind` = 'cat' AND `pet`.`weight` < 50":                                        false,
		"SELECT `owner`.`name` FROM `owner` WHERE NOT EXISTS (SELECT 1 FROM `pet` WHERE `pet`.`owner_id` = `owner`.`id`)":                                                            false,
		"SELECT COUNT(*) FROM `owner`": false,
	} {
		got, err := rows.agree(singleQuoted(gold), query)
		require.NoError(t, err, query)
		require.Equal(t, same, got, query)
	}
	found, err := rows.Lookup(t.Context(), []string{"Cat"}, []planner.Place{{Table: "pet", Column: "kind"}, {Table: "owner", Column: "name"}})
	require.NoError(t, err)
	require.Equal(t, []planner.Match{{Place: planner.Place{Table: "pet", Column: "kind"}, Value: "cat"}}, found)
}

// The direction of an order counts, also where the rows are the same ones.
func TestOrdersAreCompared(t *testing.T) {
	require.Equal(t, "desc", orderOf("SELECT a FROM t ORDER BY a DESC, b"))
	require.Equal(t, "asc", orderOf("SELECT a FROM t ORDER BY a"))
	require.Empty(t, orderOf("SELECT a FROM t ORDER BY a LIMIT 3"))
	require.Empty(t, orderOf("SELECT a FROM t"))
}

func TestSchemasAreDivided(t *testing.T) {
	open := 0
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		if openSchema(id) {
			open++
		}
	}
	require.Greater(t, open, 0)
	require.Less(t, open, 8)
}
