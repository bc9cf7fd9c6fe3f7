// Command size prints what the built page weighs and fails when a part is over
// its budget. The budgets are in tools/size/budget.json, so that growth shows in
// a diff and needs a reason there.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"burrow/internal/proxy"
)

func main() {
	root := flag.String("root", ".", "the project's directory")
	flag.Parse()
	over, err := run(*root)
	if err != nil {
		fmt.Fprintf(os.Stderr, "size: %v\n", err)
		os.Exit(1)
	}
	for _, sentence := range over {
		fmt.Fprintf(os.Stderr, "size: %s\n", sentence)
	}
	if len(over) > 0 {
		os.Exit(1)
	}
}

func run(root string) (over []string, err error) {
	// Reading the list also checks it against the files on disk.
	list, err := proxy.ReadBundle(os.DirFS(filepath.Join(root, "web", "dist")))
	if err != nil {
		return nil, err
	}
	b, err := readBudget(filepath.Join(root, "tools", "size", "budget.json"))
	if err != nil {
		return nil, err
	}
	table, over := weigh(list.Files, b)
	fmt.Print(table)
	return over, nil
}
