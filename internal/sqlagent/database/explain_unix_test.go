//go:build unix

package database

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/guard"
)

func testPlansEstimateRows(t *testing.T, s *shop) {
	s.do(t, "GRANT SELECT, SHOW VIEW ON shop.secure_customer TO reader@localhost", "GRANT SELECT ON shop.customer TO reader@localhost", "ANALYZE TABLE shop.customer")
	db := s.open(t, s.settings("reader"))
	estimate := func(query string) float64 {
		rows, ok, err := db.Explain(t.Context(), Everything(), checked(query))
		require.NoError(t, err)
		require.True(t, ok, query)
		return rows
	}
	require.InDelta(t, customers, estimate("SELECT COUNT(*) FROM customer WHERE note = 'x'"), customers/4)
	require.Greater(t, estimate("SELECT COUNT(*) FROM customer a JOIN customer b ON a.note = b.note"), float64(customers*customers/4))
	require.LessOrEqual(t, estimate("SELECT note FROM customer WHERE id = 7"), 1.0)
	require.Greater(t, estimate("SELECT COUNT(*) FROM secure_customer"), float64(customers/2))

	_, ok, err := db.Explain(t.Context(), Everything(), checked("SELECT nothing FROM customer"))
	require.NoError(t, err)
	require.False(t, ok, "what is wrong shows when it runs")
	_, _, err = db.Explain(t.Context(), Everything(), guard.Verdict{SQL: "SELECT 1"})
	require.Error(t, err)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = db.Explain(over, Everything(), checked("SELECT 1"))
	require.ErrorIs(t, err, context.Canceled)
}

func testHintsHaveNamesAndNoValues(t *testing.T, s *shop) {
	s.do(t, "GRANT SELECT ON shop.customer TO reader@localhost")
	db := s.open(t, s.settings("reader"))
	hint := func(query string) string {
		_, err := db.Query(t.Context(), Everything(), checked(query), Limits{})
		said, ok := errors.AsType[*Error](err)
		require.True(t, ok, "%s: %v", query, err)
		return said.Hint()
	}
	require.Contains(t, hint("SELECT missing FROM customer"), "missing")
	require.Contains(t, hint("SELECT id FROM customer GROUP"), "syntax")
	require.Empty(t, hint("SELECT EXTRACTVALUE('<a/>', CONCAT('$', note)) FROM customer"), "the message quotes a value")
	require.Empty(t, hint("SELECT * FROM mysql.user"), "what may not be read")
}
