//go:build !js

package main

import (
	"flag"
	"fmt"
	"os"

	"burrow/internal/sqlite"
)

func main() {
	journal := flag.String("journal", "", "the journal, WAL if empty")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: killwriter [-journal off] rows|chat|verify FILE")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *journal); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(mode, file, journal string) error {
	acked := func(n int) { fmt.Println("acked", n) }
	if mode == "chat" {
		return chatWrites(file, sqlite.Options{Journal: journal}, acked)
	}
	db, err := sqlite.Open(file, sqlite.Options{Journal: journal})
	if err != nil {
		return err
	}
	defer db.Close()
	if mode == "rows" {
		return write(db, acked)
	}
	last, wrong, err := verify(db)
	if err != nil {
		wrong = err.Error()
	}
	fmt.Println("last", last, wrong)
	return nil
}
