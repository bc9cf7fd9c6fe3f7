package graph

import (
	"slices"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// declaredByModel is how sure an association is: a program that runs uses it, but no
// database holds it.
const declaredByModel = .95

// resolver finds the tables and columns that models speak of.
type resolver struct {
	g        *schema.Graph
	models   map[string]*model // by lower-case name
	byWords  map[string]*schema.Table
	found    []schema.Relationship
	problems []Problem
}

// association is a column of a table that points at another table.
type association struct {
	from, to *schema.Table
	column   string // "" if it follows from the names
	role     string // the name it would follow from
	key      string // "" is the primary key
	many     schema.Cardinality
	name     string
}

func newResolver(g *schema.Graph) *resolver {
	x := &resolver{g: g, models: map[string]*model{}, byWords: map[string]*schema.Table{}}
	for _, t := range g.Tables() {
		x.byWords[strings.Join(schema.Words(t.Name), " ")] = t
	}
	return x
}

func (x *resolver) problem(file string, line int, text string) {
	x.problems = append(x.problems, Problem{file, line, text})
}

// table finds a model's table: the one that it declares, or the one of its name, in the
// singular or the plural.
func (x *resolver) table(name, file string, line int) (*schema.Table, bool) {
	said := name
	if m, ok := x.models[strings.ToLower(name)]; ok && m.table != "" {
		said = m.table
	}
	if t, ok := x.g.Table(said); ok {
		return t, true
	}
	if t, ok := x.byWords[strings.Join(schema.Words(said), " ")]; ok {
		return t, true
	}
	x.problem(file, line, say.T("the graph has no table for {model}", "model", name))
	return nil, false
}

// declared adds the references that attributes of a model declare.
func (x *resolver) declared(m *model) {
	for _, r := range m.references {
		from, okFrom := x.table(m.name, m.file, m.line)
		to, okTo := x.table(r.table, m.file, r.line)
		if okFrom && okTo {
			x.add(association{from: from, to: to, column: r.attribute, key: r.key, many: schema.ManyToOne}, call{method: "references", from: m.name, file: m.file, line: r.line})
		}
	}
}

// add adds a relationship, if its columns can be found.
func (x *resolver) add(a association, c call) {
	column, ok := x.column(a)
	if !ok {
		x.problem(c.file, c.line, say.T("{method} of {model}: {table} has no column for it", "method", c.method, "model", c.from, "table", a.from.Name))
		return
	}
	key := a.key
	if key == "" {
		if len(a.to.PrimaryKey) != 1 {
			x.problem(c.file, c.line, say.T("{method} of {model}: {table} has no key of one column", "method", c.method, "model", c.from, "table", a.to.Name))
			return
		}
		key = a.to.PrimaryKey[0]
	} else if found, ok := x.named(a.to, key); ok {
		key = found
	}
	r, ok := keyBetween(a.from, a.to, []string{column}, []string{key})
	if !ok {
		x.problem(c.file, c.line, say.T("{method} of {model}: {table} has no column {column}", "method", c.method, "model", c.from, "table", a.to.Name, "column", key))
		return
	}
	r.Kind, r.Confidence, r.Name = schema.Association, declaredByModel, a.name
	if a.many == schema.OneToOne || r.Cardinality == schema.ManyToMany {
		r.Cardinality = a.many
	}
	if i := slices.IndexFunc(x.found, r.Same); i >= 0 {
		// Both sides declare it; the side that belongs names the role.
		if c.method == "belongsTo" && r.Name != "" {
			x.found[i].Name = r.Name
		}
		return
	}
	x.found = append(x.found, r)
}

// column finds the column of an association: the one that is named, or the one that the
// names of role and table suggest.
func (x *resolver) column(a association) (string, bool) {
	if a.column != "" {
		return x.named(a.from, a.column)
	}
	for _, name := range []string{a.role, a.to.Name, x.modelOf(a.to)} {
		words := schema.Words(name)
		if name == "" {
			continue
		}
		for _, c := range a.from.Columns {
			of := schema.Words(c.Name)
			if n := len(of) - 1; n > 0 && slices.Equal(of[:n], words) && slices.Contains(keyWords, of[n]) {
				return c.Name, true
			}
		}
	}
	return "", false
}

// modelOf is the name of a table's model.
func (x *resolver) modelOf(t *schema.Table) string {
	for _, name := range slices.Sorted(keys(x.models)) {
		if strings.EqualFold(x.models[name].table, t.Name) {
			return x.models[name].name
		}
	}
	return ""
}

// named finds a column by an attribute: as it is, as the model maps it, or with the same
// words: customerId is customer_id.
func (x *resolver) named(t *schema.Table, attribute string) (string, bool) {
	if c, ok := t.Column(attribute); ok {
		return c.Name, true
	}
	for _, name := range slices.Sorted(keys(x.models)) {
		m := x.models[name]
		if column, ok := m.fields[attribute]; ok {
			if c, ok := t.Column(column); ok && x.owns(m, t) {
				return c.Name, true
			}
		}
	}
	words := schema.Words(attribute)
	for _, c := range t.Columns {
		if slices.Equal(schema.Words(c.Name), words) {
			return c.Name, true
		}
	}
	return "", false
}

// owns reports whether a table is a model's.
func (x *resolver) owns(m *model, t *schema.Table) bool {
	if m.table != "" {
		return strings.EqualFold(m.table, t.Name)
	}
	return slices.Equal(schema.Words(m.name), schema.Words(t.Name))
}
