package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"

	"burrow/internal/say"
	"burrow/internal/sqlite"
	"burrow/internal/tokens"
)

const versionHelp say.English = `Usage: burrow version [--json]

Shows the versions of the program and of its parts. Please include them when you
report a bug.
`

// versions is what the command prints.
type versions struct {
	Burrow    string        `json:"burrow"`
	Go        string        `json:"go"`
	Platform  string        `json:"platform"`
	SQLite    string        `json:"sqlite"`
	Encodings []tokens.Name `json:"encodings"`
}

func runVersion(_ context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("version", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "")
	rest, code, ok := parse(flags, versionHelp, args, std)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return mistake("version", say.Error("it takes no arguments"), std)
	}
	v := versions{Burrow: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	var err error
	if v.SQLite, err = sqlite.Version(); err != nil {
		fmt.Fprintf(std.err, "burrow version: %v\n", err)
		return exitFailure
	}
	for _, name := range tokens.Names() {
		if _, err := tokens.Packed(name); err == nil {
			v.Encodings = append(v.Encodings, name)
		}
	}
	if *asJSON {
		err = json.NewEncoder(std.out).Encode(v)
	} else {
		_, err = fmt.Fprintf(std.out, "burrow %s\n%s\nSQLite %s\n%s %v\n", v.Burrow, say.T("{go} on {platform}", "go", v.Go, "platform", v.Platform), v.SQLite, say.T("encodings"), v.Encodings)
	}
	if err != nil {
		return exitFailure
	}
	return exitOK
}
