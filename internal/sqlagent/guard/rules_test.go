package guard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

func TestRulesThatContradictTheGraph(t *testing.T) {
	for want, r := range map[string]Rules{
		"a graph is missing":                                                     {},
		"two tables have the secure view \"v\"":                                  {Views: map[string]string{"crew": "v", "user": "v"}},
		"neither table \"nobody\" nor its secure view \"v\" is in the graph":     {Views: map[string]string{"nobody": "v"}},
		"the secure view \"CREW\" is also a table with a view":                   {Views: map[string]string{"user": "CREW", "crew": "v"}},
		"\"nobody\" is to be readable, and is no table":                          {Readable: []string{"crew", "nobody"}},
		"columns of \"nobody\" are to be hidden, and it is no table":             {Hidden: map[string][]string{"nobody": {"id"}}},
		"columns of \"secure_nobody\" are to be hidden, and it is no table":      {Views: companyViews, Hidden: map[string][]string{"secure_nobody": {"id"}}},
		"columns of \"secure_crew\" are to be hidden, and it is no table":        {Hidden: map[string][]string{"crew": {"id"}, "secure_crew": {"id"}}},
		"\"secure_user\" is to be readable, and is no table":                     {Readable: []string{"secure_user"}},
		"neither table \"nobody\" nor its secure view \"secure_n\" is in the gr": {Views: map[string]string{"nobody": "secure_n"}},
	} {
		if want != "a graph is missing" {
			r.Graph = companyGraph()
		}
		_, err := New(r)
		require.ErrorContains(t, err, want)
	}
}

func TestReadable(t *testing.T) {
	base := company(t, func(r *Rules) { r.Readable = []string{"Crew", "employee"} })
	view := company(t, func(r *Rules) { r.Readable = []string{"crew", "SECURE_employee"} })
	for _, g := range []*Guard{base, view} {
		require.True(t, g.Check("SELECT id FROM crew").OK)
		require.True(t, g.Check("SELECT id FROM employee").OK, "a table and its view are one")
		require.True(t, g.Check("SELECT id FROM secure_employee").OK)
		require.False(t, g.Check("SELECT id FROM user").OK)
		require.False(t, g.Check("SELECT id FROM secure_user").OK)
		v := g.Check("SELECT id FROM invoice")
		require.Equal(t, "Table 'invoice' does not exist. Available: crew, employee.", v.Refusals[0].Message)
	}
	none := company(t, func(r *Rules) { r.Readable = []string{} })
	v := none.Check("SELECT id FROM crew")
	require.Equal(t, []Refusal{{Table, "Table 'crew' does not exist. Available: .", ""}}, v.Refusals)
	all := company(t, func(r *Rules) { r.Readable = nil })
	require.True(t, all.Check("SELECT token FROM secret").OK)
}

// A view has the columns that the graph says it has, and hides what is hidden of either.
func TestViewsOfTheGraph(t *testing.T) {
	g := companyGraph()
	g.Put(&schema.Table{Name: "secure_Employee", Columns: []schema.Column{{Name: "id"}, {Name: "firstName"}, {Name: "salary"}, {Name: "bonus"}}})
	guard, err := New(Rules{Graph: g, Views: map[string]string{"EMPLOYEE": "SECURE_employee"}, Hidden: map[string][]string{"employee": {"salary"}, "secure_employee": {"bonus"}}})
	require.NoError(t, err)
	v := guard.Check("SELECT * FROM employee")
	require.Equal(t, "SELECT `employee`.`id`,`employee`.`firstName` FROM `secure_Employee` AS `employee` LIMIT 101", v.SQL)
	require.False(t, guard.Check("SELECT lastName FROM employee").OK)
	v = guard.Check("SELECT * FROM secure_employee JOIN employeeCrew c ON c.employeeId = secure_employee.id JOIN employee e2 ON e2.id = c.employeeId")
	require.True(t, v.OK, v.Refusals)
	require.Equal(t, []string{"employee", "employeeCrew", "secure_Employee"}, v.Tables)
	// A view alone in the graph stands for a table that is not.
	g.Remove("employee")
	guard, err = New(Rules{Graph: g, Views: map[string]string{"employee": "secure_employee"}})
	require.NoError(t, err)
	require.Equal(t, "SELECT `bonus` FROM `secure_Employee` AS `employee` LIMIT 101", guard.Check("SELECT bonus FROM employee").SQL)
}

// Relationships of a view are those of its table.
func TestRelationshipsOfViews(t *testing.T) {
	g := companyGraph()
	g.Put(&schema.Table{Name: "secure_user", Columns: []schema.Column{{Name: "id"}, {Name: "login"}}})
	g.Relationships = append(g.Relationships, schema.Relationship{FromTable: "island", ToTable: "secure_user", Columns: []schema.Pair{{From: "area", To: "login"}}})
	guard, err := New(Rules{Graph: g, Views: companyViews})
	require.NoError(t, err)
	require.True(t, guard.Check("SELECT 1 FROM island i JOIN user u ON u.login = i.area").OK)
}

func TestEveryColumnHidden(t *testing.T) {
	g := company(t, func(r *Rules) { r.Hidden = map[string][]string{"reef": {"name", "depth"}} })
	v := g.Check("SELECT * FROM reef")
	require.Equal(t, Column, v.Refusals[0].Code)
	require.True(t, g.Check("SELECT COUNT(*) FROM reef").OK)
}

// Columns can be hidden by a view's name, also if the graph does not have the view.
func TestHiddenOfViews(t *testing.T) {
	g := company(t, func(r *Rules) { r.Hidden = map[string][]string{"SECURE_user": {"login"}} })
	require.False(t, g.Check("SELECT login FROM user").OK)
	require.False(t, g.Check("SELECT login FROM secure_user").OK)
	require.True(t, g.Check("SELECT passwordHash FROM user").OK)
}

func TestLimitsOfRules(t *testing.T) {
	g := company(t, func(r *Rules) { r.MaxRows, r.MaxBytes = 7, 30 })
	require.Equal(t, "SELECT `id` FROM `crew` LIMIT 8", g.Check("SELECT id FROM crew LIMIT 8").SQL)
	require.Equal(t, "SELECT `id` FROM `crew` LIMIT 7", g.Check("SELECT id FROM crew LIMIT 7").SQL)
	require.True(t, g.Check("SELECT id FROM crew"+strings.Repeat(" ", 11)).OK)
	require.Equal(t, []Refusal{{TooLong, "The query has 31 bytes; 30 are allowed.", ""}}, g.Check("SELECT id FROM crew"+strings.Repeat(" ", 12)).Refusals)
	g = company(t, nil)
	for sql, ok := range map[string]bool{
		"SELECT " + strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100):                        true,
		"SELECT " + strings.Repeat("(", 101) + "1" + strings.Repeat(")", 101):                        false,
		"SELECT 1" + strings.Repeat(", -1", 900):                                                     true,
		"SELECT 1 WHERE 1" + strings.Repeat(" AND (1 = 1)", 300) + strings.Repeat(" AND -1 < 1", 90): true,
		"SELECT 1" + strings.Repeat(", (1)", 200):                                                    true,
		"SELECT 1" + strings.Repeat(" + 1", 399):                                                     true,
		"SELECT 1" + strings.Repeat(" + 1", 400):                                                     false,
		"SELECT 1 WHERE 1" + strings.Repeat(" AND 1", 399):                                           true,
		"SELECT 1 WHERE 1" + strings.Repeat(" AND 1", 401):                                           false,
		"SELECT 1" + strings.Repeat(" UNION SELECT 1", 63):                                           true,
		"SELECT 1" + strings.Repeat(" UNION SELECT 1", 64):                                           false,
		"SELECT 1 FROM crew a0" + chain(31):                                                          true,
		"SELECT 1 FROM crew a0" + chain(32):                                                          false,
		"SELECT id FROM crew LIMIT 1000000, 1":                                                       true,
		"SELECT id FROM crew LIMIT 1000001, 1":                                                       false,
		"SELECT id AS " + strings.Repeat("x", 256) + " FROM crew":                                    true,
		"SELECT id AS " + strings.Repeat("x", 257) + " FROM crew":                                    false,
		"SELECT 1 FROM crew " + strings.Repeat("x", 64):                                              true,
		"SELECT 1 FROM crew " + strings.Repeat("x", 65):                                              false,
		"SELECT 1 FROM crew WHERE id REGEXP '" + strings.Repeat("x", 200) + "'":                      true,
		"SELECT 1 FROM crew WHERE id REGEXP '" + strings.Repeat("x", 201) + "'":                      false,
		"SELECT 1 FROM crew WHERE id REGEXP 'a+.*'":                                                  true,
		"SELECT 1 FROM crew WHERE id REGEXP 'a+.*b{2}'":                                              false,
		"SELECT 1 FROM crew WHERE id REGEXP '(a|b)?(c|d)?(e|f)?'":                                    true,
		"SELECT 1 FROM crew WHERE id REGEXP '(a|b)?(c|d)?(e|f)?g?'":                                  false,
		"SELECT 1 FROM crew WHERE id REGEXP 'a|b|c|d|e|f|g|h|i'":                                     true,
		"SELECT id FROM crew LIMIT ?, 5":                                                             false,
		"SELECT id FROM crew LIMIT 5 OFFSET ?":                                                       false,
		"SELECT id FROM crew LIMIT ? OFFSET 5":                                                       false,
		"SELECT 1 FROM crew WHERE id REGEXP ?":                                                       false,
		"SELECT 1 FROM crew WHERE id REGEXP 5":                                                       false,
	} {
		v := g.Check(sql)
		require.Equal(t, ok, v.OK, "%.60s… %v", sql, v.Refusals)
	}
	// Labels that are too long to be names are the server's own.
	v := g.Check("SELECT id + " + strings.Repeat("1", 64) + " FROM crew")
	require.True(t, v.OK)
	require.NotContains(t, v.SQL, " AS ")
	require.NotContains(t, g.Check("SELECT id +\n 1 FROM crew").SQL, " AS ")
	require.Contains(t, g.Check("SELECT id + "+strings.Repeat("1", 59)+" FROM crew").SQL, " AS ")
}

func chain(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, " JOIN crew a%d ON a%d.id = a0.id", i+1, i+1)
	}
	return out.String()
}

func TestOnlyUTF8IsRead(t *testing.T) {
	g := company(t, nil)
	require.Equal(t, Encoding, g.Check("SELECT '\xff'").Refusals[0].Code)
	require.Equal(t, Encoding, g.Check("SELECT 1 AS `\xc3`").Refusals[0].Code)
	require.True(t, g.Check("SELECT 'ÿ'\t\r\n").OK)
	require.Equal(t, "SELECT `id` AS `größe` FROM `crew` LIMIT 101", g.Check("SELECT id größe FROM crew").SQL)
}

// A backslash escapes in strings and not in names; where it would be printed, nothing is.
func TestBackslashesInNames(t *testing.T) {
	g := company(t, nil)
	require.Equal(t, Statements, g.Check("SELECT 1 AS `a\\`; DROP TABLE x").Refusals[0].Code)
	require.Equal(t, Syntax, g.Check("SELECT 1 AS `a\\`").Refusals[0].Code)
	require.Equal(t, Encoding, g.Check("SELECT '\x7f'").Refusals[0].Code)
	require.Equal(t, Hint, g.Check("SELECT id FROM crew TABLESAMPLE BERNOULLI (10 PERCENT)").Refusals[0].Code)
}

// Only so many reasons are given, each once.
func TestReasonsAreFew(t *testing.T) {
	g := company(t, nil)
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("wrong%d", i))
	}
	require.Len(t, g.Check("SELECT "+strings.Join(names, ", ")+" FROM crew").Refusals, mostRefusals)
	require.Len(t, g.Check("SELECT wrong FROM crew WHERE wrong = 1 ORDER BY wrong").Refusals, 1)
}

// What the parser cannot do is no crash.
func TestParserThatPanics(t *testing.T) {
	_, r := parse(nil, "SELECT 1")
	require.Equal(t, Syntax, r.Code)
}

// The tree may one day have what nobody here has seen.
func TestUnknownNodesAreRefused(t *testing.T) {
	c := &check{guard: company(t, nil)}
	c.query(&ast.TableName{}, nil, nil, inExpression)
	require.Equal(t, Statement, c.refusals[0].Code)
	require.Nil(t, c.from(nil, &scope{}))
	c.refusals = nil
	c.call(&ast.WindowFuncExpr{Name: "evil"}, &scope{})
	require.Equal(t, Function, c.refusals[0].Code)
	_, r := write(&ast.SelectStmt{Kind: ast.SelectStmtKindSelect, SelectStmtOpts: &ast.SelectStmtOpts{SQLCache: true}, Where: ast.NewValueExpr(`\`, "", "")}, 0)
	require.Equal(t, Syntax, r.Code)
	_, r = write(&ast.SelectStmt{SelectIntoOpt: &ast.SelectIntoOption{}, SelectStmtOpts: &ast.SelectStmtOpts{SQLCache: true}}, 0)
	require.Equal(t, Syntax, r.Code)
}
