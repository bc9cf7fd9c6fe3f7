package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/joingraph"
	"burrow/tools/spider"
)

func shop() *set {
	s := spider.Schema{
		ID: "shop", Tables: []string{"customer", "orders", "address"},
		Columns:     [][2]any{{-1., "*"}, {0., "id"}, {0., "name"}, {1., "id"}, {1., "customer_id"}, {1., "bill_to"}, {1., "ship_to"}, {2., "id"}},
		Types:       []string{"text", "number", "text", "number", "number", "number", "number", "number"},
		ForeignKeys: [][2]int{{4, 1}, {5, 7}, {6, 7}},
	}
	all := &set{name: "shop"}
	all.databases = append(all.databases, graphOf(s))
	return all
}

func TestGoldTablesAndAgreement(t *testing.T) {
	for _, test := range []struct {
		sql   string
		agree int
	}{
		{"SELECT * FROM customer AS c JOIN orders AS o ON c.id = o.customer_id", 1},
		{"SELECT * FROM customer, orders WHERE orders.customer_id = customer.id AND name = 'x'", 1},
		{"SELECT * FROM orders o JOIN address a ON o.ship_to = a.id", 1}, // the other role
		{"SELECT * FROM customer c JOIN orders o ON c.id = o.id", 0},
		{"SELECT * FROM customer WHERE id IN (SELECT o.customer_id FROM orders o JOIN address a ON a.id = o.id)", 0},
	} {
		s := shop()
		s.add("shop", "?", test.sql)
		require.Len(t, s.questions, 1)
		a := s.agreement(false, false)
		require.Equal(t, 1, a.queries, test.sql)
		require.Equal(t, test.agree, a.agree, test.sql)
	}
	s := shop()
	s.add("shop", "?", "SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders)")
	require.Equal(t, []string{"customer", "orders"}, s.questions[0].tables)
	require.Zero(t, s.agreement(false, false).queries, "nothing is joined")
	s.add("shop", "?", "SELECT FROM WHERE")
	require.Equal(t, 1, s.unread)
}

func TestWhatIsEqualWithOrWithoutABridge(t *testing.T) {
	b := block{tables: []string{"a", "b"}, pairs: []string{"a.x=b.y"}}
	require.Equal(t, classes(b.pairs, b.tables), classes([]string{"a.x=c.id", "b.y=c.id"}, b.tables))
	require.NotEqual(t, classes(b.pairs, b.tables), classes([]string{"a.z=c.id", "b.y=c.id"}, b.tables))
	require.False(t, b.agrees(joingraph.Plan{}))
}

func TestTheHalvesAreAboutEqual(t *testing.T) {
	count := [2]int{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"} {
		count[half(name)]++
	}
	require.NotZero(t, count[0])
	require.NotZero(t, count[1])
}

// Databases that are put together keep their questions and their keys, under names that
// are there once.
func TestHundredsOfTables(t *testing.T) {
	s := shop()
	s.add("shop", "?", "SELECT * FROM customer JOIN orders ON customer.id = orders.customer_id")
	for len(s.databases) < 40 {
		again := *s.databases[0]
		again.Name = fmt.Sprint("shop", len(s.databases))
		s.databases = append(s.databases, &again)
	}
	s.add("shop7", "?", "SELECT * FROM orders")
	asked := map[string][]string{}
	for _, pool := range s.large() {
		g := pool.databases[0]
		require.Len(t, g.Relationships, g.Len(), "each of three tables has a key, or two")
		for _, q := range pool.questions {
			asked[q.of] = q.tables
			for _, name := range q.tables {
				_, ok := g.Table(name)
				require.True(t, ok, name)
			}
		}
	}
	require.Len(t, asked["shop"], 2)
	require.Len(t, asked["shop7"], 1)
}

func TestQuestionsToTheDemoDatabase(t *testing.T) {
	dir := t.TempDir()
	lines := `{"question": "How many jobs?", "tables": ["workOrder"]}
{"question": "And last year?", "tables": ["workOrder"], "history": [{"content": "How many jobs?"}]}
{"question": "Hello", "tables": []}
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "open.jsonl"), []byte(lines), 0o600))
	s, err := loadDemo(dir, "open.jsonl")
	require.NoError(t, err)
	require.Equal(t, 122, s.databases[0].Len())
	require.Len(t, s.questions, 1)
	_, err = loadDemo(dir, "kept.jsonl")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
