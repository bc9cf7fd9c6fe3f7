package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"burrow/internal/say"
	"burrow/internal/sqlagent/schema"
	"burrow/internal/understand"
)

// readGraph takes the names of tables from a join graph.
func (c *understandCall) readGraph(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	graph, err := schema.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var tables []understand.TableName
	for _, t := range graph.Tables() {
		table := understand.TableName{Name: t.Name, Comment: t.Comment}
		for _, column := range t.Columns {
			table.Columns = append(table.Columns, column.Name)
		}
		tables = append(tables, table)
	}
	c.options.Database, c.options.Tables = true, understand.NewTables(tables)
	return nil
}

// readDocuments takes the titles of documents from a file, if one is named.
func (c *understandCall) readDocuments(value string) (err error) {
	if c.options.Documents, err = strconv.ParseBool(value); err == nil {
		return nil
	}
	data, err := os.ReadFile(value)
	if err != nil {
		return err
	}
	var titles []understand.DocumentTitle
	if err := json.Unmarshal(data, &titles); err != nil {
		return fmt.Errorf("%s: %w", say.T("{file} is not a list of titles", "file", value), err)
	}
	c.options.Documents, c.options.Titles = true, understand.NewDocuments(titles)
	return nil
}
