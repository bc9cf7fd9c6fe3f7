package recall

import (
	"slices"

	"burrow/internal/words"
)

// maxMisfits is how many messages may not fit before Pick stops looking for a
// smaller one.
const maxMisfits = 32

// Pick takes the best hits that fit into a budget of tokens and returns them in the
// order of the conversation. cost is what message i costs; the first message of a
// day also costs the query's DayCost.
func (x *Index) Pick(q Query, budgetTokens int, cost func(i int) int) []Hit {
	var picked []Hit
	var days []words.Day
	misfits := 0
	for _, h := range x.ranking(q) {
		if q.Skip != nil && q.Skip(h.Index) {
			continue
		}
		day := words.DayOf(x.messages[h.Index].time, q.ZoneMinutes)
		price := cost(h.Index)
		isNewDay := !slices.Contains(days, day)
		if isNewDay {
			price += q.DayCost
		}
		if price > budgetTokens {
			if misfits++; misfits == maxMisfits {
				break
			}
			continue
		}
		if isNewDay {
			days = append(days, day)
		}
		budgetTokens -= price
		picked = append(picked, h)
	}
	keys := make([]uint64, len(picked))
	for i, h := range picked {
		keys[i] = keyOf(uint32(h.Index), i)
	}
	sortKeys(keys)
	inOrder := make([]Hit, len(picked))
	for i, key := range keys {
		inOrder[i] = picked[numberIn(key)]
	}
	return inOrder
}
