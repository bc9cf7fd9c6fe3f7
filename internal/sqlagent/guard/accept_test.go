package guard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

type schemaColumn = schema.Column

// accepted are queries and what runs in their place.
var accepted = [][2]string{
	{"SELECT 1", "SELECT 1 AS `1` LIMIT 101"},
	{"select id from crew;", "SELECT `id` FROM `crew` LIMIT 101"},
	// Limits.
	{"SELECT id FROM crew LIMIT 5", "SELECT `id` FROM `crew` LIMIT 5"},
	{"SELECT id FROM crew LIMIT 100", "SELECT `id` FROM `crew` LIMIT 100"},
	{"SELECT id FROM crew LIMIT 101", "SELECT `id` FROM `crew` LIMIT 101"},
	{"SELECT id FROM crew LIMIT 100000", "SELECT `id` FROM `crew` LIMIT 101"},
	{"SELECT id FROM crew LIMIT 5 OFFSET 1000000", "SELECT `id` FROM `crew` LIMIT 1000000,5"},
	{"(SELECT id FROM crew)", "(SELECT `id` FROM `crew` LIMIT 101)"},
	{"SELECT id FROM crew UNION SELECT id FROM invoice LIMIT 300", "SELECT `id` FROM `crew` UNION SELECT `id` FROM `invoice` LIMIT 101"},
	{"SELECT id FROM crew WHERE id IN (SELECT id FROM crew LIMIT 500)", "SELECT `id` FROM `crew` WHERE `id` IN (SELECT `id` FROM `crew` LIMIT 500) LIMIT 101"},
	// Secure views.
	{"SELECT firstName FROM employee", "SELECT `firstName` FROM `secure_employee` AS `employee` LIMIT 101"},
	{"SELECT EMPLOYEE.id FROM Employee", "SELECT `employee`.`id` FROM `secure_employee` AS `employee` LIMIT 101"},
	{"SELECT crewos.employee.id FROM crewos.employee", "SELECT `employee`.`id` FROM `secure_employee` AS `employee` LIMIT 101"},
	{"SELECT crewos.e.id FROM employee e", "SELECT `e`.`id` FROM `secure_employee` AS `e` LIMIT 101"},
	{"SELECT E.id FROM employee e", "SELECT `e`.`id` FROM `secure_employee` AS `e` LIMIT 101"},
	{"SELECT Secure_Employee.id FROM secure_EMPLOYEE", "SELECT `secure_employee`.`id` FROM `secure_employee` LIMIT 101"},
	{"SELECT employee.id FROM secure_employee AS employee", "SELECT `employee`.`id` FROM `secure_employee` AS `employee` LIMIT 101"},
	{"SELECT 1 FROM crew WHERE EXISTS (SELECT 1 FROM customer)", "SELECT 1 AS `1` FROM `crew` WHERE EXISTS (SELECT 1 FROM `secure_customer` AS `customer`) LIMIT 101"},
	// Stars.
	{"SELECT * FROM crew", "SELECT * FROM `crew` LIMIT 101"},
	{"SELECT * FROM user", "SELECT `user`.`id`,`user`.`login` FROM `secure_user` AS `user` LIMIT 101"},
	{"SELECT u.*, c.* FROM user u JOIN crew c ON c.createdBy = u.id", "SELECT `u`.`id`,`u`.`login`,`c`.* FROM `secure_user` AS `u` JOIN `crew` AS `c` ON `c`.`createdBy` = `u`.`id` LIMIT 101"},
	{"SELECT * FROM user u JOIN secure_user v USING (id, login)", "SELECT `id`,`login` FROM `secure_user` AS `u` JOIN `secure_user` AS `v` USING (`id`,`login`) LIMIT 101"},
	{"SELECT crewos.crew.* FROM crew", "SELECT `crew`.* FROM `crew` LIMIT 101"},
	{"SELECT COUNT(*) FROM user", "SELECT COUNT(1) AS `COUNT(*)` FROM `secure_user` AS `user` LIMIT 101"},
	{"SELECT login FROM (SELECT * FROM user) d", "SELECT `login` FROM (SELECT `user`.`id`,`user`.`login` FROM `secure_user` AS `user`) AS `d` LIMIT 101"},
	{"SELECT v.* FROM user u JOIN secure_user v USING (id)", "SELECT `v`.`id`,`v`.`login` FROM `secure_user` AS `u` JOIN `secure_user` AS `v` USING (`id`) LIMIT 101"},
	{"SELECT * FROM user u JOIN crew c ON c.createdBy = u.id", "SELECT `u`.`id`,`u`.`login`,`c`.`id`,`c`.`workOrderId`,`c`.`createdBy` FROM `secure_user` AS `u` JOIN `crew` AS `c` ON `c`.`createdBy` = `u`.`id` LIMIT 101"},
	{"SELECT COUNT(*) AS n FROM crew c, (SELECT 5 AS five) d", "SELECT COUNT(1) AS `n` FROM `crew` AS `c` JOIN (SELECT 5 AS `five`) AS `d` LIMIT 101"},
	// USING and natural joins.
	{"SELECT name, area, depth FROM island NATURAL JOIN reef", "SELECT `name`,`area`,`depth` FROM `island` JOIN `reef` USING (`name`) LIMIT 101"},
	{"SELECT i.name, r.name FROM island i NATURAL LEFT JOIN reef r", "SELECT `i`.`name`,`r`.`name` FROM `island` AS `i` LEFT JOIN `reef` AS `r` USING (`name`) LIMIT 101"},
	{"SELECT id FROM user u NATURAL JOIN secure_user v", "SELECT `id` FROM `secure_user` AS `u` JOIN `secure_user` AS `v` USING (`id`,`login`) LIMIT 101"},
	{"SELECT name FROM island a JOIN reef b USING (name) JOIN reef c USING (name)", "SELECT `name` FROM (`island` AS `a` JOIN `reef` AS `b` USING (`name`)) JOIN `reef` AS `c` USING (`name`) LIMIT 101"},
	// Joins.
	{"SELECT c.id FROM crew c, workOrder w WHERE c.workOrderId = w.id", "SELECT `c`.`id` FROM `crew` AS `c` JOIN `secure_workorder` AS `w` WHERE `c`.`workOrderId` = `w`.`id` LIMIT 101"},
	{"SELECT a.id FROM employee a JOIN employee b ON a.managerId = b.id", "SELECT `a`.`id` FROM `secure_employee` AS `a` JOIN `secure_employee` AS `b` ON `a`.`managerId` = `b`.`id` LIMIT 101"},
	{"SELECT a.id FROM crew a JOIN crew b ON a.createdBy = b.createdBy", "SELECT `a`.`id` FROM `crew` AS `a` JOIN `crew` AS `b` ON `a`.`createdBy` = `b`.`createdBy` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN crew c ON c.workOrderId = i.workOrderId", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN `crew` AS `c` ON `c`.`workOrderId` = `i`.`workOrderId` LIMIT 101"},
	{"SELECT w.id FROM workOrder w JOIN crew c ON c.createdBy = w.createdBy", "SELECT `w`.`id` FROM `secure_workorder` AS `w` JOIN `crew` AS `c` ON `c`.`createdBy` = `w`.`createdBy` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN (SELECT MAX(amount) AS most FROM payment) p", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN (SELECT MAX(`amount`) AS `most` FROM `payment`) AS `p` LIMIT 101"},
	{"SELECT i.id FROM invoice i, (SELECT id FROM payment LIMIT 1) p", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN (SELECT `id` FROM `payment` LIMIT 1) AS `p` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN payment p ON (p.invoiceId = i.id AND p.amount > 1) OR p.invoiceId = i.id", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN `payment` AS `p` ON (`p`.`invoiceId` = `i`.`id` AND `p`.`amount` > 1) OR `p`.`invoiceId` = `i`.`id` LIMIT 101"},
	{"SELECT x.s FROM (SELECT workOrderId AS s FROM invoice) x JOIN workOrder w ON w.id = x.s", "SELECT `x`.`s` FROM (SELECT `workOrderId` AS `s` FROM `invoice`) AS `x` JOIN `secure_workorder` AS `w` ON `w`.`id` = `x`.`s` LIMIT 101"},
	{"SELECT 1 AS a FROM (crew c JOIN workOrder w ON c.workOrderId = w.id)", "SELECT 1 AS `a` FROM `crew` AS `c` JOIN `secure_workorder` AS `w` ON `c`.`workOrderId` = `w`.`id` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN (SELECT workOrderId + 1 AS m FROM crew) d ON d.m = i.id", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN (SELECT `workOrderId` + 1 AS `m` FROM `crew`) AS `d` ON `d`.`m` = `i`.`id` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN payment p ON p.invoiceId = i.id WHERE p.paidOn = i.issuedOn", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN `payment` AS `p` ON `p`.`invoiceId` = `i`.`id` WHERE `p`.`paidOn` = `i`.`issuedOn` LIMIT 101"},
	{"SELECT i.id FROM invoice i JOIN payment p ON p.paidOn = i.issuedOn AND p.invoiceId = i.id", "SELECT `i`.`id` FROM `invoice` AS `i` JOIN `payment` AS `p` ON `p`.`paidOn` = `i`.`issuedOn` AND `p`.`invoiceId` = `i`.`id` LIMIT 101"},
	{"SELECT w.id FROM workOrder w JOIN invoice i ON i.workOrderId = w.id JOIN payment p ON p.invoiceId = i.id WHERE p.paidOn = w.scheduledFor", "SELECT `w`.`id` FROM (`secure_workorder` AS `w` JOIN `invoice` AS `i` ON `i`.`workOrderId` = `w`.`id`) JOIN `payment` AS `p` ON `p`.`invoiceId` = `i`.`id` WHERE `p`.`paidOn` = `w`.`scheduledFor` LIMIT 101"},
	{"SELECT i.id FROM invoice i WHERE EXISTS (SELECT 1 FROM payment p WHERE p.paidOn = i.issuedOn)", "SELECT `i`.`id` FROM `invoice` AS `i` WHERE EXISTS (SELECT 1 FROM `payment` AS `p` WHERE `p`.`paidOn` = `i`.`issuedOn`) LIMIT 101"},
	// Derived tables and table expressions.
	{"SELECT COUNT(*) AS n FROM (SELECT id FROM crew)", "SELECT COUNT(1) AS `n` FROM (SELECT `id` FROM `crew`) AS `derived1` LIMIT 101"},
	{"SELECT `MAX(id)` FROM (SELECT MAX(id) FROM crew) d", "SELECT `MAX(id)` FROM (SELECT MAX(`id`) AS `MAX(id)` FROM `crew`) AS `d` LIMIT 101"},
	{"WITH x AS (SELECT id FROM crew) SELECT X.id FROM X", "WITH `x` AS (SELECT `id` FROM `crew`) SELECT `x`.`id` FROM `x` LIMIT 101"},
	{"WITH x (a, b) AS (SELECT id, createdBy FROM crew), y AS (SELECT a FROM x) SELECT x.b FROM x JOIN y ON y.a = x.a", "WITH `x` (`a`, `b`) AS (SELECT `id`,`createdBy` FROM `crew`), `y` AS (SELECT `a` FROM `x`) SELECT `x`.`b` FROM `x` JOIN `y` ON `y`.`a` = `x`.`a` LIMIT 101"},
	{"WITH RECURSIVE x AS (SELECT id FROM crew) SELECT id FROM x", "WITH `x` AS (SELECT `id` FROM `crew`) SELECT `id` FROM `x` LIMIT 101"},
	{"WITH secret AS (SELECT 1 AS a) SELECT a FROM secret", "WITH `secret` AS (SELECT 1 AS `a`) SELECT `a` FROM `secret` LIMIT 101"},
	{"SELECT (WITH x AS (SELECT 1 AS a) SELECT a FROM x) AS b", "SELECT (WITH `x` AS (SELECT 1 AS `a`) SELECT `a` FROM `x`) AS `b` LIMIT 101"},
	{"WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION SELECT a + 1 FROM x", "WITH `x` AS (SELECT 1 AS `a`) SELECT `a` FROM `x` UNION SELECT `a` + 1 FROM `x` LIMIT 101"},
	// Labels: first of all in ORDER BY and HAVING, last in GROUP BY.
	{"SELECT title AS t FROM workOrder ORDER BY t", "SELECT `title` AS `t` FROM `secure_workorder` AS `workOrder` ORDER BY `t` LIMIT 101"},
	{"SELECT LEFT(title, 1) AS t, COUNT(*) AS n FROM workOrder GROUP BY t HAVING n > 1 ORDER BY n DESC, 1", "SELECT LEFT(`title`, 1) AS `t`,COUNT(1) AS `n` FROM `secure_workorder` AS `workOrder` GROUP BY `t` HAVING `n` > 1 ORDER BY `n` DESC,1 LIMIT 101"},
	{"SELECT c.id AS id FROM crew c JOIN workOrder w ON c.workOrderId = w.id ORDER BY id", "SELECT `c`.`id` AS `id` FROM `crew` AS `c` JOIN `secure_workorder` AS `w` ON `c`.`workOrderId` = `w`.`id` ORDER BY `id` LIMIT 101"},
	{"SELECT id AS a FROM crew UNION SELECT id FROM invoice ORDER BY a", "SELECT `id` AS `a` FROM `crew` UNION SELECT `id` FROM `invoice` ORDER BY `a` LIMIT 101"},
	{"SELECT area AS x FROM island HAVING EXISTS (SELECT 1 FROM reef WHERE depth = x)", "SELECT `area` AS `x` FROM `island` HAVING EXISTS (SELECT 1 FROM `reef` WHERE `depth` = `x`) LIMIT 101"},
	// Correlated subqueries.
	{"SELECT id FROM crew c WHERE EXISTS (SELECT 1 FROM invoice WHERE workOrderId = c.workOrderId)", "SELECT `id` FROM `crew` AS `c` WHERE EXISTS (SELECT 1 FROM `invoice` WHERE `workOrderId` = `c`.`workOrderId`) LIMIT 101"},
	{"SELECT (SELECT MAX(total) FROM invoice i WHERE i.workOrderId = w.id AND title = 'x') AS m FROM workOrder w", "SELECT (SELECT MAX(`total`) FROM `invoice` AS `i` WHERE `i`.`workOrderId` = `w`.`id` AND `title` = 'x') AS `m` FROM `secure_workorder` AS `w` LIMIT 101"},
	// Set operations.
	{"(SELECT id FROM crew ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM invoice) ORDER BY 1", "(SELECT `id` FROM `crew` ORDER BY `id` LIMIT 2) UNION ALL (SELECT `id` FROM `invoice`) ORDER BY 1 LIMIT 101"},
	{"SELECT id FROM crew INTERSECT (SELECT id FROM invoice EXCEPT SELECT id FROM payment)", "SELECT `id` FROM `crew` INTERSECT (SELECT `id` FROM `invoice` EXCEPT SELECT `id` FROM `payment`) LIMIT 101"},
	{"SELECT x FROM (SELECT id AS x FROM crew UNION SELECT id FROM invoice LIMIT 1) d, payment p", "SELECT `x` FROM (SELECT `id` AS `x` FROM `crew` UNION SELECT `id` FROM `invoice` LIMIT 1) AS `d` JOIN `payment` AS `p` LIMIT 101"},
	// Windows.
	{"SELECT RANK() OVER w AS r, SUM(total) OVER (PARTITION BY workOrderId ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s FROM invoice WINDOW w AS (ORDER BY total DESC)", "SELECT RANK() OVER `w` AS `r`,SUM(`total`) OVER (PARTITION BY `workOrderId` ORDER BY `id` ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS `s` FROM `invoice` WINDOW `w` AS (ORDER BY `total` DESC) LIMIT 101"},
	{"SELECT SUM(total) OVER (ORDER BY issuedOn RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND UNBOUNDED FOLLOWING) AS s FROM invoice", "SELECT SUM(`total`) OVER (ORDER BY `issuedOn` RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND UNBOUNDED FOLLOWING) AS `s` FROM `invoice` LIMIT 101"},
	// Expressions.
	{"SELECT MOD(1 + 2, 3) * MOD(4, -5) AS a, -MOD(7, 2) AS b", "SELECT ((1 + 2) % 3) * (4 % (-5)) AS `a`,-(7 % 2) AS `b` LIMIT 101"},
	{"SELECT (total % 2) AS a, id MOD 2 = 0 AS b FROM invoice", "SELECT (`total` % 2) AS `a`,(`id` % 2) = 0 AS `b` FROM `invoice` LIMIT 101"},
	{"SELECT - -total AS a, - + -1 AS b, !-1 AS c FROM invoice", "SELECT -(-`total`) AS `a`,-+-1 AS `b`,!-1 AS `c` FROM `invoice` LIMIT 101"},
	{"SELECT COUNT (*) AS n FROM crew", "SELECT COUNT(1) AS `n` FROM `crew` LIMIT 101"},
	{"SELECT CASE id WHEN 1 THEN 'a' END AS x, CASE WHEN id > 1 THEN 'b' ELSE 'c' END AS y FROM crew", "SELECT CASE `id` WHEN 1 THEN 'a' END AS `x`,CASE WHEN `id` > 1 THEN 'b' ELSE 'c' END AS `y` FROM `crew` LIMIT 101"},
	{"SELECT id FROM crew WHERE id NOT BETWEEN 1 AND 2 AND id IS NOT NULL AND (id > 1) IS TRUE AND (id, createdBy) IN ((1, 2)) AND id NOT LIKE 'a!%' ESCAPE '!'", "SELECT `id` FROM `crew` WHERE `id` NOT BETWEEN 1 AND 2 AND `id` IS NOT NULL AND (`id` > 1) IS TRUE AND ROW(`id`,`createdBy`) IN (ROW(1,2)) AND `id` NOT LIKE 'a!%' ESCAPE '!' LIMIT 101"},
	{"SELECT id FROM crew WHERE id = ANY (SELECT id FROM invoice) OR id <> ALL (SELECT id FROM payment)", "SELECT `id` FROM `crew` WHERE `id` = ANY (SELECT `id` FROM `invoice`) OR `id` != ALL (SELECT `id` FROM `payment`) LIMIT 101"},
	{"SELECT title REGEXP '^[a-z]+$' AS a, REGEXP_LIKE(title, 'x|y') AS b FROM workOrder", "SELECT `title` REGEXP '^[a-z]+$' AS `a`,REGEXP_LIKE(`title`, 'x|y') AS `b` FROM `secure_workorder` AS `workOrder` LIMIT 101"},
	{`SELECT title FROM workOrder WHERE title REGEXP '\\d+' AND title LIKE '5\%'`, "SELECT `title` FROM `secure_workorder` AS `workOrder` WHERE `title` REGEXP _utf8mb4 x'5c642b' AND `title` LIKE _utf8mb4 x'355c25' LIMIT 101"},
	{"SELECT CAST(id AS CHAR) AS a, CONVERT(id, SIGNED) AS b, CONVERT(id USING utf8mb4) AS c, BINARY id AS d, CAST(id AS CHAR CHARACTER SET utf8mb4) AS e FROM crew", "SELECT CAST(`id` AS CHAR) AS `a`,CONVERT(`id`, SIGNED) AS `b`,CONVERT(`id` USING 'utf8mb4') AS `c`,BINARY `id` AS `d`,CAST(`id` AS CHAR) AS `e` FROM `crew` LIMIT 101"},
	{"SELECT issuedOn + INTERVAL 1 DAY AS a, DATE '2024-01-01' AS b, EXTRACT(YEAR FROM issuedOn) AS c, TIMESTAMPDIFF(DAY, issuedOn, NOW()) AS d FROM invoice", "SELECT DATE_ADD(`issuedOn`, INTERVAL 1 DAY) AS `a`,DATE '2024-01-01' AS `b`,EXTRACT(YEAR FROM `issuedOn`) AS `c`,TIMESTAMPDIFF(DAY, `issuedOn`, NOW()) AS `d` FROM `invoice` LIMIT 101"},
	{"SELECT TRIM(LEADING 'x' FROM title) AS a, INSERT(title, 1, 2, 'y') AS b, title COLLATE utf8mb4_bin AS c, title->>'$.a' AS d FROM workOrder", "SELECT TRIM(LEADING 'x' FROM `title`) AS `a`,INSERT(`title`, 1, 2, 'y') AS `b`,`title` COLLATE utf8mb4_bin AS `c`,JSON_UNQUOTE(JSON_EXTRACT(`title`, '$.a')) AS `d` FROM `secure_workorder` AS `workOrder` LIMIT 101"},
	{"SELECT GROUP_CONCAT(DISTINCT title ORDER BY id DESC SEPARATOR '; ') AS a FROM workOrder", "SELECT GROUP_CONCAT(DISTINCT `title` ORDER BY `id` DESC SEPARATOR '; ') AS `a` FROM `secure_workorder` AS `workOrder` LIMIT 101"},
	{"SELECT _utf8mb4 x'4142' AS a, x'41' AS b, b'101' AS c, N'd' AS d, 1.50 AS e, 2e3 AS f, TRUE AS g, NULL AS h", "SELECT _utf8mb4 x'4142' AS `a`,x'41' AS `b`,b'101' AS `c`,'d' AS `d`,1.50 AS `e`,2e+03 AS `f`,TRUE AS `g`,NULL AS `h` LIMIT 101"},
	{"SELECT `md5`('a') AS a, `soundex`('b') AS b", "SELECT MD5('a') AS `a`,SOUNDEX('b') AS `b` LIMIT 101"},
	{"SELECT `concat`('a', \"it's\") AS a", "SELECT CONCAT('a', 'it''s') AS `a` LIMIT 101"},
}

func TestAccepted(t *testing.T) {
	g := company(t, nil)
	for _, c := range accepted {
		v := g.Check(c[0])
		require.True(t, v.OK, "%s: %v", c[0], v.Refusals)
		require.Equal(t, c[1], v.SQL, c[0])
		requireSafe(t, c[0], v)
	}
}

func TestVerdictNamesWhatIsRead(t *testing.T) {
	g := company(t, nil)
	v := g.Check("WITH x AS (SELECT workOrderId AS o FROM invoice) SELECT W.TITLE, (SELECT COUNT(*) FROM crew) FROM workorder w JOIN x ON x.o = w.ID")
	require.True(t, v.OK, v.Refusals)
	require.Equal(t, []string{"crew", "invoice", "workOrder"}, v.Tables)
	require.Equal(t, []string{"invoice.workOrderId", "workOrder.id", "workOrder.title"}, v.Columns)
	require.True(t, v.Views)
	v = g.Check("SELECT * FROM reef WHERE depth > 1")
	require.Equal(t, []string{"reef.depth", "reef.name"}, v.Columns)
	require.False(t, v.Views)
	require.False(t, g.Check("SELECT id FROM secure_user").Views, "the view itself was named")
	v = g.Check("SELECT total, nope FROM invoice")
	require.Equal(t, []string{"invoice"}, v.Tables)
	require.Equal(t, []string{"invoice.total"}, v.Columns)
}
