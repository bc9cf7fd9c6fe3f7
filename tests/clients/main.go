// Clients asks a real `burrow serve` with OpenAI's official clients for Go, Python
// and JavaScript, none of them changed, and a scripted model behind the server. It
// sets up what is missing below build/clients, prints a line for each client and
// case, and ends with 1 if one failed. `go run ./tests/clients` starts it in the
// project's directory.
//
// Without Python or Node.js their client is left out; where CI is set that is a
// failure.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"burrow/internal/llm/llmtest"
	"burrow/tools/testresult"
)

const buildDir = "build/clients"

// key must be in nothing that comes back.
const key = "sk-CANARY0123456789abcdef"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	found, err := run(ctx)
	stop()
	err = errors.Join(err, testresult.Append(found))
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
	if len(found.Failed) > 0 {
		fmt.Fprintf(os.Stderr, "clients: %d failed\n", len(found.Failed))
		os.Exit(1)
	}
}

func run(ctx context.Context) (found testresult.Result, err error) {
	// What is missing is found before minutes are spent.
	var starts []start
	for _, setUp := range []func() (start, error){setUpGo, setUpPython, setUpJavaScript} {
		start, err := setUp()
		if missing, ok := err.(missingError); ok && os.Getenv("CI") == "" {
			fmt.Printf("skip  %s\n", missing)
			continue
		}
		if err != nil {
			return found, err
		}
		starts = append(starts, start)
	}
	model := llmtest.New()
	defer model.Close()
	burrow, err := startServer(ctx, model.URL())
	if err != nil {
		return found, err
	}
	defer burrow.stop()
	for _, start := range starts {
		c, err := start(ctx, burrow)
		if err != nil {
			return found, err
		}
		err = runCases(c, model, &found)
		c.close()
		if err != nil {
			return found, err
		}
	}
	burrow.stop()
	if strings.Contains(burrow.output.String(), "CANARY") {
		fmt.Println("FAIL  the server printed the key")
		found.Failed = append(found.Failed, "the server printed the key")
	}
	return found, nil
}

// missingError is something that this machine has not got.
type missingError string

func (e missingError) Error() string { return string(e) }
