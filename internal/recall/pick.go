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
// day also costs the query's DayCost. A message goes behind those that correct it, or
// not at all.
func (x *Index) Pick(q Query, budgetTokens int, cost func(i int) int) []Hit {
	var picked []Hit
	var days []words.Day
	misfits := 0
	ranked := x.ranking(q)
	for rank := 0; misfits < maxMisfits; rank++ {
		h, ok := ranked.at(rank)
		if !ok {
			break
		}
		if q.Skip != nil && q.Skip(h.Index) {
			continue
		}
		along := []int{h.Index}
		if q.Corrected != nil {
			along = append(q.Corrected(h.Index), h.Index)
		}
		for _, i := range along {
			if q.Corrected != nil && slices.ContainsFunc(picked, func(h Hit) bool { return h.Index == i }) {
				continue
			}
			day := words.DayOf(x.messages[i].time, q.ZoneMinutes)
			price := cost(i)
			isNewDay := !slices.Contains(days, day)
			if isNewDay {
				price += q.DayCost
			}
			if price > budgetTokens {
				misfits++
				break
			}
			if isNewDay {
				days = append(days, day)
			}
			budgetTokens -= price
			picked = append(picked, Hit{i, h.Score})
		}
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
