package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"burrow/internal/chat"
	"burrow/internal/say"
)

// parse reads flags that may stand before, between and behind the arguments;
// "--" ends them. It returns the arguments, and whether the command goes on: if
// not, it has printed the help or the mistake, and the exit code says which.
func parse(flags *flag.FlagSet, help say.English, args []string, std streams) (rest []string, code int, ok bool) {
	flags.SetOutput(io.Discard)
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(std.out, say.T(help))
			return nil, exitOK, false
		}
		if err != nil {
			return nil, mistake(flags.Name(), err, std), false
		}
		ended := len(args) > flags.NArg() && args[len(args)-flags.NArg()-1] == "--"
		args = flags.Args()
		if len(args) == 0 || ended {
			return append(rest, args...), exitOK, true
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// mistake reports a wrong call of a command.
func mistake(name string, err error, std streams) int {
	fmt.Fprintf(std.err, "burrow %s: %s\n", name, say.T("{problem}; `burrow {command} --help` explains the flags", "problem", err.Error(), "command", name))
	return exitUsage
}

// setMemoryFlags adds what can be said of the memory.
func setMemoryFlags(flags *flag.FlagSet, said *chat.Settings) {
	flags.Func("memory", "", func(text string) error {
		said.Preset = new(chat.Preset(text))
		return said.Check()
	})
	flags.Func("keep-last", "", func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil {
			return say.Error("it must be a whole number")
		}
		said.KeepLast = &n
		return said.Check()
	})
}
