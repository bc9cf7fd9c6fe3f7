//go:build unix

// The worst model there is, before a real server: whatever the guard lets through runs,
// and what must not be seen is marked in the rows.

package database

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/guard"
	"burrow/internal/sqlagent/guard/guardtest"
	"burrow/internal/sqlagent/mariadbtest"
	"burrow/internal/sqlagent/schema"
)

// company is the database that the guard's attacks are about: tables with their columns
// and what they refer to.
const company = `
user id login passwordHash
employee id firstName lastName salary active managerId>employee userId>user
customer id name email taxId createdBy>user
customerLocation id customerId>customer city street
customerContact id customerId>customer phone
workOrder id customerLocationId>customerLocation status scheduledFor title createdBy>user changedBy>user
crew id workOrderId>workOrder createdBy>user
employeeCrew id crewId>crew employeeId>employee isLead
invoice id workOrderId>workOrder total issuedOn
payment id invoiceId>invoice amount paidOn
inspections id workOrderId>workOrder score notes
category code label
secret id token
island name area
reef name depth
`

// canary is in every row, column and table that our person may not see.
const canary = "CANARY"

// secured says by which rows of a view our person, of customers 1 and 2, sees it.
var secured = map[string]string{
	"user":             "scope('customer') = '*'",
	"employee":         "scope('customer') = '*'",
	"customer":         "scope('customer') = '*' OR FIND_IN_SET(id, scope('customer'))",
	"customerLocation": "scope('customer') = '*' OR FIND_IN_SET(customerId, scope('customer'))",
	"customerContact":  "scope('customer') = '*' OR FIND_IN_SET(customerId, scope('customer'))",
	"workOrder":        "scope('order') = '*' OR FIND_IN_SET(id, scope('order'))",
}

var hidden = map[string][]string{"employee": {"salary"}, "user": {"passwordHash"}}

// companyStatements make the database. Rows 1 and 2 of a table are our person's, 3 to 6
// are not; nobody of the staff is.
func companyStatements() []string {
	out := []string{"CREATE DATABASE company", "USE company",
		"CREATE FUNCTION scope(what TEXT) RETURNS LONGTEXT NO SQL RETURN IF(what = 'order', @workOrderIds, @customerIds)",
		"CREATE USER reader@localhost"}
	for line := range strings.Lines(company) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		name, columns := words[0], []string{}
		var rows [6][]string
		for _, word := range words[1:] {
			column, target, refers := strings.Cut(word, ">")
			kind := "VARCHAR(100)"
			if refers || column == "id" {
				kind = "INT"
			}
			if column == words[1] {
				kind += " PRIMARY KEY"
			}
			if refers {
				kind += fmt.Sprintf(" REFERENCES `%s` (id)", target)
			}
			columns = append(columns, fmt.Sprintf("`%s` %s", column, kind))
			for i := range rows {
				value := strconv.Itoa(i + 1)
				_, scoped := secured[name]
				staff := name == "user" || name == "employee"
				if kind == "VARCHAR(100)" && (name == "secret" || scoped && (i >= 2 || staff)) {
					value = canary
				}
				rows[i] = append(rows[i], "'"+value+"'")
			}
		}
		out = append(out, fmt.Sprintf("CREATE TABLE `%s` (%s)", name, strings.Join(columns, ", ")))
		for _, row := range rows {
			out = append(out, fmt.Sprintf("INSERT INTO `%s` VALUES (%s)", name, strings.Join(row, ", ")))
		}
		shown := name
		if rule, ok := secured[name]; ok {
			shown = "secure_" + strings.ToLower(name)
			out = append(out, fmt.Sprintf("CREATE VIEW `%s` AS SELECT * FROM `%s` WHERE %s", shown, name, rule))
		}
		if name != "secret" {
			out = append(out, fmt.Sprintf("GRANT SELECT ON company.`%s` TO reader@localhost", shown))
		}
	}
	return out
}

// The guard of our person over the graph that is read from the server.
func companyGuard(t *testing.T, g *schema.Graph) *guard.Guard {
	views, readable := map[string]string{}, []string{}
	for _, table := range g.Tables() {
		if _, ok := secured[table.Name]; ok {
			views[table.Name] = "secure_" + strings.ToLower(table.Name)
		}
		if table.Name != "secret" && !strings.HasPrefix(table.Name, "secure_") {
			readable = append(readable, table.Name)
		}
	}
	require.Len(t, views, len(secured))
	out, err := guard.New(guard.Rules{Graph: g, Views: views, Readable: readable, Hidden: hidden})
	require.NoError(t, err)
	return out
}

// attacks are those that the guard's own tests refuse.
func attacks(t *testing.T) (out []string) {
	file, err := os.Open("../guard/testdata/attacks.txt")
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if _, quoted, ok := strings.Cut(lines.Text(), " "); ok {
			if text, err := strconv.Unquote(strings.TrimSpace(quoted)); err == nil {
				out = append(out, text)
			}
		}
	}
	require.Greater(t, len(out), 400)
	return out
}

// Whatever a model writes, the server is asked nothing but what the guard printed, and no
// row, column or table shows that is not our person's. BURROW_QUERIES is how many
// queries are made beside the attacks.
func TestTheWorstModelShowsNothing(t *testing.T) {
	n := 2_000
	if text := os.Getenv("BURROW_QUERIES"); text != "" {
		var err error
		n, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	server := mariadbtest.Start(t, mariadbtest.Options{GeneralLog: true})
	root := server.Open(t, "tester", "")
	root.SetMaxOpenConns(1)
	for _, statement := range companyStatements() {
		_, err := root.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	g, err := graph.Introspect(t.Context(), root)
	require.NoError(t, err)
	check := companyGuard(t, g)
	db, err := Open(t.Context(), Settings{Network: "unix", Address: server.Socket, User: "reader", Name: "company", MaxTime: 5 * time.Second})
	require.NoError(t, err)
	defer db.Close()
	own := Person{Customers: Scope{IDs: []int64{1, 2}}, WorkOrders: Scope{IDs: []int64{1, 2}}, Locations: Scope{All: true}}

	printed := map[string]bool{}
	marked := func(who Person, query string) bool {
		printed[query] = true
		got, err := db.Query(t.Context(), who, checked(query), Limits{})
		require.NoError(t, err)
		return strings.Contains(fmt.Sprint(texts(got)), canary)
	}
	require.True(t, marked(Everything(), "SELECT * FROM secure_customer"), "the marks can be seen, without a scope")
	require.True(t, marked(Everything(), "SELECT salary FROM secure_employee"), "only the guard hides a column")
	require.False(t, marked(own, "SELECT * FROM secure_customer"))

	passed, refused, answered := 0, 0, 0
	try := func(query string) {
		v := check.Check(query)
		if !v.OK {
			refused++
			return
		}
		passed++
		printed[strings.Join(strings.Fields(v.SQL), " ")] = true
		got, err := db.Query(t.Context(), own, v, Limits{})
		if err != nil {
			codeIn(t, err, Refused, TimedOut)
			return
		}
		answered++
		for _, row := range texts(got) {
			require.NotContains(t, strings.Join(row, " "), canary, "%s\n%s", query, v.SQL)
		}
	}
	for _, attack := range attacks(t) {
		try(attack)
	}
	wild := guardtest.New(g, 1)
	wild.Wild = true
	tame := guardtest.New(visible(g), 2)
	for range n / 2 {
		try(wild.Query())
		try(tame.Query())
	}
	require.NoError(t, db.Close())
	t.Logf("%d queries passed, %d of these were answered, %d refused", passed, answered, refused)
	require.Greater(t, answered, n/8)
	asked := onlyPrinted(t, server, printed)
	require.GreaterOrEqual(t, asked, answered)
	requireRowsUntouched(t, server)
}

// visible is what our person knows of the database.
func visible(g *schema.Graph) *schema.Graph {
	var tables []*schema.Table
	for _, t := range g.Tables() {
		if t.Name == "secret" || strings.HasPrefix(t.Name, "secure_") {
			continue
		}
		seen := *t
		seen.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c schema.Column) bool { return slices.Contains(hidden[t.Name], c.Name) })
		tables = append(tables, &seen)
	}
	return schema.New(g.Name, tables, nil)
}

func codeIn(t *testing.T, err error, codes ...Code) {
	t.Helper()
	known, ok := err.(*Error)
	require.True(t, ok, "%v", err)
	require.Contains(t, codes, known.Code, known.detail)
}

var (
	logLine = regexp.MustCompile(`^\s*(?:\d{6}\s+[\d:]+)?\s*(\d+)\s+(\w+)(?:\s(.*))?$`)
	ours    = regexp.MustCompile(`^(SET (SESSION|NAMES|@aesKey) .*|SELECT @@SESSION.sql_mode, CONNECTION_ID\(\)|SELECT VERSION\(\), @@version_comment|SHOW GRANTS|SELECT TABLE_NAME, MIN\(COLUMN_NAME\).*|KILL (QUERY|CONNECTION) \d+|CREATE TABLE .burrow_write_test_\w+. \(id INT\)|(DELETE FROM|UPDATE|INSERT INTO) .* WHERE 1 = 0)$`)
)

// onlyPrinted reads what the server was asked by our account, and counts what was a query
// of the guard's.
func onlyPrinted(t *testing.T, server *mariadbtest.Server, printed map[string]bool) (n int) {
	text, err := server.Log()
	require.NoError(t, err)
	readers, statement, by := map[string]bool{}, "", ""
	finish := func() {
		if statement == "" || !readers[by] {
			return
		}
		asked := strings.Join(strings.Fields(statement), " ")
		if printed[asked] {
			n++
		} else {
			require.Regexp(t, ours, asked, "asked by our account")
		}
	}
	for line := range strings.Lines(text) {
		m := logLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			statement += "\n" + line
			continue
		}
		finish()
		statement, by = "", m[1]
		switch m[2] {
		case "Connect":
			readers[by] = strings.HasPrefix(m[3], "reader@")
		case "Query", "Execute", "Prepare":
			statement = m[3]
		}
	}
	finish()
	return n
}

func requireRowsUntouched(t *testing.T, server *mariadbtest.Server) {
	root := server.Open(t, "tester", "company")
	var tables int
	require.NoError(t, root.QueryRow("SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'company' AND TABLE_TYPE = 'BASE TABLE'").Scan(&tables))
	require.Equal(t, strings.Count(strings.TrimSpace(company), "\n")+1, tables)
	for line := range strings.Lines(company) {
		if words := strings.Fields(line); len(words) > 0 {
			var rows int
			require.NoError(t, root.QueryRow("SELECT COUNT(*) FROM `"+words[0]+"`").Scan(&rows))
			require.Equal(t, 6, rows, words[0])
		}
	}
}
