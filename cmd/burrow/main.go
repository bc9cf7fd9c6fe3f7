// Burrow is the native program: it serves the page and runs the same core on a
// terminal. Each command is a file of this package; what it does is in internal.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
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
	summary string
	run     func(ctx context.Context, args []string, std streams) int
}

var commands = []command{
	{"serve", "serve the page on this machine", func(ctx context.Context, args []string, std streams) int {
		return runServe(ctx, args, std.out, std.err)
	}},
	{"chat", "ask a question or chat in the terminal", runChat},
	{"sessions", "list, show, search, import, export and back up chats", runSessions},
	{"context", "show what would be sent with a question, without sending it", runContext},
	{"understand", "show how a question is understood before it is answered", runUnderstand},
	{"tokens", "count the tokens of files or of standard input", runTokens},
	{"token", "show the address with the token that opens the page, or change it", runToken},
	{"version", "show the versions of the program and its parts", runVersion},
}

func main() {
	catchLibraries(os.Stderr)
	keepPrivate()
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
	fmt.Fprintf(std.err, "burrow: there is no command %q%s; `burrow help` lists them\n", args[0], meant(args[0]))
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprint(w, "Burrow is a private assistant that runs on this machine.\n\nUsage: burrow COMMAND [FLAGS] [ARGUMENTS]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\n`burrow COMMAND --help` explains a command.\n")
}

// meant guesses which command a mistyped name stands for.
func meant(name string) string {
	for _, c := range commands {
		if strings.HasPrefix(c.name, name) || strings.HasPrefix(name, c.name) || oneEditApart(c.name, name) {
			return fmt.Sprintf(" (did you mean %q?)", c.name)
		}
	}
	return ""
}

// oneEditApart reports whether a letter more, less, other or two swapped make
// the difference.
func oneEditApart(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	switch len(a) - len(b) {
	case 0:
		return i == len(a) || a[i+1:] == b[i+1:] ||
			i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		return a[i+1:] == b[i:]
	}
	return false
}
