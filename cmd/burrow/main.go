// Burrow is the native program: it serves the page and runs the same core on a
// terminal. Each command is a file of this package; what it does is in internal.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"burrow/internal/config"
	"burrow/internal/say"
	"burrow/internal/words"
)

// version is set by the build.
var version = "development"

// Exit codes: a command that did its work, one that failed, one that was called
// wrongly.
const (
	exitOK = iota
	exitFailure
	exitUsage
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

type command struct {
	name    string
	summary say.English
	run     func(ctx context.Context, args []string, std streams) int
}

var commands = []command{
	{"serve", "serve the page on this machine", func(ctx context.Context, args []string, std streams) int {
		return runServe(ctx, args, std.out, std.err)
	}},
	{"chat", "ask a question or chat in the terminal", runChat},
	{"sessions", "list, show, search, import, export and back up chats", runSessions},
	{"knowledge", "keep documents, and search them", runKnowledge},
	{"context", "show what would be sent with a question, without sending it", runContext},
	{"understand", "show how a question is understood before it is answered", runUnderstand},
	{"graph", "build, merge, check and draw the join graph of a database", runGraph},
	{"sql", "ask a database questions, and check queries before they run", runSQL},
	{"tokens", "count the tokens of files or of standard input", runTokens},
	{"token", "show the address with the token that opens the page, or change it", runToken},
	{"version", "show the versions of the program and its parts", runVersion},
}

func main() {
	catchLibraries(os.Stderr)
	keepPrivate()
	if err := translate(os.Getenv(config.Translation)); err != nil {
		fmt.Fprintf(os.Stderr, "burrow: %s: %s\n", config.Translation, sentence(err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, std streams) int {
	if len(args) == 0 {
		help(std.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) == 1 {
			help(std.out)
			return exitOK
		}
		args = []string{args[1], "--help"}
	case "-v", "-version", "--version":
		args[0] = "version"
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:], std)
		}
	}
	fmt.Fprintf(std.err, "burrow: %s\n", unknownCommand(args[0]))
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n%s\n\n", say.T("Burrow is a private assistant that runs on this machine."), say.T("Usage: burrow COMMAND [FLAGS] [ARGUMENTS]"))
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, say.T(c.summary))
	}
	fmt.Fprintf(w, "\n%s\n", say.T("`burrow COMMAND --help` explains a command."))
}

// unknownCommand says that there is no such command, and guesses which one a mistyped
// name stands for.
func unknownCommand(name string) string {
	for _, c := range commands {
		if strings.HasPrefix(c.name, name) || strings.HasPrefix(name, c.name) || words.Edits(c.name, name) <= 1 {
			return say.T("there is no command {name} (did you mean {meant}?); `burrow help` lists them", "name", strconv.Quote(name), "meant", strconv.Quote(c.name))
		}
	}
	return say.T("there is no command {name}; `burrow help` lists them", "name", strconv.Quote(name))
}
