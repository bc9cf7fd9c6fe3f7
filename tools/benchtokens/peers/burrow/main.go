// Burrow runs internal/tokens for tools/benchtokens; package peer has the protocol.
package main

import (
	"fmt"
	"os"

	"burrow/internal/tokens"
	"burrow/tools/benchtokens/peer"
)

func main() {
	if err := peer.Serve(os.Stdin, os.Stdout, load); err != nil {
		fmt.Fprintf(os.Stderr, "burrow: %v\n", err)
		os.Exit(1)
	}
}

func load(lib, encoding string) (peer.Count, error) {
	e, err := tokens.Embedded(tokens.Name(encoding))
	if err != nil {
		return nil, err
	}
	switch lib {
	case "burrow count":
		return e.Count, nil
	case "burrow encode":
		var ids []uint32
		return func(text string) int {
			ids = e.Encode(ids[:0], text)
			return len(ids)
		}, nil
	}
	return nil, fmt.Errorf("no library %q", lib)
}
