package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"

	"burrow/internal/understand"
)

// understood is what the program says of a question.
type understood struct {
	ID         int    `json:"id"`
	IsFollowup bool   `json:"is_followup"`
	Rewritten  string `json:"rewritten_query"`
	Error      string `json:"error"`
}

// ask runs burrow understand --batch on questions, without a model.
func ask(burrow string, histories [][]understand.Exchange, questions []string) ([]understood, error) {
	var in bytes.Buffer
	encoder := json.NewEncoder(&in)
	for i, q := range questions {
		type message struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		}
		messages := []message{}
		for _, e := range histories[i] {
			messages = append(messages, message{"user", e.Question})
			if e.Answer != "" {
				messages = append(messages, message{"assistant", e.Answer})
			}
		}
		if err := encoder.Encode(map[string]any{"id": i, "history": messages, "query": q}); err != nil {
			return nil, err
		}
	}
	command := exec.Command(burrow, "understand", "--no-model", "--batch", "-")
	command.Stdin, command.Env = &in, []string{"TZ=UTC"}
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("burrow understand: %w", err)
	}
	var answers []understood
	for line := range bytes.Lines(out) {
		var a understood
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, err
		}
		if a.Error != "" || a.ID != len(answers) {
			return nil, fmt.Errorf("answer %d is of question %d: %s", len(answers), a.ID, a.Error)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(questions) {
		return nil, fmt.Errorf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers, nil
}

// reportProgram measures the program with the weights it has. They have seen these
// dialogues: the figures show that the program does what the models do, not how
// good they are.
func reportProgram(burrow string, sets []set, all []example, rewrites []rewriteExample) error {
	var histories [][]understand.Exchange
	var questions []string
	for _, e := range all {
		histories, questions = append(histories, e.history), append(questions, e.question)
	}
	for _, e := range rewrites {
		histories, questions = append(histories, e.history), append(questions, e.question)
	}
	answers, err := ask(burrow, histories, questions)
	if err != nil {
		return err
	}
	fmt.Print("\n| burrow understand --batch --no-model | balanced accuracy | follow-ups found | rewrites accepted | new topics accepted |\n|---|---|---|---|---|\n")
	scores := make([]score, len(sets))
	for i, e := range all {
		scores[e.set].add(e.origin, answers[i].IsFollowup)
	}
	for i, s := range scores {
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f |\n", sets[i].Name, s.balanced(), s.share(rawQuestion), s.share(goldRewrite), s.share(newTopic))
	}
	added := make([]rewriteScore, len(sets))
	for i, e := range rewrites {
		added[e.set].add(addedWords(e.question, answers[len(all)+i].Rewritten), e.gold)
	}
	showRewriting("by the program", sets, added)
	return nil
}
