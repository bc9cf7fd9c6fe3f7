// Gents writes the TypeScript types of the protocol from package wire, so that
// the page cannot drift from the core.
//
//	go run ./tools/gents          write web/src/core/protocol.gen.ts
//	go run ./tools/gents -check   fail if the file is not what would be written
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
	flag.Parse()
	if err := run(*pkg, *out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "gents:", err)
		os.Exit(1)
	}
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
