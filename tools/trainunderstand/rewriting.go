package main

import (
	"fmt"
	"strings"

	"burrow/internal/understand"
)

// stopWords are not counted when the words of two rewrites are compared.
const stopWords = "a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing " +
	"down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself just me more most my " +
	"myself no nor not now of off on once only or other our ours ourselves out over own same she should so some such than that the their theirs them themselves " +
	"then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your yours " +
	"yourself s t d m ll re ve don doesn didn isn aren wasn weren tell me describe explain give show besides addition"

var stops = func() map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(stopWords) {
		set[w] = true
	}
	return set
}()

func contentWords(text string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(plain(text)) {
		if !stops[w] {
			set[w] = true
		}
	}
	return set
}

// addedWords are the content words that a rewrite has and the question has not.
func addedWords(question, rewrite string) map[string]bool {
	set := contentWords(rewrite)
	for w := range contentWords(question) {
		delete(set, w)
	}
	return set
}

// A rewriteScore sums how far added words are the right ones.
type rewriteScore struct {
	right, ours, gold float64
	exact, turns      float64
	macro             float64
}

func (s *rewriteScore) add(ours, gold map[string]bool) {
	right := 0.0
	for w := range ours {
		if gold[w] {
			right++
		}
	}
	s.right += right
	s.ours += float64(len(ours))
	s.gold += float64(len(gold))
	s.turns++
	if int(right) == len(gold) && len(ours) == len(gold) {
		s.exact++
	}
	if right > 0 {
		s.macro += 2 * right / float64(len(ours)+len(gold))
	}
}

func (s rewriteScore) precision() float64 { return s.right / max(s.ours, 1) }
func (s rewriteScore) recall() float64    { return s.right / max(s.gold, 1) }
func (s rewriteScore) f1() float64        { return 2 * s.right / max(s.ours+s.gold, 1) }

// A rewriteExample is a question that leaves something out.
type rewriteExample struct {
	set, fold int
	history   []understand.Exchange
	question  string
	gold      map[string]bool
}

func rewriteExamples(sets []set, fold [][]int) (out []rewriteExample) {
	for i, s := range sets {
		for j, d := range s.Dialogues {
			for n := 1; n < len(d.Turns); n++ {
				t := d.Turns[n]
				if gold := addedWords(t.Question, t.Rewrite); t.dependent() && len(gold) > 0 {
					out = append(out, rewriteExample{i, fold[i][j], d.history(n), t.Question, gold})
				}
			}
		}
	}
	return out
}

// rewriteSamples makes a sample of each phrase: it should be added as far as its
// words are among the right ones.
func rewriteSamples(all []rewriteExample, weights *understand.RewriteWeights, use func(rewriteExample) bool) []sample {
	var out []sample
	for _, e := range all {
		if !use(e) || rewriteWeight[e.set] == 0 {
			continue
		}
		phrases, _ := understand.Additions(e.history, e.question, weights)
		for _, p := range phrases {
			added := addedWords(e.question, p.Text)
			right := 0
			for w := range added {
				if e.gold[w] {
					right++
				}
			}
			if len(added) == 0 {
				continue
			}
			active, share := p.Active(), float64(right)/float64(len(added))
			for _, s := range [...]sample{{active: active, positive: true, weight: share * rewriteWeight[e.set]}, {active: active, weight: (1 - share) * rewriteWeight[e.set]}} {
				if s.weight > 0 {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// fitRewriting trains in rounds: what was added to earlier questions is itself a
// feature, so that the weights of one round make the samples of the next.
func fitRewriting(all []rewriteExample, use func(rewriteExample) bool) understand.RewriteWeights {
	var weights understand.RewriteWeights
	for range rewriteRounds {
		copy(weights[:], inSixteenths(fit(rewriteSamples(all, &weights, use), len(weights), rewriteRidge)))
	}
	return weights
}

const (
	rewriteRounds = 3
	rewriteRidge  = 12
)

// rewriteWeight is of the sets: CANARD has the most turns and the most phrases.
var rewriteWeight = [...]float64{2, 2, 0.7, 0.1, 0}

func ours(e rewriteExample, weights *understand.RewriteWeights) map[string]bool {
	_, chosen := understand.Additions(e.history, e.question, weights)
	text := ""
	for _, p := range chosen {
		text += " " + p.Text
	}
	return addedWords(e.question, text)
}

// rewriteFolds is how often the rewriting is trained for cross-validation.
const rewriteFolds = folds

func reportRewriting(sets []set, all []rewriteExample) {
	scores := make([]rewriteScore, len(sets))
	for f := range rewriteFolds {
		w := fitRewriting(all, func(e rewriteExample) bool { return e.fold%rewriteFolds != f })
		for _, e := range all {
			if e.fold%rewriteFolds == f {
				scores[e.set].add(ours(e, &w), e.gold)
			}
		}
	}
	showRewriting("cross-validated by dialogue", sets, scores)
}

func showRewriting(how string, sets []set, scores []rewriteScore) {
	fmt.Printf("\n| words added by rewriting, %s | turns | F1 | precision | recall | exact set | F1 by turn |\n|---|---|---|---|---|---|---|\n", how)
	for i, s := range scores {
		fmt.Printf("| %s | %.0f | %.3f | %.3f | %.3f | %.3f | %.3f |\n", sets[i].Name, s.turns, s.f1(), s.precision(), s.recall(), s.exact/max(s.turns, 1), s.macro/max(s.turns, 1))
	}
}
