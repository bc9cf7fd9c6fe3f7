package answer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLargeSumsAreWrittenOut(t *testing.T) {
	for number, want := range map[string]string{"7.82095783e+06": "7820957.83", "1E3": "1000", "-2.5e-3": "-0.0025", "0e0": "0", "12.50": "12.50", "1e300": "1e300", "1e-20": "1e-20", "eel": "eel", "": ""} {
		require.Equal(t, want, Plain(number), number)
	}
}

func TestQueriesAreLaidOut(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT a, COUNT(*) FROM t WHERE x = 'a FROM b' AND y BETWEEN 1 AND 2 GROUP BY a ORDER BY a LIMIT 5": "SELECT a, COUNT(*)\nFROM t\nWHERE x = 'a FROM b'\n  AND y BETWEEN 1 AND 2\nGROUP BY a\nORDER BY a\nLIMIT 5",
		"SELECT `from`, EXTRACT(YEAR FROM d) FROM `t` AS a LEFT JOIN u ON a.id=u.id AND a.x=1":               "SELECT `from`, EXTRACT(YEAR FROM d)\nFROM `t` AS a\nLEFT JOIN u ON a.id=u.id\n  AND a.x=1",
		"SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.id = t.id) AND (b OR c)":                  "SELECT a\nFROM t\nWHERE NOT EXISTS (\n  SELECT 1\n  FROM u\n  WHERE u.id = t.id\n)\n  AND (b OR c)",
		"SELECT 1":          "SELECT 1",
		"SELECT 'it\\'s' a": "SELECT 'it\\'s' a",
		"SELECT ')(' FROM":  "SELECT ')('\nFROM",
	} {
		require.Equal(t, want, Layout(sql))
		require.Equal(t, strings.Join(strings.Fields(sql), ""), strings.Join(strings.Fields(Layout(sql)), ""), "nothing but space changes")
		require.Equal(t, want, Layout(want), "what is laid out stays so")
	}
}

// go test -run '^$' -fuzz FuzzLayout ./internal/sqlagent/answer
func FuzzLayout(f *testing.F) {
	for _, seed := range []string{"SELECT a FROM (SELECT b FROM c) d", "((", "))", "'", "FROM FROM", "( SELECT"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		require.Equal(t, strings.Join(strings.Fields(sql), ""), strings.Join(strings.Fields(Layout(sql)), ""))
	})
}
