package understand

// shared finds out which of a question's topics the history has.
func (f *Features) shared(q []word, s *surveyed) {
	var in [5]int // by the bits of a sighting
	specific, unknown := 0, 0
	nameNew, pairs := false, false
	for i := range q {
		w, seen := &q[i], s.seen[i]
		if named(q, i) {
			if seen != 0 {
				f[fNameKnown] = true
			} else {
				nameNew = true
			}
		}
		pairs = pairs || s.pairs[i]
		if !w.specific() {
			if w.kind&function == 0 && w.kind&asking == 0 {
				f[fPlainKnown] = f[fPlainKnown] || seen&seenQuestion != 0
				f[fPlainKnownLast] = f[fPlainKnownLast] || seen&seenLastQuestion != 0
			}
			continue
		}
		specific++
		if seen == 0 {
			unknown++
		}
		for k := range in {
			in[k] += int(seen >> k & 1)
		}
	}
	last, first, asked, lastAnswer, answers := in[0], in[1], in[2], in[3], in[4]
	f[fInLastQuestion1], f[fInLastQuestion2] = last >= 1, last >= 2
	f[fInFirstQuestion1] = first >= 1
	f[fInQuestions1], f[fInQuestions2] = asked >= 1, asked >= 2
	f[fInLastAnswer1], f[fInLastAnswer2] = lastAnswer >= 1, lastAnswer >= 2
	f[fInAnswers1] = answers >= 1
	f[fKnown] = specific > unknown
	f[fHalfKnown] = specific > 0 && specific >= 2*unknown
	f[fAllKnown] = specific > 0 && unknown == 0
	f[fNew1], f[fNew2], f[fNew3] = unknown >= 1, unknown >= 2, unknown >= 3
	all := unknown == specific
	f[fAllNew], f[fAllNew2] = all && specific > 0, all && specific > 1
	f[fPairKnown] = pairs
	f[fNameNew] = nameNew && !f[fNameKnown]
	f[fPartialName] = s.partial
	f[fTopicWords], f[fTopicHalf] = s.topics > 0, s.topicHalf
	f[fAkin] = s.akin
}
