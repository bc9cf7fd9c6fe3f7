package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// program asks whole turns: `burrow chat` on the demo's database, each question in a new
// chat that has it attached.
type program struct {
	burrow, demo string // the program, and the state file of a demo database that is ready
	model        bool   // beside a scripted model
}

// outcome is what became of a question.
type outcome struct {
	// Asked says that the database was asked, Answered that the answer is its own, Refused
	// that it said why it has none, Aside that it left the question to others, Calls how
	// often the model was.
	Asked, Answered, Refused, Aside bool
	Calls                           int
	Text                            string
}

// modelAnswer is what the scripted model answers to whatever it is asked as a chat.
const modelAnswer = "A general answer."

// ask runs one turn.
func (p program) ask(ctx context.Context, q question) (out outcome, err error) {
	dir, err := os.MkdirTemp("", "evalroutes")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	var state struct{ Settings map[string]string }
	text, err := os.ReadFile(p.demo)
	if err != nil || json.Unmarshal(text, &state) != nil || len(state.Settings) == 0 {
		return out, errors.Join(err, fmt.Errorf("%s names no database", p.demo))
	}
	script := &scripted{answerer: q.Answerer}
	server := httptest.NewServer(script)
	defer server.Close()
	env := []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "BURROW_LOCAL_SERVERS=none"}
	for name, value := range state.Settings {
		env = append(env, name+"="+value)
	}
	if p.model {
		env = append(env, "OPENAI_API_KEY=scripted", "OPENAI_BASE_URL="+server.URL+"/v1", "MODEL_NAME=gpt-4o")
	}
	empty := filepath.Join(dir, "env")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		return out, err
	}
	cmd := exec.CommandContext(ctx, p.burrow, "chat", "--db", filepath.Join(dir, "history.db"), "--source", "sql", "--env", empty, "--json", q.Query)
	cmd.Env = env
	var said, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &failed
	ran := cmd.Run()
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	var result struct {
		Kind    string
		Message struct {
			Content  string
			Metadata struct {
				Understood struct {
					Unsure bool
				}
				Gathered []struct {
					From, Aside string
					Data        struct {
						Answered bool
						Code     string
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &result); err != nil || result.Kind != "result" {
		return out, fmt.Errorf("%s: %w: %s", q.ID, errors.Join(ran, err), failed.String())
	}
	out.Text, out.Calls = result.Message.Content, script.calls
	for _, one := range result.Message.Metadata.Gathered {
		out.Asked = true
		out.Aside = out.Aside || one.Aside != ""
		out.Answered = out.Answered || one.Data.Answered
		out.Refused = out.Refused || one.Data.Code != ""
	}
	out.Asked = out.Asked || script.wrote || !p.model && result.Message.Metadata.Understood.Unsure
	return out, nil
}

// scripted is a model that knows whose question it is, and answers as models do: JSON in a
// fence, a query, or prose.
type scripted struct {
	answerer string
	mu       sync.Mutex
	calls    int
	wrote    bool // it was asked for a query
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"object":"list","data":[{"id":"gpt-4o","object":"model"}]}`)
		return
	}
	var request struct {
		Stream   bool
		Messages []struct {
			Role    string
			Content string
		}
	}
	if json.NewDecoder(r.Body).Decode(&request) != nil || len(request.Messages) == 0 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.calls++
	says := s.says(request.Messages[0].Content, request.Messages[len(request.Messages)-1].Content)
	s.mu.Unlock()
	choice := map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]string{"role": "assistant", "content": says}}
	if !request.Stream {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"model": "gpt-4o", "choices": []any{choice}})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	choice["delta"] = choice["message"]
	delete(choice, "message")
	data, _ := json.Marshal(map[string]any{"model": "gpt-4o", "choices": []any{choice}})
	fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", data)
}

func (s *scripted) says(system, user string) string {
	switch {
	case strings.HasPrefix(system, "You read a user's question"):
		return "```json\n{\"is_followup\": false, \"confidence\": 0.9, \"route\": \"" + s.answerer + "\"}\n```"
	case strings.HasPrefix(system, "You choose the tables"):
		if s.answerer != "sql" {
			return `{"tables": []}`
		}
		_, list, _ := strings.Cut(user, "<<<\n")
		first, _, _ := strings.Cut(list, "\n")
		name, _, _ := strings.Cut(first, ":")
		return `{"tables": ["` + name + `"]}`
	case strings.HasPrefix(system, "You write one MySQL SELECT"):
		s.wrote = true
		_, schema, _ := strings.Cut(user, "<<<\n")
		name, _, _ := strings.Cut(strings.TrimSpace(strings.SplitN(schema, "\n", 2)[0]), ":")
		return "Here is the query:\n```sql\nSELECT COUNT(*) AS n FROM " + name + ";\n```"
	}
	return modelAnswer
}

// withDemo runs a demo database for as long as f does, which is given its state file.
func withDemo(program string, f func(state string) error) error {
	dir, err := os.MkdirTemp("", "evalroutes")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	state := filepath.Join(dir, "state.json")
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "-with", strconv.Itoa(os.Getpid()), "-state", state)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		stop()
		return fmt.Errorf("start the demo database (make build/demodb makes it): %w", err)
	}
	defer func() { stop(); cmd.Wait() }()
	for range 600 {
		if text, _ := os.ReadFile(state); bytes.Contains(text, []byte(`"ready"`)) {
			return f(state)
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the demo database did not become ready within a minute")
}

// runTurns asks the questions of a half, two at a time, and counts what becomes of them.
func runTurns(ctx context.Context, w io.Writer, p program, dir, half string, verbose bool) error {
	fmt.Fprintf(w, "%-10s %9s %5s %8s %7s %5s %7s %5s\n", "set", "questions", "asked", "answered", "refused", "aside", "general", "calls")
	for _, set := range []string{"everyday", "records"} {
		questions, err := read(filepath.Join(dir, set+".jsonl"))
		if err != nil {
			return err
		}
		questions = slices.DeleteFunc(questions, func(q question) bool { return half != "both" && q.Split != half })
		outcomes, errs := make([]outcome, len(questions)), make([]error, len(questions))
		var wait sync.WaitGroup
		next := make(chan int)
		for range runtime.NumCPU() {
			wait.Go(func() {
				for i := range next {
					outcomes[i], errs[i] = p.ask(ctx, questions[i])
				}
			})
		}
		for i := range questions {
			next <- i
		}
		close(next)
		wait.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
		var asked, answered, refused, aside, general, calls int
		for i, one := range outcomes {
			asked += count(one.Asked)
			answered += count(one.Answered)
			refused += count(one.Refused)
			aside += count(one.Aside)
			general += count(one.Text == modelAnswer || !p.model && !one.Answered)
			calls += one.Calls
			if wrong := one.Answered != (questions[i].Answerer == "sql"); wrong && verbose && questions[i].Split == "open" {
				fmt.Fprintf(w, "  %s: %.80q: %.100q\n", questions[i].ID, questions[i].Query, one.Text)
			}
		}
		fmt.Fprintf(w, "%-10s %9d %5d %8d %7d %5d %7d %5d\n", set, len(questions), asked, answered, refused, aside, general, calls)
	}
	return nil
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
