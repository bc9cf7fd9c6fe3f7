package recall

// Having returns the numbers of the messages that have all words of a text,
// ascending. Stop words do not count; of a text without others there are none.
func (x *Index) Having(text string) []int {
	var wanted []int32
	missing := false
	x.eachWord(text, func(w []byte, packed bool, _, _ int) {
		id, there := x.ids[string(w)]
		if !there {
			stem, isTerm := stemOf(w, packed)
			if !isTerm {
				return
			}
			if id, there = x.stems[stem]; !there {
				missing = true
				return
			}
		}
		if id != noTerm {
			wanted = append(wanted, id)
		}
	})
	if missing || len(wanted) == 0 {
		return nil
	}
	counts := make([]uint8, len(x.messages))
	for n, id := range wanted {
		for _, p := range x.terms[id].postings {
			// A message counts only if it had all words before this one.
			if int(counts[p.message()]) == n&0xff {
				counts[p.message()]++
			}
		}
	}
	var out []int
	for i, count := range counts {
		if int(count) == len(wanted)&0xff {
			out = append(out, i)
		}
	}
	return out
}
