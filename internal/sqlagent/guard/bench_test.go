package guard

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// fiveJoins is the query that the times in the documents are about.
const fiveJoins = `SELECT c.name, l.city, COUNT(DISTINCT w.id) AS orders, SUM(i.total) AS billed
FROM customer AS c
JOIN customerLocation AS l ON l.customerId = c.id
JOIN workOrder AS w ON w.customerLocationId = l.id
JOIN crew AS k ON k.workOrderId = w.id
JOIN employeeCrew AS m ON m.crewId = k.id
JOIN employee AS e ON e.id = m.employeeId
LEFT JOIN invoice AS i ON i.workOrderId = w.id
WHERE w.status IN ('open', 'done') AND w.scheduledFor >= DATE_SUB(CURDATE(), INTERVAL 1 YEAR) AND e.active = 1
GROUP BY c.name, l.city HAVING COUNT(DISTINCT w.id) > 3 ORDER BY billed DESC LIMIT 20`

func BenchmarkFiveJoins(b *testing.B) {
	g := company(b, nil)
	require.Empty(b, g.Check(fiveJoins).Refusals)
	b.ReportAllocs()
	for b.Loop() {
		g.Check(fiveJoins)
	}
}
