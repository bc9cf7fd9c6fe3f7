package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"burrow/internal/understand"
)

// chatLines are chats in seven languages, written for this tool: a history, q and a,
// and questions that may follow it. A line with a plus leans on the history and says
// what it means behind an arrow; one with a minus stands alone.
//
//go:embed chats.txt
var chatLines string

// keptLines are chats of other subjects in the six languages other than English.
// Nothing is learnt from them, nor are their mistakes looked at: they tell how the
// judge does on chats that it has not seen. Of 20 subjects, each with other chats in
// each language, ten were drawn for this file; chats.txt has the rest.
//
//go:embed chats-kept.txt
var keptLines string

// A chat is a history with questions that may follow it.
type chat struct {
	language, name string
	history        []understand.Exchange
	asked          []asked
}

func loadChats() []chat { return readChats(chatLines) }

func readChats(lines string) (out []chat) {
	for line := range strings.Lines(lines) {
		mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mark == "#" {
			language, name, _ := strings.Cut(text, " ")
			out = append(out, chat{language: language, name: name})
			continue
		}
		at := &out[len(out)-1]
		switch mark {
		case "q:":
			at.history = append(at.history, understand.Exchange{Question: text})
		case "a:":
			at.history[len(at.history)-1].Answer = strings.ReplaceAll(text, `\n`, "\n")
		case "+":
			question, rewrite, _ := strings.Cut(text, " => ")
			at.asked = append(at.asked, asked{at.history, question, rewrite, true})
		case "-":
			at.asked = append(at.asked, asked{at.history, text, text, false})
		}
	}
	return out
}

// loadOwn reads the chats that were written for this project elsewhere; none if the
// file is not there. A chat is what begins with the same words.
func loadOwn(dir string) ([]chat, error) {
	text, err := os.ReadFile(filepath.Join(dir, "dialogues-dev.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []chat
	places := make(map[string]int)
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
		name := l.Lang
		if len(l.History) > 0 {
			name += " " + l.History[0].Content
		}
		at, there := places[name]
		if !there {
			at = len(out)
			places[name] = at
			out = append(out, chat{language: l.Lang, name: name})
		}
		out[at].asked = append(out[at].asked, a)
	}
	return out, lines.Err()
}

// elsewhere is how many questions of other chats are put after a history, to learn
// from only: what stands alone does so anywhere. First questions alone are too few
// and too much alike; English has those of the sets.
const elsewhere = 4

// chatExamples makes examples of chats: the questions, what they mean as questions
// that stand alone, and questions of other chats. Chats about the same, which
// are as many places from their language's first, share a fold.
func chatExamples(chats []chat, set int) (out []example) {
	random, turning := rand.New(rand.NewPCG(3, uint64(set))), rand.New(rand.NewPCG(4, uint64(set)))
	place := make(map[string]int)
	foldOf := make([]int, len(chats))
	for i, c := range chats {
		foldOf[i] = place[c.language] % folds
		place[c.language]++
	}
	for i, c := range chats {
		fold := foldOf[i]
		for _, a := range c.asked {
			add := func(o origin, question string) {
				out = append(out, example{set: set, fold: fold, origin: o, history: a.history, question: question, dialogue: c.name, language: c.language})
			}
			if a.dependent {
				add(rawQuestion, a.question)
				add(goldRewrite, a.rewrite)
			} else {
				add(aloneInChat, a.question)
			}
			other := chats[random.IntN(len(chats))]
			for other.language != c.language || other.name == c.name {
				other = chats[random.IntN(len(chats))]
			}
			add(newTopic, other.asked[0].history[0].Question)
			if c.language == "en" {
				continue
			}
			for range elsewhere {
				at := turning.IntN(len(chats))
				for chats[at].language != c.language || chats[at].name == c.name {
					at = turning.IntN(len(chats))
				}
				add(foreign, chats[at].asked[turning.IntN(len(chats[at].asked))].rewrite)
				out[len(out)-1].from = foldOf[at]
			}
		}
	}
	return out
}

// What chats add is kept small too: English chats add only what a question does in
// them, so that the sets decide the rest; other languages add to all.
const (
	movesRidge   = 0.2
	foreignRidge = 12
)

// chatWeight is how much each origin counts.
var chatWeight = [origins]float64{rawQuestion: 1, goldRewrite: 0.35, newTopic: 0.3, foreign: 0.3, aloneInChat: 1}

// trainChats adds to weights of English what is learnt from chats, in English first.
func (j *judge) trainChats(w []float64, use func(example) bool) []float64 {
	w = j.add(w, movesRidge, 1+understand.MovesFrom, 1+understand.MovesTo, func(e example) bool { return use(e) && e.language == "en" })
	return j.add(w, foreignRidge, understand.ForeignRow, len(w), func(e example) bool { return use(e) && otherLanguage(e) })
}

// add fits the weights from one place to another to what the others leave. Each
// language and both answers count the same.
func (j *judge) add(w []float64, ridge float64, from, to int, use func(example) bool) []float64 {
	count := make(map[string][2]float64)
	class := func(e example) int {
		if e.origin == rawQuestion {
			return 1
		}
		return 0
	}
	total := 0.0
	for _, e := range j.all {
		if use(e) {
			c := count[e.language]
			c[class(e)] += chatWeight[e.origin]
			count[e.language] = c
			total++
		}
	}
	var samples []sample
	for i, e := range j.all {
		if !use(e) {
			continue
		}
		s := sample{positive: e.origin == rawQuestion}
		if from == understand.ForeignRow {
			s.active = []int{0} // a constant, which goes to each language
		}
		for _, at := range j.xs[i] {
			if at >= from && at < to {
				s.active = append(s.active, 1+at-from)
			} else {
				s.offset += w[at]
			}
		}
		s.weight = chatWeight[e.origin] / count[e.language][class(e)] * total / 2 / float64(len(count))
		samples = append(samples, s)
	}
	added := fit(samples, 1+to-from, ridge)
	out := append([]float64{}, w...)
	copy(out[from:to], added[1:])
	for i := len(out) - understand.ForeignLanguages; i < len(out); i++ {
		out[i] += added[0]
	}
	return out
}

func otherLanguage(e example) bool { return e.language != "" && e.language != "en" }
