package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/wire"
)

// scripted is the model of all sides. It also makes the summaries and names that
// the page's way asks for.
type scripted struct{}

func (scripted) Stream(_ context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	content := answer
	if r.Schema != nil && r.Schema.Name == memory.SchemaName {
		content = summary(r.Messages[1].Content)
	}
	for _, word := range strings.SplitAfter(content, " ") {
		o.Delta(llm.Delta{Text: word})
	}
	return llm.Reply{Content: content, Finish: "stop", Usage: &chat.Usage{PromptTokens: 100, CompletionTokens: 80}}, nil
}

// summary keeps a sentence of the first numbered line that it is shown. Lines with
// the number 0 are not to be repeated.
func summary(shown string) string {
	type item struct {
		Text    string `json:"text"`
		Sources []int  `json:"sources"`
	}
	kept := []item{}
	for line := range strings.Lines(shown) {
		number, text, _ := strings.Cut(line, "| ")
		var n int
		if _, err := fmt.Sscan(number, &n); err == nil && n > 0 {
			sentence, _, _ := strings.Cut(text, ". ")
			kept = []item{{sentence, []int{n}}}
			break
		}
	}
	out, err := json.Marshal(map[string][]item{"user_profile": {}, "key_facts": kept, "decisions": {}, "open_questions": {}, "todos": {}})
	if err != nil {
		panic(err)
	}
	return string(out)
}

// measureOurs runs the turns. As in the page, questions that reach nobody may wait,
// and a chat is named and condensed after its answers; without condensing, the
// last hundred messages are sent, and nothing is left to do after an answer.
func measureOurs(file string, asInPage bool, turns int) (m measured, err error) {
	ctx := context.Background()
	history, err := store.Open(file, store.Options{}, time.Now().UnixMilli())
	if err != nil {
		return m, err
	}
	defer history.Close()
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return m, err
	}
	settings := chat.DefaultSettings()
	settings.Model, settings.Threshold, settings.KeepLast = new("gpt-4"), new(1200), new(0)
	if !asInPage {
		settings.Condense = new(chat.CondenseOff)
	}
	var logged error
	engine := turn.New(turn.Options{
		Store: history,
		Answerer: func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: scripted{}, Provider: "Scripted", Settings: settings}, nil
		},
		Ready: func() bool { return true },
		Count: func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
			return encoding.CountMessage(string(role), content), string(encoding.Name()), nil
		},
		Encoding:   func(string) (string, bool) { return string(tokens.Cl100k), false },
		Background: asInPage,
		Outbox:     asInPage,
		Notify:     func(e wire.CoreEvent) { m.note(e) },
		Now:        time.Now,
		Log:        func(err error) { logged = err },
	})
	var session chat.UID
	for n := range turns {
		began := time.Now()
		// A key of its own, as the page sends.
		done, err := engine.Send(ctx, turn.Question{Session: session, Text: fmt.Sprint(question, " ", n), Key: fmt.Sprint("turn ", n)}, func(wire.CoreEvent) {})
		if err != nil {
			return m, err
		}
		answered := time.Now()
		m.Took = append(m.Took, milliseconds(answered.Sub(began)))
		session = done.Session
		engine.Keeper.Idle()
		m.After = append(m.After, milliseconds(time.Since(answered)))
		counts, err := history.Counts(ctx)
		if err != nil {
			return m, err
		}
		m.Sizes = append(m.Sizes, counts.Bytes)
	}
	return m, logged
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
