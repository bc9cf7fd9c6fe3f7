package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"burrow/internal/sqlagent/schema"
	"burrow/internal/sqlagent/tables"
)

// namings are ways to keep the tables of several databases apart in one pool. Numbers
// give no words away.
var namings = map[string]func(number int, database, table string) string{
	"number.table": func(n int, _, table string) string { return fmt.Sprintf("%d.%s", n, table) },
	"db.table":     func(_ int, db, table string) string { return db + "." + table },
	"db__table":    func(_ int, db, table string) string { return db + "__" + table },
}

// pool puts all databases into one graph.
func pool(databases []*schema.Graph, naming string) *schema.Graph {
	g := schema.New("pool", nil, nil)
	name := namings[naming]
	for i, db := range databases {
		for _, t := range db.Tables() {
			copied := *t
			copied.Name = name(i, db.Name, t.Name)
			g.Put(&copied)
		}
		for _, r := range db.Relationships {
			r.FromTable, r.ToTable = name(i, db.Name, r.FromTable), name(i, db.Name, r.ToTable)
			g.Relationships = append(g.Relationships, r)
		}
	}
	return g
}

// half divides the questions by their database, so that one half can be looked at while
// the other is kept.
func half(database string) int {
	h := fnv.New32a()
	h.Write([]byte(database))
	return int(h.Sum32()>>3) % 2
}

// recall is how much of the gold tables was among the first k, averaged over questions.
type recall struct {
	n           int
	at          map[int]float64
	all20       int // questions with all tables among the first 20
	took, worst time.Duration
}

var depths = []int{5, 10, 20}

func (r *recall) add(ranked []tables.Ranked, gold []string, took time.Duration) {
	if r.at == nil {
		r.at = map[int]float64{}
	}
	r.n++
	r.took += took
	r.worst = max(r.worst, took)
	for _, k := range depths {
		found := 0
		for _, g := range gold {
			for i, t := range ranked {
				if i < k && t.Table == g {
					found++
				}
			}
		}
		r.at[k] += float64(found) / float64(len(gold))
		if k == 20 && found == len(gold) {
			r.all20++
		}
	}
}

func evalTables(dir, questions string, missed bool) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "set\tnames\ttables\tquestions\tR@5\tR@10\tR@20\tall in 20\tmean ms\tworst ms")
	for _, load := range []func(string) (*set, error){loadSpider, loadBIRD, loadPlainBIRD} {
		s, err := load(dir)
		if err != nil {
			return err
		}
		for _, naming := range []string{"number.table", "db.table", "db__table"} {
			s.recall(w, naming, missed)
		}
		large(w, s)
		fmt.Fprintf(w, "%s: %d gold queries could not be read\n", s.name, s.unread)
	}
	for _, file := range []string{"open.jsonl", "kept.jsonl"} {
		s, err := loadDemo(questions, file)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(w, "there is no %s with questions to the demo database in %s\n", file, questions)
			continue
		}
		if err != nil {
			return err
		}
		asOne(w, s.name, []*set{s})
	}
	return w.Flush()
}

// large measures databases that were put together into some of a hundred tables.
func large(w io.Writer, s *set) {
	halves := [2][]*set{}
	for _, pool := range s.large() {
		h := half(pool.questions[0].of)
		halves[h] = append(halves[h], pool)
	}
	for h, name := range []string{"tuned on", "held out"} {
		asOne(w, s.name+", in hundreds, "+name, halves[h])
	}
}

// asOne measures sets whose databases are each ranked alone.
func asOne(w io.Writer, name string, sets []*set) {
	for _, least := range []int{1, 2, 3} {
		var r recall
		size := 0
		for _, s := range sets {
			x := tables.New(s.databases[0])
			size = max(size, s.databases[0].Len())
			for _, q := range s.questions {
				if len(q.tables) >= least {
					began := time.Now()
					ranked := x.Rank(q.text, 20, nil)
					r.add(ranked, q.tables, time.Since(began))
				}
			}
		}
		if r.n > 0 {
			r.show(w, fmt.Sprintf("%s, %d and more tables", name, least), "table", size)
		}
	}
}

// recall ranks all tables of a set for each of its questions, and prints how much was
// found.
func (s *set) recall(w io.Writer, naming string, missed bool) {
	g := pool(s.databases, naming)
	x := tables.New(g)
	rows := make([]recall, 4)
	for _, q := range s.questions {
		var gold []string
		for _, t := range q.tables {
			number := slices.IndexFunc(s.databases, func(g *schema.Graph) bool { return g.Name == q.database })
			gold = append(gold, namings[naming](number, q.database, t))
		}
		began := time.Now()
		ranked := x.Rank(q.text, 20, nil)
		took := time.Since(began)
		h := half(q.database)
		rows[h].add(ranked, gold, took)
		rows[2].add(ranked, gold, took)
		if len(gold) > 2 {
			rows[3].add(ranked, gold, took)
		}
		if missed && naming == "number.table" && h == 0 {
			printMissed(q, ranked, gold)
		}
	}
	for i, name := range []string{"tuned on", "held out", "all", "3 and more tables"} {
		r := rows[i]
		if s.name != "Spider" && i < 2 || r.n == 0 {
			continue
		}
		r.show(w, s.name+", "+name, naming, g.Len())
	}
}

func (r *recall) show(w io.Writer, name, naming string, tables int) {
	fmt.Fprintf(w, "%s\t%s\t%d\t%d", name, naming, tables, r.n)
	for _, k := range depths {
		fmt.Fprintf(w, "\t%.3f", r.at[k]/float64(r.n))
	}
	fmt.Fprintf(w, "\t%.3f\t%.2f\t%.2f\n", float64(r.all20)/float64(r.n), r.took.Seconds()*1000/float64(r.n), r.worst.Seconds()*1000)
}

func printMissed(q question, ranked []tables.Ranked, gold []string) {
	for _, g := range gold {
		at := -1
		for i, t := range ranked {
			if t.Table == g {
				at = i
			}
		}
		if at < 0 || at >= 10 {
			fmt.Printf("%s at %d: %s\n   ", g, at+1, q.text)
			for _, t := range ranked[:min(6, len(ranked))] {
				fmt.Printf(" %s %.2f", t.Table, t.Score)
			}
			fmt.Println()
		}
	}
}
