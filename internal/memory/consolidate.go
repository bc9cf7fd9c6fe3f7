package memory

// Outgrown returns the depths of the summaries that are to become one of the next
// level. That is when all summaries together exceed a third of the threshold: of
// the lowest level that has neighbours, the longest chain, so that a fact is
// worded anew once a level and not once a consolidation; if no level has
// neighbours, all of them. A tiered policy also joins those that are wholly older
// than 50 messages. The caller asks again until ok is false.
//
// Summaries with an open message between them, which is a pinned one, stay apart.
func (p Policy) Outgrown(s State) (from, to int, ok bool) {
	if p.Tiered {
		if old := longest(&s, aged(&s), -1); len(old) > 1 {
			return ends(old)
		}
	}
	if summaryTokens(s.Summaries) <= p.Threshold/3 {
		return 0, 0, false
	}
	top := 0
	for _, k := range s.Summaries {
		top = max(top, k.Level)
	}
	for level := 0; level <= top; level++ {
		if found := longest(&s, len(s.Summaries), level); len(found) > 1 {
			return ends(found)
		}
	}
	if found := longest(&s, len(s.Summaries), -1); len(found) > 1 {
		return ends(found)
	}
	return 0, 0, false
}

func ends(chain []Kept) (from, to int, ok bool) {
	return chain[0].From, chain[len(chain)-1].To, true
}

// aged is how many summaries are wholly older than the messages that a tiered
// policy keeps in detail.
func aged(s *State) int {
	newest := -1
	if n := len(s.Open); n > 0 {
		newest = s.Open[n-1].Depth
	}
	if n := len(s.Summaries); n > 0 {
		newest = max(newest, s.Summaries[n-1].To)
	}
	n := 0
	for n < len(s.Summaries) && s.Summaries[n].To <= newest-tierDetailed {
		n++
	}
	return n
}

// longest returns the longest chain of neighbours of a level, of any if it is
// below 0, among the first end summaries. Of chains that are equally long it is
// the oldest.
func longest(s *State, end, level int) []Kept {
	var best []Kept
	for at := 0; at < end; {
		found := chain(s, at, end, level)
		if len(found) > len(best) {
			best = found
		}
		at += max(1, len(found))
	}
	return best
}

// chain returns the summaries from index at up to end that follow one another
// without an open message between them and have the level.
func chain(s *State, at, end, level int) []Kept {
	to := at
	for to < end && (level < 0 || s.Summaries[to].Level == level) {
		if to > at && openBetween(s.Open, s.Summaries[to-1].To, s.Summaries[to].From) {
			break
		}
		to++
	}
	return s.Summaries[at:to]
}

func openBetween(open []Message, a, b int) bool {
	for i := range open {
		if open[i].Depth > a && open[i].Depth < b {
			return true
		}
	}
	return false
}
