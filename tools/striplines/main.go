// Striplines takes file names, line numbers and the names of foreign functions out of a
// Go program for WebAssembly, in place, and writes its memory in few parts: a seventh of
// what a browser downloads for the core. The names of our own functions stay, so that a
// panic still says where it happened; its lines read "?:0".
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: striplines FILE.wasm")
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := stripFile(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "striplines:", err)
		os.Exit(1)
	}
}

func stripFile(name string) error {
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	stripped, err := strip(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, stripped, 0o644)
}
