// Package spider reads databases in the format of Spider, which BIRD has too.
package spider

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"burrow/internal/sqlagent/schema"
)

// Schema is a database: columns say which table they are of, by its number.
type Schema struct {
	ID          string            `json:"db_id"`
	Tables      []string          `json:"table_names_original"`
	Columns     [][2]any          `json:"column_names_original"`
	Types       []string          `json:"column_types"`
	PrimaryKeys []json.RawMessage `json:"primary_keys"`
	ForeignKeys [][2]int          `json:"foreign_keys"`
}

// Load reads a file of a set.
func Load(dir, name string, into any) error {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Graph is the schema with the types of columns that typeOf gives them.
func (s Schema) Graph(typeOf func(column, kind string) string) *schema.Graph {
	tables := make([]*schema.Table, len(s.Tables))
	for i, name := range s.Tables {
		tables[i] = &schema.Table{Name: name}
	}
	of := func(column int) (*schema.Table, string) {
		return tables[int(s.Columns[column][0].(float64))], s.Columns[column][1].(string)
	}
	for i, c := range s.Columns {
		if table := int(c[0].(float64)); table >= 0 {
			name := c[1].(string)
			tables[table].Columns = append(tables[table].Columns, schema.Column{Name: name, Type: typeOf(name, s.Types[i])})
		}
	}
	for _, raw := range s.PrimaryKeys {
		var one int
		var several []int
		if json.Unmarshal(raw, &one) == nil {
			several = []int{one}
		} else if json.Unmarshal(raw, &several) != nil {
			continue
		}
		for _, c := range several {
			table, column := of(c)
			table.PrimaryKey = append(table.PrimaryKey, column)
		}
	}
	g := schema.New(s.ID, tables, nil)
	for _, pair := range s.ForeignKeys {
		from, a := of(pair[0])
		to, b := of(pair[1])
		g.Relationships = append(g.Relationships, schema.Relationship{
			FromTable: from.Name, ToTable: to.Name, Columns: []schema.Pair{{From: a, To: b}},
			Kind: schema.ForeignKey, Confidence: 1, Cardinality: schema.ManyToOne,
		})
	}
	return g
}
