package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// parse reads flags that may stand before, between and behind the arguments;
// "--" ends them. It returns the arguments, and whether the command goes on: if
// not, it has printed the help or the mistake, and the exit code says which.
func parse(flags *flag.FlagSet, help string, args []string, std streams) (rest []string, code int, ok bool) {
	flags.SetOutput(io.Discard)
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(std.out, help)
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
	fmt.Fprintf(std.err, "burrow %s: %v; `burrow %s --help` explains the flags\n", name, err, name)
	return exitUsage
}
