package receipt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/schema/shoptest"
)

func inspect(t *testing.T, question, sql string) Receipt {
	t.Helper()
	g, err := guard.New(guard.Rules{Graph: shoptest.Graph(), Views: map[string]string{"customer": "secure_customer"}})
	require.NoError(t, err)
	v := g.Check(sql)
	require.True(t, v.OK, "%s: %v", sql, v.Refusals)
	r, err := Inspect(shoptest.Graph(), Query{SQL: v.SQL, Views: map[string]string{"customer": "secure_customer"}, Question: question, MaxRows: 100})
	require.NoError(t, err, sql)
	return r
}

func TestAggregatesOverRepeatedRows(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT SUM(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id":                                                                       "Each customer with several purchase rows is counted several times, so SUM(c.credit) may be too high.",
		"SELECT SUM(p.total) FROM purchase p JOIN item i ON i.purchaseId = p.id":                                                                            "Each purchase with several item rows is counted several times, so SUM(p.total) may be too high.",
		"SELECT COUNT(*) FROM purchase p JOIN item i ON i.purchaseId = p.id JOIN payment y ON y.purchaseId = p.id":                                          "COUNT(*) counts combinations of rows: several joins repeat each other's rows. The number may be too high.",
		"SELECT c.name, COUNT(*) FROM customer c LEFT JOIN purchase p ON p.customerId = c.id GROUP BY c.id, c.name":                                         "COUNT(*) counts a customer without a purchase as one.",
		"SELECT SUM(t.credit) FROM (SELECT c.credit, p.id FROM customer c JOIN purchase p ON p.customerId = c.id) t":                                        "SUM(t.credit) counts rows more than once: the query inside repeats them. The number may be too high.",
		"SELECT SUM(i.price) FROM item i JOIN purchase p ON i.purchaseId = p.id":                                                                            "",
		"SELECT SUM(i.quantity * r.price) FROM item i JOIN product r ON i.productId = r.id":                                                                 "",
		"SELECT COUNT(DISTINCT c.id), MAX(c.credit), MIN(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id":                                  "",
		"SELECT SUM(c.credit) FROM customer c JOIN profile f ON f.customerId = c.id":                                                                        "",
		"SELECT p.id, SUM(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY p.id":                                                   "",
		"SELECT SUM(c.credit), SUM(s.n) FROM customer c JOIN (SELECT customerId, COUNT(*) AS n FROM purchase GROUP BY customerId) s ON s.customerId = c.id": "",
	} {
		got := ""
		for _, w := range inspect(t, "", sql).Warnings {
			got += w.Text
		}
		require.Equal(t, want, got, sql)
	}
}

func TestWhatAQuestionCounts(t *testing.T) {
	const sql = "SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id WHERE p.status = 'open'"
	r := inspect(t, "How many customers have open purchases?", sql)
	require.Len(t, r.Warnings, 1)
	require.Equal(t, "COUNT(*) counts every purchase, also several of one customer.", r.Warnings[0].Text)
	require.Empty(t, inspect(t, "How many open purchases do customers have?", sql).Warnings)
	require.Empty(t, inspect(t, "Count purchases of customers", sql).Warnings)
}

func TestJoinsAreDescribed(t *testing.T) {
	r := inspect(t, "", "SELECT p.id, s.name FROM purchase p JOIN person s ON p.sellerId = s.id LEFT JOIN customer c ON p.customerId = c.id WHERE p.status = 'open' LIMIT 7")
	require.Len(t, r.Joins, 2)
	j := r.Joins[0]
	require.Equal(t, "purchase person purchase.sellerId = person.id inner foreign_key N:1 seller", strings.Join([]string{j.From, j.To, j.On, j.Type, j.Kind, j.Cardinality, j.Role}, " "))
	require.Equal(t, "SELECT COUNT(*) AS lost FROM `purchase` AS `p` WHERE (`p`.`status` = 'open') AND `p`.`sellerId` IS NULL", j.Count)
	require.True(t, j.Warns)
	require.Equal(t, "left", r.Joins[1].Type)
	require.Empty(t, r.Joins[1].Count, "a left join leaves nothing out")
	require.Equal(t, []string{"secure_customer"}, r.Views)
	require.Equal(t, 7, r.Limit)
	require.Zero(t, inspect(t, "", "SELECT id FROM tag").Limit, "that is the guard's")
}

func TestLostRowsAreCountedWhereSomebodyWouldMissThem(t *testing.T) {
	count := func(sql string) string {
		r := inspect(t, "", sql)
		require.Len(t, r.Joins, 1)
		return r.Joins[0].From + ":" + r.Joins[0].Count
	}
	require.Contains(t, count("SELECT c.name, COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.name"), "customer:SELECT COUNT(*) AS lost FROM `customer` AS `c` LEFT JOIN `purchase` AS `p` ON `p`.`customerId` = `c`.`id` WHERE `p`.`customerId` IS NULL")
	require.Contains(t, count("SELECT c.name, COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.name ORDER BY 2 DESC LIMIT 5"), "purchase:SELECT COUNT(*) AS lost FROM `purchase` AS `p` LEFT JOIN `customer` AS `c` ON", "a view may hide what is there")
	require.Equal(t, "purchase:", count("SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id WHERE c.city = 'Bern'"), "it would not have been in Bern either")
}

func TestWhatCannotBeReadIsAnError(t *testing.T) {
	for _, sql := range []string{"", "SELECT", "SELECT 1; SELECT 2", "DELETE FROM customer WHERE"} {
		_, err := Inspect(shoptest.Graph(), Query{SQL: sql})
		require.Error(t, err, sql)
	}
}

// A name alone does not say whose it is.
func TestColumnsAreCalledAsPeopleDo(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT name, credit FROM customer": "Name, Credit",
		"SELECT 100 * SUM(credit) / COUNT(*) AS `100 * SUM(credit) / COUNT(*)`, SUM(credit) AS `SUM(credit)` FROM customer": "Percentage, ",
		"SELECT s.name, COUNT(*), p.total FROM purchase p JOIN person s ON p.sellerId = s.id GROUP BY s.name, p.total":      "Person, , Total",
		"SELECT p.status, p.customerId, c.name AS buyer FROM purchase p JOIN customer c ON p.customerId = c.id":             "Purchase status, Customer id, Buyer",
		"SELECT * FROM customer":                                   "",
		"SELECT n FROM (SELECT name AS n FROM customer) AS inside": "",
	} {
		require.Equal(t, want, strings.Join(inspect(t, "", sql).Labels, ", "), sql)
	}
}
