package main

import (
	"fmt"
	"maps"
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
	rows := make([]sparedSet, 2+len(chatLanguages))
	rows[0].name, rows[1].name = "chats, English", "chats, six other languages"
	for i, language := range chatLanguages {
		rows[2+i].name = "chats, " + language
		for _, c := range own {
			if c.language == language {
				rows[2+i].questions = append(rows[2+i].questions, c.asked...)
				rows[min(i, 1)].questions = append(rows[min(i, 1)].questions, c.asked...)
			}
		}
	}
	if len(own) == 0 {
		rows = nil
	}
	return append(out, rows...), err
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
