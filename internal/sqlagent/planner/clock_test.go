package planner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTimesThatCountFromToday(t *testing.T) {
	const at = "SELECT COUNT(*) FROM `invoice` WHERE `invoice`.`dueOn` < '2026-06-30'"
	for question, want := range map[string]bool{
		"How many work orders were completed last month?":    true,
		"complaints received yesterday":                      true,
		"Which work orders are planned this week?":           true,
		"How many invoices were issued in May?":              true,
		"overdue invoices":                                   true,
		"Which deficiencies are past their deadline?":        true,
		"How many work orders were completed in May 2026?":   false,
		"How many invoices were due before 30 June 2026?":    false,
		"How many invoices were issued in 2025, by month?":   false,
		"How many customers do we have?":                     false,
		"List the 10 latest invoices":                        false,
		"Which employee worked the most hours in June 2026?": false,
	} {
		require.Equal(t, want, CountsFromToday(question, at, today()), question)
	}
	require.False(t, CountsFromToday("overdue invoices", "SELECT 1 FROM `invoice` WHERE `invoice`.`status` = 'overdue'", today()), "that is a state")
}
