package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"burrow/internal/say"
	"burrow/internal/sqlagent/agent"
	"burrow/internal/sqlagent/answer"
	"burrow/internal/sqlagent/database"
)

const sqlAskHelp say.English = `Usage: burrow sql ask [FLAGS] QUESTION
       burrow sql ask [FLAGS] --batch FILE.jsonl

Answers a question from the database of DB_HOST, DB_USER, DB_PWD and DB_NAME, or from
the demo database that make run started. Confirmed answers come first, then rules that
need no model, then a model if there is one. Only SELECT runs, and only what is checked.

  --no-model         answer without a model, or say why not
  --model NAME       the model to ask
  --graph FILE       the join graph; otherwise that of the demo database, or what the
                     database itself says
  --views FILE       secure views by the table that each stands for, as JSON
  --customers IDS    ask as somebody who sees these customers only: ids with commas
                     between them, or * for all; so do --work-orders and --locations
  --today DAY        the day from which "last month" is counted, such as 2026-06-30
  --choose N         take the Nth choice where a question has several meanings
  --keep             confirm the answer: the same question gets it from now on
  --golden FILE      the file of confirmed answers
  --env FILE         the settings file
  --batch FILE       questions from a file, or - for standard input, one per line:
                     {"id","question","history"}; answers are one per line, in order
  --json             the answer as JSON
  --csv              the rows as CSV
  --events           what happens, one JSON object per line

Exit status: 0 if there is an answer, and for a batch that was read; 1 if not; 2 for a
wrong usage.
`

type sqlAskCall struct {
	std               streams
	from              sqlSource
	as                scopeFlags
	who               database.Person
	json, csv, events bool
	keep              bool
	choose            int
	opened            *openedSQL
}

func runSQLAsk(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("sql ask", flag.ContinueOnError)
	c := &sqlAskCall{std: std}
	c.from.add(flags)
	c.as.add(flags)
	batch := flags.String("batch", "", "")
	flags.BoolVar(&c.json, "json", false, "")
	flags.BoolVar(&c.csv, "csv", false, "")
	flags.BoolVar(&c.events, "events", false, "")
	flags.BoolVar(&c.keep, "keep", false, "")
	flags.IntVar(&c.choose, "choose", 0, "")
	rest, code, ok := parse(flags, sqlAskHelp, args, std)
	if !ok {
		return code
	}
	question := strings.TrimSpace(strings.Join(rest, " "))
	var err error
	c.who, err = c.as.person()
	switch {
	case err != nil:
		return mistake("sql ask", err, std)
	case *batch != "" && question != "":
		return mistake("sql ask", say.Error("--batch takes its questions from the file"), std)
	case *batch == "" && question == "":
		return mistake("sql ask", say.Error("a question is missing"), std)
	}
	if c.opened, err = c.from.open(ctx, std); err != nil {
		return failed("sql ask", err, std)
	}
	defer c.opened.Close()
	if *batch == "" {
		return c.one(ctx, question)
	}
	if err := answerBatch(*batch, std, func(line string, n int) any { return c.line(ctx, line, n) }); err != nil {
		return failed("sql ask", err, std)
	}
	return exitOK
}

// sqlAskLine is an answer on the command line: names of columns and sentences, where the
// page has objects.
type sqlAskLine struct {
	ID        json.RawMessage `json:"id,omitempty"`
	Answered  bool            `json:"answered"`
	SQL       string          `json:"sql"`
	Columns   []string        `json:"columns"`
	Rows      [][]*string     `json:"rows"`
	Truncated bool            `json:"truncated"`
	Reading   string          `json:"reading"`
	Warnings  []string        `json:"warnings"`
	Text      string          `json:"text"`

	Types       []string            `json:"types,omitempty"`
	Code        answer.Code         `json:"code,omitempty"`
	By          answer.By           `json:"by,omitempty"`
	Tables      []string            `json:"tables,omitempty"`
	Joins       []answer.Join       `json:"joins,omitempty"`
	Views       []string            `json:"views,omitempty"`
	Scope       string              `json:"scope,omitempty"`
	Chart       *answer.Chart       `json:"chart,omitempty"`
	Unsupported []answer.Number     `json:"unsupported,omitempty"`
	Choices     []answer.Choice     `json:"choices,omitempty"`
	Examples    []string            `json:"examples,omitempty"`
	Corrections []answer.Correction `json:"corrections,omitempty"`
	Model       string              `json:"model,omitempty"`
	Usage       *answer.Usage       `json:"usage,omitempty"`
	Steps       []answer.Step       `json:"steps,omitempty"`
	MS          float64             `json:"ms"`
}

func askLineOf(a answer.Answer) sqlAskLine {
	l := sqlAskLine{
		Answered: a.Answered, SQL: a.SQL, Columns: []string{}, Rows: a.Rows, Truncated: a.Truncated, Reading: a.Reading, Warnings: []string{}, Text: a.Text,
		Code: a.Code, By: a.By, Tables: a.Tables, Joins: a.Joins, Views: a.Views, Scope: a.Scope, Chart: a.Chart, Unsupported: a.Unsupported,
		Choices: a.Choices, Examples: a.Examples, Corrections: a.Corrections, Model: a.Model, Usage: a.Usage, Steps: a.Steps, MS: a.Milliseconds,
	}
	for _, c := range a.Columns {
		l.Columns, l.Types = append(l.Columns, c.Name), append(l.Types, c.Type)
	}
	for _, w := range a.Warnings {
		l.Warnings = append(l.Warnings, w.Text)
	}
	return l
}

// line answers a line of a batch.
func (c *sqlAskCall) line(ctx context.Context, line string, n int) any {
	var q struct {
		ID       json.RawMessage   `json:"id"`
		Question *string           `json:"question"`
		History  []json.RawMessage `json:"history"`
	}
	if err := json.Unmarshal([]byte(line), &q); err != nil {
		return understandFailure{Error: noQuestion(n, err)}
	}
	if q.Question == nil {
		return understandFailure{q.ID, say.T("Line {n} has no question", "n", n)}
	}
	before := c.replay(ctx, q.History)
	a, err := c.opened.Ask(ctx, agent.Question{Text: *q.Question, Before: before, Person: c.who}, nil)
	if err != nil {
		a = answer.Answer{Reading: sentence(err), Text: sentence(err), Code: answer.Failed}
		a.Tidy()
	}
	l := askLineOf(a)
	if l.ID = q.ID; l.ID == nil {
		l.ID = json.RawMessage("null")
	}
	return l
}

// replay makes the turns before a question: of what was answered as it is, and by asking
// again what only the questions are known of.
func (c *sqlAskCall) replay(ctx context.Context, history []json.RawMessage) (before []agent.Turn) {
	for _, data := range history {
		var t struct {
			agent.Turn
			Role, Content string
		}
		var text string
		if json.Unmarshal(data, &text) == nil {
			t.Question = text
		} else if json.Unmarshal(data, &t) != nil {
			continue
		}
		if t.Question == "" && t.Role == "user" {
			t.Question = t.Content
		}
		if t.Question == "" {
			continue
		}
		if t.SQL == "" && t.State == nil {
			a, err := c.opened.Ask(ctx, agent.Question{Text: t.Question, Before: before, Person: c.who}, nil)
			if err == nil && a.Answered {
				t.SQL, t.State = a.SQL, a.State
			} // else nothing goes on from it, nor from what was answered before it
		}
		before = append(before, t.Turn)
	}
	return before
}

// one answers a question and prints it.
func (c *sqlAskCall) one(ctx context.Context, question string) int {
	q := agent.Question{Text: question, Person: c.who, Prose: true}
	events := newEvents(c.std.out, c.events)
	events.begin()
	a, err := c.opened.Ask(ctx, q, events.tell)
	if err == nil && c.choose > 0 && c.choose <= len(a.Choices) {
		q.Choice = a.Choices[c.choose-1].Apply
		a, err = c.opened.Ask(ctx, q, events.tell)
	}
	if err != nil {
		if errors.Is(err, context.Canceled) {
			err = say.Error("stopped: the query was ended in the database, too")
		}
		if c.events {
			events.fail(sentence(err))
			return exitFailure
		}
		return failed("sql ask", err, c.std)
	}
	if c.keep && a.Answered {
		if _, err := c.opened.Confirm(c.who, "", question, a.SQL); err != nil {
			return failed("sql ask", err, c.std)
		}
	}
	code := exitOK
	if !a.Answered {
		code = exitFailure
	}
	switch {
	case c.events:
		events.end(a)
	case c.json:
		err = json.NewEncoder(c.std.out).Encode(askLineOf(a))
	case c.csv && a.Answered:
		err = answer.WriteCSV(c.std.out, a)
		showWarningsOf(a, c.std.err)
	case c.csv:
		fmt.Fprintln(c.std.err, a.Reading)
	default:
		printAnswer(a, c.std)
	}
	if err != nil {
		return failed("sql ask", err, c.std)
	}
	return code
}
