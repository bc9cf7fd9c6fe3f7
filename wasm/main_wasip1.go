package main

import (
	"context"
	"fmt"
	"os"

	"burrow/internal/rpc"
	"burrow/internal/tokens"
)

// version is set by the linker.
var version = "dev"

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
		Version: version,
		Load:    func(_ context.Context, name tokens.Name) (*tokens.Encoding, error) { return tokens.Embedded(name) },
		Log:     func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
}
