// Figures holds the documents to the figures that they state. `make figures` makes
// those again that any machine can make, and prints each with its command and the
// places that state it; -write puts the new ones there. The tests of this program
// are part of `make test-all`: they fail when a stated figure differs from what its
// command gives, and when a section has figures without a command and a commit.
//
// To add a figure, add it to the registry and write it into a document.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	root := flag.String("root", ".", "the project's directory")
	data := flag.String("data", "", "the directory of the data, for the figures that need it")
	write := flag.Bool("write", false, "put the figures into the documents")
	flag.Parse()
	wrong, err := run(os.Stdout, project{root: *root, data: *data}, registry, *write)
	if err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
	for _, sentence := range wrong {
		fmt.Fprintln(os.Stderr, "figures:", sentence)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}

// run prints the tables and returns what is wrong: all that was not written.
func run(w io.Writer, p project, all []figure, write bool) (wrong []string, err error) {
	fmt.Fprintln(w, "| figure | command | value | stated in |\n|---|---|---:|---|")
	for _, f := range all {
		if f.data && p.data == "" {
			fmt.Fprintf(w, "| %s | `%s` | needs -data | %s |\n", f.claim, f.command, f.places())
			continue
		}
		value, err := f.make(p)
		if err != nil {
			return wrong, fmt.Errorf("%s: %w", f.claim, err)
		}
		fmt.Fprintf(w, "| %s | `%s` | %s | %s |\n", f.claim, f.command, plain(value), f.places())
		if write {
			err = f.state(p, value)
		} else {
			var found []string
			found, err = f.check(p, value)
			wrong = append(wrong, found...)
		}
		if err != nil {
			return wrong, err
		}
	}
	return wrong, listMeasured(w, p)
}
