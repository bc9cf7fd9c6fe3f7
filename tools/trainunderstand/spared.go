package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"

	"burrow/internal/tokens"
	"burrow/internal/understand"
)

// asked is a question with its history and what it means.
type asked struct {
	history           []understand.Exchange
	question, rewrite string
	dependent         bool
}

// A sparedSet is the questions of one row.
type sparedSet struct {
	name      string
	questions []asked
}

// spares makes the rows: the sets of dialogues, without those that only change
// another's answers, and the questions of ours if they are there.
func spares(dir string, sets []set) ([]sparedSet, error) {
	var out []sparedSet
	for _, s := range sets[:canard+1] {
		row := sparedSet{name: s.Name + ", learnt from"}
		for _, d := range s.Dialogues {
			for n, t := range d.Turns {
				row.questions = append(row.questions, asked{d.history(n), t.Question, t.Rewrite, n > 0 && t.dependent()})
			}
		}
		out = append(out, row)
	}
	own, err := loadOwn(dir)
	return append(out, own...), err
}

// loadOwn reads the questions that were written for this project, in English and
// in other languages; none if the file is not there. Nothing was learnt from them.
func loadOwn(dir string) ([]sparedSet, error) {
	text, err := os.ReadFile(filepath.Join(dir, "dialogues-dev.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := []sparedSet{{name: "chats, English"}, {name: "chats, six other languages"}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			Lang    string
			History []struct{ Role, Content string }
			Query   string
			Rewrite string
			Leans   bool `json:"is_followup"`
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("read dialogues-dev.jsonl: %w", err)
		}
		a := asked{question: l.Query, rewrite: l.Rewrite, dependent: l.Leans}
		for _, m := range l.History {
			if m.Role == "user" || len(a.history) == 0 {
				a.history = append(a.history, understand.Exchange{})
			}
			if at := &a.history[len(a.history)-1]; m.Role == "user" {
				at.Question = m.Content
			} else {
				at.Answer = m.Content
			}
		}
		row := &out[0]
		if l.Lang != "en" {
			row = &out[1]
		}
		row.questions = append(row.questions, a)
	}
	return out, lines.Err()
}

// A sparing counts the questions of a set that go on without asking a model, and
// how they were read.
type sparing struct {
	count, sure [2]int // first questions and later ones
	// judged counts those that were rightly taken for a follow-up or not; leaning
	// are those that a rewrite adds words to, exact those that got these words,
	// wrong those that got another.
	judged, leaning, exact, wrong int
	spent                         time.Duration
	tokens                        int
}

func (s *sparing) add(a asked, encoding *tokens.Encoding) {
	later := min(len(a.history), 1)
	s.count[later]++
	began := time.Now()
	u := understand.Understand(a.history, a.question, understand.Options{})
	s.spent += time.Since(began)
	if u.NeedsModel {
		return
	}
	s.sure[later]++
	system, user := understand.Request(a.history, a.question, u, understand.Options{})
	s.tokens += encoding.Count(system) + encoding.Count(user)
	if u.IsFollowup == a.dependent {
		s.judged++
	}
	gold, got := addedWords(a.question, a.rewrite), addedWords(a.question, u.RewrittenQuery)
	if !a.dependent {
		gold = nil
	}
	if len(gold) > 0 {
		s.leaning++
		if maps.Equal(gold, got) {
			s.exact++
		}
	}
	for word := range got {
		if !gold[word] {
			s.wrong++
			break
		}
	}
}

// reportSpared shows the questions that go on without asking a model: how many
// they are, how many of them were read rightly, and what asking would have taken:
// the time of a call, which is given, and the tokens of its request, which are
// counted.
func reportSpared(dir string, sets []set, call time.Duration) error {
	encoding, err := tokens.Embedded(tokens.Cl100k)
	if err != nil {
		return err
	}
	rows, err := spares(dir, sets)
	if err != nil {
		return err
	}
	fmt.Printf("\n| read without a model | questions | first ones | later ones | all | judged right | given a wrong word | exact, of those that leave words out | reading, a question | saved, a question, at %v a call | tokens not sent, a question |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n", call)
	for _, row := range rows {
		var s sparing
		for _, a := range row.questions {
			s.add(a, encoding)
		}
		all, sure := s.count[0]+s.count[1], s.sure[0]+s.sure[1]
		each, share := s.spent/time.Duration(max(all, 1)), float64(sure)/float64(max(all, 1))
		fmt.Printf("| %s | %d | %s | %s | %.3f | %s | %s | %s of %d | %.2f ms | %d ms | %d |\n", row.name, all,
			part(s.sure[0], s.count[0]), part(s.sure[1], s.count[1]), share, part(s.judged, sure), part(s.wrong, sure), part(s.exact, s.leaning), s.leaning,
			float64(each.Microseconds())/1000, (time.Duration(share*float64(call)) - each).Milliseconds(), s.tokens/max(all, 1))
	}
	return nil
}

// part writes a share of something, a dash of nothing.
func part(some, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", float64(some)/float64(all))
}
