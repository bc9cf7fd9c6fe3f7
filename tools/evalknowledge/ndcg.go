package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"burrow/internal/docsource"
	"burrow/internal/document"
	"burrow/internal/sqlite"
	"burrow/internal/store"
)

const top = 10

func measureCranfield(ctx context.Context, all collection) error {
	dir, err := os.MkdirTemp("", "evalknowledge")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	history, err := keep(ctx, filepath.Join(dir, "documents.db"), all)
	if err != nil {
		return err
	}
	defer history.Close()
	plain, err := plainTable(all)
	if err != nil {
		return err
	}
	defer plain.Close()
	fmt.Printf("\nCranfield: %d documents, %d questions; nDCG@%d with gains 4, 3, 2 and 1\n", len(all.abstracts), len(all.questions), top)
	fmt.Println("search      all    even questions  odd    ms a question")
	if err := all.measure("plain FTS5", func(q string) ([]int, error) { return plainSearch(plain, q) }); err != nil {
		return err
	}
	source := &docsource.Source{Store: history}
	return all.measure("Burrow", func(q string) (out []int, err error) {
		hits, err := source.Search(ctx, q, store.ChunkOptions{Limit: 3 * top})
		for _, h := range hits {
			number, _ := strconv.Atoi(h.Name)
			if !slices.Contains(out, number) {
				out = append(out, number)
			}
		}
		return out, err
	})
}

func (c collection) measure(name string, search func(string) ([]int, error)) error {
	var sum [2]float64
	began := time.Now()
	for i, q := range c.questions {
		found, err := search(q.text)
		if err != nil {
			return err
		}
		sum[i%2] += ndcg(found, q.gains)
	}
	n := len(c.questions)
	fmt.Printf("%-10s  %.3f  %.3f           %.3f  %.1f\n", name, (sum[0]+sum[1])/float64(n), sum[0]/float64((n+1)/2), sum[1]/float64(n/2),
		float64(time.Since(began).Microseconds())/1000/float64(n))
	return nil
}

func ndcg(found []int, gains map[int]float64) float64 {
	got := 0.0
	for i, number := range found[:min(top, len(found))] {
		got += gains[number] / math.Log2(float64(i)+2)
	}
	var best []float64
	for _, g := range gains {
		best = append(best, g)
	}
	slices.SortFunc(best, func(a, b float64) int { return int(b - a) })
	ideal := 0.0
	for i, g := range best[:min(top, len(best))] {
		ideal += g / math.Log2(float64(i)+2)
	}
	if ideal == 0 {
		return 0
	}
	return got / ideal
}

// keep adds the abstracts as documents.
func keep(ctx context.Context, path string, all collection) (*store.Store, error) {
	history, err := store.Open(path, store.Options{}, time.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	for _, a := range all.abstracts {
		text := strings.TrimSpace(strings.TrimPrefix(a.text, a.title))
		blocks := []document.Block{{Kind: document.Heading, Level: 1, Text: a.title}, {Kind: document.Paragraph, Text: text}}
		if _, err := add(ctx, history, store.NewDocument{Name: strconv.Itoa(a.number), Title: a.title, Kept: true}, blocks); err != nil {
			return nil, err
		}
	}
	return history, nil
}

// plainTable is FTS5 as it comes, in ten lines.
func plainTable(all collection) (*sqlite.DB, error) {
	db, err := sqlite.Open(":memory:", sqlite.Options{})
	if err != nil {
		return nil, err
	}
	if err := db.Exec(`CREATE VIRTUAL TABLE plain USING fts5(title, text, tokenize = 'porter')`); err != nil {
		return nil, err
	}
	for _, a := range all.abstracts {
		if err := db.Each(`INSERT INTO plain (rowid, title, text) VALUES (?, ?, ?)`, nil, a.number, a.title, strings.TrimSpace(strings.TrimPrefix(a.text, a.title))); err != nil {
			return nil, err
		}
	}
	return db, nil
}

func plainSearch(db *sqlite.DB, q string) (out []int, err error) {
	words := strings.FieldsFunc(q, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	err = db.Each(`SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?`, func(st *sqlite.Stmt) error {
		out = append(out, int(st.Int64(0)))
		return nil
	}, `"`+strings.Join(words, `" OR "`)+`"`, top)
	return out, err
}
