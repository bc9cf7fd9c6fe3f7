package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // values of literals

	"burrow/internal/sqlagent/schema"
	"burrow/tools/spider"
)

// set is a benchmark: its databases, and questions to them.
type set struct {
	name      string
	databases []*schema.Graph // named by their ids
	questions []question
	unread    int // gold queries that are not MySQL
}

// question is one with the tables of its gold query.
type question struct {
	database, text, sql string
	statement           ast.StmtNode
	tables              []string
	of                  string // the database that it was about before several were put together
}

func loadSchemas(dir, name string) ([]*schema.Graph, error) {
	var all []spider.Schema
	if err := spider.Load(dir, name, &all); err != nil {
		return nil, err
	}
	var graphs []*schema.Graph
	for _, s := range all {
		graphs = append(graphs, graphOf(s))
	}
	return graphs, nil
}

func graphOf(s spider.Schema) *schema.Graph {
	return s.Graph(func(_, kind string) string { return kind })
}

// loadSpider reads Spider's development questions over all its schemas.
func loadSpider(dir string) (*set, error) {
	s := &set{name: "Spider"}
	var err error
	if s.databases, err = loadSchemas(dir, "spider-tables.json"); err != nil {
		return nil, err
	}
	var lines []struct {
		DB       string `json:"db_id"`
		Question string
		Query    string
	}
	if err := spider.Load(dir, "spider-dev.json", &lines); err != nil {
		return nil, err
	}
	for _, l := range lines {
		s.add(l.DB, l.Question, l.Query)
	}
	return s, nil
}

// loadBIRD reads BIRD's small set with the gold queries for MySQL, with the evidence that
// stands beside its questions.
func loadBIRD(dir string) (*set, error) { return loadBIRDQuestions(dir, "BIRD", true) }

// loadPlainBIRD reads the questions alone.
func loadPlainBIRD(dir string) (*set, error) {
	return loadBIRDQuestions(dir, "BIRD, no evidence", false)
}

func loadBIRDQuestions(dir, name string, evidence bool) (*set, error) {
	s := &set{name: name}
	var err error
	if s.databases, err = loadSchemas(dir, "bird-dev-tables.json"); err != nil {
		return nil, err
	}
	var lines []struct {
		DB       string `json:"db_id"`
		Question string
		Evidence string
	}
	if err := spider.Load(dir, "bird-mini-dev.json", &lines); err != nil {
		return nil, err
	}
	gold, err := os.ReadFile(filepath.Join(dir, "bird-mini-dev-gold-mysql.sql"))
	if err != nil {
		return nil, err
	}
	queries := strings.Split(strings.TrimSpace(string(gold)), "\n")
	if len(queries) != len(lines) {
		return nil, fmt.Errorf("there are %d gold queries for %d questions", len(queries), len(lines))
	}
	for i, l := range lines {
		sql, _, _ := strings.Cut(queries[i], "\t")
		if !evidence {
			l.Evidence = ""
		}
		s.add(l.DB, strings.TrimSpace(l.Question+" "+l.Evidence), sql)
	}
	return s, nil
}

func (s *set) database(id string) *schema.Graph {
	for _, g := range s.databases {
		if g.Name == id {
			return g
		}
	}
	return nil
}

func (s *set) add(db, text, sql string) {
	q := question{database: db, text: text, sql: sql}
	var err error
	if q.statement, err = parser.New().ParseOneStmt(sql, "", ""); err != nil {
		s.unread++
		return
	}
	v := &tableNames{graph: s.database(db)}
	q.statement.Accept(v)
	if q.tables = v.names; len(q.tables) > 0 {
		s.questions = append(s.questions, q)
	}
}

// tableNames collects the tables of a graph that a statement names.
type tableNames struct {
	graph *schema.Graph
	names []string
}

func (v *tableNames) Enter(n ast.Node) (ast.Node, bool) {
	if name, ok := n.(*ast.TableName); ok {
		if t, ok := v.graph.Table(name.Name.O); ok && !contains(v.names, t.Name) {
			v.names = append(v.names, t.Name)
		}
	}
	return n, false
}

func (v *tableNames) Leave(n ast.Node) (ast.Node, bool) { return n, true }

func contains(all []string, one string) bool {
	for _, s := range all {
		if strings.EqualFold(s, one) {
			return true
		}
	}
	return false
}
