package agent

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/config"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
)

// trap is a query whose numbers are not what they seem, or one that looks like it and is
// right.
type trap struct {
	question, sql string
	// want is the warning that the answer must carry; "" means none at all.
	want answer.Kind
	// truth is a query for the number that the question asks for. It differs from that of
	// a trap, and is that of a look-alike.
	truth string
	who   database.Person
	// cap is MAX_QUERY_ROWS, 100 if zero.
	cap int
}

var all = database.Everything()

var traps = []trap{
	// One row of the one side for every row of the many side.
	{"What is the total credit of customers with purchases?", "SELECT SUM(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"What is the average credit of customers with purchases?", "SELECT AVG(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id", answer.FanOut, "SELECT AVG(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Count customers with purchases", "SELECT COUNT(c.id) FROM customer c JOIN purchase p ON p.customerId = c.id", answer.FanOut, "SELECT COUNT(*) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"How many customers have purchases?", "SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id", answer.FanOut, "SELECT COUNT(*) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"How many active customers have open purchases?", "SELECT COUNT(1) FROM purchase p JOIN customer c ON p.customerId = c.id WHERE p.total > 0", answer.FanOut, "SELECT COUNT(DISTINCT customerId) FROM shop.purchase", all, 0},
	{"Total of purchases with lamps or chairs", "SELECT SUM(p.total) FROM purchase p JOIN item i ON i.purchaseId = p.id WHERE i.productId IN (1, 3)", answer.FanOut, "SELECT SUM(total) FROM shop.purchase WHERE id IN (SELECT purchaseId FROM shop.item WHERE productId IN (1, 3))", all, 0},
	{"Total of purchases", "SELECT SUM(total) FROM purchase JOIN item ON item.purchaseId = purchase.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase", all, 0},
	{"Total of purchases that were paid", "SELECT SUM(p.total) FROM purchase p INNER JOIN payment y ON y.purchaseId = p.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase WHERE id IN (SELECT purchaseId FROM shop.payment)", all, 0},
	{"Total of purchases, with a comma join", "SELECT SUM(p.total) FROM purchase p, item i WHERE i.purchaseId = p.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase", all, 0},
	{"Total of purchases by left join", "SELECT SUM(p.total) FROM purchase p LEFT JOIN item i ON i.purchaseId = p.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase", all, 0},
	{"Total of done purchases", "SELECT SUM(CASE WHEN p.status = 'open' THEN p.total ELSE 0 END) FROM purchase p JOIN item i ON i.purchaseId = p.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase WHERE status = 'open'", all, 0},
	{"Total of purchases where an item is large", "SELECT SUM(IF(i.quantity >= 1, p.total, 0)) FROM purchase p JOIN item i ON i.purchaseId = p.id", answer.FanOut, "SELECT SUM(total) FROM shop.purchase", all, 0},
	{"Total credit per city", "SELECT c.city, SUM(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id WHERE c.city = 'Bern' GROUP BY c.city", answer.FanOut, "SELECT 'Bern', SUM(credit) FROM shop.customer WHERE city = 'Bern'", all, 0},
	{"Items and payments of each purchase", "SELECT SUM(i.price), SUM(y.amount) FROM purchase p JOIN item i ON i.purchaseId = p.id JOIN payment y ON y.purchaseId = p.id", answer.FanOut, "SELECT SUM(price) FROM shop.item WHERE purchaseId IN (SELECT purchaseId FROM shop.payment)", all, 0},
	{"How many items and payments?", "SELECT COUNT(*) FROM purchase p JOIN item i ON i.purchaseId = p.id JOIN payment y ON y.purchaseId = p.id", answer.FanOut, "SELECT COUNT(*) FROM shop.item WHERE purchaseId IN (SELECT purchaseId FROM shop.payment)", all, 0},
	{"Credit of customers with tags", "SELECT SUM(c.credit) FROM customer c JOIN customerTag ct ON ct.customerId = c.id JOIN tag t ON ct.tagId = t.id", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.customerTag)", all, 0},
	{"Salary of those who sold", "SELECT SUM(s.salary) FROM person s JOIN purchase p ON p.sellerId = s.id", answer.FanOut, "SELECT SUM(salary) FROM shop.person WHERE id IN (SELECT sellerId FROM shop.purchase)", all, 0},
	{"Weight of the products sold", "SELECT SUM(r.weight) FROM product r JOIN item i ON i.productId = r.id", answer.FanOut, "SELECT SUM(weight) FROM shop.product", all, 0},
	{"Credit, over three tables", "SELECT SUM(c.credit) FROM item i JOIN purchase p ON i.purchaseId = p.id JOIN customer c ON p.customerId = c.id", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Credit by a derived table", "SELECT SUM(t.credit) FROM (SELECT c.credit, p.id FROM customer c JOIN purchase p ON p.customerId = c.id) t", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Credit by a table expression", "WITH x AS (SELECT c.credit, p.status FROM customer c JOIN purchase p ON p.customerId = c.id) SELECT SUM(credit) FROM x", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Credit beside a derived table that is not grouped", "SELECT SUM(c.credit) FROM customer c JOIN (SELECT customerId FROM purchase) s ON s.customerId = c.id", answer.FanOut, "SELECT SUM(credit) FROM shop.customer WHERE id IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Purchases of every customer, none included", "SELECT c.name, COUNT(*) AS n FROM customer c LEFT JOIN purchase p ON p.customerId = c.id WHERE c.id = 5 GROUP BY c.id, c.name", answer.FanOut, "SELECT 'Eve', COUNT(*) FROM shop.purchase WHERE customerId = 5", all, 0},
	{"Rating and credit", "SELECT SUM(f.rating) FROM profile f JOIN purchase p ON p.customerId = f.customerId", answer.FanOut, "SELECT SUM(rating) FROM shop.profile WHERE customerId IN (SELECT customerId FROM shop.purchase)", all, 0},
	{"Customers whose credit is much", "SELECT c.city FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.city HAVING SUM(c.credit) > 300", answer.FanOut, "", all, 0},
	{"Cities by credit", "SELECT c.city FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.city ORDER BY SUM(c.credit) DESC", answer.FanOut, "", all, 0},

	// Rows that an inner join leaves out.
	{"Purchases with who sold them", "SELECT p.id, s.name FROM purchase p JOIN person s ON p.sellerId = s.id", answer.RowsLost, "", all, 0},
	{"How many purchases are there?", "SELECT COUNT(*) FROM purchase p JOIN person s ON p.sellerId = s.id", answer.RowsLost, "SELECT COUNT(*) FROM shop.purchase", all, 0},
	{"Total of all purchases", "SELECT SUM(p.total) FROM purchase p JOIN person k ON p.courierId = k.id", answer.RowsLost, "SELECT SUM(total) FROM shop.purchase", all, 0},
	{"Items sold", "SELECT SUM(i.quantity) FROM item i JOIN product r ON i.productId = r.id", answer.RowsLost, "SELECT SUM(quantity) FROM shop.item", all, 0},
	{"Open purchases by seller", "SELECT s.name, COUNT(p.id) FROM purchase p JOIN person s ON p.sellerId = s.id WHERE p.status = 'done' GROUP BY s.id, s.name", answer.RowsLost, "", all, 0},
	{"Number of purchases of each customer", "SELECT c.name, COUNT(p.id) FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.id, c.name", answer.RowsLost, "", all, 0},
	{"Spent by each customer", "SELECT c.id, SUM(p.total) FROM purchase p JOIN customer c ON p.customerId = c.id GROUP BY c.id", answer.RowsLost, "", all, 0},

	// A part that reads as the whole.
	{"All purchases", "SELECT id FROM purchase", answer.Truncated, "", all, 5},
	{"All items with prices", "SELECT id, price FROM item ORDER BY price", answer.Truncated, "", all, 9},
	{"All customers", "SELECT name FROM customer LIMIT 500", answer.Truncated, "", all, 3},
	{"All customers again", "SELECT name FROM customer LIMIT 4", answer.Limited, "", all, 0},
	{"What did customers buy?", "SELECT id FROM purchase ORDER BY day LIMIT 6", answer.Limited, "", all, 0},

	// Rows that are missing because of who asks.
	{"How many customers are there?", "SELECT COUNT(*) FROM customer", answer.Rights, "SELECT COUNT(*) FROM shop.customer", only(1, 2), 0},
	{"Customers in Oslo", "SELECT name FROM customer WHERE city = 'Oslo'", answer.Rights, "", only(), 0},
}

var lookAlikes = []trap{
	{"What is the total credit of customers?", "SELECT SUM(c.credit) FROM customer c", "", "SELECT SUM(credit) FROM shop.customer", all, 0},
	{"What is the total credit of customers with purchases?", "SELECT SUM(c.credit) FROM customer c WHERE EXISTS (SELECT 1 FROM purchase p WHERE p.customerId = c.id)", "", "SELECT SUM(credit) FROM shop.customer WHERE id <= 4", all, 0},
	{"How many customers have purchases?", "SELECT COUNT(DISTINCT c.id) FROM customer c JOIN purchase p ON p.customerId = c.id", "", "SELECT 4", all, 0},
	{"How many purchases do customers have?", "SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id", "", "SELECT COUNT(*) FROM shop.purchase", all, 0},
	{"How many purchases of customers in Bern?", "SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id WHERE c.city = 'Bern'", "", "SELECT 5", all, 0},
	{"Highest credit of customers with purchases", "SELECT MAX(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id", "", "SELECT 250.00", all, 0},
	{"Lowest credit of customers with purchases", "SELECT MIN(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id", "", "SELECT 10.00", all, 0},
	{"Total of purchases in Bern", "SELECT SUM(p.total) FROM purchase p JOIN customer c ON p.customerId = c.id WHERE c.city = 'Bern'", "", "SELECT SUM(total) FROM shop.purchase WHERE customerId IN (1, 2)", all, 0},
	{"Total of the items of purchases", "SELECT SUM(i.price * i.quantity) FROM item i JOIN purchase p ON i.purchaseId = p.id", "", "SELECT SUM(price * quantity) FROM shop.item", all, 0},
	{"Worth of what was sold at list prices", "SELECT SUM(i.quantity * r.price) FROM item i JOIN product r ON i.productId = r.id WHERE r.weight > 0", "", "SELECT SUM(i.quantity * r.price) FROM shop.item i, shop.product r WHERE i.productId = r.id", all, 0},
	{"A chain: items of customers in Rome", "SELECT COUNT(*) FROM customer c JOIN purchase p ON p.customerId = c.id JOIN item i ON i.purchaseId = p.id WHERE c.city = 'Rome'", "", "SELECT 2", all, 0},
	{"A chain: price of the items of customers", "SELECT SUM(i.price) FROM customer c JOIN purchase p ON p.customerId = c.id JOIN item i ON i.purchaseId = p.id", "", "SELECT SUM(price) FROM shop.item", all, 0},
	{"Credit and rating of customers", "SELECT SUM(c.credit), SUM(f.rating) FROM customer c JOIN profile f ON f.customerId = c.id", "", "SELECT SUM(credit) FROM shop.customer", all, 0},
	{"Credit of each purchase's customer", "SELECT p.id, SUM(c.credit) FROM purchase p JOIN customer c ON p.customerId = c.id WHERE p.id = 3 GROUP BY p.id", "", "SELECT 3, 100", all, 0},
	{"Credit and number of purchases", "SELECT SUM(c.credit) FROM customer c JOIN (SELECT customerId, COUNT(*) AS n FROM purchase GROUP BY customerId) s ON s.customerId = c.id", "", "SELECT SUM(credit) FROM shop.customer WHERE id <= 4", all, 0},
	{"Items and payments, each by itself", "SELECT SUM(i.s), SUM(y.s) FROM (SELECT purchaseId, SUM(price) AS s FROM item GROUP BY purchaseId) i JOIN (SELECT purchaseId, SUM(amount) AS s FROM payment GROUP BY purchaseId) y ON y.purchaseId = i.purchaseId", "", "SELECT SUM(price) FROM shop.item WHERE purchaseId IN (SELECT purchaseId FROM shop.payment)", all, 0},
	{"Total per purchase and payments in a subquery", "SELECT SUM(p.total - (SELECT COALESCE(SUM(y.amount), 0) FROM payment y WHERE y.purchaseId = p.id)) FROM purchase p", "", "SELECT (SELECT SUM(total) FROM shop.purchase) - (SELECT SUM(amount) FROM shop.payment)", all, 0},
	{"Credit of distinct customers", "SELECT SUM(t.credit) FROM (SELECT DISTINCT c.id, c.credit FROM customer c JOIN purchase p ON p.customerId = c.id) t", "", "SELECT SUM(credit) FROM shop.customer WHERE id <= 4", all, 0},
	{"Credit with one purchase fixed", "SELECT SUM(c.credit) FROM customer c JOIN purchase p ON p.customerId = c.id WHERE p.id = 1", "", "SELECT 100.00", all, 0},
	{"Credit of customers with the tag vip", "SELECT SUM(c.credit) FROM customer c JOIN customerTag ct ON ct.customerId = c.id JOIN tag t ON ct.tagId = t.id WHERE t.label = 'vip'", "", "SELECT 350.00", all, 0},
	{"Credit by tag", "SELECT t.id, SUM(c.credit) FROM tag t JOIN customerTag ct ON ct.tagId = t.id JOIN customer c ON ct.customerId = c.id WHERE t.id = 2 GROUP BY t.id", "", "SELECT 2, 110", all, 0},
	{"How many tags do customers have?", "SELECT COUNT(*) FROM customer c JOIN customerTag ct ON ct.customerId = c.id JOIN tag t ON ct.tagId = t.id", "", "SELECT COUNT(*) FROM shop.customerTag", all, 0},
	{"Purchases of every customer, none included", "SELECT c.name, COUNT(p.id) AS n FROM customer c LEFT JOIN purchase p ON p.customerId = c.id WHERE c.id = 5 GROUP BY c.id, c.name", "", "SELECT 'Eve', 0", all, 0},
	{"Purchases with their seller, if any", "SELECT COUNT(*) FROM purchase p LEFT JOIN person s ON p.sellerId = s.id", "", "SELECT COUNT(*) FROM shop.purchase", all, 0},
	{"Open purchases among all", "SELECT SUM(CASE WHEN p.status = 'open' THEN 1 ELSE 0 END) FROM purchase p JOIN customer c ON p.customerId = c.id", "", "SELECT 3", all, 0},
	{"Average total of purchases in Rome", "SELECT AVG(p.total) FROM purchase p JOIN customer c ON c.id = p.customerId WHERE c.city = 'Rome'", "", "SELECT AVG(total) FROM shop.purchase WHERE customerId IN (3, 4)", all, 0},
	{"Customers with tags, by IN", "SELECT SUM(credit) FROM customer WHERE id IN (SELECT customerId FROM customerTag)", "", "SELECT SUM(credit) FROM shop.customer WHERE id <= 4", all, 0},
	{"Share of each purchase", "SELECT SUM(p.total / t.s) FROM purchase p JOIN (SELECT SUM(total) AS s FROM purchase) t ON 1 = 1", "", "", all, 0},

	{"Purchases with their customers", "SELECT p.id, c.name FROM purchase p JOIN customer c ON p.customerId = c.id", "", "", all, 0},
	{"Purchases with who sold them, if anybody", "SELECT p.id, s.name FROM purchase p LEFT JOIN person s ON p.sellerId = s.id", "", "", all, 0},
	{"Purchases that Sue sold", "SELECT p.id FROM purchase p JOIN person s ON p.sellerId = s.id WHERE s.name = 'Sue'", "", "", all, 0},
	{"Open purchases with who sold them", "SELECT p.id, s.name FROM purchase p JOIN person s ON p.sellerId = s.id WHERE p.status = 'open'", "", "", all, 0},
	{"Rating of each customer", "SELECT c.name, f.rating FROM customer c JOIN profile f ON f.customerId = c.id", "", "", all, 0},
	{"Customers with more than two purchases", "SELECT c.name, COUNT(*) AS n FROM customer c JOIN purchase p ON p.customerId = c.id GROUP BY c.id, c.name HAVING COUNT(*) > 2", "", "", all, 0},

	{"All purchases, exactly as many as are shown", "SELECT id FROM purchase", "", "", all, 7},
	{"The top 3 customers by credit", "SELECT name FROM customer ORDER BY credit DESC LIMIT 3", "", "", all, 0},
	{"The customer with the highest credit", "SELECT name FROM customer ORDER BY credit DESC LIMIT 1", "", "", all, 0},
	{"The first five purchases", "SELECT id FROM purchase ORDER BY day LIMIT 5", "", "", all, 0},

	{"How many products are there?", "SELECT COUNT(*) FROM product", "", "SELECT COUNT(*) FROM shop.product", only(1, 2), 0},
	{"How many customers are there?", "SELECT COUNT(*) FROM customer", "", "SELECT COUNT(*) FROM shop.customer", all, 0},
}

func TestTrapsAndLookAlikes(t *testing.T) {
	require.Len(t, traps, 40)
	require.Len(t, lookAlikes, 40)
	db, root := openShop(t)
	first := func(tt trap) (got answer.Answer, said, true string) {
		got = askShop(t, db, tt.sql, tt.question, tt.who, func(c *Config) {
			if tt.cap > 0 {
				c.Limits = config.SQL{MaxRows: &tt.cap}.Limits()
			}
		})
		require.True(t, got.Answered, "%s: %s", tt.sql, got.Reading)
		if tt.truth == "" {
			return got, "", ""
		}
		rows, err := root.Query(tt.truth)
		require.NoError(t, err, tt.truth)
		defer rows.Close()
		require.True(t, rows.Next())
		columns, err := rows.Columns()
		require.NoError(t, err)
		cells := make([]string, len(columns))
		places := make([]any, len(columns))
		for i := range cells {
			places[i] = &cells[i]
		}
		require.NoError(t, rows.Scan(places...))
		last := len(cells) - 1
		if last >= len(got.Columns) || len(got.Columns) > 1 && len(cells) == 1 {
			last = 0
		}
		require.NotEmpty(t, got.Rows, tt.sql)
		require.NotNil(t, got.Rows[0][last], tt.sql)
		return got, *got.Rows[0][last], cells[last]
	}
	for _, tt := range traps {
		got, said, true := first(tt)
		var kinds []answer.Kind
		for _, w := range got.Warnings {
			kinds = append(kinds, w.Kind)
		}
		require.Contains(t, kinds, tt.want, "%s\n%v", tt.sql, got.Warnings)
		if tt.truth != "" {
			require.NotEqual(t, number(t, true), number(t, said), "this is no trap on these rows: %s", tt.sql)
		}
	}
	for _, tt := range lookAlikes {
		got, said, true := first(tt)
		require.Empty(t, got.Warnings, tt.sql)
		if tt.truth != "" {
			require.InDelta(t, number(t, true), number(t, said), 1e-6, tt.sql)
		}
	}
}
