//go:build !js

// Benchstore shows how the native store grows: it fills a history and asks of it
// what a page asks, at 1,000, 10,000, 100,000 and 1,000,000 messages. `make
// bench-store` runs it after its part in the browser.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"burrow/tools/benchstore/work"
)

func main() {
	most := flag.Int("messages", 1_000_000, "where to end")
	flag.Parse()
	if err := grow(*most); err != nil {
		fmt.Fprintln(os.Stderr, "benchstore:", err)
		os.Exit(1)
	}
}

func grow(most int) error {
	dir, err := os.MkdirTemp("", "benchstore")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "history.db")
	words := work.NewWords(1)
	fmt.Println("Native, ms unless said otherwise.")
	fmt.Println("\n| messages | file | written, each | open and list | append, p50 | p95 | search, p50 | p95 | slowest kind, p95 |\n|---|---|---|---|---|---|---|---|---|")
	done := 0
	for size := 1_000; size <= most; size *= 10 {
		s, _, err := work.Begin(name)
		if err != nil {
			return err
		}
		begin := time.Now()
		if err := work.Fill(s, words, done, size); err != nil {
			return err
		}
		each := time.Since(begin) / time.Duration(size-done)
		done = size
		if err := s.Close(); err != nil {
			return err
		}
		s, opened, err := work.Begin(name)
		if err != nil {
			return err
		}
		appended, err := work.AppendOne(s, words, 50)
		if err != nil {
			return err
		}
		queries, err := work.Search(s, words, 20)
		if err != nil {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		var all []time.Duration
		slowest := queries[0]
		for _, q := range queries {
			all = append(all, q.Times...)
			if work.At(0.95, q.Times) > work.At(0.95, slowest.Times) {
				slowest = q
			}
		}
		slices.Sort(all)
		fmt.Printf("| %d | %d MB | %.3f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f, %s |\n", size, info.Size()>>20,
			float64(each.Microseconds())/1e3, float64(opened.Microseconds())/1e3, work.At(0.5, appended), work.At(0.95, appended),
			work.At(0.5, all), work.At(0.95, all), work.At(0.95, slowest.Times), slowest.Name)
	}
	return nil
}
