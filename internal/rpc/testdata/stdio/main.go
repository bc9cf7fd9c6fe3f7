// Stdio is the core as a native program on its standard input and output, for
// the transcripts. The tests build it, with and without the tag faults.
package main

import (
	"context"
	"fmt"
	"os"

	"burrow/internal/rpc"
	"burrow/internal/tokens"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	stdio, err := rpc.Stdio()
	if err != nil {
		return err
	}
	return rpc.Serve(context.Background(), stdio, rpc.Options{
		Version: "test",
		Load:    func(_ context.Context, name tokens.Name) (*tokens.Encoding, error) { return tokens.Embedded(name) },
		Log:     func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
}
