package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"burrow/internal/demo"
	"burrow/internal/sqlagent/graph"
	"burrow/internal/sqlagent/schema"
)

// loadDemo reads questions to the demo database, one database of 122 tables. Those of
// kept.jsonl are held out. Follow-ups are left out: they name little.
func loadDemo(dir, file string) (*set, error) {
	g, err := demoGraph()
	if err != nil {
		return nil, err
	}
	s := &set{name: "demo, " + strings.TrimSuffix(file, ".jsonl"), databases: []*schema.Graph{g}}
	in, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var l struct {
			Question string
			Tables   []string
			History  []struct{ Content string }
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if len(l.Tables) > 0 && len(l.History) == 0 {
			s.questions = append(s.questions, question{database: g.Name, text: l.Question, tables: l.Tables})
		}
	}
	return s, nil
}

// demoGraph is what burrow graph makes of the demo database's definitions.
func demoGraph() (*schema.Graph, error) {
	file, err := demo.Files().Open("schema.sql")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	g := schema.New(demo.Name, nil, nil)
	_, err = graph.ReadDDL(g, "schema.sql", file)
	return g, err
}

// hundred is how many tables a pool has at least that stands for one large database.
const hundred = 100

// large puts databases together into some of about a hundred tables each, as if each were
// one: tables have no database's name, and those of the same name get a number. Databases
// stay in their half.
func (s *set) large() (pools []*set) {
	defer func() { pools = slices.DeleteFunc(pools, func(p *set) bool { return len(p.questions) == 0 }) }()
	for h := range 2 {
		var now *set
		names := map[string]bool{}
		for _, db := range s.databases {
			if half(db.Name) != h {
				continue
			}
			if now == nil || now.databases[0].Len() >= hundred {
				now = &set{name: s.name, databases: []*schema.Graph{schema.New(fmt.Sprint(h), nil, nil)}}
				names = map[string]bool{}
				pools = append(pools, now)
			}
			now.take(db, s.questions, names)
		}
	}
	return pools
}

// take adds a database and the questions to it.
func (s *set) take(db *schema.Graph, questions []question, names map[string]bool) {
	pool, called := s.databases[0], map[string]string{}
	for _, t := range db.Tables() {
		name := t.Name
		for n := 2; names[strings.ToLower(name)]; n++ {
			name = fmt.Sprint(t.Name, n)
		}
		names[strings.ToLower(name)], called[t.Name] = true, name
		copied := *t
		copied.Name = name
		pool.Put(&copied)
	}
	for _, r := range db.Relationships {
		r.FromTable, r.ToTable = called[r.FromTable], called[r.ToTable]
		pool.Relationships = append(pool.Relationships, r)
	}
	for _, q := range questions {
		if q.database != db.Name {
			continue
		}
		of := q.tables
		q.database, q.of, q.tables = pool.Name, q.database, nil
		for _, t := range of {
			q.tables = append(q.tables, called[t])
		}
		s.questions = append(s.questions, q)
	}
}
