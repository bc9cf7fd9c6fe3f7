// Packvocab writes the vocabularies of internal/tokens in their packed form.
//
// The source is the list of ranked tokens in tiktoken-go-loader. Every token
// longer than a byte is the join of two tokens of lower rank, so the packed form
// holds pairs of ids instead of texts; see the format in internal/tokens/packed.go.
//
//	go run ./tools/packvocab [-o internal/tokens/vocab]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"burrow/internal/tokens"
)

func main() {
	out := flag.String("o", filepath.Join("internal", "tokens", "vocab"), "folder to write the packed vocabularies to")
	flag.Parse()
	for _, name := range tokens.Names() {
		if err := pack(name, *out); err != nil {
			fmt.Fprintf(os.Stderr, "packvocab: %v\n", err)
			os.Exit(1)
		}
	}
}

func pack(name tokens.Name, dir string) error {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(string(name) + ".tiktoken")
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	texts := make([]string, len(ranks))
	for text, rank := range ranks {
		if rank < 0 || rank >= len(texts) || texts[rank] != "" {
			return fmt.Errorf("%s: ranks are not 0 to %d", name, len(texts)-1)
		}
		texts[rank] = text
	}
	packed, err := tokens.Pack(name, texts)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, string(name)+".bin")
	if err := os.WriteFile(path, packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d tokens, %d bytes\n", path, len(texts), len(packed))
	return nil
}
