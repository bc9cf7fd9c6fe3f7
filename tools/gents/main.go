// Gents writes the TypeScript types of the protocol from package wire, so that
// the page cannot drift from the core.
//
//	go run ./tools/gents          write web/src/core/protocol.gen.ts
//	go run ./tools/gents -check   fail if the file is not what would be written
//	go run ./tools/gents -samples 50   print random frames, for the tests of the page's decoder
//
// Run it from the root of the module.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	pkg := flag.String("package", "./internal/wire", "package that declares the protocol")
	out := flag.String("out", "web/src/core/protocol.gen.ts", "file to write")
	samples := flag.Int("samples", 0, "print so many random frames of each kind instead")
	flag.Parse()
	work := func() error { return run(*pkg, *out, *check) }
	if *samples > 0 {
		work = func() error { return show(*pkg, *samples) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "gents:", err)
		os.Exit(1)
	}
}

// show prints samples of the protocol. They are the same each time.
func show(pkg string, n int) error {
	p, err := load(pkg)
	if err != nil {
		return err
	}
	return p.samples(os.Stdout, n, 8)
}

func run(pkg, out string, check bool) error {
	p, err := load(pkg)
	if err != nil {
		return err
	}
	want, err := p.write()
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
		return fmt.Errorf("%s does not match %s: run go run ./tools/gents", out, pkg)
	}
	return nil
}
