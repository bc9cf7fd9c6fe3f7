package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// program is burrow's command line on a history of its own: what a user gets.
type program struct {
	path, db, dir string
}

func newProgram(path string, all []conversation) (*program, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "evalrecall-")
	if err != nil {
		return nil, err
	}
	p := &program{path, filepath.Join(dir, "history.db"), dir}
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, c := range all {
		for _, t := range c.Turns {
			line := map[string]string{"session": c.Name, "role": t.Role, "content": t.Text, "id": t.ID, "timestamp": time.UnixMilli(t.Time).UTC().Format(time.RFC3339)}
			if err := encoder.Encode(line); err != nil {
				return nil, err
			}
		}
	}
	_, err = p.run(lines.Bytes(), "sessions", "import", "--db", p.db, "-")
	return p, err
}

func (p *program) close() { os.RemoveAll(p.dir) }

// run has nothing of the environment: no key, no setting.
func (p *program) run(in []byte, args ...string) ([]byte, error) {
	command := exec.Command(p.path, args...)
	command.Stdin, command.Dir, command.Env = bytes.NewReader(in), p.dir, []string{"HOME=" + p.dir, "TZ=UTC"}
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("burrow %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return out, err
}

// contexts asks for the contexts of all questions.
func (p *program) contexts(all []conversation, budget int) ([]result, error) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for i, c := range all {
		for j, q := range c.Questions {
			if err := encoder.Encode(map[string]any{"id": []int{i, j}, "session": c.Name, "question": q.Text}); err != nil {
				return nil, err
			}
		}
	}
	out, err := p.run(lines.Bytes(), "context", "--db", p.db, "--budget", strconv.Itoa(budget), "--batch", "-")
	if err != nil {
		return nil, err
	}
	var results []result
	for line := range bytes.Lines(out) {
		var answer struct {
			ID          [2]int `json:"id"`
			TotalTokens int    `json:"total_tokens"`
			Parts       []struct {
				ExternalIDs []string `json:"external_ids"`
			} `json:"parts"`
			Error string `json:"error"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, err
		}
		c := all[answer.ID[0]]
		q := c.Questions[answer.ID[1]]
		if answer.Error != "" || answer.TotalTokens > budget {
			return nil, fmt.Errorf("%q has %d tokens of %d: %s", q.Text, answer.TotalTokens, budget, answer.Error)
		}
		var taken []int
		for _, part := range answer.Parts {
			taken = append(taken, c.numbers(part.ExternalIDs)...)
		}
		results = append(results, result{answer.ID[0], answer.ID[1], q.found(taken), taken})
	}
	return results, nil
}

func (c conversation) numbers(ids []string) (out []int) {
	for _, id := range ids {
		for i, t := range c.Turns {
			if t.ID == id {
				out = append(out, i)
			}
		}
	}
	return out
}

// summaries condenses the conversations without a model and takes what the items
// that remain rest on for what is known.
func (p *program) summaries(all []conversation) ([]result, error) {
	var results []result
	for i, c := range all {
		for {
			if _, err := p.run(nil, "sessions", "condense", "--db", p.db, "--keep", "0", c.Name); err != nil {
				if strings.Contains(err.Error(), "nothing to condense") {
					break
				}
				return nil, err
			}
		}
		out, err := p.run(nil, "sessions", "summaries", "--db", p.db, "--json", c.Name)
		if err != nil {
			return nil, err
		}
		depths, err := p.depths(c)
		if err != nil {
			return nil, err
		}
		var taken []int
		for line := range bytes.Lines(out) {
			var summary struct {
				Summary map[string][]struct {
					Sources []string `json:"sources"`
				} `json:"summary"`
			}
			if err := json.Unmarshal(line, &summary); err != nil {
				return nil, err
			}
			for _, items := range summary.Summary {
				for _, item := range items {
					for _, uid := range item.Sources {
						taken = append(taken, depths[uid])
					}
				}
			}
		}
		for j, q := range c.Questions {
			results = append(results, result{i, j, q.found(taken), taken})
		}
	}
	return results, nil
}

// depths are the places of messages in their conversation.
func (p *program) depths(c conversation) (map[string]int, error) {
	out, err := p.run(nil, "sessions", "show", "--db", p.db, "--json", c.Name)
	if err != nil {
		return nil, err
	}
	depths := make(map[string]int)
	for line := range bytes.Lines(out) {
		var m struct {
			UID   string `json:"uid"`
			Depth int    `json:"depth"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, err
		}
		depths[m.UID] = m.Depth
	}
	return depths, nil
}
