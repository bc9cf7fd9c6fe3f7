package schema

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const small = `{
  "version": 1,
  "made_by": "somebody else",
  "tables": {
    "employee": {"columns": ["id", "firstName"], "unique_columns": ["id"], "colour": "blue"},
    "workTime": {
      "columns": ["id", "employeeId", "hours"], "primary_key": ["id"], "unique_keys": [["employeeId", "hours"]],
      "comment": "Hours worked", "rows": 12,
      "column_info": {"hours": {"type": "decimal(6,2)", "nullable": false, "comment": "of a day", "unit": "h"}}
    }
  },
  "relationships": [
    {"from_table": "workTime", "from_column": "employeeId", "to_table": "employee", "to_column": "id",
     "type": "foreign_key", "confidence": 1.0, "cardinality": "N:1", "checked": true}
  ]
}`

func read(t *testing.T, text string) *Graph {
	t.Helper()
	g, err := Read(strings.NewReader(text))
	require.NoError(t, err)
	return g
}

func TestReadGivesTablesWhateverTheCase(t *testing.T) {
	g := read(t, small)
	table, ok := g.Table("WORKTIME")
	require.True(t, ok)
	require.Equal(t, "workTime", table.Name)
	column, ok := table.Column("HOURS")
	require.True(t, ok)
	require.Equal(t, "decimal(6,2)", column.Type)
	require.False(t, column.Nullable)
	id, _ := table.Column("id")
	require.True(t, id.Nullable, "nothing says that it is not")
	require.True(t, table.IsUnique("ID"))
	require.True(t, table.IsUnique("hours", "employeeid"))
	require.False(t, table.IsUnique("hours"))
	require.Equal(t, []Relationship{{
		FromTable: "workTime", ToTable: "employee", Columns: []Pair{{"employeeId", "id"}}, Kind: ForeignKey,
		Confidence: 1, Cardinality: ManyToOne, others: g.Relationships[0].others,
	}}, g.Relationships)
}

// Whatever is not known is there again after reading and writing, at every level.
func TestWriteKeepsWhatItDoesNotKnow(t *testing.T) {
	var once, twice bytes.Buffer
	require.NoError(t, read(t, small).Write(&once))
	for _, kept := range []string{`"made_by": "somebody else"`, `"colour": "blue"`, `"unit": "h"`, `"checked": true`} {
		require.Contains(t, once.String(), kept)
	}
	require.NoError(t, read(t, once.String()).Write(&twice))
	require.Equal(t, once.String(), twice.String())
}

func TestWriteKeepsKeysOfSeveralColumns(t *testing.T) {
	g := New("x", []*Table{
		{Name: "a", Columns: []Column{{Name: "x"}, {Name: "y"}}, PrimaryKey: []string{"x", "y"}},
		{Name: "b", Columns: []Column{{Name: "ax"}, {Name: "ay"}, {Name: "code"}}, PrimaryKey: []string{"ax"}, Unique: [][]string{{"code"}}},
	}, []Relationship{{FromTable: "b", ToTable: "a", Columns: []Pair{{"ax", "x"}, {"ay", "y"}}, Kind: Manual, Confidence: .5, Cardinality: OneToOne}})
	var out bytes.Buffer
	require.NoError(t, g.Write(&out))
	again := read(t, out.String())
	require.Equal(t, g.Relationships, again.Relationships)
	require.Equal(t, "x", again.Name)
	b, _ := again.Table("b")
	require.True(t, b.IsUnique("code"))
	a, _ := again.Table("a")
	require.Equal(t, []string{"x", "y"}, a.PrimaryKey)
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`[]`, "this is not a join graph"},
		{`{"tables":{}}`, "it has no tables"},
		{`{"version":2,"tables":{"a":{"columns":["x"]}}}`, "version 2"},
		{`{"tables":{"a":{"columns":["x","X"]}}}`, "two columns"},
		{`{"tables":{"a":{"columns":["x"]},"A":{"columns":["x"]}}}`, "differ in case alone"},
		{`{"tables":{"a":{"columns":["x"]}},"relationships":[{"from_table":"b"}]}`, `relationship 1: there is no table "b"`},
		{`{"tables":{"a":{"columns":["x"]}},"relationships":[{"from_table":"a","from_column":"y"}]}`, `no column "y"`},
		{`{"tables":{"a":{"columns":["x"]}},"relationships":[{"from_table":"a","from_column":"x","to_table":"a","to_column":"x","confidence":1.5}]}`, "not between 0 and 1"},
		{`{"tables":{"a":{"columns":["x"]}},"relationships":[{"from_table":"a","from_column":"x","to_table":"a","to_column":"x","cardinality":"many"}]}`, "none of N:1"},
	} {
		_, err := Read(strings.NewReader(test.text))
		require.ErrorContains(t, err, test.want, test.text)
	}
}

func TestSameInEitherDirection(t *testing.T) {
	r := Relationship{FromTable: "b", ToTable: "a", Columns: []Pair{{"ax", "x"}, {"ay", "y"}}, Cardinality: ManyToOne}
	back := r.Reversed()
	require.Equal(t, OneToMany, back.Cardinality)
	require.True(t, r.Same(back))
	swapped := r
	swapped.Columns = []Pair{{"AY", "y"}, {"ax", "X"}}
	require.True(t, r.Same(swapped))
	other := r
	other.Columns = []Pair{{"ax", "y"}, {"ay", "x"}}
	require.False(t, r.Same(other))
	self := Relationship{FromTable: "e", ToTable: "e", Columns: []Pair{{"managerId", "id"}}}
	require.True(t, self.Same(self.Reversed()))
}

func TestRemoveTakesRelationshipsAlong(t *testing.T) {
	g := read(t, small)
	g.Remove("EMPLOYEE")
	require.Equal(t, 1, g.Len())
	require.Empty(t, g.Relationships)
}

func TestWordsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"customerLocationID":   "customer location id",
		"customer_locations":   "customer location",
		"CUSTOMER-LOCATION ID": "customer location id",
		"HTTPPort2":            "http port 2",
		"customerIDs":          "customer id",
		"Cities":               "cit",
		"city":                 "cit",
		"PEOPLE":               "person",
		"Straße":               "strass",
		"":                     "",
	} {
		require.Equal(t, want, strings.Join(Words(name), " "), name)
	}
}
