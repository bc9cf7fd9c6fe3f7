package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"burrow/tools/pythonenv"
)

// client is one of the official clients. It does what a case names.
type client interface {
	name() string
	do(what string) (result, error)
	close()
}

// result is what a client made of an answer. The clients in other languages send
// it as a line of JSON.
type result struct {
	Models    []string   `json:"models,omitempty"`
	Text      string     `json:"text,omitempty"`
	Finish    string     `json:"finish,omitempty"`
	Tokens    int        `json:"tokens,omitempty"` // the sum of the usage
	Pieces    int        `json:"pieces,omitempty"`
	Calls     []toolCall `json:"calls,omitempty"`
	Numbers   int        `json:"numbers,omitempty"` // of an embedding
	RequestID string     `json:"requestID,omitempty"`
	Error     *failure   `json:"error,omitempty"`
}

type toolCall struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// failure is an error of the client's own.
type failure struct {
	// Class is its type, in the words of the language.
	Class   string `json:"class"`
	Status  int    `json:"status"`
	Message string `json:"message"`
	Code    string `json:"code"`
	Type    string `json:"type"`
}

// spoken is a client in another language: a program that reads a case a line and
// answers with a line.
type spoken struct {
	label string
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Scanner
}

func startSpoken(label string, s *server, program string, args ...string) (client, error) {
	cmd := exec.Command(program, args...)
	// Nothing of this machine's settings, and no proxy for its own address.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir(), "NO_PROXY=*", "BASE=" + s.base, "TOKEN=" + s.token}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &spoken{label, cmd, in, bufio.NewScanner(out)}, nil
}

// start makes a client of a running server.
type start func(context.Context, *server) (client, error)

func setUpPython() (start, error) {
	python, err := pythonenv.Make(filepath.Join(buildDir, "python"), "tests/clients/requirements.txt")
	if errors.Is(err, pythonenv.ErrMissing) {
		return nil, missingError("the Python client cannot run: " + err.Error())
	}
	return func(_ context.Context, s *server) (client, error) {
		return startSpoken("Python", s, python, "-u", "tests/clients/client.py")
	}, err
}

func setUpJavaScript() (start, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, missingError("the JavaScript client cannot run: this machine has no Node.js")
	}
	if _, err := os.Stat("web/node_modules/openai"); err != nil {
		return nil, missingError("the JavaScript client cannot run: run `make setup`")
	}
	return func(_ context.Context, s *server) (client, error) {
		return startSpoken("JavaScript", s, node, "tests/clients/client.mjs")
	}, nil
}

func (c *spoken) name() string { return c.label }

func (c *spoken) do(what string) (r result, err error) {
	if _, err := fmt.Fprintln(c.in, what); err != nil {
		return r, fmt.Errorf("the %s client has ended: %w", c.label, err)
	}
	if !c.out.Scan() {
		return r, fmt.Errorf("the %s client ended in %q", c.label, what)
	}
	if err := json.Unmarshal(c.out.Bytes(), &r); err != nil {
		return r, fmt.Errorf("the %s client said %q: %w", c.label, c.out.Text(), err)
	}
	return r, nil
}

func (c *spoken) close() {
	c.in.Close()
	c.cmd.Wait()
}
