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
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the project's directory")
	version := flag.String("version", "dev", "the version the page shows")
	only := flag.String("only", "", "compile this one script instead, such as a test's worker, to -o")
	out := flag.String("o", "", "where the script of -only goes")
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
	list, err := bundle(*root, *version)
	if err != nil {
		fmt.Fprintf(os.Stderr, "bundle: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("web/dist holds %d files\n", len(list.Files))
}

// script compiles one entry point to one file.
func script(root, entry, out string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	compiled, _, err := compile(root, entry, map[string]any{"__ASSETS__": map[string]string{}, "__VERSION__": "dev", "__WLLAMA__": "wllama.wasm", "__MODEL_WORKER__": "model.js", "__HIGHLIGHT__": "highlight.js", "__CODE__": "./code.js", "__MATHS__": map[string]string{"script": "./maths.js", "style": "maths.css"}, "__LATER__": "later.css", "__SERVICE__": serviceList{Files: []serviceFile{}}})
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
