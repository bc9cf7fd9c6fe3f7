package main

import (
	"fmt"

	"burrow/internal/understand"
)

var chatLanguages = []string{"en", "de", "it", "fr", "es", "vi", "zh"}

// reportChats measures the judge on chats, by language.
func (j *judge) reportChats(name string, set int, scores []float64, wrong bool) {
	fmt.Printf("\n| %s | questions | balanced accuracy | follow-ups found | others accepted | rewrites accepted | new topics accepted |\n|---|---:|---:|---:|---:|---:|---:|\n", name)
	for _, language := range chatLanguages {
		var s score
		n := 0
		for i, e := range j.all {
			if e.set != set || e.language != language || e.origin == foreign {
				continue
			}
			n++
			s.add(e.origin, scores[i] >= 0)
			if wrong && e.origin != newTopic && (scores[i] >= 0) != (e.origin == rawQuestion) {
				fmt.Printf("%s\t%d\t%.1f\t%s\t<- %s\n", language, e.origin, scores[i], e.question, e.history[len(e.history)-1].Question)
			}
		}
		if n == 0 {
			continue
		}
		fmt.Printf("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f |\n", language, n, (s.share(rawQuestion)+s.share(aloneInChat))/2, s.share(rawQuestion), s.share(aloneInChat), s.share(goldRewrite), s.share(newTopic))
	}
}

// onlyChats measures other languages with the weights of English that are built in:
// what was learnt from one half of the chats on the other.
func onlyChats(dir string, wrong bool) error {
	own, err := loadOwn(dir)
	if err != nil {
		return err
	}
	const ours, theirs = 0, 1
	all := append(chatExamples(loadChats(), ours), chatExamples(own, theirs)...)
	j := newJudge(all)
	w := builtIn()
	scores := make([]float64, len(all))
	fill := func(use, test func(example) bool) {
		trained := j.trainChats(w, use)
		for i, e := range all {
			if test(e) {
				scores[i] = sum(trained, j.xs[i])
			}
		}
	}
	for f := range folds {
		fill(func(e example) bool { return e.set == ours && e.learnt(f) }, func(e example) bool { return e.set == ours && e.fold == f })
	}
	j.reportChats("our chats, cross-validated", ours, scores, wrong)
	fill(func(e example) bool { return e.set == ours }, func(e example) bool { return e.set == theirs })
	j.reportChats("other chats, nothing learnt from them", theirs, scores, wrong)
	english, others := j.judgedQuestions(nil, scores)
	showSure("English", english, chatRows())
	showSure("other languages", others, chatRows())
	for f := range folds {
		fill(func(e example) bool { return e.set == ours || e.learnt(f) }, func(e example) bool { return e.set == theirs && e.fold == f })
	}
	j.reportChats("other chats, cross-validated", theirs, scores, false)
	return nil
}

// reportKept measures the judge that is built in on the kept chats. It lists no
// mistakes: who has seen them can no longer measure with these chats.
func reportKept() {
	j, scores := keptChats()
	j.reportChats("kept chats, as built in", 0, scores, false)
	_, others := j.judgedQuestions(nil, scores)
	showSure("other languages", others, chatRows())
}

// keptChats are the kept chats with their scores by the weights that are built in.
func keptChats() (*judge, []float64) {
	j := newJudge(chatExamples(readChats(keptLines), 0))
	w := builtIn()
	scores := make([]float64, len(j.all))
	for i := range scores {
		scores[i] = sum(w, j.xs[i])
	}
	return j, scores
}

// builtIn are the weights of the judge that is built in.
func builtIn() []float64 {
	shipped := understand.Weights()
	w := make([]float64, len(shipped))
	for i, v := range shipped {
		w[i] = float64(v) / 16
	}
	return w
}
