// Command bundle builds the page: it compiles web/src, gives every asset a name
// with a hash of its content, writes those names into index.html and stores
// compressed siblings, all below web/dist. It reads the core and the
// vocabularies that other commands have made; it does not make them.
//
// The output depends on the input files alone: two runs give the same bytes.
// Nothing is written before everything has been built, so a failed run leaves
// the former page in place.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "the project's directory")
	version := flag.String("version", "dev", "the version the page shows")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bundle: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	list, err := bundle(*root, *version)
	if err != nil {
		fmt.Fprintf(os.Stderr, "bundle: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("web/dist holds %d files\n", len(list.Files))
}
