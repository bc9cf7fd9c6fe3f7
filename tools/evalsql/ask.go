package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// asker runs the program over questions, by its batch: one line a question, one an answer.
type asker struct {
	program string
	// flags stand before --batch: --no-model, a graph of somebody's own.
	flags    []string
	settings map[string]string // DB_* and, for a scripted model, where it is
}

// reply is a line of an answer, read with tolerance: what a measurement needs, and
// nothing that the contract does not promise must be there.
type reply struct {
	ID       string          `json:"id"`
	Answered bool            `json:"answered"`
	SQL      string          `json:"sql"`
	Columns  json.RawMessage `json:"columns"`
	Rows     json.RawMessage `json:"rows"`
	Reading  string          `json:"reading"`
	Text     string          `json:"text"`
	Error    string          `json:"error"`

	Steps []struct {
		MS float64 `json:"ms"`
	} `json:"steps"`
	Tokens int `json:"tokens"`
	Usage  struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`

	result result
}

// took is what the answer says of its time; 0 if nothing.
func (r reply) took() time.Duration {
	sum := 0.0
	for _, s := range r.Steps {
		sum += s.MS
	}
	return time.Duration(sum * float64(time.Millisecond))
}

func (r reply) tokens() int { return max(r.Tokens, r.Usage.Prompt+r.Usage.Completion) }

// ask puts all questions and returns a reply to each, and how long all took together.
func (a asker) ask(ctx context.Context, all []question) (map[string]reply, time.Duration, error) {
	program, err := filepath.Abs(a.program)
	if err != nil {
		return nil, 0, err
	}
	// A directory of its own, so that neither a .env nor kept answers of somebody count.
	dir, err := os.MkdirTemp("", "evalsql")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "questions.jsonl")
	if err := writeBatch(file, all); err != nil {
		return nil, 0, err
	}
	cmd := exec.CommandContext(ctx, program, slices.Concat([]string{"sql", "ask"}, a.flags, []string{"--batch", file})...)
	cmd.Dir = dir
	cmd.Env = environment(dir, a.settings)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args[:3], " "), err, strings.TrimSpace(said.String()))
	}
	took := time.Since(start)
	replies, err := readReplies(&out)
	if err != nil {
		return nil, 0, err
	}
	for _, q := range all {
		if _, ok := replies[q.ID]; !ok {
			return nil, 0, fmt.Errorf("there is no line for question %s", q.ID)
		}
	}
	return replies, took, nil
}

func writeBatch(file string, all []question) error {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, q := range all {
		line := struct {
			ID       string    `json:"id"`
			Question string    `json:"question"`
			History  []message `json:"history,omitempty"`
		}{q.ID, q.Question, q.History}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return os.WriteFile(file, lines.Bytes(), 0o600)
}

// passed are the prefixes of settings that whoever measures may set.
var passed = []string{"PATH=", "LANG=", "TMPDIR=", "SQL_", "MAX_", "MODEL_NAME=", "OPENAI_", "GOOGLE_", "ANTHROPIC_", "BURROW_"}

// environment is that of the program: nothing of the user's home, and the database's
// settings before those of the caller.
func environment(home string, settings map[string]string) []string {
	env := []string{"HOME=" + home}
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		if _, ours := settings[name]; !ours && slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(e, p) }) {
			env = append(env, e)
		}
	}
	for name, value := range settings {
		env = append(env, name+"="+value)
	}
	return env
}

func readReplies(r io.Reader) (map[string]reply, error) {
	replies := map[string]reply{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			one, err := readReply(line)
			if err != nil {
				return nil, fmt.Errorf("an answer that cannot be read: %w", err)
			}
			replies[one.ID] = one
		}
		if err == io.EOF {
			return replies, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func readReply(line []byte) (reply, error) {
	var r reply
	if err := json.Unmarshal(line, &r); err != nil {
		return r, err
	}
	for _, name := range readColumns(r.Columns) {
		r.result.columns = append(r.result.columns, column{name: name, places: -1})
	}
	rows, err := readRows(r.Rows)
	if err != nil {
		return r, err
	}
	for _, row := range rows {
		// A row that is too short or too long is no row of these columns.
		if len(row) != len(r.result.columns) {
			return r, fmt.Errorf("%s: a row has %d values for %d columns", r.ID, len(row), len(r.result.columns))
		}
	}
	r.result.rows = rows
	return r, nil
}

// readColumns reads names, or objects that have one.
func readColumns(raw json.RawMessage) []string {
	var names []string
	if json.Unmarshal(raw, &names) == nil {
		return names
	}
	var objects []struct {
		Name string `json:"name"`
	}
	json.Unmarshal(raw, &objects)
	names = nil
	for _, o := range objects {
		names = append(names, o.Name)
	}
	return names
}

// readRows reads lists of values, which are texts, numbers, truth values or null.
func readRows(raw json.RawMessage) ([][]*string, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var values [][]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&values); err != nil {
		return nil, err
	}
	rows := make([][]*string, len(values))
	for i, row := range values {
		for _, v := range row {
			rows[i] = append(rows[i], textOf(v))
		}
	}
	return rows, nil
}

func textOf(v any) *string {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return &v
	case json.Number:
		return new(v.String())
	case bool:
		if v {
			return new("1")
		}
		return new("0")
	}
	return new(fmt.Sprint(v))
}
