// Sentences writes the catalogue of everything that the Go code says to users, so
// that translators have all of it: the constants of type say.English, with the
// packages that say them.
//
//	go run ./tools/sentences          write internal/say/sentences.json
//	go run ./tools/sentences -check   fail if the file is not what would be written
//
// It also checks the calls: the names of the parameters are those of the
// placeholders, and the values are of the types that say.T takes.
//
// Run it from the root of the module.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	out := flag.String("out", "internal/say/sentences.json", "file to write")
	flag.Parse()
	if err := run(".", *out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "sentences:", err)
		os.Exit(1)
	}
}

func run(root, out string, check bool) error {
	c, err := extract(root)
	if err != nil {
		return err
	}
	if len(c.problems) > 0 {
		return errors.Join(c.problems...)
	}
	want, err := c.write()
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(out, want, 0o644)
	}
	have, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, want) {
		return fmt.Errorf("%s does not have all sentences: run go run ./tools/sentences", out)
	}
	return nil
}
