// Evalgraph measures table selection and join plans on questions with gold queries:
// make eval-tables and make eval-joins, or go run ./tools/evalgraph -data DIR tables. The
// data are Spider and BIRD; they are no part of the project. Questions to the demo database
// are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
)

func main() {
	dir := flag.String("data", "", "the directory with spider-tables.json and the others")
	questions := flag.String("questions", "tools/evalsql/testdata", "the directory with questions to the demo database")
	missed := flag.Bool("missed", false, "list what was missed")
	flag.Parse()
	var err error
	switch flag.Arg(0) {
	case "joins":
		err = evalJoins(*dir, *missed)
	case "tables":
		err = evalTables(*dir, *questions, *missed)
	default:
		err = errors.New("say what to measure: tables or joins")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalgraph:", err)
		if errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}
