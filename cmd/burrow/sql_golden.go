package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/database"
	"burrow/internal/sqlagent/golden"
)

const sqlGoldenHelp say.English = `Usage: burrow sql golden list [--json] [FLAGS]
       burrow sql golden edit ID [--question TEXT] [--sql QUERY] [FLAGS]
       burrow sql golden delete ID… [FLAGS]

Shows and changes the answers that were confirmed with burrow sql ask --keep. One whose
tables or rights have changed since is not used, and the list says so.

  --golden FILE      the file of confirmed answers
  --env FILE         the settings file
  --graph FILE, --views FILE, --customers IDS, --work-orders IDS, --locations IDS
                     as for burrow sql ask; list and edit look at the database
  --json             JSON
`

type sqlGoldenCall struct {
	std           streams
	from          sqlSource
	as            scopeFlags
	json          bool
	question, sql string
}

func runSQLGolden(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("sql golden", flag.ContinueOnError)
	c := &sqlGoldenCall{std: std}
	c.from.add(flags)
	c.as.add(flags)
	flags.BoolVar(&c.json, "json", false, "")
	flags.StringVar(&c.question, "question", "", "")
	flags.StringVar(&c.sql, "sql", "", "")
	rest, code, ok := parse(flags, sqlGoldenHelp, args, std)
	if !ok {
		return code
	}
	c.from.noModel = true
	var err error
	switch {
	case len(rest) == 1 && rest[0] == "list":
		err = c.list(ctx)
	case len(rest) == 2 && rest[0] == "edit" && c.question+c.sql != "":
		err = c.edit(ctx, rest[1])
	case len(rest) > 1 && rest[0] == "delete":
		err = c.delete(ctx, rest[1:])
	case len(rest) == 0:
		return mistake("sql golden", say.Error("an action is missing"), std)
	default:
		return mistake("sql golden", say.Error("this cannot be done: {action}", "action", strconv.Quote(strings.Join(rest, " "))), std)
	}
	if err != nil {
		return failed("sql golden", err, std)
	}
	return exitOK
}

// sqlGoldenLine is a confirmed answer on the command line.
type sqlGoldenLine struct {
	golden.Entry
	Problem string `json:"problem,omitempty"`
}

// open opens the database as the person who asks, with what was confirmed.
func (c *sqlGoldenCall) open(ctx context.Context) (who database.Person, opened *openedSQL, entries []golden.Entry, err error) {
	if who, err = c.as.person(); err != nil {
		return who, nil, nil, err
	}
	if opened, err = c.from.open(ctx, c.std); err != nil {
		return who, nil, nil, err
	}
	if entries, err = opened.golden.List(); err != nil {
		opened.Close()
		return who, nil, nil, err
	}
	return who, opened, entries, nil
}

func (c *sqlGoldenCall) list(ctx context.Context) error {
	who, opened, entries, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer opened.Close()
	for _, e := range entries {
		line := sqlGoldenLine{e, opened.Problem(who, e)}
		if c.json {
			if err := json.NewEncoder(c.std.out).Encode(line); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.std.out, "%s  %s\n    %s\n", e.ID, e.Question, strings.Join(strings.Fields(e.SQL), " "))
		if line.Problem != "" {
			fmt.Fprintf(c.std.out, "    ! %s\n", line.Problem)
		}
	}
	if len(entries) == 0 && !c.json {
		fmt.Fprintln(c.std.err, say.T("No answer has been confirmed yet: burrow sql ask --keep does."))
	}
	return nil
}

func (c *sqlGoldenCall) edit(ctx context.Context, id string) error {
	who, opened, entries, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer opened.Close()
	for _, e := range entries {
		if e.ID != id {
			continue
		}
		if c.question != "" {
			e.Question = c.question
		}
		if c.sql != "" {
			e.SQL = c.sql
		}
		_, err := opened.Confirm(who, id, e.Question, e.SQL)
		return err
	}
	return noGolden(id)
}

func (c *sqlGoldenCall) delete(ctx context.Context, ids []string) error {
	opened, err := c.from.open(ctx, c.std)
	if err != nil {
		return err
	}
	defer opened.Close()
	for _, id := range ids {
		if err := opened.golden.Delete(id); errors.Is(err, golden.ErrNotFound) {
			return noGolden(id)
		} else if err != nil {
			return err
		}
	}
	return nil
}

func noGolden(id string) error {
	return say.Error("there is no confirmed answer {id}", "id", strconv.Quote(id))
}
