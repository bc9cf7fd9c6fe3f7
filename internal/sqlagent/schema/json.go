package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// The format is an object of this shape. Columns are names alone, so that the simplest
// graph can be written by hand; what else is known of them stands in column_info.
// Members that are not known here are kept and written again.
//
//	{
//	  "version": 1,
//	  "tables": {
//	    "employee": {
//	      "columns": ["id", "firstName"],
//	      "unique_columns": ["id"],
//	      "primary_key": ["id"],
//	      "unique_keys": [["companyId", "number"]],
//	      "comment": "…", "rows": 1200,
//	      "column_info": {"id": {"type": "int", "nullable": false, "comment": "…", "values": []}}
//	    }
//	  },
//	  "relationships": [
//	    {"from_table": "workTime", "from_column": "employeeId", "to_table": "employee",
//	     "to_column": "id", "type": "foreign_key", "confidence": 1, "cardinality": "N:1",
//	     "more_columns": [["companyId", "companyId"]], "name": "…", "note": "…"}
//	  ]
//	}

// members are those of an object that nobody here reads.
type members map[string]json.RawMessage

// MostBytes is how large a graph may be to be read.
const MostBytes = 256 << 20

// Read reads a graph. What it says is checked: every relationship joins columns that
// exist, and its confidence is one.
func Read(r io.Reader) (*Graph, error) {
	data, err := io.ReadAll(io.LimitReader(r, MostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the join graph: %w", err)
	}
	if len(data) > MostBytes {
		return nil, errors.New("the join graph is larger than 256 MB")
	}
	var file struct {
		Version       int                        `json:"version"`
		Name          string                     `json:"name"`
		Tables        map[string]json.RawMessage `json:"tables"`
		Relationships []json.RawMessage          `json:"relationships"`
	}
	others, err := split(data, &file, "version", "name", "tables", "relationships")
	if err != nil {
		return nil, fmt.Errorf("this is not a join graph: %w", err)
	}
	if file.Version > Version {
		return nil, fmt.Errorf("the join graph has version %d; this program reads %d and older ones", file.Version, Version)
	}
	if len(file.Tables) == 0 {
		return nil, errors.New("this is not a join graph: it has no tables")
	}
	g := New(file.Name, nil, nil)
	g.others = others
	for _, name := range slices.Sorted(maps.Keys(file.Tables)) {
		t, err := readTable(name, file.Tables[name])
		if err != nil {
			return nil, err
		}
		if other, ok := g.Table(name); ok {
			return nil, fmt.Errorf("tables %q and %q differ in case alone", other.Name, name)
		}
		g.Put(t)
	}
	for i, data := range file.Relationships {
		r, err := readRelationship(data)
		if err == nil {
			err = g.check(r)
		}
		if err != nil {
			return nil, fmt.Errorf("relationship %d: %w", i+1, err)
		}
		g.Relationships = append(g.Relationships, r)
	}
	return g, nil
}

func readTable(name string, data json.RawMessage) (*Table, error) {
	var file struct {
		Columns []string                   `json:"columns"`
		Unique  []string                   `json:"unique_columns"`
		Primary []string                   `json:"primary_key"`
		Keys    [][]string                 `json:"unique_keys"`
		Comment string                     `json:"comment"`
		Rows    int64                      `json:"rows"`
		Info    map[string]json.RawMessage `json:"column_info"`
	}
	others, err := split(data, &file, "columns", "unique_columns", "primary_key", "unique_keys", "comment", "rows", "column_info")
	if err != nil {
		return nil, fmt.Errorf("table %q: %w", name, err)
	}
	t := &Table{Name: name, Comment: file.Comment, PrimaryKey: file.Primary, Unique: file.Keys, Rows: file.Rows, others: others}
	for _, column := range file.Columns {
		c := Column{Name: column, Nullable: true}
		if data, ok := file.Info[column]; ok {
			if err := c.read(data); err != nil {
				return nil, fmt.Errorf("column %q of table %q: %w", column, name, err)
			}
		}
		t.Columns = append(t.Columns, c)
	}
	t.index()
	if len(t.byName) != len(t.Columns) {
		return nil, fmt.Errorf("table %q has two columns whose names differ in case alone or not at all", name)
	}
	for _, column := range file.Unique {
		if len(t.PrimaryKey) == 0 {
			t.PrimaryKey = []string{column}
		} else if !t.IsUnique(column) {
			t.Unique = append(t.Unique, []string{column})
		}
	}
	return t, nil
}

func (c *Column) read(data json.RawMessage) error {
	file := struct {
		Type     string   `json:"type"`
		Nullable *bool    `json:"nullable"`
		Comment  string   `json:"comment"`
		Values   []string `json:"values"`
	}{Nullable: &c.Nullable}
	others, err := split(data, &file, "type", "nullable", "comment", "values")
	c.Type, c.Comment, c.Values, c.others = file.Type, file.Comment, file.Values, others
	return err
}

func readRelationship(data json.RawMessage) (Relationship, error) {
	var file relationshipFile
	others, err := split(data, &file, "from_table", "from_column", "to_table", "to_column", "type", "confidence", "cardinality", "more_columns", "name", "note")
	r := Relationship{
		FromTable: file.FromTable, ToTable: file.ToTable, Columns: []Pair{{From: file.FromColumn, To: file.ToColumn}},
		Kind: file.Type, Cardinality: file.Cardinality, Confidence: 1, Name: file.Name, Note: file.Note, others: others,
	}
	if file.Confidence != nil {
		r.Confidence = *file.Confidence
	}
	for _, pair := range file.More {
		r.Columns = append(r.Columns, Pair{From: pair[0], To: pair[1]})
	}
	return r, err
}

type relationshipFile struct {
	FromTable   string      `json:"from_table"`
	FromColumn  string      `json:"from_column"`
	ToTable     string      `json:"to_table"`
	ToColumn    string      `json:"to_column"`
	Type        Kind        `json:"type,omitempty"`
	Confidence  *float64    `json:"confidence"`
	Cardinality Cardinality `json:"cardinality,omitempty"`
	More        [][2]string `json:"more_columns,omitempty"`
	Name        string      `json:"name,omitempty"`
	Note        string      `json:"note,omitempty"`
}

// check says what is wrong with a relationship.
func (g *Graph) check(r Relationship) error {
	if !(r.Confidence >= 0 && r.Confidence <= 1) {
		return fmt.Errorf("a confidence of %v is not between 0 and 1", r.Confidence)
	}
	switch r.Cardinality {
	case "", ManyToOne, OneToMany, OneToOne, ManyToMany:
	default:
		return fmt.Errorf("a cardinality of %q is none of N:1, 1:N, 1:1, N:N", r.Cardinality)
	}
	for _, pair := range r.Columns {
		if err := g.has(r.FromTable, pair.From); err != nil {
			return err
		}
		if err := g.has(r.ToTable, pair.To); err != nil {
			return err
		}
	}
	return nil
}

func (g *Graph) has(table, column string) error {
	t, ok := g.Table(table)
	if !ok {
		return fmt.Errorf("there is no table %q", table)
	}
	if _, ok := t.Column(column); !ok {
		return fmt.Errorf("table %q has no column %q", table, column)
	}
	return nil
}

// Write writes the graph: tables by name, relationships in their order, so that the same
// graph gives the same bytes.
func (g *Graph) Write(w io.Writer) error {
	tables := make(map[string]any, g.Len())
	for _, t := range g.Tables() {
		tables[t.Name] = t.file()
	}
	relationships := make([]any, 0, len(g.Relationships))
	for _, r := range g.Relationships {
		relationships = append(relationships, r.file())
	}
	file := g.others.with(map[string]any{"version": Version, "tables": tables, "relationships": relationships})
	if g.Name != "" {
		file["name"] = g.Name
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(file)
}

func (t *Table) file() map[string]any {
	names := make([]string, 0, len(t.Columns))
	info := map[string]any{}
	for _, c := range t.Columns {
		names = append(names, c.Name)
		if c.Type != "" || c.Comment != "" || len(c.Values) > 0 || len(c.others) > 0 {
			info[c.Name] = c.others.with(given("type", c.Type, "comment", c.Comment, "values", c.Values, "nullable", &c.Nullable))
		}
	}
	unique := []string{}
	for _, key := range append([][]string{t.PrimaryKey}, t.Unique...) {
		if len(key) == 1 {
			unique = append(unique, key[0])
		}
	}
	file := t.others.with(given("primary_key", t.PrimaryKey, "comment", t.Comment, "rows", t.Rows))
	file["columns"], file["unique_columns"] = names, unique
	if keys := slices.DeleteFunc(slices.Clone(t.Unique), func(key []string) bool { return len(key) == 1 }); len(keys) > 0 {
		file["unique_keys"] = keys
	}
	if len(info) > 0 {
		file["column_info"] = info
	}
	return file
}

func (r Relationship) file() map[string]any {
	file := r.others.with(given("type", string(r.Kind), "cardinality", string(r.Cardinality), "name", r.Name, "note", r.Note))
	file["from_table"], file["to_table"], file["confidence"] = r.FromTable, r.ToTable, r.Confidence
	file["from_column"], file["to_column"] = r.Columns[0].From, r.Columns[0].To
	if len(r.Columns) > 1 {
		more := make([][2]string, 0, len(r.Columns)-1)
		for _, p := range r.Columns[1:] {
			more = append(more, [2]string{p.From, p.To})
		}
		file["more_columns"] = more
	}
	return file
}

// MarshalJSON writes a relationship as it stands in a graph.
func (r Relationship) MarshalJSON() ([]byte, error) { return json.Marshal(r.file()) }

// given is an object of the members that say something.
func given(pairs ...any) map[string]any {
	object := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			if v != "" {
				object[name] = v
			}
		case []string:
			if len(v) > 0 {
				object[name] = v
			}
		case int64:
			if v != 0 {
				object[name] = v
			}
		case *bool:
			object[name] = *v
		}
	}
	return object
}

// with adds members that were kept to those of an object.
func (m members) with(object map[string]any) map[string]any {
	for name, value := range m {
		if _, ok := object[name]; !ok {
			object[name] = value
		}
	}
	return object
}

// split reads an object into known and gives the members that are not.
func split(data []byte, known any, names ...string) (members, error) {
	if err := json.Unmarshal(data, known); err != nil {
		return nil, err
	}
	var all members
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	for _, name := range names {
		delete(all, name)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}
