// Evalknowledge measures how well passages of documents are found: make eval-knowledge
// DATA=directory. It asks questions about the manual of the demo's company, and with
// -data those of the Cranfield collection, beside a plain FTS5 table. The collection is
// no part of the project.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	data := flag.String("data", "", "the directory with cranfield/")
	flag.Parse()
	if err := run(context.Background(), *data); err != nil {
		fmt.Fprintln(os.Stderr, "evalknowledge:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, data string) error {
	if err := errors.Join(measureManual(ctx, "."), measureBeside(ctx, ".")); err != nil || data == "" {
		return err
	}
	all, err := loadCranfield(filepath.Join(data, "cranfield"))
	if err != nil {
		return err
	}
	return measureCranfield(ctx, all)
}
