package graph

import (
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// How sure a name makes a relationship, before anybody has looked at the rows.
const (
	fullName  = .9  // customer_id for customer.id, customer_id for customer.customer_id
	sameName  = .8  // a column that is named as another table's key
	roleName  = .8  // billing_address_id for address.id, setCode for sets.code
	lastName  = .75 // inspector_location_id for customer_location.id: only the last words
	personBy  = .75 // approved_by for user.id
	selfName  = .75 // parent_id for the same table
	inKey     = .97 // employee_id in a key of several columns: a table between two others
	otherType = .3  // what is taken off if the types differ
)

// keyWords end the names of columns that point at a key.
var keyWords = schema.TextWords("id key code no num number uuid guid ref fk nr")

// people are tables of those who do something "by" somebody.
var people = []string{"user", "employee", "person", "staff", "member", "account"}

// Infer adds relationships that names and types speak for, where there is no other one for
// the column. It returns how many were added. They have a confidence below 1 and say why.
func Infer(g *schema.Graph) int {
	x := newInferrer(g)
	before := len(g.Relationships)
	for _, t := range g.Tables() {
		for i := range t.Columns {
			x.column(t, &t.Columns[i])
		}
	}
	return len(g.Relationships) - before
}

type inferrer struct {
	g      *schema.Graph
	byName map[string][]*schema.Table // by the words of a table's name
	byKey  map[string][]*schema.Table // by the name of a key of one column
	known  map[string]bool            // "table.column" that points somewhere already
	prefix int                        // words that all tables begin with
}

func newInferrer(g *schema.Graph) *inferrer {
	x := &inferrer{g: g, byName: map[string][]*schema.Table{}, byKey: map[string][]*schema.Table{}, known: map[string]bool{}}
	tables := g.Tables()
	x.prefix = sharedWords(tables)
	for _, t := range tables {
		if len(t.PrimaryKey) != 1 {
			continue
		}
		name := x.tableWords(t)
		x.byName[name] = append(x.byName[name], t)
		key := strings.ToLower(t.PrimaryKey[0])
		x.byKey[key] = append(x.byKey[key], t)
	}
	for _, r := range g.Relationships {
		for _, p := range r.Columns {
			x.known[columnKey(r.FromTable, p.From)] = true
			if r.Cardinality == schema.OneToMany {
				x.known[columnKey(r.ToTable, p.To)] = true
			}
		}
	}
	return x
}

func columnKey(table, column string) string { return strings.ToLower(table + "." + column) }

// sharedWords counts the words with which all names of tables begin, such as "wp".
func sharedWords(tables []*schema.Table) int {
	if len(tables) < 3 {
		return 0
	}
	shared := schema.Words(tables[0].Name)
	for _, t := range tables {
		words := schema.Words(t.Name)
		n := 0
		for n < len(shared) && n < len(words)-1 && shared[n] == words[n] {
			n++
		}
		shared = shared[:n]
	}
	return len(shared)
}

func (x *inferrer) tableWords(t *schema.Table) string {
	return strings.Join(schema.Words(t.Name)[x.prefix:], " ")
}

func (x *inferrer) column(t *schema.Table, c *schema.Column) {
	if x.known[columnKey(t.Name, c.Name)] {
		return
	}
	if len(t.PrimaryKey) == 1 && strings.EqualFold(t.PrimaryKey[0], c.Name) && x.ownKey(t, c) {
		return
	}
	words := schema.Words(c.Name)
	if len(words) == 0 {
		return
	}
	last := words[len(words)-1]
	stemmed := words
	hasKey := len(words) > 1 && slices.Contains(keyWords, last)
	if hasKey {
		stemmed = words[:len(words)-1]
	}
	switch {
	case last == "by" && len(words) > 1:
		x.by(t, c)
	case hasKey && stemmed[len(stemmed)-1] == "parent":
		x.point(t, c, t, selfName, say.T("a parent is a row of the same table"))
	case x.attribute(t, c, words):
	case x.exact(t, c, stemmed, hasKey):
	case x.named(t, c):
	case hasKey:
		x.role(t, c, stemmed)
	}
}

// ownKey reports whether a table's key is its own, and not that of a table that it
// extends: patient.person_id is person's.
func (x *inferrer) ownKey(t *schema.Table, c *schema.Column) bool {
	words := schema.Words(c.Name)
	if n := len(words) - 1; n > 0 && slices.Contains(keyWords, words[n]) {
		words = words[:n]
	}
	name := strings.Join(words, " ")
	return name == x.tableWords(t) || len(x.byName[name]) == 0
}

// exact finds the table whose name is what the column says.
func (x *inferrer) exact(t *schema.Table, c *schema.Column, stemmed []string, hasKey bool) bool {
	for _, to := range x.byName[strings.Join(stemmed, " ")] {
		// A country may be its name; a country's id is a key.
		if to == t || !hasKey && family(c.Type) != family(keyOf(to).Type) {
			continue
		}
		return x.point(t, c, to, fullName, say.T("the column is named after the table"))
	}
	return false
}

// named finds tables with a key of the same name. A key that many tables have, such as
// "id", says nothing.
func (x *inferrer) named(t *schema.Table, c *schema.Column) bool {
	owners := slices.DeleteFunc(slices.Clone(x.byKey[strings.ToLower(c.Name)]), func(to *schema.Table) bool { return to == t })
	if len(schema.Words(c.Name)) < 2 && len(c.Name) < 6 {
		return false
	}
	if len(owners) != 1 {
		return false
	}
	return x.point(t, c, owners[0], sameName, say.T("the column is named as the other table's key"))
}

// attribute finds a table and one of its columns that the name is made of: setCode is
// sets.code, whatever the key of sets is.
func (x *inferrer) attribute(t *schema.Table, c *schema.Column, words []string) bool {
	last := words[len(words)-1]
	if len(words) < 2 || !slices.Contains(keyWords, last) {
		return false
	}
	for _, to := range x.byName[strings.Join(words[:len(words)-1], " ")] {
		for _, other := range to.Columns {
			isKey := strings.EqualFold(other.Name, to.PrimaryKey[0]) // which exact finds
			if to != t && !isKey && slices.Equal(schema.Words(other.Name), words[len(words)-1:]) && sameFamily(c, &other) {
				return x.equal(t, c, to, other.Name, roleName, say.T("the column is named after the table and its column"))
			}
		}
	}
	return false
}

// role finds the table that the last words name: a billing address is an address.
func (x *inferrer) role(t *schema.Table, c *schema.Column, stemmed []string) bool {
	for n := 1; n < len(stemmed); n++ {
		for _, to := range x.byName[strings.Join(stemmed[n:], " ")] {
			return x.point(t, c, to, roleName, say.T("the column's last words name the table"))
		}
	}
	// The other way round: location_id, where the one table of locations is customer_location.
	var found []*schema.Table
	for _, to := range x.g.Tables() {
		name := schema.Words(to.Name)
		if len(to.PrimaryKey) == 1 && len(name) > len(stemmed) && slices.Equal(name[len(name)-len(stemmed):], stemmed) {
			found = append(found, to)
		}
	}
	if len(found) == 1 && found[0] != t {
		return x.point(t, c, found[0], lastName, say.T("only this table's name ends as the column's"))
	}
	return false
}

// by finds the table of people.
func (x *inferrer) by(t *schema.Table, c *schema.Column) {
	for _, name := range people {
		for _, to := range x.byName[schema.Stem(name)] {
			if sameFamily(c, keyOf(to)) {
				x.point(t, c, to, personBy, say.T("somebody did it"))
				return
			}
		}
	}
}

func keyOf(t *schema.Table) *schema.Column {
	c, ok := t.Column(t.PrimaryKey[0])
	if !ok {
		return &schema.Column{}
	}
	return c
}

// point adds a relationship from a column to a table's key.
func (x *inferrer) point(t *schema.Table, c *schema.Column, to *schema.Table, confidence float64, why string) bool {
	if len(to.PrimaryKey) != 1 || to == t && strings.EqualFold(to.PrimaryKey[0], c.Name) {
		return false
	}
	return x.equal(t, c, to, to.PrimaryKey[0], confidence, why)
}

// equal adds a relationship between two columns.
func (x *inferrer) equal(t *schema.Table, c *schema.Column, to *schema.Table, column string, confidence float64, why string) bool {
	r, ok := keyBetween(t, to, []string{c.Name}, []string{column})
	if !ok {
		return false
	}
	if confidence == fullName && len(t.PrimaryKey) > 1 && slices.ContainsFunc(t.PrimaryKey, func(k string) bool { return strings.EqualFold(k, c.Name) }) {
		confidence = inKey
	}
	if other, _ := to.Column(column); !sameFamily(c, other) {
		confidence -= otherType
		why += "; " + say.T("the types differ")
	}
	r.Kind, r.Confidence, r.Note = schema.Inferred, rounded(confidence), why
	x.g.Relationships = append(x.g.Relationships, r)
	return true
}

// rounded cuts what arithmetic leaves behind the second digit.
func rounded(confidence float64) float64 { return float64(int(confidence*100+.5)) / 100 }

// sameFamily reports whether values of two columns can be equal. Where a type is not known
// nothing speaks against it.
func sameFamily(a, b *schema.Column) bool {
	x, y := family(a.Type), family(b.Type)
	return x == "" || y == "" || x == y
}

// family is what types of the same values have in common.
func family(kind string) string {
	kind = strings.ToLower(kind)
	end := strings.IndexFunc(kind, func(r rune) bool { return r < 'a' || r > 'z' })
	if end >= 0 {
		kind = kind[:end]
	}
	switch kind {
	case "":
		return ""
	case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "number", "bit", "boolean", "bool", "float", "double", "real":
		return "number"
	case "char", "varchar", "text", "tinytext", "mediumtext", "longtext", "enum", "set", "uuid", "string":
		return "text"
	case "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob":
		return "bytes"
	case "date", "datetime", "timestamp", "time", "year":
		return "time"
	}
	return kind
}
