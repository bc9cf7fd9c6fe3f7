package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/joingraph"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/tables"
)

func field(t testing.TB) *schema.Graph {
	t.Helper()
	file, err := os.Open("testdata/field.sql")
	require.NoError(t, err)
	defer file.Close()
	g := schema.New("field", nil, nil)
	problems, err := ReadDDL(g, "field.sql", file)
	require.NoError(t, err)
	require.Empty(t, problems)
	return g
}

func find(g *schema.Graph, from, column, to string) *schema.Relationship {
	for i, r := range g.Relationships {
		if strings.EqualFold(r.FromTable, from) && strings.EqualFold(r.ToTable, to) && strings.EqualFold(r.Columns[0].From, column) {
			return &g.Relationships[i]
		}
	}
	return nil
}

func TestReadDDLOfADump(t *testing.T) {
	g := field(t)
	require.Equal(t, 25, g.Len())
	_, fake := g.Table("fake")
	require.False(t, fake, "what stands in a row is no definition")
	_, nothing := g.Table("nothing")
	require.False(t, nothing, "nor what stands in a procedure")
	user, _ := g.Table("user")
	require.Equal(t, "Those who may log in", user.Comment)
	require.True(t, user.IsUnique("login"))
	login, _ := user.Column("login")
	require.Equal(t, "varchar(80)", login.Type)
	require.Equal(t, "the name; it's unique", login.Comment)
	require.False(t, login.Nullable)
	customer, _ := g.Table("customer")
	segment, _ := customer.Column("segment")
	require.Equal(t, []string{"private", "business", "it's public"}, segment.Values)
	vehicle, _ := g.Table("vehicle")
	require.True(t, vehicle.IsUnique("licensePlate"))
	require.Len(t, g.Relationships, 5)
	require.Equal(t, schema.OneToOne, find(g, "employee", "userId", "user").Cardinality)
	require.Equal(t, schema.ManyToOne, find(g, "workOrder", "supervisorId", "employee").Cardinality)
	require.Equal(t, "customer_address", find(g, "customer", "addressId", "address").Name)
	require.NotNil(t, find(g, "employee", "managerId", "employee"))
}

func TestReadDDLReportsWhatItCannotRead(t *testing.T) {
	g := schema.New("", nil, nil)
	problems, err := ReadDDL(g, "x.sql", strings.NewReader("\n\nCREATE TABLE a (id int primary key, b_id int references b(id));\nCREATE TABLE c (id strange thing);\nALTER TABLE d ADD UNIQUE (x);\nCREATE TABLE e (id int); -- the end"))
	require.NoError(t, err)
	require.Equal(t, 2, g.Len())
	var lines []int
	for _, p := range problems {
		require.Equal(t, "x.sql", p.File)
		lines = append(lines, p.Line)
	}
	require.Equal(t, []int{4, 5, 3}, lines)
}

func FuzzReadDDL(f *testing.F) {
	f.Add("CREATE TABLE a (id int);")
	f.Add("/*!50000 'x\\' */ -- \n# `")
	f.Add("DELIMITER //\nCREATE x//")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ReadDDL(schema.New("", nil, nil), "x", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestInfer(t *testing.T) {
	g := field(t)
	before := len(g.Relationships)
	n := Infer(g)
	require.Equal(t, before+n, len(g.Relationships))
	for _, test := range []struct{ from, column, to string }{
		{"employeeCrew", "employeeId", "employee"},
		{"employeeCrew", "crewId", "crew"},
		{"workOrder", "customerLocationId", "customerLocation"},
		{"invoice", "billingAddressId", "address"},
		{"invoice", "shippingAddressId", "address"},
		{"inspectionAnswer", "inspectionQuestionId", "inspectionQuestion"},
		{"address", "countryCode", "country"},
		{"crew", "created_by", "user"},
	} {
		r := find(g, test.from, test.column, test.to)
		require.NotNil(t, r, test)
		require.Equal(t, schema.Inferred, r.Kind)
		require.GreaterOrEqual(t, r.Confidence, joingraph.DefaultConfidence)
		require.Less(t, r.Confidence, 1.0)
		require.NotEmpty(t, r.Note)
	}
	require.Len(t, slices.DeleteFunc(slices.Clone(g.Relationships), func(r schema.Relationship) bool { return r.Columns[0].From != "technicianId" }), 1, "a key is not inferred again")
	require.Nil(t, find(g, "workOrder", "number", "invoice"))
	require.Zero(t, Infer(g), "nothing is added twice")
}

func TestInferLooksAtTypes(t *testing.T) {
	g := schema.New("", nil, nil)
	_, err := ReadDDL(g, "", strings.NewReader(`CREATE TABLE owner (id char(36) primary key);
		CREATE TABLE pet (id int primary key, owner_id int, breed varchar(9), parent_id int);
		CREATE TABLE breed (id int primary key);
		CREATE TABLE sets (id int primary key, code char(3)); CREATE TABLE cards (id int primary key, setCode char(3));
		CREATE TABLE person (person_id int primary key); CREATE TABLE patient (person_id int primary key)`))
	require.NoError(t, err)
	Infer(g)
	require.Less(t, find(g, "pet", "owner_id", "owner").Confidence, joingraph.DefaultConfidence)
	require.Nil(t, find(g, "pet", "breed", "breed"), "a name is no number")
	require.NotNil(t, find(g, "pet", "parent_id", "pet"))
	require.Equal(t, "code", find(g, "cards", "setCode", "sets").Columns[0].To)
	require.Equal(t, schema.OneToOne, find(g, "patient", "person_id", "person").Cardinality)
	require.Nil(t, find(g, "person", "person_id", "patient"))
}

func TestImportReadsModels(t *testing.T) {
	g := field(t)
	found, problems, err := Import(g, []string{"testdata/models"})
	require.NoError(t, err)
	for _, test := range []struct {
		from, column, to, name string
		many                   schema.Cardinality
	}{
		{"workOrder", "technicianId", "employee", "technician", schema.ManyToOne},
		{"workOrder", "supervisorId", "employee", "supervisor", schema.ManyToOne},
		{"workOrder", "customerLocationId", "customerLocation", "", schema.ManyToOne},
		{"workOrderPart", "workOrderId", "workOrder", "", schema.ManyToOne},
		{"workOrderPart", "partId", "part", "", schema.ManyToOne},
		{"workTime", "employeeId", "employee", "times", schema.ManyToOne},
		{"employeeCrew", "crewId", "crew", "", schema.ManyToOne},
		{"inspection", "inspectorId", "employee", "inspector", schema.ManyToOne},
		{"inspection", "assetId", "asset", "asset", schema.ManyToOne},
		{"invoice", "billingAddressId", "address", "billTo", schema.ManyToOne},
	} {
		r := find(found, test.from, test.column, test.to)
		require.NotNil(t, r, test)
		require.Equal(t, schema.Association, r.Kind)
		require.Equal(t, test.name, r.Name, test)
		require.Equal(t, test.many, r.Cardinality, test)
	}
	require.Len(t, found.Relationships, 11)
	var texts []string
	for _, p := range problems {
		texts = append(texts, p.File+":"+strconv.Itoa(p.Line)+": "+p.Text)
	}
	require.Equal(t, []string{
		"testdata/models/index.js:15: hasMany of WorkOrder: the other model is worked out by the program and cannot be read",
		"testdata/models/rest.js:6: hasOne of Employee: user has no column for it",
		"testdata/models/rest.js:8: the graph has no table for Nowhere",
		"testdata/models/rest.js:9: belongsToMany of Employee does not say through which table",
	}, texts)
}

func FuzzImport(f *testing.F) {
	f.Add("class A extends Model { static x(m) { this.hasMany(m.B, {as: `x${1}`}) } } A.init({a:{references:{model:A}}},{})")
	f.Add("model A { b B @relation(fields: [x], references: [y]) @@map(\"z\") }")
	f.Add("@Entity() class A { @ManyToOne(() => A) a: A")
	f.Fuzz(func(t *testing.T, text string) {
		x := newResolver(schema.New("", []*schema.Table{{Name: "a", Columns: []schema.Column{{Name: "id"}}, PrimaryKey: []string{"id"}}}, nil))
		files := []source{{"x", text}}
		x.sequelize(files)
		x.typeORM(files)
		x.prisma(files)
	})
}

func TestMergeKeepsTheSurer(t *testing.T) {
	g := field(t)
	Infer(g)
	found, _, err := Import(g, []string{"testdata/models"})
	require.NoError(t, err)
	before := len(g.Relationships)
	changes := Merge(g, found)
	require.NotEmpty(t, changes)
	require.Equal(t, before+1, len(g.Relationships), "names suggested all but the inspector")
	require.Equal(t, schema.Association, find(g, "workTime", "employeeId", "employee").Kind)
	require.Equal(t, schema.ForeignKey, find(g, "workOrder", "technicianId", "employee").Kind)
	require.Equal(t, "technician", must(find(g, "workOrder", "technicianId", "employee")).Name, "the role is known now")
	require.Empty(t, Merge(g, found), "merging again changes nothing")
}

func must(r *schema.Relationship) schema.Relationship { return *r }

func TestOverridesWin(t *testing.T) {
	g := field(t)
	Infer(g)
	o, err := ReadOverrides(strings.NewReader(`{
		"add": [{"from_table": "vehicle", "from_column": "licensePlate", "to_table": "setting", "to_column": "name", "name": "plate"}],
		"change": [{"from_table": "employee", "from_column": "userId", "to_table": "user", "to_column": "id", "confidence": 0.5},
		           {"from_table": "crew", "from_column": "name", "to_table": "user", "to_column": "login"}],
		"remove": [{"from_table": "address", "from_column": "id", "to_table": "invoice", "to_column": "billingAddressId"}],
		"remove_tables": ["supplier", "nowhere"],
		"tables": {"crew": {"comment": "Teams", "columns": {"name": {"values": ["north", "south"]}, "x": {}}}}
	}`))
	require.NoError(t, err)
	changes, absent := o.Apply(g)
	require.Len(t, changes, 6)
	require.Len(t, absent, 3)
	require.Equal(t, schema.Manual, find(g, "vehicle", "licensePlate", "setting").Kind)
	require.Equal(t, .5, find(g, "employee", "userId", "user").Confidence, "even over a foreign key")
	require.Nil(t, find(g, "invoice", "billingAddressId", "address"))
	_, ok := g.Table("supplier")
	require.False(t, ok)
	crew, _ := g.Table("crew")
	require.Equal(t, "Teams", crew.Comment)
	require.Equal(t, []string{"north", "south"}, crew.Columns[1].Values)
	_, err = ReadOverrides(strings.NewReader(`{"added": []}`))
	require.ErrorContains(t, err, "not a file of overrides")
}

func TestJudge(t *testing.T) {
	r := schema.Relationship{FromTable: "a", ToTable: "b", Columns: []schema.Pair{{From: "x", To: "y"}}, Kind: schema.Inferred, Confidence: .8, Cardinality: schema.ManyToOne}
	for _, test := range []struct {
		e    Evidence
		want float64
		many schema.Cardinality
	}{
		{Evidence{Values: 1000, Found: 1000, ToOne: true}, .97, schema.ManyToOne},
		{Evidence{Values: 1000, Found: 950, ToOne: true}, .8, schema.ManyToOne},
		{Evidence{Values: 1000, Found: 700, ToOne: true}, .6, schema.ManyToOne},
		{Evidence{Values: 1000, Found: 3, ToOne: true}, .2, schema.ManyToOne},
		{Evidence{Values: 3, Found: 0, ToOne: true}, .8, schema.ManyToOne},
		{Evidence{Values: 1000, Found: 1000}, .97, schema.ManyToMany},
	} {
		got := Judge(r, test.e)
		require.Equal(t, test.want, got.Confidence, test)
		require.Equal(t, test.many, got.Cardinality, test)
		require.NotEmpty(t, got.Note)
		key := r
		key.Kind, key.Confidence = schema.ForeignKey, 1
		require.Equal(t, 1.0, Judge(key, test.e).Confidence, "what the database holds is certain")
	}
	twice := Judge(Judge(r, Evidence{Values: 10, Found: 10, ToOne: true}), Evidence{Values: 20, Found: 20, ToOne: true})
	require.Equal(t, 1, strings.Count(twice.Note, "values are there"))
}

func TestStatements(t *testing.T) {
	s := newStatements(strings.NewReader("-- a\nCREATE TABLE `a;b` (x int /* no; */ , y text DEFAULT ';\\';'); INSERT INTO t VALUES (1);\n\nALTER TABLE x ADD y int;"))
	one, err := s.next()
	require.NoError(t, err)
	require.Equal(t, statement{"CREATE TABLE `a;b` (x int  , y text DEFAULT ';\\';')", 2}, one)
	two, err := s.next()
	require.NoError(t, err)
	require.Equal(t, statement{"ALTER TABLE x ADD y int", 4}, two)
	_, err = s.next()
	require.ErrorIs(t, err, io.EOF)
}

func TestMeasure(t *testing.T) {
	g := field(t)
	Infer(g)
	s := Measure(g)
	require.Equal(t, 25, s.Tables)
	require.Equal(t, []string{"setting"}, s.Alone)
	require.Equal(t, 2, s.Parts)
	require.Equal(t, 24, s.Largest)
	require.Equal(t, 2, s.Ambiguous, "two addresses of an invoice, two employees of a work order")
	require.Empty(t, s.NoKey)
	require.Equal(t, len(g.Relationships), s.Kinds[schema.ForeignKey]+s.Kinds[schema.Inferred])
}

var boxes = regexp.MustCompile(`<rect class="box" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"`)

// A picture is XML, has no boxes over each other, and is the same each time.
func TestDrawings(t *testing.T) {
	g := field(t)
	Infer(g)
	g.Relationships[0].Name = `<script>"&`
	f := joingraph.New(g, joingraph.Options{})
	plan, err := f.Connect("invoice", "crew", "asset")
	require.NoError(t, err)
	for name, draw := range map[string]func(io.Writer) error{
		"table": func(w io.Writer) error { return DrawTable(w, g, "workOrder", DrawOptions{}) },
		"plan":  func(w io.Writer) error { return DrawPlan(w, g, plan, []string{"invoice", "crew", "asset"}) },
		"all":   func(w io.Writer) error { return DrawAll(w, g, DrawOptions{Common: true}) },
	} {
		var once, twice bytes.Buffer
		require.NoError(t, draw(&once))
		require.NoError(t, draw(&twice))
		require.Equal(t, once.String(), twice.String(), name)
		require.NotContains(t, once.String(), "<script>")
		dec := xml.NewDecoder(&twice)
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else {
				require.NoError(t, err, name)
			}
		}
		found := boxes.FindAllStringSubmatch(once.String(), -1)
		require.NotEmpty(t, found, name)
		if name == "all" {
			require.Len(t, found, 25)
		}
		for i, a := range found {
			for _, b := range found[:i] {
				require.False(t, overlap(numbers(a), numbers(b)), "%s: %v and %v", name, a, b)
			}
		}
		require.Contains(t, once.String(), ">N:1", name)
	}
	require.Error(t, DrawTable(io.Discard, g, "nowhere", DrawOptions{}))
}

func numbers(match []string) [4]int {
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(match[i+1])
	}
	return n
}

func overlap(a, b [4]int) bool {
	return a[0] < b[0]+b[2] && b[0] < a[0]+a[2] && a[1] < b[1]+b[3] && b[1] < a[1]+a[3]
}

// floors are questions to the schema above with their tables.
var floors = []struct{ question, tables string }{
	{"How many customers do we have?", "customer"},
	{"Which work orders are urgent and overdue?", "workOrder"},
	{"Total of unpaid invoices per customer", "invoice customer"},
	{"Which employees are in the north crew?", "employee employeeCrew crew"},
	{"Who leads each crew?", "crew employeeCrew employee"},
	{"hours worked by each technician last month", "workTime employee"},
	{"What parts were used on work order WO-17?", "workOrder workOrderPart part"},
	{"Which suppliers are in Germany?", "supplier country"},
	{"List assets that failed their last inspection", "asset inspection"},
	{"What did the inspector answer to each question?", "inspection inspectionAnswer inspectionQuestion"},
	{"payments by card this year", "payment"},
	{"phone numbers of the contacts of business customers", "customerContact customer"},
	{"Which vehicles does a crew drive?", "vehicle crew"},
	{"city and street of every service location", "customerLocation address"},
	{"Serial numbers of boilers by manufacturer", "asset assetType"},
	{"average wage of staff", "employee"},
	{"Tasks that are not done yet for the order", "workOrderTask workOrder"},
	{"Who is the manager of Anna?", "employee"},
	{"Clients without any bill", "customer invoice"},
	{"Logins that belong to no employee", "user employee"},
}

func TestTableSelectionFloor(t *testing.T) {
	g := field(t)
	Infer(g)
	x := tables.New(g)
	found, all := 0, 0
	for _, f := range floors {
		ranked := x.Rank(f.question, 5, nil)
		for _, want := range strings.Fields(f.tables) {
			all++
			if slices.ContainsFunc(ranked, func(r tables.Ranked) bool { return r.Table == want }) {
				found++
			} else {
				t.Logf("%s: no %s among %v", f.question, want, ranked)
			}
		}
	}
	require.GreaterOrEqual(t, float64(found)/float64(all), .95, "recall among the first 5 of 25 tables")
}

func TestJoinPlansFloor(t *testing.T) {
	g := field(t)
	Infer(g)
	f := joingraph.New(g, joingraph.Options{})
	for _, test := range []struct{ tables, joins string }{
		{"employee crew", "crew.id=employeeCrew.crewId employeeCrew.employeeId=employee.id"},
		{"payment customer", "customer.id=invoice.customerId invoice.id=payment.invoiceId"},
		{"part workOrder", "part.id=workOrderPart.partId workOrderPart.workOrderId=workOrder.id"},
		{"inspection inspectionQuestion", "inspection.id=inspectionAnswer.inspectionId inspectionAnswer.inspectionQuestionId=inspectionQuestion.id"},
	} {
		plan, err := f.Connect(strings.Fields(test.tables)...)
		require.NoError(t, err)
		var joins []string
		for _, j := range plan.Joins {
			joins = append(joins, strings.ReplaceAll(joingraph.Condition(j.Relationship), " ", ""))
		}
		require.ElementsMatch(t, strings.Fields(test.joins), joins)
	}
}
