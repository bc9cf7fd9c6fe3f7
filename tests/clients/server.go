package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// server is a running `burrow serve`.
type server struct {
	base, token string
	cmd         *exec.Cmd
	output      *output
	once        sync.Once
}

// output gathers what a program prints.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// startServer builds the program and runs it in an empty directory, with settings
// that name the model at base and nothing of this machine's.
func startServer(ctx context.Context, base string) (*server, error) {
	program, err := filepath.Abs(filepath.Join(buildDir, "burrow"))
	if err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/burrow")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build burrow: %w", err)
	}
	home := filepath.Join(filepath.Dir(program), "home")
	if err := os.RemoveAll(home); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--token-file", "token")
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "OPENAI_BASE_URL=" + base, "OPENAI_API_KEY=" + key, "MODEL_NAME=scripted"}
	s := &server{cmd: cmd, output: new(output)}
	cmd.Stderr = s.output
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start burrow: %w", err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan()
	address, found := strings.CutPrefix(lines.Text(), "Burrow is at ")
	page, token, _ := strings.Cut(address, "#token=")
	if !found || token == "" {
		s.stop()
		return nil, fmt.Errorf("burrow did not start: %s%s", lines.Text(), s.output)
	}
	s.base, s.token = page+"v1", token
	go func() {
		for lines.Scan() {
			fmt.Fprintln(s.output, lines.Text())
		}
	}()
	return s, nil
}

// stop ends the program in order, and waits for it.
func (s *server) stop() {
	s.once.Do(func() {
		s.cmd.Process.Signal(syscall.SIGTERM)
		s.cmd.Wait()
	})
}
