package understand

// What is added: the likeliest phrase, others if they are likely enough. The least
// that is best for F1 is half of the F1 that is reached, so that it is lower where
// the history has answers and the right phrase is harder to find.
const (
	leastFirst           = 0.1
	leastOthers          = 0.4
	leastOthersOfAnswers = 0.22
	mostPhrases          = 3
)

// choose picks the phrases to add, the likeliest first. A longer phrase with all
// its words is taken instead if it gains more.
func (b *phraseBook) choose(all []Missing) (out []Missing) {
	var taken []root
	for len(out) < mostPhrases {
		best := -1
		for i := range all {
			if (best < 0 || all[i].Score > all[best].Score) && amongOthers(b.stemsOf(&all[i]), taken) == 0 {
				best = i
			}
		}
		if best < 0 || all[best].Score < leastFirst || len(out) > 0 && all[best].gain() <= 0 {
			break
		}
		short := b.stemsOf(&all[best])
		for i := range all {
			if s := b.stemsOf(&all[i]); len(s) > len(short) && all[i].gain() > all[best].gain() && amongOthers(short, s) == len(short) && amongOthers(s, taken) == 0 {
				best = i
			}
		}
		taken = append(taken, b.stemsOf(&all[best])...)
		out = append(out, all[best])
	}
	return out
}

func (b *phraseBook) stemsOf(m *Missing) []root { return b.all[m.candidate].stems }

// gain is what a phrase adds to what is right: each new word as much as it is
// likelier than the least.
func (m *Missing) gain() float64 {
	least := leastOthers
	if m.need&nAnswers != 0 && m.need&nIt == 0 {
		least = leastOthersOfAnswers
	}
	return (m.Score - least) * float64(m.fresh)
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
