package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"burrow/internal/chat"
	"burrow/internal/llm"
	"burrow/internal/memory"
	"burrow/internal/store"
	"burrow/internal/tokens"
	"burrow/internal/turn"
	"burrow/internal/understand"
	"burrow/internal/wire"
)

// scripted is our model. It answers turn after turn, and makes summaries that keep
// some of the facts. Asked what a question means it says nothing, so that rules have
// to read it.
type scripted struct {
	script []exchange
	keep   int

	mu           sync.Mutex
	turn, ticks  int
	calls        []call
	asked, ended time.Time
	waited       bool
	// returned is closed when the turn is over for its user.
	returned chan struct{}
}

// patience is how long a summary waits for its turn to return. A turn that has not
// by then waits for the summary.
const patience = 3 * time.Second

func (s *scripted) Stream(_ context.Context, r llm.Request, o llm.Observer) (llm.Reply, error) {
	asked := time.Now()
	kind, content := answers, ""
	switch {
	case r.Schema != nil && r.Schema.Name == understand.SchemaName:
		kind = readings
	case r.Schema != nil && r.Schema.Name == memory.SchemaName:
		kind, content = summaries, summarize(r.Messages[1].Content, s.keep)
	case r.Schema != nil:
		return llm.Reply{}, fmt.Errorf("nobody has told the model of %s", r.Schema.Name)
	case !strings.HasPrefix(r.Messages[0].Content, instructions):
		kind, content = names, "Odds and ends about the house"
	default:
		content = s.script[s.turn].Answer
	}
	s.mu.Lock()
	c := call{Kind: kind, Turn: s.turn}
	for _, m := range r.Messages {
		c.Prompt = append(c.Prompt, message{string(m.Role), m.Content})
	}
	if r.Schema != nil {
		c.Schema = string(r.Schema.JSON)
	}
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	if kind == summaries || kind == names {
		select {
		case <-s.returned:
		case <-time.After(patience):
			s.waited = true
		}
	}
	for _, word := range strings.SplitAfter(content, " ") {
		o.Delta(llm.Delta{Text: word})
	}
	if kind == answers {
		s.asked, s.ended = asked, time.Now()
	}
	return llm.Reply{Content: content, Finish: "stop"}, nil
}

// now is a clock that goes on by the script, so that every run sends the same.
func (s *scripted) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks++
	return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC).Add(time.Duration(s.turn)*betweenTurns + time.Duration(s.ticks)*time.Millisecond)
}

const betweenTurns = 20 * time.Minute

// summarize keeps the newest facts of the numbered lines that it is shown, or the
// first sentence if there are none. Lines with the number 0 are not to be repeated.
func summarize(shown string, keep int) string {
	if keep == 0 {
		return ""
	}
	type item struct {
		Text    string `json:"text"`
		Sources []int  `json:"sources"`
	}
	var kept, first []item
	for line := range strings.Lines(shown) {
		number, text, _ := strings.Cut(line, "| ")
		n, err := strconv.Atoi(number)
		if err != nil || n == 0 {
			continue
		}
		if first == nil {
			sentence, _, _ := strings.Cut(text, ". ")
			first = []item{{sentence, []int{n}}}
		}
		for _, f := range facts {
			if strings.Contains(text, f.Value) {
				kept = append(kept, item{f.Said, []int{n}})
			}
		}
	}
	if kept == nil {
		kept = first
	}
	out, err := json.Marshal(map[string][]item{
		"user_profile": {}, "key_facts": kept[max(0, len(kept)-keep):], "decisions": {}, "open_questions": {}, "todos": {},
	})
	if err != nil {
		panic(err)
	}
	return string(out)
}

func measureOurs(file string, encoding *tokens.Encoding, script []exchange, keep int) (m measured, err error) {
	ctx := context.Background()
	model := &scripted{script: script, keep: keep}
	history, err := store.Open(file, store.Options{}, model.now().UnixMilli())
	if err != nil {
		return m, err
	}
	defer history.Close()
	settings := chat.DefaultSettings()
	settings.Model, settings.Instructions = new("gpt-4"), new(instructions)
	settings.Threshold, settings.KeepLast, settings.Condense = new(threshold), new(keepLast), new(chat.CondenseIdle)
	var logged error
	engine := turn.New(turn.Options{
		Store: history,
		Answerer: func(context.Context, chat.Session, turn.Wish) (llm.Answerer, error) {
			return llm.Answerer{Model: model, Provider: "Scripted", Settings: settings}, nil
		},
		Ready: func() bool { return true },
		Count: func(_ context.Context, _ string, role chat.Role, content string) (int, string, error) {
			return encoding.CountMessage(string(role), content), string(encoding.Name()), nil
		},
		Encoding:   func(string) (string, bool) { return string(tokens.Cl100k), false },
		Background: true,
		Now:        model.now,
		Log:        func(err error) { logged = err },
	})
	var session chat.UID
	for n, e := range script {
		model.turn, model.waited, model.returned = n, false, make(chan struct{})
		began := time.Now()
		done, err := engine.Send(ctx, turn.Question{Session: session, Text: e.Question, Key: fmt.Sprint("turn ", n)}, func(wire.CoreEvent) {})
		m.Local = append(m.Local, (model.asked.Sub(began)+time.Since(model.ended)).Seconds()*1000)
		close(model.returned)
		if err != nil {
			return m, err
		}
		session = done.Session
		engine.Keeper.Idle()
		if model.waited {
			m.Waited++
		}
	}
	m.Calls = model.calls
	return m, logged
}
