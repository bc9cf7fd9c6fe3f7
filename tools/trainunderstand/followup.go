package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"burrow/internal/understand"
)

// origin is what a sample of a follow-up model is.
type origin int

const (
	rawQuestion  origin = iota // needs its history
	goldRewrite                // does not
	newTopic                   // the first question of another dialogue
	unchanged                  // a later question that stands alone as it is
	foreign                    // a short rewrite or first question of another set: for training only
	plainRequest               // a plain request for another topic, made up: for training only
	aloneInChat                // a question of a chat that stands alone
	origins
)

// An example is a question after a history.
type example struct {
	set, fold int
	origin    origin
	history   []understand.Exchange
	question  string
	dialogue  string
	language  string // of chats
	from      int    // the fold of the question's own chat, if it is foreign
}

// learnt is true of an example that a model for fold f may learn from.
func (e example) learnt(f int) bool {
	return e.fold != f && (e.origin != foreign || e.language == "" || e.from != f)
}

const folds = 10

// examples makes the questions of all sets. First questions of other dialogues
// come from the same fold, so that none is in training and test.
func examples(sets []set) ([]example, [][]int) {
	random := rand.New(rand.NewPCG(7, 7))
	fold := make([][]int, len(sets))
	firsts := make([][folds][]string, len(sets))
	var alone [folds][]string
	for i, s := range sets {
		fold[i] = make([]int, len(s.Dialogues))
		random := rand.New(rand.NewPCG(7, uint64(len(s.Dialogues))))
		for at, d := range random.Perm(len(s.Dialogues)) {
			f := at % folds
			fold[i][d] = f
			turns := s.Dialogues[d].Turns
			for n, t := range turns {
				if n == 0 && !t.dependent() {
					firsts[i][f] = append(firsts[i][f], t.Question)
				}
				if n > 0 && len(strings.Fields(t.Rewrite)) <= 8 {
					alone[f] = append(alone[f], t.Rewrite)
				}
			}
		}
	}
	var out []example
	for i, s := range sets {
		for j, d := range s.Dialogues {
			f := fold[i][j]
			for n := 1; n < len(d.Turns); n++ {
				history, t := d.history(n), d.Turns[n]
				add := func(o origin, question string) {
					out = append(out, example{set: i, fold: f, origin: o, history: history, question: question, dialogue: d.Name})
				}
				if t.dependent() {
					add(rawQuestion, t.Question)
					add(goldRewrite, t.Rewrite)
				} else {
					add(unchanged, t.Question)
				}
				other := func(o origin, questions []string) {
					if len(questions) == 0 {
						return
					}
					if q := questions[random.IntN(len(questions))]; q != d.Turns[0].Question {
						add(o, q)
					}
				}
				other(newTopic, firsts[i][f])
				other(foreign, firsts[random.IntN(len(sets))][f])
				other(foreign, alone[f])
				if topics := firsts[random.IntN(len(sets))][f]; len(topics) > 0 {
					topic := topicOf(topics[random.IntN(len(topics))])
					add(plainRequest, fmt.Sprintf(requests[random.IntN(len(requests))], topic))
				}
			}
		}
	}
	return out, fold
}

// requests are how people ask for a topic. First questions of dialogues are longer
// and better thought out than that.
var requests = []string{"Tell me about %s", "What is %s?", "How does %s work?", "%s", "Explain %s.", "What do you know about %s?", "Describe %s", "Why is %s important?"}

// topicOf returns the last two words of a question, or one if only that has a
// subject.
func topicOf(question string) string {
	words := strings.Fields(strings.Trim(question, " ?.!"))
	if n := len(words); n > 1 && !stops[plain(words[n-2])] {
		return words[n-2] + " " + words[n-1]
	}
	return words[len(words)-1]
}

// originWeight is how much each origin counts. More for new topics accepts more of
// them and finds fewer follow-ups.
var originWeight = [origins]float64{1, 0.8, 0.14, 0.04, 0.07, 0.03, 0.8}

// A score is how far a judge is right on one set.
type score struct {
	right, all [origins]float64
}

func (s *score) add(o origin, followup bool) {
	s.all[o]++
	if followup == (o == rawQuestion) {
		s.right[o]++
	}
}

func (s score) share(o origin) float64 { return s.right[o] / max(s.all[o], 1) }

// balanced is the mean of both classes, gold rewrites as negatives.
func (s score) balanced() float64 { return (s.share(rawQuestion) + s.share(goldRewrite)) / 2 }
