package main

import (
	"fmt"

	"burrow/internal/understand"
)

// mostWrong is the share of sure judgements that may be wrong.
const mostWrong = 0.03

// A sureness says from which sums on a judgement is sure.
type sureness struct{ alone, followup float64 }

func (s sureness) sure(z float64) bool { return z <= -s.alone || z >= s.followup }

// A judged is a question as it is asked in a chat, with its score by a model that
// saw nothing of its dialogue.
type judged struct {
	row   string
	leans bool
	score float64
}

// judgedQuestions are those that were really asked: no rewrites, nothing made up.
func (j *judge) judgedQuestions(sets []set, scores []float64) (english, others []judged) {
	for i, e := range j.all {
		switch e.origin {
		case rawQuestion, unchanged, aloneInChat:
		default:
			continue
		}
		q := judged{leans: e.origin == rawQuestion, score: scores[i]}
		if e.language == "" {
			if q.row = sets[e.set].Name; e.set <= canard {
				english = append(english, q)
			}
			continue
		}
		q.row = "chats, " + e.language
		if e.language == "en" {
			english = append(english, q)
		} else {
			others = append(others, q)
		}
	}
	return english, others
}

// calibrate finds the sureness that calls most judgements sure and fewer than
// mostWrong of each row wrong, one if they are few.
func calibrate(all []judged) (best sureness) {
	most := -1
	for alone := 0.2; alone < 8; alone += 0.1 {
		for followup := 0.2; followup < 8; followup += 0.1 {
			s := sureness{alone, followup}
			rows := count(all, s)
			sure, fits := 0, true
			for _, r := range rows {
				sure += r.sure
				fits = fits && float64(r.wrong) <= max(1, mostWrong*float64(r.sure))
			}
			if fits && sure > most {
				most, best = sure, s
			}
		}
	}
	return best
}

type counted struct{ all, sure, wrong int }

func count(all []judged, s sureness) map[string]counted {
	rows := make(map[string]counted)
	for _, q := range all {
		r := rows[q.row]
		r.all++
		if s.sure(q.score) {
			r.sure++
			if q.leans != (q.score >= 0) {
				r.wrong++
			}
		}
		rows[q.row] = r
	}
	return rows
}

// unseen scores a set of chats by a model that saw none of it: chats by one author
// are alike.
func (j *judge) unseen(set int, scores []float64) {
	use := func(e example) bool { return e.set != set }
	w := j.trainChats(j.train(use), use)
	for i, e := range j.all {
		if e.set == set {
			scores[i] = sum(w, j.xs[i])
		}
	}
}

// reportCalibration shows of the judgements called sure how many are wrong.
func (j *judge) reportCalibration(sets []set, scores []float64) {
	english, others := j.judgedQuestions(sets, scores)
	for _, half := range [...]struct {
		name string
		all  []judged
	}{{"English", english}, {"other languages", others}} {
		best := calibrate(half.all)
		fmt.Printf("\n%s: most would be sure from %.1f for what stands alone and from %.1f for what does not\n", half.name, best.alone, best.followup)
		names := []string{}
		for i := range canard + 1 {
			names = append(names, sets[i].Name)
		}
		showSure(half.name, half.all, append(names, chatRows()...))
	}
}

func chatRows() (names []string) {
	for _, language := range chatLanguages {
		names = append(names, "chats, "+language)
	}
	return names
}

// showSure shows how many judgements are sure as it is built in.
func showSure(half string, all []judged, names []string) {
	var s sureness
	s.alone, s.followup = understand.SureFrom(half == "English")
	fmt.Printf("\n%s, as built in: from %.1f and from %.1f\n\n| judged by models that saw nothing of the dialogue | questions | sure | share | wrong | of the sure |\n|---|---:|---:|---:|---:|---:|\n", half, s.alone, s.followup)
	rows := count(all, s)
	for _, name := range names {
		if r, there := rows[name]; there {
			fmt.Printf("| %s | %d | %d | %s | %d | %s |\n", name, r.all, r.sure, part(r.sure, r.all), r.wrong, part(r.wrong, r.sure))
		}
	}
}
