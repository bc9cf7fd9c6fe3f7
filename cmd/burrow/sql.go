package main

import (
	"context"
	"fmt"
	"strconv"

	"burrow/internal/say"
)

const sqlHelp say.English = `Usage: burrow sql ACTION [FLAGS] [ARGUMENTS]

Answers questions from a database, and shows how.

  ask       answer a question, with a model or without
  golden    list, edit and delete answers that were confirmed
  check     whether a query may run, and what would run in its place
  tables    which tables a question may be about, without a model

` + "`burrow sql ACTION --help`" + ` explains an action.
`

// sqlActions are the actions of the command by name; each is a file of this package.
var sqlActions = map[string]func(ctx context.Context, args []string, std streams) int{
	"ask":    runSQLAsk,
	"check":  runSQLCheck,
	"golden": runSQLGolden,
	"tables": runSQLTables,
}

func runSQL(ctx context.Context, args []string, std streams) int {
	if len(args) == 0 {
		return mistake("sql", say.Error("an action is missing"), std)
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(std.out, say.T(sqlHelp))
		return exitOK
	}
	if run := sqlActions[args[0]]; run != nil {
		return run(ctx, args[1:], std)
	}
	return mistake("sql", say.Error("there is no action {name}", "name", strconv.Quote(args[0])), std)
}
