package guard

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// withSalaries is a guard that shows salaries in sums alone.
func withSalaries(t *testing.T, change func(*Rules)) *Guard {
	t.Helper()
	return company(t, func(r *Rules) {
		r.Hidden = nil
		r.Sensitive = map[string][]string{"Employee": {"SALARY"}}
		if change != nil {
			change(r)
		}
	})
}

const enough = "COUNT(DISTINCT IF(`e`.`salary` IS NULL, NULL, `e`.`id`)) >= 5"

func TestSensitiveColumnsAreAddedUpOverEnoughRows(t *testing.T) {
	g := withSalaries(t, nil)
	for sql, want := range map[string]string{
		"SELECT AVG(salary) AS a FROM employee AS e":                                                "SELECT AVG(`salary`) AS `a` FROM `secure_employee` AS `e` HAVING " + enough + " LIMIT 101",
		"SELECT AVG(e.salary) AS a, SUM(e.salary) AS s FROM employee AS e WHERE e.firstName = 'X'":  "SELECT AVG(`e`.`salary`) AS `a`,SUM(`e`.`salary`) AS `s` FROM `secure_employee` AS `e` WHERE `e`.`firstName` = 'X' HAVING " + enough + " LIMIT 101",
		"SELECT e.active, AVG(e.salary) AS a FROM employee e GROUP BY e.active HAVING COUNT(*) > 1": "SELECT `e`.`active`,AVG(`e`.`salary`) AS `a` FROM `secure_employee` AS `e` GROUP BY `e`.`active` HAVING (COUNT(1)>1) AND " + enough + " LIMIT 101",
		"SELECT e.active FROM employee e GROUP BY e.active ORDER BY STDDEV(e.salary)":               "SELECT `e`.`active` FROM `secure_employee` AS `e` GROUP BY `e`.`active` HAVING " + enough + " ORDER BY STDDEV_POP(`e`.`salary`) LIMIT 101",
		"SELECT e.active FROM employee e GROUP BY e.active HAVING COUNT(DISTINCT e.salary) > 2":     "SELECT `e`.`active` FROM `secure_employee` AS `e` GROUP BY `e`.`active` HAVING (COUNT(DISTINCT `e`.`salary`)>2) AND " + enough + " LIMIT 101",
		"SELECT * FROM employee":        "SELECT `employee`.`id`,`employee`.`firstName`,`employee`.`lastName`,`employee`.`active`,`employee`.`managerId`,`employee`.`userId` FROM `secure_employee` AS `employee` LIMIT 101",
		"SELECT MAX(id) AS m FROM crew": "SELECT MAX(`id`) AS `m` FROM `crew` LIMIT 101",
	} {
		v := g.Check(sql)
		require.True(t, v.OK, "%s: %v", sql, v.Refusals)
		require.Equal(t, normal(t, want), normal(t, v.SQL), sql)
	}
	// Each of two tables must have enough rows, and a subquery of its own.
	v := g.Check("SELECT AVG(a.salary) AS x, AVG(b.salary) AS y FROM employee a JOIN employee b ON a.managerId = b.id")
	require.True(t, v.OK)
	require.Contains(t, v.SQL, "IF(`a`.`salary` IS NULL, NULL, `a`.`id`)")
	require.Contains(t, v.SQL, "IF(`b`.`salary` IS NULL, NULL, `b`.`id`)")
	v = g.Check("SELECT e.firstName, (SELECT AVG(i.salary) FROM employee i WHERE i.managerId = e.id) AS a FROM employee e")
	require.True(t, v.OK, v.Refusals)
	require.Contains(t, v.SQL, "HAVING COUNT(DISTINCT IF(`i`.`salary` IS NULL, NULL, `i`.`id`)) >= 5)")
	three := withSalaries(t, func(r *Rules) { r.LeastGroup = 3 })
	require.Contains(t, three.Check("SELECT AVG(salary) FROM employee").SQL, ">= 3")
}

// What the guard has written about small groups it lets through, with as many rows as
// before, and nothing that looks like it.
func TestGroupsAreCheckedAgain(t *testing.T) {
	g := withSalaries(t, nil)
	v := g.Check("SELECT e.active, AVG(e.salary) AS a FROM employee e GROUP BY e.active")
	require.True(t, v.OK)
	require.Equal(t, []Refusal{{Code: Small, Message: "'employee.salary' is sensitive: fewer than 5 rows are not added up."}}, v.Warnings)
	again := g.Check(v.SQL)
	require.True(t, again.OK, again.Refusals)
	require.Contains(t, again.SQL, enough)
	lax := g.Check("SELECT AVG(e.salary) AS a FROM employee e HAVING COUNT(DISTINCT IF(e.salary IS NULL, NULL, e.id)) >= 1")
	require.True(t, lax.OK)
	require.Contains(t, lax.SQL, enough)
	for _, counted := range []string{
		"COUNT(DISTINCT IF(e.salary IS NOT NULL, NULL, e.id))", "COUNT(DISTINCT IF(e.salary IS NULL, 1, e.id))", "COUNT(DISTINCT IF(e.salary IS NULL, NULL, e.salary))",
		"COUNT(DISTINCT IF(e.salary > 9000, NULL, e.id))", "SUM(DISTINCT IF(e.salary IS NULL, NULL, e.id))", "COUNT(IF(e.salary IS NULL, NULL, e.id))",
		"COUNT(DISTINCT IF(e.id IS NULL, NULL, e.salary))", "COUNT(DISTINCT IF(e.salary IS NULL, NULL, e.id), e.salary)",
	} {
		v := g.Check("SELECT " + counted + " AS n FROM employee e")
		require.False(t, v.OK, counted)
		require.Equal(t, Small, v.Refusals[0].Code, counted)
	}
}

// normal is a query as the parser prints it.
func normal(t *testing.T, sql string) string {
	t.Helper()
	statement, r := parse(newParser(), sql)
	require.Nil(t, r, sql)
	text, r := write(statement, 0)
	require.Nil(t, r, sql)
	return text
}

func TestSensitiveColumnsShowNobodys(t *testing.T) {
	g := withSalaries(t, nil)
	want := Refusal{Code: Small, Message: "'employee.salary' can only be counted, added up or averaged, by itself, over at least 5 rows."}
	for _, sql := range []string{
		"SELECT salary FROM employee",
		"SELECT e.salary AS s FROM employee e",
		"SELECT id FROM employee WHERE salary > 5000",
		"SELECT id FROM employee ORDER BY salary",
		"SELECT COUNT(*) FROM employee GROUP BY salary",
		"SELECT MAX(salary) FROM employee",
		"SELECT MIN(salary) FROM employee",
		"SELECT GROUP_CONCAT(salary) FROM employee",
		"SELECT COUNT(DISTINCT salary, id) FROM employee",
		"SELECT JSON_ARRAYAGG(salary) FROM employee",
		"SELECT AVG(salary + 0) FROM employee",
		"SELECT AVG((salary)) FROM employee",
		"SELECT SUM(IF(firstName = 'X', salary, 0)) FROM employee",
		"SELECT AVG(salary) OVER (PARTITION BY id) FROM employee",
		"SELECT SUM(1) OVER (ORDER BY salary) FROM employee",
		"SELECT CASE WHEN salary > 1 THEN 1 END FROM employee",
		"SELECT a.id FROM employee a JOIN employee b USING (salary)",
		"SELECT a.id FROM employee a JOIN employee b ON a.id = b.id AND AVG(a.salary) > 1",
		"SELECT 1 FROM employee e HAVING (SELECT AVG(e.salary)) > 1",
		"SELECT id FROM employee e WHERE EXISTS (SELECT AVG(e.salary) FROM crew)",
		"SELECT d.s FROM (SELECT salary AS s FROM employee) d",
		"WITH d AS (SELECT id, salary FROM employee) SELECT AVG(salary) FROM d",
		"SELECT salary FROM secure_employee",
	} {
		v := g.Check(sql)
		require.False(t, v.OK, "%s: %s", sql, v.SQL)
		got := v.Refusals[0]
		if sql == "SELECT salary FROM secure_employee" {
			require.Equal(t, Small, got.Code)
			continue
		}
		require.Equal(t, want, got, sql)
	}
}

func TestRulesOfSensitiveColumns(t *testing.T) {
	for want, change := range map[string]func(*Rules){
		`columns of "nope" are sensitive, and it is no base table`:            func(r *Rules) { r.Sensitive = map[string][]string{"nope": {"id"}} },
		`columns of "secure_employee" are sensitive, and it is no base table`: func(r *Rules) { r.Sensitive = map[string][]string{"secure_employee": {"salary"}} },
		`"wage" is sensitive, and is no column of "employee"`:                 func(r *Rules) { r.Sensitive = map[string][]string{"employee": {"wage"}} },
		`columns of "employee" are sensitive, and it has no key`: func(r *Rules) {
			r.Sensitive = map[string][]string{"employee": {"salary"}}
			of, _ := r.Graph.Table("employee")
			of.PrimaryKey = nil
		},
		`columns of "employee" are sensitive, and "secure_employee" does not show its key`: func(r *Rules) {
			r.Sensitive = map[string][]string{"employee": {"salary"}}
			r.Hidden = map[string][]string{"employee": {"id"}}
		},
	} {
		r := Rules{Graph: companyGraph(), Views: companyViews}
		change(&r)
		_, err := New(r)
		require.EqualError(t, err, "guard: "+want)
	}
	// A key of two columns counts both.
	g := withSalaries(t, func(r *Rules) {
		of, _ := r.Graph.Table("employee")
		of.PrimaryKey = []string{"id", "userId"}
	})
	require.Contains(t, g.Check("SELECT AVG(salary) FROM employee").SQL, "COUNT(DISTINCT IF(`employee`.`salary` IS NULL, NULL, `employee`.`id`), `employee`.`userId`) >= 5")
	// A view without a base table that is known has nothing that could be named.
	_, err := New(Rules{Graph: companyGraph(), Views: map[string]string{"gone": "island"}, Sensitive: map[string][]string{"employee": {"salary"}}})
	require.NoError(t, err)
}
