package main

import "slices"

// outcome is what a reply is worth.
type outcome string

const (
	right   outcome = "right"   // answered as gold
	wrong   outcome = "wrong"   // answered otherwise, or answered what must not be
	silent  outcome = "silent"  // could be answered and was not
	refused outcome = "refused" // rightly: not answered, or asked back where that is right
	guessed outcome = "guessed" // ambiguous, and one of the readings was answered
)

// judgement is what was measured of one question.
type judgement struct {
	q       question
	reply   reply
	outcome outcome
	// Of an answer to a question that has a gold query:
	compared          bool
	recall, precision float64
	joined, joinExact bool // the gold query joins, and the answer does so in the same way
}

// judge compares a reply with the results of the gold queries.
func judge(q question, r reply, golds []result) judgement {
	j := judgement{q: q, reply: r}
	match := r.Answered && matches(golds, r.result, q.Ordered)
	switch {
	case q.Expect == expectAnswer && match:
		j.outcome = right
	case q.Expect == expectAnswer && !r.Answered:
		j.outcome = silent
	case q.Expect == expectAsk && match:
		j.outcome = guessed
	case r.Answered:
		j.outcome = wrong
	default:
		j.outcome = refused
	}
	if r.Answered && q.Expect == expectAnswer {
		j.compareShapes()
	}
	return j
}

// compareShapes compares tables and joins with the gold query that is the nearest.
func (j *judgement) compareShapes() {
	got, _ := shapeOf(j.reply.SQL) // nothing, if it is no query
	best := -1.0
	for _, query := range j.q.golds() {
		gold, err := shapeOf(query)
		if err != nil {
			continue
		}
		common := 0
		for _, name := range got.tables {
			if slices.Contains(gold.tables, name) {
				common++
			}
		}
		recall, precision := float64(common)/float64(len(gold.tables)), float64(common)/float64(max(1, len(got.tables)))
		exact := slices.Equal(got.joins, gold.joins)
		score := recall + precision
		if exact {
			score++
		}
		if score > best {
			best = score
			j.recall, j.precision = recall, precision
			j.joined, j.joinExact = len(gold.joins) > 0, exact
		}
	}
	j.compared = true
}
