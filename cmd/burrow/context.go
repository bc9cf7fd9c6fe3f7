package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"burrow/internal/chat"
	"burrow/internal/condense"
	"burrow/internal/config"
	"burrow/internal/fault"
	corejson "burrow/internal/json"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/say"
	"burrow/internal/store"
	"burrow/internal/turn"
)

const contextHelp say.English = `Usage: burrow context --db FILE --session ID [--budget N] [--json] QUESTION
       burrow context --db FILE [--budget N] --batch FILE.jsonl
       burrow context --presets [--model NAME] [--json]

Shows what would be sent with a question, and sends nothing: instructions,
summaries, messages, and what is recalled from the rest of the chat.

  --db FILE         the database
  --session ID      the chat
  --budget N        the most tokens for all parts together; by default the
                    threshold in the settings, without the instructions
  --batch FILE      questions from a file, or - for standard input, one per line:
                    {"id","session","question"}; answers are one per line, in order
  --model NAME      count for this model
  --memory PRESET   how much of the chat goes along: compact, standard or long
  --keep-last N     never condense the last N messages
  --presets         list these presets, with their numbers for the model
  --env FILE        settings file, .env by default
  --json            JSON
`

type contextCall struct {
	asker
	session, batch string
	budget         int
	presets        bool
}

// contextQuestion is a line of a batch.
type contextQuestion struct {
	ID       json.RawMessage `json:"id"`
	Session  string          `json:"session"`
	Question string          `json:"question"`
}

// contextAnswer is what would be sent.
type contextAnswer struct {
	ID          json.RawMessage `json:"id,omitempty"`
	TotalTokens int             `json:"total_tokens"`
	Parts       []contextPart   `json:"parts"`
	Metadata    contextMetadata `json:"metadata"`
	Error       string          `json:"error,omitempty"`
}

type contextPart struct {
	Kind        chat.PartKind `json:"kind"`
	Tokens      int           `json:"tokens"`
	MessageIDs  []chat.UID    `json:"message_ids"`
	ExternalIDs []string      `json:"external_ids"`
	ChunkIDs    []string      `json:"chunk_ids"`
}

type contextMetadata struct {
	Model     string `json:"model"`
	Threshold int    `json:"threshold"`
	// Estimate says that the model's tokens are not published.
	Estimate bool `json:"estimate"`
	// Left is how many open messages are in no part.
	Left int `json:"left"`
}

func runContext(ctx context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("context", flag.ContinueOnError)
	c := &contextCall{}
	c.std = std
	c.setFlags(flags)
	flags.StringVar(&c.session, "session", "", "")
	flags.StringVar(&c.batch, "batch", "", "")
	flags.IntVar(&c.budget, "budget", 0, "")
	flags.BoolVar(&c.presets, "presets", false, "")
	rest, code, ok := parse(flags, contextHelp, args, std)
	if !ok {
		return code
	}
	question := strings.Join(rest, " ")
	switch {
	case c.presets && (question != "" || c.batch != ""):
		return mistake("context", say.Error("--presets takes no question"), std)
	case c.presets:
	case c.db == "":
		return mistake("context", say.Error("--db FILE is missing"), std)
	case c.budget < 0:
		return mistake("context", say.Error("--budget must not be negative"), std)
	case c.batch != "" && question != "":
		return mistake("context", say.Error("--batch takes its questions from the file"), std)
	case c.batch == "" && (question == "" || c.session == ""):
		return mistake("context", say.Error("--session ID and a question are missing"), std)
	}
	if err := c.run(ctx, question); err != nil {
		fmt.Fprintf(std.err, "burrow context: %s\n", sentence(err))
		return exitFailure
	}
	return exitOK
}

func (c *contextCall) run(ctx context.Context, question string) error {
	settings, err := config.Load(os.Environ(), c.env)
	if err != nil {
		return err
	}
	if c.presets {
		return c.listPresets(settings.Settings)
	}
	if _, err := os.Stat(c.db); err != nil {
		return plain(c.db, err)
	}
	history, err := openHistory(c.db, reads, c.std.err)
	if err != nil {
		return err
	}
	defer history.Close()
	with := findEncoder(settings, c.std.err)
	if with != nil {
		with().Encode(ctx, nil) // nobody waits for an answer: it is read first, and says itself if it cannot be
	}
	engine := newEngine(history, nil, with, c.std.err)
	if c.batch != "" {
		return answerBatch(c.batch, c.std, func(line string, n int) any { return c.answer(ctx, engine, history, settings, line, n) })
	}
	out, err := c.assemble(ctx, engine, history, settings, c.session, question)
	if err != nil {
		return err
	}
	if c.json {
		return json.NewEncoder(c.std.out).Encode(out)
	}
	return c.show(ctx, history, out)
}

// answer assembles the context of a line of a batch.
func (c *contextCall) answer(ctx context.Context, engine *turn.Engine, history *store.Store, settings config.Config, line string, n int) any {
	var q contextQuestion
	answer := contextAnswer{Parts: []contextPart{}}
	if bad := json.Unmarshal([]byte(line), &q); bad != nil {
		answer.Error = noQuestion(n, bad)
	} else if answer, bad = c.assemble(ctx, engine, history, settings, q.Session, q.Question); bad != nil {
		answer = contextAnswer{Parts: []contextPart{}, Error: sentence(bad)}
	}
	answer.ID = q.ID
	return answer
}

func (c *contextCall) assemble(ctx context.Context, engine *turn.Engine, history *store.Store, settings config.Config, name, question string) (out contextAnswer, err error) {
	if strings.TrimSpace(question) == "" {
		return out, fault.New(fault.Invalid, "The question is empty.")
	}
	session, err := history.Resolve(ctx, name)
	if err != nil {
		return out, err
	}
	var own chat.Settings
	if len(session.Settings) > 0 && corejson.Unmarshal(session.Settings, &own) != nil {
		own = chat.Settings{}
	}
	applied := c.applied(own, settings.Settings)
	a, err := engine.Assemble(ctx, session, question, llm.Answerer{Settings: applied}, c.budget)
	if err != nil {
		return out, err
	}
	out = contextAnswer{TotalTokens: a.Tokens, Parts: []contextPart{}, Metadata: contextMetadata{Threshold: a.Threshold, Left: a.Left}}
	if c.budget > 0 {
		out.Metadata.Threshold = c.budget
	}
	if applied.Model != nil {
		out.Metadata.Model = *applied.Model
		_, out.Metadata.Estimate = engine.Encoding(*applied.Model)
	}
	for _, p := range a.Parts {
		part := contextPart{Kind: p.Kind, Tokens: p.Tokens, MessageIDs: []chat.UID{}, ExternalIDs: []string{}, ChunkIDs: []string{}}
		for _, m := range a.Of(p.Kind) {
			part.MessageIDs = append(part.MessageIDs, m.UID)
			if m.ExternalID != "" {
				part.ExternalIDs = append(part.ExternalIDs, m.ExternalID)
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// applied are the settings of a chat, with what the command line says.
func (c *contextCall) applied(own, server chat.Settings) chat.Settings {
	applied := c.said.Over(own).Over(server).Over(chat.DefaultSettings())
	if c.model != "" {
		applied.Model = &c.model
	}
	memory.Settle(&applied)
	return applied
}

// listPresets shows what --memory can be, and marks what counts without it.
func (c *contextCall) listPresets(server chat.Settings) error {
	applied := c.applied(chat.Settings{}, server)
	out := condense.Presets(&applied)
	if c.json {
		return json.NewEncoder(c.std.out).Encode(out)
	}
	table := tabwriter.NewWriter(c.std.out, 0, 0, 2, ' ', 0)
	for _, p := range out.Presets {
		mark := ""
		if p.Name == out.Default {
			mark = say.T("default")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", p.Name, say.Plural(p.Threshold, "{n} token", "{n} tokens"),
			say.T("keeps the last {n}", "n", p.KeepLast), mark, p.About)
	}
	return table.Flush()
}

// show prints the parts for a reader, with the beginnings of their messages.
func (c *contextCall) show(ctx context.Context, history *store.Store, out contextAnswer) error {
	table := tabwriter.NewWriter(c.std.out, 0, 0, 2, ' ', 0)
	for _, p := range out.Parts {
		fmt.Fprintf(table, "%s\t%s\t", p.Kind, say.Plural(p.Tokens, "{n} token", "{n} tokens"))
		if len(p.MessageIDs) > 0 {
			fmt.Fprint(table, say.Plural(len(p.MessageIDs), "{n} message", "{n} messages"))
		}
		fmt.Fprintln(table)
	}
	most := say.T("of {most}", "most", out.Metadata.Threshold)
	if slices.ContainsFunc(out.Parts, func(p contextPart) bool { return p.Kind == chat.AttachedPart }) {
		most = say.T("of {most}, beside documents", "most", out.Metadata.Threshold)
	}
	fmt.Fprintf(table, "%s\t%s\t%s\n", say.T("total"), say.Plural(out.TotalTokens, "{n} token", "{n} tokens"), most)
	if err := table.Flush(); err != nil {
		return err
	}
	for _, p := range out.Parts {
		if p.Kind != chat.RecalledPart {
			continue
		}
		fmt.Fprintf(c.std.out, "\n%s\n", say.T("recalled:"))
		for _, uid := range p.MessageIDs {
			m, err := history.Message(ctx, uid)
			if err != nil {
				return err
			}
			line, _, _ := strings.Cut(m.Content, "\n")
			if runes := []rune(line); len(runes) > 100 {
				line = string(runes[:100]) + "…"
			}
			fmt.Fprintf(c.std.out, "  %d %s %s: %s\n", m.Depth, date(m.CreatedAt), m.Role, line)
		}
	}
	return nil
}
