// Command bundle builds the page: it compiles web/src, gives every asset a name
// with a hash of its content, writes those names into index.html and stores
// compressed siblings, all below web/dist. It reads the core and the
// vocabularies that other commands have made; it does not make them.
//
// With -quick it compresses for seconds instead of minutes, into another directory:
// for a page that is served on this machine and nowhere else.
//
// The output depends on the input files alone: two runs give the same bytes.
// Nothing is written before everything has been built, so a failed run leaves
// the former page in place.
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
	version := flag.String("version", "dev", "the version the page shows")
	dist := flag.String("quick", "", "build for this machine alone, at a fast level of compression, into this directory instead of web/dist")
	only := flag.String("only", "", "compile this one script instead, such as a test's worker, to -o")
	out := flag.String("o", "", "where the script of -only goes")
	notices := flag.String("notices", "", "write the licences of the work of others into this file instead")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bundle: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if *only != "" {
		if err := script(*root, *only, *out); err != nil {
			fmt.Fprintf(os.Stderr, "bundle: %v\n", err)
			os.Exit(1)
		}
		return
	}
	if *notices != "" {
		if err := writeNotices(*root, *notices); err != nil {
			fmt.Fprintf(os.Stderr, "bundle: %v\n", err)
			os.Exit(1)
		}
		return
	}
	into, list, err := "web/dist", proxy.Bundle{}, error(nil)
	if *dist != "" {
		into = *dist
		list, err = bundleInto(*dist, *root, *version, quick)
	} else {
		list, err = bundle(*root, *version)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bundle: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("%s holds %d files\n", into, len(list.Files))
}

// writeNotices writes the licences of the work of others that the project contains.
func writeNotices(root, file string) error {
	text, err := noticesOf(root)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

func noticesOf(root string) ([]byte, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	p := newPage(root)
	p.use("web/node_modules/" + sqlitePackage + "/dist/sqlite3.wasm")
	if err := p.addScripts(map[string]string{}, "1"); err != nil {
		return nil, err
	}
	return p.thirdParty()
}

// script compiles one entry point to one file.
func script(root, entry, out string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	compiled, _, err := compile(root, entry, map[string]any{"__ASSETS__": map[string]string{}, "__VERSION__": "dev", "__WLLAMA__": "wllama.wasm", "__MODEL_WORKER__": "model.js", "__HIGHLIGHT__": "highlight.js", "__CODE__": "./code.js", "__INCOMING__": "./incoming.js", "__DOCUMENTS__": "./documents.js", "__MANUAL__": "manual.zip", "__READER__": "reader.wasm", "__PDFIUM__": "pdfium.wasm", "__READER_WORKER__": "./reader.js", "__MATHS__": map[string]string{"script": "./maths.js", "style": "maths.css"}, "__LATER__": "later.css", "__SERVICE__": serviceList{Files: []serviceFile{}}})
	if err != nil {
		return err
	}
	if len(compiled) != 1 {
		return fmt.Errorf("%s gives %d files, not one", entry, len(compiled))
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	return os.WriteFile(out, compiled[0].data, 0o666)
}
