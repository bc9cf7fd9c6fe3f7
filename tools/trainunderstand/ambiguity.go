package main

import (
	"math/rand/v2"
	"slices"

	"burrow/internal/understand"
)

// A request of ClariQ and how much it needs to be clarified, from 1 to 4.
type request struct {
	Request string
	Need    int
}

// auc returns the chance that a request which needs clarifying scores above one
// that does not, with the interval that holds 95 % of 1,000 resamplings.
func auc(requests []request) (value, low, high float64) {
	scores := make([]float64, len(requests))
	for i, r := range requests {
		scores[i] = understand.Judge(nil, r.Request, understand.Options{}).AmbiguityScore
	}
	all := make([]int, len(requests))
	for i := range all {
		all[i] = i
	}
	value = area(requests, scores, all)
	random := rand.New(rand.NewPCG(1, 1))
	values := make([]float64, 1000)
	for i := range values {
		for k := range all {
			all[k] = random.IntN(len(requests))
		}
		values[i] = area(requests, scores, all)
	}
	slices.Sort(values)
	return value, values[25], values[975]
}

func area(requests []request, scores []float64, use []int) float64 {
	pairs, right := 0.0, 0.0
	for _, i := range use {
		if requests[i].Need < 3 {
			continue
		}
		for _, k := range use {
			if requests[k].Need >= 3 {
				continue
			}
			pairs++
			switch {
			case scores[i] > scores[k]:
				right++
			case scores[i] == scores[k]:
				right += 0.5
			}
		}
	}
	return right / max(pairs, 1)
}
