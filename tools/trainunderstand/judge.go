package main

import (
	"fmt"

	"burrow/internal/understand"
)

// ridge keeps the weights of the follow-up model small.
const ridge = 14

// favour is what is added to each score. Less accepts more new topics and finds fewer
// follow-ups: so much that each is found in four of five sets that were not learnt from.
const favour = 0.02

// setWeight is how much each set counts. Long answers are for measuring only, and
// chats come after.
var setWeight = [...]float64{1, 1, 1, 1, 0, 0, 0}

// A judge is the follow-up model under training.
type judge struct {
	all []example
	xs  [][]int
}

func newJudge(all []example) *judge {
	j := &judge{all, make([][]int, len(all))}
	for i, e := range all {
		j.xs[i] = understand.Extract(e.history, e.question).Active()
	}
	return j
}

// train fits on some of the examples. Each set and each origin counts the same,
// whatever its size.
func (j *judge) train(use func(example) bool) []float64 {
	count := make(map[[2]int]float64)
	total := 0.0
	for _, e := range j.all {
		if use(e) && setWeight[e.set] > 0 && !otherLanguage(e) {
			count[[2]int{e.set, int(e.origin)}]++
			total++
		}
	}
	var samples []sample
	for i, e := range j.all {
		if use(e) && setWeight[e.set] > 0 && !otherLanguage(e) {
			weight := setWeight[e.set] * originWeight[e.origin] * total / 6 / count[[2]int{e.set, int(e.origin)}]
			samples = append(samples, sample{active: j.xs[i], positive: e.origin == rawQuestion, weight: weight})
		}
	}
	weights := fit(samples, len(understand.FollowupWeights{}), ridge)
	weights[0] += favour
	return weights
}

// crossValidated returns each example's score by a model that saw nothing of its
// dialogue.
func (j *judge) crossValidated() []float64 {
	scores := make([]float64, len(j.all))
	for f := range folds {
		use := func(e example) bool { return e.learnt(f) }
		w := j.trainChats(j.train(use), use)
		for i, e := range j.all {
			if e.fold == f {
				scores[i] = sum(w, j.xs[i])
			}
		}
	}
	return scores
}

// tally counts a set's examples by their scores.
func (j *judge) tally(set int, scores []float64) (s score) {
	for i, e := range j.all {
		if e.set == set {
			s.add(e.origin, scores[i] >= 0)
		}
	}
	return s
}

func (j *judge) report(sets []set, groups, wrong bool) {
	fmt.Print("| follow-ups | balanced accuracy | follow-ups found | rewrites accepted | new topics accepted | later questions that stand alone accepted |\n|---|---|---|---|---|---|\n")
	show := func(name string, s score) {
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f | %.3f |\n", name, s.balanced(), s.share(rawQuestion), s.share(goldRewrite), s.share(newTopic), s.share(unchanged))
	}
	scores := j.crossValidated()
	for i, s := range sets {
		show(s.Name+", cross-validated by dialogue", j.tally(i, scores))
	}
	for i, s := range sets {
		use := func(e example) bool { return e.set != i && (i < canard || e.set < canard || e.language != "") }
		w := j.trainChats(j.train(use), use)
		held := make([]float64, len(j.all))
		for k := range held {
			held[k] = sum(w, j.xs[k])
		}
		show(s.Name+", trained on other sets only", j.tally(i, held))
	}
	shipped := make([]float64, len(j.all))
	for i, e := range j.all {
		shipped[i] = understand.Judge(e.history, e.question, understand.Options{}).FollowupScore - understand.FollowupThreshold
	}
	for i, s := range sets {
		show(s.Name+", as shipped", j.tally(i, shipped))
	}
	j.reportChats("our chats, cross-validated by subject", len(sets), scores, wrong)
	j.reportChats("other chats, cross-validated by dialogue", len(sets)+1, scores, wrong)
	j.reportChats("other chats, as shipped", len(sets)+1, shipped, wrong)
	if groups {
		j.reportGroups(sets)
	}
	if wrong {
		for i, e := range j.all {
			if e.origin < foreign && e.set < len(sets) && (scores[i] >= 0) != (e.origin == rawQuestion) {
				fmt.Printf("%s\t%d\t%.1f\t%s\t%s\n", sets[e.set].Name, e.origin, scores[i], e.question, e.history[len(e.history)-1].Question)
			}
		}
	}
}

// reportGroups shows what each group of features is worth: without it.
func (j *judge) reportGroups(sets []set) {
	fmt.Print("\n| without the features of | ")
	for _, s := range sets {
		fmt.Printf("%s | new topics | ", s.Name)
	}
	fmt.Println()
	for _, g := range understand.FeatureGroups() {
		less := &judge{all: j.all, xs: make([][]int, len(j.xs))}
		for i, x := range j.xs {
			for _, k := range x {
				if at := (k - 1) % understand.FeatureCount; k == 0 || at < g.From || at >= g.To {
					less.xs[i] = append(less.xs[i], k)
				}
			}
		}
		scores := less.crossValidated()
		fmt.Printf("| %s | ", g.Name)
		for i := range sets {
			s := less.tally(i, scores)
			fmt.Printf("%.3f | %.3f | ", s.balanced(), s.share(newTopic))
		}
		fmt.Println()
	}
}
