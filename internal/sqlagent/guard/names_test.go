package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/schema"
)

// What is said about a wrong name, and what is suggested.
func TestWrongNames(t *testing.T) {
	g := company(t, nil)
	for _, c := range []struct{ sql, code, message, suggestion string }{
		{"SELECT crew.isLead FROM crew", "column", "Column 'crew.isLead' does not exist in 'crew'. Found in: employeeCrew. Available: id, workOrderId, createdBy.", "employeeCrew.isLead"},
		{"SELECT k.isLead FROM crew k JOIN employeeCrew m ON m.crewId = k.id", "column", "Column 'crew.isLead' does not exist in 'crew'. Found in: employeeCrew. Available: id, workOrderId, createdBy.", "employeeCrew.isLead"},
		{"SELECT workOrdrId FROM crew", "column", "Column 'crew.workOrdrId' does not exist in 'crew'. Available: id, workOrderId, createdBy.", "crew.workOrderId"},
		{"SELECT totl FROM invoice i JOIN payment p ON p.invoiceId = i.id", "column", "Column 'totl' does not exist in the tables of the query. Available in invoice: id, workOrderId, total, issuedOn. Available in payment: id, invoiceId, amount, paidOn.", "invoice.total"},
		{"SELECT p.totl FROM invoice i JOIN payment p ON p.invoiceId = i.id", "column", "Column 'payment.totl' does not exist in 'payment'. Available: id, invoiceId, amount, paidOn.", "invoice.total"},
		{"SELECT invoice_total FROM invoice", "column", "Column 'invoice.invoice_total' does not exist in 'invoice'. Available: id, workOrderId, total, issuedOn.", "invoice.total"},
		{"SELECT inspection_score FROM inspections", "column", "Column 'inspections.inspection_score' does not exist in 'inspections'. Available: id, workOrderId, score, notes.", "inspections.score"},
		{"SELECT zzz FROM invoice", "column", "Column 'invoice.zzz' does not exist in 'invoice'. Available: id, workOrderId, total, issuedOn.", ""},
		{"SELECT phone FROM invoice", "column", "Column 'invoice.phone' does not exist in 'invoice'. Found in: customerContact. Available: id, workOrderId, total, issuedOn.", "customerContact.phone"},
		{"SELECT d.area FROM (SELECT name AS n FROM island) d", "column", "Column 'd.area' does not exist in 'd'. Found in: island. Available: n.", "island.area"},
		{"SELECT x FROM (SELECT salary AS x, name FROM island) d", "column", "Column 'island.salary' does not exist in 'island'. Available: name, area.", ""},
		{"SELECT id FROM crew k JOIN workOrder w ON k.workOrderId = w.id", "ambiguous", "Column 'id' is in several tables of the query: write the table before it.", "k.id, w.id"},
		{"SELECT c.id FROM crew k", "column", "The query has no table 'c' in its FROM. It has: k.", "k.id"},
		{"SELECT c.zzz FROM crew k", "column", "The query has no table 'c' in its FROM. It has: k.", "k.zzz"},
		{"SELECT w.total FROM crew k JOIN invoice i ON i.workOrderId = k.workOrderId", "column", "The query has no table 'w' in its FROM. It has: k, i.", "i.total"},
		{"SELECT x.*", "column", "The query has no table 'x' in its FROM.", ""},
		{"SELECT 1 FROM crews", "table", "Table 'crews' does not exist. Available: category, crew, customer, customerContact, customerLocation, employee, employeeCrew, inspections, invoice, island, payment, reef, user, workOrder.", "crew"},
		{"WITH big AS (SELECT 1 AS a) SELECT a FROM bigg", "table", "Table 'bigg' does not exist. Available: big, category, crew, customer, customerContact, customerLocation, employee, employeeCrew, inspections, invoice, island, payment, reef, user, workOrder.", "big"},
		{"SELECT i.id FROM invoice i JOIN crew k ON k.id = i.workOrderId", "join", "'crew.id' and 'invoice.workOrderId' do not belong together: no relationship joins these columns.", "k.workOrderId = i.workOrderId"},
		{"SELECT u.id FROM user u JOIN workOrder w ON w.changedBy = u.login", "join", "'workOrder.changedBy' and 'user.login' do not belong together: no relationship joins these columns.", "w.changedBy = u.id"},
		{"SELECT a.id FROM crew a, island b", "cartesian", "Nothing joins 'a' with 'b': every row of one would stand beside every row of the other.", ""},
		{"SELECT a.id FROM crew a, invoice b WHERE a.id > 1 AND b.id > 1", "cartesian", "Nothing joins 'a' with 'b': every row of one would stand beside every row of the other.", "a.workOrderId = b.workOrderId"},
		{"SELECT other.crew.id FROM crew", "schema", "Only tables of this database can be read: leave the database's name out.", ""},
		{"SELECT crewos.d.x FROM (SELECT id AS x FROM crew) d", "schema", "Only tables of this database can be read: leave the database's name out.", ""},
		{"SELECT crewos.d.* FROM (SELECT id AS x FROM crew) d", "schema", "Only tables of this database can be read: leave the database's name out.", ""},
		{"WITH d AS (SELECT id AS x FROM crew) SELECT crewos.d.x FROM d", "schema", "Only tables of this database can be read: leave the database's name out.", ""},
		{"SELECT 1 FROM crew d WHERE EXISTS (SELECT 1 FROM (SELECT id FROM invoice) d WHERE crewos.d.id = 1)", "schema", "Only tables of this database can be read: leave the database's name out.", ""},
		{"SELECT crewos.nope.id FROM nope", "table", "Table 'nope' does not exist. Available: category, crew, customer, customerContact, customerLocation, employee, employeeCrew, inspections, invoice, island, payment, reef, user, workOrder.", "invoice"},
		{"SELECT crewos.n.* FROM nope n", "table", "Table 'nope' does not exist. Available: category, crew, customer, customerContact, customerLocation, employee, employeeCrew, inspections, invoice, island, payment, reef, user, workOrder.", "invoice"},
		{"SELECT a.id FROM crew a ORDER BY b.id", "column", "The query has no table 'b' in its FROM. It has: a.", "a.id"},
		{"SELECT 1 FROM crew WHERE id IN (SELECT i.id FROM invoice i WHERE i.nope = crew.id)", "column", "Column 'invoice.nope' does not exist in 'invoice'. Available: id, workOrderId, total, issuedOn.", ""},
		{"SELECT SLEEP(1)", "function", "The function 'SLEEP' is not allowed.", ""},
		{"SELECT d.x FROM (SELECT workOrderId, id + 1 AS x, 2 AS y FROM crew) d JOIN invoice i ON i.id = d.workOrderId", "join", "'invoice.id' and 'd.workOrderId' do not belong together: no relationship joins these columns.", "i.workOrderId = d.workOrderId"},
		{"SELECT c.id FROM crew c JOIN workOrder w ON c.createdBy = w.changedBy", "join", "'crew.createdBy' and 'workOrder.changedBy' do not belong together: no relationship joins these columns.", "c.createdBy = w.createdBy"},
		{"SELECT 1 FROM (island a JOIN reef b ON a.area > b.depth) NATURAL JOIN island c", "ambiguous", "Column 'name' is in several tables of the query: write the table before it.", "a.name, b.name"},
		{"SELECT 1 FROM invoice a JOIN crew b USING (total)", "column", "Column 'crew.total' does not exist in 'crew'. Found in: invoice. Available: id, workOrderId, createdBy.", "invoice.total"},
		{"SELECT title FROM invoice", "column", "Column 'invoice.title' does not exist in 'invoice'. Found in: workOrder. Available: id, workOrderId, total, issuedOn.", "workOrder.title"},
		{"SELECT id FROM crew a JOIN crew b ON a.id = b.id JOIN crew c ON a.id = c.id", "ambiguous", "Column 'id' is in several tables of the query: write the table before it.", "a.id, b.id, c.id"},
		{"SELECT w.id FROM workOrder w JOIN invoice i ON i.workOrderId = w.id JOIN payment p ON p.paidOn = w.scheduledFor", "join", "'payment.paidOn' and 'workOrder.scheduledFor' do not belong together: no relationship joins these columns.", ""},
		{"SELECT 1 FROM crew NATURAL JOIN category", "cartesian", "The tables of a natural join have no column in common.", ""},
	} {
		v := g.Check(c.sql)
		require.False(t, v.OK, c.sql)
		require.Equal(t, Refusal{Code(c.code), c.message, c.suggestion}, v.Refusals[0], c.sql)
		require.Len(t, v.Refusals, 1, c.sql)
	}
}

// One wrong table is one reason: what is named of it is not looked for.
func TestUnknownTableIsSaidOnce(t *testing.T) {
	g := company(t, nil)
	for _, sql := range []string{
		"SELECT crews.id, crews.nope FROM crews WHERE size > 1 ORDER BY crews.a",
		"SELECT a.id, nope FROM crews a JOIN crew b ON a.id = b.id AND a.x = b.y",
		"SELECT a.id FROM crews a NATURAL JOIN crew",
		"SELECT a.id FROM crews a JOIN crew b USING (id)",
		"SELECT crew.id FROM crews",
		"SELECT * FROM crews, crew",
	} {
		v := g.Check(sql)
		codes := ""
		for _, r := range v.Refusals {
			codes += string(r.Code) + " "
		}
		require.True(t, codes == "table " || codes == "table column " && strings.Contains(sql, "b.y"), "%s: %v", sql, v.Refusals)
	}
}

// A table that is called otherwise than the wrong one is another mistake.
func TestUnknownTableAndQualifier(t *testing.T) {
	require.Len(t, company(t, nil).Check("SELECT zzz.id FROM crews").Refusals, 2)
}

// A name that is nearly one of the table is rather that one than the same of another.
func TestNearBeforeSameElsewhere(t *testing.T) {
	g, err := New(Rules{Graph: schema.New("", []*schema.Table{
		{Name: "island", Columns: []schema.Column{{Name: "name"}, {Name: "area"}}}, {Name: "lagoon", Columns: []schema.Column{{Name: "areas"}, {Name: "anna"}}},
	}, nil)})
	require.NoError(t, err)
	require.Equal(t, "island.area", g.Check("SELECT areas FROM island").Refusals[0].Suggestion)
	require.Equal(t, "lagoon.anna", g.Check("SELECT anna FROM island").Refusals[0].Suggestion)
	require.Equal(t, Schema, g.Check("SELECT island.area FROM x.island").Refusals[0].Code, "without a name the database has no other")
}

// A table that was meant is found by its words, whatever stands before and after them.
func TestTablesAreSuggestedByTheirWords(t *testing.T) {
	g := company(t, nil)
	for name, want := range map[string]string{
		"customerRecord": "customer", "tbl_customer": "customer", "secure_customers": "customer", "customer_contacts": "customerContact",
		"secure_customerlocation_view": "customerLocation", "secure_customer_location": "customerLocation", "workOrderRecord": "workOrder", "WORKORDERS": "workOrder",
		"crewOfEmployees": "employeeCrew", "inspection": "inspections", "paiment": "payment",
	} {
		v := g.Check("SELECT id FROM `" + name + "`")
		require.False(t, v.OK, name)
		require.Equal(t, Table, v.Refusals[0].Code, name)
		require.Equal(t, want, v.Refusals[0].Suggestion, name)
	}
}

// Relationships that names alone speak for.
func TestJoinsByName(t *testing.T) {
	table := func(line string) *schema.Table {
		words := strings.Fields(line)
		t := &schema.Table{Name: words[0], PrimaryKey: words[1:2]}
		for _, w := range words[1:] {
			t.Columns = append(t.Columns, schema.Column{Name: w})
		}
		return t
	}
	var tables []*schema.Table
	for _, line := range []string{
		"teams TeamID name coach", "matches id homeTeamID awayTeamID venue date", "sets id code name", "cards id setCode name", "translations id setCode text",
		"airlines uid airline country", "flights airline flightNo", "countries id name", "cities id name country", "boxes boxId size", "lids id box_id",
		"staff staff_id boss_staff_id name", "profile staff_id bio", "HTTPLogs id teamId", "Categories CategoryCode label", "goods id category_code",
		"accounts account_id email_address", "addresses address_id street", "visits id guest_no_code night code", "stays id guest_no_code night code", "lone id b", "alone id c", "plants plant height", "pots id plant",
		"enrolments student_course_id course_id", "courses course_id", "schools code name", "scores cds score", "meals district meal",
	} {
		tables = append(tables, table(line))
	}
	g, err := New(Rules{Graph: schema.New("x", tables, []schema.Relationship{{FromTable: "cities", ToTable: "countries", Columns: []schema.Pair{{From: "country", To: "id"}}},
		{FromTable: "scores", ToTable: "schools", Columns: []schema.Pair{{From: "cds", To: "code"}}},
		{FromTable: "meals", ToTable: "schools", Columns: []schema.Pair{{From: "district", To: "code"}}}})})
	require.NoError(t, err)
	for on, ok := range map[string]bool{
		"teams.TeamID = matches.homeTeamID":                true,
		"matches.awayTeamID = teams.TeamID":                true,
		"teams.TeamID = HTTPLogs.teamId":                   true,
		"matches.homeTeamID = HTTPLogs.teamId":             true,
		"teams.TeamID = matches.id":                        false,
		"teams.name = matches.homeTeamID":                  false,
		"sets.code = cards.setCode":                        true,
		"cards.setCode = translations.setCode":             true,
		"sets.id = cards.setCode":                          false,
		"sets.id = cards.id":                               false,
		"sets.name = cards.name":                           false,
		"airlines.uid = flights.airline":                   true,
		"airlines.airline = flights.airline":               false,
		"countries.id = cities.country":                    true,
		"countries.name = cities.name":                     false,
		"countries.id = cities.id":                         false,
		"boxes.boxId = lids.box_id":                        true,
		"boxes.boxId = lids.id":                            false,
		"staff.staff_id = profile.staff_id":                true,
		"Categories.CategoryCode = goods.category_code":    true,
		"accounts.email_address = addresses.address_id":    true, // nothing is known of either
		"accounts.email_address = cities.id":               false,
		"matches.venue = teams.name":                       false,
		"visits.guest_no_code = stays.guest_no_code":       true,
		"visits.night = stays.night":                       false,
		"visits.code = stays.code":                         false,
		"plants.plant = pots.plant":                        true,
		"HTTPLogs.teamId = matches.homeTeamID":             true,
		"enrolments.student_course_id = courses.course_id": false,
		"enrolments.course_id = courses.course_id":         true,
		"scores.cds = meals.district":                      true,
		"scores.score = meals.meal":                        false,
		"lone.b = alone.c":                                 true,
	} {
		a, b, _ := strings.Cut(on, " = ")
		a, _, _ = strings.Cut(a, ".")
		b, _, _ = strings.Cut(b, ".")
		v := g.Check("SELECT 1 FROM " + a + " JOIN " + b + " ON " + on)
		require.Equal(t, ok, v.OK, "%s: %v", on, v.Refusals)
	}
	require.True(t, g.Check("SELECT 1 FROM staff a JOIN staff b ON a.boss_staff_id = b.staff_id").OK)
	require.False(t, g.Check("SELECT 1 FROM staff a JOIN staff b ON a.name = b.staff_id").OK)
	require.True(t, g.Check("SELECT 1 FROM staff a JOIN staff b ON a.name = b.name").OK)
	v := g.Check("SELECT 1 FROM lone JOIN alone ON lone.b = alone.c")
	require.Equal(t, []Refusal{{Join, "It is not known whether 'lone.b' and 'alone.c' belong together.", ""}}, v.Warnings)
}

// A column that points to the keys of several tables makes no two of them one, and a query
// inside of another is joined with it as tables are.
func TestKeysOfSeveralThings(t *testing.T) {
	table := func(name string, columns ...string) *schema.Table {
		t := &schema.Table{Name: name, PrimaryKey: columns[:1]}
		for _, c := range columns {
			t.Columns = append(t.Columns, schema.Column{Name: c})
		}
		return t
	}
	relation := func(from, column, to, key string, c schema.Cardinality) schema.Relationship {
		return schema.Relationship{FromTable: from, ToTable: to, Columns: []schema.Pair{{From: column, To: key}}, Cardinality: c}
	}
	g, err := New(Rules{Graph: schema.New("x", []*schema.Table{
		table("parties", "id", "name", "day"), table("jobs", "id", "ownerRef", "state", "day"), table("notes", "id", "aboutRef", "text"),
		table("logins", "id", "name"), table("badges", "id", "colour"), table("bills", "id", "payer", "day"),
	}, []schema.Relationship{
		relation("jobs", "ownerRef", "parties", "id", schema.ManyToOne), relation("notes", "aboutRef", "parties", "id", schema.ManyToOne),
		relation("jobs", "id", "notes", "aboutRef", schema.OneToMany), relation("parties", "id", "bills", "payer", schema.OneToMany),
		relation("logins", "id", "parties", "id", schema.OneToOne), relation("parties", "id", "badges", "id", schema.OneToOne),
	})})
	require.NoError(t, err)
	for sql, ok := range map[string]bool{
		"SELECT 1 FROM jobs JOIN parties ON jobs.id = parties.id":                                                                         false,
		"SELECT 1 FROM jobs JOIN parties ON jobs.ownerRef = parties.id":                                                                   true,
		"SELECT 1 FROM notes JOIN jobs ON jobs.id = notes.aboutRef":                                                                       true,
		"SELECT 1 FROM bills JOIN jobs ON jobs.ownerRef = bills.payer":                                                                    true,
		"SELECT 1 FROM bills JOIN jobs ON jobs.id = bills.payer":                                                                          false,
		"SELECT 1 FROM bills JOIN notes ON notes.id = bills.id":                                                                           false,
		"SELECT 1 FROM logins JOIN badges ON logins.id = badges.id":                                                                       true,
		"SELECT id FROM parties p WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.state = p.id)":                                           false,
		"SELECT id FROM parties p WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE p.name = j.ownerRef)":                                      false,
		"SELECT id FROM parties p WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.ownerRef = p.id)":                                        true,
		"SELECT id FROM parties p WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.ownerRef = p.id AND j.day = p.day AND j.state = p.name)": true,
		"SELECT id FROM parties p WHERE EXISTS (SELECT 1 FROM jobs j WHERE j.day = p.day)":                                                true,
		"SELECT id FROM parties p WHERE EXISTS (SELECT 1 FROM jobs j JOIN notes n ON n.aboutRef = j.id WHERE n.id = p.id)":                false,
		"SELECT (SELECT COUNT(*) FROM bills b WHERE b.id = p.id) FROM parties p":                                                          false,
		"SELECT (SELECT COUNT(*) FROM bills b WHERE b.payer = p.id) FROM parties p":                                                       true,
	} {
		v := g.Check(sql)
		require.Equal(t, ok, v.OK, "%s: %v", sql, v.Refusals)
		if !ok {
			require.Equal(t, Join, v.Refusals[0].Code, sql)
		}
	}
}

func TestWordsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"customerLocationId": "customer location id", "CustomerID": "customer id", "player_api_id": "player api id", "HTTPLog": "http log",
		"A2": "a2", "Free Meal (K-12)": "free meal  k 12 ", "ID": "id", "älterAls": "älter als", "aB": "a b", "AB": "ab", "ABc": "a bc",
	} {
		require.Equal(t, want, strings.Join(wordsOf(name), " "), name)
	}
	require.Equal(t, []string{"cities", "city", "citi", "citie"}, singulars("cities"))
	require.Equal(t, []string{"crew"}, singulars("crew"))
}

func TestUnlikeNames(t *testing.T) {
	require.InDelta(t, .4, unlike("total", "totalamountofall"), 1e-9, "a name within another is near")
	require.InDelta(t, 6./7, unlike("id", "aid_xyz"[:7]), .2)
	require.InDelta(t, 0, unlike("", ""), 1e-9)
}

func TestLongLists(t *testing.T) {
	var names []string
	for range usualList {
		names = append(names, "x")
	}
	usual, err := New(Rules{Graph: companyGraph()})
	require.NoError(t, err)
	require.False(t, strings.HasSuffix(usual.list(names), "…"))
	require.True(t, strings.HasSuffix(usual.list(append(names, "y")), "x, …"))
	short, err := New(Rules{Graph: companyGraph(), MaxListed: 2})
	require.NoError(t, err)
	require.Equal(t, "x, x, …", short.list(names))
}

func TestNamesThatTheServerTakesForEqual(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"salary", "salary"}: true, {"salary", "sälary"}: true, {"salary", "salar"}: false, {"salary", "salaryx"}: false, {"salary", "selary"}: false,
		{"sälary", "salary"}: true, {"é", "e"}: true, {"éé", "èè"}: true, {"é", "日本"}: false, {"", ""}: true, {"", "a"}: false, {"日本", "ab"}: true, {"iban", strings.ToLower("İban")}: true, {"\u0080", "a"}: true, {"a", "\u0080"}: true, {"\u007f", "a"}: false,
	} {
		require.Equal(t, want, mayEqual(pair[0], pair[1]), pair)
	}
}
