// Scriptedmodel is a model server for tests in the browser: it answers as a script
// says, and echoes without one.
//
//	go run ./tools/scriptedmodel -listen 127.0.0.1:9090
//
// It prints the base address of the wire, and is told what to do beside it:
//
//	PUT  /script     a JSON list of answers (llmtest.Answer), which replaces the queue
//	GET  /requests   what came, as a JSON list (llmtest.Request)
//	POST /release    answers that hang go on
//	POST /reset      empties the queue and the log, and releases
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"burrow/internal/llm/llmtest"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "`address` to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *listen, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "scriptedmodel:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends.
func run(ctx context.Context, listen string, out io.Writer) error {
	s, err := llmtest.Listen(listen)
	if err != nil {
		return err
	}
	defer s.Close()
	control(s)
	fmt.Fprintln(out, s.URL())
	<-ctx.Done()
	return nil
}
