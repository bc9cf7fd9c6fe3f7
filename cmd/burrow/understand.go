package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/config"
	"burrow/internal/ladder"
	"burrow/internal/llm"
	"burrow/internal/say"
	"burrow/internal/turn"
	"burrow/internal/understand"
)

const understandHelp say.English = `Usage: burrow understand [--history FILE.jsonl] [--no-model] [--json] QUESTION
       burrow understand [--no-model] --batch FILE.jsonl

Shows how a question is understood before it is answered: whether it follows up
on the chat, how it would read on its own, whether it is ambiguous, what it
refers to, which facts it states and who could answer it.

  --history FILE     the chat so far, one message per line: {"role","content"}
  --batch FILE       questions from a file, or - for standard input, one per line:
                     {"id","history":[{"role","content"}],"query"}; answers are one
                     per line, in order
  --no-model         use the local rules only; otherwise the model in the settings
                     is asked when they are not sure
  --model NAME       ask this model
  --env FILE         settings file, .env by default
  --identifier P     a pattern for identifiers, can be repeated: 9 is a digit, A a
                     letter, everything else itself
  --day-first        read 12/3/24 as 12 March
  --database         there is a database to ask
  --graph FILE       its tables, as the join graph that describes them
  --documents        there are documents to search
  --documents=FILE   their titles and headings: [{"title","headings":[]}]
  --now DATE         today's date, such as 2024-03-12; the clock's by default
  --json             JSON
`

type understandCall struct {
	std            streams
	options        understand.Options
	history, batch string
	noModel, json  bool
	model, env     string
	who            llm.Answerer
}

// understandMessage is a message of a history.
type understandMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// understandQuestion is a line of a batch.
type understandQuestion struct {
	ID      json.RawMessage     `json:"id"`
	History []understandMessage `json:"history"`
	Query   *string             `json:"query"`
}

type understandAnswer struct {
	ID json.RawMessage `json:"id"`
	understand.Understanding
}

type understandFailure struct {
	ID    json.RawMessage `json:"id"`
	Error string          `json:"error"`
}

func runUnderstand(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("understand", flag.ContinueOnError)
	c := &understandCall{std: std}
	flags.StringVar(&c.history, "history", "", "")
	flags.StringVar(&c.batch, "batch", "", "")
	flags.BoolVar(&c.noModel, "no-model", false, "")
	flags.BoolVar(&c.json, "json", false, "")
	flags.StringVar(&c.model, "model", "", "")
	flags.StringVar(&c.env, "env", "", "")
	flags.BoolVar(&c.options.DayFirst, "day-first", dayFirst(os.Getenv), "")
	flags.BoolVar(&c.options.Database, "database", false, "")
	flags.Func("graph", "", c.readGraph)
	flags.BoolFunc("documents", "", c.readDocuments)
	flags.Func("identifier", "", func(pattern string) error {
		c.options.Identifiers = append(c.options.Identifiers, pattern)
		return nil
	})
	c.options.Now = time.Now()
	flags.Func("now", "", func(date string) (err error) {
		if c.options.Now, err = time.Parse(time.DateOnly, date); err != nil {
			return say.Error("write a date like 2024-03-12")
		}
		return nil
	})
	rest, code, ok := parse(flags, understandHelp, args, std)
	if !ok {
		return code
	}
	question := strings.Join(rest, " ")
	switch {
	case c.batch != "" && (question != "" || c.history != ""):
		return mistake("understand", say.Error("--batch takes its questions and histories from the file"), std)
	case c.batch == "" && strings.TrimSpace(question) == "":
		return mistake("understand", say.Error("a question is missing"), std)
	}
	if !c.noModel {
		if err := c.findModel(ctx); err != nil {
			fmt.Fprintf(std.err, "burrow understand: %s %s\n", sentence(err), say.T("This is what the local rules say."))
		}
	}
	if err := c.run(ctx, question); err != nil {
		fmt.Fprintf(std.err, "burrow understand: %s\n", sentence(err))
		return exitFailure
	}
	return exitOK
}

// findModel finds out who is asked where the local judge is not sure.
func (c *understandCall) findModel(ctx context.Context) error {
	settings, err := config.Load(os.Environ(), c.env)
	if err != nil {
		return err
	}
	who, err := newAnswerers(settings).find(ctx, chat.Session{}, turn.Wish{Model: c.model})
	if err == nil && !who.Helps() {
		err = ladder.ErrNoModel
	}
	if err == nil {
		c.who = who
	}
	return err
}

// read understands a question. A model that fails is mentioned, and changes nothing.
func (c *understandCall) read(ctx context.Context, history []understand.Exchange, question string) understand.Understanding {
	u, err := turn.Read(ctx, history, question, c.options, c.who)
	if err != nil {
		fmt.Fprintf(c.std.err, "burrow understand: %s\n", say.T("the model could not help: {why}", "why", sentence(err)))
	}
	return u
}

func (c *understandCall) run(ctx context.Context, question string) error {
	if c.batch != "" {
		return answerBatch(c.batch, c.std, func(line string, n int) any { return c.answer(ctx, line, n) })
	}
	var history []understand.Exchange
	if c.history != "" {
		messages, err := readHistory(c.history, c.std.in)
		if err != nil {
			return err
		}
		history = exchanges(messages)
	}
	u := c.read(ctx, history, question)
	if c.json {
		return json.NewEncoder(c.std.out).Encode(u)
	}
	c.show(u)
	return nil
}

func readHistory(name string, in io.Reader) ([]understandMessage, error) {
	file, err := openInput(name, in)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var messages []understandMessage
	decoder := json.NewDecoder(file)
	for {
		var m understandMessage
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			return messages, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", say.T("message {n} of {file} cannot be read", "n", len(messages)+1, "file", name), err)
		}
		messages = append(messages, m)
	}
}

// exchanges pairs questions with their answers. Answers that follow one another
// are one; what is neither the user's nor the assistant's is left out.
func exchanges(messages []understandMessage) []understand.Exchange {
	var out []understand.Exchange
	for _, m := range messages {
		last := len(out) - 1
		switch m.Role {
		case "user":
			out = append(out, understand.Exchange{Question: m.Content})
		case "assistant":
			switch {
			case last < 0:
				out = append(out, understand.Exchange{Answer: m.Content})
			case out[last].Answer == "":
				out[last].Answer = m.Content
			default:
				out[last].Answer += "\n" + m.Content
			}
		}
	}
	return out
}

// answer understands a line of a batch.
func (c *understandCall) answer(ctx context.Context, line string, n int) any {
	var q understandQuestion
	if err := json.Unmarshal([]byte(line), &q); err != nil {
		return understandFailure{Error: noQuestion(n, err)}
	}
	if q.Query == nil {
		return understandFailure{q.ID, say.T("Line {n} has no query", "n", n)}
	}
	return understandAnswer{q.ID, c.read(ctx, exchanges(q.History), *q.Query)}
}

// show prints an understanding for a reader.
func (c *understandCall) show(u understand.Understanding) {
	line := func(label say.English, format string, args ...any) {
		fmt.Fprintf(c.std.out, "%-12s "+format+"\n", append([]any{say.T(label)}, args...)...)
	}
	line("follow-up", "%s (%.2f)", yesNo(u.IsFollowup), u.FollowupScore)
	line("ambiguous", "%s (%.2f)", yesNo(u.IsAmbiguous), u.AmbiguityScore)
	line("understood", "%s", u.RewrittenQuery)
	line("route", "%s, %s (%.2f): %s", u.Route, u.QueryComposition, u.RouteConfidence, u.RouteReason)
	for _, r := range u.References {
		line("reference", "%s: %s", r.Text, strings.Join(r.Entities, ", "))
	}
	for _, f := range u.Facts {
		line("fact", "%s: %s", f.Text, strings.TrimSpace(f.Value+" "+f.Unit))
	}
	for _, text := range u.Interpretations {
		line("meaning", "%s", text)
	}
	for _, text := range u.Questions {
		line("ask", "%s", text)
	}
	for _, text := range u.Reasons {
		line("because", "%s", text)
	}
}

func yesNo(is bool) string {
	if is {
		return say.T("yes")
	}
	return say.T("no")
}
