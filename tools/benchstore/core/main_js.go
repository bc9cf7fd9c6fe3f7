// Core is the part of the store's benchmark that runs in the browser: the same
// work as worker.ts does through SQLite's own JavaScript API, through ours.
package main

import (
	"strings"
	"syscall/js"
	"time"

	"burrow/internal/sqlite"
	"burrow/tools/benchstore/work"
)

var db *sqlite.DB

func main() {
	js.Global().Set("core", js.ValueOf(map[string]any{
		"open":    timed(func(a []js.Value) error { return open(a[0].String()) }),
		"close":   timed(func([]js.Value) error { return db.Close() }),
		"reset":   timed(func([]js.Value) error { return db.Exec(schema) }),
		"inserts": timed(func(a []js.Value) error { return inserts(a[0].Int()) }),
		"selects": timed(func(a []js.Value) error { return selects(a[0].Int()) }),
		"lookups": timed(func(a []js.Value) error { return lookups(a[0].Int()) }),
		"updates": timed(func(a []js.Value) error { return updates(a[0].Int()) }),
		"commits": timed(func(a []js.Value) error { return commits(a[0].Int()) }),
		"scans":   timed(func(a []js.Value) error { return scans(a[0].Int()) }),
		"indexed": timed(func(a []js.Value) error { return indexed(a[0].Int()) }),
		"matches": timed(func(a []js.Value) error { return matches(a[0].Int()) }),
		"blobs":   timed(func(a []js.Value) error { return blobs(a[0].Int()) }),
		"grow":    js.FuncOf(func(_ js.Value, a []js.Value) any { return grow(a[0].Int()) }),
	}))
	js.Global().Call("coreReady")
	select {}
}

var (
	words *work.Words
	done  int
)

// grow fills the history up to a size and returns what a page's first questions
// take then, or a text that says what failed.
func grow(size int) any {
	const name = "history.db"
	if words == nil {
		words = work.NewWords(1)
	}
	s, _, err := work.Begin(name)
	if err != nil {
		return err.Error()
	}
	begin := time.Now()
	if err := work.Fill(s, words, done, size); err != nil {
		return err.Error()
	}
	each := time.Since(begin) / time.Duration(size-done)
	done = size
	s.Close()
	s, opened, err := work.Begin(name)
	if err != nil {
		return err.Error()
	}
	defer s.Close()
	appended, err := work.AppendOne(s, words, 50)
	if err != nil {
		return err.Error()
	}
	queries, err := work.Search(s, words, 20)
	if err != nil {
		return err.Error()
	}
	kinds := map[string]any{}
	for _, q := range queries {
		kinds[q.Name] = work.At(0.95, q.Times)
	}
	return map[string]any{
		"each": float64(each.Microseconds()) / 1e3, "open": float64(opened.Microseconds()) / 1e3,
		"append50": work.At(0.5, appended), "append95": work.At(0.95, appended), "search95": kinds,
	}
}

// timed returns milliseconds, or a text that says what failed.
func timed(f func([]js.Value) error) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		begin := time.Now()
		if err := f(args); err != nil {
			return err.Error()
		}
		return float64(time.Since(begin).Microseconds()) / 1e3
	})
}

const schema = `
	DROP TABLE IF EXISTS t; DROP TABLE IF EXISTS f; DROP TABLE IF EXISTS b;
	CREATE TABLE t (id INTEGER PRIMARY KEY, session INTEGER, role TEXT, content TEXT, score REAL);
	CREATE VIRTUAL TABLE f USING fts5(content);
	CREATE TABLE b (id INTEGER PRIMARY KEY, data BLOB)`

func open(name string) (err error) {
	db, err = sqlite.Open(name, sqlite.Options{})
	return err
}

func content(i int) string { return texts[i%len(texts)] }

var texts = func() []string {
	words := strings.Fields("the quick brown fox jumps over a lazy dog while seven wizards quietly box and liquor jugs pack my history")
	made := make([]string, 64)
	for i := range made {
		var b strings.Builder
		for w := range 30 {
			b.WriteString(words[(i*7+w*3+w*w)%len(words)] + " ")
		}
		made[i] = b.String()
	}
	return made
}()

func each(sql string, n int, args func(i int) []any) error {
	s, err := db.Prepare(sql)
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range n {
		if err := s.Bind(args(i)...); err != nil {
			return err
		}
		for {
			there, err := s.Step()
			if err != nil {
				return err
			}
			if !there {
				break
			}
			for c := range s.Columns() {
				sink = s.Value(c)
			}
		}
		if err := s.Reset(); err != nil {
			return err
		}
	}
	return nil
}

var sink any

func inserts(n int) error {
	return db.Tx(func() error {
		s, err := db.Prepare(`INSERT INTO t (session, role, content, score) VALUES (?, ?, ?, ?)`)
		if err != nil {
			return err
		}
		defer s.Close()
		for i := range n {
			if err := s.Bind(i%100, "user", content(i), float64(i)/3); err != nil {
				return err
			}
			if _, err := s.Step(); err != nil {
				return err
			}
			if err := s.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}

func selects(n int) error {
	count := 0
	err := db.Each(`SELECT id, session, role, content, score FROM t`, func(s *sqlite.Stmt) error {
		count++
		sink = row{s.Int64(0), s.Int64(1), s.Text(2), s.Text(3), s.Float(4)}
		return nil
	})
	if err == nil && count != n {
		panic("rows are missing")
	}
	return err
}

type row struct {
	id, session   int64
	role, content string
	score         float64
}

func lookups(n int) error {
	return each(`SELECT content FROM t WHERE id = ?`, n, func(i int) []any { return []any{1 + i*7919%n} })
}

func updates(n int) error {
	return db.Tx(func() error {
		return each(`UPDATE t SET content = ? WHERE id = ?`, n, func(i int) []any { return []any{content(i + 1), 1 + i*7919%n} })
	})
}

func commits(n int) error {
	return each(`INSERT INTO t (session, role, content, score) VALUES (1, 'user', ?, 0)`, n, func(i int) []any { return []any{content(i)} })
}

func scans(n int) error {
	return each(`SELECT session, count(*), sum(length(content)) FROM t GROUP BY session ORDER BY 3 DESC`, n, func(int) []any { return nil })
}

func indexed(n int) error {
	return db.Tx(func() error {
		return each(`INSERT INTO f VALUES (?)`, n, func(i int) []any { return []any{content(i)} })
	})
}

func matches(n int) error {
	return each(`SELECT rowid, snippet(f, 0, '[', ']', '…', 12) FROM f WHERE f MATCH ? ORDER BY rowid DESC LIMIT 20`, n, func(i int) []any {
		return []any{[]string{"wizards", "quietly box", "liquor", "hist*"}[i%4]}
	})
}

func blobs(n int) error {
	data := make([]byte, 5<<20)
	return each(`INSERT INTO b (data) VALUES (?) RETURNING data`, n, func(i int) []any {
		data[i] = 1
		return []any{data}
	})
}
