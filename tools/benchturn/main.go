// Benchturn measures what a turn costs beside the model's answer: its time and its
// room in the database, beside LangGraph with its SQLite checkpointer, over the
// same conversation with the same scripted model, in one run. `make bench-turn`
// prints the table of docs/performance.md.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/wire"
	"burrow/tools/pythonenv"
)

const (
	turns    = 500
	question = "Where does the badger live, and what does it do there when the nights become long and the ground is frozen hard?"
	answer   = "It lives in a sett, a burrow of many rooms that its family has dug over generations, often on a slope under trees. " +
		"In the long nights it sleeps much and comes out seldom; it does not truly hibernate, but it lives on what it has eaten in autumn. " +
		"The rooms are lined with dry grass and leaves, which it airs on mild days by dragging them outside."
)

// measured is a run: of every turn its milliseconds, and the bytes of the database
// after it.
type measured struct {
	Took  []float64 `json:"took"`
	Sizes []int64   `json:"sizes"`
}

// around is how many turns up to the n-th are looked at.
const around = 24

// at returns the time of a turn and what it adds to the database, over the turns
// up to the n-th: the time of the middle one, since single turns are disturbed.
func (m measured) at(n int) (ms float64, bytes float64) {
	took := slices.Sorted(slices.Values(m.Took[n-around : n]))
	return took[around/2], float64(m.Sizes[n-1]-m.Sizes[n-1-around]) / around
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "benchturn:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "benchturn")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := pythonenv.Make("build/benchturn", "tools/benchturn/requirements.txt")
	if err != nil {
		return err
	}
	ours, err := measureOurs(filepath.Join(dir, "burrow.db"))
	if err != nil {
		return err
	}
	theirs, err := measureLangGraph(python, filepath.Join(dir, "langgraph.db"))
	if err != nil {
		return err
	}
	text := float64(len(question) + len(answer))
	fmt.Println("| at turn | LangGraph | | Burrow | | times faster | beyond the text |")
	fmt.Println("|---:|---:|---:|---:|---:|---:|---:|")
	for _, n := range []int{50, 500} {
		theirTime, theirBytes := theirs.at(n)
		ourTime, ourBytes := ours.at(n)
		fmt.Printf("| %d | %.1f ms | %.0f kB | %.2f ms | %.1f kB | %.0f | %.1f kB |\n",
			n, theirTime, theirBytes/1000, ourTime, ourBytes/1000, theirTime/ourTime, (ourBytes-text)/1000)
	}
	return nil
}

func measureLangGraph(python, file string) (m measured, err error) {
	cmd := exec.Command(python, "tools/benchturn/langgraph_turns.py", file, strconv.Itoa(turns), question, answer)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return m, fmt.Errorf("run LangGraph: %w", err)
	}
	return m, json.Unmarshal(out, &m)
}

// scripted is the model of both.
type scripted struct{}

func (scripted) Stream(_ context.Context, _ llm.Request, o llm.Observer) (llm.Reply, error) {
	for _, word := range strings.SplitAfter(answer, " ") {
		o.Delta(llm.Delta{Text: word})
	}
	return llm.Reply{Content: answer, Finish: "stop", Usage: &chat.Usage{PromptTokens: 100, CompletionTokens: 80}}, nil
}

func measureOurs(file string) (m measured, err error) {
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
	settings.Model = new("gpt-4")
	// The peer sends all messages and remembers nothing else.
	settings.Condense = new(chat.CondenseOff)
	engine := turn.New(turn.Options{
		Store: history,
		Answerer: func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: scripted{}, Provider: "Scripted", Settings: settings}, nil
		},
		Ready: func() bool { return true },
		Count: func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
			return encoding.CountMessage(string(role), content), string(encoding.Name()), nil
		},
		Encoding: func(string) (string, bool) { return string(tokens.Cl100k), false },
		Now:      time.Now,
	})
	var session chat.UID
	for n := range turns {
		began := time.Now()
		// A key of its own, as the page sends.
		done, err := engine.Send(ctx, turn.Question{Session: session, Text: fmt.Sprint(question, " ", n), Key: fmt.Sprint("turn ", n)}, func(wire.CoreEvent) {})
		if err != nil {
			return m, err
		}
		m.Took = append(m.Took, float64(time.Since(began).Microseconds())/1000)
		session = done.Session
		counts, err := history.Counts(ctx)
		if err != nil {
			return m, err
		}
		m.Sizes = append(m.Sizes, counts.Bytes)
	}
	return m, nil
}
