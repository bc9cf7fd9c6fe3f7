package understand

// What is added: the likeliest phrase, others if they are likely enough. The least
// that is best for F1 is half of the F1 that is reached, so that it is lower where
// the history has answers and the right phrase is harder to find.
const (
	leastOthers          = 0.36
	leastOthersOfAnswers = 0.2
	mostPhrases          = 3

	// longerShare is how likely a longer phrase is at least, as a share of the
	// shorter. Less of it for fuller names changed nothing.
	longerShare = 0.7
)

// choose picks the phrases to add. Of two that share a word the longer one is
// taken, unless it is much less likely.
func (b *phraseBook) choose(all []Missing) (out []Missing) {
	var taken []root
	for len(out) < mostPhrases {
		best := -1
		for i := range all {
			if (best < 0 || all[i].Score > all[best].Score) && amongOthers(b.stemsOf(&all[i]), taken) == 0 && !(len(out) > 0 && secondName(&out[0], &all[i])) {
				best = i
			}
		}
		if best < 0 || len(out) > 0 && all[best].Score < leastOf(&all[best]) {
			break
		}
		short := b.stemsOf(&all[best])
		least := longerShare * all[best].Score
		for i := range all {
			if s := b.stemsOf(&all[i]); all[i].Score >= least && len(s) > len(b.stemsOf(&all[best])) && amongOthers(short, s) == len(short) && amongOthers(s, taken) == 0 {
				best = i
			}
		}
		taken = append(taken, b.stemsOf(&all[best])...)
		out = append(out, all[best])
	}
	return out
}

func (b *phraseBook) stemsOf(m *Missing) []root { return b.all[m.candidate].stems }

// leastOf is how likely a further phrase must be. "It" stands for one thing.
func leastOf(m *Missing) float64 {
	if m.need&nAnswers != 0 && m.need&nIt == 0 {
		return leastOthersOfAnswers
	}
	return leastOthers
}

// secondName is true of a name after another one that "he" or "she" stands for.
func secondName(first, next *Missing) bool {
	return first.need&nHeShe != 0 && first.attributes&next.attributes&aNamed != 0
}

// amongOthers returns how many of some stems are among others.
func amongOthers(some, others []root) (n int) {
	for _, s := range some {
		for _, o := range others {
			if s == o {
				n++
				break
			}
		}
	}
	return n
}
