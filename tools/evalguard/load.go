package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/sqlagent/schema"
)

// question is a query that people wrote and a database answers.
type question struct{ set, database, sql string }

// held reports whether a database is of the half that rules are not made with.
func (q question) held(databases []string) bool { return slices.Index(databases, q.database)%2 == 1 }

// database is one of the format that Spider and BIRD share.
type database struct {
	Name        string   `json:"db_id"`
	Tables      []string `json:"table_names_original"`
	Columns     [][2]any `json:"column_names_original"`
	Types       []string `json:"column_types"`
	Primary     []any    `json:"primary_keys"`
	ForeignKeys [][2]int `json:"foreign_keys"`
}

// graph is a database with its declared keys. Types are Spider's: text, number, time.
func (d database) graph() *schema.Graph {
	tables := make([]*schema.Table, len(d.Tables))
	for i, name := range d.Tables {
		tables[i] = &schema.Table{Name: name}
	}
	of := func(i int) (*schema.Table, string) {
		return tables[int(d.Columns[i][0].(float64))], d.Columns[i][1].(string)
	}
	for i := range d.Columns {
		if int(d.Columns[i][0].(float64)) >= 0 {
			t, name := of(i)
			t.Columns = append(t.Columns, schema.Column{Name: name, Type: d.Types[i], Nullable: true})
		}
	}
	for _, key := range d.Primary {
		switch key := key.(type) {
		case float64:
			t, name := of(int(key))
			t.PrimaryKey = append(t.PrimaryKey, name)
		case []any:
			for _, part := range key {
				t, name := of(int(part.(float64)))
				t.PrimaryKey = append(t.PrimaryKey, name)
			}
		}
	}
	var relationships []schema.Relationship
	for _, key := range d.ForeignKeys {
		from, column := of(key[0])
		to, target := of(key[1])
		relationships = append(relationships, schema.Relationship{
			FromTable: from.Name, ToTable: to.Name, Columns: []schema.Pair{{From: column, To: target}},
			Kind: schema.ForeignKey, Confidence: 1, Cardinality: schema.ManyToOne,
		})
	}
	return schema.New(d.Name, tables, relationships)
}

func loadDatabases(path string) (map[string]*schema.Graph, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []database
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	graphs := map[string]*schema.Graph{}
	for _, d := range all {
		graphs[d.Name] = d.graph()
	}
	return graphs, nil
}

// loadQuestions reads Spider's and BIRD's gold queries.
func loadQuestions(dir string) ([]question, error) {
	data, err := os.ReadFile(filepath.Join(dir, "spider-dev.json"))
	if err != nil {
		return nil, err
	}
	var spider []struct {
		Database string `json:"db_id"`
		Query    string `json:"query"`
	}
	if err := json.Unmarshal(data, &spider); err != nil {
		return nil, err
	}
	var out []question
	for _, q := range spider {
		out = append(out, question{"spider", q.Database, q.Query})
	}
	file, err := os.Open(filepath.Join(dir, "bird-mini-dev-gold-mysql.sql"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		sql, name, ok := strings.Cut(lines.Text(), "\t")
		if ok {
			out = append(out, question{"bird", strings.TrimSpace(name), sql})
		}
	}
	return out, lines.Err()
}
