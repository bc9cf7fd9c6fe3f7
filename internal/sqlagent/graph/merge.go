package graph

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
)

// Change is one that merging has made, for the report.
type Change struct {
	What string `json:"what"` // "added", "changed", "removed", "left out"
	Text string `json:"text"`
}

// Merge adds what another graph knows to the first one: tables and columns that are
// missing there, comments and values where it has none, and relationships. Of two that
// join the same columns the surer one stays; what people wrote down counts before
// everything else.
func Merge(g, other *schema.Graph) []Change {
	var changes []Change
	for _, t := range other.Tables() {
		changes = append(changes, mergeTable(g, t)...)
	}
	at := make(map[string]int, len(g.Relationships))
	for i, r := range g.Relationships {
		at[r.Key()] = i
	}
	for _, r := range other.Relationships {
		i, ok := at[r.Key()]
		if !ok {
			at[r.Key()] = len(g.Relationships)
			g.Relationships = append(g.Relationships, r)
			changes = append(changes, Change{"added", Describe(r)})
			continue
		}
		if old := g.Relationships[i]; better(r, old) {
			g.Relationships[i] = withWhatIsKnown(r, old)
			changes = append(changes, Change{"changed", say.T("{relationship}: was {old}", "relationship", Describe(r), "old", kindAndConfidence(old))})
		} else {
			g.Relationships[i] = withWhatIsKnown(old, r)
		}
	}
	return changes
}

// better reports whether a relationship takes the place of another of the same columns.
func better(r, old schema.Relationship) bool {
	if (r.Kind == schema.Manual) != (old.Kind == schema.Manual) {
		return r.Kind == schema.Manual
	}
	return r.Confidence > old.Confidence
}

// withWhatIsKnown fills what a relationship does not say from another of the same columns.
func withWhatIsKnown(r, other schema.Relationship) schema.Relationship {
	if r.FromTable != other.FromTable || r.Columns[0] != other.Columns[0] {
		other = other.Reversed()
	}
	r.Name = cmp.Or(r.Name, other.Name)
	r.Note = cmp.Or(r.Note, other.Note)
	r.Cardinality = cmp.Or(r.Cardinality, other.Cardinality)
	return r
}

func mergeTable(g *schema.Graph, t *schema.Table) []Change {
	old, ok := g.Table(t.Name)
	if !ok {
		g.Put(t)
		return []Change{{"added", say.T("table {table}", "table", t.Name)}}
	}
	var changes []Change
	old.Comment = cmp.Or(old.Comment, t.Comment)
	old.Rows = cmp.Or(old.Rows, t.Rows)
	if len(old.PrimaryKey) == 0 {
		old.PrimaryKey = t.PrimaryKey
	}
	for _, c := range t.Columns {
		known, ok := old.Column(c.Name)
		if !ok {
			old.Columns = append(old.Columns, c)
			g.Put(old)
			changes = append(changes, Change{"added", say.T("column {column} of {table}", "column", c.Name, "table", t.Name)})
			continue
		}
		known.Comment = cmp.Or(known.Comment, c.Comment)
		known.Type = cmp.Or(known.Type, c.Type)
		if len(known.Values) == 0 {
			known.Values = c.Values
		}
	}
	return changes
}

// Overrides are what people wrote down. They win over everything that was found.
//
//	{
//	  "add":    [{"from_table": "…", "from_column": "…", "to_table": "…", "to_column": "…", …}],
//	  "change": [{… "confidence": 0.5, "cardinality": "1:1", "name": "supervisor", "note": "…"}],
//	  "remove": [{"from_table": "…", "from_column": "…", "to_table": "…", "to_column": "…"}],
//	  "remove_tables": ["…"],
//	  "tables": {"customer": {"comment": "…", "columns": {"state": {"comment": "…", "values": ["…"]}}}}
//	}
//
// A relationship to be added is certain unless it says otherwise. One that is to be
// changed or removed and is not there is reported, not refused: graphs are made again.
type Overrides struct {
	Add          []Override               `json:"add"`
	Change       []Override               `json:"change"`
	Remove       []Override               `json:"remove"`
	RemoveTables []string                 `json:"remove_tables"`
	Tables       map[string]TableOverride `json:"tables"`
}

// Override names a relationship and what is to be said of it.
type Override struct {
	FromTable   string              `json:"from_table"`
	FromColumn  string              `json:"from_column"`
	ToTable     string              `json:"to_table"`
	ToColumn    string              `json:"to_column"`
	More        [][2]string         `json:"more_columns"`
	Confidence  *float64            `json:"confidence"`
	Cardinality *schema.Cardinality `json:"cardinality"`
	Name        *string             `json:"name"`
	Note        *string             `json:"note"`
	// Type is read so that relationships of a graph are overrides; what somebody wrote
	// down is manual whatever it says.
	Type schema.Kind `json:"type"`
}

// TableOverride says something of a table.
type TableOverride struct {
	Comment *string                   `json:"comment"`
	Columns map[string]ColumnOverride `json:"columns"`
}

// ColumnOverride says something of a column.
type ColumnOverride struct {
	Comment *string  `json:"comment"`
	Values  []string `json:"values"`
}

// ReadOverrides reads a file of overrides. A graph is one, too: its relationships are
// added.
func ReadOverrides(r io.Reader) (Overrides, error) {
	var file struct {
		Overrides
		Relationships []Override      `json:"relationships"`
		Version       json.RawMessage `json:"version"`
	}
	dec := json.NewDecoder(io.LimitReader(r, schema.MostBytes))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return Overrides{}, fmt.Errorf("%s: %w", say.T("this is not a file of overrides"), err)
	}
	file.Add = append(file.Add, file.Relationships...)
	return file.Overrides, nil
}

// Apply changes a graph as the overrides say. It reports what was changed, and what the
// overrides name and the graph does not have.
func (o Overrides) Apply(g *schema.Graph) ([]Change, []string) {
	a := &applying{g: g}
	for _, name := range o.RemoveTables {
		if t, ok := g.Table(name); ok {
			g.Remove(name)
			a.changed("removed", say.T("table {table}", "table", t.Name))
		} else {
			a.missing(say.T("there is no table {table} to remove", "table", name))
		}
	}
	for _, r := range o.Remove {
		a.remove(r)
	}
	for _, r := range o.Change {
		a.change(r)
	}
	for _, r := range o.Add {
		a.add(r)
	}
	for _, name := range slices.Sorted(keys(o.Tables)) {
		a.table(name, o.Tables[name])
	}
	return a.changes, a.absent
}

type applying struct {
	g       *schema.Graph
	changes []Change
	absent  []string
}

func (a *applying) changed(what, text string) { a.changes = append(a.changes, Change{what, text}) }
func (a *applying) missing(text string)       { a.absent = append(a.absent, text) }

// relationship is what an override names, if its columns exist.
func (a *applying) relationship(o Override) (schema.Relationship, bool) {
	from, okFrom := a.g.Table(o.FromTable)
	to, okTo := a.g.Table(o.ToTable)
	left, right := []string{o.FromColumn}, []string{o.ToColumn}
	for _, pair := range o.More {
		left, right = append(left, pair[0]), append(right, pair[1])
	}
	if okFrom && okTo {
		if r, ok := keyBetween(from, to, left, right); ok {
			return r, true
		}
	}
	a.missing(say.T("the columns of {from} and {to} do not exist", "from", o.FromTable+"."+o.FromColumn, "to", o.ToTable+"."+o.ToColumn))
	return schema.Relationship{}, false
}

func (a *applying) find(r schema.Relationship) int {
	return slices.IndexFunc(a.g.Relationships, func(other schema.Relationship) bool { return other.Same(r) })
}

func (a *applying) remove(o Override) {
	r, ok := a.relationship(o)
	if !ok {
		return
	}
	before := len(a.g.Relationships)
	a.g.Relationships = slices.DeleteFunc(a.g.Relationships, func(other schema.Relationship) bool { return other.Same(r) })
	if len(a.g.Relationships) == before {
		a.missing(say.T("there is no relationship {relationship} to remove", "relationship", Describe(r)))
		return
	}
	a.changed("removed", Describe(r))
}

func (a *applying) change(o Override) {
	r, ok := a.relationship(o)
	if !ok {
		return
	}
	at := a.find(r)
	if at < 0 {
		a.missing(say.T("there is no relationship {relationship} to change", "relationship", Describe(r)))
		return
	}
	old := a.g.Relationships[at]
	a.g.Relationships[at] = o.over(old)
	a.changed("changed", say.T("{relationship}: was {old}", "relationship", Describe(a.g.Relationships[at]), "old", kindAndConfidence(old)))
}

func (a *applying) add(o Override) {
	r, ok := a.relationship(o)
	if !ok {
		return
	}
	r.Kind, r.Confidence = schema.Manual, 1
	r = o.over(r)
	if at := a.find(r); at >= 0 {
		old := a.g.Relationships[at]
		a.g.Relationships[at] = withWhatIsKnown(r, old)
		a.changed("changed", say.T("{relationship}: was {old}", "relationship", Describe(r), "old", kindAndConfidence(old)))
		return
	}
	a.g.Relationships = append(a.g.Relationships, r)
	a.changed("added", Describe(r))
}

// over is a relationship with what an override says of it.
func (o Override) over(r schema.Relationship) schema.Relationship {
	r.Kind = schema.Manual
	if o.Confidence != nil {
		r.Confidence = min(max(*o.Confidence, 0), 1)
	}
	if o.Cardinality != nil {
		r.Cardinality = *o.Cardinality
	}
	if o.Name != nil {
		r.Name = *o.Name
	}
	if o.Note != nil {
		r.Note = *o.Note
	}
	return r
}

func (a *applying) table(name string, o TableOverride) {
	t, ok := a.g.Table(name)
	if !ok {
		a.missing(say.T("there is no table {table} to describe", "table", name))
		return
	}
	if o.Comment != nil {
		t.Comment = *o.Comment
		a.changed("changed", say.T("comment of {name}", "name", t.Name))
	}
	for _, column := range slices.Sorted(keys(o.Columns)) {
		c, ok := t.Column(column)
		if !ok {
			a.missing(say.T("there is no column {column} to describe", "column", name+"."+column))
			continue
		}
		if said := o.Columns[column]; said.Comment != nil {
			c.Comment = *said.Comment
		}
		if said := o.Columns[column]; said.Values != nil {
			c.Values = said.Values
		}
		a.changed("changed", say.T("comment of {name}", "name", t.Name+"."+c.Name))
	}
}
